import Exchanges
import Foundation
import MicroClient
import Testing

@testable import ExchangeStore

@Suite final class HistorySetTests {
    private let history = HistoryDirectory()

    @Test("keeps sets in their order, replaces one of the same name, forgets one without its exchanges")
    func sets() throws {
        let store = try history.open()
        let kept = (0..<3).map { sample(at: $0) }
        for exchange in kept { try store.keep(exchange, bodies: []) }
        try store.makeSet(name: "b", note: "after the deploy", ids: [kept[2].id, kept[0].id, UUID()])
        try store.makeSet(name: "a", ids: [kept[1].id])
        let first = HistorySet(name: "b", note: "after the deploy", exchanges: [kept[2].id, kept[0].id])
        #expect(try store.sets() == [HistorySet(name: "a", exchanges: [kept[1].id]), first])
        try store.makeSet(name: "b", ids: [kept[1].id])
        #expect(try store.set(named: "b") == HistorySet(name: "b", exchanges: [kept[1].id]))
        try store.deleteSet(named: "b")
        #expect(try store.set(named: "b") == nil)
        #expect(try store.count() == 3)
    }

    @Test("what is added to a set stands behind what it has, each once; its note stays unless another one is given")
    func added() throws {
        let store = try history.open()
        let kept = (0..<4).map { sample(at: $0) }
        for exchange in kept { try store.keep(exchange, bodies: []) }
        let made = try store.addToSet(named: "outage", note: "no stock", ids: [kept[2].id])
        #expect(made.added == 1 && made.set == HistorySet(name: "outage", note: "no stock", exchanges: [kept[2].id]))
        let more = try store.addToSet(named: "outage", ids: [kept[0].id, kept[2].id, UUID()])
        #expect(more.added == 1 && more.set.exchanges == [kept[2].id, kept[0].id] && more.set.note == "no stock")
        let silent = try store.addToSet(named: "outage", note: .some(nil), ids: [])
        #expect(silent.added == 0 && silent.set.exchanges.count == 2 && silent.set.note == nil)
        #expect(try store.sets() == [silent.set])
    }

    @Test("an automatic set finds a free name, is none without exchanges, and somebody's own once they ask for it")
    func automatic() throws {
        let store = try history.open()
        let kept = (0..<2).map { sample(at: $0) }
        for exchange in kept { try store.keep(exchange, bodies: []) }
        try store.makeSet(name: "repeat of a", ids: [kept[0].id])
        let names = try (0..<3).map { _ in
            try store.makeAutomaticSet(
                name: "repeat of a", note: "again, stopped", isRepeat: true, ids: kept.map(\.id))
        }
        #expect(names == ["repeat of a 2", "repeat of a 3", "repeat of a 4"])
        #expect(try store.makeAutomaticSet(name: "repeat of b", ids: [UUID()]) == nil)
        #expect(try store.set(named: "repeat of b") == nil)
        #expect(try store.sets().map(\.isAutomatic) == [false, true, true, true])
        #expect(try store.addToSet(named: "repeat of a 3", note: "look here", ids: []).set.isAutomatic == false)
        #expect(try store.set(named: "repeat of a 3")?.exchanges == kept.map(\.id))
    }

    @Test("what a repeat sent is a repeat whatever its set is called and becomes; a set's name alone makes none")
    func repeats() throws {
        let store = try history.open()
        let kept = (0..<3).map { sample(at: $0) }
        for exchange in kept { try store.keep(exchange, bodies: []) }
        #expect(try store.makeAutomaticSet(name: "storm", isRepeat: true, ids: [kept[0].id]) == "storm")
        #expect(try store.makeAutomaticSet(name: "repeat of a", ids: [kept[1].id]) == "repeat of a")
        let kinds = { try kept.map { try store.row($0.id)?.kindOfSend } }
        #expect(try kinds() == ["repeat", nil, nil])
        _ = try store.addToSet(named: "storm", ids: [kept[2].id])
        #expect(try kinds() == ["repeat", nil, nil])
        try store.deleteSet(named: "storm")
        #expect(try kinds() == ["repeat", nil, nil])
    }

    @Test("a history of before knows which exchanges a repeat sent: by the name of their set")
    func migratedRepeats() throws {
        let old = DatabaseSchema(
            migrations: Array(DatabaseSchema.history.migrations.prefix(2)), settings: DatabaseSchema.history.settings)
        try FileManager.default.createDirectory(at: history.url, withIntermediateDirectories: true)
        let connection = try old.open(at: history.url.appendingPathComponent("history.sqlite").path)
        let ids = (0..<3).map { _ in UUID() }
        let sets = [("repeat of a", true), ("repeat of b", false), ("replay of c", true)]
        try connection.run("INSERT INTO origins (number) VALUES (1)")
        for (number, (id, set)) in zip(ids, sets).enumerated() {
            let key = SQLiteStatement.Value.integer(Int64(number))
            try connection.run(
                """
                INSERT INTO exchanges (
                    number, id, sent_at, origin, was_draft, source, method, url, host, path, attempts, assertions_passed,
                    assertions_failed)
                VALUES (?, ?, 0, 1, 0, 'screen', 'GET', '', '', '', 1, 0, 0)
                """, [key, .text(id.digits)])
            try connection.run(
                "INSERT INTO sets (number, name, is_automatic) VALUES (?, ?, ?)", [key, .text(set.0), .flag(set.1)])
            try connection.run("INSERT INTO set_members (\"set\", place, exchange) VALUES (?, 0, ?)", [key, key])
        }
        let store = try history.open()
        #expect(try ids.map { try store.row($0)?.kindOfSend } == ["repeat", nil, nil])
    }

    @Test("a history of before knows which of its sets a series made: by the words of their names and notes")
    func migrated() throws {
        try FileManager.default.createDirectory(at: history.url, withIntermediateDirectories: true)
        let old = DatabaseSchema(
            migrations: [DatabaseSchema.history.migrations[0]], settings: DatabaseSchema.history.settings)
        let connection = try old.open(at: history.url.appendingPathComponent("history.sqlite").path)
        let sets: [(String, String?)] = [
            ("a", nil), ("b", "again, stopped"), ("repeat of a", "again, all are sent"),
            ("repeat of b", "somebody's own words"), ("replay of c", "as sent, stopped"),
        ]
        for (name, note) in sets {
            try connection.run("INSERT INTO sets (name, note) VALUES (?, ?)", [.text(name), .optional(note)])
        }
        let now = try history.open().sets()
        #expect(now.map(\.name) == sets.map(\.0) && now.map(\.note) == sets.map(\.1))
        #expect(now.filter(\.isAutomatic).map(\.name) == ["repeat of a", "replay of c"])
    }

    @Test("pins and notes one exchange, and takes both back")
    func notes() throws {
        let store = try history.open()
        let exchange = sample(at: 1)
        try store.keep(exchange, bodies: [])
        try store.keep(sample(at: 2), bodies: [])
        try store.pin(exchange.id, true)
        try store.note(exchange.id, "look here")
        #expect(try store.row(exchange.id)?.note == "look here")
        #expect(try store.rows(limit: 9).map(\.isPinned) == [false, true])
        #expect(try store.count(HistoryFilter([.init(.text("look"))])) == 1)
        try store.pin(exchange.id, false)
        try store.note(exchange.id, nil)
        #expect(try store.row(exchange.id)?.note == nil)
        #expect(try store.count(HistoryFilter([.init(.isPinned)])) == 0)
        #expect(try store.count(HistoryFilter([.init(.text("look"))])) == 0)
    }

    @Test("an exchange that is kept already stays as it is")
    func again() throws {
        let store = try history.open()
        var exchange = sample(at: 1)
        try store.keep(exchange, bodies: [])
        let first = exchange
        exchange.variableNames = ["other"]
        try store.keep(exchange, bodies: [])
        #expect(try store.exchange(exchange.id) == first)
        #expect(try store.count() == 1)
    }

    @Test("knows the last exchange of a request, of each request, and how long each took")
    func latest() throws {
        let store = try history.open()
        var kept: [StoredExchange] = []
        for second in 0..<6 {
            var exchange = sample(at: second, request: second % 2 == 0 ? "a.yml" : "b.yml")
            exchange.origin.environment = second < 2 ? nil : second < 4 ? "test" : "prod"
            exchange.exchange.duration = .milliseconds(second)
            exchange.exchange.attempts[0].hops[0].timings.wait = .microseconds(second)
            kept.append(exchange)
            try store.keep(exchange, bodies: [])
        }
        #expect(try store.latest(collection: "/api", request: "a.yml")?.id == kept[4].id)
        #expect(try store.latest(collection: "/api", request: "a.yml", environment: "test")?.id == kept[2].id)
        #expect(try store.latest(collection: "/api", request: "a.yml", environment: .some(nil))?.id == kept[0].id)
        #expect(try store.latest(collection: "/other", request: "a.yml") == nil)
        #expect(
            try store.latestByRequest(collection: "/api").mapValues(\.id) == ["a.yml": kept[4].id, "b.yml": kept[5].id])
        #expect(
            try store.latestByRequest(collection: "/api", environment: "test").mapValues(\.id)
                == ["a.yml": kept[2].id, "b.yml": kept[3].id])
        let samples = try store.samples(collection: "/api", request: "b.yml", since: kept[3].sentAt)
        #expect(samples.map(\.id) == [kept[3].id, kept[5].id])
        #expect(samples.map(\.duration) == [.milliseconds(3), .milliseconds(5)])
        #expect(samples.map(\.timings.wait) == [.microseconds(3), .microseconds(5)])
        #expect(samples.map(\.status) == [200, 200])
    }
}

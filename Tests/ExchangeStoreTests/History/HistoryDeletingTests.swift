import BodyStore
import Exchanges
import Foundation
import MicroClient
import Testing

@testable import ExchangeStore

@Suite final class HistoryDeletingTests {
    private let history = HistoryDirectory()

    private func keep(_ bodies: [BodyStore], at second: Int, in store: HistoryStore) throws -> StoredExchange {
        var exchange = sample(at: second)
        exchange.requestBody = try bodies.first.flatMap { try store.limits.kept($0)?.facts }
        exchange.responseBody = try bodies.last.flatMap { try store.limits.kept($0)?.facts }
        try store.keep(exchange, bodies: bodies)
        return exchange
    }

    /// Whether bytes are in any file of the history, whatever their case.
    private func isAnywhere(_ word: String) throws -> Bool {
        for path in FileManager.default.enumerator(atPath: history.url.path)?.allObjects as? [String] ?? [] {
            let file = history.url.appendingPathComponent(path)
            guard let data = try? Data(contentsOf: file) else { continue }
            let text = String(decoding: data.map { $0 < 0x80 ? $0 : 0x2E }, as: UTF8.self).lowercased()
            if text.contains(word.lowercased()) { return true }
        }
        return false
    }

    @Test("deletes for real: nothing of it is left in any file")
    func forReal() throws {
        let store = try history.open()
        for second in 0..<30 {
            _ = try keep([BodyStore(Data("harmless number \(second)".utf8))], at: second, in: store)
        }
        let small = BodyStore(Data("{\"a\": \"quicksilver\"}".utf8))
        let large = BodyStore(Data((String(repeating: "meadow ", count: 20_000) + "quicksilver").utf8))
        var exchange = sample(at: 100, url: "http://example.com/quicksilver")
        exchange.exchange.attempts[0].hops[0].request.headers.append("X-Own", "Quicksilver")
        exchange.exchange.attempts[0].hops[0].connection = ConnectionFacts(certificates: [
            ConnectionFacts.Certificate(
                subject: "CN=quicksilver", issuer: "", alternativeNames: [], notBefore: Date(), notAfter: Date(),
                serialNumber: "1", fingerprint: Data())
        ])
        exchange.requestBody = try store.limits.kept(small)?.facts
        exchange.responseBody = try store.limits.kept(large)?.facts
        try store.keep(exchange, bodies: [small, large])
        try store.note(exchange.id, "quicksilver again")
        try store.makeSet(name: "incident", ids: [exchange.id])
        #expect(try isAnywhere("quicksilver"))
        try store.delete([exchange.id])
        #expect(try !isAnywhere("quicksilver"))
        #expect(try !isAnywhere("meadow"))
        #expect(try store.count() == 30)
        #expect(try store.set(named: "incident")?.exchanges == [])
        #expect(history.files().isEmpty)
    }

    @Test("keeps a body for as long as an exchange has it, once however many have it")
    func shared() throws {
        let store = try history.open()
        let large = HistoryDirectory.body(count: 100_000)
        let first = try keep([large], at: 1, in: store)
        let second = try keep([large], at: 2, in: store)
        #expect(history.files().count == 1)
        try store.delete([first.id])
        let body = try #require(try second.responseBody.flatMap { try store.body($0) })
        #expect(body.copy(0..<body.count) == large.copy(0..<large.count))
        #expect(body.sha256 == large.sha256)
        try store.delete([second.id])
        #expect(history.files().isEmpty)
        #expect(try store.body(try #require(first.responseBody)) == nil)
        #expect(body.copy(99_999..<100_000) == large.copy(99_999..<100_000), "who has it open reads on")
    }

    @Test("lists what was kept with a gone body, and says that it is gone")
    func gone() throws {
        let store = try history.open()
        var exchange = sample(at: 1)
        exchange.responseBody = StoredBody(hash: String(repeating: "0", count: 64), length: 3, keptLength: 3)
        exchange.requestBody = StoredBody(hash: "../../etc/passwd", length: 3, keptLength: 3)
        try store.keep(exchange, bodies: [])
        #expect(try store.body(try #require(exchange.responseBody)) == nil)
        #expect(try store.body(try #require(exchange.requestBody)) == nil)
    }

    @Test("cuts a body that is too long, and keeps the hash of all of it")
    func cut() throws {
        var limits = HistoryLimits()
        (limits.wholeBodyLimit, limits.cutLength) = (200_000, 70_000)
        let store = try history.open(limits)
        let large = HistoryDirectory.body(count: 200_001)
        let exchange = try keep([large], at: 1, in: store)
        let facts = try #require(exchange.responseBody)
        #expect(facts.isCut && facts.length == 200_001 && facts.keptLength == 70_000)
        #expect(facts.wholeHash == large.sha256?.hexadecimal)
        let body = try #require(try store.body(facts))
        #expect(body.copy(0..<body.count) == large.copy(0..<70_000))
    }

    @Test("removes files that a killed instance left without a row, and none that has one")
    func orphans() throws {
        var store: HistoryStore? = try history.open()
        let large = HistoryDirectory.body(count: 100_000)
        let exchange = try #require(try store.map { try keep([large], at: 1, in: $0) })
        let orphan = HistoryDirectory.body(count: 80_000, seed: 9)
        let hash = try #require(orphan.sha256?.hexadecimal)
        try store?.write { [shelf = store?.shelf] (connection) throws(SQLiteError) in
            try shelf?.put(orphan, hash: hash, in: connection)
        }
        store = nil
        #expect(history.files().count == 2)
        let next = try history.open()
        #expect(history.files().count == 1)
        #expect(try exchange.responseBody.flatMap { try next.body($0) }?.count == 100_000)
    }

    @Test(
        "knows that another instance, at its start, took a file without a row for left behind; and keeps the body all the same"
    )
    func removed() throws {
        let store = try history.open()
        let large = HistoryDirectory.body(count: 100_000)
        let hash = try #require(large.sha256?.hexadecimal)
        try store.write { (connection) throws(SQLiteError) in
            try store.shelf.put(large, hash: hash, in: connection)
            #expect(try store.shelf.isPut(hash, in: connection))
        }
        _ = try history.open()
        try store.write { (connection) throws(SQLiteError) in
            #expect(try !store.shelf.isPut(hash, in: connection))
        }
        #expect(history.files().isEmpty)
        _ = try keep([large], at: 1, in: store)
        #expect(history.files().count == 1)
    }

    @Test("forgets what is too old, then the oldest until the rest is small enough; never what is pinned or in a set")
    func prune() throws {
        var limits = HistoryLimits()
        limits.maximumAge = .seconds(1_000)
        let store = try history.open(limits)
        let kept = try (0..<8).map { second in
            try keep([HistoryDirectory.body(count: 100_000, seed: second)], at: second * 100, in: store)
        }
        try store.pin(kept[0].id, true)
        try store.makeSet(name: "incident", ids: [kept[1].id])
        let now = Date(timeIntervalSince1970: 1_700_000_000 + 1_350)
        let result = try store.prune(now: now)
        #expect(result.removed == 2 && !result.isOverLimit)
        #expect(try store.rows(limit: 10).map(\.id) == [7, 6, 5, 4, 1, 0].map { kept[$0].id })
        limits.maximumBytes = 1
        let strict = try history.open(limits)
        let rest = try strict.prune(now: now)
        #expect(rest.removed == 3 && rest.isOverLimit)
        #expect(try strict.rows(limit: 10).map(\.id) == [7, 1, 0].map { kept[$0].id })
        #expect(history.files().count == 3)
        #expect(rest.bytes == (try strict.bytesOnDisk()))
    }

    @Test("what is in automatic sets alone is forgotten as all else is, and the set with the last of it")
    func automaticSets() throws {
        var limits = HistoryLimits()
        limits.maximumAge = .seconds(1_000)
        let store = try history.open(limits)
        let kept = try (0..<6).map { try keep([BodyStore(Data("body \($0)".utf8))], at: $0 * 100, in: store) }
        let ids = kept.map(\.id)
        #expect(try store.makeAutomaticSet(name: "old", ids: [ids[0], ids[1]]) == "old")
        #expect(try store.makeAutomaticSet(name: "newer", ids: [ids[1], ids[4]]) == "newer")
        #expect(try store.makeAutomaticSet(name: "wanted", ids: [ids[2]]) == "wanted")
        _ = try store.addToSet(named: "wanted", note: "look here", ids: [])
        let result = try store.prune(now: Date(timeIntervalSince1970: 1_700_000_000 + 1_350))
        #expect(result.removed == 3)
        #expect(try store.rows(limit: 9).map(\.id) == [ids[5], ids[4], ids[2]])
        #expect(try store.sets().map(\.name) == ["newer", "wanted"])
        #expect(try store.set(named: "newer")?.exchanges == [ids[4]])
        try store.delete([ids[2], ids[4]])
        #expect(try store.sets().map(\.name) == ["wanted"])
    }

    @Test(
        "what a deletion could not wipe, since it was stopped half-way, the next pruning wipes",
        arguments: [true, false])
    func unfinishedWipe(isPruned: Bool) throws {
        let store = try history.open()
        let other = try keep([BodyStore(Data("harmless".utf8))], at: 1, in: store)
        let exchange = try keep([BodyStore(Data("quicksilver".utf8))], at: 2, in: store)
        // As far as it came.
        try store.write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.run("INSERT INTO unfinished_wipes DEFAULT VALUES")
                let number = try connection.integer(
                    "SELECT number FROM exchanges WHERE id = ?", [.text(exchange.id.digits)])
                try HistoryStore.delete(number ?? 0, in: connection)
            }
        }
        #expect(try store.count() == 1)
        #expect(try isAnywhere("quicksilver"))
        if isPruned { _ = try store.prune(now: other.sentAt) } else { try store.delete([UUID()]) }
        #expect(try !isAnywhere("quicksilver"))
        let left = try store.write { (connection) throws(SQLiteError) in
            try connection.integer("SELECT count(*) FROM unfinished_wipes")
        }
        #expect(left == 0)
    }

    @Test("what another instance's reading holds up is not said to be gone; the next deletion wipes it")
    func heldUp() throws {
        let store = try history.open()
        let exchange = try keep([BodyStore(Data("quicksilver".utf8))], at: 1, in: store)
        let reader = try SQLiteConnection(path: history.url.appendingPathComponent("history.sqlite").path)
        try reader.execute("BEGIN")
        _ = try reader.integer("SELECT count(*) FROM exchanges")
        let error = #expect(throws: SQLiteError.self) { try store.delete([exchange.id]) }
        #expect(error?.code == .busy)
        #expect(try store.count() == 0)
        #expect(try isAnywhere("quicksilver"))
        try reader.execute("COMMIT")
        try store.delete([UUID()])
        #expect(try !isAnywhere("quicksilver"))
    }

    @Test("where what is pinned takes more than all may, the newest others stay, up to a tenth; the oldest go first")
    func pinsTakeAll() throws {
        var limits = HistoryLimits()
        limits.maximumBytes = 2_000_000
        let store = try history.open(limits)
        let pinned = try (0..<30).map { number in
            try keep([HistoryDirectory.body(count: 100_000, seed: number)], at: number, in: store)
        }
        for exchange in pinned { try store.pin(exchange.id, true) }
        let others = try (0..<6).map { number in
            try keep([HistoryDirectory.body(count: 80_000, seed: 100 + number)], at: 100 + number, in: store)
        }
        let result = try store.prune(now: Date(timeIntervalSince1970: 1_700_000_200))
        #expect(result.removed == 4 && result.isOverLimit)
        #expect(try store.rows(limit: 3).map(\.id) == [others[5].id, others[4].id, pinned[29].id])
        #expect(try store.prune(now: Date(timeIntervalSince1970: 1_700_000_200)).removed == 0)
    }

    @Test("without pins the limit holds, and what is kept then is the newest")
    func limitHolds() throws {
        var limits = HistoryLimits()
        limits.maximumBytes = 6_000_000
        let store = try history.open(limits)
        let kept = try (0..<150).map { number in
            try keep([HistoryDirectory.body(count: 66_000, seed: number)], at: number, in: store)
        }
        let result = try store.prune(now: Date(timeIntervalSince1970: 1_700_000_200))
        #expect(!result.isOverLimit && result.bytes <= limits.maximumBytes)
        let left = try store.rows(limit: 200).map(\.id)
        #expect(left == kept.suffix(left.count).reversed().map(\.id) && left.count > 20)
    }
}

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
        var kept: [KeptExchange] = []
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
        let samples = try store.samples(collection: "/api", request: "b.yml", since: kept[3].sentAt)
        #expect(samples.map(\.id) == [kept[3].id, kept[5].id])
        #expect(samples.map(\.duration) == [.milliseconds(3), .milliseconds(5)])
        #expect(samples.map(\.timings.wait) == [.microseconds(3), .microseconds(5)])
        #expect(samples.map(\.status) == [200, 200])
    }
}

import Exchanges
import Foundation
import MicroClient
import Testing

@testable import ExchangeStore

@Suite("A request that is renamed keeps its history")
final class HistoryFollowingTests {
    private let history = HistoryDirectory()

    private func renamed(_ names: [String: String]) -> (RecordedExchange.Origin) -> RecordedExchange.Origin {
        return { origin in
            var new = origin
            new.requestPath = origin.requestPath.map { names[$0] ?? $0 }
            return new
        }
    }

    private func keep(_ paths: String?..., in store: HistoryStore) throws -> [StoredExchange] {
        let exchanges = paths.enumerated().map { sample(at: $0, request: $1) }
        for exchange in exchanges { try store.keep(exchange, bodies: []) }
        return exchanges
    }

    private func sent(_ path: String, in store: HistoryStore) throws -> [UUID] {
        try store.rows(HistoryFilter([.init(.sent(of: path, in: "/api"))]), limit: 10).map(\.id)
    }

    @Test("lists, the last one and the exchange itself have the new path; other requests stay")
    func renames() throws {
        let store = try history.open()
        let kept = try keep("a.yml", "b.yml", "a.yml", nil, in: store)
        try store.follow(collection: "/api", renamed(["a.yml": "c.yml"]))
        #expect(try sent("c.yml", in: store) == [kept[2].id, kept[0].id])
        #expect(try sent("a.yml", in: store).isEmpty && sent("b.yml", in: store) == [kept[1].id])
        #expect(try store.latest(collection: "/api", request: "c.yml")?.id == kept[2].id)
        #expect(try store.exchange(kept[0].id)?.origin.requestPath == "c.yml")
        #expect(try store.exchange(kept[3].id)?.origin.requestPath == nil)
    }

    @Test("another collection's request of the same path stays")
    func otherCollection() throws {
        let store = try history.open()
        let kept = try keep("a.yml", in: store)
        try store.follow(collection: "/other", renamed(["a.yml": "c.yml"]))
        #expect(try sent("a.yml", in: store) == [kept[0].id])
    }

    @Test("two that change places do, and the way back leads to what was")
    func swaps() throws {
        let store = try history.open()
        let kept = try keep("a.yml", "b.yml", in: store)
        let swap = renamed(["a.yml": "b.yml", "b.yml": "a.yml"])
        try store.follow(collection: "/api", swap)
        #expect(try sent("a.yml", in: store) == [kept[1].id] && sent("b.yml", in: store) == [kept[0].id])
        try store.follow(collection: "/api", swap)
        #expect(try sent("a.yml", in: store) == [kept[0].id] && sent("b.yml", in: store) == [kept[1].id])
    }

    @Test("a path that another one had before has both, also what is sent later")
    func joins() throws {
        let store = try history.open()
        let kept = try keep("a.yml", "gone.yml", in: store)
        try store.follow(collection: "/api", renamed(["a.yml": "gone.yml"]))
        let later = sample(at: 9, request: "gone.yml")
        try store.keep(later, bodies: [])
        #expect(try sent("gone.yml", in: store) == [later.id, kept[1].id, kept[0].id])
        #expect(try store.latestByRequest(collection: "/api").mapValues(\.id) == ["gone.yml": later.id])
    }

    @Test("an environment that is renamed keeps what was sent to it")
    func environment() throws {
        let store = try history.open()
        let kept = try keep("a.yml", in: store)
        try store.follow(collection: "/api") { origin in
            var new = origin
            if origin.environment == "test" { new.environment = "staging" }
            return new
        }
        #expect(try store.latest(collection: "/api", request: "a.yml", environment: .some("staging"))?.id == kept[0].id)
        #expect(try store.row(kept[0].id)?.origin.environment == "staging")
    }
}

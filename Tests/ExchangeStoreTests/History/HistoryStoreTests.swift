import BodyStore
import Exchanges
import Foundation
import MicroClient
import Testing

@testable import ExchangeStore

/// Each test has a directory of its own.
@Suite final class HistoryStoreTests {
    let history = HistoryDirectory()

    @Test("gives back an exchange as it was kept, with its bodies")
    func kept() throws {
        let store = try history.open()
        let small = BodyStore(Data("{\"name\": \"Ada\"}".utf8))
        let large = HistoryDirectory.body(count: 300_000)
        var exchange = sample(at: 10)
        exchange.requestBody = try #require(try store.limits.kept(small)).facts
        exchange.responseBody = try #require(try store.limits.kept(large)).facts
        try store.keep(exchange, bodies: [small, large])
        #expect(try store.exchange(exchange.id) == exchange)
        #expect(try bytes(exchange.requestBody, in: store) == small.copy(0..<small.count))
        #expect(try bytes(exchange.responseBody, in: store) == large.copy(0..<large.count))
        #expect(try store.exchange(UUID()) == nil)
    }

    private func bytes(_ kept: StoredBody?, in store: HistoryStore) throws -> [UInt8]? {
        try kept.flatMap { try store.body($0) }.map { $0.copy(0..<$0.count) }
    }

    @Test("lists the newest first, page by page")
    func pages() throws {
        let store = try history.open()
        let kept = [30, 10, 20, 20].map { sample(at: $0) }
        for exchange in kept { try store.keep(exchange, bodies: []) }
        let ids = [0, 3, 2, 1].map { kept[$0].id }
        #expect(try store.rows(limit: 10).map(\.id) == ids)
        #expect(try store.rows(limit: 2).map(\.id) == Array(ids[..<2]))
        #expect(try store.rows(after: ids[1], limit: 2).map(\.id) == Array(ids[2...]))
        #expect(try store.rows(after: UUID(), limit: 2).isEmpty)
        #expect(try store.count() == 4)
    }

    @Test("finds by the first digits of an id, and counts back")
    func addresses() throws {
        let store = try history.open()
        let ids = ["3F2A9C10-0000-4000-8000-000000000001", "3F2A9C20-0000-4000-8000-000000000002"]
        for (place, text) in ids.enumerated() {
            let id = try #require(UUID(uuidString: text))
            try store.keep(sample(id, at: place, request: place == 0 ? "users/get.yml" : "users/list.yml"), bodies: [])
        }
        func find(_ text: String) throws -> String {
            try store.find(try #require(HistoryAddress(text)), collection: nil).uuidString
        }
        #expect(try find("3f2a9c1") == ids[0])
        #expect(try find("3f2a9c20-0000") == ids[1])
        #expect(try find("@") == ids[1])
        #expect(try find("@-1") == ids[0])
        #expect(try find("users/get@") == ids[0])
        #expect(throws: HistoryLookupError.none) { try find("@-2") }
        #expect(throws: HistoryLookupError.none) { try find("ffff") }
        #expect(throws: HistoryLookupError.ambiguous(try store.rows(limit: 2))) { try find("3f2a9c") }
    }
}

/// The directory of a history, which is removed with this.
final class HistoryDirectory {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: url) }

    func open(_ limits: HistoryLimits = HistoryLimits()) throws -> HistoryStore {
        try HistoryStore(directory: url, limits: limits)
    }

    /// Paths of the files below, without the database and its companions.
    func files() -> [String] {
        let all = FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? []
        return all.filter { $0.hasPrefix("bodies/") && $0.count > "bodies/ab".count }.sorted()
    }

    static func body(count: Int, seed: Int = 1) -> BodyStore {
        BodyStore((0..<count).map { UInt8(truncatingIfNeeded: 97 + ($0 &* 31 &+ $0 / 251 &+ seed) % 26) })
    }
}

func sample(
    _ id: UUID = UUID(), at second: Int, request: String? = "users/get.yml", url: String = "http://example.com/users/1"
) -> StoredExchange {
    let sent = Exchange.SentRequest(method: .get, url: url, headers: [HeaderField("Accept", "application/json")])
    let start = Date(timeIntervalSince1970: Double(1_700_000_000 + second))
    let head = ResponseHead(status: 200, reason: "OK", httpVersion: "1.1", headers: [HeaderField("Server", "demo")])
    let hop = Exchange.Hop(startedAfter: .milliseconds(1), request: sent, response: head)
    let attempt = Exchange.Attempt(
        number: 1, startedAfter: .zero, request: sent, hops: [hop], outcome: .response(status: 200))
    let exchange = Exchange(request: sent, startedAt: start, attempts: [attempt], duration: .milliseconds(12))
    let origin = RecordedExchange.Origin(collection: "/api", requestPath: request, environment: "test")
    var kept = StoredExchange(id: id, origin: origin, source: .commandLine, sentAt: start, exchange: exchange)
    kept.head = head
    return kept
}

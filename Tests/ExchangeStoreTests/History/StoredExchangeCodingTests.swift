import Digests
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing

@testable import ExchangeStore

@Suite struct StoredExchangeCodingTests {
    private func json(_ exchange: StoredExchange) throws -> [String: Any] {
        let data = try JSONEncoder().encode(exchange)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func read(_ json: [String: Any]) throws -> StoredExchange {
        try JSONDecoder().decode(StoredExchange.self, from: JSONSerialization.data(withJSONObject: json))
    }

    @Test("reads every exchange as it was written")
    func roundTrip() throws {
        var random = RandomExchange(seed: LongRun.seed)
        for round in 0..<LongRun.inputs(orJust: 300) {
            let exchange = random.next()
            let read = try JSONDecoder().decode(StoredExchange.self, from: JSONEncoder().encode(exchange))
            try #require(read == exchange, "round \(round), seed \(LongRun.seed)")
        }
    }

    @Test("writes the bytes that are in the history of every version so far")
    func sameBytes() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var random = RandomExchange(seed: 2026)
        let digest = try RunningDigest(.sha256)
        let plain = sample(try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001")), at: 1)
        for exchange in [plain] + (0..<200).map({ _ in random.next() }) {
            digest.update(try encoder.encode(exchange))
        }
        #expect(digest.finish().hexadecimal == "a733a8f2c89a80c70fccdb7d8e1b7f10087aecdd0cdadd9450dbb461f6730b39")
    }

    @Test("keeps every exchange as it was, certificate chains included")
    func kept() throws {
        let history = HistoryDirectory()
        let store = try history.open()
        var random = RandomExchange(seed: LongRun.seed)
        for _ in 0..<60 {
            let exchange = random.next()
            try store.keep(exchange, bodies: [])
            #expect(try store.exchange(exchange.id) == exchange)
            #expect(try store.row(exchange.id)?.origin == exchange.origin)
            #expect(try store.row(exchange.id)?.source == exchange.source)
            #expect(try store.row(exchange.id)?.failure == exchange.failure)
        }
        #expect(try store.count() == 60)
    }

    @Test("reads what scripts said as it was written, and nothing of it from an older version")
    func scripts() throws {
        var exchange = sample(UUID(), at: 1)
        let older = try json(exchange)
        #expect(older["console"] == nil && older["skippedScripts"] == nil)
        #expect(try read(older).console.isEmpty && read(older).skippedScripts == 0)
        exchange.console = [ConsoleLine(level: "warning", text: "hello")]
        exchange.skippedScripts = 2
        var test = RecordedAssertion(expression: "t", operator: "", outcome: .failed(found: "no", expected: ""))
        (test.isTest, test.place) = (true, "a.yml:3:9")
        test.code = CodeLine(String(repeating: "x", count: 300), column: 200)
        exchange.assertions = [test]
        #expect(try read(json(exchange)) == exchange)
    }

    @Test("passes over what a later version writes beside")
    func later() throws {
        var random = RandomExchange(seed: 3)
        let exchange = random.next()
        var object = try json(exchange)
        #expect(object["version"] as? Int == 1)
        object["version"] = 2
        object["mood"] = ["calm": true]
        #expect(try read(object) == exchange)
    }

    @Test("a place of a marker that cannot be puts nothing into the request", arguments: [-1, .min, .max, .max - 3, 7])
    func impossiblePlaces(offset: Int) throws {
        var exchange = sample(at: 1)
        exchange.exchange.request.url = "http://h/{{a}}"
        exchange.markers = [SecretPlaceholder(name: "a", place: .url, offset: 9, spelling: .plain)]
        var object = try json(exchange)
        var marker = try #require((object["markers"] as? [[String: Any]])?.first)
        marker["offset"] = offset
        object["markers"] = [marker]
        let read = try read(object)
        let filled = try RestoredRequest(read, body: nil) { _ in "secret" }
        #expect(filled.url == "http://h/{{a}}" && filled.missing.map(\.name) == ["a"])
        marker["offset"] = 9
        object["markers"] = [marker]
        #expect(try RestoredRequest(self.read(object), body: nil) { _ in "secret" }.url == "http://h/secret")
    }

    @Test("reads a word of a later version as the nearest that it knows")
    func unknownWords() throws {
        var exchange = sample(at: 1)
        exchange.markers = [SecretPlaceholder(name: "a", place: .body, offset: 3, spelling: .plain)]
        var object = try json(exchange)
        object["source"] = ["kind": "schedule"]
        object["markers"] = [["name": "a", "place": "body", "offset": 3, "spelling": "rot13"]]
        let found = try read(object)
        #expect(found.source == .screen)
        #expect(found.markers.first?.spelling == .other)
    }

    @Test("writes what repeats once: the requests of attempts and hops, and the head")
    func once() throws {
        let text = String(decoding: try JSONEncoder().encode(sample(at: 1)), as: UTF8.self)
        #expect(text.components(separatedBy: "application").count == 2)
        #expect(text.components(separatedBy: "\"Server\"").count == 2)
    }

    @Test("holds moments before and after all that can be counted")
    func extremes() throws {
        var exchange = sample(at: 1)
        exchange.sentAt = .distantFuture
        exchange.exchange.startedAt = Date(timeIntervalSince1970: 1e300)
        exchange.exchange.duration = .seconds(Int64.max)
        let read = try read(try json(exchange))
        #expect(read.sentAt == .distantFuture)
        #expect(read.exchange.duration == .nanoseconds(Int64.max))
    }
}

import BodyStore
import Exchanges
import Foundation
import MicroClient
import Testing

@testable import ExchangeStore

@Suite final class HistoryFilterTests {
    private let history = HistoryDirectory()

    /// Four exchanges, named by the last digit of their ids, in the order in which they were sent.
    private func store() throws -> HistoryStore {
        let store = try history.open()
        for exchange in [plain, failed, slow, draft] { try keep(exchange, in: store) }
        try store.note(id(1), "Grüße an 100% von_allen")
        try store.pin(id(2), true)
        try store.makeSet(name: "outage", ids: [id(3), id(2)])
        return store
    }

    private func id(_ number: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)"))
    }

    private func keep(_ exchange: (inout StoredExchange) throws -> String?, in store: HistoryStore) throws {
        var kept = sample(at: 0)
        let text = try exchange(&kept)
        let body = text.map { BodyStore(Data($0.utf8)) }
        kept.responseBody = try body.flatMap { try store.limits.kept($0)?.facts }
        try store.keep(kept, bodies: body.map { [$0] } ?? [])
    }

    private func plain(_ kept: inout StoredExchange) throws -> String? {
        kept = sample(try id(1), at: 100, url: "http://Ada:pw@API.example.com:8080/v1/users?page=2")
        return "{\"message\": \"the order was not found\"}"
    }

    private func failed(_ kept: inout StoredExchange) throws -> String? {
        kept = sample(try id(2), at: 200, request: "orders/list.yml", url: "https://example.com/orders")
        kept.head = nil
        kept.exchange.request.method = .post
        let failure = Exchange.Failure(stage: .connect, code: .timedOut, message: "no answer")
        kept.exchange.attempts[0].outcome = .failure(failure)
        kept.exchange.attempts[0].hops[0].response = nil
        kept.exchange.attempts.append(kept.exchange.attempts[0])
        kept.failure = RecordedFailure(stage: .init(.connect), message: "no answer from example.com")
        kept.origin.environment = "prod"
        return nil
    }

    private func slow(_ kept: inout StoredExchange) throws -> String? {
        kept = sample(try id(3), at: 300, request: "orders/get.yml", url: "http://badexample.com/a_b/c%20d")
        kept.exchange.duration = .seconds(3)
        kept.head?.status = 503
        kept.head?.headers.append("Retry-After", "120")
        kept.assertions = [
            RecordedAssertion(expression: "res.status", operator: "eq", outcome: .failed(found: "503", expected: "200"))
        ]
        return "Wartungsarbeiten: später"
    }

    private func draft(_ kept: inout StoredExchange) throws -> String? {
        kept = sample(try id(4), at: 400, request: nil, url: "http://[::1]:80/v1/things")
        kept.origin = RecordedExchange.Origin(wasDraft: true)
        return "order not found"
    }

    private static let table: [(HistoryFilter.Test, String)] = [
        (.status(200...299), "41"), (.status(503...503), "3"),
        (.method("post"), "2"), (.method("PO"), ""),
        (.environment("prod"), "2"), (.environment("pro"), ""), (.environment(nil), "4"),
        (.host("example.com"), "21"), (.host("API.Example.com"), "1"), (.host("::1"), "4"),
        (.host("example.com:8080"), "1"), (.host("API.example.com:8080"), "1"), (.host("example.com:80"), ""),
        (.host("example.com:443"), ""), (.host("[::1]:80"), "4"), (.host("[::1]"), "4"), (.host("[::1]:8"), ""),
        (.host("badexample.com:"), ""), (.host(":8080"), ""), (.host("%:8080"), ""),
        (.path("V1/"), "41"), (.path("a_b"), "3"), (.path("v_"), ""), (.path("%"), "3"), (.path("page"), ""),
        (.request("ORDERS/"), "32"), (.request(".yml"), "321"), (.collection("api"), "321"),
        (.sent(of: "orders/list.yml", in: "/api"), "2"), (.sent(of: "orders/list", in: "/api"), ""),
        (.sent(of: "orders/list.yml", in: "/"), ""),
        (.error(nil), "2"), (.error("timedout"), "2"), (.error("connect"), "2"), (.error("no answer"), "2"),
        (.error("tls"), ""), (.error("timeout"), "2"), (.error("Timeout"), "2"), (.error("dns"), ""),
        (.since(Date(timeIntervalSince1970: 1_700_000_300)), "43"),
        (.until(Date(timeIntervalSince1970: 1_700_000_200)), "21"),
        (.before(Date(timeIntervalSince1970: 1_700_000_200)), "1"),
        (.slower(.seconds(2)), "3"), (.faster(.milliseconds(13)), "421"), (.slower(.seconds(3)), ""),
        (.body("not found"), "41"), (.body("NOT FOU"), "41"), (.body("found not"), ""), (.body("spät"), "3"),
        (.body("rder"), ""),
        (.header("retry-after: 120"), "3"), (.header("accept"), "4321"), (.header("users"), ""),
        (.text("orders"), "2"), (.text("order"), "421"), (.text("c d"), "3"), (.text("Wartung"), "3"),
        (.text("grusse"), ""),
        (.note("100%"), "1"), (.note("von_a"), "1"), (.note("1%v"), ""), (.text("Grüße an"), "1"),
        (.set("outage"), "32"), (.set("out"), ""), (.isPinned, "2"), (.isDraft, "4"), (.isRetried, "2"),
        (.isFailed, "3"),
    ]

    @Test("finds the exchanges that a term holds for, and with its contrary all others")
    func terms() throws {
        let store = try store()
        for (test, expected) in Self.table {
            let filter = HistoryFilter([.init(test)])
            #expect(try digits(store, filter) == expected, "\(test)")
            #expect(try store.count(filter) == expected.count, "\(test)")
            let others = HistoryFilter([.init(test, isNegated: true)])
            #expect(try digits(store, others) == "4321".filter { !expected.contains($0) }, "not \(test)")
        }
    }

    private func digits(_ store: HistoryStore, _ filter: HistoryFilter) throws -> String {
        String(try store.rows(filter, limit: 10).compactMap { $0.id.uuidString.last })
    }

    @Test("takes several terms together")
    func several() throws {
        let store = try store()
        let both = HistoryFilter([.init(.request("orders/")), .init(.isPinned, isNegated: true)])
        #expect(try digits(store, both) == "3")
    }

    @Test("takes what looks like SQL, a pattern or a query for what it is: text")
    func injection() throws {
        let store = try store()
        let texts = [
            "' OR 1=1 --", "'); DROP TABLE exchanges; --", "\" OR url : *", "\"", "\"\"", "order\" OR \"x", "NEAR(a b)",
            "a AND b", "*",
            "^order", "{url} : x", "\0", "\0\"", "%", "_%_", "\\", "", "🜁", "-", "(",
        ]
        for text in texts {
            let tests: [HistoryFilter.Test] = [
                .method(text), .environment(text), .host(text), .request(text), .collection(text), .error(text),
                .body(text),
                .header(text), .text(text), .set(text),
            ]
            for test in tests {
                _ = try store.rows(HistoryFilter([.init(test), .init(test, isNegated: true)]), limit: 5)
            }
            #expect(try digits(store, HistoryFilter([.init(.environment(text))])).isEmpty)
            #expect(try digits(store, HistoryFilter([.init(.body("\(text)\u{1}zz"))])).isEmpty)
        }
        #expect(try store.count() == 4)
    }
}

import Foundation
import TestSupport
import Testing

@testable import MicroClient

private struct Reading: Decodable, Sendable, Hashable {
    var celsius: Double
}

@Suite("Streams")
struct StreamingTests {
    private static let stream: HeaderFields = [HeaderField("Content-Type", "text/event-stream; charset=utf-8")]

    private func body(_ chunks: String...) async throws -> WireBody {
        let client = NetworkClient(transport: FakeTransport(.response(200, body: chunks)))
        return try await client.send(WireRequest(url: "http://h.test/")).body
    }

    private func all<Source: AsyncSequence>(_ source: Source) async throws -> [Source.Element] {
        try await source.reduce(into: []) { $0.append($1) }
    }

    // MARK: Lines

    @Test("lines end with LF, CRLF or CR, wherever the chunks are split, and the last needs no end")
    func lines() async throws {
        #expect(try await all(body("a\nb", "c\r", "\nd\r\re", "").lines) == ["a", "bc", "d", "", "e"])
        #expect(try await all(body("a\n", "\n").lines) == ["a", ""])
        #expect(try await all(body().lines).isEmpty)
    }

    @Test("a second loop goes on where the first stopped between two chunks")
    func goesOn() async throws {
        let lines = try await body("a\n", "b\n", "c\n").lines
        for try await line in lines where line == "a" { break }
        #expect(try await all(lines) == ["b", "c"])
    }

    @Test(
        "JSON Lines give a value for each line that is not blank, and an error with the exchange for one that is none")
    func jsonLines() async throws {
        let good = try await body("{\"celsius\":1}\n\n  \n{\"cel", "sius\":2.5}").jsonLines(of: Reading.self)
        #expect(try await all(good) == [Reading(celsius: 1), Reading(celsius: 2.5)])
        let bad = try await body("{\"celsius\":1}\nno\n").jsonLines(of: Reading.self)
        let error = await #expect(throws: NetworkClientError.self) { try await all(bad) }
        guard case .decodingError? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(error?.exchange != nil)
    }

    // MARK: Events

    @Test("the events of one response, split anywhere; an id holds for those that follow")
    func events() async throws {
        let events = try await body("id: 1\nevent: add\nda", "ta: a\ndata: b\n\n: ping\n\ndata: c\n\ndata: unfinished")
            .events
        #expect(
            try await all(events) == [
                ServerSentEvent(type: "add", data: "a\nb", id: "1"), ServerSentEvent(data: "c", id: "1"),
            ])
    }

    private func reconnecting(_ script: [HopScript]) -> (NetworkClient, FakeTransport, TestClock) {
        let (transport, clock) = (FakeTransport(script), TestClock())
        var configuration = NetworkConfiguration(session: .transport(transport), baseURL: .noBase)
        configuration.clock = clock.clock
        return (NetworkClient(configuration: configuration), transport, clock)
    }

    private func connection(_ body: String...) -> HopScript { .response(200, headers: Self.stream, body: body) }

    @Test("a connection that ends or breaks is made again after the server's time, with the last id, until 204")
    func resumes() async throws {
        var broken = connection("id: 8\ndata: b\n\ndata: lost")
        broken.steps[broken.steps.count - 1] = .fail(TransferError.lost)
        let (client, transport, clock) = reconnecting([
            connection("retry: 50\nid: 7\ndata: a\n\n"), broken, .failing(TransferError.refused),
            connection("id\ndata: c\n\n"), .response(204),
        ])
        let events = try await all(client.events(WireRequest(url: "http://h.test/")))
        #expect(events.map(\.data) == ["a", "b", "c"])
        #expect(events.map(\.id) == ["7", "8", nil])
        #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "7", "8", "8", nil])
        #expect(transport.requests.allSatisfy { $0.headers["Accept"] == "text/event-stream" })
        #expect(transport.requests.allSatisfy { $0.options.idleTimeout == nil })
        #expect(clock.sleeps == Array(repeating: .milliseconds(50), count: 4))
    }

    @Test("the first failure is the caller's, and so is the fifth in a row")
    func givesUp() async throws {
        let (first, _, _) = reconnecting([.failing(TransferError.refused)])
        let error = await #expect(throws: NetworkClientError.self) {
            try await all(first.events(WireRequest(url: "http://h.test/")))
        }
        #expect(error?.transferError?.code == .couldNotConnect)
        let refused = Array(repeating: HopScript.failing(TransferError.refused), count: 5)
        let (later, transport, _) = reconnecting([connection("data: a\n\n")] + refused + [connection("data: b\n\n")])
        await #expect(throws: NetworkClientError.self) {
            try await all(later.events(WireRequest(url: "http://h.test/")))
        }
        #expect(transport.requests.count == 6)
    }

    @Test("a status or a type that is no stream of events is an error that says so")
    func noEvents() async throws {
        let (client, _, _) = reconnecting([
            .response(403, body: [#"{"message":"members only"}"#]),
            .response(200, headers: [HeaderField("Content-Type", "text/html")], body: ["<p>"]),
        ])
        let events = client.events(WireRequest(url: "http://h.test/"))
        let refused = await #expect(throws: NetworkClientError.self) { try await all(events) }
        #expect(refused?.serverMessage == "members only")
        let page = await #expect(throws: NetworkClientError.self) { try await all(events) }
        #expect(page?.localizedDescription.contains("not a stream of events, but text/html") == true)
    }

    @Test("a chain streams with its fields, and a refused response goes through its error decoder")
    func chain() async throws {
        struct Complaint: Error, Decodable, Equatable { var complaint: String }
        let (client, transport) = try builder(
            .response(200, body: ["a\nb\n"]), .response(404, body: [#"{"complaint":"gone"}"#]),
            connection("data: x\n\n"), .response(204))
        #expect(try await all(client("log").header("X-A", "1").stream().body.lines) == ["a", "b"])
        #expect(transport.requests[0].headers["X-A"] == "1")
        #expect(transport.requests[0].headers["User-Agent"] != nil)
        await #expect(throws: Complaint(complaint: "gone")) {
            try await client.errorDecoder(.decodable(Complaint.self)).stream()
        }
        var read: [String] = []
        for try await event in try client("events").events() {
            read.append(event.data)
            break
        }
        #expect(read == ["x"])
    }

    // MARK: Pages

    private func page(_ ids: String, next: String? = nil) -> HopScript {
        .response(200, headers: HeaderFields(next.map { [HeaderField("Link", $0)] } ?? []), body: [ids])
    }

    @Test("pages follow rel=next of the same origin, with the same fields, until there is none")
    func pages() async throws {
        let script = [
            page(
                "[1]", next: #"<http://one.test/v1/x?page=9>; rel="last", <http://one.test/v1/x?page=2&a=b>; rel=next"#),
            page("[2]", next: #"</v1/x?page=3>; title="a, \"b\"; rel=prev"; rel="foo NEXT""#), page("[3]"),
        ]
        let (client, transport) = try builder(script[0], script[1], script[2])
        #expect(
            try await all(client("x").query("page", 1).header("X-A", "1").pages(of: [Int].self)) == [[1], [2], [3]])
        #expect(transport.requests.map { $0.headers["X-A"] } == ["1", "1", "1"])
        #expect(
            transport.requests.map(\.url).dropFirst() == [
                "http://one.test/v1/x?page=2&a=b", "http://one.test/v1/x?page=3",
            ])
        let typed = try Bench(script[0], script[1], script[2], base: "http://one.test/v1")
        let pages = typed.client.pages(
            NetworkRequest<VoidRequest, [Int]>(
                path: "x", method: .get, queryItems: [URLQueryItem(name: "page", value: "1")],
                additionalHeaders: ["X-A": "1"]))
        #expect(try await all(pages).map(\.value) == [[1], [2], [3]])
        #expect(typed.transport.requests.map(\.url) == transport.requests.map(\.url))
        #expect(typed.transport.requests.allSatisfy { $0.headers["X-A"] == "1" })
    }

    @Test(
        "after a redirect to another server its next page is not asked for: the credentials that the redirect dropped would go there"
    )
    func redirected() async throws {
        let (client, transport) = try builder(
            .redirect(302, to: "http://evil.test/x"), page("[1]", next: "<http://evil.test/x?page=2>; rel=next"),
            page("[2]"))
        let pages = client("x").auth(.bearer("t")).pages(of: [Int].self)
        await #expect(throws: NetworkClientError.self) { try await all(pages) }
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer t", nil])
    }

    @Test("a next page at another origin is an error, and one that is the page itself the end")
    func otherOrigin() async throws {
        let (client, transport) = try builder(
            page("[1]", next: "<http://evil.test/x>; rel=next"), page("[1]", next: "</v1/loop>; rel=next"),
            page("[2]", next: "</v1/loop>; rel=next"))
        let error = await #expect(throws: NetworkClientError.self) { try await all(client("x").pages(of: [Int].self)) }
        #expect(error?.localizedDescription.contains("another origin: http://evil.test/x") == true)
        #expect(transport.requests.count == 1)
        #expect(try await all(client("loop").pages(of: [Int].self)).count <= 2)
    }
}

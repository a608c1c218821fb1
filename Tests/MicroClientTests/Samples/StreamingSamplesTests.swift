import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Streaming", word for word.

func errors(in log: NetworkClient) async throws -> [String] {
    var errors: [String] = []
    for try await line in try await log.stream().body.lines where line.hasPrefix("ERROR") { errors.append(line) }
    return errors
}

struct Temperature: Decodable, Sendable {
    var celsius: Double
}

func highest(of sensor: NetworkClient) async throws -> Double? {
    var highest: Double?
    for try await reading in try await sensor.stream().body.jsonLines(of: Temperature.self) {
        highest = max(highest ?? reading.celsius, reading.celsius)
    }
    return highest
}

func follow(_ orders: NetworkClient, until last: String) async throws -> [String] {
    var seen: [String] = []
    for try await event in try orders.events() where event.type == "order" {
        seen.append(event.data)
        if event.data == last { break }
    }
    return seen
}

func fetch(_ url: String, to file: URL, with client: NetworkClient) async throws -> Int64 {
    try await client.resumableDownload(WireRequest(url: url), to: file).byteCount
}

func everyone(at server: NetworkClient) async throws -> [String] {
    var names: [String] = []
    for try await page in server("users").pages(of: [Member].self) { names += page.map(\.name) }
    return names
}

struct Member: Decodable, Sendable {
    var name: String
}

@Suite("The samples of the page on streaming")
struct StreamingSamplesTests {
    private func client(_ script: HopScript...) throws -> NetworkClient {
        NetworkClient(url: try #require(URL(string: "http://one.test")), session: .transport(FakeTransport(script)))
    }

    @Test("lines and JSON Lines")
    func lines() async throws {
        let client = try client(
            .response(200, body: ["ok\nERROR 1\nok\nERR", "OR 2"]),
            .response(200, body: ["{\"celsius\":1}\n{\"celsius\":3}\n"]))
        #expect(try await errors(in: client) == ["ERROR 1", "ERROR 2"])
        #expect(try await highest(of: client) == 3)
    }

    @Test("events")
    func events() async throws {
        let client = try client(
            .response(
                200, headers: [HeaderField("Content-Type", "text/event-stream")],
                body: ["event: order\ndata: 1\n\ndata: ping\n\nevent: order\ndata: 2\n\n"]))
        #expect(try await follow(client, until: "2") == ["1", "2"])
    }

    @Test("pages")
    func pages() async throws {
        let client = try client(
            .response(
                200, headers: [HeaderField("Link", "</users?page=2>; rel=\"next\"")], body: [#"[{"name":"Ann"}]"#]),
            .response(200, body: [#"[{"name":"Bob"}]"#]))
        #expect(try await everyone(at: client) == ["Ann", "Bob"])
    }
}

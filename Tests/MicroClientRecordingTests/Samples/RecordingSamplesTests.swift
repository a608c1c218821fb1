import DemoAPI
import Foundation
import MicroClientRecording
import TestSupport
import Testing

// The samples of the page "Recording and playing back", word for word.

struct Person: Codable, Sendable, Equatable {
    var id: Int
    var name: String
}

/// The code under test: it knows a client, not what carries it.
func firstNames(with client: NetworkClient) async throws -> [String] {
    let people: [Person] = try await client("users").query("limit", 3).get()
    return people.map(\.name)
}

func recordFirstNames(from server: URL, to file: URL) async throws -> [String] {
    let recorder = ExchangeRecorder()
    let client = NetworkClient(url: server, session: recorder.session(.shared))
    let names = try await firstNames(with: client.observer(recorder.observer))
    try recorder.write(to: file)
    return names
}

func playedFirstNames(from file: URL) async throws -> [String] {
    let session = try RecordedSession(contentsOf: file, matching: .init(ignoresOrigin: true))
    guard let anywhere = URL(string: "http://played.test") else { throw URLError(.badURL) }
    let names = try await firstNames(with: NetworkClient(url: anywhere, session: session))
    guard session.unused.isEmpty, session.unrecorded.isEmpty else { throw URLError(.resourceUnavailable) }
    return names
}

func strictSession(_ archive: HAR) -> RecordedSession {
    RecordedSession(
        har: archive,
        matching: .init(ignoredQueryItems: ["time"], headers: ["Authorization"], body: true),
        repetition: .error)
}

func careful(about project: String) -> ExchangeRecorder {
    ExchangeRecorder(redaction: HARRedaction(names: ["X-Tenant"], exceptions: ["sort_key"], values: [project]))
}

@Suite("The samples of the page on recording")
struct RecordingSamplesTests {
    private let file = TemporaryFile()

    private func refusal(_ work: () async throws -> Void) async throws -> String {
        let error = try #require(await #expect(throws: (any Error).self) { try await work() })
        return error.transferError?.message ?? "\(error)"
    }

    @Test("what a real server said is played back without it, wherever it is asked for")
    func recordAndPlay() async throws {
        let server = try DemoServer()
        let live = try await recordFirstNames(from: #require(URL(string: server.baseURL)), to: file.url)
        server.stop()
        #expect(live.count == 3)
        #expect(try await playedFirstNames(from: file.url) == live)
        let entries = try HAR(contentsOf: file.url).log.entries
        #expect(entries.map(\.attempt) == [1])
    }

    @Test("an unknown request is refused in the words of the page")
    func unknown() async throws {
        let request = HAR.Request(method: "GET", url: "http://127.0.0.1:8642/users?limit=3")
        let response = HAR.Response(status: 200)
        let entry = HAR.Entry(startedDateTime: Date(timeIntervalSince1970: 0), request: request, response: response)
        let session = RecordedSession(har: HAR(entries: [entry]), matching: .init(ignoresOrigin: true))
        let said = try await refusal {
            let client = NetworkClient(transport: session)
            _ = try await client.send(WireRequest(url: "http://played.test/users?limit=4"))
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent(
                "Sources/MicroClientRecording/MicroClientRecording.docc/RecordingAndPlayingBack.md"), encoding: .utf8)
        #expect(page.contains("```text\n\(said)\n```"))
    }

    /// One send over a recorder, and its archive.
    private func recorded(
        _ request: WireRequest, by recorder: ExchangeRecorder, response: String = "{}"
    ) async throws -> HAR {
        let transport = recorder.transport(FakeTransport(.response(200, body: [response])))
        _ = try await NetworkClient(transport: transport).send(request).collect()
        return recorder.archive
    }

    @Test("a strict session leaves the time alone, wants the body, and gives an answer once")
    func strict() async throws {
        let request = WireRequest(
            method: .post, url: "http://one.test/users?time=1", headers: [HeaderField("Authorization", "Bearer abc")],
            body: .bytes(Data(#"{"a": 1, "b": 2}"#.utf8)))
        let client = NetworkClient(
            transport: strictSession(try await recorded(request, by: ExchangeRecorder(), response: "fine")))
        var later = request
        later.url = "http://one.test/users?time=2"
        later.body = .bytes(Data(#"{"b":2,"a":1}"#.utf8))
        var other = request
        other.body = .bytes(Data(#"{"a": 2}"#.utf8))
        #expect(try await refusal { _ = try await client.send(other) }.contains("body"))
        #expect(try await client.send(later).collect() == Data("fine".utf8))
        #expect(try await refusal { _ = try await client.send(later) }.contains("all given"))
    }

    @Test("what only this project holds secret is masked, and what it does not is not")
    func secrets() async throws {
        let request = WireRequest(
            url: "http://one.test/apollo?sort_key=age&api_key=k3y-0123456789",
            headers: [HeaderField("X-Tenant", "acme-corporation")])
        let archive = try await recorded(request, by: careful(about: "apollo"), response: #"{"project": "apollo"}"#)
        let text = String(decoding: archive.encoded(), as: UTF8.self)
        #expect(text.contains("sort_key=age"))
        for secret in ["apollo", "k3y-0123456789", "acme-corporation"] { #expect(!text.contains(secret)) }
    }
}

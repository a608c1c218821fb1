import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Moving from URLSession", word for word.

func user(_ id: Int, with client: NetworkClient) async throws -> Person {
    try await client.run(NetworkRequest<VoidRequest, Person>(path: "/users/\(id)", method: .get)).value
}

func fetch(_ url: String, into file: URL, with client: NetworkClient) async throws -> Int64 {
    try await client.download(WireRequest(url: url), to: file) { event in
        if case .downloadProgress(let bytes, let all) = event { print(bytes, all ?? -1) }
    }.byteCount
}

func put(_ file: URL, at url: String, with client: NetworkClient) async throws -> Int {
    var request = WireRequest(method: .put, url: url, body: .file(file))
    request.headers["Content-Type"] = "application/octet-stream"
    return try await client.send(request).status
}

@Suite("The samples of the page on moving from URLSession")
struct MovingFromURLSessionSamplesTests {
    @Test("a user is fetched")
    func typed() async throws {
        let transport = FakeTransport(.response(200, body: [#"{"id": 7, "name": "Ada", "email": "ada@example.com"}"#]))
        #expect(try await user(7, with: .over(transport)).name == "Ada")
    }

    @Test("a file is saved, and sent")
    func files() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).part")
        defer { try? FileManager.default.removeItem(at: file) }
        let transport = FakeTransport(.response(200, body: ["one ", "two"]), .response(204))
        #expect(try await fetch("http://one.test/f", into: file, with: .over(transport)) == 7)
        #expect(try Data(contentsOf: file) == Data("one two".utf8))
        #expect(try await put(file, at: "http://one.test/f", with: .over(transport)) == 204)
        #expect(transport.requests.last?.body.length == 7)
    }
}

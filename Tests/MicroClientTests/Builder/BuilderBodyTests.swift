import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("Bodies that are built step by step")
struct BuilderBodyTests {
    private let ann = Account(id: 1)

    @Test("C11 C17: a value is encoded, and says its type")
    func encodableC11C17() async throws {
        let (client, transport) = try builder(.response(200))
        try await client("users").body(ann).put()
        let sent = try #require(transport.requests.first)
        #expect(sent.method == .put && sent.headers["Content-Type"] == "application/json")
        #expect(try JSONDecoder().decode(Account.self, from: try #require(sent.bodyBytes)) == ann)
    }

    @Test("C17: dictionaries, bytes, text, closures and serializers give their bytes and types")
    func formsC17() throws {
        let client = try builder()
        let object = client.body(["b": 1, "a": "x", "n": nil]).bodyEncoder(.json(outputFormatting: .sortedKeys))
        #expect(try object.builtBody == #"{"a":"x","b":1,"n":null}"#)
        #expect(try client.body(Data("raw".utf8)).builtBody == "raw")
        #expect(try client.body(Data("raw".utf8)).builtHeader("Content-Type") == "application/octet-stream")
        #expect(try client.body("text").builtHeader("Content-Type") == "text/plain; charset=utf-8")
        let made = client.body { Data("\($0.isAuthEnabled)".utf8) }.auth(enabled: false)
        #expect(try made.builtBody == "false")
        #expect(try made.builtHeader("Content-Type") == nil)
        #expect(try client.body(ann).body("last").builtBody == "last")
    }

    @Test("C17: the request's own Content-Type stays, wherever it is set")
    func contentTypeC17() throws {
        let client = try builder()
        #expect(try client.body(ann).header("Content-Type", "a/b").builtHeader("Content-Type") == "a/b")
        #expect(try client.header("Content-Type", "a/b").body(ann).builtHeader("Content-Type") == "a/b")
    }

    @Test("C04: a date strategy of the encoder, set before or after the body")
    func datesC04() throws {
        let born = Account(id: 1, born: Date(timeIntervalSince1970: 0))
        let json = #"{"born":"1970-01-01T00:00:00Z","id":1,"name":"Ann"}"#
        let client = try builder()
        let encoder = JSONEncoder.json(outputFormatting: .sortedKeys, dateEncodingStrategy: .iso8601)
        #expect(try client.body(born).bodyEncoder(encoder).builtBody == json)
        #expect(try client.bodyEncoder(encoder).body(born).builtBody == json)
    }

    @Test("C37: a form")
    func formC37() throws {
        let client = try builder().bodyEncoder(.formURL).body(["property": "property"])
        #expect(try client.builtBody == "property=property")
        #expect(try client.builtHeader("Content-Type") == "application/x-www-form-urlencoded; charset=utf-8")
        let odd = try builder().bodyEncoder(.formURL(arrayEncodingStrategy: .commaSeparated)).body(["a b": ["&", "+"]])
        #expect(try odd.builtBody == "a+b=%26%2C%2B")
    }

    @Test("C41: a serializer of one's own")
    func serializerC41() throws {
        let lines = ContentSerializer<[String]>(contentType: "text/lines") { lines, _ in
            Data(lines.joined(separator: "\n").utf8)
        }
        let client = try builder().body(["a", "b"], as: lines)
        #expect(try client.builtBody == "a\nb")
        #expect(try client.builtHeader("Content-Type") == "text/lines")
        #expect(try builder().body(ann, as: .encodable(Account.self)).builtBody.contains("Ann"))
    }

    @Test("C17: a body that cannot be encoded is an encoding error, and nothing is sent")
    func refusedC17() async throws {
        let (client, transport) = try builder()
        let error = await #expect(throws: NetworkClientError.self) { try await client.body(["a": Double.nan]).post() }
        #expect(error?.innermost(as: EncodingError.self) != nil)
        #expect(transport.requests.isEmpty)
    }

    @Test("C18: streams of every kind reach the transport as streams, with their length where it is known")
    func streamsC18() async throws {
        let (client, transport) = try builder(.response(200), .response(200), .response(200), .response(200))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await client.bodyStream(file: file).post()
        try await client.bodyStream(InputStream(data: Data("stream".utf8))).post()
        try await client.bodyStream(length: 5) { InputStream(data: Data("again".utf8)) }.post()
        try await client.bodyStream(ann).post()
        let bodies = transport.requests.map(\.body)
        #expect(bodies.map(\.length) == [4, nil, 5, try Int64(JSONEncoder().encode(ann).count)])
        #expect(bodies.map(\.isReplayable) == [true, false, true, true])
        var texts: [String] = []
        for body in bodies { texts.append(try await body.text()) }
        #expect(Array(texts[..<3]) == ["file", "stream", "again"])
        #expect(try JSONDecoder().decode(Account.self, from: Data(texts[3].utf8)) == ann)
        #expect(
            transport.requests.map { $0.headers["Content-Type"] } == [
                "application/octet-stream", "application/octet-stream", "application/octet-stream", "application/json",
            ])
    }

    @Test("C30: uploads of every kind are sent as they are, by POST unless another method is said")
    func uploadsC30() async throws {
        let (client, transport) = try builder(.response(200), .response(200), .response(200), .response(200))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await client.call(.httpUpload(.file(file)), as: .void)
        try await client.put.call(.httpUpload(.data(Data("data".utf8))), as: .void)
        let stream = BodySource.stream(InputStream(data: Data("stream".utf8)), length: 6)
        try await client.header("Content-Type", "a/b").call(.httpUpload(stream), as: .void)
        try await client.body(ann).call(.httpUpload, as: .void)
        #expect(transport.requests.map(\.method) == [.post, .put, .post, .post])
        var texts: [String] = []
        for request in transport.requests { texts.append(try await request.body.text()) }
        #expect(Array(texts[..<3]) == ["file", "data", "stream"])
        #expect(texts[3].contains("Ann"))
        #expect(
            transport.requests.map { $0.headers["Content-Type"] } == [
                "application/octet-stream", "application/octet-stream", "a/b", "application/json",
            ])
    }
}

extension WireRequest {
    var bodyBytes: Data? {
        if case .bytes(let data) = body { return data }
        return nil
    }
}

extension BodySource {
    /// Returns what would be sent.
    func text() async throws -> String {
        switch self {
        case .none: return ""
        case .bytes(let data): return String(decoding: data, as: UTF8.self)
        case .file(let url): return try String(contentsOf: url, encoding: .utf8)
        case .stream(let stream):
            var bytes = Data()
            let pull = try stream.open()
            while let chunk = try await pull() { bytes.append(chunk) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("Downloads that resume")
final class ResumableDownloadTests: Sendable {
    private let directory: URL
    private var file: URL { directory.appendingPathComponent("body") }
    private let request = WireRequest(url: "http://one.test/file")

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("resume-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func client(_ transport: FakeTransport, retries: Int = 0) -> NetworkClient {
        var configuration = NetworkConfiguration(session: .transport(transport), baseURL: .noBase)
        configuration.retryStrategy = .retry(count: retries)
        configuration.clock = TestClock().clock
        return NetworkClient(configuration: configuration)
    }

    private func breaking(_ body: String, _ fields: HeaderFields) -> HopScript {
        var script = HopScript.response(200, headers: fields, body: [body])
        script.steps[script.steps.count - 1] = .fail(TransferError.lost)
        return script
    }

    private func rest(_ body: String, from start: Int, of total: Int) -> HopScript {
        .response(206, headers: [HeaderField("Content-Range", "bytes \(start)-\(total - 1)/\(total)")], body: [body])
    }

    private var text: String? { try? String(contentsOf: file, encoding: .utf8) }
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }
    private func asked(_ transport: FakeTransport) -> [[String?]] {
        transport.requests.map { [$0.headers["Range"], $0.headers["If-Range"]] }
    }

    @Test(
        "the next attempt asks for the rest of the same body",
        arguments: [
            HeaderField("ETag", "\"v1\""), HeaderField("Last-Modified", "Tue, 14 Nov 2023 22:13:20 GMT"),
        ])
    func nextAttempt(validator: HeaderField) async throws {
        let transport = FakeTransport(breaking("one ", [validator]), rest("two", from: 4, of: 7))
        let download = try await client(transport, retries: 1).resumableDownload(request, to: file)
        #expect(text == "one two" && download.byteCount == 7 && names == ["body"])
        #expect(asked(transport) == [[nil, nil], ["bytes=4-", validator.value]])
        #expect(transport.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
    }

    @Test("what is written beside the part holds no secret of the URL, and the rest is asked for all the same")
    func secrets() async throws {
        let request = WireRequest(url: "http://one.test/file?access_token=Tq8Zr4Lm2Xv9&a=1")
        let first = FakeTransport(breaking("one ", [HeaderField("ETag", "\"v1\"")]))
        await #expect(throws: NetworkClientError.self) {
            try await self.client(first).resumableDownload(request, to: self.file)
        }
        let note = try String(contentsOf: directory.appendingPathComponent("body.part.validator"), encoding: .utf8)
        #expect(note.contains("a=1") && !note.contains("Tq8Zr4Lm2Xv9"))
        let second = FakeTransport(rest("two", from: 4, of: 7))
        _ = try await client(second).resumableDownload(request, to: file)
        #expect(asked(second) == [["bytes=4-", "\"v1\""]])
    }

    @Test("so does the next call, and the file that is to be replaced stays until then")
    func nextCall() async throws {
        try Data("old".utf8).write(to: file)
        let tag = HeaderField("ETag", "\"v1\"")
        let first = FakeTransport(breaking("one ", [tag]))
        await #expect(throws: NetworkClientError.self) {
            try await self.client(first).resumableDownload(self.request, to: self.file)
        }
        #expect(text == "old" && names == ["body", "body.part", "body.part.validator"])
        let second = FakeTransport(rest("two", from: 4, of: 7))
        _ = try await client(second).resumableDownload(request, to: file)
        #expect(text == "one two" && names == ["body"])
        #expect(asked(second) == [["bytes=4-", "\"v1\""]])
    }

    @Test(
        "a body that has changed, or that nothing identifies, is fetched from the beginning",
        arguments: [
            [HeaderField("ETag", "\"v1\"")], [HeaderField("ETag", "W/\"v1\"")], [],
        ])
    func changed(fields: [HeaderField]) async throws {
        let transport = FakeTransport(
            breaking("one ", HeaderFields(fields)),
            .response(200, headers: [HeaderField("ETag", "\"v2\"")], body: ["new"]))
        _ = try await client(transport, retries: 1).resumableDownload(request, to: file)
        #expect(text == "new" && names == ["body"])
        #expect(asked(transport)[1][0] == (fields.first?.value == "\"v1\"" ? "bytes=4-" : nil))
    }

    @Test("a part that is the whole body is taken; another range than the one asked for is refused, and forgotten")
    func ranges() async throws {
        let tag = HeaderField("ETag", "\"v1\"")
        let whole = FakeTransport(
            breaking("all", [tag]), .response(416, headers: [HeaderField("Content-Range", "bytes */3")]))
        _ = try await client(whole, retries: 1).resumableDownload(request, to: file)
        #expect(text == "all" && names == ["body"])
        let wrong = FakeTransport(
            breaking("one ", [tag]), rest("wrong", from: 2, of: 7), .response(200, body: ["good"]))
        await #expect(throws: NetworkClientError.self) {
            try await self.client(wrong, retries: 1).resumableDownload(self.request, to: self.file)
        }
        _ = try await client(wrong).resumableDownload(request, to: file)
        #expect(text == "good" && names == ["body"])
        #expect(asked(wrong).map { $0[0] } == [nil, "bytes=4-", nil])
    }

    @Test("two downloads do not write the same part, and the part of another URL is not gone on with")
    func apart() async throws {
        let other = WireRequest(url: "http://one.test/other")
        let tag = HeaderField("ETag", "\"v1\"")
        let transport = FakeTransport(
            HopScript([
                .run { [client, file, other] in
                    let error = await #expect(throws: NetworkClientError.self) {
                        try await client(FakeTransport(), 0).resumableDownload(other, to: file)
                    }
                    #expect(error?.innermost(as: NetworkClientError.FileFailure.self)?.operation == "flock")
                }, .event(.head(ResponseHead(status: 200, headers: [tag]))), .event(.body(Data("a".utf8))),
                .fail(TransferError.lost),
            ]), .response(200, body: ["b"]))
        await #expect(throws: NetworkClientError.self) {
            try await self.client(transport).resumableDownload(self.request, to: self.file)
        }
        _ = try await client(transport).resumableDownload(other, to: file)
        #expect(text == "b" && asked(transport).last == [nil, nil])
    }
}

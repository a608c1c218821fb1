import DemoAPI
import Exchanges
import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

/// Bodies that are read from files, as the demo API takes them apart.
@Suite final class OutgoingBodyTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("bodies-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: root.appendingPathComponent(name))
    }

    private func run(_ demo: DemoCollection) async -> RecordedExchange {
        await CollectionRunner.impatient().run(
            demo.rendered(), origin: RecordedExchange.Origin(),
            dependencies: SendDependencies(files: RequestFiles(root: root))
        )
    }

    private func text(_ record: RecordedExchange) -> String {
        String(decoding: record.responseBody?.copy(0..<Int.max) ?? [], as: UTF8.self).filter { $0 != " " && $0 != "\n" }
    }

    @Test("texts, a file, several files under one name, and their types arrive as parts")
    func multipart() async throws {
        try write("a.png", [1, 2, 3])
        try write("b.txt", Array("two".utf8))
        var demo = try DemoCollection("POST", "/upload")
        demo.variables = [Variable("who", "Zoë")]
        demo.definition.body.kind = .multipart
        demo.definition.body.parts = [
            MultipartPart(name: "note", isFile: false, values: ["{{who}}"]),
            MultipartPart(name: "data", isFile: false, values: ["{}"], contentType: "application/json"),
            MultipartPart(name: "files", isFile: true, values: ["a.png", "b.txt"]),
            MultipartPart(name: "raw", isFile: true, values: ["a.png"], contentType: "application/x-raw"),
        ]
        let record = await run(demo)
        #expect(record.failure == nil && record.head?.status == 200, "\(String(describing: record.failure))")
        let parts = text(record)
        #expect(parts.contains(#""name":"note","filename":null,"type":null,"size":4"#), "\(parts)")
        #expect(parts.contains(#""name":"data","filename":null,"type":"application/json","size":2"#))
        #expect(parts.contains(#""name":"files","filename":"a.png","type":"image/png","size":3"#))
        #expect(parts.contains(#""name":"files","filename":"b.txt","type":"text/plain","size":3"#))
        #expect(parts.contains(#""name":"raw","filename":"a.png","type":"application/x-raw","size":3"#))
    }

    @Test(
        "secrets of one byte are hidden in the parts of a form and in names of files, on the wire and in what is kept")
    func secretsInParts() async throws {
        try write("x-7.png", [1, 2, 3])
        var demo = try DemoCollection("POST", "/upload")
        demo.secrets = ["digit": "7"]
        demo.definition.body.kind = .multipart
        demo.definition.body.parts = [
            MultipartPart(name: "a", isFile: false, values: ["7 {{digit}}7", "7 7"]),
            MultipartPart(name: "f", isFile: true, values: ["x-{{digit}}.png"]),
            MultipartPart(name: "7", isFile: false, values: ["{{digit}}"], contentType: "text/plain"),
        ]
        var record = await run(demo)
        #expect(record.failure == nil && record.head?.status == 200, "\(String(describing: record.failure))")
        try await record.readRequestBody(.init(), spillDirectory: FileManager.default.temporaryDirectory)
        let sent = Data(record.requestBody?.copy(0..<Int.max) ?? [])
        #expect(sent.contains(Data("7 77".utf8)) && sent.contains(Data("x-7.png".utf8)))
        let hidden = String(decoding: record.secrets.hiding(body: sent), as: UTF8.self)
        #expect(hidden.contains("\r\n7 ••••7\r\n") && hidden.contains("\r\n7 7\r\n"), "\(hidden)")
        #expect(
            hidden.contains("filename=\"x-••••.png\"")
                && hidden.contains("name=\"7\"\r\nContent-Type: text/plain\r\n\r\n••••\r\n"))
        #expect(hidden.filter { $0 == "•" }.count == 12)
        let kept = try HistoryMasking().kept(record, source: .screen)
        let body = try #require(kept.bodies.first)
        let text = String(decoding: body.copy(0..<body.count), as: UTF8.self)
        #expect(text == hidden.replacing("••••", with: "{{digit}}"))
        let filled = try RestoredRequest(kept.exchange, body: body) { _ in "7" }
        #expect(filled.body.map { Data($0.copy(0..<Int.max)) } == sent && filled.missing.isEmpty)
    }

    @Test("a part that is named like a secret is kept as a marker, which a replay fills from the request as it is now")
    func namedParts() async throws {
        var demo = try DemoCollection("POST", "/upload")
        demo.definition.body.kind = .multipart
        demo.definition.body.parts = [
            MultipartPart(name: "password", isFile: false, values: ["p%41 + literal"]),
            MultipartPart(name: "page", isFile: false, values: ["p%41"]),
        ]
        let record = await run(demo)
        let sent = try #require(record.exchange.request.body)
        let kept = try HistoryMasking().kept(record, source: .screen)
        let body = try #require(kept.bodies.first)
        let text = String(decoding: body.copy(0..<body.count), as: UTF8.self)
        #expect(text == String(decoding: sent, as: UTF8.self).replacing("p%41 + literal", with: "{{password}}"))
        let values = ReplayValues(kept.exchange, given: [:], rendered: demo.rendered())
        let filled = try RestoredRequest(kept.exchange, body: body) { values[$0] }
        #expect(filled.body.map { Data($0.copy(0..<Int.max)) } == sent && filled.missing.isEmpty)
    }

    @Test("a link goes by its own name and type, wherever it leads")
    func link() async throws {
        try write("build-123.txt", Array("{}".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent("latest.json").path, withDestinationPath: "build-123.txt")
        var demo = try DemoCollection("POST", "/upload")
        demo.definition.body.kind = .multipart
        demo.definition.body.parts = [MultipartPart(name: "data", isFile: true, values: ["latest.json"])]
        let root = root
        let files = RequestFiles { root.appendingPathComponent($0).resolvingSymlinksInPath() }
        let record = await CollectionRunner.impatient().run(
            demo.rendered(), origin: RecordedExchange.Origin(), dependencies: SendDependencies(files: files))
        let parts = text(record)
        #expect(
            parts.contains(#""name":"data","filename":"latest.json","type":"application/json","size":2"#), "\(parts)")
    }

    @Test(
        "a multipart type in a header is kept: its boundary counts, and without one it gets one",
        arguments: [
            "multipart/form-data; boundary=\"b:1\"", "multipart/form-data", "Multipart/Form-Data;charset=utf-8",
        ])
    func ownType(type: String) async throws {
        var demo = try DemoCollection("POST", "/upload")
        demo.definition.headers = [Field("Content-Type", type)]
        demo.definition.body.kind = .multipart
        demo.definition.body.parts = [MultipartPart(name: "a", isFile: false, values: ["1"])]
        let record = await run(demo)
        #expect(record.head?.status == 200)
        let sent = record.exchange.attempts.first?.hops.first?.request.headers["Content-Type"]
        #expect(sent?.hasPrefix(type) == true && sent?.contains("boundary=") == true)
    }

    @Test("a file is the whole body, streamed, and sent again by a retry")
    func file() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try write("big.bin", bytes)
        var demo = try DemoCollection("POST", "/flaky?fails=1&retryAfter=none")
        demo.retry = RetrySettings(count: 1)
        demo.retry?.methods = ["POST"]
        demo.definition.body.kind = .file
        demo.definition.body.files = [BodyFile("big.bin", contentType: "application/x-big", isSelected: true)]
        let record = await run(demo)
        #expect(record.head?.status == 200 && record.exchange.attempts.count == 2)
        let hop = record.exchange.attempts.last?.hops.last
        #expect(hop?.request.bodyLength == 300_000 && hop?.request.body == nil)
        #expect(hop?.request.headers["Content-Type"] == "application/x-big")
    }

    @Test(
        "a file that cannot be read is told before anything is sent",
        arguments: [
            ("none.bin", "The file none.bin cannot be read: there is no such file ("),
            (".", "The file . cannot be read: it is not a regular file ("),
        ])
    func unreadable(path: String, message: String) async throws {
        var demo = try DemoCollection("POST", "/upload")
        demo.definition.body.kind = .file
        demo.definition.body.files = [BodyFile(path, contentType: "", isSelected: true)]
        let record = await run(demo)
        #expect(record.failure?.stage == .build && record.exchange.attempts.isEmpty)
        #expect(record.failure?.message.hasPrefix(message) == true, "\(record.failure?.message ?? "")")
        #expect(record.failure?.advice != nil)
    }

    @Test("without a collection no file is read")
    func noCollection() async throws {
        var demo = try DemoCollection("POST", "/upload")
        demo.definition.body.kind = .file
        demo.definition.body.files = [BodyFile("/etc/hostname", contentType: "", isSelected: true)]
        let record = await CollectionRunner.impatient().run(demo.rendered(), origin: RecordedExchange.Origin())
        #expect(record.failure?.message.contains("there is no collection that could contain it") == true)
    }
}

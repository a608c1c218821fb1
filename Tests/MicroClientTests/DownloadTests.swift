import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("Bodies saved to files")
final class DownloadTests: Sendable {
    private let directory: URL
    private var file: URL { directory.appendingPathComponent("body") }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func client(_ script: HopScript..., retries: Int = 0) -> NetworkClient {
        var configuration = NetworkConfiguration(session: .transport(FakeTransport(script)), baseURL: .noBase)
        configuration.retryStrategy = .retry(count: retries)
        configuration.clock = TestClock().clock
        return NetworkClient(configuration: configuration)
    }

    private let request = WireRequest(url: "http://one.test/file")
    private var text: String? { try? String(contentsOf: file, encoding: .utf8) }
    /// The names in the directory.
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] }

    @Test("saves the body, chunk by chunk, and says how long it is")
    func saves() async throws {
        let response = try await client(.response(200, body: ["one ", "two"])).send(request)
        #expect(try await response.save(to: file) == 7)
        #expect(text == "one two")
        #expect(names == ["body"])
        #expect(response.exchange().duration != nil)
    }

    @Test("replaces a file in one step, follows a link to it, and keeps its permissions")
    func replaces() async throws {
        try Data("old and longer".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let link = directory.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let old = try FileHandle(forReadingFrom: file)
        _ = try await client(.response(200, body: ["new"])).download(request, to: link)
        #expect(text == "new")
        #expect(names.sorted() == ["body", "link"])
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
        #expect(try old.readToEnd() == Data("old and longer".utf8))
    }

    @Test("a body that breaks off leaves what was there, and nothing beside it")
    func breaks() async throws {
        try Data("old".utf8).write(to: file)
        let response = try await client(.breaking(after: ["half"])).send(request)
        let error = await #expect(throws: NetworkClientError.self) { try await response.save(to: self.file) }
        #expect(error?.transferError?.code == .connectionLost)
        #expect(text == "old")
        #expect(names == ["body"])
    }

    @Test("a download fetches anew what broke off, from its beginning")
    func retries() async throws {
        let client = client(
            .breaking(after: ["a longer half of it"]), .response(503, body: ["busy"]), .response(200, body: ["whole"]),
            retries: 2)
        let download = try await client.download(request, to: file)
        #expect(text == "whole")
        #expect(download.byteCount == 5)
        #expect(download.head.status == 200)
        #expect(download.file == file)
        #expect(download.exchange.attempts.count == 3)
        #expect(download.exchange.duration != nil)
        #expect(names == ["body"])
    }

    @Test("a download that breaks off for the last time is an error with its exchange, and no file")
    func gone() async throws {
        let error = await #expect(throws: NetworkClientError.self) {
            try await self.client(.breaking(after: ["half"]), .breaking(after: ["half"]), retries: 1).download(
                self.request, to: self.file)
        }
        #expect(error?.exchange?.attempts.count == 2)
        #expect(names.isEmpty)
    }

    @Test("an answer that is no success is not saved, and its body is in the error")
    func status() async throws {
        let error = await #expect(throws: NetworkClientError.self) {
            try await self.client(.response(404, body: ["not ", "here"])).download(self.request, to: self.file)
        }
        guard case .unacceptableStatusCode(404, let response, let data)? = error else { return #expect(error == nil) }
        #expect(response?.statusCode == 404)
        #expect(data == Data("not here".utf8))
        #expect(error?.exchange?.attempts.count == 1)
        #expect(names.isEmpty)
    }

    @Test(
        "a place where no file can be is found out before anything is sent",
        arguments: ["no/such/directory/file", "", "/dev/null"])
    func noPlace(path: String) async throws {
        let transport = FakeTransport()
        let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : directory.appendingPathComponent(path)
        let error = await #expect(throws: NetworkClientError.self) {
            try await NetworkClient(transport: transport).download(self.request, to: url)
        }
        let failure = error?.innermost(as: NetworkClientError.FileFailure.self)
        #expect(failure?.operation == "open")
        #expect(error?.localizedDescription.contains(url.path) == true)
        #expect(transport.requests.isEmpty)
        #expect(names.isEmpty)
    }

    @Test("a file that cannot be written is not tried again")
    func unwritable() async throws {
        let transport = FakeTransport(.response(200, body: ["a", "b"]), .response(200))
        let client = NetworkClient(transport: transport)
        let response = try await client.send(request)
        try FileManager.default.removeItem(at: directory)
        let error = await #expect(throws: NetworkClientError.self) { try await response.save(to: self.file) }
        #expect(error?.innermost(as: NetworkClientError.FileFailure.self)?.operation == "open")
        #expect(error?.exchange?.attempts.count == 1)
        #expect(transport.requests.count == 1)
    }

    @Test("a download whose file cannot be put in its place is not tried again")
    func lostDirectory() async throws {
        var script = HopScript.response(200, body: ["a"])
        script.steps.insert(.run { [directory] in try? FileManager.default.removeItem(at: directory) }, at: 3)
        let transport = FakeTransport(script, .response(200))
        let client = NetworkClient(transport: transport)
        let options = SendOptions(retry: .retry(count: 2))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.download(self.request, to: self.file, options: options)
        }
        #expect(error?.innermost(as: NetworkClientError.FileFailure.self)?.operation == "rename")
        #expect(error?.exchange?.attempts.count == 1)
        #expect(transport.requests.count == 1)
    }

    @Test("cancelling in the body leaves no file")
    func cancelled() async throws {
        var script = HopScript.response(200, body: ["a"])
        script.steps[script.steps.count - 1] = .hang
        let client = client(script)
        let arrived = Locked(false)
        let task = Task { [file, request] in
            try await client.download(request, to: file) { event in
                if case .downloadProgress = event { arrived.withLock { $0 = true } }
            }
        }
        while !arrived.withLock({ $0 }) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(names.isEmpty)
    }
}

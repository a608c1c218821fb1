import CollectionRunner
import Exchanges
import Foundation
import Secrets
import Testing

@testable import MicroClient

@Suite("The body of a request that was made while it was sent")
struct RequestBodyReadingTests {
    private func record(_ source: BodySource?) -> RecordedExchange {
        let request = Exchange.SentRequest(method: .post, url: "http://h/", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
            sentAt: .distantPast)
        record.unreadBody = source
        record.secrets = SecretSet([NamedSecret(name: "token", value: "topsecret")])
        return record
    }

    private func file(_ text: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        return file
    }

    @Test("a file is read once more, and kept with its secrets as markers")
    func whole() async throws {
        let file = try file("a topsecret b")
        defer { try? FileManager.default.removeItem(at: file) }
        var record = record(.file(file))
        try await record.readRequestBody(.init(), spillDirectory: FileManager.default.temporaryDirectory)
        #expect(record.unreadBody == nil && record.wholeRequestBody == nil)
        let kept = try HistoryMasking().kept(record, source: .screen)
        #expect(String(decoding: kept.bodies[0].copy(0..<100), as: UTF8.self) == "a {{token}} b")
        #expect(kept.exchange.requestBody?.isMasked == true && kept.exchange.requestBody?.isCut == false)
    }

    @Test("of one over the limit the beginning is kept, with the length and the hash of all", arguments: [true, false])
    func long(isLengthKnown: Bool) async throws {
        let text = String(repeating: "0123456789", count: 20_000)
        let file = try file(text)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = BodySource.Stream(isReplayable: true) {
            let pieces = Locked([Data(text.utf8.prefix(150_000)), Data(text.utf8.dropFirst(150_000))])
            return { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        }
        var record = record(isLengthKnown ? .file(file) : .stream(stream))
        let limits = HistoryMasking.BodyLimits(whole: 100_000, beginning: 25)
        try await record.readRequestBody(limits, spillDirectory: FileManager.default.temporaryDirectory)
        let kept = try HistoryMasking(limits: limits).kept(record, source: .screen)
        let body = try #require(kept.exchange.requestBody)
        #expect(body.length == 200_000 && body.keptLength == 25 && body.isCut)
        #expect(body.wholeHash == record.wholeRequestBody?.sha256)
        #expect(kept.bodies[0].count == 25)
    }

    @Test("a file that is gone is an error, and there is no body")
    func gone() async {
        var record = record(.file(URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)")))
        await #expect(throws: (any Error).self) {
            try await record.readRequestBody(.init(), spillDirectory: FileManager.default.temporaryDirectory)
        }
        #expect(record.requestBody == nil)
    }
}

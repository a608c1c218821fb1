import Foundation
import TestSupport
import Testing

@testable import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Bodies from sequences and streams")
struct BodyStreamTests {
    private func bytes(_ body: BodySource.Stream) async throws -> Data {
        let pull = try body.open()
        var bytes = Data()
        while let chunk = try await pull() { bytes.append(chunk) }
        return bytes
    }

    private let chunks = ["one ", "two ", "three"].map { Data($0.utf8) }

    private var sequence: AsyncStream<Data> {
        AsyncStream { [chunks] continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
    }

    @Test("a sequence gives its chunks, once")
    func once() async throws {
        let body = BodySource.Stream(sequence, length: 13)
        #expect(body.length == 13)
        #expect(!body.isReplayable)
        #expect(try await bytes(body) == Data("one two three".utf8))
    }

    @Test("a sequence that can be made again is sent again")
    func replaying() async throws {
        let body = BodySource.Stream.replaying(length: nil) { [sequence = self] in sequence.sequence }
        #expect(body.isReplayable)
        for _ in 0..<2 { #expect(try await bytes(body) == Data("one two three".utf8)) }
    }

    @Test("a sequence may transform another, and its error is thrown")
    func throwing() async throws {
        let (failing, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.yield(Data("a".utf8))
        continuation.finish(throwing: CocoaError(.fileReadUnknown))
        let pull = try BodySource.Stream(failing).open()
        #expect(try await pull() == Data("a".utf8))
        await #expect(throws: CocoaError.self) { try await pull() }
        let doubled = sequence.map { $0 + $0 }
        #expect(try await bytes(BodySource.Stream.replaying { doubled }) == Data("one one two two threethree".utf8))
    }

    @Test("a request with a sequence is not repeated, one with a replaying sequence is")
    func retries() async throws {
        for isReplayable in [false, true] {
            let transport = FakeTransport(.response(503), .response(200))
            var configuration = NetworkConfiguration(session: .transport(transport), baseURL: .noBase)
            configuration.retryStrategy = .retry(count: 1)
            configuration.clock = TestClock().clock
            let body = isReplayable ? BodySource.Stream.replaying { sequence } : BodySource.Stream(sequence)
            let request = WireRequest(method: .put, url: "http://one.test/", body: .stream(body))
            let response = try await NetworkClient(configuration: configuration).send(request)
            #expect(response.status == (isReplayable ? 200 : 503))
        }
    }

    @Test("a stream of Foundation's is read in pieces to its end")
    func inputStream() async throws {
        let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let body = BodySource.Stream(InputStream(data: data), length: 200_000)
        #expect(try await bytes(body) == data)
        let missing = BodySource.Stream(InputStream(fileAtPath: "/no/such/file") ?? InputStream(data: Data()))
        await #expect(throws: (any Error).self) { try await bytes(missing) }
    }

    @Test("the body stream of a URLRequest is carried, once; without a body the given one stays")
    func urlRequest() async throws {
        var request = URLRequest(url: try #require(URL(string: "http://one.test/")))
        request.httpMethod = "PUT"
        request.httpBodyStream = InputStream(data: Data("stream".utf8))
        guard case .stream(let body) = try WireRequest(request).body else { return #expect(Bool(false), "no stream") }
        #expect(!body.isReplayable)
        #expect(try await bytes(body) == Data("stream".utf8))
        let plain = URLRequest(url: try #require(URL(string: "http://one.test/")))
        #expect(try WireRequest(plain).body.length == 0)
        #expect(try WireRequest(plain, body: .bytes(Data(count: 3))).body.length == 3)
    }
}

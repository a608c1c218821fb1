import Foundation
import TestSupport
import Testing

@testable import MicroClient

/// Two decodes that each wait for the other: only at the same time do they both finish.
private struct Meeting: Decodable, Sendable {
    let hasMet: Bool

    init(from decoder: any Decoder) throws {
        Self.arrived.withLock { $0 += 1 }
        // Long: where few threads are shared, other tests that wait for a compiler hold them meanwhile.
        let deadline = Date(timeIntervalSinceNow: 300)
        while Self.arrived.withLock({ $0 }) < 2, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
        hasMet = Self.arrived.withLock { $0 } == 2
    }

    private static let arrived = Locked(0)
}

@Suite struct ConcurrentDecodingTests {
    @Test(
        "H08: two decodes of one client that wait for each other both finish",
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "one processor decodes one thing at a time"))
    func decodesH08() async throws {
        let client = try Bench(.response(200, body: ["{}"]), .response(200, body: ["{}"])).client
        async let first = client.run(NetworkRequest<VoidRequest, Meeting>(method: .get)).value
        async let second = client.run(NetworkRequest<VoidRequest, Meeting>(method: .get)).value
        #expect(try await [first.hasMet, second.hasMet] == [true, true])
    }
}

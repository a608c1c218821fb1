import Foundation
import Testing

@testable import MicroClientCurl

@Suite("BodyCollector")
struct BodyCollectorTests {
    @Test("joins pieces, whatever was expected", arguments: [0, 10, 40_000, 100_000, 10_000_000], [1, 3, 40, 63])
    func joins(expected: Int, pieces: Int) {
        var collector = BodyCollector(pool: BufferPool())
        var all = Data()
        for number in 0..<pieces {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 4_000 + number)
            #expect(collector.hasRoom(for: piece.count))
            let isTaken = piece.withUnsafeBytes { collector.append($0, expected: expected) }
            #expect(isTaken)
            all.append(contentsOf: piece)
        }
        #expect(collector.take() == all)
        #expect(collector.take() == nil)
        collector.discard()
    }

    @Test("uses a buffer again once its chunk is gone, and not before")
    func reuse() {
        let pool = BufferPool()
        var collector = BodyCollector(pool: pool)
        func chunk(_ byte: UInt8) -> Data? {
            let piece = [UInt8](repeating: byte, count: BufferPool.size)
            _ = piece.withUnsafeBytes { collector.append($0, expected: 0) }
            return collector.take()
        }
        let first = chunk(1)
        var second = chunk(2)
        #expect(first?.first == 1)
        second = nil
        #expect(second == nil)
        #expect(chunk(3)?.last == 3)
        #expect(first?.last == 1)
    }
}

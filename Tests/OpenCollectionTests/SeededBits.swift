import Foundation
import TestSupport

@testable import OpenCollection

/// Evenly spread bits that are the same at every run, for whoever asks.
final class SeededBits: @unchecked Sendable {
    // @unchecked: all access goes through the lock.
    private let lock = NSLock()
    private var generator: SeededGenerator

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    func next() -> UInt64 { lock.withLock { generator.next() } }

    /// Returns values at 21 August 2026, 10:00 UTC.
    static func values(_ seed: UInt64) -> DynamicValues {
        let bits = SeededBits(seed)
        return DynamicValues(random: { bits.next() }, now: { Date(timeIntervalSince1970: 1_787_306_400) })
    }
}

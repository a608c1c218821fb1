import Foundation

@testable import OpenCollection

/// Evenly spread bits that are the same at every run.
///
/// - Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
final class SeededBits: @unchecked Sendable {
    // Guarded by the lock.
    private var state: UInt64
    private let lock = NSLock()

    init(_ seed: UInt64) { state = seed }

    func next() -> UInt64 {
        lock.withLock {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    /// Values at 21 August 2026, 10:00 UTC.
    static func values(_ seed: UInt64) -> DynamicValues {
        let bits = SeededBits(seed)
        return DynamicValues(random: { bits.next() }, now: { Date(timeIntervalSince1970: 1_787_306_400) })
    }
}

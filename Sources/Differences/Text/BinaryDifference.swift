public import BodyStore
import BodyView

/// The bytes in which two bodies differ, each compared with the one at the same place.
public struct BinaryDifference: Sendable, Hashable {
    /// The size in bytes.
    public var oldSize: Int
    public var newSize: Int
    /// The offset of the first byte that differs, or the shorter one's length; nil if they are equal.
    public var firstOffset: Int?
    /// The number of different bytes in the common length.
    public var differingCount = 0
    /// The places of different bytes, up to ``maximumRanges``; ranges with few equal bytes between them are joined.
    public var ranges: [Range<Int>] = []
    /// Whether there are more ranges.
    public var isCut = false

    public static let maximumRanges = 1000
    private static let bridge = 8

    public var isEmpty: Bool { firstOffset == nil }

    /// Compares the bodies: reads both, so it needs its own thread. nil if cancelled.
    ///
    /// - Parameter isCancelled: A closure called about once a megabyte.
    public init?(old: BodyStore, new: BodyStore, isCancelled: () -> Bool = { false }) {
        (oldSize, newSize) = (old.count, new.count)
        let common = min(oldSize, newSize)
        let isWhole = old.withBytes(in: 0..<common) { old in
            new.withBytes(in: 0..<common) { new in
                for start in stride(from: 0, to: min(old.count, new.count), by: 1 << 20) {
                    if isCancelled() { return false }
                    compare(old, new, start..<min(start + 1 << 20, old.count, new.count))
                }
                return true
            }
        }
        guard isWhole else { return nil }
        if firstOffset == nil, oldSize != newSize { firstOffset = common }
    }

    private mutating func compare(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ range: Range<Int>) {
        var cursor = range.lowerBound
        while cursor < range.upperBound {
            if cursor + 8 <= range.upperBound, ByteSearch.word(old, at: cursor) == ByteSearch.word(new, at: cursor) {
                cursor += 8
                continue
            }
            if old[cursor] != new[cursor] { note(cursor) }
            cursor += 1
        }
    }

    private mutating func note(_ place: Int) {
        differingCount += 1
        if firstOffset == nil { firstOffset = place }
        if let last = ranges.last, place - last.upperBound <= Self.bridge {
            ranges[ranges.count - 1] = last.lowerBound..<place + 1
        } else if ranges.count < Self.maximumRanges {
            ranges.append(place..<place + 1)
        } else {
            isCut = true
        }
    }
}

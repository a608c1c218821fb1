/// The blocks of a stream that are listed: the newest, at most ``most``; the body keeps them all.
public struct EventList: Sendable, Hashable {
    public static let most = 100_000
    /// The blocks as ranges of the body.
    public private(set) var blocks: [Range<Int>] = []
    /// The number of older blocks that are no longer listed.
    public private(set) var dropped = 0

    public init() {}

    public mutating func append(_ new: [Range<Int>]) {
        blocks += new
        guard blocks.count > Self.most else { return }
        // Many are removed at once, so that it happens seldom.
        let surplus = min(blocks.count, blocks.count - Self.most + Self.most / 10)
        blocks.removeFirst(surplus)
        dropped += surplus
    }
}

/// Searches the blocks of a stream for a text, ignoring the case of ASCII letters.
public struct StreamSearch: Sendable, Hashable {
    public var blocks: [Range<Int>]
    public var text: String
    /// The index of the block to start from, excluding it.
    public var start: Int
    public var isForward: Bool

    public init(_ text: String, in blocks: [Range<Int>], from start: Int, isForward: Bool) {
        (self.text, self.blocks, self.start, self.isForward) = (text, blocks, start, isForward)
    }

    /// Returns the next block that contains the text, wrapping around at the end, the start itself last; nil if there is none, or if cancelled.
    ///
    /// - Parameters:
    ///   - isCancelled: A closure called before each block, and after each megabyte of one.
    ///   - bytes: Lends a part of a block.
    public func run(
        isCancelled: () -> Bool, bytes: (Range<Int>, (UnsafeRawBufferPointer) -> Bool) -> Bool
    ) -> Int? {
        let needle = text.utf8.map(Self.lower)
        guard !needle.isEmpty, !blocks.isEmpty else { return nil }
        for step in 1...blocks.count {
            let index = (start + (isForward ? step : blocks.count - step % blocks.count)) % blocks.count
            for part in Self.parts(of: blocks[index], overlapping: needle.count - 1) {
                if isCancelled() { return nil }
                if bytes(part, { Self.occurs(needle, in: $0) }) { return index }
            }
        }
        return nil
    }

    /// The number of bytes that are searched at once.
    static let partLength = 1 << 20

    /// Returns the pieces of a block, each with `overlap` bytes of the next one: a match across two is in the first.
    private static func parts(of block: Range<Int>, overlapping overlap: Int) -> some Sequence<Range<Int>> {
        stride(from: block.lowerBound, to: block.upperBound, by: partLength).lazy.map { start in
            start..<min(block.upperBound, start + partLength + overlap)
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    private static func occurs(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= needle.count else { return false }
        for start in 0...bytes.count - needle.count where lower(bytes[start]) == needle[0] {
            if needle.indices.allSatisfy({ lower(bytes[start + $0]) == needle[$0] }) { return true }
        }
        return false
    }
}

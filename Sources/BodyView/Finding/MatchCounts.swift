/// How many matches lie where in a body: sums per block, so that a million matches take no more room than one.
///
/// Matches do not overlap; one belongs to the block in which it begins.
public struct MatchCounts: Sendable {
    /// In bytes.
    static let blockSize = 1 << 15

    private struct Block {
        /// Where looking began in it: behind a match that reaches into it.
        var start: Int
        var matchesBefore: Int
    }
    private var blocks: [Block] = []
    /// So far.
    public private(set) var total = 0
    /// The bytes before it are counted.
    public private(set) var countedBytes = 0
    /// Whether the body is finished and all of it was counted.
    public internal(set) var isComplete = false
    /// Why counting ended early: a sentence in PCRE2's words, with the place; nil: it did not.
    public internal(set) var problem: String?

    public init() {}

    static func block(at offset: Int) -> Int { offset / blockSize }
    static func bytes(ofBlock block: Int) -> Range<Int> { block * blockSize..<(block + 1) * blockSize }

    /// Where to begin to look in a block, as counting did; at its first byte where that has not come yet.
    func start(ofBlock block: Int) -> Int {
        block < blocks.count ? blocks[block].start : max(countedBytes, Self.bytes(ofBlock: block).lowerBound)
    }

    /// How many matches begin before a block; nil where that is not known yet.
    func matchesBefore(_ block: Int) -> Int? { block < blocks.count ? blocks[block].matchesBefore : nil }

    /// Whether it is known that no match begins in a block.
    func isEmpty(_ block: Int) -> Bool {
        guard block < blocks.count else { return isComplete }
        guard block + 1 < blocks.count else { return isComplete && total == blocks[block].matchesBefore }
        return blocks[block + 1].matchesBefore == blocks[block].matchesBefore
    }

    /// Whether all of a block is counted.
    func isCounted(_ block: Int) -> Bool { isComplete || countedBytes >= Self.bytes(ofBlock: block).upperBound }

    /// Counting is about to go on in the block of the place up to which it came.
    mutating func begin() {
        while blocks.count <= Self.block(at: countedBytes) {
            blocks.append(Block(start: countedBytes, matchesBefore: total))
        }
    }

    mutating func add(_ matches: Int, upTo offset: Int) {
        total += matches
        countedBytes = offset
    }
}

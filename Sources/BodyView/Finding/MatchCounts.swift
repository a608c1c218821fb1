/// The numbers of matches in the blocks of a body: sums per block, so that a million matches take no more memory than one.
///
/// Matches do not overlap; one belongs to the block in which it begins.
public struct MatchCounts: Sendable {
    /// The size of a block in bytes.
    static let blockSize = 1 << 15

    private struct Block {
        /// The place where the search in it began: after a match that reaches into it.
        var start: Int
        var matchesBefore: Int
    }
    private var blocks: [Block] = []
    /// The number of matches so far.
    public private(set) var total = 0
    /// The number of bytes that are counted.
    public private(set) var countedBytes = 0
    /// Whether the body is finished and all of it was counted.
    public internal(set) var isComplete = false
    /// The reason why counting ended early: a sentence with PCRE2's message and the place; nil if it did not.
    public internal(set) var problem: String?

    public init() {}

    static func block(at offset: Int) -> Int { offset / blockSize }
    static func bytes(ofBlock block: Int) -> Range<Int> { block * blockSize..<(block + 1) * blockSize }

    /// Returns the place where the search in a block begins, as counting did; its first byte if it is not counted yet.
    func start(ofBlock block: Int) -> Int {
        block < blocks.count ? blocks[block].start : max(countedBytes, Self.bytes(ofBlock: block).lowerBound)
    }

    /// Returns the number of matches that begin before a block; nil if it is not known yet.
    func matchesBefore(_ block: Int) -> Int? { block < blocks.count ? blocks[block].matchesBefore : nil }

    /// Whether it is known that no match begins in a block.
    func isEmpty(_ block: Int) -> Bool {
        guard block < blocks.count else { return isComplete }
        guard block + 1 < blocks.count else { return isComplete && total == blocks[block].matchesBefore }
        return blocks[block + 1].matchesBefore == blocks[block].matchesBefore
    }

    /// Whether all of a block is counted.
    func isCounted(_ block: Int) -> Bool { isComplete || countedBytes >= Self.bytes(ofBlock: block).upperBound }

    /// Prepares to continue counting in the block where it stopped.
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

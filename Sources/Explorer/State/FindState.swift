import BodyStore
import BodyView
import ExplorerKit
import TextGrid

/// A search in the bodies of a request's responses: it stays from one response to the next.
public struct FindState: PatternFinding {
    private(set) var searchPattern = SearchPattern()
    /// The body that is searched; nil: none yet.
    private(set) var store: BodyStore?
    public internal(set) var counts = MatchCounts()
    /// The match that the cursor was brought to.
    public internal(set) var found: FoundMatch?
    /// Whether a step is under way.
    var isStepping = false
    /// Steps that were requested meanwhile.
    var waiting: [MatchStep.Direction] = []
    /// The matches of the blocks on screen.
    private(set) var blocks: [Int: MatchBlock] = [:]
    /// The last order: for which blocks, and how many bytes were counted then.
    private var asked: (blocks: Set<Int>, countedBytes: Int) = ([], -1)

    init() {}

    /// Looks for something else; nothing is counted of it yet.
    mutating func look(for pattern: BodyPattern) {
        self = FindState()
        searchPattern = SearchPattern(pattern)
    }

    /// Shows no matches any more; the pattern is kept for the next time.
    mutating func rest() {
        (searchPattern.matcher, store, blocks) = (nil, nil, [:])
        forgetMatch()
    }

    /// Forgets the match at hand.
    mutating func forgetMatch() {
        found = nil
        (isStepping, waiting) = (false, [])
    }

    /// Begins again in another body.
    mutating func begin(in store: BodyStore) {
        self.store = store
        (counts, blocks, asked) = (MatchCounts(), [:], ([], -1))
        forgetMatch()
    }

    /// Returns the blocks to be ordered; nil when they are known, or were ordered already.
    mutating func missing(of wanted: Set<Int>) -> Set<Int>? {
        let isKnown = wanted.allSatisfy { blocks[$0]?.isFinal == true && blocks[$0]?.matchesBefore != nil }
        guard !isKnown, asked != (wanted, counts.countedBytes) else { return nil }
        asked = (wanted, counts.countedBytes)
        return wanted
    }

    /// Takes the matches of blocks; those of another body come too late.
    mutating func take(_ blocks: [Int: MatchBlock], in store: BodyStore) {
        if store === self.store { self.blocks = blocks }
    }

    mutating func take(_ counts: MatchCounts, in store: BodyStore) {
        if store === self.store { self.counts = counts }
    }

    /// Matches that show in a range of bytes, as far as they are known.
    func matches(in range: Range<Int>) -> [Range<Int>] {
        guard matcher != nil else { return [] }
        return MatchSearch.blocks(of: range).flatMap { block -> ArraySlice<Range<Int>> in
            let matches = blocks[block]?.matches ?? []
            let first = matches.partitioningIndex { $0.upperBound > range.lowerBound }
            return matches[first...].prefix { $0.lowerBound < range.upperBound }
        }
    }

    var total: Int { counts.total }
    var hasNone: Bool { counts.isComplete && counts.total == 0 }
    var isCounting: Bool { isActive && !counts.isComplete && counts.problem == nil }
    var givenUp: String? { counts.problem }

    var ordinal: Int? {
        guard let match = found?.byteRange, let block = blocks[MatchSearch.block(of: match)],
            let before = block.matchesBefore
        else { return nil }
        let index = block.matches.partitioningIndex { $0.lowerBound >= match.lowerBound }
        guard index < block.matches.endIndex, block.matches[index] == match else { return nil }
        return before + index + 1
    }
}

/// The line for typing what to find.
public struct FindInput: Sendable, Hashable {
    public var editor = TextEditor("", isMultiline: false)
    public var isRegex: Bool
    /// The pattern of the search before: Esc goes back to it.
    var before: BodyPattern
    var wasActive: Bool
    /// The place where the search began.
    var origin: Origin

    struct Origin: Sendable, Hashable {
        var cursor: Int
        /// First row shown.
        var scroll: Int
        var columnOffset: Int
        /// The first byte of the cursor's line in the body.
        var byte: Int
    }

    var pattern: BodyPattern { BodyPattern(editor.text, isRegex: isRegex) }
}

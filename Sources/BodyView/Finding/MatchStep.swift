import BodyStore

/// A step from one match to another, which may read all of a body, so it needs its own thread.
public struct MatchStep: Sendable {
    public enum Direction: Sendable, Hashable { case forward, backward }
    public var document: BodyDocument
    public var search: MatchSearch
    /// The place to start from: forward, the first byte at which a match may begin; backward, the match begins before it.
    public var origin: Int
    public var direction: Direction

    public init(_ document: BodyDocument, _ search: MatchSearch, from origin: Int, _ direction: Direction) {
        (self.document, self.search, self.origin, self.direction) = (document, search, origin, direction)
    }

    /// Runs the search; nil if there is no match in the body so far, or if cancelled.
    ///
    /// - Parameter isCancelled: A closure called after each piece.
    public func run(isCancelled: () -> Bool = { false }) -> FoundMatch? {
        let ahead = direction == .forward ? origin..<Int.max : 0..<origin
        if let match = match(in: ahead, isCancelled) { return found(match, hasWrapped: false) }
        let rest = direction == .forward ? 0..<origin : origin..<Int.max
        return match(in: rest, isCancelled).flatMap { found($0, hasWrapped: true) }
    }

    private func match(in range: Range<Int>, _ isCancelled: () -> Bool) -> Range<Int>? {
        direction == .forward
            ? search.first(in: range, isCancelled: isCancelled) : search.last(in: range, isCancelled: isCancelled)
    }

    /// Returns the match with its line; extends the index if it does not reach it yet.
    private func found(_ match: Range<Int>, hasWrapped: Bool) -> FoundMatch? {
        var document = document
        if document.index.scannedBytes < match.upperBound { document.index.extend(over: search.store) }
        guard let line = document.line(ofByte: match.lowerBound) else { return nil }
        let ruler = document.rulers[line] ?? document.ruler(ofLine: line)
        if let ruler { document.rulers.insert(ruler) }
        let column = document.column(ofByte: match.lowerBound, inLine: line)
        return FoundMatch(byteRange: match, line: line, column: column, ruler: ruler, hasWrapped: hasWrapped)
    }
}

/// A match and its place among the lines of the body.
public struct FoundMatch: Sendable {
    /// The bytes of the body.
    public var byteRange: Range<Int>
    /// The line in which it begins, 0-based.
    public var line: Int
    /// The column, 0-based, in scalars.
    public var column: Int
    /// The ruler of that line if it is long.
    public var ruler: LineRuler?
    /// Whether the search continued at the other end of the body.
    public var hasWrapped: Bool
}

/// The matches that begin in a block of a body.
public struct MatchBlock: Sendable {
    public var matches: [Range<Int>]
    /// The number of matches that begin before them; nil if not counted yet.
    public var matchesBefore: Int?
    /// Whether the matches are final.
    public var isFinal: Bool
}

extension MatchSearch {
    /// Returns the matches by the block in which they begin: for the bytes that are on screen.
    ///
    /// - Parameter blocks: The blocks from ``blocks(of:)``.
    public func blocks(_ blocks: Set<Int>) -> [Int: MatchBlock] {
        var found: [Int: MatchBlock] = [:]
        for block in blocks {
            found[block] = MatchBlock(
                matches: counts.isEmpty(block) ? [] : matches(inBlock: block),
                matchesBefore: counts.matchesBefore(block), isFinal: counts.isCounted(block))
        }
        return found
    }

    /// Returns the block to which a match belongs.
    public static func block(of match: Range<Int>) -> Int { MatchCounts.block(at: match.lowerBound) }

    /// Returns the blocks in which a match may begin that is visible in a range of bytes: its own, and the one before.
    public static func blocks(of range: Range<Int>) -> ClosedRange<Int> {
        let first = MatchCounts.block(at: range.lowerBound)
        return max(0, first - 1)...max(first, MatchCounts.block(at: max(range.lowerBound, range.upperBound - 1)))
    }
}

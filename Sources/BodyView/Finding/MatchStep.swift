import BodyStore

/// From one match to another: a step that may read all of a body, so that it belongs on a thread of its own.
public struct MatchStep: Sendable {
    public enum Direction: Sendable, Hashable { case forward, backward }
    public var document: BodyDocument
    public var search: MatchSearch
    /// Forward: the first byte at which a match may begin; backward: it begins before this one.
    public var origin: Int
    public var direction: Direction

    public init(_ document: BodyDocument, _ search: MatchSearch, from origin: Int, _ direction: Direction) {
        (self.document, self.search, self.origin, self.direction) = (document, search, origin, direction)
    }

    /// Nil: no match anywhere as far as the body goes, or cancelled.
    ///
    /// - Parameter isCancelled: asked after each piece.
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

    /// Where it stands among the lines; the index may not have come so far.
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

/// A match and where it stands among the lines of the body.
public struct FoundMatch: Sendable {
    /// In the body.
    public var byteRange: Range<Int>
    /// The line in which it begins, 0-based.
    public var line: Int
    /// 0-based, in scalars.
    public var column: Int
    /// Of that line, when it is long.
    public var ruler: LineRuler?
    /// Whether the search went on at the other end of the body.
    public var hasWrapped: Bool
}

/// The matches that begin in a block of a body.
public struct MatchBlock: Sendable {
    public var matches: [Range<Int>]
    /// How many matches begin before them; nil: not counted yet.
    public var matchesBefore: Int?
    /// Whether no more can come.
    public var isFinal: Bool
}

extension MatchSearch {
    /// Matches by the block in which they begin: for the bytes that are on screen.
    ///
    /// - Parameter blocks: of ``blocks(of:)``
    public func blocks(_ blocks: Set<Int>) -> [Int: MatchBlock] {
        var found: [Int: MatchBlock] = [:]
        for block in blocks {
            found[block] = MatchBlock(
                matches: counts.isEmpty(block) ? [] : matches(inBlock: block),
                matchesBefore: counts.matchesBefore(block), isFinal: counts.isCounted(block))
        }
        return found
    }

    /// The block to which a match belongs.
    public static func block(of match: Range<Int>) -> Int { MatchCounts.block(at: match.lowerBound) }

    /// The blocks in which a match may begin that shows in a range of bytes: its own, and the one before.
    public static func blocks(of range: Range<Int>) -> ClosedRange<Int> {
        let first = MatchCounts.block(at: range.lowerBound)
        return max(0, first - 1)...max(first, MatchCounts.block(at: max(range.lowerBound, range.upperBound - 1)))
    }
}

public import BodyView

/// In which lines two bodies differ, as they are laid out: of text the lines that were sent, of JSON and markup those that are shown.
public struct TextDifference: Sendable {
    public let old: BodyDocument
    public let new: BodyDocument
    /// In order, apart from each other; lines between them are equal.
    public internal(set) var hunks: [Hunk] = []
    /// Of text alone.
    public internal(set) var oldEnds = LineEnds()
    public internal(set) var newEnds = LineEnds()
    /// Whether there were too many lines to compare all: the rest stands in the last hunk.
    public internal(set) var isCut = false
    /// Whether the bodies have next to nothing in common, so that lines set beside each other say little.
    public internal(set) var isTooDifferent = false
    let rules: [IgnoreRule]

    init(old: BodyDocument, new: BodyDocument, rules: [IgnoreRule]) {
        (self.old, self.new, self.rules) = (old, new, rules)
    }

    /// Lines that stand in the place of others.
    public struct Hunk: Sendable, Hashable {
        /// 0-based; empty: they are new.
        public var old: Range<Int>
        /// 0-based; empty: they are gone.
        public var new: Range<Int>
        /// What makes it count as no difference; nil: nothing does.
        public var ignoredBy: IgnoreRule?
    }

    /// Whether lines end otherwise, or the last one ends in one of them alone.
    public var hasOtherEnds: Bool { oldEnds.isOther(than: newEnds) }
    /// How many hunks no rule ignores; ends of lines count as one.
    public var countedCount: Int { hunks.count { $0.ignoredBy == nil } + (hasOtherEnds ? 1 : 0) }
    public var ignoredCount: Int { hunks.count { $0.ignoredBy != nil } }
    public var isEmpty: Bool { hunks.isEmpty && !hasOtherEnds }
}

/// What the lines of a text end with.
public struct LineEnds: Sendable, Hashable {
    public var lineFeeds = 0
    public var pairs = 0
    public var returns = 0
    /// Whether the last line ends as the others do; true where there is no line.
    public var endsLastLine = true

    public init() {}

    /// "LF", "CRLF", "CR", "LF and CRLF", "no line breaks"; the most frequent first.
    public var words: String {
        let kinds = [("LF", lineFeeds), ("CRLF", pairs), ("CR", returns)].filter { $0.1 > 0 }
        guard !kinds.isEmpty else { return "no line breaks" }
        return kinds.sorted { $0.1 > $1.1 }.map(\.0).joined(separator: " and ")
    }

    private var kinds: [Bool] { [lineFeeds > 0, pairs > 0, returns > 0] }
    private var hasAny: Bool { kinds.contains(true) }
    /// Of a text without a byte.
    private var isNothing: Bool { !hasAny && endsLastLine }

    /// Where one has no line breaks at all, lines say it.
    func isOther(than ends: LineEnds) -> Bool {
        if isNothing || ends.isNothing { return false }
        return endsLastLine != ends.endsLastLine || (hasAny && ends.hasAny && kinds != ends.kinds)
    }

    /// "LF → CRLF", "the last line does not end any more"; nil: nothing differs.
    public func change(to new: LineEnds) -> String? {
        guard isOther(than: new) else { return nil }
        if kinds != new.kinds, hasAny, new.hasAny { return "line ends \(words) → \(new.words)" }
        return new.endsLastLine ? "a line break at the end, new" : "no line break at the end any more"
    }
}

/// Compares bodies by lines: reads both, so that it belongs on a thread of its own.
///
/// Lines that each has once anchor the others ("patience"); what is left between is matched by a table where that is small.
public struct TextComparison: Sendable {
    public let old: BodyDocument
    public let new: BodyDocument
    public var rules = IgnoreRules.none
    /// Of more lines the rest is one hunk.
    public static let maximumLines = 1 << 21

    /// - Parameters:
    ///   - old: read to its end.
    ///   - new: read to its end.
    public init(old: BodyDocument, new: BodyDocument) { (self.old, self.new) = (old, new) }

    /// Nil when cancelled.
    ///
    /// - Parameter isCancelled: asked after each piece, and in between.
    public func run(isCancelled: () -> Bool = { false }) -> TextDifference? {
        var difference = TextDifference(old: old, new: new, rules: rules.rules)
        guard let before = LinePrints(old, isCancelled), let after = LinePrints(new, isCancelled),
            let matching = LineMatching(old: before.prints, new: after.prints, isCancelled)
        else { return nil }
        (difference.oldEnds, difference.newEnds) = (before.ends, after.ends)
        difference.isCut = before.isCut || after.isCut
        difference.hunks = Self.hunks(matching.partners, before.prints.count, old.lineCount, new.lineCount)
        difference.isTooDifferent = Self.isTooDifferent(matching.partners, before.prints.count)
        guard !rules.rules.isEmpty else { return difference }
        let marking = HunkMarking(old, new, ReadyRules(rules))
        guard let hunks = marking.mark(difference.hunks, isCancelled) else { return nil }
        difference.hunks = hunks
        return difference
    }

    private static func hunks(
        _ partners: [Int32], _ oldCompared: Int, _ oldCount: Int, _ newCount: Int
    ) -> [TextDifference.Hunk] {
        var hunks: [TextDifference.Hunk] = []
        var (old, new) = (0, 0)
        func add(before oldEnd: Int, _ newEnd: Int) {
            if oldEnd > old || newEnd > new { hunks.append(.init(old: old..<oldEnd, new: new..<newEnd)) }
        }
        for index in partners.indices where partners[index] >= 0 {
            add(before: Int(partners[index]), index)
            (old, new) = (Int(partners[index]) + 1, index + 1)
        }
        add(before: max(oldCount, oldCompared), max(newCount, partners.count))
        return hunks
    }

    private static func isTooDifferent(_ partners: [Int32], _ oldCount: Int) -> Bool {
        let lines = min(partners.count, oldCount)
        return lines >= 50 && partners.count { $0 >= 0 } * 20 < lines
    }
}

/// What stands for each line of a document: eight bytes.
private struct LinePrints {
    var prints: [UInt64] = []
    var ends = LineEnds()
    var isCut = false
    private static let chunk = 4096

    /// Nil when cancelled.
    init?(_ document: BodyDocument, _ isCancelled: () -> Bool) {
        isCut = document.lineCount > TextComparison.maximumLines
        let end = min(document.lineCount, TextComparison.maximumLines)
        if document.kind == .text || document.kind == .empty {
            document.store.withBytes(in: 0..<document.index.scannedBytes) { readText($0) }
            if isCancelled() { return nil }
            return
        }
        for line in stride(from: 0, to: end, by: Self.chunk) {
            if isCancelled() { return nil }
            prints += document.prints(of: line..<min(line + Self.chunk, end))
        }
    }

    private mutating func readText(_ bytes: UnsafeRawBufferPointer) {
        var cursor = 0
        while cursor < bytes.count {
            let end = ByteSearch.lineBreak(bytes, from: cursor, to: bytes.count)
            if prints.count < TextComparison.maximumLines {
                prints.append(Mixing.hash(bytes, cursor..<end, seed: Mixing.second))
            }
            cursor = end + count(end, bytes)
        }
    }

    /// Counts the end of a line, and says how long it is.
    private mutating func count(_ end: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard end < bytes.count else {
            ends.endsLastLine = false
            return 0
        }
        if bytes[end] == 0x0A {
            ends.lineFeeds += 1
        } else if end + 1 < bytes.count, bytes[end + 1] == 0x0A {
            ends.pairs += 1
            return 2
        } else {
            ends.returns += 1
        }
        return 1
    }
}

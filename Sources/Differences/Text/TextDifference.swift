public import BodyView

/// The lines in which two bodies differ, as they are laid out: for text the lines as sent, for JSON and markup those that are shown.
public struct TextDifference: Sendable {
    public let old: BodyDocument
    public let new: BodyDocument
    /// The hunks, in order, with equal lines between them.
    public internal(set) var hunks: [Hunk] = []
    /// The line ends of the old body; only for text.
    public internal(set) var oldEnds = LineEnds()
    public internal(set) var newEnds = LineEnds()
    /// Whether there were too many lines to compare all: the rest is in the last hunk.
    public internal(set) var isCut = false
    /// Whether the bodies have next to nothing in common, so that a comparison side by side is of little use.
    public internal(set) var isTooDifferent = false
    let rules: [IgnoreRule]

    init(old: BodyDocument, new: BodyDocument, rules: [IgnoreRule]) {
        (self.old, self.new, self.rules) = (old, new, rules)
    }

    /// Lines that replace others.
    public struct Hunk: Sendable, Hashable {
        /// The old lines, 0-based; empty if lines were added.
        public var old: Range<Int>
        /// The new lines, 0-based; empty if lines were removed.
        public var new: Range<Int>
        /// The rule that ignores the hunk; nil if none does.
        public var ignoredBy: IgnoreRule?
    }

    /// Whether line ends differ, or only one of them ends its last line.
    public var hasOtherEnds: Bool { oldEnds.isOther(than: newEnds) }
    /// The number of hunks that no rule ignores; line ends count as one.
    public var countedCount: Int { hunks.count { $0.ignoredBy == nil } + (hasOtherEnds ? 1 : 0) }
    public var ignoredCount: Int { hunks.count { $0.ignoredBy != nil } }
    public var isEmpty: Bool { hunks.isEmpty && !hasOtherEnds }
}

/// The line ends of a text.
public struct LineEnds: Sendable, Hashable {
    public var lineFeeds = 0
    public var pairs = 0
    public var returns = 0
    /// Whether the last line has an end; true if there is no line.
    public var endsLastLine = true

    public init() {}

    /// The kinds of line ends: "LF", "CRLF", "CR", "LF and CRLF", "no line breaks"; the most frequent first.
    public var words: String {
        let kinds = [("LF", lineFeeds), ("CRLF", pairs), ("CR", returns)].filter { $0.1 > 0 }
        guard !kinds.isEmpty else { return "no line breaks" }
        return kinds.sorted { $0.1 > $1.1 }.map(\.0).joined(separator: " and ")
    }

    private var kinds: [Bool] { [lineFeeds > 0, pairs > 0, returns > 0] }
    private var hasAny: Bool { kinds.contains(true) }
    /// Whether the text is empty.
    private var isNothing: Bool { !hasAny && endsLastLine }

    /// Whether the line ends differ; a text without line breaks differs in its lines instead.
    func isOther(than ends: LineEnds) -> Bool {
        if isNothing || ends.isNothing { return false }
        return endsLastLine != ends.endsLastLine || (hasAny && ends.hasAny && kinds != ends.kinds)
    }

    /// Describes the change: "LF → CRLF", "the last line does not end any more"; nil if nothing differs.
    public func change(to new: LineEnds) -> String? {
        guard isOther(than: new) else { return nil }
        if kinds != new.kinds, hasAny, new.hasAny { return "line ends \(words) → \(new.words)" }
        return new.endsLastLine ? "a line break at the end, new" : "no line break at the end any more"
    }
}

/// Compares bodies by lines: reads both, so it needs its own thread.
///
/// Lines that occur once in each anchor the others ("patience"); the rest between them is matched by a table if that is small.
public struct TextComparison: Sendable {
    public let old: BodyDocument
    public let new: BodyDocument
    public var rules = IgnoreRules.none
    /// The most lines that are compared; the rest is one hunk.
    public static let maximumLines = 1 << 21

    /// - Parameters:
    ///   - old: The old body, read to its end.
    ///   - new: The new body, read to its end.
    public init(old: BodyDocument, new: BodyDocument) { (self.old, self.new) = (old, new) }

    /// Compares the bodies; nil if cancelled.
    ///
    /// - Parameter isCancelled: A closure called after each piece, and in between.
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

/// The fingerprints of a document's lines, eight bytes each.
private struct LinePrints {
    var prints: [UInt64] = []
    var ends = LineEnds()
    var isCut = false
    private static let chunk = 4096

    /// Reads the document; nil if cancelled.
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

    /// Counts the end of a line, and returns its length.
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

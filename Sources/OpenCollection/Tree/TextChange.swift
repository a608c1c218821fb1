/// Makes a change of one text in another that came of the same one.
public enum TextChange {
    /// The current text with the lines changed in which `new` differs from `old`; nil when they are no longer what they were.
    ///
    /// Differences count as one stretch of lines, from the first to the last.
    public static func making(_ old: String, _ new: String, in current: String) -> String? {
        let (old, new, current) = (lines(old), lines(new), lines(current))
        let ours = ChangedLines(old, new)
        let theirs = ChangedLines(old, current)
        if theirs.isEmpty { return text(new[...]) }
        if current == new { return text(current[...]) }
        if ours.isBefore(theirs) { return text(new[..<ours.new.upperBound] + current[ours.old.upperBound...]) }
        guard theirs.isBefore(ours) else { return nil }
        return text(current[..<theirs.new.upperBound] + new[theirs.old.upperBound...])
    }

    /// A line with its line feed.
    private typealias Line = ArraySlice<UInt8>

    private static func lines(_ text: String) -> [Line] {
        var lines: [Line] = []
        var rest = Array(text.utf8)[...]
        while let end = rest.firstIndex(of: 0x0A) {
            lines.append(rest[...end])
            rest = rest[(end + 1)...]
        }
        return lines + [rest]
    }

    private static func text(_ lines: ArraySlice<Line>) -> String { String(decoding: lines.joined(), as: UTF8.self) }

    /// The difference of two texts: lines of the one that became those of the other.
    private struct ChangedLines {
        var old: Range<Int>
        var new: Range<Int>

        init(_ before: [Line], _ after: [Line]) {
            let head = zip(before, after).prefix { $0 == $1 }.count
            let rest = min(before.count, after.count) - head
            let tail = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
            let kept = min(tail, rest)
            old = head..<(before.count - kept)
            new = head..<(after.count - kept)
        }

        var isEmpty: Bool { old.isEmpty && new.isEmpty }

        /// Whether it is certainly before another one; the order of lines inserted where others changed is not known.
        func isBefore(_ other: ChangedLines) -> Bool {
            let areLines = !old.isEmpty && !other.old.isEmpty
            return areLines ? old.upperBound <= other.old.lowerBound : old.upperBound < other.old.lowerBound
        }
    }
}

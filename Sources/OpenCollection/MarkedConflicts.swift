import YAMLTree

/// A text in which git left both sides of what it could not merge, between markers.
public struct MarkedConflicts: Sendable, Hashable {
    /// The text as it is on disk.
    public let text: String
    /// Place of the first marker.
    let place: SourcePlace
    /// The line of the first marker.
    let firstLine: String
    /// The text with the lines of the branch that is checked out.
    public let mine: String
    /// The text with the lines of what was merged into it.
    public let theirs: String
    /// The text as it was before either changed it; nil unless the markers show that (git's `merge.conflictStyle` is `diff3` or `zdiff3`).
    public let base: String?

    /// Reads a text; nil if it has no markers, or not all of those that belong together.
    public init?(_ text: String) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        guard let first = lines.firstIndex(where: { Marker($0) == .mine }) else { return nil }
        var part: Marker?
        var (mine, theirs, base): ([Substring], [Substring], [Substring]) = ([], [], [])
        for line in lines {
            switch (part, Marker(line)) {
            case (nil, .mine?), (.mine?, .base?), (.mine?, .theirs?), (.base?, .theirs?): part = Marker(line)
            case (.theirs?, .end?): part = nil
            // A line of `=` is a marker only where one is due.
            case (nil, .theirs?), (_, nil):
                if part == nil || part == .mine { mine.append(line) }
                if part == nil || part == .theirs { theirs.append(line) }
                if part == nil || part == .base { base.append(line) }
            default: return nil
            }
        }
        guard part == nil else { return nil }
        self.text = text
        let offset = lines[..<first].reduce(0) { $0 + $1.utf8.count + 1 }
        place = SourcePlace(line: first + 1, column: 1, offsetInBytes: offset)
        firstLine = String(lines[first].prefix { !$0.isNewline })
        (self.mine, self.theirs) = (mine.joined(separator: "\n"), theirs.joined(separator: "\n"))
        self.base = lines.contains { Marker($0) == .base } ? base.joined(separator: "\n") : nil
    }

    /// The line that a marker begins with; ``end`` ends a conflict.
    private enum Marker: String, CaseIterable {
        case mine = "<<<<<<<"
        case base = "|||||||"
        case theirs = "======="
        case end = ">>>>>>>"

        /// Reads a marker; nil for any other line. A name may follow, after a space.
        init?(_ line: Substring) {
            let sign = line.utf8.prefix(7)
            let next = line.utf8.dropFirst(7).first
            guard next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r"),
                let marker = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(sign) })
            else { return nil }
            self = marker
        }
    }
}

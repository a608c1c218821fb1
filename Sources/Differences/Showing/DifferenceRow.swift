public import BodyView

/// A row of two bodies side by side, or of one below the other.
public struct DifferenceRow: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case same
        /// A line that replaces another.
        case changed
        case removed
        case added
        /// The number of equal lines that are hidden.
        case folded(Int)
    }

    public var kind: Kind
    /// Whether it does not count as a difference: a rule ignores it, or it means the same.
    public var isIgnored = false
    /// The line of the old body; nil if this row has none.
    public var old: BodyLine?
    public var new: BodyLine?
    /// The columns of ``old`` that differ: in scalars of its requested text, 0-based.
    public var oldEmphasis: [Range<Int>] = []
    public var newEmphasis: [Range<Int>] = []
}

/// The rows of a difference, created on request.
public struct DifferenceRows: Sendable {
    public enum Arrangement: Sendable, Hashable {
        case sideBySide
        /// Removed lines above added ones.
        case inline
    }

    public let difference: TextDifference
    public let arrangement: Arrangement
    /// The number of rows.
    public private(set) var count = 0
    private var parts: [Part] = []
    private let meaning: MeaningPlaces?

    /// A group of rows.
    private struct Part: Sendable {
        enum Kind: Sendable { case same, fold, hunk }
        var kind: Kind
        var firstRow: Int
        var rowCount: Int
        var old: Range<Int>
        var new: Range<Int>
        var isIgnored = false
    }

    /// - Parameters:
    ///   - context: The number of equal lines that are shown around each hunk; the others are folded. nil shows all. Default: 3.
    ///   - meaning: The differences of the bodies as JSON: lines without any, or only with ignored ones, are marked as such.
    public init(
        _ difference: TextDifference, _ arrangement: Arrangement, context: Int? = 3, meaning: JSONDifferences? = nil
    ) {
        (self.difference, self.arrangement) = (difference, arrangement)
        self.meaning = meaning.map(MeaningPlaces.init)
        var (old, new) = (0, 0)
        for hunk in difference.hunks {
            addSame(old..<hunk.old.lowerBound, from: new, context, isFirst: old == 0 && new == 0, isLast: false)
            addHunk(hunk)
            (old, new) = (hunk.old.upperBound, hunk.new.upperBound)
        }
        addSame(
            old..<max(old, difference.old.lineCount), from: new, context, isFirst: old == 0 && new == 0, isLast: true)
    }

    private mutating func add(
        _ kind: Part.Kind, _ rows: Int, _ old: Range<Int>, _ new: Range<Int>, isIgnored: Bool = false
    ) {
        guard rows > 0 else { return }
        parts.append(Part(kind: kind, firstRow: count, rowCount: rows, old: old, new: new, isIgnored: isIgnored))
        count += rows
    }

    private mutating func addHunk(_ hunk: TextDifference.Hunk) {
        let rows =
            arrangement == .inline ? hunk.old.count + hunk.new.count : max(hunk.old.count, hunk.new.count)
        add(.hunk, rows, hunk.old, hunk.new, isIgnored: hunk.ignoredBy != nil)
    }

    /// Adds equal lines; a fold replaces at least two lines, since for one it would save nothing.
    private mutating func addSame(_ old: Range<Int>, from new: Int, _ context: Int?, isFirst: Bool, isLast: Bool) {
        func addLines(_ lines: Range<Int>) {
            add(
                .same, lines.count, lines,
                new + lines.lowerBound - old.lowerBound..<new + lines.upperBound - old.lowerBound)
        }
        let (before, after) = (isFirst ? 0 : context ?? 0, isLast ? 0 : context ?? 0)
        guard context != nil, old.count > before + after + 1 else { return addLines(old) }
        let hidden = old.lowerBound + before..<old.upperBound - after
        addLines(old.lowerBound..<hidden.lowerBound)
        add(.fold, 1, hidden, new + before..<new + before + hidden.count)
        addLines(hidden.upperBound..<old.upperBound)
    }
}

extension DifferenceRows {
    /// Creates rows; the work is that of laying out their lines.
    ///
    /// - Parameters:
    ///   - range: The rows, 0-based; clamped to the existing ones.
    ///   - columns: The part of each line, in scalars. Default: the first 4,096.
    public func rows(_ range: Range<Int>, columns: Range<Int> = 0..<4096) -> [DifferenceRow] {
        let range = range.clamped(to: 0..<count)
        var rows: [DifferenceRow] = []
        var index = part(at: range.lowerBound)
        while index < parts.count, parts[index].firstRow < range.upperBound {
            let part = parts[index]
            let own = (range.lowerBound - part.firstRow..<range.upperBound - part.firstRow).clamped(
                to: 0..<part.rowCount)
            rows += self.rows(of: part, own, columns)
            index += 1
        }
        return rows
    }

    /// Returns the start of the next hunk after a row; nil if there is none.
    public func next(after row: Int) -> Int? {
        parts[part(at: max(0, row))...].first { $0.kind == .hunk && $0.firstRow > row }?.firstRow
    }

    /// Returns the start of the last hunk before a row; nil if there is none.
    public func previous(before row: Int) -> Int? {
        let end = min(parts.count, part(at: max(0, min(row, count))) + 1)
        return parts[..<end].last { $0.kind == .hunk && $0.firstRow < row }?.firstRow
    }

    /// Returns the index of the part that contains a row.
    private func part(at row: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].firstRow + parts[middle].rowCount <= row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func rows(of part: Part, _ own: Range<Int>, _ columns: Range<Int>) -> [DifferenceRow] {
        switch part.kind {
        case .fold: return [DifferenceRow(kind: .folded(part.old.count))]
        case .same:
            let (before, after) = (lines(.old, part, own, columns), lines(.new, part, own, columns))
            return zip(before, after).map { DifferenceRow(kind: .same, old: $0, new: $1) }
        case .hunk: return arrangement == .inline ? inline(part, own, columns) : sideBySide(part, own, columns)
        }
    }

    private func lines(_ side: DifferenceSide, _ part: Part, _ own: Range<Int>, _ columns: Range<Int>) -> [BodyLine] {
        let all = side == .old ? part.old : part.new
        let range = (all.lowerBound + own.lowerBound..<all.lowerBound + own.upperBound).clamped(to: all)
        return (side == .old ? difference.old : difference.new).lines(range, columns: columns)
    }

    private func sideBySide(_ part: Part, _ own: Range<Int>, _ columns: Range<Int>) -> [DifferenceRow] {
        let (before, after) = (lines(.old, part, own, columns), lines(.new, part, own, columns))
        return own.indices.map { index in
            let place = index - own.lowerBound
            return row(
                before.indices.contains(place) ? before[place] : nil,
                after.indices.contains(place) ? after[place] : nil,
                part)
        }
    }

    private func inline(_ part: Part, _ own: Range<Int>, _ columns: Range<Int>) -> [DifferenceRow] {
        own.map { index in
            let isOld = index < part.old.count
            let place = isOld ? index : index - part.old.count
            let (before, after) = (
                lines(.old, part, place..<place + 1, columns).first, lines(.new, part, place..<place + 1, columns).first
            )
            var row = row(before, after, part)
            row.kind = isOld ? .removed : .added
            if isOld { (row.new, row.newEmphasis) = (nil, []) } else { (row.old, row.oldEmphasis) = (nil, []) }
            return row
        }
    }

    private func row(_ old: BodyLine?, _ new: BodyLine?, _ part: Part) -> DifferenceRow {
        var row = DifferenceRow(
            kind: old == nil ? .added : new == nil ? .removed : .changed, isIgnored: part.isIgnored, old: old, new: new)
        if let meaning, !meaning.counts(old?.byteRange, new?.byteRange) { row.isIgnored = true }
        guard let old, let new else { return row }
        let words = WordDifference(old: old.text, new: new.text)
        (row.oldEmphasis, row.newEmphasis) = (words.old, words.new)
        return row
    }
}

/// The places of differences in JSON, in bytes.
private struct MeaningPlaces: Sendable {
    /// The places of differences that no rule ignores; in order.
    private var old: [Range<Int>]
    private var new: [Range<Int>]
    /// Whether not all differences are listed, so that no line is known to be the same.
    private let isCut: Bool

    init(_ differences: JSONDifferences) {
        let counted = differences.entries.filter { $0.rule < 0 }
        old = counted.filter { $0.kind != .added }.map(\.oldPlace).sorted { $0.lowerBound < $1.lowerBound }
        new = counted.filter { $0.kind != .removed }.map(\.newPlace).sorted { $0.lowerBound < $1.lowerBound }
        isCut = differences.isCut
    }

    /// Whether a difference that counts is in the bytes of either line.
    func counts(_ old: Range<Int>?, _ new: Range<Int>?) -> Bool {
        isCut || Self.meets(old, self.old) || Self.meets(new, self.new)
    }

    /// Whether a line overlaps a place. Places are not nested: either a value is reported, or the differences within it.
    private static func meets(_ line: Range<Int>?, _ places: [Range<Int>]) -> Bool {
        guard let line else { return false }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].lowerBound < line.upperBound { low = middle + 1 } else { high = middle }
        }
        return low > 0 && places[low - 1].upperBound > line.lowerBound
    }
}

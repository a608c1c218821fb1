import BodyStore
import BodyView

/// Finds the hunks that a rule ignores; hunks of pairs are split if some of the pairs are ignored.
struct HunkMarking {
    private let old: BodyDocument
    private let new: BodyDocument
    private let rules: ReadyRules
    /// The longest line in bytes that is compared with rules other than the one for markers.
    private static let longestLine = 1 << 16
    private static let chunk = 1024

    init(_ old: BodyDocument, _ new: BodyDocument, _ rules: ReadyRules) {
        (self.old, self.new, self.rules) = (old, new, rules)
    }

    /// Marks the ignored hunks; nil if cancelled.
    func mark(_ hunks: [TextDifference.Hunk], _ isCancelled: () -> Bool) -> [TextDifference.Hunk]? {
        guard !rules.lines.isEmpty || !rules.values.isEmpty || rules.masked != nil else { return hunks }
        var marked: [TextDifference.Hunk] = []
        for hunk in hunks {
            guard !isCancelled() else { return nil }
            marked += hunk.old.count == hunk.new.count ? pairs(of: hunk) : [whole(hunk)]
        }
        return marked
    }

    private func pairs(of hunk: TextDifference.Hunk) -> [TextDifference.Hunk] {
        var marked: [TextDifference.Hunk] = []
        for start in stride(from: 0, to: hunk.old.count, by: Self.chunk) {
            let end = min(start + Self.chunk, hunk.old.count)
            let before = lines(old, hunk.old.lowerBound + start..<hunk.old.lowerBound + end)
            let after = lines(new, hunk.new.lowerBound + start..<hunk.new.lowerBound + end)
            for (index, (one, other)) in zip(before, after).enumerated() {
                append(
                    rule(one, other), hunk.old.lowerBound + start + index, hunk.new.lowerBound + start + index,
                    to: &marked)
            }
        }
        return marked
    }

    private func append(_ rule: Int?, _ oldLine: Int, _ newLine: Int, to hunks: inout [TextDifference.Hunk]) {
        let rule = rule.map { rules.rules[$0] }
        if let last = hunks.indices.last, hunks[last].ignoredBy == rule {
            hunks[last].old = hunks[last].old.lowerBound..<oldLine + 1
            hunks[last].new = hunks[last].new.lowerBound..<newLine + 1
        } else {
            hunks.append(.init(old: oldLine..<oldLine + 1, new: newLine..<newLine + 1, ignoredBy: rule))
        }
    }

    /// Marks a hunk of added or removed lines as ignored if one rule fits each of them.
    private func whole(_ hunk: TextDifference.Hunk) -> TextDifference.Hunk {
        var hunk = hunk
        guard hunk.old.count + hunk.new.count <= Self.chunk else { return hunk }
        let all = lines(old, hunk.old) + lines(new, hunk.new)
        let rule = rules.lines.first { rule in all.allSatisfy { isFound(rule.matcher, $0.bytes) } }
        hunk.ignoredBy = rule.map { rules.rules[$0.index] }
        return hunk
    }

    private struct Line {
        /// The bytes of the line, at most a little more than ``longestLine``.
        var bytes: [UInt8]
        /// The range of the whole line.
        var range: Range<Int>
    }

    private func lines(_ document: BodyDocument, _ range: Range<Int>) -> [Line] {
        document.lines(range, columns: 0..<0).map { line in
            let range = wholeRange(of: line, in: document)
            let end = min(range.upperBound, range.lowerBound + Self.longestLine + 1)
            return Line(bytes: document.store.copy(range.lowerBound..<end), range: range)
        }
    }

    /// Returns the whole range of a line that was laid out in part: it extends to the next one.
    private func wholeRange(of line: BodyLine, in document: BodyDocument) -> Range<Int> {
        let range = line.byteRange
        let count = document.store.count
        guard document.kind == .text, range.upperBound < count, !isLineBreak(document.store, at: range.upperBound)
        else {
            return range
        }
        let next = document.lines(line.number + 1..<line.number + 2, columns: 0..<0).first
        var end = next?.byteRange.lowerBound ?? count
        while end > range.upperBound, isLineBreak(document.store, at: end - 1) { end -= 1 }
        return range.lowerBound..<end
    }

    private func isLineBreak(_ store: BodyStore, at offset: Int) -> Bool {
        [0x0A, 0x0D].contains(store.copy(offset..<offset + 1).first)
    }

    private func rule(_ one: Line, _ other: Line) -> Int? {
        ([rule(one.bytes, other.bytes), maskedRule(one, other)] as [Int?]).compactMap { $0 }.min()
    }

    private func rule(_ one: [UInt8], _ other: [UInt8]) -> Int? {
        let line = rules.lines.first { isFound($0.matcher, one) && isFound($0.matcher, other) }?.index
        let value = rules.values.first { rule in
            guard one.count <= Self.longestLine, other.count <= Self.longestLine else { return false }
            return one.withUnsafeBytes(rule.pattern.masked) == other.withUnsafeBytes(rule.pattern.masked)
        }?.index
        return [line, value].compactMap { $0 }.min()
    }

    private func maskedRule(_ one: Line, _ other: Line) -> Int? {
        guard rules.masked != nil else { return nil }
        return whole(one, old).withUnsafeBytes { one in
            whole(other, new).withUnsafeBytes { rules.ruleForMasked(one, $0) }
        }
    }

    private func whole(_ line: Line, _ document: BodyDocument) -> [UInt8] {
        line.bytes.count == line.range.count ? line.bytes : document.store.copy(line.range)
    }

    private func isFound(_ matcher: BodyMatcher, _ line: [UInt8]) -> Bool {
        line.count <= Self.longestLine && line.withUnsafeBytes { matcher.isFound(in: $0) }
    }
}

extension ReadyPattern {
    /// Returns the text with each match replaced by one byte that never occurs in UTF-8.
    func masked(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var masked: [UInt8] = []
        var cursor = 0
        for range in ranges(in: bytes) {
            masked += bytes[cursor..<range.lowerBound]
            masked.append(0xFF)
            cursor = range.upperBound
        }
        return masked + bytes[cursor...]
    }

    private func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        if case .regex = pattern { return matcher?.ranges(in: bytes) ?? [] }
        var ranges: [Range<Int>] = []
        var cursor = 0
        while cursor < bytes.count {
            if cursor > 0, DatePattern.isDigit(bytes[cursor - 1]), ranges.last?.upperBound != cursor {
                cursor += 1
            } else if let length = length(bytes, at: cursor) {
                ranges.append(cursor..<cursor + length)
                cursor += length
            } else {
                cursor += 1
            }
        }
        return ranges
    }

    private func length(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int? {
        switch pattern {
        case .isoDate: return DatePattern.length(bytes, at: start)
        case .uuid: return UUIDShape.isUUID(bytes, at: start) ? 36 : nil
        case .number:
            var end = start
            while end < bytes.count, DatePattern.isDigit(bytes[end]) || (end > start && bytes[end] == UInt8(ascii: "."))
            {
                end += 1
            }
            return end > start ? end - start : nil
        case .regex: return nil
        }
    }
}

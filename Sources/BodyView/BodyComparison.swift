/// The lines of a body that differ from those of another one.
public struct BodyChanges: Sendable, Hashable {
    /// The lines that differ, 0-based; ranges are in order and do not touch.
    public private(set) var changed: [Range<Int>] = []
    /// The lines before which lines were removed, in order.
    public private(set) var removals: [Int] = []

    /// Whether there are no differences.
    public var isEmpty: Bool { changed.isEmpty && removals.isEmpty }
    public var changedCount: Int { changed.reduce(0) { $0 + $1.count } }

    mutating func append(changed line: Int) {
        if let last = changed.indices.last, changed[last].upperBound == line {
            changed[last] = changed[last].lowerBound..<line + 1
        } else {
            changed.append(line..<line + 1)
        }
    }

    mutating func append(removalBefore line: Int) { removals.append(line) }

    /// Whether a line, 0-based, is changed or new.
    public func isChanged(_ line: Int) -> Bool {
        changed[safe: Self.firstIndex(of: changed) { $0.upperBound > line }].map { $0.contains(line) } ?? false
    }

    /// Whether lines were removed before the line.
    public func hasRemoval(before line: Int) -> Bool {
        removals[safe: Self.firstIndex(of: removals) { $0 >= line }] == line
    }

    /// Returns the start of the next difference after a line; nil if there is none.
    public func next(after line: Int) -> Int? {
        let range = changed[safe: Self.firstIndex(of: changed) { $0.lowerBound > line }]?.lowerBound
        let removal = removals[safe: Self.firstIndex(of: removals) { $0 > line }]
        return [range, removal].compactMap { $0 }.min()
    }

    /// Returns the start of the last difference before a line; nil if there is none.
    public func previous(before line: Int) -> Int? {
        let range = changed[safe: Self.firstIndex(of: changed) { $0.lowerBound >= line } - 1]?.lowerBound
        let removal = removals[safe: Self.firstIndex(of: removals) { $0 >= line } - 1]
        return [range, removal].compactMap { $0 }.max()
    }

    /// Returns the first index for which the condition holds, by binary search; it holds for all later ones.
    private static func firstIndex<Element>(of all: [Element], where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(all[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Compares the lines of two bodies as they are laid out: reads both, so it needs its own thread.
///
/// Lines that are the same at the start of both are skipped. After that, a line is compared by its bytes, without spaces and a comma at its end and
/// spaces around the colon of JSON: eight bytes of memory for each. Lines after the first ``maximumLines`` count as changed.
public struct BodyComparison: Sendable {
    public let old: BodyDocument
    public let new: BodyDocument
    /// Whether one of them contains markers, `{{api_key}}`, for secrets: text in the place of a marker is not a difference.
    public let hasMarkers: Bool
    public static let maximumLines = 1 << 21
    /// The number of lines that are read at once.
    private static let chunk = 4096

    public init(_ new: BodyDocument, with old: BodyDocument, hasMarkers: Bool = false) {
        (self.new, self.old, self.hasMarkers) = (new, old, hasMarkers)
    }

    public struct Compared: Sendable {
        public var changes: BodyChanges
        /// Whether there were too many lines to compare all.
        public var isCut: Bool
    }

    /// Compares the bodies; nil if cancelled.
    ///
    /// - Parameter isCancelled: A closure called after each piece, and in between.
    public func run(isCancelled: () -> Bool = { false }) -> Compared? {
        guard let start = commonLines(isCancelled), let before = prints(of: old, from: start, isCancelled),
            let after = prints(of: new, from: start, isCancelled)
        else { return nil }
        guard let matching = matching(of: before, with: after, from: start, isCancelled) else { return nil }
        var changes = BodyChanges()
        for line in after.indices where !matching.isMatched(line) { changes.append(changed: start + line) }
        let limit = start + after.count
        for line in limit..<max(limit, new.lineCount) { changes.append(changed: line) }
        for line in matching.removedBefore.sorted() where !isChanged(line, matching) {
            changes.append(removalBefore: min(start + line, max(0, new.lineCount - 1)))
        }
        return Compared(changes: changes, isCut: limit < new.lineCount || start + before.count < old.lineCount)
    }

    /// Matches the lines after the common start; nil if cancelled.
    private func matching(
        of before: [UInt64], with after: [UInt64], from start: Int, _ isCancelled: () -> Bool
    ) -> LineMatching? {
        guard let matching = LineMatching(old: before, new: after, isCancelled) else { return nil }
        guard hasMarkers else { return matching }
        var known = before
        for gap in matching.gaps(ofOld: before.count) {
            if isCancelled() { return nil }
            for (line, partner) in pairs(in: gap, from: start) { known[line] = after[partner] }
        }
        return known == before ? matching : LineMatching(old: known, new: after, isCancelled)
    }

    /// Returns the pairs of lines that differ only in the text of a marker, in order.
    private func pairs(in gap: (old: Range<Int>, new: Range<Int>), from start: Int) -> [(old: Int, new: Int)] {
        let before = old.texts(of: gap.old.prefix(Self.chunk), from: start)
        let after = new.texts(of: gap.new.prefix(Self.chunk), from: start)
        var pairs: [(old: Int, new: Int)] = []
        var next = 0
        for (line, text) in before.enumerated() {
            let reach = next..<min(next + Self.reach, after.count)
            guard let found = reach.first(where: { text.isSame(as: after[$0]) }) else { continue }
            pairs.append((gap.old.lowerBound + line, gap.new.lowerBound + found))
            next = found + 1
        }
        return pairs
    }

    /// The number of lines that are searched for the partner of a line with a marker.
    private static let reach = 64

    /// Whether a line, or the one before it, is reported as changed: then a removal at this line is not reported.
    private func isChanged(_ line: Int, _ matching: LineMatching) -> Bool {
        (matching.partners.indices.contains(line) && !matching.isMatched(line))
            || (line > 0 && matching.partners.indices.contains(line - 1) && !matching.isMatched(line - 1))
    }

    /// Returns the number of lines that are the same at the start of both, in whole pieces; nil if cancelled.
    private func commonLines(_ isCancelled: () -> Bool) -> Int? {
        var line = 0
        while line < min(old.lineCount, new.lineCount) {
            if isCancelled() { return nil }
            let range = line..<line + Self.chunk
            guard old.prints(of: range) == new.prints(of: range) else { break }
            line += Self.chunk
        }
        return min(line, old.lineCount, new.lineCount)
    }

    private func prints(of document: BodyDocument, from start: Int, _ isCancelled: () -> Bool) -> [UInt64]? {
        var prints: [UInt64] = []
        let end = min(document.lineCount, start + Self.maximumLines)
        for line in stride(from: start, to: end, by: Self.chunk) {
            if isCancelled() { return nil }
            prints += document.prints(of: line..<min(line + Self.chunk, end))
        }
        return prints
    }
}

extension BodyDocument {
    /// Returns a fingerprint of each line: of its bytes, up to the start of the next one.
    package func prints(of range: Range<Int>) -> [UInt64] {
        mapLines(range) { bytes, depth, isJSON in
            isJSON ? Self.printOfMember(bytes, depth) : FNV1a.hash(bytes, depth)
        }
    }

    /// Returns the bytes of each line, as they are compared.
    ///
    /// - Parameter start: The line that the range counts from.
    fileprivate func texts(of range: Range<Int>, from start: Int) -> [MarkedText] {
        mapLines((start + range.lowerBound)..<(start + range.upperBound)) { bytes, _, _ in MarkedText(Array(bytes)) }
    }

    private func mapLines<Result>(
        _ range: Range<Int>, _ transform: (_ bytes: UnsafeRawBufferPointer, _ depth: Int, _ isJSON: Bool) -> Result
    ) -> [Result] {
        let range = range.clamped(to: 0..<lineCount)
        let lines = lines(range.lowerBound..<range.upperBound + 1, columns: 0..<0)
        return store.withBytes(in: 0..<index.scannedBytes) { bytes in
            lines.prefix(range.count).enumerated().map { place, line in
                let start = min(line.byteRange.lowerBound, bytes.count)
                let next = lines.indices.contains(place + 1) ? lines[place + 1].byteRange.lowerBound : bytes.count
                let isJSON = isJSON(line.number - 1)
                let own = trimmed(bytes, start..<max(start, min(next, bytes.count)), isJSON: isJSON)
                return transform(own, line.depth, isJSON)
            }
        }
    }

    /// Returns the fingerprint of name and value, without the spaces around the colon.
    private static func printOfMember(_ bytes: UnsafeRawBufferPointer, _ depth: Int) -> UInt64 {
        guard bytes.first == UInt8(ascii: "\""), let end = JSONStrings.end(bytes, from: 0) else {
            return FNV1a.hash(bytes, depth)
        }
        let colon = ByteSearch.endOfWhitespace(bytes, from: end, to: bytes.count)
        guard colon < bytes.count else { return FNV1a.hash(bytes, depth) }
        let value = ByteSearch.endOfWhitespace(bytes, from: colon + 1, to: bytes.count)
        let name = FNV1a.hash(UnsafeRawBufferPointer(rebasing: bytes[..<end]), depth)
        return name &* 31 &+ FNV1a.hash(UnsafeRawBufferPointer(rebasing: bytes[value...]), depth)
    }

    /// Returns the line without the break at its end; if spaces have no meaning, without those, and in JSON without the comma, which follows all
    /// items but the last.
    private func trimmed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, isJSON: Bool) -> UnsafeRawBufferPointer {
        var end = range.upperBound
        while end > range.lowerBound, isEnd(bytes[end - 1], isJSON) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound..<end])
    }

    private func isEnd(_ byte: UInt8, _ isJSON: Bool) -> Bool {
        if isJSON, byte == UInt8(ascii: ",") { return true }
        return isJSON || isMarkup ? ByteSearch.isWhitespace(byte) : byte == 0x0A || byte == 0x0D
    }
}

/// A line in which `{{name}}` replaces a secret.
private struct MarkedText {
    private let line: [UInt8]
    /// The pieces around the markers; one piece if there is no marker.
    private let pieces: [ArraySlice<UInt8>]

    init(_ line: [UInt8]) {
        self.line = line
        var pieces: [ArraySlice<UInt8>] = []
        var (start, cursor) = (0, 0)
        while cursor < line.count {
            guard let end = Self.endOfMarker(in: line, at: cursor) else {
                cursor += 1
                continue
            }
            pieces.append(line[start..<cursor])
            (start, cursor) = (end, end)
        }
        self.pieces = pieces + [line[start...]]
    }

    /// Whether one of them is the other with markers in it.
    func isSame(as other: MarkedText) -> Bool { fits(other.line) || other.fits(line) }

    private static func endOfMarker(in line: [UInt8], at start: Int) -> Int? {
        guard line[start...].starts(with: [0x7B, 0x7B]) else { return nil }
        let name = line[(start + 2)...].prefix { $0 >= 0x20 && $0 != 0x7B && $0 != 0x7D && $0 != 0x22 }
        guard !name.isEmpty, line[name.endIndex...].starts(with: [0x7D, 0x7D]) else { return nil }
        return name.endIndex + 2
    }

    /// Whether the pieces occur in a line in this order, from its start to its end, with at least one byte between each two.
    private func fits(_ line: [UInt8]) -> Bool {
        guard pieces.count > 1, let first = pieces.first, let last = pieces.last,
            line.count > first.count + last.count, line.starts(with: first),
            line.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = line[first.count..<(line.count - last.count)]
        for piece in pieces.dropFirst().dropLast() {
            guard let found = rest.dropFirst().firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return !rest.isEmpty
    }
}

/// A fingerprint, computed from eight bytes at a time.
///
/// - Source: The FNV-1a hash, of words instead of bytes, its result mixed as by SplitMix64.
private enum FNV1a {
    static func hash(_ bytes: UnsafeRawBufferPointer, _ depth: Int) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: depth &* 0x9E37 &+ bytes.count)
        var cursor = 0
        while cursor + 8 <= bytes.count {
            hash = (hash ^ ByteSearch.word(bytes, at: cursor)) &* 0x100_0000_01B3
            hash ^= hash >> 29
            cursor += 8
        }
        while cursor < bytes.count {
            hash = (hash ^ UInt64(bytes[cursor])) &* 0x100_0000_01B3
            cursor += 1
        }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return hash ^ (hash >> 31)
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// Reads a text whose keys are longer than the 1,024 characters that libyaml, as YAML itself, allows on one line.
///
/// Each such key of a block mapping is read as if it were written with `?`. The tree's places are those of the text as
/// it is, but an edit could not be judged by reading it again, so the document can only be read.
struct LongKeyReading {
    let root: YAMLNode
    let reason: String

    private static let limit = 1_024
    /// Largest number of long keys: each costs another reading of the text.
    private static let keyCountLimit = 64

    /// Creates a reading; nil if no long key is the reason for the error.
    init?(_ source: SourceText, after error: YAMLSyntaxError) {
        var rewritten = RewrittenText(source)
        var place = error.place
        for _ in 0..<Self.keyCountLimit {
            guard let key = LongKey(rewritten.source, line: place.offsetInBytes, limit: Self.limit) else { return nil }
            rewritten.insert(key)
            var builder = TreeBuilder(rewritten.source)
            switch Result(catching: { () throws(YAMLSyntaxError) in try builder.build() }) {
            case .success(let root):
                var places = OffsetMapper(source: source, text: rewritten)
                self.root = places.restored(root)
                reason =
                    "line \(error.place.line) has a key longer than 1,024 characters, which can only be edited by hand"
                return
            case .failure(let next):
                place = next.place
            }
        }
        return nil
    }
}

/// A key that begins a line (or follows dashes) and is longer than the limit.
private struct LongKey {
    let start: Int
    let colon: Int
    /// The 0-based column.
    let column: Int

    init?(_ source: SourceText, line: Int, limit: Int) {
        let begin = source.lineStart(line)
        let end = source.lineEnd(line)
        var start = source.skipSpaces(begin)
        while source.byte(at: start) == UInt8(ascii: "-"), source.byte(at: start + 1) == 0x20 {
            start = source.skipSpaces(start + 1)
        }
        guard end - start > limit, let colon = Self.colon(source, start, end), colon - start > limit else { return nil }
        self.start = start
        self.colon = colon
        column = start - begin
    }

    private static func colon(_ source: SourceText, _ start: Int, _ end: Int) -> Int? {
        let quote = source.bytes[start]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        let keyEnd = isQuoted ? closingQuote(source, start, end) : start
        return keyEnd.flatMap { from in
            (from..<end).first { offset in
                source.bytes[offset] == UInt8(ascii: ":")
                    && (offset + 1 == end || SourceText.isSpaceOrTab(source.bytes[offset + 1]))
            }
        }
    }

    private static func closingQuote(_ source: SourceText, _ start: Int, _ end: Int) -> Int? {
        var position = start + 1
        while position < end {
            if source.bytes[position] == UInt8(ascii: "\\"), source.bytes[start] == UInt8(ascii: "\"") {
                position += 1
            } else if source.bytes[position] == source.bytes[start] {
                return position
            }
            position += 1
        }
        return nil
    }
}

/// The text with `?` put in, and the way back to the offsets of the text as it is.
private struct RewrittenText {
    private(set) var source: SourceText
    /// The ranges of inserted bytes, as offsets into the rewritten text; in order.
    private var insertions: [Range<Int>] = []

    init(_ source: SourceText) {
        self.source = source
    }

    mutating func insert(_ key: LongKey) {
        put("\n" + String(repeating: " ", count: key.column), at: key.colon)
        put("? ", at: key.start)
    }

    private mutating func put(_ text: String, at offset: Int) {
        let count = text.utf8.count
        var bytes = source.bytes
        bytes.insert(contentsOf: text.utf8, at: offset)
        source = SourceText(bytes: bytes)
        insertions = insertions.map { $0.lowerBound >= offset ? $0.lowerBound + count..<$0.upperBound + count : $0 }
        insertions.append(offset..<offset + count)
        insertions.sort { $0.lowerBound < $1.lowerBound }
    }

    func original(_ offset: Int) -> Int {
        insertions.reduce(offset) { $0 - max(0, min(offset, $1.upperBound) - $1.lowerBound) }
    }
}

/// Puts a tree that was read from the rewritten text back to the places of the text as it is.
private struct OffsetMapper {
    let source: SourceText
    let text: RewrittenText
    private var last = SourcePlace(line: 1, column: 1, offsetInBytes: 0)

    init(source: SourceText, text: RewrittenText) {
        self.source = source
        self.text = text
        last.offsetInBytes = source.start
    }

    mutating func restored(_ node: YAMLNode) -> YAMLNode {
        let range = text.original(node.range.lowerBound)..<text.original(node.range.upperBound)
        // Only the content of an alias is above what came before.
        let isForward = range.lowerBound >= last.offsetInBytes
        let place = isForward ? source.place(at: range.lowerBound, from: last) : source.place(at: range.lowerBound)
        if isForward { last = place }
        return YAMLNode(
            kind: restored(node.kind), range: range, place: place, isFlow: node.isFlow, properties: node.properties)
    }

    private mutating func restored(_ kind: YAMLNode.Kind) -> YAMLNode.Kind {
        switch kind {
        case .scalar: return kind
        case .sequence(let items):
            var restoredItems: [YAMLNode] = []
            for item in items { restoredItems.append(restored(item)) }
            return .sequence(restoredItems)
        case .mapping(let entries):
            var restoredEntries: [YAMLNode.Entry] = []
            for entry in entries {
                let key = restored(entry.key)
                restoredEntries.append(YAMLNode.Entry(key: key, value: restored(entry.value)))
            }
            return .mapping(restoredEntries)
        }
    }
}

import Quoting

/// A line of bash up to the cursor, taken apart as far as completing it needs.
///
/// Bash gives its functions words that are cut at `:`, `=` and `@` or begin after an open quote, and replaces only the last piece. Only bytes are
/// looked at, as bash does it.
public struct BashLine: Sendable, Hashable {
    /// The words as the program would get them, the program itself first; the last is being typed, and may be empty.
    public private(set) var words: [String] = []
    /// The beginning of the last word that bash leaves as it is, as the program would be given it; nil: the pieces do not fit.
    private var kept: String?
    /// The quoting at the place where the part begins that bash replaces.
    private var place = BashQuoting.Place.bare

    /// - Parameters:
    ///   - line: The line up to the cursor.
    ///   - replaced: the end of the line that bash replaces: the second argument of a completing function.
    public init(_ line: String, replacing replaced: String) {
        let cut = line.utf8.count - replaced.utf8.count
        var reader = BashWordReader()
        for (index, byte) in line.utf8.enumerated() {
            if index == cut { keep(reader) }
            reader.read(byte)
        }
        if cut == line.utf8.count { keep(reader) }
        words = (reader.words + [reader.word]).map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func keep(_ reader: BashWordReader) {
        guard !reader.isEscaped else { return }
        kept = String(decoding: reader.word, as: UTF8.self)
        place = reader.place
    }

    /// Returns the text that bash puts in place of the replaced part; nil if that part cannot become the word.
    func replacement(for word: String) -> String? {
        guard let kept, word.utf8.starts(with: kept.utf8) else { return nil }
        return BashQuoting.completion(String(decoding: word.utf8.dropFirst(kept.utf8.count), as: UTF8.self), at: place)
    }
}

/// Reads bytes as bash takes a line apart.
private struct BashWordReader {
    private(set) var words: [[UInt8]] = []
    private(set) var word: [UInt8] = []
    private(set) var place = BashQuoting.Place.bare
    /// Whether the byte before was a backslash that counts.
    private(set) var isEscaped = false

    mutating func read(_ byte: UInt8) {
        if isEscaped { return readEscaped(byte) }
        switch (byte, place) {
        case (UInt8(ascii: "\\"), .bare), (UInt8(ascii: "\\"), .inDoubleQuotes): isEscaped = true
        case (UInt8(ascii: "'"), .bare): place = .inSingleQuotes
        case (UInt8(ascii: "\""), .bare): place = .inDoubleQuotes
        case (UInt8(ascii: "'"), .inSingleQuotes), (UInt8(ascii: "\""), .inDoubleQuotes): place = .bare
        case (0x20, .bare), (0x09, .bare), (0x0A, .bare): endWord()
        default: word.append(byte)
        }
    }

    private mutating func readEscaped(_ byte: UInt8) {
        isEscaped = false
        if place == .inDoubleQuotes, !"\"\\$`".utf8.contains(byte) { word.append(UInt8(ascii: "\\")) }
        word.append(byte)
    }

    private mutating func endWord() {
        if !word.isEmpty { words.append(word) }
        word = []
    }
}

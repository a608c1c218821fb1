import Quoting

/// The words of a command as a POSIX shell, or bash, would hand them to a program. Nothing is run: what a shell would put in from elsewhere
/// becomes a variable of the collection, or stays as it is written.
struct ShellWords {
    private(set) var words: [String] = []
    /// Shell variables that became placeholders.
    private(set) var variables: [String] = []
    /// Whether a command stood in the place of a value.
    private(set) var holdsCommands = false
    /// Whether something follows the first command.
    private(set) var holdsMore = false

    private let text: [Unicode.Scalar]
    private var position = 0
    private var word: String?

    /// - Throws: when a quote is open at the end.
    init(_ text: String) throws(SharingRefusal) {
        self.text = Array(text.unicodeScalars)
        while position < self.text.count, try readPiece() {}
        endWord()
        holdsMore = self.text[min(position, self.text.count)...].contains { !$0.properties.isWhitespace }
    }

    private var scalar: Unicode.Scalar? { position < text.count ? text[position] : nil }
    private func scalar(ahead count: Int) -> Unicode.Scalar? {
        position + count < text.count ? text[position + count] : nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(Character(scalar)) }

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }

    /// - Returns: false at the end of the command.
    private mutating func readPiece() throws(SharingRefusal) -> Bool {
        guard let next = scalar else { return false }
        position += 1
        switch next {
        case " ", "\t", "\r": endWord()
        case "\n":
            endWord()
            // Comments and empty lines may come first.
            if !words.isEmpty { return false }
        case ";", "|", "&", ">", "<":
            endWord()
            if words.isEmpty { break }
            return false
        case "#" where word == nil: while let next = scalar, next != "\n" { position += 1 }
        case "\\": readEscape()
        case "'": try readSingleQuoted()
        case "\"": try readDoubleQuoted()
        case "$": try readDollar(isQuoted: false)
        case "`": readCommand(next)
        default: append(next)
        }
        return true
    }

    private mutating func readEscape() {
        guard let next = scalar else { return append("\\") }
        position += 1
        if next == "\r", scalar == "\n" {
            position += 1
        } else if next != "\n" {
            append(next)
        }
    }

    private mutating func readSingleQuoted() throws(SharingRefusal) {
        word = word ?? ""
        while let next = scalar {
            position += 1
            if next == "'" { return }
            append(next)
        }
        throw Self.open("'")
    }

    private mutating func readDoubleQuoted() throws(SharingRefusal) {
        word = word ?? ""
        while let next = scalar {
            position += 1
            switch next {
            case "\"": return
            case "\\":
                guard let escaped = scalar else { throw Self.open("\"") }
                position += 1
                if !"$`\"\\\n".unicodeScalars.contains(escaped) { append("\\") }
                if escaped != "\n" { append(escaped) }
            case "$": try readDollar(isQuoted: true)
            case "`": readCommand(next)
            default: append(next)
            }
        }
        throw Self.open("\"")
    }

    private mutating func readCommand(_ first: Unicode.Scalar) {
        holdsCommands = true
        append(first)
    }

    // MARK: $

    private mutating func readDollar(isQuoted: Bool) throws(SharingRefusal) {
        switch scalar {
        case "'" where !isQuoted:
            position += 1
            try readANSIQuoted()
        case "\"" where !isQuoted:
            position += 1
            try readDoubleQuoted()
        case "(": readCommand("$")
        case "{":
            let name = name(from: position + 1)
            guard !name.isEmpty, scalar(ahead: name.count + 1) == "}" else { return append("$") }
            position += name.count + 2
            addVariable(name)
        default:
            let name = name(from: position)
            guard !name.isEmpty else { return append("$") }
            position += name.count
            addVariable(name)
        }
    }

    private func name(from start: Int) -> String {
        let rest = text[min(start, text.count)...]
        let name = rest.prefix { $0.isASCII && ShellQuoting.isNameByte(UInt8($0.value)) }
        guard let first = name.first, !("0"..."9").contains(first) else { return "" }
        return String(String.UnicodeScalarView(name))
    }

    private mutating func addVariable(_ name: String) {
        if !variables.contains(name) { variables.append(name) }
        word = (word ?? "") + "{{\(name)}}"
    }

    /// `$'…'`: escapes as in C (POSIX.1-2024, Shell Command Language, section 2.2.4).
    private mutating func readANSIQuoted() throws(SharingRefusal) {
        word = word ?? ""
        var bytes: [UInt8] = []
        while let next = scalar {
            position += 1
            switch next {
            case "'":
                word = (word ?? "") + String(decoding: bytes, as: UTF8.self)
                return
            case "\\": bytes += escapedBytes()
            default: bytes += String(Character(next)).utf8
            }
        }
        throw Self.open("$'")
    }

    private mutating func escapedBytes() -> [UInt8] {
        guard let next = scalar else { return [0x5C] }
        position += 1
        switch next {
        case "n": return [0x0A]
        case "t": return [0x09]
        case "r": return [0x0D]
        case "a": return [0x07]
        case "b": return [0x08]
        case "e", "E": return [0x1B]
        case "f": return [0x0C]
        case "v": return [0x0B]
        case "x": return digits(16, atMost: 2).map { [UInt8(truncatingIfNeeded: $0)] } ?? Array("\\x".utf8)
        case "u": return unicode(digits(16, atMost: 4)) ?? Array("\\u".utf8)
        case "U": return unicode(digits(16, atMost: 8)) ?? Array("\\U".utf8)
        case "0"..."7":
            position -= 1
            return digits(8, atMost: 3).map { [UInt8(truncatingIfNeeded: $0)] } ?? []
        case "\\", "'", "\"", "?": return Array(String(Character(next)).utf8)
        default: return Array("\\".utf8) + Array(String(Character(next)).utf8)
        }
    }

    /// Browsers write a character beyond U+FFFF as two halves.
    private mutating func unicode(_ value: UInt32?) -> [UInt8]? {
        guard var value else { return nil }
        if (0xD800...0xDBFF).contains(value), scalar == "\\", scalar(ahead: 1) == "u" {
            position += 2
            let low = digits(16, atMost: 4) ?? 0
            if (0xDC00...0xDFFF).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
        }
        return Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }

    private mutating func digits(_ radix: Int, atMost count: Int) -> UInt32? {
        var digits = ""
        while digits.count < count, let next = scalar, Int(String(Character(next)), radix: radix) != nil {
            digits.append(Character(next))
            position += 1
        }
        return UInt32(digits, radix: radix)
    }

    private static func open(_ quote: String) -> SharingRefusal {
        SharingRefusal("The command ends within a text that \(quote) begins.")
    }
}

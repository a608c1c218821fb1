/// Quoting of texts in a command line for a shell.
///
/// Every command line that the program outputs is quoted here. Only bytes are looked at: to Swift a quote followed by a combining mark is one
/// Character that equals no quote, and to a shell it is a quote.
public enum ShellQuoting {
    /// Returns a word that sh, dash, bash, zsh and fish read as exactly this text; it must not contain NUL.
    ///
    /// Fish interprets a backslash before a quote or a backslash also between single quotes, so those are written outside.
    /// - Source: POSIX.1-2017, Shell Command Language, section 2.2; the fish documentation, "Quotes".
    public static func word(_ text: String) -> String {
        if isPlain(text) { return text }
        let bytes = Array(text.utf8)
        var word: [UInt8] = []
        var isOpen = false
        for (index, byte) in bytes.enumerated() {
            let isOutside = byte == quote || byte == backslash && endsRun(at: index, of: bytes)
            if isOpen == isOutside {
                word.append(quote)
                isOpen.toggle()
            }
            word += isOutside ? [backslash, byte] : [byte]
        }
        if isOpen || bytes.isEmpty { word += isOpen ? [quote] : [quote, quote] }
        return String(decoding: word, as: UTF8.self)
    }

    /// Whether a backslash is followed by the end, a quote or another backslash.
    private static func endsRun(at index: Int, of bytes: [UInt8]) -> Bool {
        index + 1 == bytes.count || bytes[index + 1] == quote || bytes[index + 1] == backslash
    }

    private static let quote = UInt8(ascii: "'")
    private static let backslash = UInt8(ascii: "\\")

    /// Returns a comment with its line end, on one line and without control characters.
    ///
    /// At a prompt zsh reads `#` as the name of a command: a text that could have a meaning after one is quoted as a word.
    public static func comment(_ text: String) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
        let isHarmless = line.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: " ") || $0 >= 0x80 }
        return "# \(isHarmless ? line : word(line))\n"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether every shell reads the text as itself. `%self` is fish's own process.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.first != UInt8(ascii: "%") && text.utf8.allSatisfy(isPlain)
    }

    static func isPlain(_ byte: UInt8) -> Bool { isNameByte(byte) || "./:@%+,-".utf8.contains(byte) }

    /// Whether a byte is a letter, a digit or the underscore, as in names of variables.
    public static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
}

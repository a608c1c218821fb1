/// Text that completes a word of bash.
public enum BashQuoting {
    /// The cursor's place in the word.
    public enum Place: Sendable, Hashable {
        case bare
        case inDoubleQuotes
        case inSingleQuotes
    }

    /// Returns the text to insert so that bash reads this text; nil if that is impossible.
    ///
    /// Bash closes an open quote itself, but not after a quote; and between double quotes nothing protects `!` from history expansion.
    /// - Source: Bash Reference Manual, sections 3.1.2 and 9.3.
    public static func completion(_ text: String, at place: Place) -> String? {
        switch place {
        case .bare: escaped(text) { !ShellQuoting.isPlain($0) && $0 != UInt8(ascii: "=") && $0 < 0x80 }
        case .inDoubleQuotes where text.utf8.contains(where: "\"!".utf8.contains): nil
        case .inDoubleQuotes: escaped(text, "\\$`".utf8.contains)
        case .inSingleQuotes: text.utf8.contains(UInt8(ascii: "'")) ? nil : text
        }
    }

    private static func escaped(_ text: String, _ isSpecial: (UInt8) -> Bool) -> String {
        let bytes = text.utf8.flatMap { isSpecial($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Text that completes a word of bash.
public enum BashQuoting {
    /// Where the cursor stands in the word.
    public enum Place: Sendable, Hashable {
        case bare
        case inDoubleQuotes
        case inSingleQuotes
    }

    /// What bash makes this text of when it is put there; nil when nothing can be written there that means it.
    ///
    /// Bash closes an open quote itself, but not behind a quote; and between double quotes nothing keeps `!` from being replaced.
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

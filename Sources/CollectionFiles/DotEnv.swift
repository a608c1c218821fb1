/// The syntax of `.env` files, as dotenv 16 reads it: optional `export`, comments, quotes of three kinds, values of many lines in quotes,
/// `\n` expanded in double quotes only, `$X` left alone.
public enum DotEnv {
    /// Names and values; of a name that stands twice the last counts. Lines that are no assignment are passed over.
    public static func parse(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        // By scalars: as characters, the CRs of CR CR LF would leave a CRLF behind.
        let lineEnd = /\r\n?/.matchingSemantics(.unicodeScalar)
        var rest = Array(text.replacing(lineEnd, with: "\n"))[...]
        while !rest.isEmpty {
            if let (name, value, after) = assignment(rest) {
                values[name] = value
                rest = after
            } else {
                rest = rest.drop { $0 != "\n" }.dropFirst()
            }
        }
        return values
    }

    private typealias Text = ArraySlice<Character>

    private static func assignment(_ text: Text) -> (String, String, Text)? {
        var rest = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
        if rest.starts(with: "export "), let blank = rest.firstIndex(of: " ") {
            rest = rest[blank...].drop { $0 == " " }
        }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
        rest = rest[name.endIndex...].drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty, let sign = rest.first, sign == "=" || sign == ":" else { return nil }
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        let (value, after) = quoted(rest) ?? plain(rest)
        return (String(name), value, after)
    }

    /// Up to the closing quote, over lines; nil when there is none, so that the quote is an ordinary character.
    private static func quoted(_ text: Text) -> (String, Text)? {
        guard let quote = text.first, "\"'`".contains(quote) else { return nil }
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != quote {
            index += text[index] == "\\" ? 2 : 1
        }
        guard index < text.endIndex else { return nil }
        let inside = String(text[(text.startIndex + 1)..<index])
        let value =
            quote == "\"" ? inside.replacing("\\n", with: "\n").replacing("\\r", with: "\r") : inside
        return (value, text[index...].drop { $0 != "\n" })
    }

    private static func plain(_ text: Text) -> (String, Text) {
        let line = text.prefix { $0 != "\n" }
        let value = line.prefix { $0 != "#" }
        return (String(value).trimmingSpaces, text[line.endIndex...])
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let blanks: Set<Character> = [" ", "\t"]
        return String(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }
}

/// A line of bash up to the cursor, taken apart as far as completing it needs.
///
/// Bash hands its functions words that are cut at `:`, `=` and `@`, and replaces only what stands behind the last of them.
public struct BashLine: Sendable, Hashable {
    /// As the program would be given them, the program itself first; the last is being typed, and may be empty.
    public private(set) var words: [String] = [""]
    /// What is typed of the last word, as it stands there.
    private var typed = ""
    /// The quote that the cursor stands in.
    private var quote: Character?

    public init(_ line: String) {
        var rest = line[...]
        while let character = rest.popFirst() {
            typed.append(character)
            if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"", let next = rest.popFirst() {
                    typed.append(next)
                    words[words.count - 1] += "\"\\$`".contains(next) ? String(next) : "\\\(next)"
                } else {
                    words[words.count - 1].append(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "\\" {
                guard let next = rest.popFirst() else { break }
                typed.append(next)
                words[words.count - 1].append(next)
            } else if character.isWhitespace {
                typed = ""
                if words.last != "" { words.append("") }
            } else {
                words[words.count - 1].append(character)
            }
        }
    }

    /// What bash shall put in the place of what it takes for the word.
    func replacement(for word: String) -> String {
        // Behind a quote it quotes by itself, and cuts nowhere.
        if quote != nil { return word }
        let quoted = Self.escaped(word)
        guard let cut = typed.lastIndex(where: { ":=@".contains($0) }) else { return quoted }
        let head = typed[...cut]
        return quoted.hasPrefix(head) ? String(quoted.dropFirst(head.count)) : quoted
    }

    private static func escaped(_ word: String) -> String {
        word.map { character in
            character.isWhitespace || "\"'\\$`&|;<>()*?[]{}!#~".contains(character)
                ? "\\\(character)" : String(character)
        }.joined()
    }
}

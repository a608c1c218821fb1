/// The possible texts at a place of a filter.
public struct HistoryFilterCompletion: Sendable, Hashable {
    /// The range of the filter's characters that a candidate replaces.
    public var place: Range<Int>
    public var candidates: [Candidate]

    public struct Candidate: Sendable, Hashable {
        /// The text to insert.
        public var text: String
        /// The meaning in a few words; empty if the text says it.
        public var summary: String
    }

    /// - Parameters:
    ///   - text: The filter as far as it is typed, perhaps not valid yet.
    ///   - cursor: The number of its characters before the cursor.
    ///   - names: The known values of each key, environments for example.
    public init(_ text: String, cursor: Int, names: [HistoryFilterKey: [String]] = [:]) {
        let before = text.prefix(cursor)
        let word = before.suffix(before.count - Self.startOfTerm(before)).drop { "-!".contains($0) }
        let end = before.count
        guard let colon = word.firstIndex(of: ":") else {
            place = (end - word.count)..<end
            candidates = word.isEmpty && before.count != cursor ? [] : Self.keys(String(word))
            return
        }
        let value = word[word.index(after: colon)...]
        place = (end - value.count)..<end
        let key = HistoryFilterKey(rawValue: word[..<colon].lowercased())
        candidates = key.map { Self.values(of: $0, String(value), names[$0] ?? []) } ?? []
    }

    /// Returns the index after the last space that is not in quotes.
    private static func startOfTerm(_ text: Substring) -> Int {
        var start = 0
        var quote: Character?
        var previous: Character = " "
        for (index, character) in text.enumerated() {
            if let open = quote {
                if character == open { quote = nil }
            } else if "\"'".contains(character), previous.isWhitespace || ":-!".contains(previous) {
                quote = character
            } else if character.isWhitespace {
                start = index + 1
            }
            previous = character
        }
        return start
    }

    private static func keys(_ begun: String) -> [Candidate] {
        HistoryFilterKey.allCases.filter { $0.rawValue.hasPrefix(begun.lowercased()) }
            .map { Candidate(text: $0.text, summary: $0.summary) }
    }

    private static func values(of key: HistoryFilterKey, _ begun: String, _ names: [String]) -> [Candidate] {
        let wanted = bare(begun)
        return (names.map(quoted) + key.values).filter { bare($0).hasPrefix(wanted) }.map { value in
            let property = key == .property ? HistoryFilterProperty(rawValue: value) : nil
            return Candidate(text: value, summary: property?.summary ?? "")
        }
    }

    private static func bare(_ text: String) -> String { text.lowercased().filter { !"\"'".contains($0) } }

    private static func quoted(_ name: String) -> String {
        name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
    }
}

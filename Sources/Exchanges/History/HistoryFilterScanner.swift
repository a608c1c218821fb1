/// Splits the text of a filter: words, quoted texts, and keys before their colons.
struct HistoryFilterScanner {
    /// One term as it was written.
    struct Piece: Hashable {
        var isNegated = false
        /// The text before a colon, empty without one; the grammar decides whether it is a key.
        var name = ""
        /// The text after the colon, else the whole, without its quotes.
        var value = ""
        var isQuoted = false
        /// The place of the piece, in characters of the text.
        var place = 0..<0
        var placeOfName = 0..<0
        var placeOfValue = 0..<0
        /// The name, colon and value as written.
        var whole = ""
    }

    private let characters: [Character]
    private var index = 0
    let text: String

    init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    mutating func pieces() throws(HistoryFilterError) -> [Piece] {
        var pieces: [Piece] = []
        while let piece = try next() { pieces.append(piece) }
        return pieces
    }

    private mutating func next() throws(HistoryFilterError) -> Piece? {
        while index < characters.count, characters[index].isWhitespace { index += 1 }
        guard index < characters.count else { return nil }
        let start = index
        var piece = Piece()
        if "-!".contains(characters[index]), index + 1 < characters.count, !characters[index + 1].isWhitespace {
            piece.isNegated = true
            index += 1
        }
        let body = index
        if let name = nameBeforeColon() {
            piece.name = name
            piece.placeOfName = index..<(index + name.count)
            index += name.count + 1
        }
        try readValue(&piece)
        piece.place = start..<index
        piece.whole = String(characters[body..<index])
        return piece
    }

    /// Returns the letters before a colon from here on; nil if there are none.
    private func nameBeforeColon() -> String? {
        let letters = characters[index...].prefix { $0.isLetter || $0 == "-" || $0 == "_" }
        guard !letters.isEmpty, letters.endIndex < characters.count, characters[letters.endIndex] == ":" else {
            return nil
        }
        return String(letters)
    }

    private mutating func readValue(_ piece: inout Piece) throws(HistoryFilterError) {
        let start = index
        if index < characters.count, "\"'".contains(characters[index]) {
            piece.isQuoted = true
            piece.value = try quoted()
        } else {
            while index < characters.count, !characters[index].isWhitespace { index += 1 }
            piece.value = String(characters[start..<index])
        }
        piece.placeOfValue = start..<index
    }

    /// Reads a quoted text; a backslash in it makes a quote of the same kind, or a backslash, an ordinary character.
    private mutating func quoted() throws(HistoryFilterError) -> String {
        let start = index
        let quote = characters[index]
        var value = ""
        index += 1
        while index < characters.count, characters[index] != quote {
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            if characters[index] == "\\", next == quote || next == "\\" { index += 1 }
            value.append(characters[index])
            index += 1
        }
        guard index < characters.count else {
            throw HistoryFilterError(
                message: "a quote is not closed", advice: "add a closing \(quote)",
                place: start..<characters.count, text: text)
        }
        index += 1
        if index < characters.count, !characters[index].isWhitespace {
            throw HistoryFilterError(
                message: "a term ends with its quote", advice: "write a space after it, or \\\(quote) for the quote",
                place: index..<(index + 1), text: text)
        }
        return value
    }
}

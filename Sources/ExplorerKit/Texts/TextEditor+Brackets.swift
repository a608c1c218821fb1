// Brackets and quotes of JSON come in pairs while one types, where nothing behind the cursor could be what they are to hold.

extension TextEditor {
    /// Types a bracket or a quote together with the one that closes it, or goes past one that is there already.
    ///
    /// - Returns: false where the character is inserted as any other.
    mutating func typePaired(_ text: String) -> Bool {
        guard closesBrackets, selection == nil, let sign = text.first, "{}[]\"".contains(sign) else { return false }
        let place = BracketPlace(buffer)
        guard place.isJSON(typing: sign) else { return false }
        switch sign {
        case "\"" where place.isInString && !place.isEscaped: return place.next == sign && step(.right)
        case _ where place.isInString: return false
        case "}", "]": return goPast(sign)
        // Two braces are a placeholder, whose end is typed or completed.
        case "{" where place.previous == "{":
            guard place.next == "}" else { return false }
            edit {
                $0.deleteForward()
                $0.insert(text)
            }
        default:
            guard place.isFreeBehind, sign != "\"" || place.isFreeBefore else { return false }
            edit {
                $0.insert(text + String(BracketPlace.closers[sign] ?? sign))
                $0.move(.left)
            }
        }
        return true
    }

    private mutating func step(_ motion: TextBuffer.Motion) -> Bool {
        move(motion, extending: false)
        return true
    }

    /// Goes past a bracket that closes all there is to close; the blank line before it, which was to be its own, goes.
    private mutating func goPast(_ sign: Character) -> Bool {
        guard let closer = buffer.next(sign), buffer.isBalanced(in: sign) else { return false }
        let line = buffer.cursor.line
        guard closer.line > line, buffer.lines[line].allSatisfy({ $0 == " " || $0 == "\t" }) else {
            place(at: closer)
            return step(.right)
        }
        edit {
            $0.delete(from: .init(line: line, column: 0), to: .init(line: closer.line, column: 0))
            $0.place(at: .init(line: line, column: closer.column + 1))
        }
        return true
    }

    /// Takes out both signs of a pair with nothing between them.
    ///
    /// - Returns: false where the cursor is in none.
    mutating func deletePair() -> Bool {
        guard closesBrackets, selection == nil else { return false }
        let place = BracketPlace(buffer)
        guard place.isJSON(typing: nil), let previous = place.previous, let next = place.next,
            place.isInString ? place.isStringEmpty && next == "\"" : BracketPlace.closers[previous] == next
        else { return false }
        edit {
            $0.deleteForward()
            $0.deleteBackward()
        }
        return true
    }
}

/// Describes the place of the cursor in a text of JSON.
private struct BracketPlace {
    static let closers: [Character: Character] = ["{": "}", "[": "]"]

    let previous, next: Character?
    let isInString: Bool
    /// Whether a backslash takes its meaning from the next character.
    let isEscaped: Bool
    /// Whether the string begins right before the cursor.
    let isStringEmpty: Bool
    private let start: Character?

    init(_ buffer: TextBuffer) {
        let line = buffer.characters(ofLine: buffer.cursor.line)
        let before = line[..<buffer.cursor.column]
        (previous, next) = (before.last, line[buffer.cursor.column...].first)
        var (isInString, isEscaped, opening) = (false, false, 0)
        for (column, character) in before.enumerated() {
            if character == "\"", !isEscaped { (isInString, opening) = (!isInString, column) }
            isEscaped = isInString && character == "\\" && !isEscaped
        }
        (self.isInString, self.isEscaped) = (isInString, isEscaped)
        isStringEmpty = isInString && opening == before.count - 1
        start = buffer.lines.lazy.compactMap { $0.first { !$0.isWhitespace } }.first
    }

    /// Whether the text is an object or an array, or becomes one by this character; a body of another kind may begin with anything.
    func isJSON(typing sign: Character?) -> Bool { (start ?? sign).map { "{[".contains($0) } ?? false }

    /// Whether nothing behind the cursor could be what a bracket is to hold.
    var isFreeBehind: Bool { next.map { $0.isWhitespace || "}],:".contains($0) } ?? true }
    /// Whether a quote begins a string here.
    var isFreeBefore: Bool { previous.map { $0.isWhitespace || "{[,:".contains($0) } ?? true }
}

extension TextBuffer {
    /// Returns the position of a character that follows the cursor; nil if something else than spaces and line ends is between.
    fileprivate func next(_ character: Character) -> Position? {
        var column = cursor.column
        for line in cursor.line..<lines.count {
            let characters = characters(ofLine: line)
            if let place = characters[column...].firstIndex(where: { !$0.isWhitespace }) {
                return characters[place] == character ? Position(line: line, column: place) : nil
            }
            column = 0
        }
        return nil
    }

    /// Whether as many brackets of a kind close as open, outside of strings.
    fileprivate func isBalanced(in closer: Character) -> Bool {
        let (opening, closing) =
            closer == "}" ? (UInt8(ascii: "{"), UInt8(ascii: "}")) : (UInt8(ascii: "["), UInt8(ascii: "]"))
        var depth = 0
        for line in lines {
            var (isInString, isEscaped) = (false, false)
            for byte in line.utf8 {
                if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
                isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
                if !isInString { depth += byte == opening ? 1 : byte == closing ? -1 : 0 }
            }
        }
        return depth == 0
    }
}

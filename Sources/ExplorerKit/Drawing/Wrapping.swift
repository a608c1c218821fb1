import TextGrid

/// Text broken into lines at its spaces.
package enum Wrapping {
    /// Returns runs broken where a line is full; what follows is indented.
    package static func wrap(_ runs: [StyledText], columns: Int, indent: Int = 4) -> [[StyledText]] {
        guard columns > indent + 8, runs.columns > columns else { return [runs] }
        var lines: [[StyledText]] = []
        var line: [StyledText] = []
        var room = columns
        for run in runs {
            var rest = run.text
            while !rest.isEmpty {
                let piece = self.piece(of: rest, columns: room, isLineStart: room == columns - indent)
                line.append(StyledText(piece, run.style))
                rest = String(rest.dropFirst(piece.count))
                room -= DisplayWidth.columns(of: piece)
                guard !rest.isEmpty else { break }
                lines.append(line)
                line = [StyledText(String(repeating: " ", count: indent))]
                room = columns - indent
            }
        }
        return lines + [line]
    }

    /// Returns the part that fits, up to a space if there is one in its later half.
    private static func piece(of text: String, columns: Int, isLineStart: Bool) -> String {
        let fitting = DisplayWidth.prefix(of: text, columns: columns)
        guard fitting.count < text.count else { return fitting }
        guard let space = fitting.lastIndex(of: " ") else { return isLineStart ? fitting : "" }
        return String(fitting[...space])
    }

    /// Returns the number of lines that ``lines(_:columns:)`` makes of a text in printable ASCII.
    package static func count(_ text: Slice<UnsafeBufferPointer<UInt8>>, columns: Int) -> Int {
        var (count, used, word) = (1, 0, 0)
        func endWord() {
            guard word > 0 else { return }
            if used > 0, used + 1 + word > columns { (count, used) = (count + 1, 0) }
            used += (used > 0 ? 1 : 0) + word
            count += (used - 1) / columns
            used -= (used - 1) / columns * columns
            word = 0
        }
        for byte in text {
            if byte == UInt8(ascii: " ") { endWord() } else { word += 1 }
        }
        endWord()
        return count
    }

    /// Returns all of a text, spaces too, broken where a line is full.
    package static func pieces(of text: String, columns: Int) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        repeat {
            let fitting = DisplayWidth.prefix(of: String(rest.prefix(columns)), columns: columns)
            // A character that is wider than the line is alone.
            let piece = fitting.isEmpty ? String(rest.prefix(1)) : fitting
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        } while !rest.isEmpty
        return pieces
    }

    /// Returns a text without its spaces where it is broken. Words longer than a line are broken where it is full.
    package static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let joined = line.isEmpty ? String(word) : "\(line) \(word)"
            if DisplayWidth.columns(of: joined) <= columns {
                line = joined
            } else {
                if !line.isEmpty { lines.append(line) }
                var parts = pieces(of: String(word), columns: columns)
                line = parts.removeLast()
                lines += parts
            }
        }
        return lines + [line]
    }

    /// Returns all of a text, spaces too, broken after a space, or in a word that is longer than a line; what follows is indented.
    package static func whole(_ text: String, columns: Int, indent: Int) -> [String] {
        var lines: [String] = []
        var line: [Character] = []
        var (used, space) = (0, 0)
        for character in text {
            let width = character.utf8.count == 1 ? 1 : DisplayWidth.columns(of: String(character))
            if used + width > columns, line.count > indent {
                let end = space > indent ? space : line.count
                lines.append(String(line[..<end]))
                line = Array(repeating: " ", count: indent) + line[end...]
                (used, space) = (DisplayWidth.columns(of: String(line)), 0)
            }
            line.append(character)
            used += width
            if character == " " { space = line.count }
        }
        return lines + [String(line)]
    }
}

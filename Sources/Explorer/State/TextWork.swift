import ExplorerKit
import Interchange
import OpenCollection

/// A text of the shown form that is checked during typing.
public struct CheckedText: Sendable, Hashable {
    /// ``CollectionState/path``
    var collection: String
    var path: ItemPath
    var field: FormField
    public private(set) var language: CheckedLanguage
    public private(set) var text: String

    /// The faults that make it invalid; empty if there are none.
    public var faults: [TextFault] { language.faults(in: text) }

    /// Whether it is the same text, at another time.
    func isOfSamePlace(as other: CheckedText?) -> Bool {
        guard let other else { return false }
        return (collection, path, language) == (other.collection, other.path, other.language) && field == other.field
    }
}

/// The result of checking a text: until the check of what was typed last has ended, the result before it.
struct TextChecking: Sendable, Hashable {
    var checked: CheckedText?
    var faults: [TextFault] = []

    /// Takes the result of a check. Another collection's text may be shown by now: generations distinguish checks of one only.
    mutating func take(_ faults: [TextFault], of text: CheckedText) {
        if text == checked { self.faults = faults }
    }
}

/// A text to be laid out.
public struct TextFormatting: Sendable, Hashable {
    var path: ItemPath
    var field: FormField
    var text: String

    /// The text laid out, or why it is none that can be.
    public var result: Result<String, TextFault> {
        JSONTemplateLayout.layOut(text).mapError { TextFault(at: $0.offset, in: text, reason: $0.reason) }
    }
}

extension TextBuffer {
    /// Returns the position of a cursor in a text that was laid out again: after as many characters that are no whitespace.
    func position(of cursor: Position, in other: TextBuffer) -> Position {
        var left = lines[..<cursor.line].reduce(0) { $0 + $1.countOfInk }
        left += String(lines[cursor.line].prefix(cursor.column)).countOfInk
        for (number, line) in other.lines.enumerated() {
            let ink = line.countOfInk
            guard ink >= left else {
                left -= ink
                continue
            }
            var column = 0
            for character in line where left > 0 {
                column += 1
                if !character.isWhitespace { left -= 1 }
            }
            return Position(line: number, column: column)
        }
        return Position(line: other.lines.count - 1, column: other.lines[other.lines.count - 1].count)
    }
}

extension String {
    /// The number of characters that are no whitespace.
    fileprivate var countOfInk: Int { reduce(0) { $0 + ($1.isWhitespace ? 0 : 1) } }
}

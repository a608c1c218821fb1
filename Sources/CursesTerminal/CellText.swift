internal import CNcurses
import TextGrid

/// A grapheme as it is sent: one scalar with its marks for each cell, in exactly the columns the grid gives it.
///
/// Terminals, the C library and the grid disagree on the width of composed characters (joined emoji, selectors, flags). So only what all measure
/// alike is sent: the first emoji of a joined one; a base without its selector, and a space beside it if the grid counts two columns; a flag as its
/// two letters. What the C library measures otherwise than the grid becomes U+FFFD.
struct CellText {
    /// One cell of curses: its scalars and its width.
    struct Part: Equatable {
        var scalars: [Unicode.Scalar]
        var columns: Int
    }

    let isUTF8: Bool
    let asciiForms: ASCIIForms
    private var known: [String: [Part]] = [:]

    init(isUTF8: Bool, asciiForms: ASCIIForms) {
        self.isUTF8 = isUTF8
        self.asciiForms = asciiForms
    }

    mutating func parts(of grapheme: String, columns: Int) -> [Part] {
        if let parts = known[grapheme], parts.reduce(0, { $0 + $1.columns }) == columns { return parts }
        let parts = isUTF8 ? unicode(grapheme, columns) : ascii(grapheme, columns)
        // Long texts in many scripts pass by; the common ones are soon known again.
        if known.count > 4096 { known.removeAll() }
        known[grapheme] = parts
        return parts
    }

    private func ascii(_ grapheme: String, _ columns: Int) -> [Part] {
        asciiForms.form(of: grapheme, columns: columns).unicodeScalars.map { Part(scalars: [$0], columns: 1) }
    }

    private func unicode(_ grapheme: String, _ columns: Int) -> [Part] {
        let scalars = Array(grapheme.unicodeScalars)
        guard let base = scalars.first else { return spaces(columns) }
        if CellText.isFlag(scalars) { return flag(scalars) }
        let width = CellText.width(base)
        guard width > 0, width <= columns else {
            return Array(repeating: Part(scalars: ["\u{FFFD}"], columns: 1), count: columns)
        }
        let marks = scalars.dropFirst().prefix { CellText.width($0) == 0 && !CellText.isJoiner($0) }.prefix(4)
        return [Part(scalars: [base] + marks, columns: width)] + spaces(columns - width)
    }

    private func spaces(_ count: Int) -> [Part] { Array(repeating: Part(scalars: [" "], columns: 1), count: count) }

    private func flag(_ scalars: [Unicode.Scalar]) -> [Part] {
        scalars.map { scalar in
            let letter = Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41) ?? "?"
            return Part(scalars: [CellText.width(scalar) == 1 ? scalar : letter], columns: 1)
        }
    }

    private static func isFlag(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0000...0xE01EF: true
        default: false
        }
    }

    /// Returns the width as the C library and curses measure it; -1 if it is unknown.
    private static func width(_ scalar: Unicode.Scalar) -> Int { Int(curses_width(scalar.value)) }
}

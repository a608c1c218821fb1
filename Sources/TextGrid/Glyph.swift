/// The content of one place of a grid: one or two columns wide, and safe to send to a terminal.
public struct Glyph: Sendable, Hashable {
    public let text: String
    /// The number of columns, 1 or 2.
    public let columns: Int
}

extension Glyph {
    /// Returns the glyphs that show a character: nearly always itself.
    ///
    /// Nothing that could steer a terminal or hide in a line is left as it is. The forms, each stable in its columns:
    /// - C0 controls (tab and line ends too) and DEL: their picture, `␛`; one column.
    /// - C1 controls, format characters (bidi controls, zero-width space and joiners, soft hyphen, byte order mark,
    ///   tags), line and paragraph separators, letters that show nothing, private use, noncharacters, unassigned:
    ///   `<U+202E>`; one column for each character of that.
    /// - A combining mark without a base, and each after the fourth: on a dotted circle; one column.
    ///
    /// Joiners and selectors of a well-formed emoji stay, and one variation selector after a letter beyond ASCII. A
    /// cluster of several letters (conjuncts of Indic scripts) is one glyph for each letter, as terminals show it.
    public static func glyphs(of character: Character) -> [Glyph] {
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.dropFirst().isEmpty { return glyphs(of: first) }
        if let emoji = emoji(scalars) { return [emoji] }
        var cluster = ClusterSplitter()
        for scalar in scalars { cluster.add(scalar) }
        return cluster.finished()
    }

    private static func glyphs(of scalar: Unicode.Scalar) -> [Glyph] {
        switch ScalarKind(scalar) {
        case .narrow: [Glyph(text: String(scalar), columns: 1)]
        case .wide: [Glyph(text: String(scalar), columns: 2)]
        case .zeroWidth: [Glyph(text: dottedCircle + String(scalar), columns: 1)]
        case .spelledOut: spelledOut(scalar)
        }
    }

    static let dottedCircle = "\u{25CC}"

    static func spelledOut(_ scalar: Unicode.Scalar) -> [Glyph] {
        if let picture = controlPicture(scalar) { return [Glyph(text: picture, columns: 1)] }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "<U+\(padded)>".map { Glyph(text: String($0), columns: 1) }
    }

    private static func controlPicture(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value).map(String.init)
        case 0x7F: "\u{2421}"
        default: nil
        }
    }
}

extension Glyph {
    /// Returns a well-formed emoji of several scalars as one wide glyph: a flag, a keycap, one with skin tones, selectors and joiners in their
    /// places; nil for anything else.
    static func emoji(_ scalars: Character.UnicodeScalarView) -> Glyph? {
        let list = Array(scalars.prefix(17))
        guard list.count <= 16, isFlag(list) || isEmojiSequence(list) else { return nil }
        return Glyph(text: list.reduce(into: "") { $0.unicodeScalars.append($1) }, columns: 2)
    }

    private static func isFlag(_ list: [Unicode.Scalar]) -> Bool {
        list.count == 2 && list.allSatisfy(\.isRegionalIndicator)
    }

    private static func isEmojiSequence(_ list: [Unicode.Scalar]) -> Bool {
        guard list[0].properties.isEmoji, ScalarKind(list[0]) == .wide || list[1].value == 0xFE0F else { return false }
        for (before, scalar) in zip(list, list.dropFirst()) where !mayFollow(before, scalar, in: list) { return false }
        return list.last?.value != 0x200D
    }

    private static func mayFollow(_ before: Unicode.Scalar, _ scalar: Unicode.Scalar, in list: [Unicode.Scalar]) -> Bool
    {
        switch scalar.value {
        case 0xFE0F: before.properties.isEmoji
        case 0x200D: before.properties.isEmoji || before.value == 0xFE0F
        case 0x1F3FB...0x1F3FF: before.properties.isEmojiModifierBase || before.value == 0xFE0F
        case 0x20E3: before.value == 0xFE0F && list[0].isASCII && list.count == 3
        case 0xE0020...0xE007F: list[0].value == 0x1F3F4 && (before.isTag || before.value == 0x1F3F4)
        default: before.value == 0x200D && scalar.properties.isEmoji && !scalar.isASCII
        }
    }
}

/// Takes a cluster apart into glyphs of one base each, with the marks on it.
struct ClusterSplitter {
    /// A cell of ncurses holds a base and four marks.
    static let mostMarks = 4
    private var glyphs: [Glyph] = []
    private var text = ""
    private var columns = 0
    private var marks = 0

    mutating func add(_ scalar: Unicode.Scalar) {
        switch ScalarKind(scalar) {
        case .narrow: begin(scalar, columns: 1)
        case .wide: begin(scalar, columns: 2)
        case .zeroWidth: join(scalar)
        case .spelledOut: spellOut(scalar)
        }
    }

    mutating func finished() -> [Glyph] {
        flush()
        return glyphs
    }

    private mutating func begin(_ scalar: Unicode.Scalar, columns: Int) {
        flush()
        text = String(scalar)
        self.columns = columns
    }

    private mutating func join(_ mark: Unicode.Scalar) {
        if mark.isVariationSelector, marks > 0 || text.utf8.count <= 1 { return spellOut(mark) }
        if columns == 0 || marks == ClusterSplitter.mostMarks { begin("\u{25CC}", columns: 1) }
        text.unicodeScalars.append(mark)
        marks += 1
    }

    private mutating func spellOut(_ scalar: Unicode.Scalar) {
        flush()
        glyphs += Glyph.spelledOut(scalar)
    }

    private mutating func flush() {
        if columns > 0 { glyphs.append(Glyph(text: text, columns: columns)) }
        (text, columns, marks) = ("", 0, 0)
    }
}

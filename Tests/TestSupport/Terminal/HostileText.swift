/// A class of what steers a terminal, or hides or turns text on it: one that a server, a file or a clipboard may send.
public enum HostileText: String, Sendable, CaseIterable {
    case escape, bell, backspace, carriageReturn, delete, nul, otherC0
    /// A control of C1 in UTF-8: U+009B is CSI.
    case c1
    /// Bytes of C1 as they are in Latin-1, which are no UTF-8.
    case rawC1
    case colour, title, clipboard, link, deviceQuestion
    case bidiOverride, bidiIsolate, bidiMark
    case zeroWidth, byteOrderMark, lineSeparator, annotation, tags, variationSelector, softHyphen, filler

    /// The bytes between two marks of its own, so that it is in the middle of a text.
    public var bytes: [UInt8] { Array(before.utf8) + middleBytes + Array(after.utf8) }

    /// The text; bytes that are no UTF-8 are U+FFFD in it.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The mark before it, which has letters that no form has: where it is seen, the text is.
    public var before: String { "Q\(number)" }
    /// The mark after it: where it is seen, all of the class was.
    public var after: String { "Z\(number)" }

    /// The number of the class, in two digits.
    private var number: String {
        let number = Self.allCases.firstIndex(of: self) ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }

    private var middleBytes: [UInt8] {
        self == .rawC1 ? [0x9B, 0x33, 0x31, 0x6D, 0x9D, 0x80, 0x9F] : Array(middle.utf8)
    }

    private var middle: String {
        switch self {
        case .escape: "\u{1B}\u{1B}[2J\u{1B}c"
        case .bell: "\u{7}"
        case .backspace: "\u{8}\u{8}"
        case .carriageReturn: "\rover"
        case .delete: "\u{7F}"
        case .nul: "\u{0}"
        case .otherC0: "\u{1}\u{5}\u{B}\u{C}\u{E}\u{F}\u{11}\u{18}\u{1A}\u{1F}"
        case .c1: "\u{80}\u{85}\u{8D}\u{90}\u{9B}31m\u{9C}\u{9D}2;owned\u{9C}\u{9F}"
        case .rawC1: ""
        case .colour: "\u{1B}[31;41m"
        case .title: "\u{1B}]2;owned\u{7}"
        case .clipboard: "\u{1B}]52;c;b3duZWQ=\u{1B}\\"
        case .link: "\u{1B}]8;;http://evil.test/\u{1B}\\here\u{1B}]8;;\u{1B}\\"
        case .deviceQuestion: "\u{1B}[c\u{1B}[6n\u{1B}P+q\u{1B}\\\u{1B}_x\u{1B}\\\u{1B}^y\u{1B}\\"
        case .bidiOverride: "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"
        case .bidiIsolate: "\u{2066}\u{2067}\u{2068}\u{2069}"
        case .bidiMark: "\u{200E}\u{200F}\u{61C}"
        case .zeroWidth: "\u{200B}\u{200C}\u{200D}\u{2060}\u{2063}\u{180E}"
        case .byteOrderMark: "\u{FEFF}"
        case .lineSeparator: "\u{2028}\u{2029}"
        case .annotation: "\u{FFF9}\u{FFFA}\u{FFFB}"
        case .tags: "\u{E0001}\u{E0041}\u{E007F}"
        case .variationSelector: "a\u{FE0F}b\u{FE00}c\u{E0100}"
        case .softHyphen: "\u{AD}"
        case .filler: "\u{3164}\u{115F}\u{FFA0}\u{E000}\u{FFFE}"
        }
    }

    /// Whether a scalar must never reach a terminal from outside, wherever it is.
    ///
    /// Joiners and selectors within an emoji are no such thing; the classes have none.
    public static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x115F, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0x3164, 0xE000, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xFFFE, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}

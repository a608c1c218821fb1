import Testing

@testable import TextGrid

@Suite("Glyphs: what a character looks like in cells")
struct GlyphTests {
    private func shown(_ text: String) -> String { text.flatMap(Glyph.glyphs(of:)).map(\.text).joined() }

    @Test("every C0 control and DEL becomes its picture", arguments: Array(0..<0x20) + [0x7F])
    func controls(code: UInt8) {
        let picture = code == 0x7F ? "\u{2421}" : String(Unicode.Scalar(0x2400 + UInt32(code))!)
        #expect(shown(String(Unicode.Scalar(code))) == picture)
        #expect(DisplayWidth.columns(of: String(Unicode.Scalar(code))) == 1)
    }

    @Test("CR LF, one character to Swift, is two pictures")
    func lineEnd() {
        #expect(shown("a\r\nb") == "a␍␊b")
        #expect(DisplayWidth.columns(of: "\r\n") == 2)
    }

    static let steering: [UInt32] =
        Array(0x80...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069) + Array(0x200B...0x200F)
        + [0xAD, 0x61C, 0x180E, 0x2028, 0x2029, 0x2060, 0xFEFF, 0xFFF9, 0xE000, 0xF8FF, 0xFDD0, 0xFFFE, 0xFFFF]
        + [0x115F, 0x1160, 0x3164, 0xFFA0, 0x34F, 0xE0001, 0xE0041, 0x1FFFE, 0xF0000, 0x10FFFF, 0x0378]

    @Test("what steers, hides or means nothing is spelled out", arguments: steering)
    func spelledOut(code: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(code))
        let digits = String(code, radix: 16, uppercase: true)
        let expected = "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
        #expect(shown(String(scalar)) == expected)
        #expect(shown("é\(scalar)z") == "é\(expected)z")
        #expect(shown("a\(scalar)z") == "a\(expected)z")
    }

    @Test("no text, whatever its scalars, puts a steering scalar on a grid")
    func nothingSteers() {
        let leaked = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            guard ScalarKind(scalar) == .spelledOut else { return false }
            return Glyph.glyphs(of: Character(scalar)).contains { $0.text.unicodeScalars.contains(scalar) }
        }
        #expect(leaked == [])
    }

    static let widths: [(String, Int)] = [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("ｱ", 1),
        ("─", 1), ("…", 1), ("✓", 1), ("●", 1), ("😀", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("☺\u{FE0E}", 1),
        ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("👩\u{200D}👩\u{200D}👧", 2), ("🇩🇪", 2), ("🇩", 1),
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("🏳\u{FE0F}\u{200D}🌈", 2), ("\u{301}", 1),
        ("क्ष", 2), ("कि", 2), ("ก็", 1), ("\u{3000}", 2), ("\u{A0}", 1), ("", 0),
    ]

    @Test("columns of graphemes", arguments: widths)
    func columns(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test("an emoji stays one glyph; a flag, its two letters; a conjunct, one glyph for each letter")
    func clusters() {
        #expect(Glyph.glyphs(of: "👩\u{200D}👩\u{200D}👧").count == 1)
        #expect(Glyph.glyphs(of: "🇩🇪") == [Glyph(text: "🇩🇪", columns: 2)])
        #expect("क्ष".flatMap(Glyph.glyphs(of:)).map(\.columns) == [1, 1])
    }

    @Test("nothing hides in marks, joiners or selectors")
    func smuggled() {
        #expect(shown("a\u{200D}b") == "a<U+200D>b")
        #expect(shown("a\u{FE01}b") == "a<U+FE01>b")
        #expect(shown("漢\u{FE01}\u{FE02}") == "漢\u{FE01}<U+FE02>")
        #expect(shown("😀\u{FE01}\u{FE02}").hasSuffix("<U+FE02>"))
        #expect(shown("😀\u{200D}") == "😀<U+200D>")
        #expect(shown("a\u{E0041}") == "a<U+E0041>")
        let zalgo = "a" + String(repeating: "\u{301}", count: 9)
        #expect(DisplayWidth.columns(of: zalgo) == 3)
    }
}

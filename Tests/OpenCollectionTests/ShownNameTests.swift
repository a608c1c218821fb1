import Testing

@testable import OpenCollection

@Suite("A name in a line")
struct ShownNameTests {
    @Test(
        "an emoji of joined parts stays whole",
        arguments: ["uni 漢字 👨‍👩‍👧‍👦 שלום", "❤️‍🔥", "👩🏽‍🚀 up", "🏳️‍🌈", "🧑‍🤝‍🧑", "🇩🇪 flag", "👋🏽", "e\u{301}"])
    func emoji(name: String) { #expect(name.shownInLine() == name) }

    @Test(
        "anywhere else a joiner is spelled, as is all that steers or hides",
        arguments: [
            ("a\u{200D}b", "a<U+200D>b"), ("😀\u{200D}", "😀<U+200D>"), ("\u{200D}😀", "<U+200D>😀"),
            ("😀\u{200D}\u{200D}😀", "😀<U+200D><U+200D>😀"), ("😀\u{200D}a", "😀<U+200D>a"),
            ("1\u{200D}2", "1<U+200D>2"), ("क्\u{200D}ष", "क्<U+200D>ष"), ("☎\u{200D}☎", "☎<U+200D>☎"),
            ("🇩🇪\u{200D}🔥", "🇩🇪<U+200D>🔥"), ("👨\u{301}\u{200D}👩", "👨\u{301}<U+200D>👩"),
            ("a\u{202E}b\u{200B}", "a<U+202E>b<U+200B>"), ("a\r\nb\t", "a<U+000D><U+000A>b<U+0009>"),
            ("\u{2028}\u{1B}[m", "<U+2028><U+001B>[m"),
        ])
    func spelled(name: String, shown: String) { #expect(name.shownInLine() == shown) }

    @Test("what is long is cut by scalars, and says so; a joiner that joins nothing any more is spelled")
    func cut() {
        #expect("abcdef".shownInLine(limit: 6) == "abcdef")
        #expect("abcdefg".shownInLine(limit: 6) == "abcdef…")
        #expect("ab👨‍👩‍👧".shownInLine(limit: 5) == "ab👨‍👩…")
        #expect("ab👨‍👩‍👧".shownInLine(limit: 4) == "ab👨<U+200D>…")
        #expect("".shownInLine() == "" && "abc".shownInLine(limit: .max) == "abc")
    }
}

import OpenCollection
import Testing

@testable import Interchange

@Suite struct ConsentTextTests {
    private func run(_ words: String...) -> ConsentText { ConsentText(OutsideUse(.run(words), for: "secret t")) }

    private func present(to origin: String) -> ConsentText {
        let credential = PresentedCredential("TOKEN", of: .entered("TOKEN", environment: nil), to: origin)
        return ConsentText(OutsideUse(.present(credential), for: "credentials of a.yml"))
    }

    @Test(
        "what is not seen is spelled out",
        arguments: [
            ("a\u{200D}b", "a<U+200D>b"), ("a\u{200B}b", "a<U+200B>b"), ("\u{202E}a", "<U+202E>a"),
            ("a\nb", "a<U+000A>b"),
            ("a\u{A0}b", "a<U+00A0>b"), ("a\u{3000}b", "a<U+3000>b"), ("a\u{3164}b", "a<U+3164>b"),
            ("a\u{2800}b", "a<U+2800>b"),
            ("'\u{301};", "'<U+0301>;"), ("\u{301}", "<U+0301>"), ("e\u{301}\u{302}", "e<U+0301><U+0302>"),
            ("a\u{E0041}", "a<U+E0041>"),
            ("a\u{FE0F}", "a<U+FE0F>"), ("a\u{E000}", "a<U+E000>"), ("👩\u{200D}💻", "👩<U+200D>💻"),
        ])
    func hidden(text: String, shown: String) {
        #expect(
            text.withoutHiddenCharacters.unicodeScalars.elementsEqual(shown.unicodeScalars),
            "\(text.withoutHiddenCharacters)")
    }

    @Test(
        "letters of every script stay, with their marks",
        arguments: ["é", "Grüße", "日本", "दिल्ली".replacing("\u{200D}", with: ""), "ж\u{301}"])
    func letters(text: String) {
        #expect(text.withoutHiddenCharacters.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test("the program is apart from its words")
    func program() {
        #expect(run("sh", "-c", "./fetch prod").notes.map(\.text) == ["program: sh"])
        #expect(run("./f\u{200B}etch").notes.map(\.text) == ["program: ./f<U+200B>etch"])
        #expect(run("./fetch").line == "run ./fetch (secret t)")
    }

    @Test(
        "the part of a host that somebody registered is apart, and in ASCII",
        arguments: [
            ("https://api.example.com.evil.test:8443", ["domain: evil.test"]),
            ("https://a.b.co.uk", ["domain: b.co.uk"]),
            ("https://example.com", ["domain: example.com"]), ("http://10.0.0.1:80", ["host: 10.0.0.1"]),
            ("http://[::1]:80", ["host: [::1]"]),
            (
                "https://p\u{430}ypal.com",
                [
                    "domain: xn--pypal-4ve.com", "host: xn--pypal-4ve.com",
                    "letters that look like others: p<U+0430>ypal",
                ]
            ),
            ("https://\u{202E}moc.example.com", ["host: <U+202E>moc.example.com"]),
            ("https://a\u{301}.\u{200B}/", ["host: a<U+0301>.<U+200B>/"]),
            ("https://me.github.io", ["domain: me.github.io"]), ("https://com", ["host: com"]),
        ])
    func domain(origin: String, notes: [String]) {
        #expect(present(to: origin).notes.map(\.text) == notes)
    }

    @Test("one line has the notes that say more than the text")
    func line() {
        #expect(
            present(to: "https://example.com").line
                == "send TOKEN to https://example.com (credentials of a.yml)")
        #expect(
            present(to: "https://example.com.evil.test").line.hasSuffix("(credentials of a.yml); domain: evil.test"))
        #expect(
            run("./p\u{430}ss").line == "run './p\u{430}ss' (secret t); letters that look like others: p<U+0430>ss")
    }
}

import Testing

@testable import BodyView

@Suite("Which charset a body is in, and who says so")
struct BodyEncodingTests {
    private static func encoding(_ type: String?, _ head: [UInt8], _ kind: BodyKind = .text) -> BodyEncoding? {
        BodyCharset.encoding(contentType: type, head: head, kind: kind) { _ in "guess" }
    }

    @Test("a byte order mark wins over the field, the field over the body's own words, these over guesses")
    func order() {
        let page = Array("<meta charset=koi8-r>\u{E9}".unicodeScalars.map { UInt8($0.value) })
        #expect(
            Self.encoding("text/html; charset=latin1", [0xEF, 0xBB, 0xBF] + page, .html) == BodyEncoding("UTF-8", .mark)
        )
        #expect(Self.encoding("text/html; charset=latin1", page, .html) == BodyEncoding("latin1", .field))
        #expect(Self.encoding("text/html", page, .html) == BodyEncoding("koi8-r", .declared))
        #expect(Self.encoding("text/plain", page + Array("t, and more".utf8)) == BodyEncoding("guess", .guessed))
        // What looks cut off is not, when nothing more comes.
        #expect(Self.encoding("text/plain", page) == nil)
        let whole = BodyCharset.encoding(contentType: nil, head: page, isWhole: true, kind: .text) { _ in "guess" }
        #expect(whole == BodyEncoding("guess", .guessed))
    }

    @Test("nothing is guessed of what is UTF-8, even cut off, or of bytes that are no text")
    func noGuess() {
        #expect(Self.encoding(nil, Array("größe".utf8)) == nil)
        #expect(Self.encoding(nil, Array("größ".utf8.dropLast())) == nil)
        #expect(Self.encoding(nil, [0xFF, 0x00, 0xFE], .hex) == nil)
    }

    @Test(
        "declarations are found as they are written",
        arguments: [
            ("<?xml version=\"1.0\" encoding='ISO-8859-2'?><a/>", BodyKind.xml, "ISO-8859-2"),
            ("<?xml version='1.0' encoding = \"x-sjis\" ?>", .xml, "x-sjis"),
            ("<html><META http-equiv=Content-Type content=\"text/html; charset=windows-1251\">", .html, "windows-1251"),
            ("<meta name=x><meta charset=\"shift_jis\"/>", .html, "shift_jis"),
            // It could be read so far, so it is none of 16 bits.
            ("<meta charset=utf-16>", .html, "utf-8"),
        ])
    func declared(text: String, kind: BodyKind, name: String) {
        #expect(Self.encoding(nil, Array(text.utf8), kind) == BodyEncoding(name, .declared))
    }

    @Test("what is no declaration is none", arguments: ["<a encoding='x'/>", "<?xml version='1.0'?><a encoding='x'/>"])
    func undeclared(text: String) { #expect(Self.encoding(nil, Array(text.utf8), .xml) == nil) }
}

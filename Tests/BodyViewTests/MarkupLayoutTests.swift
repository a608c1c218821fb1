import BodyStore
import Testing

@testable import BodyView

/// A document, and its lines as they are shown.
struct Laid: Sendable, CustomTestStringConvertible {
    let source: String
    let lines: [String]
    let name: String

    init(_ name: String, _ source: String, _ lines: [String]) {
        (self.name, self.source, self.lines) = (name, source, lines)
    }

    var testDescription: String { name }
}

@Suite("XML and HTML as lines")
struct MarkupLayoutTests {
    static let xml = [
        Laid("elements", "<a><b>x</b><c/></a>", ["<a>", "  <b>x</b>", "  <c/>", "</a>"]),
        Laid("as sent pretty", "<a>\n    <b>x</b>\n</a>\n", ["<a>", "  <b>x</b>", "</a>"]),
        Laid("empty", "<a></a>", ["<a></a>"]),
        Laid("blanks between", "<a>\n\n</a>", ["<a></a>"]),
        Laid("blanks kept", "<a>  </a>", ["<a>  </a>"]),
        Laid("mixed content", "<p>Hello <b>world</b>, more</p>", ["<p>Hello", "  <b>world</b>", "  , more", "</p>"]),
        Laid("text in lines", "<p>one\n two\nthree</p>", ["<p>one", "  two", "  three", "</p>"]),
        Laid(
            "attributes", "<a x='1'\n   y = \"a>b\"><b z=\"\"/></a>",
            ["<a x='1' y = \"a>b\">", "  <b z=\"\"/>", "</a>"]),
        Laid(
            "prolog",
            "<?xml version=\"1.0\"?><!-- one\n  two --><!DOCTYPE a [\n <!ENTITY b \"]>\">\n <!-- don't -->\n]><a>&b;</a>",
            [
                "<?xml version=\"1.0\"?>", "<!-- one", "two -->", "<!DOCTYPE a [", "<!ENTITY b \"]>\">",
                "<!-- don't -->",
                "]>", "<a>&b;</a>",
            ]),
        Laid("CDATA", "<a><![CDATA[x < y\n  ]] z]]></a>", ["<a><![CDATA[x < y", "    ]] z]]>", "</a>"]),
        Laid("byte order mark", "\u{FEFF}<a/>", ["<a/>"]),
        Laid("instruction within", "<a><?go on?>x</a>", ["<a>", "  <?go on?>", "  x", "</a>"]),
        Laid("comment behind text", "<a>x<!-- y --></a>", ["<a>x", "  <!-- y -->", "</a>"]),
        Laid("names of any script", "<größe><名 a=\"1\">x</名></größe>", ["<größe>", "  <名 a=\"1\">x</名>", "</größe>"]),
    ]

    static let broken = [
        Laid(
            "mismatched", "<a><b>x</c></a>",
            ["<a>", "  <b>x", "line 1, column 8: expected `</b>`, found `</c>`", "</c></a>"]),
        Laid("ends early", "<a>\n<b>x", ["<a>", "  <b>x", "line 2, column 5: the body ends inside `<b>`"]),
        Laid("ends in a tag", "<a b=\"x", ["<a b=\"x", "line 1, column 8: the body ends inside a tag"]),
        Laid("no root", "  ", ["line 1, column 3: the body ends before an element"]),
        Laid(
            "text before", "oh <a/>", ["line 1, column 1: expected `<`, found text", "oh <a/>"]),
        Laid("two roots", "<a/><b/>", ["<a/>", "line 1, column 5: expected nothing after the root element", "<b/>"]),
        Laid(
            "no value", "<a b c='1'/>",
            ["<a b", "line 1, column 6: expected `=` after an attribute's name, found `c`", "c='1'/>"]),
        Laid(
            "bare value", "<a b=1/>",
            ["<a b=", "line 1, column 6: expected a quote before the value, found `1`", "1/>"]),
        Laid(
            "stray sign", "<a>1 < 2</a>", ["<a>1", "line 1, column 6: expected a name after `<`, found ` `", "< 2</a>"]),
        Laid(
            "too many ends", "<a/></a>", ["<a/>", "line 1, column 5: `</a>` ends nothing that is open", "</a>"]),
        Laid(
            "comment left open", "<a><!-- x", ["<a>", "  <!-- x", "line 1, column 10: the body ends inside a comment"]),
    ]

    static let html = [
        Laid(
            "a page",
            "<!doctype html><html><head><meta charset=utf-8><title>A &amp; B</title></head><body><p>Hello <b>world</b>, more<br>x</p></body></html>",
            [
                "<!doctype html>", "<html>", "  <head>", "    <meta charset=utf-8>", "    <title>A &amp; B</title>",
                "  </head>",
                "  <body>", "    <p>Hello <b>world</b>, more<br>x</p>", "  </body>", "</html>",
            ]),
        Laid(
            "ends left out", "<ul><li>one<li>two</ul><p>a<p>b",
            ["<ul>", "  <li>one", "  <li>two", "</ul>", "<p>a", "<p>b"]),
        Laid(
            "a table", "<table><tr><td>1<td>2<tr><td>3</table>",
            ["<table>", "  <tr>", "    <td>1", "    <td>2", "  <tr>", "    <td>3", "</table>"]),
        Laid(
            "script", "<script>\nif (a < b && c) {\n  d(\"</p>\");\n}\n</script><p>x</p>",
            ["<script>", "  if (a < b && c) {", "    d(\"</p>\");", "  }", "</script>", "<p>x</p>"]),
        Laid(
            "script in a line", "<div><SCRIPT>a<b</script>x</div>",
            ["<div>", "  <SCRIPT>a<b</script>", "  x", "</div>"]),
        Laid("too many ends", "<div>x</div></div></p>", ["<div>x</div>", "</div>", "</p>"]),
        Laid("wrong order", "<b>x<i>y</b>z</i>", ["<b>x<i>y</b>z</i>"]),
        Laid("stray signs", "1 < 2 && 3 > 2 </ <", ["1 < 2 && 3 > 2 </ <"]),
        Laid("odd attributes", "<input disabled value='a' \"x\" y=>z", ["<input disabled value='a' \"x\" y=>z"]),
        Laid("text only", "hello\nworld", ["hello", "world"]),
        Laid("ends in a tag", "<p>x<di", ["<p>x<di"]),
    ]

    @Test("XML, laid out", arguments: xml)
    func laysOutXML(_ row: Laid) {
        #expect(document(row.source, .xml).allLines.map(\.text) == row.lines)
        #expect(document(row.source, .xml).index.fault == nil)
    }

    @Test("broken XML is shown up to the fault, then its place, then the rest", arguments: broken)
    func showsFaults(_ row: Laid) { #expect(document(row.source, .xml).allLines.map(\.text) == row.lines) }

    @Test("HTML is never wrong", arguments: html)
    func laysOutHTML(_ row: Laid) {
        #expect(document(row.source, .html).allLines.map(\.text) == row.lines)
        #expect(document(row.source, .html).index.fault == nil)
    }

    @Test("read in two pieces, split anywhere, it has the same lines", arguments: xml + broken + html)
    func split(_ row: Laid) {
        let bytes = Array(row.source.utf8)
        for kind in [BodyKind.xml, .html] {
            let whole = document(bytes, kind)
            for place in 0...bytes.count {
                let store = BodyStore()
                var parts = BodyDocument(store: store, kind: kind)
                bytes[..<place].withUnsafeBytes { try? store.append($0) }
                parts.index.extend(over: store)
                _ = parts.allLines
                bytes[place...].withUnsafeBytes { try? store.append($0) }
                store.finish()
                parts.index.extend(over: store)
                #expect(parts.allLines == whole.allLines, "split at \(place)")
            }
        }
    }

    @Test("each line is the same wherever reading starts", arguments: xml + html)
    func anywhere(_ row: Laid) {
        for kind in [BodyKind.xml, .html] {
            let inner = row.source.hasPrefix("<a") || kind == .html ? row.source : "<a/>"
            let source = "<root>" + String(repeating: inner, count: 900) + "</root>"
            let document = document(source, kind)
            let all = document.allLines
            for line in stride(from: 0, to: all.count, by: 97) {
                #expect(document.lines(line..<line + 1, columns: 0..<BodyDocument.maximumColumns) == [all[line]])
            }
        }
    }

    @Test("mutated documents never crash, and keep every byte that is no blank")
    func mutations() {
        var random = Seeded(7)
        for round in 0..<600 {
            var bytes = Array((Self.xml + Self.html)[round % (Self.xml.count + Self.html.count)].source.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = Array("<>/=\"'-!?[]& \na\u{80}".utf8).randomElement(using: &random) ?? 0
                case 1: bytes.insert(contentsOf: Array("</p><script>".utf8), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 3))
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            for kind in [BodyKind.xml, .html] {
                let document = document(bytes, kind)
                let lines = document.allLines
                #expect(lines.count == document.lineCount)
                let shown = lines.filter { $0.runs.first?.token != .error }.flatMap { $0.text.utf8 }
                let isVisible = { (byte: UInt8) in !ByteSearch.isWhitespace(byte) && byte < 0x80 && byte >= 0x20 }
                let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                #expect(
                    shown.filter(isVisible) == bytes[start...].filter(isVisible),
                    "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test("what a piece means is told: names, attributes, comments, entities")
    func tokens() {
        let line = document("<a b=\"c\">x &amp; y</a>", .xml).allLines[0]
        #expect(
            line.runs == [
                BodyRun("<", .punctuation), BodyRun("a", .tag), BodyRun(" ", .plain), BodyRun("b", .attribute),
                BodyRun("=", .punctuation), BodyRun("\"c\"", .string), BodyRun(">", .punctuation),
                BodyRun("x ", .plain),
                BodyRun("&amp;", .entity), BodyRun(" y", .plain), BodyRun("</", .punctuation), BodyRun("a", .tag),
                BodyRun(">", .punctuation),
            ])
        #expect(document("<!-- x --><a/>", .xml).allLines[0].runs == [BodyRun("<!-- x -->", .comment)])
    }

    @Test("a million levels, and one line of a megabyte, take no more than others")
    func extremes() {
        let deep = document(String(repeating: "<a>", count: 1_000_000), .xml)
        #expect(deep.lineCount == 1_000_001 && deep.lines(999_999..<1_000_000)[0].text.hasSuffix("<a>"))
        #expect(deep.lines(1_000_000..<1_000_001)[0].text.contains("the body ends inside `<a>`"))
        let deepHTML = document(String(repeating: "<div>", count: 1_100_000) + "</div>", .html)
        #expect(deepHTML.lineCount == 1_100_001)
        let long = document("<a>" + String(repeating: "x", count: 1 << 20) + "</a><!-- y -->", .xml)
        #expect(long.lineCount == 2 && long.lines(1..<2)[0].text == "<!-- y -->")
        #expect(long.lines(0..<1, columns: 1_048_570..<1_048_590)[0].text == "xxxxxxxxx</a>")
    }
}

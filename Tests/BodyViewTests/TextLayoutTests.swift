import Testing

@testable import BodyView

@Suite struct TextLayoutTests {
    static let texts: [(id: String, text: String, lines: [String])] = [
        ("nothing", "", []),
        ("one line", "abc", ["abc"]),
        ("a break at the end starts no line", "abc\n", ["abc"]),
        ("every kind of break", "a\nb\r\nc\rd", ["a", "b", "c", "d"]),
        ("empty lines", "\n\r\n\r\rx", ["", "", "", "", "x"]),
        ("LF CR are two breaks", "a\n\rb", ["a", "", "b"]),
        ("controls and wide characters as they are", "\u{1B}[1m漢\t\u{0}", ["\u{1B}[1m漢\t\u{0}"]),
    ]

    @Test("breaks text into lines", arguments: texts)
    func lines(id: String, text: String, lines: [String]) {
        #expect(document(text, .text).allLines.map(\.text) == lines)
    }

    @Test("knows where a line comes from, without its break")
    func places() {
        #expect(document("ab\r\ncd\n", .text).allLines.map(\.byteRange) == [0..<2, 4..<6])
    }

    @Test(
        "shows bytes that are not UTF-8",
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
            ([0xC3], "\u{FFFD}"),
            ([0xE2, 0x82], "\u{FFFD}\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
            ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x98, 0x80], "😀"),
        ] as [([UInt8], String)])
    func invalid(bytes: [UInt8], text: String) {
        let line = document(bytes, .text).allLines[0]
        #expect(line.text == text)
        #expect(
            line.runs.filter { $0.token == .invalid }.count == text.unicodeScalars.filter { $0 == "\u{FFFD}" }.count)
    }

    @Test("lays out any range of a long text as it lays out the whole")
    func ranges() {
        var random = Seeded(5)
        let text = (0..<5000).map { number in
            let long = number % 700 == 3 ? 40_000 : Int.random(in: 0..<40, using: &random)
            return "\(number)" + String(repeating: "é", count: long) + ["\n", "\r\n", "\r"][number % 3]
        }.joined()
        let document = document(text, .text)
        let all = document.lines(0..<5000, columns: 0..<60)
        #expect(all.count == 5000)
        #expect(document.lineCount == 5000)
        for start in stride(from: 0, to: 4990, by: 97) {
            #expect(document.lines(start..<start + 9, columns: 0..<60) == Array(all[start..<start + 9]))
            #expect(all[start].text.hasPrefix("\(start)"))
        }
        #expect(document.lines(3..<4, columns: 39_999..<50_000)[0].text == "éé")
    }
}

@Suite struct HexLayoutTests {
    @Test("shows sixteen bytes a row in 76 columns")
    func wide() {
        let document = document(Array(0x40..<0x51), .hex, columns: 76)
        #expect(
            document.text == """
                00000000  40 41 42 43 44 45 46 47  48 49 4a 4b 4c 4d 4e 4f  @ABCDEFGHIJKLMNO
                00000010  50                                                P
                """)
        #expect(document.allLines[0].text.count == 76)
        #expect(document.allLines[1].byteRange == 16..<17)
    }

    @Test("shows eight bytes a row where there is less room")
    func narrow() {
        let document = document([0x00, 0x1B, 0x41, 0x7F, 0x80, 0xFF, 0x20, 0x7E, 0x0A], .hex, columns: 75)
        #expect(
            document.text == """
                00000000  00 1b 41 7f 80 ff 20 7e  ..A... ~
                00000008  0a                       .
                """)
        #expect(document.allLines[0].runs.map(\.token) == [.offset, .plain, .hexByte, .plain, .ascii])
    }
}

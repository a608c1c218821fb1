import CursesTerminal
import Testing
import TextGrid

@Suite("Bytes become keys")
struct KeyDecoderTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let bytes: String
        let keys: [KeyStroke]
        var testDescription: String { String(reflecting: bytes) }
        init(_ bytes: String, _ keys: KeyStroke...) {
            self.bytes = bytes
            self.keys = keys
        }

        /// Whether the bytes may come one by one: graphemes of several scalars are one key only when they come at once.
        var isOneByOne: Bool {
            bytes.unicodeScalars.count < 9 && bytes.unicodeScalars.first != "e" && !bytes.contains("👩\u{200D}👧")
        }
    }

    static let everywhere: [Row] = [
        Row("a", .character("a")), Row("Z", .character("Z")), Row(" ", .character(" ")), Row("ä", .character("ä")),
        Row("漢", .character("漢")), Row("😀", .character("😀")), Row("ab", .character("a"), .character("b")),
        Row("e\u{301}", .character("e\u{301}")), Row("👩\u{200D}👧x", .character("👩\u{200D}👧"), .character("x")),
        Row("\r", KeyStroke(.enter)), Row("\n", KeyStroke(.enter)), Row("\t", KeyStroke(.tab)),
        Row("\u{7F}", KeyStroke(.backspace)), Row("\u{8}", KeyStroke(.backspace)),
        Row("\u{1}", .control("a")), Row("\u{3}", .control("c")), Row("\u{12}", .control("r")),
        Row("\u{1A}", .control("z")),
        Row("\0", .control("@")), Row("\u{1C}", .control("\\")), Row("\u{1D}", .control("]")),
        Row("\u{1E}", .control("^")), Row("\u{1F}", .control("_")),
        Row("\u{1B}x", KeyStroke(.character("x"), .alt)), Row("\u{1B}ä", KeyStroke(.character("ä"), .alt)),
        Row("\u{1B}\r", KeyStroke(.enter, .alt)), Row("\u{1B}\u{7F}", KeyStroke(.backspace, .alt)),
        Row("\u{1B}\u{2}", KeyStroke(.character("b"), [.alt, .control])),
        Row("\u{1B}[A", KeyStroke(.up)), Row("\u{1B}OB", KeyStroke(.down)), Row("\u{1B}[C", KeyStroke(.right)),
        Row("\u{1B}[1;5D", KeyStroke(.left, .control)), Row("\u{1B}[1;2A", KeyStroke(.up, .shift)),
        Row("\u{1B}[1;3A", KeyStroke(.up, .alt)), Row("\u{1B}[1;8A", KeyStroke(.up, [.shift, .alt, .control])),
        Row("\u{1B}\u{1B}[A", KeyStroke(.up, .alt)), Row("\u{1B}[H", KeyStroke(.home)),
        Row("\u{1B}OF", KeyStroke(.end)),
        Row("\u{1B}[1~", KeyStroke(.home)), Row("\u{1B}[4~", KeyStroke(.end)), Row("\u{1B}[2~", KeyStroke(.insert)),
        Row("\u{1B}[3~", KeyStroke(.delete)), Row("\u{1B}[5~", KeyStroke(.pageUp)),
        Row("\u{1B}[6;5~", KeyStroke(.pageDown, .control)), Row("\u{1B}[Z", KeyStroke(.tab, .shift)),
        Row("\u{1B}OP", KeyStroke(.function(1))), Row("\u{1B}[1;2P", KeyStroke(.function(1), .shift)),
        Row("\u{1B}[15~", KeyStroke(.function(5))), Row("\u{1B}[24~", KeyStroke(.function(12))),
        Row("\u{1B}[[A", KeyStroke(.function(1))), Row("\u{1B}[[E", KeyStroke(.function(5))),
        Row("\u{1B}[7^", KeyStroke(.home, .control)), Row("\u{1B}[3$", KeyStroke(.delete, .shift)),
        Row("\u{1B}[a", KeyStroke(.up, .shift)), Row("\u{1B}Oa", KeyStroke(.up, .control)),
        Row("\u{1B}OM", KeyStroke(.enter)), Row("\u{1B}Ok", .character("+")), Row("\u{1B}Op", .character("0")),
        Row("\u{1B}[97;5u", .control("a")), Row("\u{1B}[13;2u", KeyStroke(.enter, .shift)),
        Row("\u{1B}[27;5;9~", KeyStroke(.tab, .control)), Row("\u{1B}[97;2u", .character("A")),
        // Responses, focus, and what no key is: dropped, and nothing after them is lost.
        Row("\u{1B}[?62;4cx", .character("x")), Row("\u{1B}[10;20Rx", .character("x")),
        Row("\u{1B}[Ix", .character("x")),
        Row("\u{1B}[?2026;2$yx", .character("x")), Row("\u{1B}[999~x", .character("x")),
        Row("\u{1B}[4;1$yx", .character("x")), Row("\u{1B}[8;24;80tx", .character("x")),
        Row("\u{1B}[12\u{3}", .control("c")),
    ]

    @Test("keys that mean the same on every terminal", arguments: everywhere)
    func anywhere(row: Row) {
        var decoder = KeyDecoder()
        #expect(decoder.received(Array(row.bytes.utf8)) == row.keys.map(TerminalInput.key))
        #expect(decoder.received(Array("!".utf8)) == [.key(.character("!"))], "something was left behind")
    }

    @Test("the same, however the bytes are cut", arguments: everywhere.filter(\.isOneByOne))
    func inPieces(row: Row) {
        var decoder = KeyDecoder()
        let inputs = row.bytes.utf8.flatMap { decoder.received([$0]) }
        #expect(inputs == row.keys.map(TerminalInput.key))
    }

    @Test("what terminfo says comes first")
    func capabilities() {
        let vt100 = ["kf5": "\u{1B}Ot", "kf9": "\u{1B}Ow", "kcuu1": "\u{1B}OA", "kbs": "\u{8}"]
        let linux = ["kcbt": "\u{1B}\t", "kf1": "\u{1B}[[A", "khome": "\u{1B}[1~"]
        let odd = ["kcuu1": "\u{1B}~up", "kcud1": "\u{1B}~down"]
        func decoded(_ strings: [String: String], _ bytes: String) -> [TerminalInput] {
            var decoder = KeyDecoder(sequences: KeySequences(capabilities: strings.mapValues { Array($0.utf8) }))
            return bytes.utf8.flatMap { decoder.received([$0]) }
        }
        #expect(
            decoded(vt100, "\u{1B}Ot\u{1B}Ow\u{8}")
                == [KeyStroke(.function(5)), KeyStroke(.function(9)), KeyStroke(.backspace)].map(TerminalInput.key))
        #expect(
            decoded(linux, "\u{1B}\t\u{1B}[[A")
                == [KeyStroke(.tab, .shift), KeyStroke(.function(1))].map(TerminalInput.key))
        #expect(decoded(odd, "\u{1B}~up\u{1B}~down") == [KeyStroke(.up), KeyStroke(.down)].map(TerminalInput.key))
    }

    @Test("Escape alone waits for its delay, and is the key then")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.received([0x1B]).isEmpty)
        #expect(decoder.awaitsEscapeDelay)
        #expect(decoder.escapeDelayPassed() == [.key(KeyStroke(.escape))])
        #expect(!decoder.awaitsEscapeDelay)
        #expect(decoder.received(Array("[A".utf8)) == [.key(.character("[")), .key(.character("A"))])
    }

    @Test("Escape twice is two; Escape and a bracket is Alt with it, after the delay")
    func twoBytes() {
        var decoder = KeyDecoder()
        #expect(decoder.received([0x1B, 0x1B]).isEmpty)
        #expect(decoder.escapeDelayPassed() == [.key(KeyStroke(.escape)), .key(KeyStroke(.escape))])
        #expect(decoder.received([0x1B, 0x5B]).isEmpty)
        #expect(decoder.escapeDelayPassed() == [.key(KeyStroke(.character("["), .alt))])
        #expect(
            decoder.received([0x1B, 0x1B, 0x78]) == [.key(KeyStroke(.escape)), .key(KeyStroke(.character("x"), .alt))])
    }

    @Test("a sequence that has begun is not cut off by the delay")
    func slowLine() {
        var decoder = KeyDecoder()
        #expect(decoder.received(Array("\u{1B}[1;".utf8)).isEmpty)
        #expect(!decoder.awaitsEscapeDelay)
        #expect(decoder.escapeDelayPassed().isEmpty)
        #expect(decoder.received(Array("5A".utf8)) == [.key(KeyStroke(.up, .control))])
    }

    @Test("a paste is one input with LF line ends, whatever is in it")
    func paste() {
        var decoder = KeyDecoder()
        let text = "a\u{1B}[200~ \u{1B}[A\u{3}ä\r\nb\rc\n"
        let bytes = Array("x\u{1B}[200~\(text)\u{1B}[201~y".utf8)
        let expected: [TerminalInput] = [
            .key(.character("x")), .paste("a\u{1B}[200~ \u{1B}[A\u{3}ä\nb\nc\n"), .key(.character("y")),
        ]
        #expect(decoder.received(bytes) == expected)
        #expect(bytes.flatMap { decoder.received([$0]) } == expected)
        #expect(
            decoder.received(Array("\u{1B}[200~\u{1B}[201~\u{1B}[200~z\u{1B}[201~".utf8)) == [.paste(""), .paste("z")])
    }

    @Test("mouse: the left button, dragging, the wheel; nothing for the others")
    func mouse() {
        var decoder = KeyDecoder()
        let at = Point(column: 9, row: 4)
        func input(_ bytes: String) -> [TerminalInput] { decoder.received(Array(bytes.utf8)) }
        #expect(
            input("\u{1B}[<0;10;5M\u{1B}[<0;10;5m") == [
                .mouse(MouseEvent(.press, at: at)), .mouse(MouseEvent(.release, at: at)),
            ])
        #expect(input("\u{1B}[<32;10;5M") == [.mouse(MouseEvent(.drag, at: at))])
        #expect(
            input("\u{1B}[<64;10;5M\u{1B}[<81;10;5M") == [
                .mouse(MouseEvent(.wheelUp, at: at)), .mouse(MouseEvent(.wheelDown, at: at)),
            ])
        #expect(input("\u{1B}[<2;10;5M\u{1B}[<2;10;5m\u{1B}[<1;10;5Mq").last == .key(.character("q")))
        #expect(input("\u{1B}[M *%") == [.mouse(MouseEvent(.press, at: at))])
        #expect(input("\u{1B}[M#*%") == [.mouse(MouseEvent(.release, at: at))])
    }

    @Test("bytes that are no UTF-8 become U+FFFD and do not stop the rest")
    func invalid() {
        var decoder = KeyDecoder()
        let keys = decoder.received([0xFF, 0x61, 0xC3, 0x28])
        #expect(keys.contains(.key(.character("a"))))
        #expect(keys.last == .key(.character("(")))
        #expect(decoder.received([0xE4]).isEmpty)
        #expect(decoder.received(Array("x".utf8)).last == .key(.character("x")))
    }
}

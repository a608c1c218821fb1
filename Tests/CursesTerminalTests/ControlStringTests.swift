import CursesTerminal
import Testing
import TextGrid

@Suite("Answers of the terminal that are strings")
struct ControlStringTests {
    private static let responses = [
        "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]52;c;cXVpdA==\u{7}",
        "\u{1B}]lä title\u{1B}\\", "\u{1B}P>|tmux 3.4\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P1+r524742\u{1B}\\",
        "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{1B}\\", "\u{1B}Xany\u{1B}\\",
    ]

    private func inputs(_ decoder: inout KeyDecoder, _ text: String) -> [TerminalInput] {
        decoder.received(Array(text.utf8))
    }

    @Test("none of one is a key, and what follows it is", arguments: responses)
    func whole(response: String) {
        var decoder = KeyDecoder()
        #expect(
            inputs(&decoder, "a\(response)x\(response)\(response)y") == ["a", "x", "y"].map { .key(.character($0)) })
        #expect(!decoder.awaitsEscapeDelay)
    }

    @Test("the same, wherever one is cut in two", arguments: responses)
    func inPieces(response: String) {
        let bytes = Array(response.utf8)
        for place in 1..<bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.received(Array(bytes[..<place])).isEmpty, "cut at \(place)")
            #expect(decoder.awaitsEscapeDelay, "cut at \(place)")
            #expect(decoder.received(Array(bytes[place...])).isEmpty, "cut at \(place)")
            #expect(inputs(&decoder, "x") == [.key(.character("x"))], "cut at \(place)")
        }
    }

    @Test("Alt with the key that would begin one is a key when nothing follows soon", arguments: "]P_^X")
    func keyAlone(letter: Character) {
        var decoder = KeyDecoder()
        #expect(inputs(&decoder, "\u{1B}\(letter)").isEmpty)
        #expect(decoder.awaitsEscapeDelay && !decoder.awaitsEndOfResponse)
        #expect(decoder.escapeDelayPassed() == [.key(KeyStroke(.character(letter), .alt))])
        #expect(inputs(&decoder, "x") == [.key(.character("x"))])
    }

    @Test("what was typed at once behind it is typed, too; another key decides it without waiting", arguments: "]P_^X")
    func keyAndTyping(letter: Character) {
        let key = TerminalInput.key(KeyStroke(.character(letter), .alt))
        let escape = TerminalInput.key(KeyStroke(.escape))
        var decoder = KeyDecoder()
        #expect(inputs(&decoder, "\u{1B}\(letter)jk\u{1B}").isEmpty)
        #expect(decoder.escapeDelayPassed() == [key, .key(.character("j")), .key(.character("k")), escape])
        #expect(!decoder.awaitsEscapeDelay)
        #expect(inputs(&decoder, "\u{1B}\(letter)\r") == [key, .key(KeyStroke(.enter))])
        #expect(inputs(&decoder, "\u{1B}\(letter)j\u{1B}[A") == [key, .key(.character("j")), .key(KeyStroke(.up))])
        #expect(inputs(&decoder, "\u{1B}\(letter)" + String(repeating: "j", count: 5000)).count == 5001)
    }

    @Test("one without an end is dropped when its time has passed, and takes nothing that is typed then")
    func withoutEnd() {
        var decoder = KeyDecoder()
        #expect(inputs(&decoder, "\u{1B}]11;rgb:00").isEmpty)
        #expect(decoder.awaitsEndOfResponse)
        #expect(decoder.escapeDelayPassed().isEmpty)
        #expect(!decoder.awaitsEndOfResponse && !decoder.awaitsEscapeDelay)
        #expect(inputs(&decoder, "x") == [.key(.character("x"))])
    }

    @Test("a control character breaks one off and counts for itself")
    func brokenOff() {
        var decoder = KeyDecoder()
        #expect(inputs(&decoder, "\u{1B}]11;rgb:00\u{3}x") == [.key(.control("c")), .key(.character("x"))])
        #expect(inputs(&decoder, "\u{1B}P1$r\u{1B}[B") == [.key(KeyStroke(.down))])
    }

    @Test("one of any length is none of the keys")
    func long() {
        var decoder = KeyDecoder()
        let piece = String(repeating: "cXVpdA==", count: 8000)
        #expect(inputs(&decoder, "\u{1B}]52;c;\(piece)").isEmpty)
        for _ in 0..<20 { #expect(inputs(&decoder, piece).isEmpty) }
        #expect(inputs(&decoder, "\(piece)\u{1B}").isEmpty)
        #expect(inputs(&decoder, "\\x") == [.key(.character("x"))])
    }
}

import CursesTerminal
import TestSupport
import Testing
import TextGrid

/// Input that a broken line or a hostile program writes to the terminal. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED`
/// which; a failure names the input.
@Suite("Bytes that are no keys", .timeLimit(.minutes(60)))
struct KeyDecoderFuzzTests {
    private static let pieces: [[UInt8]] =
        [
            "\u{1B}", "[", "O", "\u{1B}[", "\u{1B}[<", "\u{1B}[M", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}P",
            "\u{1B}_", "\u{1B}\\", "11",
            ";", "?",
            "1", "99999999999999999999", "~", "m", "u", "A", "\u{7}", "é", "漢", "👩\u{200D}👧", "\u{301}", "\0", "\r",
            " ", "$",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F], [0x80], [0x9B]]

    @Test("after any bytes, and the end of a paste, keys are keys again")
    func anyBytes() {
        for number in 0..<LongRun.inputs(orJust: 1000) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var decoder = KeyDecoder()
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let count = Int.random(in: 1...5, using: &random)
                _ = decoder.received((0..<count).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] })
                if Bool.random(using: &random) { _ = decoder.escapeDelayPassed() }
            }
            let inputs = decoder.received(Array("\u{1B}[201~zzzzzz".utf8))
            #expect(inputs.last == .key(.character("z")), "seed \(seed)")
            #expect(!decoder.awaitsEscapeDelay, "seed \(seed)")
        }
    }
}

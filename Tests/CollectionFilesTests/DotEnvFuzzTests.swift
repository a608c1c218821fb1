import CollectionFiles
import TestSupport
import Testing

/// `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure names the input.
@Suite("Damaged .env files", .timeLimit(.minutes(60)))
struct DotEnvFuzzTests {
    private static let pieces = [
        "A", "b.c", "export ", "=", ":", "\"", "'", "`", "\\", "\\n", "#", " ", "\t", "\n", "\r\n", "\r", "é", "$X",
        "\u{0}",
    ]

    @Test("any text is read, names are names, and the kind of line end makes no difference")
    func anyText() {
        for number in 0..<LongRun.inputs(orJust: 500) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...25, using: &random)
            let text = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
            let values = DotEnv(text).values
            #expect(values.keys.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_.-]+/) != nil }, "seed \(seed): \(text)")
            let plain = Self.withoutCR(text)
            #expect(DotEnv(plain).values == values, "seed \(seed): \(text)")
        }
    }

    private static func withoutCR(_ text: String) -> String {
        var bytes: [UInt8] = []
        var isAfterCR = false
        for byte in text.utf8 {
            if byte != 0x0A || !isAfterCR { bytes.append(byte == 0x0D ? 0x0A : byte) }
            isAfterCR = byte == 0x0D
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a value in quotes is read as it was written")
    func quoted() {
        let pieces = ["a", " ", "#", "=", "$X", "é", "'", "`", "\n", ":"]
        for number in 0..<LongRun.inputs(orJust: 200) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...9, using: &random)
            let value = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            #expect(
                DotEnv("X=1\nNAME = \"\(value)\" # c\nY=2").values == ["X": "1", "NAME": value, "Y": "2"],
                "seed \(seed)"
            )
        }
    }
}

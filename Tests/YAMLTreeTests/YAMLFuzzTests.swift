import TestSupport
import Testing
import YAMLTree

/// Texts that are not quite YAML. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure names the input.
@Suite("Damaged YAML", .timeLimit(.minutes(60)))
struct YAMLFuzzTests {
    @Test("damaged texts are read or refused, and edited or refused, without a crash", arguments: 0..<8)
    func damaged(block: Int) {
        let count = LongRun.inputs(orJust: 2000) / 8
        for number in block * count..<(block + 1) * count {
            let seed = LongRun.seed &+ UInt64(number)
            var random = RandomYAML(generator: SeededGenerator(seed: seed))
            let bytes = random.damaged(Array(random.document().text.utf8))
            let fault = Self.fault(bytes, &random)
            #expect(fault == nil, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Returns what is wrong with the outcome; nil if nothing is.
    private static func fault(_ bytes: [UInt8], _ random: inout RandomYAML) -> String? {
        do throws(YAMLSyntaxError) {
            let document = try YAMLDocument(bytes: bytes)
            guard document.text.utf8.elementsEqual(bytes) else { return "the text has changed" }
            _ = try? document.applying(random.edit(document.root))
            return nil
        } catch {
            let isWithin = (0...bytes.count).contains(error.place.offsetInBytes)
            return isWithin && !error.message.isEmpty ? nil : "the error's place is not in the text: \(error)"
        }
    }
}

extension RandomYAML {
    fileprivate mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.remove(at: position)
            case 1: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes.insert(contentsOf: Array(generator.pick(Self.pieces).utf8), at: position)
            default: bytes.removeSubrange(position..<min(bytes.count, position + 9))
            }
        }
        return bytes
    }

    private static let pieces = [
        "\n", "\r", "\t", " ", "#", "- ", "? ", ": ", "[", "]", "{", "}", ",", "&a ", "*a", "!!str ", "!<", "|", ">",
        "|2-", "'", "\"",
        "---\n", "...\n", "%YAML 1.2\n", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{0}", "<<: *a", "\\",
    ]
}

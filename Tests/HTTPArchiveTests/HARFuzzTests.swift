import Foundation
import HTTPArchive
import TestSupport
import Testing

/// `MICROSCOPE_FUZZ_TIMES` and `MICROSCOPE_FUZZ_SEED` make it longer and different.
@Suite("Damaged archives")
struct HARFuzzTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static let inputs = LongRun.inputs(orJust: 300)
    private static let seed = LongRun.seed

    /// One to four damages: a byte changed, a piece removed, doubled, or swapped for a token of JSON.
    private func damaged(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...40, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            default:
                let tokens = [
                    "{", "}", "[", "]", "\"", "\\", "null", "1e999", "-", ":", ",", "\\ud800", "\u{0}", "\"a\":",
                ]
                let token = tokens.randomElement(using: &random) ?? ""
                bytes.replaceSubrange(start..<min(end, start + 3), with: token.utf8)
            }
        }
        return bytes
    }

    @Test(
        "never a crash: an archive, or an error that says where; what is read can be redacted, written and read again")
    func neverCrashes() throws {
        var random = Random(state: Self.seed)
        let exports = Exports.all.map { Array($0.utf8) }
        for index in 0..<Self.inputs {
            let bytes = damaged(exports[index % exports.count], &random)
            do {
                let har = try HAR(data: Data(bytes))
                let redacted = har.redacted()
                #expect(
                    try HAR(data: redacted.encoded(isIndented: index % 2 == 0)).log.entries.count
                        == har.log.entries.count)
            } catch let error as HARError {
                #expect(!error.message.isEmpty)
                #expect(error.line != nil || error.message.contains("log"), "\(error)")
            }
        }
    }
}

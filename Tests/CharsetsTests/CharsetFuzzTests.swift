import TestSupport
import Testing

@testable import Charsets

/// Bytes of no charset. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure names the input.
@Suite("Bytes of any charset", .timeLimit(.minutes(60)))
struct CharsetFuzzTests {
    /// UTF-8 is not among them: the system's converter takes more of it than there is, and it is never converted.
    @Test(
        "any bytes become UTF-8, and the same in any pieces",
        arguments: [
            "UTF-16", "ISO-8859-1", "windows-1252", "Shift_JIS", "EUC-JP", "GB18030", "Big5", "UTF-16LE", "UTF-32BE",
        ])
    func anyBytes(charset: String) throws {
        for number in 0..<LongRun.inputs(orJust: 1000) / 10 {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let whole = try CharsetConverter.utf8(bytes, from: charset)
            #expect(Array(String(decoding: whole, as: UTF8.self).utf8) == whole, "seed \(seed)")
            #expect(try Self.inPieces(bytes, charset, using: &random) == whole, "seed \(seed): \(bytes)")
        }
    }

    private static func inPieces(
        _ bytes: [UInt8], _ charset: String, using random: inout SeededGenerator
    ) throws -> [UInt8] {
        let converter = try CharsetConverter(from: charset)
        var (rest, result) = (bytes[...], [UInt8]())
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...7, using: &random))
            piece.withUnsafeBytes { converter.convert($0) { result.append(contentsOf: $0) } }
            rest = rest.dropFirst(piece.count)
        }
        converter.finish { result.append(contentsOf: $0) }
        return result
    }
}

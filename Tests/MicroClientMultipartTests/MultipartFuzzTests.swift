import Foundation
import MicroClientMultipart
import TestSupport
import Testing

/// Names, types and contents that chance wrote. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure names
/// the input.
@Suite("Forms made by chance", .timeLimit(.minutes(60)))
struct MultipartFuzzTests {
    private static let words = [
        "a", "\"", "\r\n", "\r", "\n", "\u{0}", ";", "=", ": ", "--", "--B", "\r\n--B--\r\n", "X-Evil: 1", "\\", "%22",
        "é", "/", "😀",
    ]

    private static func text(using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in words.randomElement(using: &random) }.joined()
    }

    private static func field(using random: inout SeededGenerator) -> DataField {
        DataField(
            named: text(using: &random), data: Data(text(using: &random).utf8),
            mimeType: Bool.random(using: &random) ? MimeType(rawValue: text(using: &random)) : nil,
            fileName: Bool.random(using: &random) ? text(using: &random) : nil)
    }

    @Test(
        "whatever the fields are called and hold, there are as many parts, with their bytes and no field of anyone else"
    )
    func parts() throws {
        for number in 0..<LongRun.inputs(orJust: 200) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let fields = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.field(using: &random) }
            let form = MultipartForm(fields)
            let parts = Self.parts(Array(try form.data()), boundary: form.boundary)
            #expect(parts.map(\.body) == fields.map { Array($0.data) }, "seed \(seed)")
            let names = Set(parts.flatMap(\.head).map { $0.prefix { $0 != ":" } })
            #expect(names.isSubset(of: ["Content-Disposition", "Content-Type"]), "seed \(seed): \(names)")
        }
    }

    /// Lines of each part's head, and its body: as a server takes them apart.
    ///
    /// - Source: RFC 2046, section 5.1.1.
    private static func parts(_ bytes: [UInt8], boundary: String) -> [(head: [String], body: [UInt8])] {
        let pieces = (Array("\r\n".utf8) + bytes).split(separator: Array("\r\n--\(boundary)".utf8))
        return pieces.filter { !$0.starts(with: "--".utf8) }.map { piece in
            let lines = piece.dropFirst(2)
            let end = lines.firstRange(of: Array("\r\n\r\n".utf8)) ?? lines.endIndex..<lines.endIndex
            let head = lines[..<end.lowerBound].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
            return (head.map { String(decoding: $0, as: UTF8.self) }, Array(lines[end.upperBound...]))
        }
    }
}

import BodyStore
import TestSupport
import Testing

@testable import BodyView

/// Bodies that no server should send. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure names the input.
@Suite("Bodies made by chance", .timeLimit(.minutes(60)))
struct BodyFuzzTests {
    private static let pieces: [[UInt8]] =
        [
            "{", "}", "[", "]", "\"", "\\", "\\u12", ":", ",", "null", "1e9", "\n", "\r\n", "\r", "\t", "<", "</a>",
            "<!--", "-->", "<![CDATA[", "]]>", "<?xml ", "<script>", "&amp;", "漢字", "😀", "e\u{301}", "\u{FEFF}",
            "\u{0}", "\u{1B}[31m", "\u{2028}", "{}\n{}\n", "                    ",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0x80], [0xED, 0xA0, 0x80]]

    private static func body(using random: inout SeededGenerator) -> [UInt8] {
        var writer = JSONWriter(seed: Int.random(in: 0..<1 << 40, using: &random))
        writer.writeValue(depth: 3)
        var bytes = Bool.random(using: &random) ? Array(writer.text.utf8) : []
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        }
        return bytes
    }

    @Test(
        "the lines are the same however the bytes arrive, and whichever of them are asked for",
        arguments: BodyKind.allCases)
    func lines(kind: BodyKind) {
        for number in 0..<LongRun.inputs(orJust: 500) / 10 {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let bytes = Self.body(using: &random)
            let whole = document(bytes, kind)
            let lines = whole.allLines
            #expect(lines.count == whole.lineCount, "seed \(seed)")
            #expect(Self.arrivedInPieces(bytes, kind, using: &random).allLines == lines, "seed \(seed)")
            let start = Int.random(in: 0...lines.count, using: &random)
            let some = start..<Int.random(in: start...lines.count, using: &random)
            #expect(whole.lines(some, columns: 0..<BodyDocument.maximumColumns) == Array(lines[some]), "seed \(seed)")
            let columns = Int.random(in: 0...9, using: &random)
            #expect(whole.lines(some, columns: columns..<columns + 5).count == some.count, "seed \(seed)")
        }
    }

    private static func arrivedInPieces(
        _ bytes: [UInt8], _ kind: BodyKind, using random: inout SeededGenerator
    ) -> BodyDocument {
        var document = BodyDocument(store: BodyStore(bytes), kind: kind)
        while !document.index.isComplete {
            document.index.extend(over: document.store, budget: Int.random(in: 3...20, using: &random))
        }
        return document
    }

    @Test("any field and any first bytes have a kind and a charset, and a field that is read says the same again")
    func kinds() {
        let words = ["text", "/", "json", "+", ";", "=", "charset", "utf-8", "\"", "\\", " ", "*", "é", "\u{0}", ","]
        for number in 0..<LongRun.inputs(orJust: 300) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let head = Self.body(using: &random)
            let count = Int.random(in: 0...9, using: &random)
            let field = (0..<count).compactMap { _ in words.randomElement(using: &random) }.joined()
            let kind = BodyKind.detect(contentType: field, head: head)
            #expect((kind == .empty) == head.isEmpty, "seed \(seed)")
            _ = BodyCharset.detect(contentType: field, head: head)
            guard let type = ContentType(field) else { continue }
            #expect(ContentType(type.description)?.essence == type.essence, "seed \(seed): \(field)")
        }
    }
}

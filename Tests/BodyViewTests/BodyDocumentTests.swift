import BodyStore
import Foundation
import Testing

@testable import BodyView

/// The properties that hold for every document.
@Suite struct BodyDocumentTests {
    /// Returns JSON that is long enough for several checkpoints.
    private static func longJSON(_ seed: Int) -> String {
        var writer = JSONWriter(seed: seed)
        var elements: [String] = []
        var length = 0
        while length < 120_000 {
            let start = writer.text.utf8.count
            writer.writeValue(depth: 5)
            elements.append(String(decoding: Array(writer.text.utf8)[start...], as: UTF8.self))
            length += writer.text.utf8.count - start
        }
        return "[" + elements.joined(separator: ",") + "]"
    }

    @Test("lays out any range as it lays out the whole", arguments: 0..<4)
    func ranges(seed: Int) {
        let document = document(Self.longJSON(seed), .json)
        let all = document.allLines
        #expect(document.index.checkpoints.count > 5)
        var random = Seeded(seed)
        for _ in 0..<100 {
            let start = Int.random(in: 0..<all.count, using: &random)
            let range = start..<min(start + 7, all.count)
            #expect(document.lines(range, columns: 0..<BodyDocument.maximumColumns) == Array(all[range]))
        }
    }

    @Test("lays out a window of columns as the same part of the whole line", arguments: 0..<20)
    func windows(seed: Int) {
        var writer = JSONWriter(seed: seed)
        writer.writeValue(depth: 6)
        let document = document(writer.text, .json)
        for (place, line) in document.allLines.enumerated() {
            let scalars = Array(line.text.unicodeScalars)
            for window in [0..<3, 2..<9, 7..<8, 4..<400] {
                let part = document.lines(place..<place + 1, columns: window)[0]
                #expect(Array(part.text.unicodeScalars) == Array(scalars[window.clamped(to: 0..<scalars.count)]))
                #expect(part.isCut == (scalars.count > window.upperBound))
            }
        }
    }

    @Test("is the same in the end when it grows byte by byte", arguments: BodyKind.allCases)
    func growth(kind: BodyKind) throws {
        let sources =
            BrokenJSONTests.rows.map(\.source) + JSONLayoutTests.layouts.map(\.source) + ["a\r\n\rb\n\nc", ""]
        for source in sources {
            let whole = document(source, kind)
            let store = BodyStore()
            var grown = BodyDocument(store: store, kind: kind)
            for byte in source.utf8 {
                try store.append(Data([byte]))
                grown.index.extend(over: store)
                _ = grown.allLines
            }
            store.finish()
            #expect(grown.index.extend(over: store).isComplete)
            #expect(grown.allLines == whole.allLines, "\(source)")
            #expect(grown.index.fault == whole.index.fault)
        }
    }

    @Test("is the same whatever the pieces in which it is read", arguments: [1, 7, 8, 1000, 50_000])
    func pieces(budget: Int) {
        let whole = document(Self.longJSON(9), .json)
        var pieced = BodyDocument(store: whole.store, kind: .json)
        while !pieced.index.extend(over: whole.store, budget: budget).isComplete {}
        #expect(pieced.lineCount == whole.lineCount)
        #expect(pieced.index.checkpoints.count == whole.index.checkpoints.count)
        let middle = whole.lineCount / 2
        #expect(pieced.lines(middle..<middle + 50) == whole.lines(middle..<middle + 50))
    }

    @Test("says how far it has read")
    func progress() {
        let store = BodyStore(Array("[1, 2, 3]".utf8))
        var index = BodyIndex(kind: .json)
        #expect(index.extend(over: store, budget: 4) == .init(scannedBytes: 4, knownBytes: 9, isComplete: false))
        #expect(index.extend(over: store, upTo: 6) == .init(scannedBytes: 6, knownBytes: 9, isComplete: false))
        #expect(index.extend(over: store) == .init(scannedBytes: 9, knownBytes: 9, isComplete: true))
    }

    @Test("keeps few checkpoints: at most one for each spacing of the body")
    func memory() {
        let document = document(Self.longJSON(3), .json)
        #expect(document.index.checkpoints.count <= document.store.count / Checkpoints.spacing + 1)
    }

    @Test("answers nothing outside its lines")
    func clamped() {
        let document = document("[1]", .json)
        #expect(document.lines(3..<9).isEmpty)
        #expect(document.lines(2..<9).map(\.text) == ["]"])
    }

    @Test("survives any bytes as any kind", arguments: 0..<60)
    func noise(seed: Int) {
        var random = Seeded(seed)
        let alphabet = seed % 2 == 0 ? Array(0...255) : Array("{}[]\",:\\01e-tn \n\r\u{e9}".utf8)
        let bytes = (0..<3000).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        for kind in BodyKind.allCases {
            let document = document(bytes, kind)
            let lines = document.allLines
            #expect(lines.count == document.lineCount)
            #expect(lines.indices.allSatisfy { lines[$0].number == $0 + 1 })
            #expect(lines.allSatisfy { $0.byteRange.lowerBound >= 0 && $0.byteRange.upperBound <= bytes.count })
        }
    }
}

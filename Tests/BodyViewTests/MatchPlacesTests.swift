import BodyStore
import Testing

@testable import BodyView

/// The way from the bytes of a match to lines and columns.
@Suite struct MatchPlacesTests {
    private static let kinds: [BodyKind] = [.json, .jsonLines, .text, .xml]

    private static func body(_ seed: Int, _ kind: BodyKind) -> String {
        let text = FoldingTests.text(seed)
        // Broken at the end: the rest is text.
        return kind == .json && seed % 3 == 0 ? text + " ; \"é rest\"\n and [more]" : text
    }

    /// Every scalar of the body that a line shows, by its own column.
    @Test("each byte of a body is found in the line and the column that shows it", arguments: 0..<30, kinds)
    func differential(seed: Int, kind: BodyKind) throws {
        let document = document(Self.body(seed, kind), kind)
        let bytes = document.store.copy(0..<document.store.count)
        var expected = 0
        for line in document.allLines {
            let scalars = Array(line.text.unicodeScalars)
            for byteRun in line.byteRuns {
                var offset = byteRun.byteRange.lowerBound
                var column = byteRun.column
                while offset < byteRun.byteRange.upperBound {
                    try #require(document.line(ofByte: offset) == line.number - 1)
                    try #require(document.column(ofByte: offset, inLine: line.number - 1) == column)
                    let width = UTF8.width(scalars[column])
                    try #require(Array(String(scalars[column]).utf8) == Array(bytes[offset..<offset + width]))
                    (offset, column) = (offset + width, column + 1)
                }
                expected += byteRun.byteRange.count
            }
        }
        #expect(expected > 0)
    }

    @Test("rows of hexadecimal digits show a match by its digits")
    func hex() throws {
        let document = document(Array(0..<100), .hex)
        let line = try #require(document.lines(1..<2).first)
        let columns = try #require(document.columns(ofBytes: 14..<26, in: line))
        #expect(line.text[columns] == "10 11 12 13 14 15 16 17  18 19")
        #expect(document.line(ofByte: 40) == 2)
        #expect(document.column(ofByte: 17, inLine: 1) == 13)
    }

    @Test(
        "what is far to the right of a long line is shown with a ruler as without",
        arguments: [.json, .jsonLines, .text] as [BodyKind])
    func rulers(kind: BodyKind) throws {
        let piece = #"Grüße, \\\"x\" 😀 and so on; "#
        let long = String(repeating: piece, count: 40_000)
        let text = kind == .text ? "first\n\(long)\nlast" : #"{"a":1,"b":"\#(long)","c":2}"#
        var document = document(text, kind)
        let number = kind == .text ? 1 : 2
        let ruler = try #require(document.ruler(ofLine: number))
        #expect(document.ruler(ofLine: 0) == nil)
        let windows = [0..<80, 65_000..<66_000, 500_000..<500_100, ruler.columnCount - 50..<ruler.columnCount + 50]
        let plain = windows.map { document.lines(0..<document.lineCount, columns: $0) }
        document.rulers.insert(ruler)
        for (window, expected) in zip(windows, plain) {
            let lines = document.lines(0..<document.lineCount, columns: window)
            #expect(lines.map(\.text) == expected.map(\.text))
            #expect(lines.map(\.isCut) == expected.map(\.isCut))
            #expect(lines.map { $0.runs.map(\.token) } == expected.map { $0.runs.map(\.token) })
            for byteRun in lines[number].byteRuns {
                #expect(document.column(ofByte: byteRun.byteRange.lowerBound, inLine: number) == byteRun.column)
            }
        }
    }

    @Test("a step goes on at the other end, says so, and knows the line of what the index has not reached")
    func steps() throws {
        let store = BodyStore(Array(#"{"a":"x","b":"y","c":"x"}"#.utf8))
        let empty = BodyDocument(store: store, kind: .json)
        let search = MatchSearch(store, try BodyMatcher(BodyPattern("x")))
        let first = try #require(MatchStep(empty, search, from: 7, .forward).run())
        #expect((first.line, first.column, first.hasWrapped) == (3, 8, false))
        let next = try #require(MatchStep(empty, search, from: first.byteRange.lowerBound + 1, .forward).run())
        #expect((next.line, next.byteRange, next.hasWrapped) == (1, 6..<7, true))
        let back = try #require(MatchStep(empty, search, from: 6, .backward).run())
        #expect((back.line, back.hasWrapped) == (3, true))
        #expect(MatchStep(empty, search, from: 6, .backward).run(isCancelled: { true }) == nil)
    }
}

extension String {
    fileprivate subscript(columns: Range<Int>) -> String { String(dropFirst(columns.lowerBound).prefix(columns.count)) }
}

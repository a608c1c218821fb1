import BodyStore
import Foundation
import Testing

@testable import BodyView

/// The way from the bytes of a match to lines and columns, in markup and in tables.
@Suite struct MarkupMatchTests {
    private static let bodies: [(String, BodyKind)] =
        MarkupLayoutTests.xml.map { ($0.source, .xml) } + MarkupLayoutTests.html.map { ($0.source, .html) } + [
            ("a;b é\r\n\"1;\n2\";😀\n\n3", .table), ("n,grün\n1,2\n3,\"x \"\"y\"\"\"", .table),
        ]

    @Test("each byte that is no blank is shown, and found in its line and its column", arguments: bodies)
    func bytes(text: String, kind: BodyKind) throws {
        let document = document(text, kind)
        let bytes = document.store.copy(0..<document.store.count)
        var shown: Set<Int> = []
        for line in document.allLines {
            let scalars = Array(line.text.unicodeScalars)
            for byteRun in line.byteRuns {
                var (offset, column) = (byteRun.byteRange.lowerBound, byteRun.column)
                while offset < byteRun.byteRange.upperBound {
                    let width = UTF8.width(scalars[column])
                    try #require(Array(String(scalars[column]).utf8) == Array(bytes[offset..<offset + width]))
                    try #require(document.line(ofByte: offset) == line.number - 1)
                    try #require(document.column(ofByte: offset, inLine: line.number - 1) == column)
                    (offset, column) = (offset + width, column + 1)
                }
                shown.formUnion(byteRun.byteRange)
            }
            #expect(line.endColumn == scalars.count)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let wanted = bytes.indices.filter { $0 >= start && !ByteSearch.isWhitespace(bytes[$0]) }
        #expect(!wanted.isEmpty && wanted.allSatisfy(shown.contains))
    }

    private static let longLines: [(String, BodyKind)] = {
        let piece = "Grüße <b>an</b> &amp; <a href=\"/x\">alle 😀</a>, "
        let long = String(repeating: piece, count: 6_000)
        let plain = String(repeating: "Grüße, 😀 ", count: 21_000)
        return [
            ("<p>\(long)needle</p>", .html), ("<a>\n<b>\(plain)needle</b></a>", .xml),
            ("<a b='\(plain)needle'/>", .xml), ("a,b\n\(plain),needle\n1,2", .table),
        ]
    }()

    @Test("what is far to the right of a long line has a line, columns and a ruler", arguments: longLines)
    func farRight(text: String, kind: BodyKind) throws {
        var document = document(text, kind)
        let offset = Self.place(text)
        let search = MatchSearch(document.store, try BodyMatcher(BodyPattern("needle")))
        let match = try #require(MatchStep(document, search, from: 0, .forward).run())
        #expect(match.byteRange == offset..<offset + 6)
        let count = document.columnCount(ofLine: match.line)
        #expect(match.column > 100_000 && match.column + 6 <= count)
        let ruler = try #require(match.ruler)
        #expect(ruler.columnCount == count)
        document.rulers.insert(ruler)
        let window = match.column - 5..<match.column + 40
        let line = try #require(document.lines(match.line..<match.line + 1, columns: window).first)
        let columns = try #require(document.columns(ofBytes: match.byteRange, in: line))
        #expect(columns == match.column..<match.column + 6)
        #expect(Array(line.text.unicodeScalars)[5..<11].elementsEqual("needle".unicodeScalars))
    }

    private static func place(_ text: String) -> Int {
        text.utf8.count - text[(text.range(of: "needle")?.lowerBound ?? text.endIndex)...].utf8.count
    }

    @Test("a tag of many lines is shown to its end, however much of it is indentation")
    func indentedTags() throws {
        let spaces = "\n" + String(repeating: " ", count: 300)
        let attributes = (0..<20).map { "\(spaces)a\($0)=\"\($0)\"" }.joined()
        let xml = document("<a\(attributes)><b/></a>", .xml)
        let shown = "<a" + (0..<20).map { " a\($0)=\"\($0)\"" }.joined() + ">"
        let line = try #require(xml.lines(0..<1, columns: 0..<200).first)
        #expect(line.text == shown && !line.isCut)
        let part = try #require(xml.lines(0..<1, columns: 40..<60).first)
        #expect(part.text == String(shown.dropFirst(40).prefix(20)) && part.isCut)
    }
}

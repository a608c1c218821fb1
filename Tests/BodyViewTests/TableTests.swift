import BodyStore
import Testing

@testable import BodyView

@Suite("Tables of separated values")
struct TableTests {
    private static let tables: [(id: String, text: String, rows: [[String]])] = [
        ("commas", "a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("semicolons", "a;b\r\n1,5;2", [["a", "b"], ["1,5", "2"]]),
        ("tabs", "a\tb, c\n1\t2", [["a", "b, c"], ["1", "2"]]),
        ("bars", "a|b\r1|2\r", [["a", "b"], ["1", "2"]]),
        ("one column", "a\nb", [["a"], ["b"]]),
        ("quotes", "a,b\n\"x, \"\"y\"\"\",\"\"\n", [["a", "b"], ["x, \"y\"", ""]]),
        ("a line break in a cell", "a,b\n\"1\n2\",3\n4,5", [["a", "b"], ["1\n2", "3"], ["4", "5"]]),
        ("a quote within a cell is one", "a,b\n5\" disk,x\"\n", [["a", "b"], ["5\" disk", "x\""]]),
        ("too few and too many", "a,b\n1\n1,2,3", [["a", "b"], ["1"], ["1", "2", "3"]]),
        ("empty cells", ",\n,", [["", ""], ["", ""]]),
        ("a separator in a quoted name", "\"a;b\",c\n1,2", [["a;b", "c"], ["1", "2"]]),
        ("a quote left open", "a,b\n\"1,2\n3,4", [["a", "b"], ["1,2\n3,4"]]),
        ("a byte order mark", "\u{FEFF}a,b\n1,2", [["a", "b"], ["1", "2"]]),
        ("nothing", "", []),
    ]

    @Test("cells are told apart", arguments: tables)
    func cells(id: String, text: String, rows: [[String]]) {
        let table = document(text, .table)
        #expect(table.tableRows(0..<100, cells: 0..<100).map(\.cells) == rows)
        #expect(table.tableRows(0..<100, cells: 0..<0).map(\.cellCount) == rows.map(\.count))
    }

    @Test("read in two pieces, split anywhere, it has the same rows", arguments: tables)
    func split(id: String, text: String, rows: [[String]]) {
        let bytes = Array(text.utf8)
        for place in 0...bytes.count {
            let store = BodyStore()
            var parts = BodyDocument(store: store, kind: .table)
            bytes[..<place].withUnsafeBytes { try? store.append($0) }
            parts.index.extend(over: store)
            bytes[place...].withUnsafeBytes { try? store.append($0) }
            store.finish()
            parts.index.extend(over: store)
            #expect(parts.tableRows(0..<100, cells: 0..<100).map(\.cells) == rows, "split at \(place)")
            #expect(parts.allLines == document(text, .table).allLines)
        }
    }

    @Test("rows are the same wherever reading starts, and only the cells asked for are made")
    func anywhere() {
        let text = "n,text,\"odd, one\"\n" + (1...9000).map { "\($0),\"line\n\($0)\",x\n" }.joined()
        let table = document(text, .table)
        #expect(table.lineCount == 9001)
        let row = table.tableRows(7000..<7001, cells: 1..<2)
        #expect(row.map(\.cells) == [["line\n7000"]] && row.map(\.number) == [7001] && row.map(\.cellCount) == [3])
        #expect(table.lines(7000..<7001).map(\.text) == ["7000,\"line\n7000\",x"])
    }

    @Test("a row of megabytes is a row; its cells are not counted")
    func longRow() {
        let table = document("a,b\n" + String(repeating: "1,", count: 1 << 20) + "\n2,3", .table)
        let rows = table.tableRows(0..<3, cells: 0..<2)
        #expect(rows.map(\.cells) == [["a", "b"], ["1", "1"], ["2", "3"]])
        #expect(rows.map(\.cellCount) == [2, nil, 2])
    }

    @Test("mutated tables never crash, and lines and rows are as many")
    func mutations() {
        var random = Seeded(11)
        for round in 0..<400 {
            var bytes = Array(Self.tables[round % Self.tables.count].text.utf8)
            for _ in 0..<3 {
                bytes.insert(
                    Array(",;\t|\"\n\r\u{80}a".utf8).randomElement(using: &random) ?? 0,
                    at: Int.random(in: 0...bytes.count, using: &random))
            }
            let table = document(bytes, .table)
            #expect(table.allLines.count == table.lineCount)
            #expect(table.tableRows(0..<1000, cells: 0..<1000).count == table.lineCount)
        }
    }

    @Test("csv and tab-separated-values are tables by their media type")
    func kinds() {
        #expect(BodyKind.detect(contentType: "text/csv; header=present", head: Array("a,b".utf8)) == .table)
        #expect(BodyKind.detect(contentType: "text/tab-separated-values", head: Array("a".utf8)) == .table)
        #expect(BodyKind.detect(contentType: "text/plain", head: Array("a,b".utf8)) == .text)
    }
}

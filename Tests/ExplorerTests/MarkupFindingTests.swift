import BodyView
import Testing
import TextGrid

@testable import Explorer

@Suite("Finding in markup, and going to the end of its long lines")
struct MarkupFindingTests {
    private static let long = String(repeating: "<b>lorem</b> ipsum, ", count: 300)

    @Test("a match is marked and scrolled to, far to the right of a long line too")
    func far() {
        var scene = BodyScene("<p>\(Self.long)needle</p>", kind: .html)
        scene.type("/needle")
        let grid = view(scene.state)
        let marked = (0..<grid.size.rows).flatMap { row in
            (0..<grid.size.columns).filter { grid[column: $0, row: row].style == .matchAtHand }
                .map { grid[column: $0, row: row].grapheme }
        }
        #expect(marked.joined() == "needle")
        #expect(scene.state.session.map { $0.look.columnOffset > 0 } == true)
    }

    @Test("cells of a table in which something is found are marked, the one at hand as such")
    func table() {
        var scene = BodyScene("name,price\nink,7\npen,\"7,50\"\n", kind: .table)
        scene.type("/7")
        let grid = view(scene.state)
        func marked(_ style: Style) -> String {
            (0..<grid.size.rows).flatMap { row in
                (0..<grid.size.columns).filter { grid[column: $0, row: row].style == style }
                    .map { grid[column: $0, row: row].grapheme }
            }.joined().filter { $0 != " " }
        }
        #expect(marked(.matchAtHand) == "7" && marked(.match) == "7,50")
    }

    @Test("G goes to the end of a last line that is broken into rows")
    func end() throws {
        var scene = BodyScene("<p>\(Self.long)needle</p>", kind: .html)
        scene.type("WG")
        let wrapped = try #require(scene.state.wrappedBody)
        #expect(wrapped.last.column > 5_000)
        #expect(scene.state.current.cursorRow(in: wrapped) == wrapped.last)
        #expect(scene.lines.last?.hasSuffix("</p>") == true)
    }
}

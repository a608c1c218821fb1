import Testing
import TextGrid

@Suite("Writing on a grid")
struct GridWritingTests {
    private func grid(_ columns: Int, _ rows: Int = 1, filledWith text: String = "") -> Grid {
        var grid = Grid(size: Size(columns: columns, rows: rows))
        grid.write(text, at: Point(column: 0, row: 0))
        return grid
    }

    @Test("writes text where it is told and says where it ended")
    func writes() {
        var grid = grid(10, 2)
        #expect(grid.write("hello", at: Point(column: 2, row: 1)) == 7)
        #expect(grid.text() == "\n  hello")
        #expect(grid.text(trimmed: false) == "          \n  hello   ")
    }

    @Test("clips at both sides and still counts the whole text")
    func clips() {
        var grid = grid(10)
        let end = grid.write("abcdefgh", at: Point(column: 1, row: 0), in: Rect(column: 3, row: 0, columns: 3, rows: 1))
        #expect(end == 9)
        #expect(grid.text() == "   cde")
    }

    @Test(
        "never shows half a wide character",
        arguments: [(0, 4, "漢字"), (0, 3, "漢"), (1, 4, " 漢"), (-1, 4, " 字"), (-3, 4, "")])
    func wideHalves(column: Int, columns: Int, shown: String) {
        var grid = grid(8, filledWith: "")
        grid.write("漢字", at: Point(column: column, row: 0), in: Rect(column: 0, row: 0, columns: columns, rows: 1))
        #expect(grid.text() == shown)
    }

    @Test("blanks the half that remains of a wide character written over")
    func overwritten() {
        var left = grid(8, filledWith: "漢字漢")
        left.write("x", at: Point(column: 1, row: 0))
        #expect(left.text() == " x字漢")
        var right = grid(8, filledWith: "漢字漢")
        right.write("x", at: Point(column: 2, row: 0))
        #expect(right.text() == "漢x 漢")
        var filled = grid(8, filledWith: "漢字漢")
        filled.fill(Rect(column: 1, row: 0, columns: 2, rows: 1), with: ".")
        #expect(filled.text() == " .. 漢")
    }

    @Test("writes runs after each other, each in its style")
    func runs() {
        var grid = grid(10)
        let style = Style("key")
        let end = grid.write(
            [StyledText("id", style), StyledText(": 7")], at: Point(column: 1, row: 0), in: grid.bounds)
        #expect(end == 6)
        #expect(grid.text() == " id: 7")
        #expect(grid[column: 2, row: 0].style == style)
        #expect(grid[column: 3, row: 0].style == .plain)
    }

    @Test("restyles cells and keeps their text; what lies outside the grid is ignored")
    func restyles() {
        var grid = grid(4, filledWith: "abcd")
        grid.restyle(Rect(column: 2, row: -1, columns: 9, rows: 9), Style("dim"))
        #expect(grid.text() == "abcd")
        #expect(grid.row(0).map(\.style.name) == ["plain", "plain", "dim", "dim"])
        grid.fill(Rect(column: -5, row: -5, columns: 2, rows: 2), with: "x")
        grid.write("zz", at: Point(column: 0, row: 5))
        grid.write("zz", at: Point(column: 99, row: 0))
        #expect(grid.text() == "abcd")
    }

    @Test("a character spelled out is shown whole or as blanks")
    func spelledOut() {
        var grid = grid(20)
        grid.write("a\u{202E}b", at: Point(column: 0, row: 0))
        #expect(grid.text() == "a<U+202E>b")
        var narrow = self.grid(6)
        narrow.write("a\u{202E}b", at: Point(column: 0, row: 0))
        #expect(narrow.text() == "a")
    }
}

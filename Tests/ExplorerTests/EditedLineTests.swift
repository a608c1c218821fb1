import ExplorerKit
import Testing
import TextGrid

@testable import Explorer

@Suite("A line that is typed in")
struct EditedLineTests {
    private static let letters = Array(String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 5))
    private static let wide = Array("a漢字b漢字漢字cd漢e漢字漢字漢字fg漢字漢字漢字漢字漢字漢字hi漢字漢字漢字漢字漢字漢字j")
    private static let spelled = Array("ab\u{202E}c\u{200B}漢d\u{202E}\u{2066}efgh\u{200B}ijk漢字lmno\u{202E}")

    private func line(_ text: [Character], _ cursor: Int, _ columns: Int) -> EditedLine {
        EditedLine(text, cursorColumn: cursor, columns: columns)
    }

    @Test("a text that fits is seen from its start, wherever the cursor is")
    func fits() {
        for cursor in 0...19 {
            let line = line(Array(Self.letters.prefix(19)), cursor, 20)
            #expect(line.start == 0 && line.cursor == cursor)
        }
        #expect(EditedLine(Self.letters, cursorColumn: nil, columns: 20).start == 0)
    }

    @Test(
        "the cursor is inside, where its letter is",
        arguments: [letters, wide, spelled], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 40])
    func inside(text: [Character], columns: Int) throws {
        for cursor in 0...text.count {
            let line = line(text, cursor, columns)
            let column = try #require(line.cursor)
            #expect((0..<columns).contains(column), "\(cursor)")
            let before = text[line.start..<cursor].reduce(0) { $0 + DisplayWidth.columns(of: $1) }
            #expect(column == before)
        }
    }

    @Test("there is text to see on both sides of the cursor", arguments: [8, 20, 21, 40])
    func bothSides(columns: Int) throws {
        let text = Self.letters
        for cursor in columns..<(text.count - columns) {
            let column = try #require(line(text, cursor, columns).cursor)
            #expect(column >= columns / 4 && column < columns - columns / 4 + 1, "\(cursor)")
        }
    }

    @Test("most keys move the cursor alone, whichever way it goes", arguments: [8, 20, 21, 40])
    func steps(columns: Int) {
        let text = Self.letters
        let starts = (0...text.count).map { line(text, $0, columns).start }
        let jumps = zip(starts, starts.dropFirst()).filter { $0 != $1 }
        #expect(!jumps.isEmpty && jumps.count <= text.count / (columns / 2))
        #expect(jumps.allSatisfy { $1 > $0 && ($1 - $0).isMultiple(of: columns / 2) })
    }

    @Test("at the end of the text no more than half of the place is empty, and typing there scrolls now and then")
    func end() throws {
        var starts: [Int] = []
        for count in 20...Self.letters.count {
            let text = Array(Self.letters.prefix(count))
            let line = line(text, count, 20)
            let column = try #require(line.cursor)
            #expect(column >= 10)
            starts.append(line.start)
        }
        #expect(Set(starts).count <= 1 + Self.letters.count / 10)
    }

    @Test("a wide letter at the left edge is whole")
    func wholeLetters() {
        for cursor in 0...Self.wide.count {
            let shown = line(Self.wide, cursor, 11)
            var grid = Grid(size: Size(columns: 11, rows: 1))
            grid.writeEditing(Self.wide, cursorColumn: cursor, in: grid.bounds, glyphs: .unicode)
            #expect(grid[column: 0, row: 0].grapheme == String(Self.wide[shown.start...].prefix(1)).orSpaceIfEmpty)
        }
    }

    @Test("a click finds the letter that is seen there")
    func clicks() {
        let shown = line(Self.letters, 40, 20)
        #expect(shown.grapheme(atColumn: 0) == shown.start && shown.grapheme(atColumn: 7) == shown.start + 7)
    }
}

extension String {
    fileprivate var orSpaceIfEmpty: String { isEmpty ? " " : self }
}

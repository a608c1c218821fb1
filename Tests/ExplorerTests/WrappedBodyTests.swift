import BodyStore
import BodyView
import Testing
import TextGrid

@testable import Explorer

@Suite("Long lines of a body, broken where the pane ends")
struct WrappedBodyTests {
    private static let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"

    private func text(_ count: Int) -> String { String((0..<count).map { Array(Self.alphabet)[$0 % 36] }) }

    @Test("W breaks long lines, numbers only their first rows, and lets them go on to the right again")
    func switching() {
        var scene = BodyScene("first\n\(text(150))\nlast", kind: .text)
        let room = BodyDrawing.textColumns(of: scene.document, in: scene.state.layout.response)
        #expect(scene.lines.count == 3)
        scene.type("W")
        #expect(scene.state.status?.text == "Long lines are wrapped.")
        let broken = text(150)
        #expect(scene.lines[1] == "2 " + broken.prefix(room))
        #expect(scene.lines[2] == String(broken.dropFirst(room).prefix(room)))
        #expect(scene.lines.last == "3 last")
        scene.type(">")
        #expect(scene.footer.contains("W turns that off"))
        scene.type("W")
        #expect(scene.lines.count == 3)
    }

    @Test("the cursor goes row by row, up as down, and pages and ends are where they should be")
    func moving() throws {
        var scene = BodyScene((0..<30).map { "\($0) " + text($0 * 17 % 300) }.joined(separator: "\n"), kind: .text)
        scene.type("W")
        let wrapped = try #require(scene.state.wrappedBody)
        let all = wrapped.rows(from: WrappedRow(row: 0), count: 10_000)
        #expect(all.count > 60)
        for row in all.dropFirst() {
            scene.press(.down)
            #expect(scene.state.current.cursorRow(in: wrapped) == row)
        }
        for row in all.dropLast().reversed() {
            scene.press(.up)
            #expect(scene.state.current.cursorRow(in: wrapped) == row)
        }
        scene.type("G")
        #expect(scene.state.current.cursorRow(in: wrapped) == all.last)
        let rows = scene.state.responseRows
        #expect(scene.state.current.firstRow(in: wrapped) == all[all.count - rows])
        scene.press(.pageUp)
        #expect(scene.state.current.cursorRow(in: wrapped) == all[all.count - 1 - rows])
        scene.type("g")
        #expect(scene.state.current.firstRow(in: wrapped) == all[0])
        scene.press(.pageDown)
        #expect(
            scene.state.current.cursorRow(in: wrapped) == all[rows]
                && scene.state.current.firstRow(in: wrapped) == all[rows])
    }

    @Test("no text is lost or doubled between the rows, wide characters included")
    func whole() throws {
        let long = (0..<900).map { ["日本", "e\u{301}", "x", "😀", " "][$0 % 5] }.joined()
        for (kind, body) in [(BodyKind.text, long), (.json, #"{"key":["\#(long)",1]}"#)] {
            var scene = BodyScene(body, kind: kind)
            scene.type("W")
            let wrapped = try #require(scene.state.wrappedBody)
            let lines = wrapped.lines(from: WrappedRow(row: 0), count: 10_000)
            #expect(lines.allSatisfy { DisplayWidth.columns(of: $0.line.text) <= wrapped.room })
            let text = lines.map(\.line.text).joined()
            #expect(text == scene.document.lines(0..<100, columns: 0..<100_000).map(\.text).joined())
            let back = wrapped.rows(before: WrappedRow(row: 1_000_000), count: 0)
            #expect(back.isEmpty)
            #expect(wrapped.rows(before: wrapped.last, count: 10_000) + [wrapped.last] == lines.map(\.row))
        }
    }

    @Test("a match in a broken line is brought into view, and marked in its row")
    func finding() {
        var scene = BodyScene(#"{"a":"\#(text(6_000))needle\#(text(6_000))"}"#)
        scene.type("W/needle")
        scene.press(.enter)
        #expect(scene.state.screen.contains("needle") && scene.state.screen.contains("1 of 1"))
        let grid = view(scene.state)
        let marked = grid.cells.filter { $0.style == .matchAtHand }.map(\.grapheme).joined()
        #expect(marked == "needle")
    }

    @Test("a fold is one row, and a resize keeps the cursor in its line")
    func folds() {
        var scene = BodyScene(#"{"a":["\#(text(300))","\#(text(300))"],"b":1}"#)
        scene.type("Wj ")
        #expect(scene.lines == ["1 {", #"2   "a": […] 2 items"#, #"6   "b": 1"#, "7 }"])
        scene.type(" jjj")
        let line = scene.line
        _ = update(&scene.state, .input(.resize(Size(columns: 120, rows: 30))))
        #expect(scene.line == line && line == 3)
    }

    @Test("the end of a very long line is gone to, and left again row by row")
    func veryLong() {
        var scene = BodyScene("\(text(600_000))END", kind: .text)
        scene.type("WG")
        #expect(scene.lines.last?.hasSuffix("END") == true)
        #expect(scene.state.session?.response?.reading.rulers[0] != nil)
        scene.press(.up, .up, .pageUp, .pageUp)
        #expect(scene.lines.first?.hasPrefix("1 ") == false)
        scene.type("g")
        #expect(scene.lines.first?.hasPrefix("1 abcdef") == true)
    }
}

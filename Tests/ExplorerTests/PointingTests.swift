import BodyView
import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The mouse")
struct PointingTests {
    /// Returns the place of a text on the screen; one outside of it if it is not there.
    private func place(of text: String, _ state: ExplorerState, in rect: Rect? = nil) -> Point {
        let grid = view(state)
        let rect = rect ?? grid.bounds
        for row in rect.row..<rect.endRow {
            let cells = grid.row(row).map(\.grapheme)
            let wanted = text.map(String.init)
            for column in rect.column..<max(rect.column, rect.endColumn - wanted.count + 1)
            where Array(cells[column..<column + wanted.count]) == wanted {
                return Point(column: column, row: row)
            }
        }
        return Point(column: -1, row: -1)
    }

    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 200, rows: 50), Size(columns: 40, rows: 12)]

    @Test("whatever is clicked, dragged and scrolled anywhere, the screen is drawn", arguments: sizes)
    func everywhere(size: Size) {
        let ways: [[KeyStroke]] = [
            [], [.enter], [.enter, "i"], ["3"], ["4"], ["?"], [":"], ["e"], ["v"], [.control("w")], ["z"], ["/"],
        ]
        // Elsewhere in each way, so that all of them together come everywhere.
        for (way, keys) in ways.enumerated() {
            var state = Explorers.state(columns: size.columns, rows: size.rows)
            for key in keys { state.press(key) }
            for row in stride(from: way % (size.rows / 4), to: size.rows, by: size.rows / 4) {
                for column in stride(from: (way + row) % 7, to: size.columns, by: size.columns / 5) {
                    var other = state
                    let at = Point(column: column, row: row)
                    for kind in [MouseEvent.Kind.press, .drag, .release, .wheelDown, .wheelUp] {
                        _ = update(&other, .input(.mouse(MouseEvent(kind, at: at))))
                    }
                    #expect(view(other).size == size)
                }
            }
        }
    }

    @Test("a click in the tree shows a request, a second one edits it; a folder's sign closes it")
    func tree() {
        var state = Explorers.state()
        state.click(place(of: "POST Create", state))
        #expect(state.shown == "users/create.yml" && state.focus == .tree)
        state.click(place(of: "POST Create", state))
        #expect(state.focus == .request)
        state.click(place(of: "▾ Users", state))
        #expect(!state.tree.expanded.contains("users"))
        state.click(place(of: "▸ Users", state))
        #expect(state.tree.expanded.contains("users"))
    }

    @Test("what is clicked after a movement in the tree is a step that one goes back to")
    func clickedStep() {
        var state = Explorers.state()
        state.press("j", "k")
        state.click(place(of: "POST Create", state))
        state.click(place(of: "Secret", state, in: state.layout.tree))
        #expect(state.shown == "secret.yml")
        #expect(state.finding.navigation.places.suffix(2).map(\.path) == ["users/create.yml", "secret.yml"])
        state.press(KeyStroke(.backspace))
        #expect(state.shown == "users/create.yml")
    }

    @Test("a click goes to a pane, a tab, a field; a second one edits the field, the next puts the caret")
    func form() {
        var state = Explorers.state()
        state.click(place(of: "Headers", state))
        #expect(state.focus == .request && state.session?.tab == .headers)
        state.click(place(of: "X-Trace", state))
        #expect(state.fieldAtCursor == .cell(.headers, row: 0, .name) && state.edit == nil)
        state.click(place(of: "X-Trace", state))
        #expect(state.edit?.field == .cell(.headers, row: 0, .name))
        var point = place(of: "X-Trace", state)
        point.column += 2
        state.click(point)
        state.type("Y")
        #expect(state.edit?.editor.text == "X-YTrace")
        state.click(place(of: " 3 Response", state))
        #expect(state.edit == nil && state.focus == .response)
    }

    @Test("a click on the sign of a row switches it")
    func toggling() {
        var state = Explorers.state()
        state.press(.enter, "]")
        state.click(place(of: "[ ]", state))
        #expect(state.session?.draft.content.definition.headers[1].isEnabled == true)
    }

    @Test("the caret goes where it is clicked in a line of a body")
    func caret() {
        var state = Explorers.state()
        state.press("1", "j", .enter, "]", "]")
        for _ in 0..<3 { state.click(place(of: "\"name\"", state)) }
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 1, column: 2))
    }

    @Test("dragging over the text that is edited selects it, backwards too; typing puts something in its place")
    func draggedText() {
        var state = Explorers.state()
        state.press("1", "j", .enter, "]", "]")
        for _ in 0..<3 { state.click(place(of: "\"name\"", state)) }
        let start = place(of: "\"name\"", state)
        let end = Point(column: start.column + 6, row: start.row)
        state.mouse(.press, end)
        state.mouse(.drag, start)
        #expect(state.edit?.editor.selectedText == "\"name\"")
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 1, column: 2))
        state.mouse(.drag, Point(column: start.column, row: state.layout.request.row))
        #expect(state.edit?.editor.selection?.lowerBound.line == 0)
        state.mouse(.drag, start)
        state.mouse(.release, start)
        state.mouse(.drag, Point(column: start.column + 3, row: start.row))
        #expect(state.edit?.editor.selectedText == "\"name\"")
        state.type("x")
        #expect(state.edit?.editor.buffer.lines[1].starts(with: "  x:") == true)
    }

    @Test("a click that puts the caret elsewhere closes the list of what may stand where it was")
    func caretClosesList() {
        var state = Explorers.state(columns: 120, rows: 30)
        state.press(.enter, "i")
        state.type("/{{")
        #expect(state.openCompletion != nil)
        state.click(place(of: "users/:id", state, in: state.layout.request))
        #expect(state.edit?.field == .url && state.openCompletion == nil)
        #expect(state.edit?.editor.buffer.cursor.column == "{{baseUrl}}/".count)
        state.press(.tab)
        #expect(state.session?.draft.content.definition.url == "{{baseUrl}}/users/:id?verbose=1/{{")
    }

    @Test("a row of the list of completions is taken by a click, and what is beneath it stays as it was")
    func completionRow() {
        var state = Explorers.state(columns: 100, rows: 30)
        state.press(.enter, "]", "a")
        state.type("conte")
        let before = state.session?.draft.content.definition.headers.prefix(2)
        state.click(place(of: "media type of the body", state))
        #expect(state.edit?.field == .cell(.headers, row: 2, .name) && state.openCompletion == nil)
        #expect(state.session?.draft.content.definition.headers.last?.name == "Content-Type")
        #expect(state.session?.draft.content.definition.headers.prefix(2) == before)
    }

    @Test("what the footer proposes is done by a click on it")
    func footer() {
        var state = Explorers.state()
        state.click(place(of: "e environment", state))
        #expect(state.context == .chooser)
    }

    @Test("beside the place in a body, what the footer proposes is done where it is written, and nothing else")
    func footerBesidePlace() {
        var scene = BodyScene(#"[{"active":true,"name":"a long name"}]"#)
        scene.press("3", "j", "j")
        let footer = scene.state.layout.footer
        let path = place(of: ".[0].active", scene.state, in: footer)
        #expect(path.column > 0, "\(scene.state.screen)")
        let help = place(of: "? help", scene.state, in: footer)
        var other = scene.state
        other.click(help)
        #expect(other.context == .help)
        for column in path.column..<footer.endColumn {
            #expect(Footer.action(at: column, scene.state) == nil, "\(column)")
        }
    }

    @Test("in plain mode the first click on the footer counts, whatever has just been told")
    func footerInPlainMode() {
        var state = Explorers.state()
        state.display.asksForPlain = true
        _ = update(&state, .input(.resize(Size(columns: 80, rows: 24))))
        state.press("3", "U")
        #expect(state.status != nil)
        state.click(place(of: "? help", state, in: state.layout.footer))
        #expect(state.context == .help)
    }

    @Test("a row of a menu is chosen by a click, however far it is from the cursor")
    func menu() {
        var state = Explorers.state()
        state.press("e")
        state.click(place(of: "No environment", state))
        #expect(state.overlays.isEmpty && state.environmentName == nil)
        state.press(":")
        state.click(place(of: "Choose the environment.", state))
        #expect(state.context == .chooser && state.screen.contains("No environment"))
    }

    @Test("a request that was found is chosen by a click, and shown by a second one")
    func finder() {
        var state = Explorers.state()
        let shown = state.shown
        state.press("'")
        let row = place(of: "POST    Create user", state)
        state.click(row)
        #expect(state.context == .finder && state.shown == shown)
        state.click(row)
        #expect(state.overlays.isEmpty && state.shown == "users/create.yml")
    }

    @Test("in the list of what runs, a click on the row with the cursor goes there")
    func activities() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        state.press("s", "j", "s", "j", "!")
        let rows = try #require(OverlayPlaces(state)?.cursorRows)
        let second = Point(column: 60, row: rows.lowerBound + 1)
        state.click(second)
        #expect(state.context == .activities)
        state.click(second)
        #expect(state.overlays.isEmpty && state.shown == "users/create.yml")
    }

    @Test("in the help the row that is clicked gets the cursor, whichever of its lines that is; a second click does it")
    func help() throws {
        var state = Explorers.state()
        state.press("?")
        guard let help = state.overlays.last as? HelpState else {
            Issue.record("no help is shown")
            return
        }
        let places = help.lines(state).places
        let top = try #require(OverlayPlaces(state)?.cursorRows).lowerBound - places[0].lowerBound
        let long = try #require(places.indices.first { $0 > 0 && places[$0].count > 1 })
        let last = Point(column: 40, row: top + places[long].upperBound - 1)
        try #require(last.row < state.size.rows - 3)
        func selected() -> Int? { if let help = state.overlays.last as? HelpState { help.selected } else { nil } }
        state.click(last)
        #expect(selected() == long)
        var other = state
        other.press(.enter)
        state.click(last)
        #expect(state.context == other.context && state.status == other.status && state.focus == other.focus)
        state = Explorers.state()
        state.press("?")
        state.click(Point(column: 40, row: top + places[0].lowerBound - 1))
        #expect(selected() == 0, "a title is no row")
    }

    @Test("a click beside the rows of a menu chooses none")
    func besideRows() {
        var state = Explorers.state()
        state.press("e")
        state.type("local")
        let typed = place(of: "> local", state)
        state.click(typed)
        #expect(state.context == .chooser)
        state.click(Point(column: typed.column, row: typed.row + 2))
        #expect(state.context == .chooser)
    }

    @Test("behind an overlay nothing is clicked")
    func behind() {
        var state = Explorers.state()
        state.press("e")
        let shown = state.shown
        state.click(Point(column: 5, row: 4))
        #expect(state.shown == shown && state.context == .chooser)
    }

    @Test("the wheel scrolls the overlay when there is one")
    func wheelInOverlay() throws {
        var state = Explorers.state()
        state.press("?")
        let before = try #require(OverlayPlaces(state)).drawn
        state.wheel(at: Point(column: 40, row: 12), down: true)
        #expect(OverlayPlaces(state)?.drawn != before)
        state.wheel(at: Point(column: 40, row: 12), down: false)
        #expect(OverlayPlaces(state)?.drawn == before)
    }

    @Test("the wheel over a tree that has only its title scrolls no row away")
    func wheelOverTitle() {
        var state = Explorers.state(columns: 60, rows: 16)
        state.press("2")
        #expect(state.layout.tree.rows == 1)
        for _ in 0..<20 { state.wheel(at: Point(column: 27, row: 0), down: true) }
        #expect(state.display.treeScroll < state.treeRowCount)
    }

    @Test("the wheel scrolls what is under it and moves neither focus nor what is shown")
    func wheel() {
        let items = (0..<60).map { number in
            var definition = RequestDefinition()
            definition.name = "Request \(number)"
            return Explorers.item(ItemPath("r\(number + 10).yml"), definition)
        }
        var state = Explorers.state(Collection(name: "Many", items: items))
        let shown = state.shown
        state.press("2")
        for _ in 0..<4 { state.wheel(at: Point(column: 3, row: 5), down: true) }
        #expect(state.display.treeScroll == 12 && state.shown == shown && state.focus == .request)
        #expect(state.screen.contains("GET  Request 12"))
        for _ in 0..<40 { state.wheel(at: Point(column: 3, row: 5), down: true) }
        #expect(state.screen.contains("GET  Request 59"))
        state.press("1", "j")
        #expect(state.screen.contains("GET  Request 1 ") || state.screen.contains("GET  Request 1\n"))
    }

    @Test("the wheel takes the body's cursor along, and a key goes on from there")
    func wheelInBody() {
        var scene = BodyScene("[" + (0..<100).map(String.init).joined(separator: ",") + "]")
        scene.state.wheel(at: Point(column: 40, row: 18), down: true)
        #expect(scene.line == 4)
        scene.press("j")
        #expect(scene.line == 5)
        scene.state.wheel(at: Point(column: 40, row: 18), down: false)
        #expect(scene.lines.first?.hasPrefix("1 ") == true)
    }

    @Test("a click in the body puts the cursor, the number of a line folds it")
    func body() {
        var scene = BodyScene(#"{"a":{"b":1,"c":2},"d":3}"#)
        scene.state.click(place(of: "\"c\"", scene.state))
        #expect(scene.line == 4)
        let line = place(of: "\"a\"", scene.state)
        for effect in scene.state.click(Point(column: scene.state.layout.response.column + 1, row: line.row)) {
            scene.perform(effect)
        }
        #expect(scene.rowCount == 4 && scene.line == 2)
    }

    @Test("dragging over lines copies them, and says how many")
    func selecting() {
        var scene = BodyScene(#"{"a":1,"b":2,"c":3}"#)
        let (first, last) = (place(of: "\"a\"", scene.state), place(of: "\"b\"", scene.state))
        scene.state.mouse(.press, first)
        #expect(scene.state.mouse(.release, first).compactMap(\.copiedText).isEmpty)
        scene.state.mouse(.press, first)
        scene.state.mouse(.drag, last)
        let copied = scene.state.mouse(.release, last).compactMap(\.copiedText)
        #expect(copied == ["  \"a\": 1,\n  \"b\": 2,\n"])
        #expect(scene.state.status?.text.hasPrefix("Copied 2 lines, 20 B") == true)
    }

    @Test("in a pane without the focus they are those under the pointer: it grows when the button is released")
    func selectingElsewhere() {
        var scene = BodyScene("[" + (10..<40).map(String.init).joined(separator: ",") + "]")
        scene.press("2")
        let rect = scene.state.layout.response
        let (first, last) = (place(of: "11,", scene.state, in: rect), place(of: "13,", scene.state, in: rect))
        scene.state.mouse(.press, first)
        #expect(scene.state.focus == .response && scene.state.layout.response == rect)
        scene.state.mouse(.drag, last)
        #expect(place(of: "13,", scene.state, in: rect) == last)
        #expect(scene.state.mouse(.release, last).compactMap(\.copiedText) == ["  11,\n  12,\n  13,\n"])
        #expect(scene.state.layout.response.rows > rect.rows)
    }

    @Test("a key while the button is held lets go, and the pane has its room")
    func selectingElsewhereEnds() {
        var scene = BodyScene("[" + (10..<40).map(String.init).joined(separator: ",") + "]")
        scene.press("2")
        let rect = scene.state.layout.response
        scene.state.mouse(.press, place(of: "11,", scene.state, in: rect))
        scene.press("j")
        #expect(scene.state.layout.response.rows > rect.rows && scene.line == 4)
    }

    /// Lines of a body that are selected.
    private func dragged() -> BodyScene {
        var scene = BodyScene(#"{"a":1,"b":2,"c":3}"#)
        let (first, last) = (place(of: "\"a\"", scene.state), place(of: "\"b\"", scene.state))
        scene.state.mouse(.press, first)
        scene.state.mouse(.drag, last)
        #expect(scene.state.selectedRows == 1...2)
        return scene
    }

    @Test("what was selected is no more so when it has been copied, nor after a key")
    func selectionEnds() {
        var copied = dragged()
        copied.state.mouse(.release, place(of: "\"b\"", copied.state))
        #expect(copied.state.selectedRows == nil && copied.state.display.pointer == PointerState())
        var typed = dragged()
        typed.press("j")
        #expect(typed.state.selectedRows == nil)
        #expect(typed.state.mouse(.release, Point(column: 40, row: 20)).compactMap(\.copiedText).isEmpty)
    }

    @Test("where another body came while one dragged, no line of it is selected or copied")
    func bodyChangedWhileDragging() throws {
        var scene = dragged()
        let held = scene.state.display.pointer
        scene.receive(#"{"x":1,"y":2,"z":3}"#)
        scene.state.display.pointer = held
        #expect(scene.state.selectedRows == nil)
        let at = place(of: "\"z\"", scene.state)
        scene.state.mouse(.drag, at)
        #expect(scene.state.mouse(.release, at).compactMap(\.copiedText).isEmpty)
        #expect(scene.state.display.pointer == PointerState())
    }

    @Test("dragging a border moves it")
    func borders() {
        var state = Explorers.state()
        state.mouse(.press, Point(column: 22, row: 8))
        state.mouse(.drag, Point(column: 30, row: 9))
        #expect(state.layout.separator.column == 30)
        state.mouse(.release, Point(column: 30, row: 9))
        state.mouse(.drag, Point(column: 35, row: 9))
        #expect(state.layout.separator.column == 30)
        let row = state.layout.response.row
        state.mouse(.press, Point(column: 50, row: row))
        state.mouse(.drag, Point(column: 50, row: row + 3))
        #expect(state.focus == .response && state.layout.response.row == row + 3)
    }

    @Test("tabs of open requests and of an answer are clicked")
    func tabs() {
        var scene = BodyScene("[1,2,3]")
        scene.press("1", "j", .enter)
        scene.state.click(place(of: "GET Get user", scene.state, in: scene.state.layout.tabs))
        #expect(scene.state.shown == "users/get.yml")
        scene.state.click(place(of: "Headers", scene.state, in: scene.state.layout.response))
        #expect(scene.state.session?.shownResponseTab == .headers && scene.state.focus == .response)
    }

    @Test("M leaves the mouse to the terminal, says so, and takes it again")
    func givingBack() {
        var state = Explorers.state()
        state.press("M")
        #expect(!state.usesMouse && state.status?.text.contains("M turns it on") == true)
        state.press("j")
        #expect(view(state).text(row: 23).contains("M mouse"))
        let shown = state.shown
        state.click(place(of: "GET  Get user", state))
        #expect(state.shown == shown)
        state.press("M")
        #expect(state.usesMouse)
    }
}

extension ExplorerState {
    @discardableResult
    mutating func mouse(_ kind: MouseEvent.Kind, _ point: Point) -> [Effect] {
        update(&self, .input(.mouse(MouseEvent(kind, at: point))))
    }

    @discardableResult
    mutating func click(_ point: Point) -> [Effect] { mouse(.press, point) + mouse(.release, point) }

    mutating func wheel(at point: Point, down: Bool) { mouse(down ? .wheelDown : .wheelUp, point) }
}

import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Jump labels")
struct JumpTests {
    @Test(
        "are as many as are asked for, none begins with another, and none is longer than it must be",
        arguments: [0, 1, 2, 8, 9, 10, 17, 18, 80, 81, 82, 200, 676])
    func labels(count: Int) {
        let labels = JumpLabels.labels(count)
        #expect(labels.count == count && Set(labels).count == count)
        for label in labels {
            #expect((1...2).contains(label.count))
            #expect(!labels.contains { $0 != label && $0.hasPrefix(label) }, "\(label)")
        }
        if count <= 9 { #expect(labels.allSatisfy { $0.count == 1 && "asdfjklgh".contains($0) }) }
        if count <= 81 { #expect(labels.allSatisfy { $0.allSatisfy("asdfjklgh".contains) }) }
        #expect(labels.map(\.count) == labels.map(\.count).sorted())
    }

    @Test("there are no labels for more than two letters can tell apart")
    func limit() { #expect(JumpLabels.labels(5_000).count == JumpLabels.limit) }

    private func jump(_ state: ExplorerState) -> JumpState? {
        if let jump = state.overlays.last as? JumpState { jump } else { nil }
    }

    private func label(
        _ state: ExplorerState, where isWanted: (Target) -> Bool
    ) throws -> String {
        try #require(jump(state)?.labels.first { isWanted($0.place.target) }).text
    }

    @Test(
        "every target lies on the screen, in its pane, and no two at one place", arguments: ["1", "2", "3", "4", "z"])
    func targets(key: Character) throws {
        for size in [Size(columns: 80, rows: 24), Size(columns: 200, rows: 50)] {
            var scene = BodyScene(#"{"a":1,"b":[1,2,3],"c":{"d":null}}"#, columns: size.columns)
            _ = update(&scene.state, .input(.resize(size)))
            scene.state.press("3", .character(key))
            let targets = Places(scene.state).labelled
            let grid = view(scene.state)
            for target in targets { #expect(grid.bounds.contains(target.rect.origin), "\(target)") }
            #expect(Set(targets.map(\.rect.origin)).count == targets.count)
        }
    }

    @Test("the label of a row of the tree shows what it stands for")
    func treeRow() throws {
        var state = Explorers.state()
        state.press("3", "f")
        let text = try label(state) { if case .treeRow(let place) = $0 { place.path == "secret.yml" } else { false } }
        state.type(text)
        #expect(state.overlays.isEmpty && state.shown == "secret.yml" && state.focus == .tree)
    }

    @Test("tabs, fields and panes are gone to")
    func others() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        state.press("f")
        state.type(try label(state) { $0 == .formTab(.headers) })
        #expect(state.focus == .request && state.session?.tab == .headers)
        state.press("f")
        state.type(try label(state) { $0 == .formRow(FormCursor(row: -1, column: 1)) })
        #expect(state.session?.cursor == FormCursor(row: -1, column: 1))
        state.press("f")
        state.type(try label(state) { $0 == .responseTab(.timing) })
        #expect(state.focus == .response && state.session?.shownResponseTab == .timing)
        state.press("f")
        state.type(try label(state) { $0 == .pane(.log) })
        #expect(state.focus == .log)
    }

    @Test("a line of the body gets the cursor, also where long lines are broken")
    func body() throws {
        for wraps in [false, true] {
            var scene = BodyScene(#"{"a":1,"b":[1,2,3],"c":{"d":null}}"#, columns: 80)
            scene.state.press("3")
            if wraps { scene.state.press("W") }
            scene.state.press("1", "f")
            let text = try label(scene.state) { if case .bodyRow(let row, _) = $0 { row.row == 3 } else { false } }
            scene.state.type(text)
            #expect(scene.state.focus == .response && scene.state.session?.bodyLine == 3)
        }
    }

    @Test("lines of the log are gone to")
    func log() throws {
        var state = Explorers.state(columns: 120, rows: 50)
        for number in 0..<3 {
            _ = update(
                &state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "line \(number)")))
        }
        state.press("f")
        state.type(try label(state) { $0 == .logLine(1) })
        #expect(state.focus == .log && state.log.cursor == 1)
    }

    @Test("the first letter leaves those that begin with it; Backspace takes it back, Esc stays")
    func letters() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        state.press("f")
        let long = try #require(jump(state)?.labels.first { $0.text.count == 2 })
        state.type(String(long.text.prefix(1)))
        #expect(jump(state)?.open.allSatisfy { $0.text.hasPrefix(long.text.prefix(1)) } == true)
        #expect(
            view(state).row(long.place.rect.origin.row)[
                long.place.rect.origin.row * 120 + long.place.rect.origin.column
            ].grapheme
                == String(long.text.suffix(1)))
        state.press(KeyStroke(.backspace))
        #expect(jump(state)?.open.count == jump(state)?.labels.count)
        let shown = state.shown
        state.press(.escape)
        #expect(state.overlays.isEmpty && state.shown == shown && state.focus == .tree)
    }

    @Test("a letter that no label begins with changes nothing and says so")
    func unknown() {
        var state = Explorers.state()
        state.press("f", "1")
        #expect(jump(state)?.typed == "" && state.screen.contains("No label 1"))
        state.press(.tab)
        #expect(state.screen.contains("is not in a label"))
    }

    @Test("labels stay where they are while lines come; another size takes them away")
    func steady() {
        var state = Explorers.state(columns: 120, rows: 50)
        state.press("f")
        let before = jump(state)?.labels
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "later")))
        #expect(jump(state)?.labels == before)
        _ = update(&state, .input(.resize(Size(columns: 80, rows: 24))))
        #expect(state.overlays.isEmpty)
    }

    @Test("labels are seen without colours, and in ASCII")
    func looks() throws {
        var state = Explorers.state()
        state.display.glyphs = .ascii
        state.press("f")
        let labels = try #require(jump(state)).labels
        let grid = view(state)
        for label in labels {
            let cell = grid[column: label.place.rect.column, row: label.place.rect.row]
            #expect(cell.style == .jump && cell.grapheme == String(label.text.prefix(1)))
        }
        #expect(Theme.plain[.jump].attributes.contains(.reverse))
        for theme in Theme.builtIn.values { #expect(theme[.jump] != theme[.plain]) }
    }
}

import ExplorerKit
import Testing
import TextGrid

@testable import Explorer

@Suite("The layout")
struct LayoutTests {
    private static let sizes = stride(from: 40, through: 240, by: 11).flatMap { columns in
        stride(from: 12, through: 70, by: 3).map { Size(columns: columns, rows: $0) }
    }

    private static let contents: [Layout.Content] = [false, true].flatMap { hasTabs in
        [false, true].map { hasHeld in
            var content = Layout.Content()
            (content.hasTabs, content.hasHeld) = (hasTabs, hasHeld)
            return content
        }
    }

    /// Expects that every cell belongs to one part of the screen.
    private func expectWhole(_ layout: Layout, _ size: Size, _ what: String) {
        let rules = [layout.separator, layout.rule, layout.heldRule, layout.tabs, layout.footer]
        let parts = rules + Pane.allCases.map { layout[$0] }
        let cells = parts.reduce(0) { $0 + $1.columns * $1.rows }
        #expect(cells == size.columns * size.rows, "\(size) \(what)")
        for (index, part) in parts.enumerated() {
            #expect(part.isEmpty || part.endColumn <= size.columns && part.endRow <= size.rows, "\(size) \(what)")
            #expect(parts[(index + 1)...].allSatisfy { $0.intersection(part).isEmpty }, "\(size) \(what)")
        }
    }

    @Test("covers the screen without a gap or an overlap, at any size and in any arrangement", arguments: Pane.allCases)
    func partition(focus: Pane) {
        for size in Self.sizes {
            for arrangement in LayoutChoices.Arrangement.allCases {
                for content in Self.contents {
                    var choices = LayoutChoices()
                    choices.arrangement = arrangement
                    let layout = Layout(size: size, choices: choices, focus: focus, content: content)
                    expectWhole(layout, size, "\(arrangement) \(content)")
                }
            }
        }
    }

    @Test("covers it too where panes are hidden and borders moved", arguments: Pane.allCases)
    func hiddenAndMoved(focus: Pane) {
        for size in Self.sizes where size.columns % 3 == 0 {
            for mask in 0..<16 {
                var choices = LayoutChoices()
                choices.hidden = Set(Pane.allCases.filter { mask & 1 << ($0.rawValue - 1) != 0 && $0 != .held })
                for share in [0, 0.13, 0.5, 1] {
                    for border in Border.allCases { choices.shares[border] = share }
                    choices.arrangement = mask % 2 == 0 ? .beside : .below
                    let layout = Layout(size: size, choices: choices, focus: focus, content: Self.contents[mask % 4])
                    expectWhole(layout, size, "hidden \(mask), share \(share)")
                }
            }
        }
    }

    @Test("shows the focused pane wherever it is hidden", arguments: [Pane.tree, .request, .response, .log])
    func peek(focus: Pane) {
        var choices = LayoutChoices()
        choices.hidden = [.tree, .request, .response, .log]
        let layout = Layout(size: Size(columns: 80, rows: 24), choices: choices, focus: focus)
        #expect(layout[focus] == Rect(column: 0, row: 0, columns: 80, rows: 23))
    }

    @Test("stands panes below each other at 80x24 and stacks them where there are fewer than 70 columns")
    func automatic() {
        func arrangement(_ columns: Int, _ rows: Int) -> LayoutChoices.Arrangement {
            Layout(size: Size(columns: columns, rows: rows), focus: .tree).arrangement
        }
        #expect(arrangement(80, 24) == .below && arrangement(139, 50) == .below && arrangement(140, 24) == .beside)
        #expect(arrangement(69, 24) == .stacked && arrangement(40, 12) == .stacked && arrangement(80, 15) == .stacked)
    }

    @Test("stands the response beside the request where there is room, else below it")
    func beside() {
        var choices = LayoutChoices()
        choices.arrangement = .beside
        let wide = Layout(size: Size(columns: 200, rows: 50), choices: choices, focus: .request)
        #expect(wide.request.row == wide.response.row && wide.request.rows == wide.response.rows)
        #expect(wide.request.endColumn == wide.rule.column && wide.rule.endColumn == wide.response.column)
        let narrow = Layout(size: Size(columns: 80, rows: 24), choices: choices, focus: .request)
        #expect(narrow.arrangement == .below && narrow.response.row == narrow.request.endRow)
    }

    @Test("shows the titles of the others in a line each when it stacks")
    func stacked() {
        let layout = Layout(size: Size(columns: 40, rows: 12), focus: .request)
        #expect(layout.tree == Rect(column: 0, row: 0, columns: 40, rows: 1))
        #expect(layout.request == Rect(column: 0, row: 1, columns: 40, rows: 8))
        #expect(layout.response == Rect(column: 0, row: 9, columns: 40, rows: 1))
        #expect(layout.log == Rect(column: 0, row: 10, columns: 40, rows: 1))
    }

    @Test("leaves a focused response twelve lines of body at 80x24, also below a line of tabs")
    func twelveLines() {
        for content in Self.contents where !content.hasHeld {
            let layout = Layout(size: Size(columns: 80, rows: 24), focus: .response, content: content)
            #expect(layout.responseRows >= 12 && layout.tabs.isEmpty == !content.hasTabs)
        }
    }

    @Test("keeps proportions when the terminal's size changes")
    func proportions() {
        var choices = LayoutChoices()
        choices.shares = [.tree: 0.25, .request: 0.25]
        choices.arrangement = .below
        for (columns, rows) in [(100, 30), (200, 60)] {
            let layout = Layout(size: Size(columns: columns, rows: rows), choices: choices, focus: .tree)
            #expect(layout.tree.columns == columns / 4)
            #expect(abs(layout.request.rows * 4 - (layout.request.rows + layout.response.rows)) <= 2)
        }
    }

    private func share(_ share: Double?) throws -> Double { try #require(share) }

    @Test("moves a border by one cell and back, and stops before a pane is too small", arguments: Border.allCases)
    func moving(border: Border) throws {
        var content = Layout.Content()
        content.hasHeld = true
        var choices = LayoutChoices()
        choices.arrangement = border == .beside ? .beside : .below
        func layout() -> Layout {
            Layout(size: Size(columns: 200, rows: 50), choices: choices, focus: .tree, content: content)
        }
        let start = layout().cells(of: border)
        choices.shares[border] = try share(layout().share(moving: border, by: 1))
        let moved = layout().cells(of: border)
        #expect(layout().isUpright(border) ? moved.column == start.column + 1 : moved.row == start.row + 1)
        choices.shares[border] = try share(layout().share(moving: border, by: -1))
        #expect(layout().cells(of: border) == start)
        var steps = 0
        while let share = layout().share(moving: border, by: 1) {
            choices.shares[border] = share
            steps += 1
            try #require(steps < 300)
        }
        #expect(Pane.allCases.allSatisfy { !layout()[$0].isEmpty })
    }

    @Test("puts a border where the mouse is")
    func dragging() throws {
        var choices = LayoutChoices()
        choices.arrangement = .below
        func layout() -> Layout { Layout(size: Size(columns: 200, rows: 50), choices: choices, focus: .tree) }
        choices.shares[.tree] = try share(layout().share(moving: .tree, to: Point(column: 61, row: 3)))
        #expect(layout().separator.column == 61)
        choices.shares[.request] = try share(layout().share(moving: .request, to: Point(column: 100, row: 11)))
        #expect(layout().response.row == 11)
        choices.shares[.log] = try share(layout().share(moving: .log, to: Point(column: 10, row: 30)))
        #expect(layout().log.row == 30)
    }

    @Test("stands a held answer beside the response where both can be read, else below it")
    func held() {
        var content = Layout.Content()
        content.hasHeld = true
        let wide = Layout(size: Size(columns: 200, rows: 50), focus: .response, content: content)
        #expect(wide.held.row == wide.response.row && wide.heldRule.columns == 1)
        let narrow = Layout(size: Size(columns: 80, rows: 24), focus: .response, content: content)
        #expect(narrow.held.row == narrow.response.endRow && narrow.held.rows >= 4)
        let zoomed = Layout(size: Size(columns: 80, rows: 24), focus: .held, zoomed: .held, content: content)
        #expect(zoomed.response.columns == 39 && zoomed.held.columns == 40)
    }
}

import ExplorerKit
import OpenCollection
import TextGrid

// Going to what is on the screen by typing its label.

extension ExplorerState {
    mutating func openJump() { present(JumpState(JumpTargets(self).all)) }

    mutating func type(_ stroke: KeyStroke, in jump: JumpState) -> [Effect] {
        var jump = jump
        if stroke.key == .backspace, !jump.typed.isEmpty {
            jump.typed.removeLast()
            return replaceTop(jump)
        }
        guard stroke.isTyped, case .character(let character) = stroke.key else {
            return say(.info, "\(stroke.title) is no letter of a label: Esc stays here.")
        }
        jump.typed += character.lowercased()
        let open = jump.open
        guard let first = open.first else {
            return say(.warning, "No label is called \(jump.typed.shownInLine(limit: 10)); Esc stays here.")
        }
        guard first.text == jump.typed else { return replaceTop(jump) }
        overlays.removeLast()
        return jumpTo(first.target.place)
    }

    /// The pane gets the keys, the place the cursor.
    private mutating func jumpTo(_ place: JumpTarget.Place) -> [Effect] {
        switch place {
        case .pane(let pane): focus = pane
        case .treeRow(let place): return jumpToTreeRow(place)
        case .requestTab(let tab):
            focus = .request
            show(tab)
        case .responseTab(let tab):
            focus = .response
            session?.responseTab = tab
        case .field(let cursor):
            focus = .request
            if let form { session?.cursor = form.clamped(cursor) }
        case .bodyRow(let row):
            focus = .response
            jumpToBodyRow(row)
        case .header(let index):
            focus = .response
            session?.look.headerCursor = index
        case .side(let side):
            focus = .response
            if session?.comparison?.sides.indices.contains(side) == true { session?.comparison?.selected = side }
        case .logLine(let line):
            focus = .log
            log.cursor = line
        }
        return []
    }

    private mutating func jumpToTreeRow(_ place: Trail.Place) -> [Effect] {
        guard collections[place.collection] != nil else { return [] }
        focus = .tree
        let effects = showCollection(place.collection)
        show(place.path)
        return effects
    }

    private mutating func jumpToBodyRow(_ row: WrappedRow) {
        changeReading { reading in
            (reading.cursor, reading.hasMoved) = (reading.folding.line(ofRow: row.row), true)
            reading.cursorColumn = row.column
        }
    }

    /// The tab of the form, from its beginning.
    private mutating func show(_ tab: FormTab) {
        guard var session, session.draft.form.tabs.contains(tab) else { return }
        session.tab = tab
        session.cursor.row = min(0, session.cursor.row)
        session.formScroll = 0
        self.session = session
    }
}

extension Action {
    static let jump = Action(
        "jump", .panes, ["f"], "jump", "Write letters beside all that the cursor can stand on; typing them goes there."
    ) { $0.openJump() }
}

extension ActionContext {
    static let jump: ActionContext = .init(
        "jump", "Jumping", .field, escape: ("stay", "Stay where you are."), way: .jump)
}

extension JumpState: Overlay {
    static let context: ActionContext = .jump
    static let actions: [Action] = [.jump]

    var isAboutCollection: Bool { true }

    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] { explorer.type(stroke, in: self) }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { JumpDrawing.draw(self, on: &grid) }
}

import ExplorerKit
import OpenCollection
import TextGrid

// Going to what is on the screen by typing its label.

extension ExplorerState {
    mutating func openJump() { present(JumpState(Places(self).labelled)) }

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
        return go(to: first.place.target)
    }

    /// The pane gets the keys, the place the cursor.
    mutating func go(to target: Target) -> [Effect] {
        switch target {
        case .pane(let pane): focusPane(pane)
        case .treeRow(let place):
            guard collections[place.collection] != nil else { return [] }
            focusPane(.tree)
            let effects = showCollection(place.collection)
            show(place.path)
            return effects
        case .formTab(let tab):
            focusPane(.request)
            if session?.draft.form.tabs.contains(tab) == true { showTab(tab) }
        case .formRow(let cursor):
            focusPane(.request)
            if let form { session?.cursor = form.clamped(cursor) }
        case .responseTab(let tab):
            focusPane(.response)
            session?.responseTab = tab
        case .bodyRow(let row, _):
            focusPane(.response)
            changeReading { reading in
                (reading.cursor, reading.hasMoved) = (reading.folding.line(ofRow: row.row), true)
                reading.cursorColumn = row.column
            }
        case .header(let index):
            focusPane(.response)
            session?.look.headerCursor = index
        case .side(let side):
            focusPane(.response)
            if session?.comparison?.sides.indices.contains(side) == true { session?.comparison?.selected = side }
        case .logLine(let line):
            focusPane(.log)
            log.cursor = line
        default: break
        }
        return []
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

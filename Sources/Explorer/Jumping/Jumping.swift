import ExplorerKit
import OpenCollection
import TextGrid

/// Labels beside every place to go to, while a label is typed.
public struct JumpState: Sendable, Hashable {
    struct Label: Sendable, Hashable {
        let text: String
        let place: Place
    }

    /// The labels as they were when they were requested: nothing moves during typing.
    let labels: [Label]
    var typed = ""

    init(_ places: [Place]) {
        labels = zip(JumpLabels.labels(places.count), places).map { Label(text: $0, place: $1) }
    }

    /// The labels that begin with what was typed.
    var open: [Label] { labels.filter { $0.text.hasPrefix(typed) } }
}

// Going to what is on the screen by typing its label.

extension ExplorerState {
    /// Goes to a target: the pane gets the keys, the place the cursor.
    mutating func go(to target: Target) -> [Effect] {
        switch target {
        case .pane(let pane): display.focusPane(pane)
        case .treeRow(let place):
            guard collections[place.collection] != nil else { return [] }
            display.focusPane(.tree)
            let effects = showCollection(place.collection)
            show(place.path)
            return effects
        case .formTab(let tab):
            display.focusPane(.request)
            if session?.draft.form.tabs.contains(tab) == true { session?.showTab(tab) }
        case .formRow(let cursor):
            display.focusPane(.request)
            if let form { session?.cursor = form.clamped(cursor) }
        case .responseTab(let tab):
            display.focusPane(.response)
            session?.responseTab = tab
        case .bodyRow(let row, _):
            display.focusPane(.response)
            changeReading { reading in
                (reading.cursor, reading.hasMoved) = (reading.folding.line(ofRow: row.row), true)
                reading.cursorColumn = row.column
            }
        case .header(let index):
            display.focusPane(.response)
            session?.look.headerCursor = index
        case .side(let side):
            display.focusPane(.response)
            if session?.comparison?.sides.indices.contains(side) == true { session?.comparison?.selected = side }
        case .logLine(let line):
            display.focusPane(.log)
            log.cursor = line
        default: break
        }
        return []
    }
}

extension Action {
    static let jump = Action(
        "jump", .panes, ["f"], "jump", "Show jump labels; type a label to go there."
    ) { $0.present(JumpState(Places($0).labelled)) }
}

extension ActionContext {
    static let jump: ActionContext = .init(
        "jump", "Jumping", .field, .asksOfCollection, escape: ("stay", "Stay where you are."), way: .jump)
}

extension JumpState: Overlay {
    static let context: ActionContext = .jump
    static let actions: [Action] = [.jump]

    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        var jump = self
        if stroke.key == .backspace, !typed.isEmpty {
            jump.typed.removeLast()
            return explorer.replaceTop(jump)
        }
        guard stroke.isTyped, case .character(let character) = stroke.key else {
            return explorer.say(.info, "\(stroke.title) is not in a label: Esc stays here.")
        }
        jump.typed += character.lowercased()
        guard let first = jump.open.first else {
            return explorer.say(.warning, "No label \(jump.typed.shownInLine(limit: 10)): Esc stays here.")
        }
        guard first.text == jump.typed else { return explorer.replaceTop(jump) }
        explorer.overlays.removeLast()
        return explorer.go(to: first.place.target)
    }

    /// Draws labels over the screen: of those that are still possible, the letters that are still to be typed.
    func draw(_ explorer: ExplorerState, on grid: inout Grid) {
        for label in open {
            grid.write(String(label.text.dropFirst(typed.count)), at: label.place.rect.origin, .jump)
        }
    }
}

import ExplorerKit
import TextGrid

// How the screen is divided: borders, hidden panes, and the arrangement of request and response.

extension ExplorerState {
    mutating func resetLayout() {
        display.layoutChoices.reset()
        say(.info, "The panes are reset.")
    }

    // MARK: Borders

    static let columnsPerStep = 2

    /// Moves the border of the focused pane, in this direction.
    mutating func moveBorder(isUpright: Bool, by step: Int) {
        let layout = layout
        let candidates: [Border] =
            switch (focus, isUpright) {
            case (.tree, true), (.log, true): [.tree]
            case (.tree, false), (.log, false): [.log]
            case (.request, true): [.beside, .tree]
            case (.request, false): [.request, .log]
            case (.response, true): [.beside, .held, .tree]
            case (.response, false): [.request, .held, .log]
            case (.held, true): [.held, .beside, .tree]
            case (.held, false): [.held, .request, .log]
            }
        let borders = layout.borders
        guard let border = candidates.first(where: { borders.contains($0) && layout.isUpright($0) == isUpright }) else {
            let way = isUpright ? "left or right" : "up or down"
            say(.info, "No border here moves \(way): Tab goes to another pane, s arranges them.")
            return
        }
        say(display.move(border, to: layout.share(moving: border, by: step)))
    }

    // MARK: Arrangement

    /// The arrangement of request and response after the key that turns it.
    var nextArrangement: LayoutChoices.Arrangement {
        LayoutChoices.Arrangement.allCases.element(after: display.layoutChoices.arrangement)
    }
}

extension DisplayState {
    /// - Parameter share: The new share; nil: the border can go no further.
    mutating func move(_ border: Border, to share: Double?) -> StatusMessage? {
        guard let share else { return StatusMessage(.info, "It goes no further.") }
        layoutChoices.shares[border] = share
        return nil
    }

    mutating func arrange(_ arrangement: LayoutChoices.Arrangement) -> StatusMessage {
        layoutChoices.arrangement = arrangement
        let words =
            switch arrangement {
            case .automatic: "The size of the terminal decides the layout."
            case .below: "The response is below the request."
            case .beside where size.columns < Layout.besideColumns:
                "The response is beside the request from \(Layout.besideColumns) columns on."
            case .beside: "The response is beside the request."
            case .stacked: "One pane at a time: Tab and 1 to 4 go between them."
            }
        return StatusMessage(.info, words)
    }

    /// Hides a pane, or shows it again. The focus goes to the next one; the last that is shown stays.
    mutating func switchPane(_ pane: Pane) -> StatusMessage {
        let name = pane.name
        guard layoutChoices.hidden.remove(pane) == nil else {
            return StatusMessage(.info, "The \(name) is shown again.")
        }
        let shown = Pane.inOrder.filter { $0 != .held && $0 != pane && !layoutChoices.hidden.contains($0) }
        guard let next = shown.first(where: { $0 == .request }) ?? shown.first else {
            return StatusMessage(.warning, "The last pane stays.")
        }
        layoutChoices.hidden.insert(pane)
        if focus == pane || pane == .response && focus == .held { focusPane(next) }
        return StatusMessage(.info, "The \(name) is hidden; \(pane.rawValue) shows it while it is needed.")
    }
}

extension Pane {
    fileprivate var name: String {
        switch self {
        case .tree: "tree"
        case .request: "request"
        case .response, .held: "response"
        case .log: "log"
        }
    }
}

import TextGrid

/// Where everything stands on a screen of a size: the one place that divides it.
public struct Layout: Sendable, Hashable {
    /// Smallest screen that is of use.
    public static let minimum = Size(columns: 60, rows: 16)

    public var tree: Rect
    /// The line between the tree and the rest; empty when one pane is zoomed.
    public var separator: Rect
    public var request: Rect
    public var response: Rect
    public var log: Rect
    public var footer: Rect

    /// - Parameters:
    ///   - zoomed: the pane that has everything above the footer.
    ///   - hasResponse: false while something is shown that is never sent; the form has its room then.
    public init(size: Size, focus: Pane, zoomed: Pane?, hasResponse: Bool = true) {
        let (footer, above) = Rect(size).cutBottom(1)
        self.footer = footer
        let none = Rect(column: 0, row: 0, columns: 0, rows: 0)
        (tree, separator, request, response, log) = (none, none, none, none, none)
        switch zoomed {
        case nil: divide(above, focus, hasResponse)
        case .tree: tree = above
        case .request: request = above
        case .response: response = above
        case .log: log = above
        }
    }

    private mutating func divide(_ area: Rect, _ focus: Pane, _ hasResponse: Bool) {
        let (log, panes) = area.cutBottom(Self.logRows(area.rows, focus))
        self.log = log
        let (tree, rest) = panes.cutLeft(Self.treeColumns(area.columns))
        let (separator, right) = rest.cutLeft(1)
        (self.tree, self.separator) = (tree, separator)
        (request, response) = right.cutTop(hasResponse ? Self.requestRows(right.rows, focus) : right.rows)
    }

    /// One line on a small screen, unless the log is what one looks at.
    private static func logRows(_ rows: Int, _ focus: Pane) -> Int {
        if focus == .log { return max(8, rows / 3) }
        return rows < 29 ? 1 : rows < 40 ? 4 : 7
    }

    private static func treeColumns(_ columns: Int) -> Int { min(44, max(22, columns / 5)) }

    /// The focused half gets two thirds where there is little room.
    private static func requestRows(_ rows: Int, _ focus: Pane) -> Int {
        guard rows < 32 else { return focus == .request ? rows / 2 : rows * 2 / 5 }
        switch focus {
        case .request: return rows * 2 / 3
        case .response: return rows / 3
        case .tree, .log: return rows / 2
        }
    }
}

extension ExplorerState {
    public var layout: Layout { Layout(size: size, focus: focus, zoomed: zoomed, hasResponse: showsResponse) }

    /// Whether there is room for answers: a folder, the collection and an environment have none.
    private var showsResponse: Bool { focus == .response || session?.isRequest ?? true }

    /// Rows of the request pane below title, URL, preview and tabs.
    var formRows: Int { max(0, layout.request.rows - RequestPane.headRows(session)) }
}

extension Layout {
    /// Rows of the response pane below title and tabs.
    var responseRows: Int { max(0, response.rows - ResponsePane.headRows) }
}

import TextGrid

/// The rectangles of all panes on a screen of a size: nothing else divides it.
public struct Layout: Sendable, Hashable {
    /// Smallest screen that is of use.
    public static let minimum = Size(columns: 40, rows: 12)
    /// Smallest size on which panes are beside and below each other.
    package static let minimumOfSeveral = Size(columns: 60, rows: 16)

    /// The parts that exist, whatever the user chose.
    public struct Content: Sendable, Hashable {
        /// False while something is shown that is never sent; the form has its room then.
        public var hasResponse = true
        /// Whether a response is held beside the current one.
        public var hasHeld = false
        /// Whether responses are beside each other, and need the width.
        public var hasSides = false
        /// Whether several requests are open.
        public var hasTabs = false
        /// Whether the zoomed pane shares its room with no other, not even one response with another.
        public var showsOnePane = false

        public init() {}
    }

    /// The arrangement of request and response; never automatic.
    public private(set) var arrangement = LayoutChoices.Arrangement.below
    public var tree = Rect.nothing
    /// The line between the tree and the rest; empty when one pane is zoomed.
    public var separator = Rect.nothing
    /// The line with the requests that are open; empty where there is no room for it.
    public var tabs = Rect.nothing
    public var request = Rect.nothing
    /// The line between the request and the response beside it.
    public var rule = Rect.nothing
    public var response = Rect.nothing
    /// The line between the response and the held one beside it.
    public var heldRule = Rect.nothing
    /// The response that is held.
    public var held = Rect.nothing
    public var log = Rect.nothing
    public var footer: Rect
    private var shared = SharedRooms()

    /// Values that several panes have together.
    private struct SharedRooms: Hashable {
        var area = Rect.nothing
        /// The room that request and response have together.
        var main = Rect.nothing
        /// The room that the response and the held one have together.
        var responses = Rect.nothing
    }

    private let choices: LayoutChoices
    private let focus: Pane
    private let content: Content

    /// - Parameters:
    ///   - choices: The user's choices.
    ///   - focus: The focused pane; a hidden one is shown while it has the focus.
    ///   - zoomed: the pane that has everything above the footer.
    ///   - content: The parts that exist.
    public init(
        size: Size, choices: LayoutChoices = LayoutChoices(), focus: Pane, zoomed: Pane? = nil,
        content: Content = Content()
    ) {
        (self.choices, self.focus, self.content) = (choices, focus, content)
        (footer, shared.area) = Rect(size).cutBottom(1)
        arrangement = Self.arrangement(choices.arrangement, size, content)
        switch zoomed {
        case .held? where content.showsOnePane && !content.hasHeld: response = shared.area
        case let pane? where content.showsOnePane: self[pane] = shared.area
        case nil where arrangement == .stacked: stack()
        case nil: divide()
        case .tree: tree = shared.area
        case .request: request = shared.area
        case .response, .held: divideResponses(shared.area)
        case .log: log = shared.area
        }
    }

    private static func arrangement(
        _ wanted: LayoutChoices.Arrangement, _ size: Size, _ content: Content
    ) -> LayoutChoices.Arrangement {
        guard size.columns >= minimumOfSeveral.columns, size.rows >= minimumOfSeveral.rows else { return .stacked }
        switch wanted {
        case .automatic:
            if size.columns < narrowColumns { return .stacked }
            return size.columns < wideColumns || content.hasHeld || content.hasSides ? .below : .beside
        case .beside: return size.columns < besideColumns ? .below : .beside
        case .below, .stacked: return wanted
        }
    }

    /// Columns below which tree and form side by side are too narrow to be read.
    private static let narrowColumns = 70
    /// Columns from which on lines of a form or a body across the whole screen would be mostly empty.
    package static let wideColumns = 140
    /// The fewest columns in which a tree, a form and a body fit beside each other.
    package static let besideColumns = 100
    /// The fewest columns in which a response is readable beside another one.
    package static let responseColumns = 38
}

// MARK: - Dividing

extension Layout {
    private mutating func divide() {
        let hasRight = shows(.request) || showsResponses
        guard hasRight || shows(.tree) else {
            log = shared.area
            return
        }
        let (log, panes) = shared.area.cutBottom(shows(.log) ? logRows : 0)
        self.log = log
        guard hasRight else {
            tree = panes
            return
        }
        let (tree, rest) = panes.cutLeft(shows(.tree) ? treeColumns : 0)
        let (separator, right) = rest.cutLeft(shows(.tree) ? 1 : 0)
        (self.tree, self.separator) = (tree, separator)
        (tabs, shared.main) = right.cutTop(hasTabLine(right.rows) ? 1 : 0)
        divideMain()
    }

    private mutating func divideMain() {
        guard shows(.request) else { return divideResponses(shared.main) }
        guard showsResponses else {
            request = shared.main
            return
        }
        if arrangement == .beside {
            let (request, rest) = shared.main.cutLeft(extent(of: .beside))
            let (rule, responses) = rest.cutLeft(1)
            (self.request, self.rule) = (request, rule)
            divideResponses(responses)
        } else {
            let (request, responses) = shared.main.cutTop(extent(of: .request))
            self.request = request
            divideResponses(responses)
        }
    }

    /// Puts the responses beside each other where both can be read, else below; where there is no room for either, shows the one with the focus.
    private mutating func divideResponses(_ rect: Rect) {
        shared.responses = rect
        guard content.hasHeld else {
            response = rect
            return
        }
        if heldStandsBeside {
            let (response, rest) = rect.cutLeft(extent(of: .held))
            (self.response, (heldRule, held)) = (response, rest.cutLeft(1))
        } else if rect.rows >= 2 * Self.leastResponseRows {
            (response, held) = rect.cutTop(extent(of: .held))
        } else if focus == .held {
            held = rect
        } else {
            response = rect
        }
    }

    /// Gives the focused pane what the titles of the others leave; they are in their order.
    private mutating func stack() {
        let (tabs, below) = shared.area.cutTop(hasTabLine(shared.area.rows) ? 1 : 0)
        self.tabs = tabs
        var rest = below
        let panes = Pane.inOrder.filter(shows)
        let chosen = panes.contains(focus) ? focus : panes.first ?? .tree
        for pane in panes.prefix(while: { $0 != chosen }) { (self[pane], rest) = rest.cutTop(1) }
        for pane in panes.reversed().prefix(while: { $0 != chosen }) { (self[pane], rest) = rest.cutBottom(1) }
        self[chosen] = rest
    }

    public internal(set) subscript(pane: Pane) -> Rect {
        get {
            switch pane {
            case .tree: tree
            case .request: request
            case .response: response
            case .log: log
            case .held: held
            }
        }
        set {
            switch pane {
            case .tree: tree = newValue
            case .request: request = newValue
            case .response: response = newValue
            case .log: log = newValue
            case .held: held = newValue
            }
        }
    }

    // MARK: What is shown

    private func isWanted(_ pane: Pane) -> Bool { !choices.hidden.contains(pane) || focus == pane }
    private var showsResponses: Bool { content.hasResponse && (isWanted(.response) || focus == .held) }

    private func shows(_ pane: Pane) -> Bool {
        switch pane {
        case .tree, .request, .log: isWanted(pane)
        case .response: showsResponses
        case .held: showsResponses && content.hasHeld
        }
    }

    private func hasTabLine(_ rows: Int) -> Bool { content.hasTabs && rows >= Self.leastRowsWithTabs }

    private static let leastRowsWithTabs = 20
}

// MARK: - Borders

extension Layout {
    /// Title, tabs and two lines.
    private static let leastResponseRows = 4
    /// Title, URL, preview, tabs and a line.
    private static let leastRequestRows = 5

    private var heldStandsBeside: Bool { shared.responses.columns >= 2 * Self.responseColumns + 1 }

    /// Whether a border is a column that moves to the left and right; else it is a row.
    package func isUpright(_ border: Border) -> Bool {
        switch border {
        case .tree, .beside: true
        case .request, .log: false
        case .held: heldStandsBeside
        }
    }

    /// Returns the panes that a border divides.
    private func whole(of border: Border) -> Rect {
        switch border {
        case .tree, .log: shared.area
        case .request, .beside: shared.main
        case .held: shared.responses
        }
    }

    /// Columns or rows on both sides of it.
    private func room(of border: Border) -> Int {
        isUpright(border) ? whole(of: border).columns : whole(of: border).rows
    }

    /// Returns the sizes that the pane before it may have; for the log's border, those of the log.
    private func limits(of border: Border) -> ClosedRange<Int> {
        let room = room(of: border)
        let (least, rest) =
            switch border {
            case .tree: (12, 1 + Self.responseColumns)
            case .beside: (30, 1 + 30)
            case .request: (Self.leastRequestRows, Self.leastResponseRows)
            case .log: (1, Self.leastRequestRows + Self.leastResponseRows)
            case .held: heldStandsBeside ? (20, 1 + 20) : (Self.leastResponseRows, Self.leastResponseRows)
            }
        return least...max(least, room - rest)
    }

    /// Columns or rows of the pane before a border; of the log's border, of the log.
    package func extent(of border: Border) -> Int {
        let wanted = choices.shares[border].map { Int((Double(room(of: border)) * $0).rounded()) }
        guard let wanted else { return usualExtent(of: border) }
        let limits = limits(of: border)
        return min(max(wanted, limits.lowerBound), limits.upperBound)
    }

    /// Returns the place of the border when the user has not moved it.
    private func usualExtent(of border: Border) -> Int {
        switch border {
        case .tree: min(44, max(22, shared.area.columns / 5))
        case .request: usualRequestRows
        case .beside: (shared.main.columns - 1) / 2
        case .log: shared.area.rows < 29 ? 1 : shared.area.rows < 40 ? 4 : 7
        case .held: heldStandsBeside ? (shared.responses.columns - 1) / 2 : (shared.responses.rows + 1) / 2
        }
    }

    private var treeColumns: Int { extent(of: .tree) }

    /// The rows of the log; more while it has the focus.
    private var logRows: Int {
        let rows = extent(of: .log)
        guard focus == .log else { return rows }
        return choices.shares[.log] == nil ? max(8, shared.area.rows / 3) : max(rows, min(8, shared.area.rows / 3))
    }

    /// The focused half gets two thirds where there is little room. The line of open requests is taken from the request.
    private var usualRequestRows: Int {
        let rows = shared.main.rows + tabs.rows
        return max(0, requestRows(of: rows) - tabs.rows)
    }

    private func requestRows(of rows: Int) -> Int {
        guard rows < 32 else { return focus == .request ? rows / 2 : rows * 2 / 5 }
        switch focus {
        case .request: return rows * 2 / 3
        case .response, .held: return rows / 3
        case .tree, .log: return rows / 2
        }
    }

    /// Returns the cells of a border, which the mouse can take hold of; empty where it is not shown.
    package func cells(of border: Border) -> Rect {
        switch border {
        case .tree: separator
        case .beside: rule
        case .request: arrangement == .below && !request.isEmpty ? titleCells(shared.responses) : .nothing
        case .log: arrangement == .stacked || tree.isEmpty && shared.main.isEmpty ? .nothing : log.line(0)
        case .held where heldRule.isEmpty: arrangement == .stacked || response.isEmpty ? .nothing : held.line(0)
        case .held: heldRule
        }
    }

    private func titleCells(_ rect: Rect) -> Rect { shared.main.isEmpty ? .nothing : rect.line(0) }

    /// The borders that are shown.
    package var borders: [Border] { Border.allCases.filter { !cells(of: $0).isEmpty } }

    /// Returns the share that moves a border by `step` columns or rows to the right or down; nil when it can go no further.
    package func share(moving border: Border, by step: Int) -> Double? {
        let now = border == .log ? log.rows : extent(of: border)
        return share(border, extent: now + (border == .log ? -step : step), from: now)
    }

    /// Returns the share that moves a border to a place; nil when it is there.
    package func share(moving border: Border, to point: Point) -> Double? {
        let whole = whole(of: border)
        let extent =
            switch border {
            case .log: whole.endRow - point.row
            case _ where isUpright(border): point.column - whole.column
            default: point.row - whole.row
            }
        return share(border, extent: extent, from: border == .log ? log.rows : self.extent(of: border))
    }

    private func share(_ border: Border, extent: Int, from now: Int) -> Double? {
        let (limits, room) = (limits(of: border), room(of: border))
        let extent = min(max(extent, limits.lowerBound), limits.upperBound)
        return extent == now || room == 0 ? nil : Double(extent) / Double(room)
    }
}

/// The panes, numbered as the keys 1 to 5. The last one is there while a response is held.
public enum Pane: Int, Sendable, Hashable, CaseIterable {
    case tree = 1
    case request, response, log, held
}

extension Pane {
    /// The panes in the order of the screen, in which Tab goes along them.
    package static let inOrder: [Pane] = [.tree, .request, .response, .held, .log]
}

extension Rect {
    package static let nothing = Rect(column: 0, row: 0, columns: 0, rows: 0)
}

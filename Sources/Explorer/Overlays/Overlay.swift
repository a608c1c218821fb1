import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// A view above the panes that takes the keys. A new one is a file with a type that conforms, and a line in ``OverlayTable``.
///
/// It is a value: what changes it puts the changed one in its place with ``ExplorerState/replaceTop(_:)``.
protocol Overlay: Sendable {
    /// The context of its keys.
    static var context: ActionContext { get }
    /// All contexts that it brings; by default ``context`` alone.
    static var contexts: [ActionContext] { get }
    /// The actions that only it has, with the one that opens it; none by default. ``ActionTable/listKeys`` has what lists share.
    static var actions: [Action] { get }
    /// Keys that it has for actions of others, which come before its own; none by default.
    static var extraRows: [ActionRow] { get }

    /// Returns the context that decides what keys mean; by default ``context``.
    func context(in explorer: ExplorerState) -> ActionContext
    /// Returns its name on screen, as plain mode says it; by default that of its context.
    func title(in explorer: ExplorerState) -> String
    /// The question that it asks, to find it among what is open; nil by default.
    var questionID: QuestionID? { get }
    /// Whether it asks something of the shown collection: it goes when another one is shown. By default the context says so.
    var isAboutCollection: Bool { get }
    /// Returns the actions in the footer, most useful first. Default: those of the rows that can be done now.
    func footer(in explorer: ExplorerState) -> [Action]
    /// The hint on which keys do something, for a key that does nothing; nil: nothing is said.
    var keyHint: String? { get }

    /// Does what an action means above this overlay alone; nil: it means what it does elsewhere.
    func perform(_ action: Action, in explorer: inout ExplorerState) -> [Effect]?
    /// Moves the cursor, or what is in view, and changes nothing else. By default nothing moves.
    mutating func moveCursor(_ action: Action, in explorer: ExplorerState)
    /// Handles a movement. By default ``moveCursor(_:in:)`` is all of it.
    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect]
    /// Handles Enter. By default it closes, and ``didChoose(in:)`` follows.
    func choose(in explorer: inout ExplorerState) -> [Effect]
    /// Does what Enter is for, once it has closed. By default nothing.
    func didChoose(in explorer: inout ExplorerState) -> [Effect]
    /// Handles Esc. By default it closes, and ``didDismiss(in:)`` follows.
    func dismiss(in explorer: inout ExplorerState) -> [Effect]
    /// Does what Esc leads to, once it has closed. By default nothing.
    func didDismiss(in explorer: inout ExplorerState) -> [Effect]
    /// Returns the action of a click on a row; nil: the row gets the cursor and no more.
    ///
    /// - Parameter hasCursor: whether it had the cursor before.
    func actionOfClick(hasCursor: Bool) -> Action?
    /// Handles a key that is no action. By default ``keyHint`` is shown.
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect]
    /// Pastes a text; by default nothing happens.
    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect]

    /// Follows what has changed around it, after each event: another size, what it is about. By default nothing does.
    mutating func settle(in explorer: ExplorerState)
    func draw(_ explorer: ExplorerState, on grid: inout Grid)
}

extension Overlay {
    static var contexts: [ActionContext] { [context] }
    static var actions: [Action] { [] }
    static var extraRows: [ActionRow] { [] }

    func context(in explorer: ExplorerState) -> ActionContext { Self.context }
    func title(in explorer: ExplorerState) -> String { context(in: explorer).title }
    var questionID: QuestionID? { nil }
    var isAboutCollection: Bool { Self.context.traits.contains(.asksOfCollection) }
    func footer(in explorer: ExplorerState) -> [Action] {
        explorer.settings.keymap.footer(of: context(in: explorer)).filter { explorer.disabledReason(of: $0) == nil }
    }
    var keyHint: String? { nil }
    func perform(_ action: Action, in explorer: inout ExplorerState) -> [Effect]? { nil }
    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {}
    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        var moved = self
        moved.moveCursor(action, in: explorer)
        return explorer.replaceTop(moved)
    }
    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return didChoose(in: &explorer)
    }
    func didChoose(in explorer: inout ExplorerState) -> [Effect] { [] }
    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return didDismiss(in: &explorer)
    }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { [] }
    func actionOfClick(hasCursor: Bool) -> Action? { nil }
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] { explorer.sayUnknown(stroke, self) }
    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] { [] }
    mutating func settle(in explorer: ExplorerState) {}
}

/// The identity of a question, to find it while it is open. Each feature that asks one defines its own.
struct QuestionID: Sendable, Hashable {
    let name: String
    /// The item that it is about, where it is asked of several.
    var path: ItemPath?
    /// Whether it is about the shown collection: it goes when another one is shown.
    var isAboutCollection = true
}

/// An overlay with a text to type in.
protocol TypedOverlay: Overlay {
    /// The text that has the keys.
    var editor: TextEditor { get set }
    /// Follows a key in that text, in the overlay alone. By default nothing does.
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState)
    /// Follows it elsewhere, once the overlay has taken its place. By default nothing does.
    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect]
}

extension TypedOverlay {
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) {}
    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect] { [] }

    func edit(in explorer: inout ExplorerState, _ change: (inout TextEditor) -> Void) -> [Effect] {
        var overlay = self
        change(&overlay.editor)
        overlay.followEdit(from: editor, in: explorer)
        explorer.replaceTop(overlay)
        return overlay.didEdit(from: editor, in: &explorer)
    }

    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        edit(in: &explorer) { _ = $0.handle(stroke) }
    }

    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] { edit(in: &explorer) { $0.paste(text) } }
}

/// A list above the panes: the keys move in it.
protocol ListOverlay: Overlay {
    associatedtype IDs: RandomAccessCollection where IDs.Element: Hashable & Sendable
    var list: ListState<IDs.Element> { get set }
    /// Returns the rows that are left by what is typed.
    func ids(in explorer: ExplorerState) -> IDs
    /// Returns the length of a page; 10 rows by default.
    func pageLength(in explorer: ExplorerState) -> Int
}

extension ListOverlay {
    func pageLength(in explorer: ExplorerState) -> Int { 10 }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) { moveInList(action, in: explorer) }

    /// Moves the cursor alone: lists in which more moves call it from ``moveCursor(_:in:)``.
    mutating func moveInList(_ action: Action, in explorer: ExplorerState) {
        let (ids, page) = (ids(in: explorer), pageLength(in: explorer))
        list.stand(on: ExplorerState.moved(list.index(in: ids), action, page: page, last: ids.count - 1), of: ids)
    }
}

/// A list that typing narrows.
protocol NarrowedList: ListOverlay, TypedOverlay {
    /// Follows each key: finds what matches the text that was typed, where that is kept. Where it was changed, the cursor is on the first row.
    mutating func narrow(in explorer: ExplorerState)
}

extension NarrowedList {
    mutating func narrow(in explorer: ExplorerState) {}
    func actionOfClick(hasCursor: Bool) -> Action? { hasCursor ? .choose : nil }

    var editor: TextEditor {
        get { list.filter }
        set { list.filter = newValue }
    }
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) {
        if list.filter.text != old.text { list.restart() }
        narrow(in: explorer)
    }
}

/// A list that typing narrows, as a table in a box: it says its rows and the texts of each.
protocol TableList: NarrowedList {
    associatedtype Row: Identifiable where Row.ID == IDs.Element
    /// The limits of the columns' widths, from left to right.
    static var columns: [ColumnLimit] { get }
    /// Returns the rows that are left by what is typed.
    func rows(in explorer: ExplorerState) -> [Row]
    /// Returns the text of a row in each column.
    func cells(of row: Row, in explorer: ExplorerState) -> [StyledText]
    /// Returns the text that is shown when there are no rows.
    func emptyText(in explorer: ExplorerState) -> String
}

extension TableList {
    func ids(in explorer: ExplorerState) -> [Row.ID] { rows(in: explorer).map(\.id) }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) {
        let rows = rows(in: explorer)
        let inside = OverlayDrawing.box(
            title(in: explorer), columns: 110, rows: explorer.size.rows - 4, explorer, on: &grid)
        let below = ListDrawing.drawFilter(list.filter, explorer.glyphs, in: inside, on: &grid)
        guard !rows.isEmpty else { return grid.writeEmpty(emptyText(in: explorer), in: below) }
        ListDrawing.drawTable(
            rows.map { cells(of: $0, in: explorer) }, Self.columns, cursor: list.index(in: rows.lazy.map(\.id)),
            explorer.glyphs, in: below, on: &grid)
    }
}

/// Lines above the panes in which text can be found.
protocol TextOverlay: Overlay {
    var finding: TextFinding { get set }
    /// Changes what is looked for, and brings what was found into view.
    ///
    /// - Parameter change: Gets the lines on screen and the first one in view.
    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void)
}

/// Lines in a box that are only read: the keys scroll them.
protocol ScrolledText: Overlay {
    /// Index of the first line in view.
    var scroll: Int { get set }
    /// Columns of the lines, where the screen has room for them; 110 by default.
    static var columns: Int { get }
    /// Rows above the lines, which do not scroll; none by default.
    static var headRows: Int { get }
    /// Returns the text in the border of the box; by default its name.
    func heading(in explorer: ExplorerState) -> String
    func lines(in explorer: ExplorerState) -> [[StyledText]]
    /// Returns the number of lines in view at once; by default as many as the screen has room for.
    func rows(in explorer: ExplorerState) -> Int
}

extension ScrolledText {
    static var columns: Int { 110 }
    static var headRows: Int { 0 }
    static func columns(in explorer: ExplorerState) -> Int { max(1, min(columns, explorer.size.columns - 6)) }

    func heading(in explorer: ExplorerState) -> String { title(in: explorer) }
    func rows(in explorer: ExplorerState) -> Int { max(1, explorer.size.rows - 4 - Self.headRows) }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) { scroll(action, in: explorer) }

    /// Scrolls alone: pages in which more moves call it from ``moveCursor(_:in:)``.
    mutating func scroll(_ action: Action, in explorer: ExplorerState) {
        let rows = rows(in: explorer)
        scroll = ExplorerState.moved(scroll, action, page: rows, last: lines(in: explorer).count - rows)
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { _ = drawText(explorer, on: &grid) }

    /// Draws the box and the lines in view.
    ///
    /// - Returns: The places of the rows above the lines, and of the lines.
    func drawText(_ explorer: ExplorerState, on grid: inout Grid) -> (head: Rect, text: Rect) {
        let inside = OverlayDrawing.box(
            heading(in: explorer), columns: Self.columns, rows: explorer.size.rows, explorer, on: &grid)
        let (head, text) = inside.cutTop(Self.headRows)
        draw(lines(in: explorer), in: text, on: &grid)
        return (head, text)
    }

    /// Returns the first line in view: another size may have room for more of them.
    func first(of count: Int, in rect: Rect) -> Int { min(scroll, max(0, count - rect.rows)) }

    /// Draws the lines in view, with what was found in them.
    func draw(_ lines: [[StyledText]], in rect: Rect, on grid: inout Grid) {
        let finding = (self as? any TextOverlay)?.finding
        for (row, index) in zip(0..<rect.rows, lines.indices.dropFirst(first(of: lines.count, in: rect))) {
            grid.write(lines[index], in: rect.line(row))
            finding?.mark(lines[index].map(\.text).joined(), index, in: rect.line(row), on: &grid)
        }
    }
}

extension ScrolledText where Self: TextOverlay {
    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void) {
        let lines = lines(in: explorer).map { $0.map(\.text).joined() }
        change(&finding, lines, scroll)
        scroll = finding.scroll(scroll, rows: rows(in: explorer), of: lines.count)
    }
}

extension ExplorerState {
    // Those below return no effects, for who does nothing else.

    /// Puts something above all that is shown: it has the keys from then on.
    @discardableResult
    mutating func present(_ overlay: any Overlay) -> [Effect] {
        overlays.append(overlay)
        return []
    }

    mutating func settleOverlays() {
        for index in overlays.indices {
            var overlay = overlays[index]
            overlay.settle(in: self)
            overlays[index] = overlay
        }
    }

    /// Puts what has changed in the place of the overlay that has the keys.
    @discardableResult
    mutating func replaceTop(_ overlay: any Overlay) -> [Effect] {
        overlays[overlays.count - 1] = overlay
        return []
    }

    /// Returns the topmost overlay of a type, which others may be above; nil where there is none.
    func overlay<Kind: Overlay>(_ kind: Kind.Type = Kind.self) -> Kind? {
        overlays.last { $0 is Kind }.flatMap { $0 as? Kind }
    }

    /// Changes the topmost overlay of a type, which others may be above; none, where there is none.
    mutating func change<Kind: Overlay>(_ kind: Kind.Type = Kind.self, _ change: (inout Kind) -> Void) {
        guard let index = overlays.lastIndex(where: { $0 is Kind }), var overlay = overlays[index] as? Kind else {
            return
        }
        change(&overlay)
        overlays[index] = overlay
    }

    /// Says that a key does nothing in an overlay, and which ones do.
    @discardableResult
    mutating func sayUnknown(_ stroke: KeyStroke, _ overlay: some Overlay) -> [Effect] {
        guard let hint = overlay.keyHint else { return [] }
        return say(.info, "\(stroke.title) does nothing here: \(hint)")
    }
}

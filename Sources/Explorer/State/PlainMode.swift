import Exchanges
import ExplorerKit
import TextGrid

// Plain mode, for screen readers: one pane at a time, words instead of glyphs, no drawing, the terminal's cursor where the user is, and a last line
// that says what has changed and stays.

extension ExplorerState {
    /// Whether the screen is for a screen reader: the command line, the environment or `config.yaml` says so.
    public var isPlain: Bool { display.asksForPlain || settings.isPlain }

    /// Whether a value of `MICROSCOPE_PLAIN` asks for plain mode: every value does, except an empty one, `0`, `false`, `no` and `off`, in any case.
    /// nil: it is not set.
    public static func asksForPlain(_ value: String?) -> Bool {
        guard let value else { return false }
        return !["", "0", "false", "no", "off"].contains(value.lowercased())
    }

    /// Whether there is a last line for what has happened.
    var hasAnnouncements: Bool { isPlain && display.bandRows > 0 }

    /// Takes the glyphs that plain mode has, or the former ones again.
    mutating func choosePlainGlyphs() {
        if isPlain, glyphs != .plain {
            (display.announced.formerGlyphs, display.glyphs) = (glyphs, .plain)
        } else if !isPlain, let former = display.announced.formerGlyphs {
            (display.announced.formerGlyphs, display.glyphs) = (nil, former)
        }
    }

    /// Announces what is new and worth saying; called after every event.
    mutating func announce() {
        guard isPlain else { return }
        let facts = PlainFacts(self)
        let words = status?.text ?? facts.words(after: display.announced.facts, self)
        display.announced.isOnRow = facts.isOnRow(after: display.announced.facts, display.announced.isOnRow)
        if let words, !words.isEmpty { display.announced.text = words }
        display.announced.facts = facts
    }
}

/// The announcement of plain mode, and the facts that it is about.
struct Announced: Sendable, Hashable {
    var text = ""
    /// Whether the terminal's cursor is on the chosen row of a list that has a line for typing as well.
    fileprivate(set) var isOnRow = false
    fileprivate(set) var facts = PlainFacts()
    /// The glyphs that the terminal has outside of plain mode.
    fileprivate(set) var formerGlyphs: Glyphs?
}

/// The facts that are announced to a user who hears the screen when they change.
struct PlainFacts: Sendable, Hashable {
    private var pane = Pane.tree
    private var shown = ""
    private var tab = ""
    private var isUnsaved = false
    private var isSending = false
    private var outcome = ""
    /// The overlay above the panes.
    private var overlay = ""
    private var isEditing = false
    private var list: List?

    /// An overlay with rows of which one is chosen.
    private struct List: Sendable, Hashable {
        /// The row of its first line.
        var row: Int?
        var text: String
        /// The line for typing, and the column there.
        var typed = ""

        init(_ state: ExplorerState) {
            let grid = drawn(state)
            row = PlainDrawing.cursorCell(on: grid)?.row
            text = PlainDrawing.chosenText(on: grid)
            if let cursor = grid.cursor { typed = "\(cursor.column) \(grid.text(row: cursor.row))" }
        }
    }

    init() {}

    init(_ state: ExplorerState) {
        pane = state.focus
        shown = state.current.shownName
        overlay = state.overlays.last.map { $0.title(in: state) } ?? ""
        isEditing = state.edit != nil
        if !state.overlays.isEmpty || state.openCompletion != nil { list = List(state) }
        guard let session = state.session else { return }
        tab = pane == .response ? session.shownResponseTab.rawValue : session.tab.rawValue
        isUnsaved = session.draft.isDirty
        isSending = session.isSending
        if let response = session.response, !isSending { outcome = Self.outcome(response, state) }
    }

    private static func outcome(_ response: ShownResponse, _ state: ExplorerState) -> String {
        var facts = [ResponsePane.outcome(response, state.glyphs).map(\.text).joined()]
        if let failure = response.failure { facts.append(failure.message) }
        if let duration = response.exchange?.duration { facts.append(Wording.duration(duration)) }
        if let count = response.body?.count { facts.append(Wording.bytes(Int64(count))) }
        return facts.joined(separator: ", ")
    }

    /// Returns the announcement; nil: the terminal's cursor says all there is.
    func words(after old: PlainFacts, _ state: ExplorerState) -> String? {
        if overlay != old.overlay, !overlay.isEmpty { return overlay }
        if let list, overlay == old.overlay, !list.text.isEmpty, list.text != old.list?.text { return list.text }
        if isSending, !old.isSending { return "Sending \(shown)." }
        if shown == old.shown, outcome != old.outcome, !outcome.isEmpty { return outcome }
        if pane != old.pane || overlay != old.overlay { return "\(place)." }
        if tab != old.tab, pane == .request || pane == .response { return "Tab \(tab)." }
        if isEditing != old.isEditing { return isEditing ? "Editing." : "Left the field." }
        if shown == old.shown, isUnsaved != old.isUnsaved { return isUnsaved ? "Unsaved." : "As in the file." }
        return nil
    }

    /// Whether the cursor has moved in a list since something was typed in it.
    func isOnRow(after old: PlainFacts, _ was: Bool) -> Bool {
        guard let list, let before = old.list, overlay == old.overlay, list.typed == before.typed else { return false }
        return list.row != before.row || list.text != before.text || was
    }

    private var place: String {
        switch pane {
        case .tree: "Collection"
        case .request: "Request \(shown), tab \(tab)"
        case .response: outcome.isEmpty ? "Response, tab \(tab)" : "Response, tab \(tab), \(outcome)"
        case .log: "Log"
        case .held: "Held response"
        }
    }
}

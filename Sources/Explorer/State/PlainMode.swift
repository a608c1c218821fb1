import Exchanges
import ExplorerKit
import TextGrid

// Plain mode, for screen readers: one pane at a time, words instead of signs, no drawing, the terminal's cursor where the person is, and a last line
// that tells what has changed and stays.

extension ExplorerState {
    /// Whether the screen is for a screen reader: the command line, the environment or `config.yaml` says so.
    public var isPlain: Bool { display.asksForPlain || settings.isPlain }

    /// Whether a value of `MICROSCOPE_PLAIN` asks for plain mode: whatever is there says yes, but nothing, `0`, `false`, `no` and `off`, in
    /// any case. Nil: it is not set.
    public static func asksForPlain(_ value: String?) -> Bool {
        guard let value else { return false }
        return !["", "0", "false", "no", "off"].contains(value.lowercased())
    }

    /// Whether there is a last line for what has happened.
    var hasAnnouncements: Bool { isPlain && display.bandRows > 0 }

    /// Takes the signs that plain mode has, or the former ones again.
    mutating func choosePlainSigns() {
        if isPlain, signs != .plain {
            (display.announced.formerSigns, display.signs) = (signs, .plain)
        } else if !isPlain, let former = display.announced.formerSigns {
            (display.announced.formerSigns, display.signs) = (nil, former)
        }
    }

    /// After every event: what is worth telling of what is new.
    mutating func announce() {
        guard isPlain else { return }
        let facts = PlainFacts(self)
        let words = status?.text ?? facts.words(after: display.announced.facts, self)
        display.announced.isOnRow = facts.isOnRow(after: display.announced.facts, display.announced.isOnRow)
        if let words, !words.isEmpty { display.announced.text = words }
        display.announced.facts = facts
    }
}

/// What plain mode has told, and of what.
struct Announced: Sendable, Hashable {
    var text = ""
    /// Whether the terminal's cursor stands on the chosen row of a list in which one may type as well.
    fileprivate(set) var isOnRow = false
    fileprivate(set) var facts = PlainFacts()
    /// Those that the terminal has else.
    fileprivate(set) var formerSigns: Signs?
}

/// What somebody who hears the screen has to be told when it changes.
struct PlainFacts: Sendable, Hashable {
    private var pane = Pane.tree
    private var shown = ""
    private var tab = ""
    private var isUnsaved = false
    private var isSending = false
    private var outcome = ""
    /// What stands above the panes.
    private var overlay = ""
    private var isEditing = false
    private var list: List?

    /// What stands above a pane, and has rows of which one is chosen.
    private struct List: Sendable, Hashable {
        /// Of its first line.
        var row: Int?
        var text: String
        /// The line in which one types, and the column there.
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
        if let answer = session.answer, !isSending { outcome = Self.outcome(answer, state) }
    }

    private static func outcome(_ answer: Answer, _ state: ExplorerState) -> String {
        var facts = [ResponsePane.outcome(answer, state.signs).map(\.text).joined()]
        if let failure = answer.failure { facts.append(failure.message) }
        if let duration = answer.exchange?.duration { facts.append(Wording.duration(duration)) }
        if let count = answer.body?.count { facts.append(Wording.bytes(Int64(count))) }
        return facts.joined(separator: ", ")
    }

    /// Nil: nothing that the terminal's cursor does not tell.
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

    /// Whether one moved in a list since one typed in it.
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
        case .held: "Held answer"
        }
    }
}

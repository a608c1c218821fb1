import BodyStore
import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

// Finding in a body: during typing, and from one match to the next.

extension ExplorerState {
    private var find: FindState? { session?.find }

    // MARK: - Typing

    mutating func openFind() {
        guard let session, let find = session.findStatus else { return }
        let cursor = session.textTab == nil ? session.response?.reading.cursor : session.look.headerCursor
        let origin = FindInput.Origin(
            cursor: cursor ?? 0, scroll: session.look.scroll[session.textTab ?? .body] ?? 0,
            columnOffset: session.look.columnOffset, byte: firstByteAtHand)
        present(
            FindInput(
                isRegex: find.pattern.isRegex, before: find.pattern, wasActive: find.isActive, origin: origin))
    }

    /// The first byte of the line that has the cursor, else of the first one in view.
    private var firstByteAtHand: Int {
        guard let document = session?.bodyWithCursor, let reading = session?.response?.reading else {
            return firstByteInTab
        }
        return document.firstByte(ofLine: reading.shownLine(in: document))
    }

    /// Searches for what is typed, again from where the search began.
    fileprivate mutating func look(for input: FindInput) -> [Effect] {
        goBack(to: input.origin)
        let effects = look(for: input.pattern) + step(.forward, from: input.origin.byte)
        if let problem = session?.findStatus?.problem { say(.warning, "Invalid regular expression: \(problem)") }
        return effects
    }

    mutating func switchRegex() -> [Effect] {
        guard var input = overlays.last as? FindInput else { return [] }
        input.isRegex.toggle()
        return replaceTop(input) + look(for: input)
    }

    /// Enter: stays at the match. An invalid pattern is kept open; with nothing typed, the search before is repeated.
    mutating func keepFound(_ input: FindInput) -> [Effect] {
        guard input.editor.text.isEmpty else {
            if session?.findStatus?.problem != nil { present(input) }
            return []
        }
        guard !input.before.text.isEmpty else { return look(for: BodyPattern("")) }
        return look(for: input.before) + step(.forward, from: input.origin.byte)
    }

    /// Esc: goes back to where the search began, and to the search before.
    mutating func leaveFind(_ input: FindInput) -> [Effect] {
        goBack(to: input.origin)
        let (effects, tab) = (look(for: input.before), session?.textTab)
        if !input.wasActive { session?[finding: tab].rest() }
        session?[finding: tab].forgetMatch()
        return tab == nil ? effects + (shown.map { effect(.match($0), .cancel) } ?? []) : effects
    }

    private mutating func goBack(to origin: FindInput.Origin) {
        if session?.textTab == .headers { session?.look.headerCursor = origin.cursor }
        if session?.textTab == nil {
            changeReading { $0.cursor = origin.cursor }
            session?.look.columnOffset = origin.columnOffset
        }
        scrollResponse(session?.textTab ?? .body, to: origin.scroll)
    }

    private mutating func look(for pattern: BodyPattern) -> [Effect] {
        lookThroughTab()
        guard let shown else { return [] }
        let tab = session?.textTab
        session?[finding: tab].look(for: pattern)
        guard tab == nil else { return [] }
        guard find?.matcher == nil else { return orderFind() }
        return effect(.find(shown), .cancel) + effect(.match(shown), .cancel)
    }

    // MARK: - Stepping

    /// `n` and `N`: goes on from the match at hand, or from the cursor if it has moved on.
    mutating func step(_ direction: MatchStep.Direction) -> [Effect] {
        guard let status = session?.findStatus else { return [] }
        if session?.textTab == nil, find?.isStepping == true {
            session?.find.waiting.append(direction)
            return []
        }
        let effects = status.isActive ? [] : look(for: status.pattern)
        let origin = matchAtHand.map { direction == .forward ? $0 + 1 : $0 } ?? firstByteAtHand
        return effects + step(direction, from: origin)
    }

    /// The first byte of the match at hand; nil where there is none, or the cursor has moved on.
    private var matchAtHand: Int? {
        if let textTab = session?.textTab { return firstByteOfMatch(in: textTab) }
        guard let document = session?.bodyWithCursor, let match = find?.found, let reading = session?.response?.reading,
            reading.folding.shownLine(for: match.line) == reading.shownLine(in: document)
        else { return nil }
        return match.byteRange.lowerBound
    }

    private mutating func step(_ direction: MatchStep.Direction, from origin: Int) -> [Effect] {
        if let textTab = session?.textTab {
            step(direction, from: origin, in: textTab)
            return []
        }
        guard let shown, let document = session?.bodyWithCursor, let find, let matcher = find.matcher else { return [] }
        session?.find.isStepping = true
        let counts = find.store === document.store ? find.counts : MatchCounts()
        let search = MatchSearch(document.store, matcher, counts: counts)
        let step = MatchStep(document, search, from: origin, direction)
        return effect(.match(shown), { .findMatch(step, $0) }, then: { $0.takeMatch($2, in: document.store, at: $1) })
    }

    private mutating func takeMatch(_ match: FoundMatch?, in store: BodyStore, at path: ItemPath) -> [Effect] {
        guard sessions[path]?.find.store === store else { return [] }
        sessions[path]?.find.isStepping = false
        let waiting = sessions[path]?.find.waiting ?? []
        sessions[path]?.find.waiting = []
        guard let match else {
            if isOnScreen(path), let find { reportNoMatch(of: find) }
            return []
        }
        take(match, in: store, at: path)
        guard path == shown, let next = waiting.first else { return [] }
        let effects = step(next)
        sessions[path]?.find.waiting = Array(waiting.dropFirst())
        return effects
    }

    private mutating func take(_ match: FoundMatch, in store: BodyStore, at path: ItemPath) {
        sessions[path]?.find.found = match
        sessions[path]?.changeReading(of: store) { reading in
            if let ruler = match.ruler { reading.rulers.insert(ruler) }
            reading.go(toUnfolded: match.line)
            reading.cursorColumn = match.column
        }
        guard isOnScreen(path) else { return }
        showColumns(of: match)
        if match.hasWrapped { say(.info, "The search wrapped around to the other end of the body.") }
    }

    mutating func reportNoMatch(of find: some PatternFinding) {
        let text = find.pattern.text.shownInLine(limit: 60)
        say(.warning, "Nothing matches \(text)\(find.isCounting ? " as far as the body has come" : "").")
    }

    /// Scrolls sideways when the match is not in view, as far to the left as it can be.
    private mutating func showColumns(of match: FoundMatch) {
        guard !preferences.wrapsBodies else { return }
        guard let session, let document = session.bodyWithCursor else { return }
        if document.kind == .table {
            self.session?.showCell(of: match, in: document)
            return
        }
        let room = BodyDrawing.textColumns(of: document, in: layout.response)
        for offset in [session.look.columnOffset, 0] where offset <= match.column {
            if document.columns(from: offset, to: match, within: room) {
                self.session?.look.columnOffset = offset
                return
            }
        }
        self.session?.look.columnOffset = max(0, match.column - room / 4)
    }

    // MARK: - Counting, and what is on screen

    /// Searches a body that is new, and what of it has come on screen.
    mutating func orderFind() -> [Effect] {
        guard let shown, let document = session?.bodyWithCursor, let matcher = find?.matcher else { return [] }
        var effects: [Effect] = []
        if find?.store !== document.store {
            session?.find.begin(in: document.store)
            let search = MatchSearch(document.store, matcher)
            effects += effect(
                .find(shown), { .countMatches(search, $0) },
                note: { $0.sessions[$1]?.find.take($2, in: document.store) })
        }
        var wanted = shownBlocks(of: document)
        if let match = find?.found?.byteRange { wanted.insert(MatchSearch.block(of: match)) }
        guard let counts = find?.counts, let blocks = session?.find.missing(of: wanted) else { return effects }
        let search = MatchSearch(document.store, matcher, counts: counts)
        effects += effect(
            .matchBlocks(shown), { .matchBlocks(search, blocks, $0) },
            note: { $0.sessions[$1]?.find.take($2, in: document.store) })
        return effects
    }

    private func shownBlocks(of document: BodyDocument) -> Set<Int> {
        guard let session, let reading = session.response?.reading else { return [] }
        if let wrapped = wrappedBody {
            let lines = wrapped.lines(from: current.firstRow(in: wrapped), count: responseRows)
            return Set(lines.compactMap(\.line.shownBytes).flatMap { MatchSearch.blocks(of: $0) })
        }
        let first = session.look.scroll[.body] ?? 0
        let offset = session.look.columnOffset
        let room = BodyDrawing.textColumns(of: document, in: layout.response)
        let lines = document.lines(
            ofRows: first..<first + responseRows, folding: reading.folding, columns: offset..<offset + max(1, room))
        return Set(lines.compactMap(\.shownBytes).flatMap { MatchSearch.blocks(of: $0) })
    }

    /// Esc in the body, or in a tab of text: hides the matches.
    ///
    /// - Returns: The effects that stop the search; nil: nothing was looked for.
    mutating func restFind() -> [Effect]? {
        let tab = session?.textTab
        guard context == .response, let shown, session?[finding: tab].isActive == true else { return nil }
        session?[finding: tab].rest()
        guard tab == nil else { return [] }
        return [EffectKey.find(shown), .match(shown), .matchBlocks(shown)].flatMap { effect($0, .cancel) }
    }

    // MARK: - When not

    var reasonNotToFindInResponse: String? {
        if session?.textTab != nil { return nil }
        guard session?.response?.document != nil else { return reasonForNoBody }
        return session?.bodyWithCursor != nil ? nil : "Find works in one response, shown alone."
    }

    var reasonNotToFindAgainInResponse: String? {
        if let reason = reasonNotToFindInResponse { return reason }
        guard overlays.isEmpty, let find = session?[finding: session?.textTab] else { return nil }
        guard !find.pattern.text.isEmpty else {
            return "No search \(session?.textTab == nil ? "" : "here ")yet: / finds text."
        }
        guard find.isActive, find.hasNone else { return nil }
        return "Nothing matches \(find.pattern.text.shownInLine(limit: 60)): / finds something else."
    }
}

extension BodyDocument {
    fileprivate func firstByte(ofLine line: Int) -> Int {
        lines(line..<line + 1, columns: 0..<0).first?.byteRange.lowerBound ?? 0
    }

    /// Whether a match is seen whole, or its first quarter of a screen, when its line is shown from a column on.
    fileprivate func columns(from offset: Int, to match: FoundMatch, within room: Int) -> Bool {
        guard match.column - offset <= room,
            let line = lines(match.line..<match.line + 1, columns: offset..<offset + room).first,
            let columns = columns(ofBytes: match.byteRange, in: line)
        else { return false }
        let needed = min(columns.count, room / 4)
        let before = String(
            String.UnicodeScalarView(line.text.unicodeScalars.prefix(columns.lowerBound - offset + needed)))
        return DisplayWidth.columns(of: before) <= room && columns.lowerBound == match.column
    }
}

extension Action {
    static let switchRegex = Action(
        "switchRegex", [.find], [.control("t"), KeyStroke(.character("r"), .alt)], "regex",
        "Search for a regular expression, or for plain text."
    ) { $0.switchRegex() }
}

extension ActionContext {
    static let find: ActionContext = .init(
        "find", "Finding", .field, .asksOfCollection,
        enter: ("stay here", "Stay at the match; with nothing typed, repeat the last search."),
        escape: ("back", "Go back to where you were."), way: .find)
}

extension FindInput: TypedOverlay {
    static let context: ActionContext = .find
    static let extraRows: [ActionRow] = [
        ActionRow(.nextMatch, [.find], [.down, .control("n")], "next", "Go to the next match."),
        ActionRow(.previousMatch, [.find], [.up, .control("p")], "previous", "Go to the previous match."),
    ]
    static let actions: [Action] = [.switchRegex]

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.keepFound(self) }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { explorer.leaveFind(self) }

    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect] {
        editor.text == old.text ? [] : explorer.look(for: self)
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { FindDrawing.draw(self, explorer, on: &grid) }
}

extension RequestSession {
    /// The number of cells in one row that are searched; a match behind them leaves the columns where they are.
    private static let cellsLookedAt = 4096

    /// Scrolls to the cell of a match: a table goes sideways by cells.
    fileprivate mutating func showCell(of match: FoundMatch, in document: BodyDocument) {
        let rows = document.tableRows(match.line..<match.line + 1, cells: 0..<Self.cellsLookedAt)
        guard let cell = rows.first?.cellRanges.firstIndex(where: { $0.overlaps(match.byteRange) }) else { return }
        look.columnOffset = cell * TableDrawing.step
    }
}

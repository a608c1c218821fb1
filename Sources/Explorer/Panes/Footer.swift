import ExplorerKit
import OpenCollection
import TextGrid

/// The last line: what has just happened, or the keys that matter now.
enum Footer {
    static func draw(_ shown: ShownForm?, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        grid.fill(rect, .plain)
        if let message = message(state) { return draw(message, shown, state, in: rect, on: &grid) }
        if state.context == .textFind { return drawTextFind(state, in: rect, on: &grid) }
        let aside = aside(shown, state, columns: rect.columns)
        let hintRoom = room(beside: aside, in: rect)
        grid.write(hints(shown, state, columns: hintRoom.columns).flatMap(\.runs), in: hintRoom)
        guard let aside else { return }
        let start = rect.endColumn - DisplayWidth.columns(of: aside.text)
        grid.write(aside.text, at: Point(column: start, row: rect.row), aside.style, in: rect)
    }

    /// Returns the message in place of the keys; nil: they have the line. Announcements elsewhere leave the keys in their place.
    static func message(_ state: ExplorerState) -> StyledText? {
        if let status = state.status, !state.hasAnnouncements {
            return StyledText(status.text, status.kind == .info ? .success : status.kind.style)
        }
        return state.edit?.complaint.map { StyledText($0, .warning) }
    }

    /// Returns the text at the right end, which leaves the hints the rest: what is wrong with a text, the place in a body, or the value of the
    /// variable under the cursor.
    private static func aside(_ shown: ShownForm?, _ state: ExplorerState, columns: Int) -> StyledText? {
        if let fault = shownFault(shown, state) { return text(of: fault, state, columns: columns) }
        if let place = bodyPlace(state) { return clipped(place, state.glyphs, columns: columns) }
        guard let value = ValueAtCursor(shown, state) else { return nil }
        return value.text(
            columns: roomForValue(beside: hints(shown, state, columns: .max / 2), columns: columns), state.glyphs)
    }

    /// Returns the room for a value: half of the line at most, and less where that takes the keys that are wanted on a URL, but never too little to
    /// be of use.
    private static func roomForValue(beside hints: [Hint], columns: Int) -> Int {
        let wanted = hints.enumerated().filter { index, hint in
            index == 0 || isKept(hint.action) || [.send, .save, .nextTab].contains(hint.action)
        }
        let rest = columns - wanted.flatMap(\.element.runs).columns - 1
        return max(1, columns / 3, min(columns / 2, rest))
    }

    /// Returns the room that the hints have: drawn in it, and clicked in it.
    private static func room(beside aside: StyledText?, in rect: Rect) -> Rect {
        guard let aside else { return rect }
        let columns = max(0, rect.columns - DisplayWidth.columns(of: aside.text) - 1)
        return Rect(column: rect.column, row: rect.row, columns: columns, rows: 1)
    }

    /// Cuts a place to half of the line at most: its end says more than its beginning.
    private static func clipped(_ place: StyledText, _ glyphs: Glyphs, columns: Int) -> StyledText {
        let room = max(1, columns / 2)
        guard DisplayWidth.columns(of: place.text) > room else { return place }
        var text = place.text
        while DisplayWidth.columns(of: text) > room - DisplayWidth.columns(of: glyphs.ellipsis) { text.removeFirst() }
        return StyledText(glyphs.ellipsis + text, place.style)
    }

    /// Returns the place of the cursor in the body, or what is looked for from there.
    private static func bodyPlace(_ state: ExplorerState) -> StyledText? {
        guard state.context == .response, let document = state.session?.bodyWithCursor,
            let reading = state.session?.response?.reading
        else { return nil }
        switch reading.search?.goal {
        case .place, nil: break
        default: return StyledText("searching\(state.glyphs.ellipsis) moving on cancels", .running)
        }
        guard let path = reading.place(in: document)?.path else { return nil }
        // Of what a filter made, it is only known where in that.
        let known = state.session?.response?.pathInWhole(path)?.text
        let text = known ?? "\(state.glyphs.ellipsis) | \(path.text)"
        // A way of a hundred long names is longer than any line.
        return StyledText(String(text.suffix(1000)).shownInLine(limit: 1000), .hole)
    }

    /// An action that is proposed, as it is written.
    struct Hint {
        var action: Action
        var runs: [StyledText]
    }

    /// Keys of the context, most useful first, each whole; the way out of what is typed in and that to the help are always among them.
    static func hints(_ shown: ShownForm?, _ state: ExplorerState, columns: Int) -> [Hint] {
        let actions = Self.actions(shown, state)
        // In plain mode a pane has the whole screen as it is.
        let offered = (actions.contains(.help) ? actions : actions + [.help]).filter { $0 != .zoom || !state.isPlain }
        let entries = offered.map { Hint(action: $0, runs: runs(of: $0, state, shown)) }.filter { !$0.runs.isEmpty }
        var room = columns - entries.filter { isKept($0.action) }.reduce(0) { $0 + $1.runs.columns }
        return entries.filter { entry in
            if isKept(entry.action) { return true }
            // After one that has no room, a shorter one of less use would seem to matter more.
            room = room >= entry.runs.columns ? room - entry.runs.columns : -1
            return room >= 0
        }
    }

    /// Returns the action that is proposed at a column; nil beside those that are drawn.
    static func action(at column: Int, _ state: ExplorerState) -> Action? {
        let footer = state.layout.footer
        let shown = state.shownForm
        if let message = message(state) {
            let (hints, room) = hints(beside: message, shown, state, in: footer)
            return action(at: column, of: hints, in: room)
        }
        guard state.context != .textFind else { return nil }
        let room = room(beside: aside(shown, state, columns: footer.columns), in: footer)
        return action(at: column, of: hints(shown, state, columns: room.columns), in: room)
    }

    private static func action(at column: Int, of hints: [Hint], in room: Rect) -> Action? {
        guard (room.column..<room.endColumn).contains(column) else { return nil }
        var end = room.column
        return hints.first { hint in
            end += hint.runs.columns
            return column < end
        }?.action
    }

    private static func isKept(_ action: Action) -> Bool { [.help, .dismiss, .leaveEdit, .interrupt].contains(action) }

    static func runs(of action: Action, _ state: ExplorerState, _ shown: ShownForm? = nil) -> [StyledText] {
        guard let row = state.settings.keymap.row(of: action, in: state.context), let key = row.keys.first else {
            return []
        }
        let keys = action == .borderLeft ? borderKeys(state) : key.title
        return [StyledText(" \(keys)", .key), StyledText(" \(label(row, state, shown)) ", .dimmed)]
    }

    /// Returns the keys of the borders, one for each direction: "hjkl".
    private static func borderKeys(_ state: ExplorerState) -> String {
        [Action.borderLeft, .borderDown, .borderUp, .borderRight].compactMap {
            state.settings.keymap.row(of: $0, in: .layout)?.keys.first?.title
        }.joined()
    }

    /// Returns how request and response are arranged after the key.
    private static func wordsForNextArrangement(_ state: ExplorerState) -> String {
        switch state.nextArrangement {
        case .automatic: "auto"
        case .below: "below"
        case .beside: "beside"
        case .stacked: "one pane"
        }
    }

    private static func label(_ row: ActionRow, _ state: ExplorerState, _ shown: ShownForm?) -> String {
        if row.action == .stopSeries, state.series?.isUnderWay != true { return "close" }
        if row.action == .activities { return "\(state.countOfOtherActivities) running" }
        if row.action == .takeCompletion { return labelOfTab(row, state, shown) }
        if row.action == .commit, hasRowBelow(shown, state) { return "\(row.label), down" }
        if row.action == .nextArrangement { return wordsForNextArrangement(state) }
        if row.action == .interrupt { return "quit" }
        if row.action == .choose, (state.overlays.last as? TrustQuestion)?.isRead(state) == false { return "show more" }
        if row.action == .cancel, !isRunning(state), state.isTreeWidenedByCancel { return "show all" }
        return row.label
    }

    /// Returns the label of Tab: what it does with a list, or in the field.
    private static func labelOfTab(_ row: ActionRow, _ state: ExplorerState, _ shown: ShownForm?) -> String {
        switch state.openCompletion?.tabStep {
        case .take, nil: return row.label
        case .share: return "complete"
        case .choose: return "choose"
        case .goOn where state.edit?.editor.isMultiline == true: return "indent"
        case .goOn:
            let next = hasFieldBehind(shown, state) ? Action.commitAndNext : .leaveEdit
            return state.settings.keymap.row(of: next, in: .edit)?.label ?? row.label
        }
    }

    private static func isRunning(_ state: ExplorerState) -> Bool {
        state.session?.isSending == true || state.tokenUnderWay != nil
    }

    private static func actions(_ shown: ShownForm?, _ state: ExplorerState) -> [Action] {
        if let overlay = state.overlays.last { return overlay.footer(in: state) }
        let own: [Action] =
            switch state.context {
            case .tree: ofTree(state)
            case .request: shown.map { ofForm($0, state) + around(state) } ?? waysToARequest
            case .response: ofResponse(state)
            case .edit: ofEdit(shown, state)
            default: ofOthers[state.context] ?? []
            }
        return state.context.kind == .pane ? running(state) + own : own
    }

    /// The actions of contexts in which they are always the same.
    private static let ofOthers: [ActionContext: [Action]] = [
        .sides: [.nextSide, .showAlone, .moveDown, .nextTab, .zoom, .sendTo],
        .events: [.openPiece, .find, .last, .nextTab, .zoom, .send],
        .log: [.goToAttempt, .logLess, .logMore, .filterLog, .find, .logScope, .saveLog],
        .held: [.inStep, .release, .pageDown, .nextTab, .zoom, .send],
        .filter: [.choose, .moveUp, .keepFilter, .dismiss],
        .layout: [
            .leaveLayout, .borderLeft, .nextArrangement, .hideTree, .hideRequest, .hideResponse, .hideLog, .usualLayout,
        ],
        .completion: [.nextCompletion, .takeCompletion, .closeCompletion],
        .textFind: [.nextMatch, .choose, .dismiss],
    ]

    private static let waysToARequest: [Action] = [.focusTree, .findRequest, .palette]

    /// Returns the actions about something that is under way, or waits for a decision.
    private static func running(_ state: ExplorerState) -> [Action] {
        (isRunning(state) ? [.cancel] : []) + (state.countOfOtherActivities > 0 ? [.activities] : [])
            + possible([.merge], state) + (state.usesMouse ? [] : [.mouse])
    }

    private static func possible(_ actions: [Action], _ state: ExplorerState) -> [Action] {
        actions.filter { state.disabledReason(of: $0) == nil }
    }

    private static func ofTree(_ state: ExplorerState) -> [Action] {
        let widen: [Action] = !isRunning(state) && state.isTreeWidenedByCancel ? [.cancel] : []
        return widen + possible([.open] + ofRow(state) + [.save], state) + [.environment, .filter, .help, .quit]
            + around(state)
    }

    private static func ofResponse(_ state: ExplorerState) -> [Action] {
        guard let session = state.session, session.isRequest else { return waysToARequest }
        if session.comparison != nil { return [.showSides, .nextSide, .nextTab, .pageDown, .zoom, .sendTo] }
        if session.bodyWithCursor != nil, !possible([.fold], state).isEmpty {
            return matches(state) + [.fold, .find, .goToParent, .useValue, .copy, .nextTab, .send]
        }
        if session.shownPicture != nil { return [.viewAs, .zoom, .saveBody, .openBody, .nextTab, .send] }
        let isText = session.textTab != nil
        switch session.shownResponseTab {
        case .wire: return matches(state) + [.find, .showWireSecrets, .copy, .nextTab, .pageDown, .zoom, .send]
        case .headers where isText:
            return matches(state) + [.find, .useValue, .showWireSecrets, .copy, .nextTab, .pageDown, .zoom, .send]
        default:
            let find =
                isText || session.bodyWithCursor != nil ? matches(state) + [.find, .nextTab] : [.nextTab, .moveDown]
            return find + [.pageDown, .zoom, .send, .copyBody]
        }
    }

    private static func ofEdit(_ shown: ShownForm?, _ state: ExplorerState) -> [Action] {
        if state.edit?.editor.selection != nil { return [.copySelection, .cutSelection, .leaveEdit] }
        let isMultiline = state.edit?.editor.isMultiline == true
        let onward: [Action] = hasFieldBehind(shown, state) ? [.commit, .commitAndNext] : [.commit]
        return [.leaveEdit] + (isMultiline ? [] : onward) + [.undoTyping]
            + (isMultiline ? [.find] + possible([.formatText], state) : [.complete]) + [.externalEditor, .send, .save]
            + (state.edit?.field == .url ? possible([.editBody], state) : [])
    }

    /// Returns the main actions on the row with the tree's cursor, besides opening it.
    private static func ofRow(_ state: ExplorerState) -> [Action] {
        let edit: [Action] = state.session?.isRequest == false ? [.edit] : []
        switch state.current.rowAtTreeCursor?.item?.kind {
        case .broken(let problem) where problem.outside != nil: return []
        case .broken, .unsupported: return [.editFile]
        case .request, .unopened, .folder, nil: break
        }
        if state.session?.isRequest != true, state.current.lacksRequests { return [.newItem] + edit }
        return edit.isEmpty ? [.send] : edit
    }

    /// Returns the actions that can be done where the cursor is; the rest would only be refused.
    private static func ofForm(_ shown: ShownForm, _ state: ExplorerState) -> [Action] {
        let ofText: [Action] = shown.isAtText ? [.formatText, .externalEditor] : []
        let send: [Action] = shown.session.isRequest ? [.send] : []
        let rows: [Action] = [.toggle, .add, .delete]
        let ways = shown.isAtHead ? send + [.save, .nextTab] + rows : rows + ofText + [.nextTab] + send + [.save]
        let all = [.edit] + ways + [.undo, .help] + (state.size.columns < columnsForMore ? [] : [.editAsText])
        return all.filter { state.disabledReason(of: $0, in: shown) == nil }
    }

    /// Ways elsewhere, where there is room for them.
    private static func around(_ state: ExplorerState) -> [Action] {
        state.size.columns < columnsForMore ? [] : [.findRequest, .jump, .back]
    }

    /// The columns below which the keys of a pane fill the line.
    private static let columnsForMore = 120

    /// Returns the actions that go from match to match, while a search is active.
    static func matches(_ state: ExplorerState) -> [Action] {
        let isActive = state.overlays.isEmpty ? state.session?.findStatus?.isActive : state.reasonNotToFindAgain == nil
        return isActive == true ? [.nextMatch, .previousMatch] : []
    }
}

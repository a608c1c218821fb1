import Exchanges
import ExplorerKit
import TextGrid

/// The responses of several environments: a line for each, and as many beside each other as fit.
enum SidesPane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard let session = state.session, let comparison = session.comparison, let layout = state.sidesLayout else {
            return
        }
        let isFocused = state.focus == .response
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        let tab = session.shownResponseTab == .body ? "" : ": \(session.shownResponseTab.rawValue)"
        grid.writeTitle(
            rect, .response, [StyledText("Responses\(tab)", style)] + filter(session, state),
            trailing: summary(session, comparison, state), isFocused: isFocused, state.glyphs)
        drawList(comparison, state, in: layout.list, on: &grid)
        for (place, index) in layout.shown.enumerated() {
            drawColumn(place, index, session, layout, state, on: &grid)
        }
    }

    /// Returns the filter by which all of them are shown.
    private static func filter(_ session: RequestSession, _ state: ExplorerState) -> [StyledText] {
        guard session.shownResponseTab == .body, !state.shownFilter.isEmpty else { return [] }
        return [StyledText(" filtered by ", .dimmed), StyledText(state.shownFilter.shownInLine(limit: 40), .code)]
    }

    /// Returns the line count of the longest of them, since they are scrolled together.
    static func lineCount(_ session: RequestSession, _ layout: SidesLayout, _ state: ExplorerState) -> Int {
        let columns = layout.bodies[0].columns
        let counts = session.comparison?.sides.indices.map {
            ResponsePane.lineCount(of: session.showing($0), state, columns: columns)
        }
        return counts?.max() ?? 0
    }

    /// Returns a summary: "2 of 3 answered · Esc cancels · request edited since".
    private static func summary(
        _ session: RequestSession, _ comparison: Comparison, _ state: ExplorerState
    ) -> [StyledText] {
        var facts = ["\(comparison.responseCount) of \(comparison.sides.count) responses"]
        if session.isSending { facts.append("\(state.glyphs.running) Esc cancels") }
        let sent = comparison.sides.lazy.compactMap { $0.send.running?.content ?? $0.send.response?.content }.first
        if let sent, !sent.isSent(like: session.draft.content) { facts.append("request edited since") }
        let text = facts.joined(separator: " \(state.glyphs.bullet) ")
        return [StyledText(text, session.isSending ? .running : .paneTitle)]
    }

    // MARK: - Lines

    private static func drawList(_ comparison: Comparison, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        ListDrawing.drawTable(
            comparison.sides.indices.map { cells(of: $0, comparison, state) }, columns, cursor: comparison.selected,
            style: state.focus == .response ? .cursor : .cursorUnfocused, indent: 1, state.glyphs, in: rect, on: &grid)
    }

    /// Environment, outcome, time, size, and in what it differs. Names and outcomes leave room for the rest.
    private static let columns: [ColumnLimit] = [
        .share(1, of: 3, rank: 2), .share(1, of: 3, rank: 3), .rest(rank: 0), .rest(rank: 1), .rest(rank: 4),
    ]

    /// Returns fewer cells for a refusal, whose explanation has the rest of the line.
    private static func cells(of index: Int, _ comparison: Comparison, _ state: ExplorerState) -> [StyledText] {
        let side = comparison.sides[index]
        let said = outcome(index, comparison, state.glyphs)
        let words = state.secrets.masked(said.text, state.glyphs).shownInLine(limit: 400)
        let head = [state.text(ofEnvironment: side.environment, else: .label), StyledText(words, said.style)]
        var (time, size) = ("", "")
        if let running = side.send.running {
            time = Wording.duration(.seconds(max(0, state.now.timeIntervalSince(running.startedAt))))
            if running.bytes.received > 0 { size = Wording.bytes(running.bytes.received) }
        } else if let response = side.send.response {
            time = response.exchange?.duration.map(Wording.duration) ?? ""
            if side.isWhole { size = Wording.bytes(Int64(response.body?.count ?? 0)) }
        }
        guard !(time.isEmpty && size.isEmpty) else { return head }
        let verdict = comparison.verdict(of: index).map { text(of: $0, state.glyphs) } ?? StyledText("")
        return head + [StyledText(time), StyledText(size), verdict]
    }

    private static func outcome(_ index: Int, _ comparison: Comparison, _ glyphs: Glyphs) -> StyledText {
        let side = comparison.sides[index]
        if let running = side.send.running {
            return StyledText("\(glyphs.running) \(running.isCancelling ? "cancelling" : "running")", .running)
        }
        if side.wasCancelled { return StyledText("\(glyphs.failure) cancelled", .failure) }
        if let notice = comparison.notice(of: index) { return StyledText("\(glyphs.failure) \(notice)", .failure) }
        let runs = side.send.response.map { ResponsePane.outcome($0, glyphs) } ?? []
        return StyledText(runs.map(\.text).joined(), runs.last?.style ?? .dimmed)
    }

    private static func text(of verdict: SideVerdict, _ glyphs: Glyphs) -> StyledText {
        switch verdict {
        case .first: StyledText("first", .dimmed)
        case .same: StyledText("same", .dimmed)
        case .differs(inStatus: true, inBody: true): StyledText("\(glyphs.changed) status and body differ", .warning)
        case .differs(inStatus: true, inBody: false): StyledText("\(glyphs.changed) status differs", .warning)
        case .differs(inStatus: false, _): StyledText("\(glyphs.changed) body differs", .warning)
        }
    }

    // MARK: - Columns

    private static func drawColumn(
        _ place: Int, _ index: Int, _ session: RequestSession, _ layout: SidesLayout, _ state: ExplorerState,
        on grid: inout Grid
    ) {
        let body = layout.bodies[place]
        if let head = layout.heads[safe: place] {
            drawHead(index, session, state, in: head, on: &grid)
            if place > 0 { drawRule(left: body, state.glyphs, on: &grid) }
        }
        let side = session.showing(index)
        let picture =
            side.shownResponseTab == .body
            ? PictureDrawing.lines(ofSide: side.response, columns: body.columns - 2) : nil
        if let picture { return grid.write(lines: picture, in: body.cutLeft(1).1) }
        guard side.shownResponseTab == .body, let reason = side.response?.reasonNotFiltered else {
            return ResponsePane.drawTab(state, side, in: body, on: &grid)
        }
        // The whole body in the place of its values would look like what they are compared with.
        let lines = Wrapping.wrap(
            [StyledText(state.secrets.masked(reason, state.glyphs).shownInLine(limit: 1000), .failure)],
            columns: body.columns - 2)
        grid.write(lines: lines, in: body.cutLeft(1).1)
    }

    /// Draws the head of a side: "─ staging ✓ 200 OK ─", the selected one as a focused title.
    private static func drawHead(
        _ index: Int, _ session: RequestSession, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        guard let comparison = session.comparison else { return }
        let isSelected = index == comparison.selected && state.focus == .response
        grid.fill(line, with: state.glyphs.rule, isSelected ? .ruleFocused : .rule)
        let side = comparison.sides[index]
        let style: Style = isSelected ? .paneTitleFocused : .paneTitle
        let space = StyledText(" ", style)
        let outcome =
            comparison.notice(of: index) == nil || side.wasCancelled
            ? outcome(index, comparison, state.glyphs) : StyledText("\(state.glyphs.failure) not sent", .failure)
        let runs = [space, state.text(ofEnvironment: side.environment, else: style), space, outcome, space]
        grid.write(runs, at: Point(column: line.column + 1, row: line.row), in: line.inset(columns: 1, rows: 0))
    }

    private static func drawRule(left body: Rect, _ glyphs: Glyphs, on grid: inout Grid) {
        let rule = Rect(column: body.column - 1, row: body.row - 1, columns: 1, rows: body.rows + 1)
        for row in 0..<rule.rows { grid.write(glyphs.separator, .rule, in: rule.line(row)) }
    }
}

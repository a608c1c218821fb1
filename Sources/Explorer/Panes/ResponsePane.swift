import BodyView
import Exchanges
import ExplorerKit
import MicroClient
import OpenCollection
import TextGrid

/// The shown request's last response, or the send under way.
enum ResponsePane {
    /// Title and tabs.
    static let headRows = 2

    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let isFocused = state.focus == .response
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        guard ItemPane.subject(of: state) == nil else {
            grid.writeTitle(rect, .response, [StyledText("Response", style)], isFocused: isFocused, state.glyphs)
            return drawNothing(state, in: rect, on: &grid)
        }
        if state.session?.showsSides == true { return SidesPane.draw(state, in: rect, on: &grid) }
        // The title stays whole; of the facts, those are shown that have room.
        let title = title(state, style)
        grid.writeTitle(
            rect, .response, title, leastColumns: title.columns, trailing: summary(state), isFocused: isFocused,
            state.glyphs)
        guard let session = state.session, session.isRequest else { return drawNothing(state, in: rect, on: &grid) }
        let tabs = tabs(of: session, state.glyphs)
        grid.writeTabs(tabs, in: rect.line(1), isFocused: isFocused, glyphs: state.glyphs)
        let tabColumns = tabs.reduce(1) { $0 + DisplayWidth.columns(of: $1.title) + 2 }
        FindDrawing.drawCount(state, in: rect.line(1).cutLeft(min(tabColumns, rect.columns)).1, on: &grid)
        let lines = linesAboveBody(state)
        let (above, rest) = rect.cutTop(headRows).1.cutTop(lines.count)
        for (row, line) in lines.prefix(above.rows).enumerated() {
            grid.write(line, at: Point(column: above.column + 1, row: above.row + row), in: above)
        }
        FilterDrawing.draw(state, in: above, on: &grid)
        drawTab(state, session, in: rest, on: &grid)
    }

    /// Draws the text for when nothing is shown that could have a response.
    private static func drawNothing(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        grid.writeEmpty(state.noReadableRequest ?? state.withKeyNames(wordsForNothing(state)), in: rect.inset())
    }

    private static func wordsForNothing(_ state: ExplorerState) -> String {
        if state.current.lacksRequests { return EmptyStateTexts.nothingToSend }
        if ItemPane.subject(of: state) != nil { return EmptyStateTexts.hasNoResponse }
        return switch state.session?.draft.form {
        case .folder, .collection: EmptyStateTexts.holdsWhatIsSent
        case .environment: EmptyStateTexts.hasNoResponse
        case .request, nil: EmptyStateTexts.noResponseShown
        }
    }

    /// Returns the tabs of a response, as their line shows them.
    static func tabs(of session: RequestSession, _ glyphs: Glyphs) -> [(title: String, isSelected: Bool)] {
        session.responseTabs.map { (title: title(of: $0, session, glyphs), isSelected: $0 == session.shownResponseTab) }
    }

    /// Returns the place of the body, or of what another tab shows, in the pane.
    static func content(of state: ExplorerState) -> Rect {
        state.layout.response.cutTop(headRows + linesAboveBody(state).count).1
    }

    /// Returns the lines above a body: its filter, why there is no more of it, and which picture it is.
    static func linesAboveBody(_ state: ExplorerState) -> [[StyledText]] {
        FilterDrawing.lines(state) + FailureDrawing.lines(state) + PictureDrawing.lines(state)
    }

    /// Rows for a message above a body, which needs room too.
    static let longestMessage = 3

    static func aboveBody(_ message: StyledText?, _ state: ExplorerState) -> ArraySlice<[StyledText]> {
        guard let message else { return [] }
        return Wrapping.wrap([message], columns: state.layout.response.columns - 2, indent: 0).prefix(longestMessage)
    }

    /// Returns the title; for one of several environments, with its name.
    private static func title(_ state: ExplorerState, _ style: Style) -> [StyledText] {
        guard let comparison = state.session?.comparison else {
            return [StyledText("Response", style)] + viewing(state)
        }
        return [
            StyledText("Response: ", style), state.text(ofEnvironment: comparison.shown.environment, else: style),
        ] + viewing(state)
    }

    /// Returns how the body is shown, where that is not the usual way: " as hex, windows-1252 guessed".
    private static func viewing(_ state: ExplorerState) -> [StyledText] {
        guard let session = state.session, let response = session.response, response.hasBodyToShow else { return [] }
        var words = session.look.viewing.kind.map { ["as \($0.viewTitle)"] } ?? []
        if let encoding = response.whole.document?.encoding, !encoding.isUTF8 || encoding.source == .chosen {
            let source = encoding.source == .field ? "" : " \(encoding.source.rawValue)"
            words.append(encoding.name.prefix(24).lowercased() + source)
        }
        return words.isEmpty ? [] : [StyledText(" " + words.joined(separator: ", "), .dimmed)]
    }

    static func title(of tab: ResponseTab, _ session: RequestSession, _ glyphs: Glyphs) -> String {
        let count: Int? =
            switch tab {
            case .body: nil
            case .headers: session.response?.head?.headers.count
            case .timing: nil
            case .attempts: AttemptLines.attempts(of: session).count
            case .checks, .wire: nil
            case .events: session.response.flatMap(StreamRows.init).map(\.total)
            }
        let outcome = session.response?.outcome
        if tab == .checks, let failed = outcome.map({ $0.assertions.notPassed + $0.graphQLErrorCount }), failed > 0 {
            return "\(tab.rawValue) \(glyphs.count(failed, glyphs.failure, isBehind: true))"
        }
        if tab == .events, session.response?.streamKind == .chunks { return count.map { "Chunks \($0)" } ?? "Chunks" }
        return count.map { $0 > 0 ? "\(tab.rawValue) \($0)" : tab.rawValue } ?? tab.rawValue
    }

    /// Draws the tab of a response; an earlier response is dimmed until the new one begins.
    static func drawTab(_ state: ExplorerState, _ session: RequestSession, in rect: Rect, on grid: inout Grid) {
        writeTab(state, session, in: rect, on: &grid)
        if session.running?.hasHead == false, session.response != nil { grid.restyle(rect, .dimmed) }
    }

    private static func writeTab(_ state: ExplorerState, _ session: RequestSession, in rect: Rect, on grid: inout Grid)
    {
        let first = session.look.scroll[session.shownResponseTab] ?? 0
        if state.isPlain, !session.isHeld, state.session?.shownPicture != nil {
            return grid.writeEmpty(
                state.withKeyNames("A picture: {viewAs} shows its bytes."), in: rect.inset(columns: 1, rows: 0))
        }
        if !session.isHeld, let picture = state.session?.shownPicture {
            return PictureDrawing.drawPixels(picture, in: rect, on: &grid)
        }
        if session.shownResponseTab == .body, session.showsBodyLines {
            return BodyDrawing(state, session)?.draw(from: first, in: rect, on: &grid) ?? ()
        }
        if session.shownResponseTab == .events { return StreamPane(state, session)?.draw(in: rect, on: &grid) ?? () }
        let find = session.standsBeside ? nil : session.look.finds[session.shownResponseTab]
        let lines = TabLines(session, state, columns: rect.columns).rows(find)
        for (index, line) in lines.dropFirst(first).prefix(rect.rows).enumerated() {
            let start = Point(column: rect.column + 1, row: rect.row + index)
            grid.write(line, at: start, in: rect)
        }
        guard session.shownResponseTab == .headers, state.focus == .response, !session.standsBeside else { return }
        for row in headerRows(session, state, columns: rect.columns) where row >= first && row < first + rect.rows {
            Highlighting.restyleCursor(rect.line(row - first), on: &grid)
        }
    }

    /// Returns the rows of the header that has the cursor, when all lines are broken to fit.
    static func headerRows(_ session: RequestSession, _ state: ExplorerState, columns: Int) -> Range<Int> {
        let clear = HeaderLines(session, state).lines
        let lines = session.showsSecrets ? clear : masked(clear, session, state)
        let above = lines.prefix(session.look.headerCursor).reduce(0) {
            $0 + Wrapping.wrap($1, columns: columns - 2).count
        }
        let own = lines[safe: session.look.headerCursor].map { Wrapping.wrap($0, columns: columns - 2).count } ?? 0
        return above..<above + own
    }

    /// Returns the number of lines of the tab, for scrolling.
    static func lineCount(of state: ExplorerState) -> Int {
        guard let session = state.session, session.isRequest else { return 0 }
        if state.session?.shownPicture != nil { return 0 }
        if let layout = state.sidesLayout { return SidesPane.lineCount(session, layout, state) }
        return lineCount(of: session, state, columns: state.layout.response.columns)
    }

    static func lineCount(of session: RequestSession, _ state: ExplorerState, columns: Int) -> Int {
        if session.shownResponseTab == .body, let document = session.response?.document, session.showsBodyLines {
            return session.response?.reading.folding.rowCount(ofLines: document.lineCount) ?? 0
        }
        return TabLines(session, state, columns: columns).rowCount
    }

    /// Returns the text of a tab, its lines unbroken, below a line that says which send it is of.
    static func text(of session: RequestSession, _ state: ExplorerState) -> String {
        let shown = linesInClear(session, state, columns: textColumns).map { $0.map(\.text).joined() }
        let text = ([heading(of: session, state)] + shown).map(\.trimmingTrailingSpaces).joined(separator: "\n")
        return (session.showsSecrets ? text : hiding(text, session, state)) + "\n"
    }

    /// The width of the waterfall in a text.
    private static let textColumns = 100

    /// Returns a heading: "GET http://host/users: ✓ 200 OK, 84 ms, 2026-11-22T14:02:11+01:00".
    private static func heading(of session: RequestSession, _ state: ExplorerState) -> String {
        guard let response = session.response else { return "" }
        let request = response.exchange.map { "\($0.request.method) \(Redaction.url($0.request.url)): " } ?? ""
        let retries = (response.exchange?.attempts.count ?? 1) - 1
        let retried = retries > 0 ? ", \(retriesInWords(retries))" : ""
        let duration = retried + (response.exchange?.duration.map { ", \(Wording.duration($0))" } ?? "")
        let time = Wording.iso8601(response.startedAt, secondsFromGMT: state.secondsFromGMT)
        return "\(request)\(outcome(response, state.glyphs).map(\.text).joined())\(duration), \(time)"
    }

    /// Returns the lines with known secrets masked.
    static func masked(_ lines: [[StyledText]], _ session: RequestSession, _ state: ExplorerState) -> [[StyledText]] {
        let places = session.secrets.asShown
        return lines.map { $0.map { StyledText(state.secrets.masked(places.hiding($0.text), state.glyphs), $0.style) } }
    }

    private static func hiding(_ text: String, _ session: RequestSession, _ state: ExplorerState) -> String {
        state.secrets.masked(session.secrets.hiding(inText: text), state.glyphs)
    }

    /// Returns every tab but a body, as text, unbroken.
    static func linesInClear(_ session: RequestSession, _ state: ExplorerState, columns: Int) -> [[StyledText]] {
        switch session.shownResponseTab {
        case .body: bodyNotice(session, state)
        case .headers: HeaderLines(session, state).shown(state)
        case .timing where session.isUnsent, .attempts where session.isUnsent:
            [[StyledText(state.withKeyNames(EmptyStateTexts.notSent), .dimmed)]]
        case .timing: TimingLines(session, state.glyphs, columns: columns).lines
        case .attempts: AttemptLines(session, state.glyphs).lines
        case .checks: CheckLines(session, state).lines
        case .wire: WireLines(session, state).lines
        case .events: StreamPane(state, session)?.lines ?? []
        }
    }
}

// MARK: - Title

extension ResponsePane {
    /// Returns a summary: "✓ 200 OK · 84 ms · 12 KB · 14:02:11 · request edited since"; while running, what there is so far.
    private static func summary(_ state: ExplorerState) -> [StyledText] {
        guard let session = state.session else { return [] }
        if let running = session.running { return runningSummary(running, state) }
        guard let response = session.response else {
            guard let comparison = session.comparison, comparison.shownNotice != nil else { return [] }
            let word = comparison.shown.wasCancelled ? "cancelled" : "not sent"
            return [StyledText("\(state.glyphs.failure) \(word)", .failure)]
        }
        let isEdited = !response.content.isSent(like: session.draft.content)
        let moments = moments(of: response, isEdited: isEdited, state)
        // That it is of the past comes before all other facts.
        let facts = [false, true].map { self.facts(of: response, state, isShort: $0) }
        let duration = Array(facts[1].prefix(1))
        let marks = moments.last ?? []
        let last = response.past == nil ? [duration + marks, duration] : [marks]
        let texts = (moments.flatMap { moment in facts.map { $0 + moment } } + last).map { joined($0, state.glyphs) }
        let room = state.layout.response.columns - title(state, .paneTitle).columns - titleColumns
        func fitting(beside runs: [StyledText]) -> String? {
            texts.first { DisplayWidth.columns(of: $0) <= room - runs.columns }
        }
        if let message = message(of: response) { return runs(response, message, texts, room, state.glyphs) }
        let runs = outcome(response, state.glyphs)
        if let text = fitting(beside: runs) { return runs + [StyledText(text, .paneTitle)] }
        let short = response.past == nil ? runs : outcome(response, state.glyphs, saysReason: false)
        return short + [StyledText(fitting(beside: short) ?? texts.last ?? "", .paneTitle)]
    }

    /// Returns how long it took, how large it is, how often it was tried and what is different in it.
    ///
    /// - Parameter isShort: Whether glyphs are shown instead of words: "⟳1", "≠3".
    private static func facts(of response: ShownResponse, _ state: ExplorerState, isShort: Bool) -> [String] {
        let glyphs = state.glyphs
        let retries = (response.exchange?.attempts.count ?? 1) - 1
        let retried = isShort ? glyphs.count(retries, glyphs.retried) : retriesInWords(retries)
        let assertions = AssertionCount(response.assertions)
        let isSet = response.failure == nil && assertions.problem != nil
        let passed = isSet || isShort ? nil : assertions.text
        let skipped = response.record?.skippedScripts ?? 0
        return [
            skipped > 0 ? "\(Wording.count(skipped, "script")) not run" : nil,
            response.exchange?.duration.map(Wording.duration),
            response.hasBodyToShow ? response.body.map { Wording.bytes(Int64($0.count)) } : nil,
            retries > 0 ? retried : nil, changes(of: response, state, isShort: isShort), passed,
        ].compactMap { $0 }
    }

    private static func retriesInWords(_ count: Int) -> String { count == 1 ? "1 retry" : "\(count) retries" }

    /// Returns the difference from the response before: "3 lines differ"; "same".
    private static func changes(of response: ShownResponse, _ state: ExplorerState, isShort: Bool) -> String? {
        guard state.preferences.marksChanges, let changes = response.changes else { return nil }
        let count = changes.changedCount + changes.removals.count
        guard count > 0 else { return "same" }
        guard !isShort else { return state.glyphs.count(count, state.glyphs.changed) }
        return count == 1 ? "1 line differs" : "\(count) lines differ"
    }

    /// Returns when it was sent, and whether that is not what is drafted now: the longest words first.
    private static func moments(of response: ShownResponse, isEdited: Bool, _ state: ExplorerState) -> [[String]] {
        if let past = response.past { return moments(of: past, response, state) }
        let time = Wording.timeOfDay(response.startedAt, secondsFromGMT: state.secondsFromGMT)
        let withZone = "\(time) \(Wording.zone(state.secondsFromGMT))"
        guard isEdited else { return [[withZone], [time], []] }
        return [[withZone, "request edited since"], [time, "request edited since"], ["edited since"]]
    }

    /// Returns when a response of the history came, and which one it is, which is left out first.
    private static func moments(of past: PastMark, _ response: ShownResponse, _ state: ExplorerState) -> [[String]] {
        let offset = state.secondsFromGMT
        let moment =
            "\(state.glyphs.past) \(Wording.shortMoment(response.startedAt, now: state.now, secondsFromGMT: offset))"
        let withZone = "\(moment) \(Wording.zone(offset))"
        let id = HistoryAddress.shortText(of: past.id)
        let cut = past.cut.map { "\(Wording.bytes($0.kept)) of \(Wording.bytes($0.length)) kept" }
        let rest = [past.environment.map { "to \($0)" }, cut].compactMap { $0 }
        return [[withZone] + rest + [id], [withZone, id], [moment, id], [withZone], [moment]]
    }

    /// The columns of " 3 " before the title and the rule around it.
    private static let titleColumns = 8

    private static func joined(_ facts: [String], _ glyphs: Glyphs) -> String {
        facts.map { " \(glyphs.bullet) \($0)" }.joined()
    }

    /// Returns the outcome: "✓ 200 OK ✗ 1 assertion failed".
    ///
    /// - Parameter saysReason: Whether the words of the status follow its number.
    static func outcome(_ response: ShownResponse, _ glyphs: Glyphs, saysReason: Bool = true) -> [StyledText] {
        if let failure = response.failure {
            let word = failure.stage == .cancelled ? "cancelled" : "failed"
            return [StyledText("\(glyphs.failure) \(word)", .failure)]
        }
        guard let head = response.head else { return [] }
        let reason = head.reason.isEmpty || !saysReason ? "" : " \(head.reason)"
        let failed = (response.outcome?.problems ?? []).map { StyledText(" \(glyphs.failure) \($0)", .failure) }
        return [
            StyledText("\(glyphs.sign(forStatus: head.status)) \(head.status)\(reason)", .status(head.status))
        ] + failed
    }

    /// What the first error of a GraphQL response says, behind their number: ": Name is required"; nil where something else is to be said.
    private static func message(of response: ShownResponse) -> String? {
        guard response.failure == nil, response.outcome?.problems.count == 1, let all = response.graphQLErrors,
            let number = Wording.graphQLErrors(response.graphQLErrorCount), all != number
        else { return nil }
        return String(all.dropFirst(number.count))
    }

    /// The message goes before the other parts, and is cut where there is no room for it.
    private static func runs(
        _ response: ShownResponse, _ message: String, _ texts: [String], _ room: Int, _ glyphs: Glyphs
    ) -> [StyledText] {
        let runs = outcome(response, glyphs) + [StyledText(message, .failure)]
        if let text = texts.first(where: { DisplayWidth.columns(of: $0) <= room - runs.columns }) {
            return runs + [StyledText(text, .paneTitle)]
        }
        let short = outcome(response, glyphs, saysReason: false)
        return short + [StyledText(glyphs.clipped(message, to: max(0, room - short.columns - 1)), .failure)]
    }

    private static func runningSummary(_ running: RunningSend, _ state: ExplorerState) -> [StyledText] {
        let elapsed = Duration.seconds(max(0, state.now.timeIntervalSince(running.startedAt)))
        var facts = state.isPlain ? [] : [Wording.duration(elapsed)]
        if running.replayOf != nil { facts.append("as it was sent") }
        if let login = running.loggingIn {
            facts.append("logging in with \(login)")
        } else if let wait = running.waiting {
            facts.append("waiting \(Wording.duration(wait.wait)) to retry: \(wait.reason)")
        } else if running.underWay.number > 1 {
            facts.append("attempt \(running.underWay.number)")
        }
        if let transferred = running.bytes.text { facts.append(transferred) }
        let word = running.isCancelling ? "cancelling" : "running"
        let text = facts.joined(separator: " \(state.glyphs.bullet) ")
        return [StyledText("\(state.glyphs.running) \(word) \(text) \(state.glyphs.bullet) Esc cancels", .running)]
    }
}

// MARK: - Notices

extension RequestSession {
    /// Whether nothing was sent yet, and nothing is being sent.
    fileprivate var isUnsent: Bool { response == nil && running == nil }

    /// Whether lines of a body are shown, and no notice in their place. Beside others, a part of a body would look like the whole.
    fileprivate var showsBodyLines: Bool {
        guard let response, response.document != nil else { return false }
        return showsSides ? response.failure == nil : response.hasBodyToShow
    }
}

extension ResponsePane {
    /// Returns the notice in place of a body.
    private static func bodyNotice(_ session: RequestSession, _ state: ExplorerState) -> [[StyledText]] {
        if let notice = session.comparison?.shownNotice { return [[StyledText(notice, .warning)]] }
        if let failure = session.response?.failure {
            return [[StyledText(failure.message, .failure)]] + (failure.advice.map { [[StyledText($0, .plain)]] } ?? [])
        }
        if session.response?.head != nil {
            let words = session.running == nil ? "No body was recorded." : "The body has not begun yet."
            return [[StyledText(words, .dimmed)]]
        }
        if session.running != nil { return [[StyledText("Waiting for the response. Esc cancels.", .dimmed)]] }
        return [[StyledText(state.withKeyNames(EmptyStateTexts.notSent), .dimmed)]]
    }
}

extension Layout {
    /// Rows of the response pane below title and tabs.
    var responseRows: Int { max(0, response.rows - ResponsePane.headRows) }
}

import BodyView
import Exchanges
import MicroClient
import TextGrid

/// The shown request's own last answer, or the send under way.
enum ResponsePane {
    /// Title and tabs.
    static let headRows = 2

    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let isFocused = state.focus == .response
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        guard ItemPane.subject(of: state) == nil else {
            return grid.writeTitle(
                rect, .response, [StyledText("Response", style)], isFocused: isFocused, state.signs)
        }
        if state.session?.showsSides == true { return SidesPane.draw(state, in: rect, on: &grid) }
        grid.writeTitle(
            rect, .response, title(state, style), trailing: summary(state), isFocused: isFocused, state.signs)
        guard let session = state.session, session.isRequest else { return }
        let tabs = session.responseTabs.map {
            (title: title(of: $0, session), isSelected: $0 == session.shownResponseTab)
        }
        grid.writeTabs(tabs, in: rect.line(1), isFocused: isFocused, signs: state.signs)
        let (filter, body) = rect.cutTop(headRows).1.cutTop(FilterDrawing.rows(of: state))
        FilterDrawing.draw(state, session, in: filter, on: &grid)
        drawTab(state, session, in: body, on: &grid)
    }

    /// Of one of several environments, which one.
    private static func title(_ state: ExplorerState, _ style: Style) -> [StyledText] {
        guard let comparison = state.session?.comparison else { return [StyledText("Response", style)] }
        return [
            StyledText("Response: ", style), state.text(ofEnvironment: comparison.shown.environment, else: style),
        ]
    }

    private static func title(of tab: ResponseTab, _ session: RequestSession) -> String {
        let count: Int? =
            switch tab {
            case .body: nil
            case .headers: session.answer?.head?.headers.count
            case .timing: nil
            case .attempts: AttemptLines.attempts(of: session).count
            case .checks: nil
            }
        return count.map { $0 > 0 ? "\(tab.rawValue) \($0)" : tab.rawValue } ?? tab.rawValue
    }

    /// The tab of an answer; an earlier answer is dimmed until the new one begins.
    static func drawTab(_ state: ExplorerState, _ session: RequestSession, in rect: Rect, on grid: inout Grid) {
        writeTab(state, session, in: rect, on: &grid)
        if session.running?.hasHead == false, session.answer != nil { grid.restyle(rect, .dimmed) }
    }

    private static func writeTab(_ state: ExplorerState, _ session: RequestSession, in rect: Rect, on grid: inout Grid)
    {
        let first = session.responseScroll[session.shownResponseTab] ?? 0
        if session.shownResponseTab == .body, session.answer?.document != nil, session.answer?.failure == nil {
            return BodyDrawing(state, session)?.draw(from: first, in: rect, on: &grid) ?? ()
        }
        let lines = lines(of: session, state, columns: rect.columns)
        for (index, line) in lines.dropFirst(first).prefix(rect.rows).enumerated() {
            let start = Point(column: rect.column + 1, row: rect.row + index)
            grid.write(line, at: start, in: rect)
        }
    }

    /// Lines of the tab, for scrolling.
    static func lineCount(of state: ExplorerState) -> Int {
        guard let session = state.session, session.isRequest else { return 0 }
        if let layout = state.sidesLayout { return SidesPane.lineCount(session, layout, state) }
        return lineCount(of: session, state, columns: state.layout.response.columns)
    }

    static func lineCount(of session: RequestSession, _ state: ExplorerState, columns: Int) -> Int {
        if session.shownResponseTab == .body, let document = session.answer?.document, session.answer?.failure == nil {
            return session.answer?.reading.folding.rowCount(ofLines: document.lineCount) ?? 0
        }
        return lines(of: session, state, columns: columns).count
    }

    /// Every tab but a body, as text, known secrets masked before the lines are broken.
    private static func lines(of session: RequestSession, _ state: ExplorerState, columns: Int) -> [[StyledText]] {
        let lines = linesInClear(session, state, columns: columns - 2).map { line in
            line.map { StyledText(state.secrets.masked($0.text, state.signs), $0.style) }
        }
        return session.shownResponseTab == .timing ? lines : lines.flatMap { Wrapping.wrap($0, columns: columns - 2) }
    }

    private static func linesInClear(
        _ session: RequestSession, _ state: ExplorerState, columns: Int
    ) -> [[StyledText]] {
        switch session.shownResponseTab {
        case .body: bodyNotice(session)
        case .headers: headerLines(session)
        case .timing: TimingLines(session, state.signs, columns: columns).lines
        case .attempts: AttemptLines(session, state.signs).lines
        case .checks: CheckLines(session, state.signs).lines
        }
    }
}

// MARK: - Title

extension ResponsePane {
    /// "✓ 200 OK · 84 ms · 12 KB · 14:02:11 · request edited since"; while running, what there is so far.
    private static func summary(_ state: ExplorerState) -> [StyledText] {
        guard let session = state.session else { return [] }
        if let running = session.running { return runningSummary(running, state) }
        guard let answer = session.answer else {
            return session.comparison?.shownNotice == nil
                ? [] : [StyledText("\(state.signs.failure) not sent", .failure)]
        }
        var runs = outcome(answer, state.signs)
        var facts: [String] = []
        if let duration = answer.exchange?.duration { facts.append(Wording.duration(duration)) }
        if let count = answer.body?.count, answer.failure == nil { facts.append(Wording.bytes(Int64(count))) }
        if let checks = AssertionCount(answer.assertions).text { facts.append(checks) }
        let time = Wording.timeOfDay(answer.startedAt, secondsFromGMT: state.secondsFromGMT)
        let edited = !answer.content.isSent(like: session.draft.content) ? ["request edited since"] : []
        runs.append(StyledText(joined(facts + [time] + edited, state.signs), .paneTitle))
        let columns = title(state, .paneTitle).columns + titleColumns
        guard runs.columns > state.layout.response.columns - columns else { return runs }
        // Where it does not fit, the time of day is what one can do without.
        let short = edited.isEmpty ? [] : ["edited since"]
        runs[runs.count - 1] = StyledText(joined(facts + short, state.signs), .paneTitle)
        return runs
    }

    /// What " 3 " before the title and the rule around it need.
    private static let titleColumns = 8

    private static func joined(_ facts: [String], _ signs: Signs) -> String {
        facts.map { " \(signs.bullet) \($0)" }.joined()
    }

    static func outcome(_ answer: Answer, _ signs: Signs) -> [StyledText] {
        let attempts = answer.exchange?.attempts.count ?? 1
        let retried = attempts > 1 ? " \(signs.retried)\(attempts - 1)" : ""
        if let failure = answer.failure {
            let word = failure.stage == .cancelled ? "cancelled" : "failed"
            return [StyledText("\(signs.failure) \(word)\(retried)", .failure)]
        }
        guard let head = answer.head else { return [] }
        let reason = head.reason.isEmpty ? "" : " \(head.reason)"
        return [
            StyledText("\(signs.sign(forStatus: head.status)) \(head.status)\(reason)\(retried)", .status(head.status))
        ]
    }

    private static func runningSummary(_ running: RunningSend, _ state: ExplorerState) -> [StyledText] {
        let elapsed = Duration.seconds(max(0, state.now.timeIntervalSince(running.startedAt)))
        var facts = [Wording.duration(elapsed)]
        if let login = running.loggingIn {
            facts.append("logging in with \(login)")
        } else if let wait = running.waiting {
            facts.append("waiting \(Wording.duration(wait.wait)) to retry: \(wait.reason)")
        } else if running.currentAttempt > 1 {
            facts.append("attempt \(running.currentAttempt)")
        }
        if running.receivedBytes > 0 {
            let total = running.expectedBytes.map { " of \(Wording.bytes($0))" } ?? ""
            facts.append(Wording.bytes(running.receivedBytes) + total)
        }
        let word = running.isCancelling ? "cancelling" : "running"
        let text = facts.joined(separator: " \(state.signs.bullet) ")
        return [StyledText("\(state.signs.running) \(word) \(text) \(state.signs.bullet) Esc cancels", .running)]
    }
}

// MARK: - Notices and headers

extension ResponsePane {
    /// What stands in place of a body.
    private static func bodyNotice(_ session: RequestSession) -> [[StyledText]] {
        if let notice = session.comparison?.shownNotice { return [[StyledText(notice, .warning)]] }
        if let failure = session.answer?.failure {
            return [[StyledText(failure.message, .failure)]] + (failure.advice.map { [[StyledText($0, .plain)]] } ?? [])
        }
        if session.answer?.head != nil { return [[StyledText("The body has not begun yet.", .dimmed)]] }
        if session.running != nil { return [[StyledText("Waiting for the answer. Esc cancels.", .dimmed)]] }
        return [[StyledText("Not sent yet: s sends the request.", .dimmed)]]
    }

    private static func headerLines(_ session: RequestSession) -> [[StyledText]] {
        guard let head = session.answer?.head else { return [[StyledText("No headers yet.", .dimmed)]] }
        let version = head.httpVersion.map { "HTTP/\($0) " } ?? ""
        let status = [StyledText("\(version)\(head.status) \(head.reason)", .status(head.status))]
        let fields = head.headers.map { [StyledText("\($0.name): ", .label), StyledText($0.value)] }
        let trailers = session.answer?.exchange?.attempts.last?.hops.last?.trailers ?? []
        let after = trailers.map { [StyledText("\($0.name): ", .label), StyledText("\($0.value)  trailer")] }
        return [status] + fields + after
    }
}

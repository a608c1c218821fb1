public import Exchanges
import ExplorerKit
import Foundation
public import OpenCollection
import TextGrid

/// A request and an environment to find the response times of.
public struct LatencyOrder: Sendable, Hashable {
    /// ``CollectionState/path`` of the request's collection.
    public var collection: String
    public var request: ItemPath
    /// The environment; nil: none.
    public var environment: String?
}

/// An overlay that shows how long the responses of a request took.
public struct LatencyState: Sendable {
    public var order: LatencyOrder
    /// The beginning of the cursor's stretch of time; nil: the last one.
    var selected: Date?
    /// The result; nil while it is being computed.
    var shown: ShownLatency?
}

/// The response times that were found.
public struct ShownLatency: Sendable {
    public let order: LatencyOrder
    /// All environments that the request was sent to; nil stands for sends without one.
    public let environments: [String?]
    public let report: LatencyReport
    /// The stretches of time, as many as the screen has room for; made when the result is shown.
    fileprivate(set) var buckets: [LatencyBucket] = []
    /// Columns and seconds from GMT for which they were made.
    fileprivate var arrangement: [Int] = []

    public init(_ order: LatencyOrder, environments: [String?], _ report: LatencyReport) {
        (self.order, self.environments, self.report) = (order, environments, report)
    }
}

// Response times of a request: ordered, shown, and gone through.

extension LatencyState {
    fileprivate func calculate(in explorer: inout ExplorerState) -> [Effect] {
        explorer.effect(
            .latency, { .latency(order, $0) },
            note: { explorer, result in
                switch result {
                case .success(let shown):
                    // The overlay may be closed, or show another request.
                    explorer.change(LatencyState.self) { if $0.order == shown.order { $0.shown = shown } }
                case .failure(let problem):
                    explorer.overlays.removeAll(where: { $0 is LatencyState })
                    explorer.status = problem
                }
            })
    }

    /// Divides the time into as many stretches as there is room for, in the time zone of the screen.
    mutating func settle(in explorer: ExplorerState) {
        let arrangement = [Self.chartColumns(explorer), explorer.secondsFromGMT]
        guard let report = shown?.report, shown?.arrangement != arrangement else { return }
        shown?.buckets = report.buckets(atMost: arrangement[0], explorer.historyClock)
        shown?.arrangement = arrangement
    }

    fileprivate var index: Int { shown?.index(of: selected) ?? 0 }

    private mutating func select(_ index: Int) { selected = shown?.buckets[safe: index]?.span.lowerBound ?? selected }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        let last = max(0, (shown?.buckets.count ?? 0) - 1)
        switch action {
        case .moveLeft: select(max(0, index - 1))
        case .moveRight: select(min(last, index + 1))
        default: select(ExplorerState.moved(index, action, page: 10, last: last))
        }
    }

    fileprivate func goToStep(by direction: Int, in explorer: inout ExplorerState) {
        guard let shown else { return }
        let places = shown.report.steps.map { shown.index(of: $0.at) }
        guard let next = direction > 0 ? places.first(where: { $0 > index }) : places.last(where: { $0 < index }) else {
            let end = direction > 0 ? "This is the last change." : "This is the first change."
            return explorer.say(.info, places.isEmpty ? "No change found." : end)
        }
        explorer.change(LatencyState.self) { $0.select(next) }
    }

    fileprivate func showOtherEnvironment(in explorer: inout ExplorerState) -> [Effect] {
        guard let environments = shown?.environments else { return [] }
        let isListed = environments.contains(order.environment)
        let next = isListed ? environments.element(after: order.environment) : environments.first ?? order.environment
        guard next != order.environment else { return explorer.say(.info, "Not sent to any other environment.") }
        var other = self
        (other.order.environment, other.shown) = (next, nil)
        explorer.replaceTop(other)
        return other.calculate(in: &explorer)
    }

    /// Shows the exchanges of a stretch of time, in a list above it.
    fileprivate func showBucket(in explorer: inout ExplorerState) -> [Effect] {
        guard let bucket = shown?.buckets[safe: index] else { return [] }
        guard bucket.count > 0 else { return explorer.say(.info, "No requests in this period.") }
        let tests: [HistoryFilter.Test] = [
            .sent(of: order.request.text, in: order.collection), .environment(order.environment),
            .since(bucket.span.lowerBound), .before(bucket.span.upperBound),
        ]
        let filter = HistoryFilter(tests.map { HistoryFilter.Term($0) })
        explorer.present(HistoryState(filter: filter.text(explorer.historyClock)))
        return explorer.listHistory()
    }
}

extension ExplorerState {
    fileprivate var latency: LatencyState? { overlays.last as? LatencyState }

    /// Opens the response times of the exchange under the cursor of the history; else of the shown request.
    mutating func openLatency() -> [Effect] {
        guard let latency = latencyOrder.map({ LatencyState(order: $0) }) else { return [] }
        present(latency)
        return latency.calculate(in: &self)
    }

    private var latencyOrder: LatencyOrder? {
        if let history {
            guard let origin = history.row?.origin, let collection = origin.collection, let path = origin.requestPath
            else { return nil }
            return LatencyOrder(collection: collection, request: ItemPath(path), environment: origin.environment)
        }
        guard let shown, session?.isRequest == true else { return nil }
        return LatencyOrder(collection: current.path, request: shown, environment: environmentName)
    }

    var reasonWithoutLatency: String? {
        guard latencyOrder == nil else { return nil }
        guard let history else { return reasonWithoutRequest }
        return history.row == nil
            ? "No history entries." : "It belongs to no request of a collection: nothing to compare it with."
    }

}

extension ShownLatency {
    /// Names of the others that the request was sent to; nil: there are none.
    fileprivate var otherEnvironments: String? {
        let others = environments.filter { $0 != order.environment }.map { $0 ?? "no environment" }
        return others.isEmpty ? nil : others.joined(separator: ", ")
    }

    /// Returns the index of the stretch of time with a moment, or of the nearest one; nil means the last.
    func index(of moment: Date?) -> Int {
        guard let moment else { return max(0, buckets.count - 1) }
        return buckets.lastIndex { $0.span.lowerBound <= moment } ?? 0
    }
}

extension Action {
    static let latency = Action(
        "latency", [.response, .sides, .events, .history], ["t"], "latency",
        "Show the latency of the request over time and by phase, and when it changed.",
        reason: \.reasonWithoutLatency
    ) { $0.openLatency() }
    static let showBucket = Action(
        "showBucket", [.latency], [.enter], "entries", "List the history entries of the period under the cursor."
    ) { $0.latency?.showBucket(in: &$0) ?? [] }
    static let otherEnvironment = Action(
        "otherEnvironment", [.latency], ["e", .tab], "environment",
        "Show the next environment with history of the request."
    ) { $0.latency?.showOtherEnvironment(in: &$0) ?? [] }
    static let nextStep = Action(
        "nextStep", [.latency], ["n"], "next change", "Go to the next change in latency."
    ) { $0.latency?.goToStep(by: 1, in: &$0) }
    static let previousStep = Action(
        "previousStep", [.latency], ["N"], "previous change", "Go to the previous change in latency."
    ) { $0.latency?.goToStep(by: -1, in: &$0) }
}

extension ActionContext {
    static let latency: ActionContext = .init("latency", "Latency", .page, [.closes, .isLeftFreely], way: .latency)
}

extension LatencyState: Overlay {
    static let context: ActionContext = .latency
    static let extraRows: [ActionRow] = [
        ActionRow(.moveLeft, [.latency], [.left, "h"], "earlier", "Go to the previous period."),
        ActionRow(.moveRight, [.latency], [.right, "l"], "later", "Go to the next period."),
        ActionRow(.first, [.latency], ["g", .home], "first", "Go to the first one."),
        ActionRow(.last, [.latency], ["G", .end], "last", "Go to the last one."),
        ActionRow(.pageUp, [.latency], [.pageUp], "ten earlier", "Go ten back."),
        ActionRow(.pageDown, [.latency], [.pageDown], "ten later", "Go forward ten."),
    ]
    static let actions: [Action] = [.latency, .showBucket, .otherEnvironment, .nextStep, .previousStep]

    var keyHint: String? { "Enter lists its entries, Esc closes." }

    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { explorer.effect(.latency, .cancel) }

    // MARK: - Drawing

    /// Medians over time, when they changed, and the phases, on the whole screen but for the footer.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let page = OverlayPage(state)
        page.draw([StyledText(title(state), .paneTitleFocused)], state, on: &grid)
        let inside = page.rows
        guard let shown else {
            grid.write("Loading the history; Esc closes.", .dimmed, in: inside)
            return
        }
        let head = head(shown, state)
        let foot = foot(shown, index, state)
        let (top, rest) = inside.cutTop(min(head.count, inside.rows))
        grid.write(lines: head, in: top)
        // A line above the chart stays empty, and one below for the steps and one for the times.
        let chartRows = min(max(3, rest.rows - foot.count - 4), Self.mostRows)
        guard shown.report.total != nil, rest.rows > chartRows + 3 else { return }
        let (chart, below) = rest.cutTop(1).1.cutTop(chartRows + 2)
        draw(Chart(shown, index, state), in: chart, state, on: &grid)
        grid.write(lines: foot, in: below)
    }

    /// Higher, it says no more.
    private static let mostRows = 16
    /// The width of the scale in front of the chart.
    private static let scaleColumns = 9

    /// Returns the columns of the chart, and so the most stretches of time that it shows.
    static func chartColumns(_ state: ExplorerState) -> Int { max(1, state.size.columns - 2 - scaleColumns) }

    /// Returns a title such as "Latency of users/get.yml · local · 340 exchanges, 2 failed".
    private func title(_ state: ExplorerState) -> String {
        var parts = ["Latency of \(order.request.text)", order.environment ?? "no environment"]
        if let report = shown?.report {
            let failed = report.failures > 0 ? ", \(report.failures) failed" : ""
            let refused = report.serverErrors > 0 ? ", \(report.serverErrors) with 5xx" : ""
            parts.append(Wording.count(report.count, "exchange") + failed + refused)
        }
        return parts.joined(separator: " \(state.glyphs.bullet) ").shownInLine(limit: 500)
    }
}

// MARK: - Above the chart

extension LatencyState {
    /// Returns the summary: the times of all, and when they changed, the newest first.
    private func head(_ shown: ShownLatency, _ state: ExplorerState) -> [[StyledText]] {
        guard let total = shown.report.total else { return emptiness(shown) }
        var all = [StyledText("p50 ", .dimmed), StyledText(Wording.duration(total.p50), .label)]
        all += [StyledText("  p95 ", .dimmed), StyledText(Wording.duration(total.p95), .label)]
        all += [StyledText("  slowest \(Wording.duration(total.slowest))", .dimmed)]
        if let others = shown.otherEnvironments {
            all.append(StyledText("   e: \(others)".shownInLine(limit: 200), .dimmed))
        }
        return [all] + steps(shown.report, state)
    }

    private func emptiness(_ shown: ShownLatency) -> [[StyledText]] {
        let words =
            shown.report.count > 0
            ? "None of them got a response." : "No history for this request and environment."
        let elsewhere = shown.otherEnvironments.map { " e shows \($0)." } ?? ""
        return [[StyledText((words + elsewhere).shownInLine(limit: 500), .dimmed)]]
    }

    private func steps(_ report: LatencyReport, _ state: ExplorerState) -> [[StyledText]] {
        guard !report.steps.isEmpty else {
            return [[StyledText("No change in latency.", .dimmed)]]
        }
        let shown = report.steps.suffix(state.size.rows >= 40 ? 6 : 2).reversed()
        let left = report.steps.count - shown.count
        return shown.enumerated().map { index, step in
            let text = step.text(now: state.now, secondsFromGMT: state.secondsFromGMT, arrow: state.glyphs.arrow)
            let more = index == shown.count - 1 && left > 0 ? ", and \(Wording.count(left, "earlier change"))" : ""
            let style: Style = step.after > step.before ? .warning : .success
            return [StyledText("\(state.glyphs.step) ", style), StyledText(text, .plain), StyledText(more, .dimmed)]
        }
    }
}

// MARK: - Below it

extension LatencyState {
    /// Returns the lines on the stretch under the cursor, and on the phases of all.
    private func foot(_ shown: ShownLatency, _ index: Int, _ state: ExplorerState) -> [[StyledText]] {
        let phases = LatencyPhase.allCases.map { ($0.title, shown.report.phases[$0]) }
        let connections = [
            ("new connections", shown.report.onNewConnections), ("reused ones", shown.report.onKeptConnections),
        ]
        let rows = (phases + connections).compactMap { title, spread in spread.map { cells(title, $0) } }
        let heading = ["", "responses", "p50", "p95", "slowest"]
        return [bucket(shown, index, state), []]
            + ([heading] + rows).enumerated().map { index, cells in
                let texts = cells.enumerated().map {
                    state.glyphs.padded($1, to: $0 == 0 ? 16 : 11, $0 == 0 ? .left : .right)
                }
                return [StyledText(texts.joined(), index == 0 ? .dimmed : .plain)]
            }
    }

    private func cells(_ title: String, _ spread: LatencySpread) -> [String] {
        [title, String(spread.count)] + [spread.p50, spread.p95, spread.slowest].map(Wording.duration)
    }

    /// Returns a line such as "17:00 to 17:05: 12 exchanges, 1 failed, p50 84 ms, p95 212 ms".
    private func bucket(_ shown: ShownLatency, _ index: Int, _ state: ExplorerState) -> [StyledText] {
        guard let bucket = shown.buckets[safe: index] else { return [] }
        let offset = state.secondsFromGMT
        func moment(_ date: Date) -> String {
            let day = Wording.day(date, secondsFromGMT: offset)
            let time = Wording.timeOfDay(date, secondsFromGMT: offset)
            return day == Wording.day(state.now, secondsFromGMT: offset) ? time : "\(day) \(time)"
        }
        var facts = [Wording.count(bucket.count, "exchange")]
        if bucket.failures > 0 { facts.append("\(bucket.failures) failed") }
        if let total = bucket.total {
            facts += ["p50 \(Wording.duration(total.p50))", "p95 \(Wording.duration(total.p95))"]
        }
        return [
            StyledText("\(moment(bucket.span.lowerBound)) to \(moment(bucket.span.upperBound))  ", .label),
            StyledText(facts.joined(separator: ", "), .plain),
        ]
    }
}

// MARK: - The chart

extension LatencyState {
    /// A bar for each stretch of time, a line for steps and failures, and one for when it begins and ends.
    private struct Chart {
        let shown: ShownLatency
        /// Index of the bar with the cursor.
        let cursor: Int
        /// Columns of each bar.
        let width: Int
        let steps: Set<Int>

        init(_ shown: ShownLatency, _ cursor: Int, _ state: ExplorerState) {
            (self.shown, self.cursor) = (shown, cursor)
            width = max(1, min(12, LatencyState.chartColumns(state) / max(1, shown.buckets.count)))
            steps = Set(shown.report.steps.map { shown.index(of: $0.at) })
        }
    }

    private func draw(_ chart: Chart, in rect: Rect, _ state: ExplorerState, on grid: inout Grid) {
        let (scale, plot) = rect.cutLeft(Self.scaleColumns)
        let rows = plot.rows - 2
        let levels = state.glyphs.levels
        let heights = chart.shown.buckets.heights(upTo: rows * levels.count)
        for (index, height) in heights.enumerated() {
            let bar = Rect(
                column: plot.column + index * chart.width, row: plot.row, columns: chart.width, rows: plot.rows)
            for row in 0..<rows where height > row * levels.count {
                let part = min(levels.count, height - row * levels.count)
                grid.fill(bar.line(rows - 1 - row), with: levels[part - 1], .success)
            }
            drawMarks(of: index, chart, in: bar.line(rows), state, on: &grid)
            if index == chart.cursor { for row in 0...rows { grid.restyle(bar.line(row), .cursor) } }
        }
        drawScale(chart, in: scale, rows, on: &grid)
        drawTimes(chart, in: plot.line(rows + 1), state, on: &grid)
    }

    private func drawMarks(
        of index: Int, _ chart: Chart, in line: Rect, _ state: ExplorerState, on grid: inout Grid
    ) {
        let hasFailed = (chart.shown.buckets[safe: index]?.failures ?? 0) > 0
        if chart.steps.contains(index) { grid.write(state.glyphs.step, .warning, in: line) }
        guard hasFailed, chart.width > 1 || !chart.steps.contains(index) else { return }
        let place = Point(column: line.endColumn - 1, row: line.row)
        grid.write(String(state.glyphs.failure.prefix(1)), at: place, .failure, in: line)
    }

    /// Draws the scale: the slowest median above, 0 below.
    private func drawScale(_ chart: Chart, in scale: Rect, _ rows: Int, on grid: inout Grid) {
        let highest = chart.shown.buckets.highestMedian.map(Wording.duration) ?? ""
        for (text, row) in [(highest, 0), ("0", rows - 1)] {
            let column = max(scale.column, scale.endColumn - 1 - text.count)
            grid.write(text, at: Point(column: column, row: scale.row + row), .dimmed, in: scale)
        }
    }

    private func drawTimes(_ chart: Chart, in line: Rect, _ state: ExplorerState, on grid: inout Grid) {
        guard let first = chart.shown.buckets.first?.span.lowerBound,
            let last = chart.shown.buckets.last?.span.upperBound
        else { return }
        let isShort = last.timeIntervalSince(first) < 600
        func moment(_ date: Date) -> String {
            let time = Wording.timeOfDay(date, secondsFromGMT: state.secondsFromGMT)
            let day = Wording.day(date, secondsFromGMT: state.secondsFromGMT)
            return "\(day) \(isShort ? time[...] : time.prefix(5))"
        }
        grid.write(moment(first), .dimmed, in: line)
        let end = min(line.endColumn, line.column + chart.shown.buckets.count * chart.width)
        let column = end - moment(last).count
        guard column > line.column + moment(first).count else { return }
        grid.write(moment(last), at: Point(column: column, row: line.row), .dimmed, in: line)
    }
}

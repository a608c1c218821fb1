import Exchanges
import ExplorerKit
import Foundation
import Interchange
import TextGrid

/// A series: above, of a repeat, its numbers and their line of bars; a line for each send; below, what it waits for or how it ended. It has the whole
/// screen but for the footer.
extension SeriesView {
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let page = Self.page(state)
        page.draw(title(state), state, on: &grid)
        guard let shown = state.series else { return }
        if !page.top.isEmpty { drawNumbers(shown, state, in: page.top, on: &grid) }
        let lines = SeriesLines(shown, state)
        let (remarks, rows) = page.rows.cutBottom(Self.remarkRows)
        ListDrawing.drawRows(shown.rowCount, cursor: cursor(in: shown), keepsMatches: true, in: rows, on: &grid) {
            $2.write(lines.runs(of: $0), in: $1)
            finding.mark(lines.text(of: $0), $0, in: $1, on: &$2)
        }
        grid.write(lines: self.remarks(shown, state, columns: remarks.columns).map { [$0] }, in: remarks)
    }

    /// Returns the parts of the page; a repeat has its numbers at the top.
    private static func page(_ state: ExplorerState) -> OverlayPage {
        OverlayPage(state, top: state.series?.subject == .repeated ? 4 : 0)
    }

    /// Lines below the rows.
    private static let remarkRows = 2

    /// Returns the lines, to find something in them.
    static func texts(_ state: ExplorerState) -> [String] {
        guard let shown = state.series else { return [] }
        let lines = SeriesLines(shown, state)
        return (0..<shown.rowCount).map { lines.text(of: $0) }
    }

    /// Returns the number of rows that are listed at once.
    static func rows(_ state: ExplorerState) -> Int { page(state).rows.cutBottom(remarkRows).1.rows }

    /// Returns the index of the row with the cursor.
    func cursor(in state: SeriesState) -> Int {
        let last = max(0, state.rowCount - 1)
        return min(cursor ?? state.series.current ?? (state.subject == .repeated ? last : 0), last)
    }

    private func title(_ state: ExplorerState) -> [StyledText] {
        guard let shown = state.series else { return [] }
        let total = shown.series.plan.limit.map { " of \($0)" } ?? ""
        let words = [
            shown.title.shownInLine(limit: 200), shown.mode.title, "\(shown.series.entries.count)\(total)",
            shown.series.isStepping && shown.isUnderWay ? "step by step" : nil,
        ]
        return [StyledText(words.compactMap { $0 }.joined(separator: " \(state.glyphs.bullet) "), .paneTitleFocused)]
    }

    // MARK: - Numbers of a repeat

    private func drawNumbers(_ shown: SeriesState, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let statistics = shown.series.statistics
        let failures = statistics.failures
        let bullet = " \(state.glyphs.bullet) "
        var runs = [StyledText("\(statistics.count) sent", .label), StyledText(bullet, .dimmed)]
        runs.append(StyledText("\(failures) failed", failures > 0 ? .failure : .success))
        if let words = statistics.words { runs.append(StyledText("\(bullet)\(words)", .plain)) }
        grid.write(runs, in: rect)
        let line = rect.line(1)
        let times = shown.isUnderWay ? shown.series.times(last: line.columns) : shown.series.times
        let bars = state.glyphs.sparkline.text(ofAll: times.map { $0?.inSeconds }, columns: line.columns)
        grid.write(bars, .wait, in: line)
        grid.write(order(of: shown), .dimmed, in: rect.line(2))
    }

    /// Returns the plan in words: "every 2s, until status:200, 100 times at most".
    private func order(of shown: SeriesState) -> String {
        let plan = shown.series.plan
        let pace: String? = if case .every(let span) = plan.pace { "every \(RepeatSpan.text(of: span))" } else { nil }
        let parts = [
            pace, plan.condition.map { "until \($0.text)" },
            plan.limit.map { "\($0) times\(plan.condition == nil ? "" : " at most")" } ?? "unlimited",
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    // MARK: - Below

    private func remarks(_ shown: SeriesState, _ state: ExplorerState, columns: Int) -> [StyledText] {
        guard let end = shown.series.end, let words = shown.series.endWords else {
            return [StyledText(status(of: shown), .running)]
        }
        let isGood = end == .all || { if case .reached = end { true } else { false } }()
        var lines = [StyledText("\(shown.series.summary): \(words).", isGood ? .success : .warning)]
        if let name = shown.setName {
            lines.append(StyledText("In the history: \(HistoryFilter([.init(.set(name))]).typed)", .dimmed))
        }
        return lines.map { run in
            StyledText(state.glyphs.clipped(run.text, to: columns), run.style)
        }
    }

    private func status(of shown: SeriesState) -> String {
        switch shown.series.stage {
        case .ready:
            shown.question != nil
                ? "Waiting for your input."
                : shown.mode == .again ? "Loading requests." : "Looking up secrets."
        case .stepping: "Enter or n sends the next one, x skips it, p continues automatically, Esc stops."
        case .waiting: shown.subject == .repeated ? "Esc stops." : "n sends it now, x skips it, Esc stops."
        case .sending, .judging: "Esc stops."
        case .over: ""
        }
    }
}

extension SeriesState {
    /// Rows that there are: of a range one for each, of a repeat those that are over and the one under way.
    var rowCount: Int {
        guard subject == .repeated else { return items.count }
        return series.entries.count + (series.current == series.entries.count ? 1 : 0)
    }
}

extension HistoryFilter {
    /// The filter as it is typed; it must name no time.
    fileprivate var typed: String { text(HistoryClock(now: Date(timeIntervalSince1970: 0)) { _ in 0 }) }
}

/// The sends of a series as lines with aligned columns.
private struct SeriesLines {
    private let shown: SeriesState
    private let glyphs: Glyphs
    private let secrets: SecretMask
    private let now: Date
    private let digits: Int
    private let environmentColumns: Int
    /// The width of the verdict: all that is left for a repeat; for a range, text after it needs room too.
    private let verdictColumns: Int
    /// Status, time and verdict.
    private var columns: Int { verdictColumns + 21 }

    init(_ shown: SeriesState, _ state: ExplorerState) {
        (self.shown, glyphs, secrets, now) = (shown, state.glyphs, state.secrets, state.now)
        let room = state.size.columns
        verdictColumns = shown.subject == .repeated ? max(21, room - 30) : min(60, max(21, room - 51))
        digits = max(2, String(shown.rowCount).count)
        let widest = ListDrawing.widest(shown.items.lazy.map { $0.environment ?? "" })
        environmentColumns = min(widest, 12)
    }

    func text(of number: Int) -> String { runs(of: number).map(\.text).joined() }

    func runs(of number: Int) -> [StyledText] {
        let place = glyphs.padded(String(number + 1), to: digits, .right)
        return [StyledText("\(place) ", .dimmed)] + status(of: number) + subject(of: number)
    }

    /// Returns the state of a send: "✓ 200     84 ms  ✓ same".
    private func status(of number: Int) -> [StyledText] {
        if let entry = shown.series.entries[safe: number] { return over(entry, number) }
        guard number == shown.series.current else {
            return [StyledText(glyphs.padded(glyphs.bullet, to: columns), .dimmed)]
        }
        return [StyledText(glyphs.padded(waiting, to: columns), .running)]
    }

    private var waiting: String {
        switch shown.series.stage {
        case .ready, .over, .judging: glyphs.bullet
        case .stepping: "\(glyphs.arrow) next: Enter"
        case .waiting(let moment): "\(glyphs.running) in \(time(from: now, to: moment))"
        case .sending(let since): "\(glyphs.running) \(time(from: since, to: now))"
        }
    }

    /// Returns the time between two moments; 0 if that is over already.
    private func time(from start: Date, to end: Date) -> String {
        let milliseconds = (max(0, end.timeIntervalSince(start)) * 1000).rounded()
        return Wording.duration(.milliseconds(Int64(milliseconds)))
    }

    private func over(_ entry: Series.Entry, _ number: Int) -> [StyledText] {
        guard let outcome = entry.outcome, !entry.isSkipped else {
            return [StyledText(glyphs.padded("\(glyphs.bullet) skipped", to: columns), .dimmed)]
        }
        guard outcome.id != nil, !outcome.isCancelled else {
            let words = secrets.masked(outcome.words, glyphs).shownInLine(limit: 200)
            return [StyledText(glyphs.padded("\(glyphs.failure) \(words)", to: columns), .failure)]
        }
        let sign = glyphs.sign(of: outcome)
        let words = outcome.failure.map(\.stage.words) ?? outcome.status.map(String.init) ?? ""
        let time = outcome.duration.map(Wording.duration) ?? ""
        return [
            StyledText(glyphs.padded("\(sign.text) \(words)", to: glyphs.areWords ? 18 : 10), sign.style),
            StyledText(glyphs.padded(time, to: 9, .right) + "  ", .plain), verdict(entry, number),
        ]
    }

    private func verdict(_ entry: Series.Entry, _ number: Int) -> StyledText {
        guard let verdict = entry.verdict else {
            let isFirst = shown.series.plan.comparison == .first && entry.outcome?.id == shown.series.reference
            let isJudged = shown.series.stage == .judging && number == shown.series.entries.count - 1
            let words = isFirst ? "the first" : isJudged ? glyphs.running : "not compared"
            return StyledText(glyphs.padded(words, to: verdictColumns), .dimmed)
        }
        let (sign, style): (String, Style) =
            switch verdict.kind {
            case .same: (glyphs.success, .success)
            case .differs: (glyphs.changed, .failure)
            case .unknown: (glyphs.clientError, .warning)
            }
        let words = secrets.masked(verdict.words, glyphs).shownInLine(limit: 200)
        return StyledText(glyphs.padded("\(sign) \(words)", to: verdictColumns), style)
    }

    /// Returns the request of a send; empty for a repeat, which has it in the title.
    private func subject(of number: Int) -> [StyledText] {
        guard shown.subject != .repeated, let item = shown.item(number) else { return [] }
        var runs = [StyledText(" \(item.method) \(item.path.text)".shownInLine(limit: 500), .plain)]
        if environmentColumns > 0, let name = item.environment {
            runs.append(StyledText("  \(name)".shownInLine(limit: 100), .label))
        }
        return runs
    }
}

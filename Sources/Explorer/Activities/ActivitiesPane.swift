import Exchanges
import Foundation
import TextGrid

/// What runs: what it is, where it goes to, since when and how far; below, what ran in this session and how it ended.
enum ActivitiesPane {
    static func draw(_ list: ActivitiesState, _ state: ExplorerState, on grid: inout Grid) {
        let rows = state.activityRows
        let running = state.activities.count
        let inside = OverlayDrawing.box(
            title(running, rows.count - running), columns: 140, rows: state.size.rows - 4, state, on: &grid)
        guard !rows.isEmpty else {
            let words = "Nothing runs, and nothing ran yet: s sends the request that is shown."
            grid.write(words, at: inside.origin, .dimmed, in: inside)
            return
        }
        let cursor = list.index(in: rows)
        let heading = running < rows.count ? running : nil
        // The heading between the two takes a line.
        let line = cursor + (heading.map { cursor >= $0 ? 1 : 0 } ?? 0)
        let count = rows.count + (heading == nil ? 0 : 1)
        let first = ExplorerState.scroll(0, showing: line, rows: inside.rows, of: count)
        let lines = ActivityLines(rows, state, columns: inside.columns)
        for (offset, number) in (first..<count).prefix(inside.rows).enumerated() {
            let place = inside.line(offset)
            if number == heading {
                grid.write("Over, the latest first", at: place.origin, .heading, in: place)
                continue
            }
            let index = number - (heading.map { number > $0 ? 1 : 0 } ?? 0)
            grid.write(lines.runs(of: rows[index]), at: place.origin, in: place)
            if index == cursor { grid.restyle(place, .cursor) }
        }
    }

    /// "What runs: 3, and 12 that are over"
    private static func title(_ running: Int, _ over: Int) -> String {
        let now = running == 0 ? "Nothing runs" : "What runs: \(running)"
        return over == 0 ? now : "\(now), \(over) over"
    }
}

/// Lines whose columns stand below each other.
private struct ActivityLines {
    private let state: ExplorerState
    private let name: Int
    private let columns: Int
    /// As wide as the widest, which may be words, and a blank.
    private let sign: Int

    private static let word = 7
    private static let time = 10

    init(_ rows: [ActivitiesState.Row], _ state: ExplorerState, columns: Int) {
        (self.state, self.columns) = (state, columns)
        sign = 1 + state.signs.columnsOfOutcomes
        let widest = rows.map { DisplayWidth.columns(of: $0.activity.name.shownInLine(limit: 100)) }.max() ?? 0
        name = min(widest, columns / 3)
    }

    func runs(of row: ActivitiesState.Row) -> [StyledText] {
        let activity = row.activity
        let (sign, outcome) = standing(of: row)
        let lead = [
            sign, StyledText(padded(activity.word, Self.word), .label),
            StyledText(padded(time(of: row), Self.time - 2, .right) + "  ", .plain),
            StyledText(padded(activity.name.shownInLine(limit: 100), name) + "  ", .plain),
        ]
        let room = max(0, columns - lead.columns - outcome.columns - 2)
        let place = DisplayWidth.clipped(
            place(of: activity).shownInLine(limit: 500), toColumns: room, ellipsis: state.signs.ellipsis)
        return lead + (outcome.text.isEmpty ? [] : [outcome, StyledText("  ", .plain)]) + [StyledText(place, .dimmed)]
    }

    /// Of another collection, which one.
    private func place(of activity: Activity) -> String {
        guard state.collections.count > 1,
            let collection = state.collections.first(where: { $0.path == activity.id.collection })
        else { return activity.place }
        return "\(collection.collection.name): \(activity.place)"
    }

    private func time(of row: ActivitiesState.Row) -> String {
        switch row {
        case .running(let activity):
            activity.since.map { since in
                // Whole tenths: what is below flickers.
                let tenths = Int64(max(0, state.now.timeIntervalSince(since)) * 10)
                return Wording.duration(.milliseconds(tenths * 100))
            } ?? ""
        case .finished(let finished): finished.duration.map(Wording.duration) ?? ""
        }
    }

    private func standing(of row: ActivitiesState.Row) -> (sign: StyledText, outcome: StyledText) {
        switch row {
        case .running(let activity):
            let facts = (activity.isCancelling ? ["cancelling"] : []) + activity.facts
            let words = facts.joined(separator: ", ")
            return (StyledText(padded(state.signs.running, sign), .running), StyledText(words, .running))
        case .finished(let finished): return standing(of: finished)
        }
    }

    private func standing(of finished: FinishedActivity) -> (sign: StyledText, outcome: StyledText) {
        let (sign, words, style): (String, String, Style) =
            switch finished.outcome {
            case .answered(let outcome): answered(outcome)
            case .done(let words): (state.signs.success, words, .success)
            case .failed(let words): (state.signs.failure, words, .failure)
            case .cancelled: (state.signs.failure, "cancelled", .warning)
            }
        let clipped = DisplayWidth.clipped(
            words.shownInLine(limit: 300), toColumns: columns / 3, ellipsis: state.signs.ellipsis)
        return (StyledText(padded(sign, self.sign), style), StyledText(clipped, style))
    }

    /// "✗ 200, 1 assertion failed"
    private func answered(_ outcome: SendOutcome) -> (sign: String, words: String, style: Style) {
        let sign = state.signs.sign(of: outcome)
        let words = [outcome.status.map(String.init)].compactMap { $0 } + outcome.problems
        return (sign.text, words.joined(separator: ", "), sign.style)
    }

    private func padded(_ text: String, _ width: Int, _ alignment: DisplayWidth.Alignment = .left) -> String {
        DisplayWidth.padded(text, toColumns: width, alignment, ellipsis: state.signs.ellipsis)
    }
}

extension StyledText {
    fileprivate var columns: Int { DisplayWidth.columns(of: text) }
}

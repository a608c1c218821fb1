import Exchanges
import ExplorerKit
import TextGrid

// What is asked before a series: how exchanges are sent again, how a request is repeated.

/// The width of both forms.
private let formColumns = 72

extension ReplayForm {
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let count = Wording.count(items.count, "exchange")
        let title = set.map { "Replay \(count) of \($0.shownInLine(limit: 100))" } ?? "Replay \(count)"
        let inside = OverlayDrawing.box(title, columns: formColumns, rows: 7, state, on: &grid)
        for (index, row) in rows.enumerated() {
            let cells = [
                StyledText(row.key, .key), StyledText(row.name, .label), StyledText(row.value),
                StyledText(row.meaning, .dimmed),
            ]
            ListDrawing.write(cells, [1, 4, 14, inside.columns], state.glyphs, in: inside.line(index), on: &grid)
        }
        let advice = "Oldest first; each response is compared with its original."
        grid.write(advice, .dimmed, in: inside.line(5))
        let end = "Enter starts, Esc cancels. Saved as a set in the history."
        grid.write(end, .dimmed, in: inside.line(6))
    }

    private var rows: [(key: String, name: String, value: String, meaning: String)] {
        let gaps = gaps.reduce(.zero, +)
        let time = gaps < .seconds(3600) ? Wording.duration(gaps) : Wording.span(gaps.inSeconds)
        return [
            (
                "m", "Mode", mode.title,
                mode == .asSent ? "the recorded request, with secrets filled in" : "rebuilt from the current files"
            ),
            (
                "p", "Pace", isStepping ? "step by step" : "continue",
                isStepping ? "Enter or n sends the next" : "one after the other"
            ),
            (
                "g", "Gaps", keepsGaps ? "kept" : "dropped",
                keepsGaps ? "gaps: \(time)" : "kept, they would take \(time)"
            ),
            (
                "b", "Stop", bails ? "at the first" : "never",
                bails ? "that differs or has no response" : "whatever differs or fails"
            ),
        ]
    }
}

extension RepeatForm {
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let name = "\(item.path.text)\(item.environment.map { " to \($0)" } ?? "")"
        let inside = OverlayDrawing.box(
            "Repeat \(name.shownInLine(limit: 200))", columns: formColumns, rows: 7, state, on: &grid)
        let words = mode == .again ? "rebuilt each time" : "the recorded request"
        grid.write(
            [
                StyledText(DisplayWidth.padded("Mode", toColumns: 8), .label),
                StyledText("\(mode.title)", .plain), StyledText("  \(words)  ", .dimmed),
                StyledText("Ctrl-T", .key), StyledText(" \(mode.other.title)", .dimmed),
            ], at: inside.origin, in: inside.line(0))
        for (index, field) in RepeatForm.Field.allCases.enumerated() {
            draw(field, state, in: inside.line(index + 1), on: &grid)
        }
        let last = inside.line(5)
        if let complaint {
            grid.write(complaint, .warning, in: last)
        } else {
            grid.write("Later responses are compared with the first one.", .dimmed, in: last)
        }
        grid.write("Enter starts, Esc cancels. Saved as a set in the history.", .dimmed, in: inside.line(6))
    }

    private func draw(
        _ field: Field, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let isSelected = selected == field.rawValue
        let editor = texts[field.rawValue]
        grid.write(DisplayWidth.padded(field.words.title, toColumns: 8), .label, in: line)
        let rest = line.cutLeft(8).1
        let start = ListDrawing.drawField(
            editor, hasCursor: isSelected, state.glyphs, in: rest.cutLeft(18).0, on: &grid)
        if isSelected { grid.markSelection(of: editor, line: 0, from: start, in: rest.cutLeft(18).0.cutLeft(2).1) }
        let hint = rest.cutLeft(19).1
        grid.write(field.words.hint, .dimmed, in: hint)
    }
}

extension RepeatForm.Field {
    fileprivate var words: (title: String, hint: String) {
        switch self {
        case .times: ("Times", "max (empty = \(Series.Plan.usualLimit), 0 = unlimited)")
        case .every: ("Every", "interval: 2s, 500ms (empty = none)")
        case .until: ("Until", "200, 5xx, -503, passes, fails, changes")
        }
    }
}

import Exchanges
import ExplorerKit
import TextGrid

/// What is asked before a series: how exchanges are sent again, how a request is repeated.
enum SeriesForms {
    private static let columns = 72

    // MARK: - Exchanges of the history

    static func draw(_ form: ReplayForm, _ state: ExplorerState, on grid: inout Grid) {
        let count = Wording.count(form.items.count, "exchange")
        let title = form.set.map { "Replay \(count) of \($0.shownInLine(limit: 100))" } ?? "Replay \(count)"
        let inside = OverlayDrawing.box(title, columns: columns, rows: 7, state, on: &grid)
        for (index, row) in rows(form).enumerated() {
            let line = inside.line(index)
            grid.write(
                [StyledText("\(row.key)  ", .key), StyledText(DisplayWidth.padded(row.name, toColumns: 6), .label)],
                at: line.origin, in: line)
            let rest = line.cutLeft(9).1
            grid.write(
                [
                    StyledText(DisplayWidth.padded(row.value, toColumns: 16), .plain),
                    StyledText(row.meaning, .dimmed),
                ], at: rest.origin, in: rest)
        }
        let advice = "The oldest first; each answer is compared with its original."
        grid.write(advice, at: inside.line(5).origin, .dimmed, in: inside)
        let end = "Enter begins, Esc leaves. All of it will be a set of the history."
        grid.write(end, at: inside.line(6).origin, .dimmed, in: inside)
    }

    private static func rows(_ form: ReplayForm) -> [(key: String, name: String, value: String, meaning: String)] {
        let gaps = form.gaps.reduce(.zero, +)
        let time = gaps < .seconds(3600) ? Wording.duration(gaps) : Wording.span(gaps.inSeconds)
        return [
            (
                "m", "Mode", form.mode.title,
                form.mode == .asSent ? "what was recorded, secrets put back" : "made anew of today's files"
            ),
            (
                "p", "Pace", form.isStepping ? "step by step" : "continue",
                form.isStepping ? "Enter or n sends the next" : "one after the other"
            ),
            (
                "g", "Gaps", form.keepsGaps ? "kept" : "dropped",
                form.keepsGaps ? "gaps: \(time)" : "kept, they would take \(time)"
            ),
            (
                "b", "Stop", form.bails ? "at the first" : "never",
                form.bails ? "that differs or has no answer" : "whatever differs or fails"
            ),
        ]
    }

    // MARK: - One request

    static func draw(_ form: RepeatForm, _ state: ExplorerState, on grid: inout Grid) {
        let name = "\(form.item.path.text)\(form.item.environment.map { " to \($0)" } ?? "")"
        let inside = OverlayDrawing.box(
            "Repeat \(name.shownInLine(limit: 200))", columns: columns, rows: 7, state, on: &grid)
        let mode = form.mode == .again ? "made anew each time" : "what was recorded, over and over"
        grid.write(
            [
                StyledText(DisplayWidth.padded("Mode", toColumns: 8), .label),
                StyledText("\(form.mode.title)", .plain), StyledText("  \(mode)  ", .dimmed),
                StyledText("Ctrl-T", .key), StyledText(" \(form.mode.other.title)", .dimmed),
            ], at: inside.origin, in: inside.line(0))
        for (index, field) in RepeatForm.Field.allCases.enumerated() {
            draw(field, form, state, in: inside.line(index + 1), on: &grid)
        }
        let last = inside.line(5)
        if let complaint = form.complaint {
            grid.write(complaint, at: last.origin, .warning, in: last)
        } else {
            grid.write("Later answers are compared with the first one.", at: last.origin, .dimmed, in: last)
        }
        grid.write(
            "Enter begins, Esc leaves. All of it will be a set of the history.", at: inside.line(6).origin, .dimmed,
            in: inside)
    }

    private static func draw(
        _ field: RepeatForm.Field, _ form: RepeatForm, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let isSelected = form.selected == field.rawValue
        let editor = form.texts[field.rawValue]
        grid.write(DisplayWidth.padded(field.words.title, toColumns: 8), at: line.origin, .label, in: line)
        let rest = line.cutLeft(8).1
        let start = ListDrawing.drawField(
            editor, hasCursor: isSelected, state.signs, in: rest.cutLeft(18).0, on: &grid)
        if isSelected { grid.markSelection(of: editor, line: 0, from: start, in: rest.cutLeft(18).0.cutLeft(2).1) }
        let hint = rest.cutLeft(19).1
        grid.write(field.words.hint, at: hint.origin, .dimmed, in: hint)
    }
}

extension RepeatForm.Field {
    fileprivate var words: (title: String, hint: String) {
        switch self {
        case .times: ("Times", "at most; nothing: \(Series.Plan.usualLimit), 0: no bound")
        case .every: ("Every", "2s, 500ms; nothing: at once")
        case .until: ("Until", "200, 5xx, -503, passes, fails, changes")
        }
    }
}

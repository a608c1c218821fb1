import BodyView
import Differences
import Exchanges
import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import TextGrid

/// The difference of two responses: the verdict, and below it status, headers, body and time. It fills the screen but for the footer.
extension DifferenceView {
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let parts = OverlayPage(state, top: 2, facts: 4)
        guard let shown, let page = page(state) else {
            parts.draw([StyledText("Comparing", .paneTitleFocused)], state, on: &grid)
            grid.write("Comparing; Esc closes.", .dimmed, in: parts.top)
            return
        }
        parts.draw(verdict(shown, state), state, on: &grid)
        grid.write(lines: sides(shown, state), in: parts.top)
        draw(page, state, in: parts.rows, on: &grid)
        parts.draw(facts(page, shown), below: [StyledText(words(page), .dimmed)], state, on: &grid)
    }

    /// Returns the number of rows that are seen at once.
    static func rows(_ state: ExplorerState) -> Int { OverlayPage(state, top: 2, facts: 4).rows.rows }

    // MARK: - Above

    private func verdict(_ shown: ShownDifference, _ state: ExplorerState) -> [StyledText] {
        let environments = environments(shown)
        let room = state.size.columns - 8 - DisplayWidth.columns(of: environments)
        let words = room > Verdict.maximumLength ? shown.verdict.long.first ?? shown.verdict.short : shown.verdict.short
        let text = state.glyphs.clipped(words.shownInLine(limit: 400), to: room)
        let (sign, style): (String, Style) =
            switch shown.verdict.kind {
            case .same, .sameButForIgnored: (state.glyphs.success, .success)
            case .differs: (state.glyphs.changed, .failure)
            case .unknown: (state.glyphs.clientError, .warning)
            }
        return [StyledText("\(sign) \(text)", style), StyledText(environments, .warning)]
    }

    /// Returns " (staging → prod)" when the two were sent to different environments: then it is no wonder that they differ.
    private func environments(_ shown: ShownDifference) -> String {
        let (old, new) = (shown.old.origin.environment, shown.new.origin.environment)
        guard old != new else { return "" }
        return " (\((old ?? "no environment").shownInLine(limit: 20)) → \((new ?? "none").shownInLine(limit: 20)))"
    }

    private func sides(_ shown: ShownDifference, _ state: ExplorerState) -> [[StyledText]] {
        [("- ", Style.removed, shown.old), ("+ ", .added, shown.new)].map { sign, style, kept in
            if sign == "- ", case .example(let example, _) = shown.subject { return line(of: example, kept, style) }
            let moment = Wording.moment(kept.sentAt, now: state.now, secondsFromGMT: state.secondsFromGMT)
            let facts = [
                kept.origin.environment.map { "env: \($0)" }, kept.origin.requestPath,
                kept.exchange.duration.map(Wording.duration),
            ].compactMap { $0 }
            let outcome: StyledText =
                kept.failure.map { StyledText($0.stage.words, .failure) }
                ?? kept.head.map { StyledText(String($0.status), .status($0.status)) }
                ?? StyledText("no response", .dimmed)
            return [
                StyledText("\(sign)\(HistoryAddress.shortText(of: kept.id))", style),
                StyledText("  \(moment)  ", .dimmed),
                outcome, StyledText("  \(facts.joined(separator: " \(state.glyphs.bullet) "))", .dimmed),
            ]
        }
    }

    private func line(of example: RequestExample, _ kept: StoredExchange, _ style: Style) -> [StyledText] {
        let path = kept.origin.requestPath.map { "  of \($0)" } ?? ""
        let name = example.shownName.shownInLine(limit: 100)
        return [StyledText("- example \(name)", style), StyledText(path, .dimmed)]
    }

    // MARK: - Rows

    private func draw(
        _ page: DifferencePage, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        let drawing = DifferenceDrawing(page: page, glyphs: state.glyphs, columnOffset: columnOffset)
        ListDrawing.drawRows(page.count, cursor: cursor, in: rect, on: &grid) {
            if let item = page[$0] { drawing.draw(item, in: $1, on: &$2) }
        }
    }

    /// Returns words such as "3/27, side by side".
    private func words(_ page: DifferencePage) -> String {
        let place = "\(min(cursor + 1, page.count))/\(page.count)"
        guard case .none = page.body else {
            switch page.arrangement {
            case .list: return "\(place), list view"
            case .sideBySide: return "\(place), side by side"
            case .inline: return "\(place), below each other"
            }
        }
        return place
    }

    // MARK: - The one with the cursor

    /// Returns the values that have no room in their line.
    private func facts(_ page: DifferencePage, _ shown: ShownDifference) -> [[StyledText]] {
        if case .header(let header)? = page[cursor] {
            return values(
                header.name, header.old.joined(separator: ", "), header.new.joined(separator: ", "), header.ignoredBy)
        }
        guard let difference = page.jsonDifference(at: cursor, in: shown),
            case .json(let all) = shown.difference.body
        else { return [] }
        let path =
            difference.kind == .moved
            ? "\(difference.path) from \(difference.oldPath?.description ?? "")" : difference.path.description
        return values(
            path, all.text(of: difference.oldPlace, in: .old, limit: 1000),
            all.text(of: difference.newPlace, in: .new, limit: 1000), difference.ignoredBy)
    }

    private func values(_ name: String, _ old: String?, _ new: String?, _ rule: IgnoreRule?) -> [[StyledText]] {
        var lines = [[StyledText(name.shownInLine(limit: 300), .label)]]
        if let rule { lines[0].append(StyledText("  ignored: \(rule)", .dimmed)) }
        if let old, !old.isEmpty { lines.append([StyledText("- \(old.shownInLine(limit: 1000))", .removed)]) }
        if let new, !new.isEmpty { lines.append([StyledText("+ \(new.shownInLine(limit: 1000))", .added)]) }
        return lines
    }
}

/// Draws the rows of a difference.
struct DifferenceDrawing {
    let page: DifferencePage
    let glyphs: Glyphs
    let columnOffset: Int

    func draw(_ item: DifferencePage.Item, in line: Rect, on grid: inout Grid) {
        switch item {
        case .heading(let text): grid.write(text, .heading, in: line)
        case .change(let runs), .note(let runs): grid.write(runs, in: line)
        case .header(let header): grid.write(runs(header), in: line)
        case .body(let index): drawBody(index, in: line, on: &grid)
        }
    }

    private func runs(_ header: HeaderDifference) -> [StyledText] {
        if let rule = header.ignoredBy {
            return [StyledText("  \(header.words.shownInLine(limit: 400))  ignored: \(rule)", .dimmed)]
        }
        let (old, new) = (header.old.joined(separator: ", "), header.new.joined(separator: ", "))
        var runs = [
            StyledText("\(sign(header.old.isEmpty, header.new.isEmpty)) ", .warning),
            StyledText("\(header.name)  ", .label),
        ]
        if !header.old.isEmpty { runs.append(StyledText(old.shownInLine(limit: 400), .removed)) }
        if !header.old.isEmpty, !header.new.isEmpty { runs.append(StyledText(" \(glyphs.arrow) ", .dimmed)) }
        if !header.new.isEmpty { runs.append(StyledText(new.shownInLine(limit: 400), .added)) }
        return runs
    }

    private func sign(_ isNew: Bool, _ isGone: Bool) -> String { isNew ? "+" : isGone ? "-" : "~" }

    private func drawBody(_ index: Int, in line: Rect, on grid: inout Grid) {
        switch page.body {
        case .none: break
        case .list(let all, let some):
            let row = some?[index] ?? index
            if let entry = all.lines(row..<row + 1).first { grid.write(runs(entry), in: line) }
        case .bytes(let bytes):
            let range = bytes.ranges[index]
            let last = range.count == 1 ? "" : " to \(range.upperBound - 1)"
            grid.write("~ byte \(range.lowerBound)\(last)", .warning, in: line)
        case .rows(let rows): draw(rows, index, in: line, on: &grid)
        }
    }

    private func runs(_ entry: JSONDifferenceLine) -> [StyledText] {
        if entry.ignoredBy != nil { return [StyledText(entry.text, .dimmed)] }
        let style: Style = entry.sign == "+" ? .added : entry.sign == "-" ? .removed : .warning
        var runs = [StyledText("\(entry.sign) ", style), StyledText("\(entry.path)  ", .jsonKey)]
        if let from = entry.movedFrom { return runs + [StyledText("from \(from)", .dimmed)] }
        if let old = entry.old { runs.append(StyledText(old, .removed)) }
        if entry.old != nil, entry.new != nil { runs.append(StyledText(" \(glyphs.arrow) ", .dimmed)) }
        if let new = entry.new { runs.append(StyledText(new, .added)) }
        return runs
    }

    // MARK: - Bodies by lines

    private func draw(_ rows: DifferenceRows, _ index: Int, in line: Rect, on grid: inout Grid) {
        let isBeside = rows.arrangement == .sideBySide
        let columns = isBeside ? (line.columns - 3) / 2 : line.columns - 2
        guard let row = rows.rows(index..<index + 1, columns: columnOffset..<columnOffset + columns).first else {
            return
        }
        if case .folded(let count) = row.kind {
            let words = " \(Wording.count(count, "equal line")) "
            grid.fill(line, with: glyphs.bullet, .rule)
            grid.write(words, at: Point(column: line.column + 4, row: line.row), .dimmed, in: line)
            return
        }
        if isBeside { return drawBeside(row, columns, in: line, on: &grid) }
        let sign = row.kind == .same ? " " : row.old == nil ? "+" : "-"
        grid.write(sign, row.isIgnored ? .dimmed : row.old == nil ? .added : .removed, in: line)
        let text = line.cutLeft(2).1
        if let new = row.new { write(new, row, row.newEmphasis, .added, in: text, on: &grid) }
        if row.new == nil, let old = row.old { write(old, row, row.oldEmphasis, .removed, in: text, on: &grid) }
    }

    private func drawBeside(_ row: DifferenceRow, _ columns: Int, in line: Rect, on grid: inout Grid) {
        let left = Rect(column: line.column, row: line.row, columns: columns, rows: 1)
        let right = Rect(column: line.column + columns + 3, row: line.row, columns: columns, rows: 1)
        if let old = row.old { write(old, row, row.oldEmphasis, .removed, in: left, on: &grid) }
        if let new = row.new { write(new, row, row.newEmphasis, .added, in: right, on: &grid) }
        let sign =
            !row.isChange || row.isIgnored ? glyphs.separator : row.old == nil ? "+" : row.new == nil ? "-" : "~"
        let style: Style =
            !row.isChange || row.isIgnored ? .rule : row.old == nil ? .added : row.new == nil ? .removed : .warning
        grid.write(sign, at: Point(column: line.column + columns + 1, row: line.row), style, in: line)
    }

    /// Draws a line of a body: equal parts of a changed line are plain; a line without a counterpart has one colour.
    private func write(
        _ line: BodyLine, _ row: DifferenceRow, _ emphasis: [Range<Int>], _ style: Style, in rect: Rect,
        on grid: inout Grid
    ) {
        let text = line.text
        let isPart = row.isChange && !row.isIgnored && !emphasis.isEmpty
        let style: Style = !row.isChange ? .plain : row.isIgnored ? .dimmed : style
        grid.write(isPart ? Self.runs(text, emphasis, style) : [StyledText(text, style)], in: rect)
    }

    /// - Parameter emphasis: The ranges to emphasise, in scalars, in order.
    static func runs(_ text: String, _ emphasis: [Range<Int>], _ style: Style) -> [StyledText] {
        let scalars = Array(text.unicodeScalars)
        var runs: [StyledText] = []
        var end = 0
        func add(_ range: Range<Int>, _ style: Style) {
            guard !range.isEmpty else { return }
            runs.append(StyledText(String(String.UnicodeScalarView(scalars[range])), style))
        }
        for range in emphasis.map({ $0.clamped(to: 0..<scalars.count) }) where range.lowerBound >= end {
            add(end..<range.lowerBound, .plain)
            add(range, style)
            end = range.upperBound
        }
        add(end..<scalars.count, .plain)
        return runs
    }
}

import Exchanges
import ExplorerKit
import Foundation
import Text
import TextGrid

/// The history: a line for each exchange, and below more of the one with the cursor. It fills the screen but for the footer.
extension HistoryState {
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let parts = OverlayPage(state, top: 1, facts: 6)
        parts.draw([StyledText(title(state), .paneTitleFocused)], state, on: &grid)
        drawFilter(state, in: parts.top, on: &grid)
        drawRows(state, in: drawPreview(state, beside: parts.rows, on: &grid), on: &grid)
        guard let row else { return }
        parts.draw(facts(of: row, state), below: [StyledText(row.shortID, .paneTitleFocused)], state, on: &grid)
    }

    /// Returns the number of rows that are listed at once.
    func pageLength(in explorer: ExplorerState) -> Int { OverlayPage(explorer, top: 1, facts: 6).rows.rows }

    /// Returns a title such as "History of users/get.yml · 12 exchanges, 2 marked · times +02:00".
    private func title(_ state: ExplorerState) -> String {
        let subject = request.map { "History of \($0.text)" } ?? "History of all requests"
        guard let page else { return subject }
        let count = Wording.count(page.total, "exchange")
        let marks = marked.isEmpty ? "" : ", \(marked.count) marked"
        let zone = "times \(Wording.zone(state.secondsFromGMT))"
        return [subject, count + marks, zone].joined(separator: " \(state.glyphs.bullet) ")
    }

    private func drawFilter(
        _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        guard isTyping || !list.filter.text.isEmpty else {
            let hint = "/ filters: text or status:5xx env:prod since:yesterday slower:2s"
            grid.write([StyledText(hint, .dimmed)], clippedTo: line, state.glyphs)
            return
        }
        let field = line.cutLeft(2).1
        if isTyping {
            _ = ListDrawing.drawFilter(list.filter, sign: "/ ", state.glyphs, in: line, on: &grid)
        } else {
            grid.write("/ ", .key, in: line)
            let filter = StyledText(list.filter.text.shownInLine(limit: 500), .label)
            grid.write([filter], clippedTo: field, state.glyphs)
        }
        guard let complaint else { return }
        let width = DisplayWidth.columns(of: list.filter.text) + 3
        let rest = field.cutLeft(min(width, field.columns / 2)).1
        grid.write([StyledText(complaint, .warning)], clippedTo: rest, state.glyphs)
    }

    private func drawRows(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard !rows.isEmpty else {
            grid.writeEmpty(emptiness(state), in: rect)
            return
        }
        ListDrawing.drawRows(rows.count, cursor: index, in: rect, on: &grid) {
            $2.write(runs(of: rows[$0], state, columns: rect.columns), clippedTo: $1, state.glyphs)
        }
    }

    private func emptiness(_ state: ExplorerState) -> String {
        guard let page else { return "Loading; Esc closes." }
        if let problem = page.problem { return problem }
        if !list.filter.text.isEmpty { return state.withKeyNames(EmptyStateTexts.noHistoryMatch) }
        return state.withKeyNames(request == nil ? EmptyStateTexts.noHistory : EmptyStateTexts.noHistoryOfRequest)
    }
}

extension HistoryState: PreviewedList {
    func previewed(in explorer: ExplorerState) -> Preview.Subject? { row.map { .exchange($0.id) } }
}

// MARK: - The one with the cursor

extension HistoryState {
    /// Returns the facts that have no room in the row's line.
    private func facts(of row: HistoryRow, _ state: ExplorerState) -> [[StyledText]] {
        let moment = Wording.moment(row.sentAt, now: state.now, secondsFromGMT: state.secondsFromGMT)
        var lines = [[StyledText("\(row.method) ", .label), StyledText(row.url.shownInLine(limit: 2000), .plain)]]
        lines.append([StyledText(sent(row, moment).joined(separator: " \(state.glyphs.bullet) "), .dimmed)])
        if let failure = row.failure {
            lines.append([StyledText("\(failure.stage.words): \(failure.message)", .failure)])
        }
        if let errors = Wording.graphQLErrors(row.graphQLErrorCount) { lines.append([StyledText(errors, .failure)]) }
        if let words = row.assertions.text {
            lines.append([StyledText(words, row.assertions.notPassed > 0 ? .failure : .success)])
        }
        if let note = row.note { lines.append([StyledText("Note: ", .label), StyledText(note, .plain)]) }
        return lines
    }

    private func sent(_ row: HistoryRow, _ moment: String) -> [String] {
        [
            moment, row.origin.environment.map { "env: \($0)" },
            row.origin.requestPath.map { "\($0)\(row.origin.wasDraft ? ", unsaved version" : "")" },
            row.attemptCount > 1 ? Wording.count(row.attemptCount, "attempt") : nil, row.source.words,
        ].compactMap { $0 }
    }
}

extension StoredExchange.Source {
    /// The words for the source; nil if it needs none.
    fileprivate var words: String? {
        switch self {
        case .screen: nil
        case .commandLine: "from the command line"
        case .replay(let id): "replay of \(HistoryAddress.shortText(of: id))"
        case .imported(let name): "from \(name)"
        }
    }
}

// MARK: - Lines

extension HistoryState {
    /// Returns an exchange as a line whose columns are aligned with those of the others.
    ///
    /// - Parameter columns: The width of the whole line.
    private func runs(of row: HistoryRow, _ state: ExplorerState, columns: Int) -> [StyledText] {
        let environmentColumns = min(page?.environmentColumns ?? 0, columns / 8)
        let mark = marked[row.id] != nil ? state.glyphs.marked : " "
        let pin = row.isPinned ? state.glyphs.pinned : " "
        var runs = [
            StyledText(state.glyphs.areWords ? "\(mark) \(pin) " : "\(mark)\(pin) ", .key),
            StyledText("\(moment(row, state)) ", .dimmed), outcome(row, state.glyphs),
        ]
        runs.append(
            StyledText(" \(state.glyphs.padded(row.duration.map(Wording.duration) ?? "", to: 8, .right))", .plain))
        runs.append(
            StyledText(" \(state.glyphs.padded(row.responseLength.map(Wording.bytes) ?? "", to: 7, .right))  ", .dimmed)
        )
        if environmentColumns > 0 {
            runs.append(
                StyledText(state.glyphs.padded(row.origin.environment ?? "", to: environmentColumns) + "  ", .label))
        }
        if let kind = row.kindOfSend { runs.append(StyledText("\(kind) ", .label)) }
        runs.append(StyledText(subject(row, state.glyphs), .plain))
        if let note = row.note { runs.append(StyledText("  \(note.shownInLine(limit: 200))", .dimmed)) }
        return runs
    }

    /// Returns the time: "14:02:11" of today, "11-21 14:02" of another day.
    private func moment(_ row: HistoryRow, _ state: ExplorerState) -> String {
        let offset = state.secondsFromGMT
        let time = Wording.timeOfDay(row.sentAt, secondsFromGMT: offset)
        let day = Wording.day(row.sentAt, secondsFromGMT: offset)
        let isToday = day == Wording.day(state.now, secondsFromGMT: offset)
        return state.glyphs.padded(isToday ? time : "\(day.dropFirst(5)) \(time.prefix(5))", to: 11)
    }

    private func outcome(_ row: HistoryRow, _ glyphs: Glyphs) -> StyledText {
        let retried = row.attemptCount > 1 ? glyphs.count(row.attemptCount - 1, glyphs.retried) : ""
        let sign = glyphs.sign(of: SendOutcome(row))
        let words = row.failure?.stage.words ?? row.status.map(String.init) ?? ""
        let text = [sign.text, words, retried].filter { !$0.isEmpty }.joined(separator: " ")
        return StyledText(glyphs.padded(text, to: glyphs.areWords ? 18 : 11), sign.style)
    }

    /// Returns what distinguishes rows: of one request the URL, of several the request.
    private func subject(_ row: HistoryRow, _ glyphs: Glyphs) -> String {
        guard request == nil, let path = row.origin.requestPath else {
            let url = request == nil ? row.url : row.url.withoutOrigin
            return "\(row.method) \(url.shownInLine(limit: 500))"
        }
        return "\(row.method) \(path)\(row.origin.wasDraft ? " \(glyphs.unsaved)" : "")"
    }
}

extension String {
    /// "/users?page=1" of a URL; the whole of what is none.
    fileprivate var withoutOrigin: String {
        var url = URLReference(self)
        guard url.authority != nil else { return self }
        (url.scheme, url.authority) = (nil, nil)
        return url.text.isEmpty ? self : url.text
    }
}

import BodyView
import Exchanges
import ExplorerKit
import MicroClient
import TextGrid

/// The pieces of a response in the order in which they came: time, size and text.
struct StreamPane {
    private let rows: StreamRows
    private let state: ExplorerState
    private let reading: StreamReading
    private let isHeld: Bool

    /// Creates the list; nil for a response that came at once.
    init?(_ state: ExplorerState, _ session: RequestSession) {
        guard let response = session.response, let rows = StreamRows(response) else { return nil }
        (self.state, self.rows, reading, isHeld) = (state, rows, response.stream, session.isHeld)
    }

    func draw(in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        let (top, list) = rect.cutTop(1)
        let cursor = reading.cursorRow(in: rows)
        grid.write(status, at: Point(column: top.column + 1, row: top.row), .dimmed, in: top)
        if rows.count == 0 {
            let words = rows.isOver ? EmptyStateTexts.noEvents : EmptyStateTexts.noEventsYet
            return grid.writeEmpty(state.withKeyNames(words), in: list.inset(columns: 1, rows: 0))
        }
        let style: Style? = state.focus == .response && !isHeld ? .cursor : nil
        ListDrawing.drawRows(rows.count, cursor: cursor, style: style, from: reading.first, in: list, on: &grid) {
            $2.write(runs(of: $0), clippedTo: $1.cutLeft(1).1, state.glyphs)
        }
    }

    /// The newest of them, for a copy.
    var lines: [[StyledText]] {
        [[StyledText(status, .dimmed)]] + (0..<rows.count).suffix(Self.mostCopied).map { runs(of: $0) }
    }

    private static let mostCopied = 2_000

    /// "12 events · follows", and whether more may come.
    private var status: String {
        let noun = rows.kind == .events ? "event" : "chunk"
        var facts = [Wording.count(rows.total, noun)]
        if rows.dropped > 0 { facts.append("the first \(rows.dropped) are only in the body") }
        facts.append(rows.isOver ? "ended" : "open")
        if reading.isLooking {
            facts.append("looking for \"\(reading.searchText)\"")
        } else if !rows.isOver {
            facts.append(reading.cursor == nil ? "follows" : "paused: G follows")
        }
        return facts.joined(separator: " \(state.glyphs.bullet) ")
    }

    private func runs(of row: Int) -> [StyledText] {
        let time = rows.seconds(at: row).map { "+\(Self.seconds($0))" } ?? "?"
        let size = Wording.bytes(Int64(rows.range(at: row).count))
        let lead = [
            StyledText(padded(String(rows.number(of: row)), 5), .hexOffset),
            StyledText(" \(padded(time, 10)) \(padded(size, 7))  ", .dimmed),
        ]
        return lead + (rows.kind == .events ? words(of: rows.preview(at: row, limit: Self.preview)) : text(of: row))
    }

    /// Bytes of a row that are shown in its line.
    private static let preview = 2_048

    private func text(of row: Int) -> [StyledText] {
        [StyledText(String(decoding: rows.bytes(at: row, limit: Self.preview), as: UTF8.self))]
    }

    private func words(of event: StreamedEvent) -> [StyledText] {
        guard let data = event.data else {
            if let comment = event.comments.first { return [StyledText(":\(comment)", .dimmed)] }
            let id = event.id.map { "id \($0)" }
            let retry = event.retry.map { "retry \($0) ms" }
            return [StyledText("no data  \([id, retry].compactMap { $0 }.joined(separator: "  "))", .dimmed)]
        }
        let id = event.id.map { [StyledText(" #\($0)", .hexOffset)] } ?? []
        return [StyledText(event.type, .jsonKey)] + id + [StyledText("  "), StyledText(data)]
    }

    private func padded(_ text: String, _ columns: Int) -> String {
        DisplayWidth.padded(text, toColumns: columns, .right)
    }

    /// Returns a time as text: "1.234", "12:03.456", "1:02:03.456".
    static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((min(seconds, 1e9) * 1000).rounded())
        func fill(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let (whole, rest) = (milliseconds / 1000, fill(milliseconds % 1000, 3))
        if whole < 60 { return "\(whole).\(rest)" }
        if whole < 3600 { return "\(whole / 60):\(fill(whole % 60, 2)).\(rest)" }
        return "\(whole / 3600):\(fill(whole / 60 % 60, 2)):\(fill(whole % 60, 2)).\(rest)"
    }
}

extension StreamReading {
    var isFollowing: Bool { cursor == nil }

    func cursorRow(in rows: StreamRows) -> Int {
        let last = max(0, rows.count - 1)
        return cursor.map { min(rows.row(of: $0), last) } ?? last
    }
}

import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

// The list of what came in pieces: following, finding, showing one whole.

extension ExplorerState {
    mutating func moveInStream(_ action: Action) {
        guard let rows = session?.shownStream else { return }
        let row = Self.moved(current.stream.cursorRow(in: rows), action, page: streamRows, last: rows.count - 1)
        session?.moveInStream(toRow: row)
    }

    /// The rows below the line with the summary.
    private var streamRows: Int { max(1, responseRows - 1) }

    mutating func settleStream(_ rows: StreamRows) {
        let row = current.stream.cursorRow(in: rows)
        let first = ListDrawing.scroll(current.stream.first, showing: row, rows: streamRows, of: rows.count)
        if first != current.stream.first { current.stream.first = first }
    }

    // MARK: Finding

    mutating func findInStream(_ text: String) -> [Effect] {
        guard !text.isEmpty else { return [] }
        current.stream.searchText = text
        return findInStream(isForward: true)
    }

    mutating func findInStream(isForward: Bool) -> [Effect] {
        guard let shown, let rows = session?.shownStream, rows.count > 0, let body = session?.response?.body else {
            return []
        }
        current.stream.isLooking = true
        let search = StreamSearch(
            current.stream.searchText, in: rows.blocks, from: current.stream.cursorRow(in: rows), isForward: isForward)
        return effect(
            .streamSearch(shown), { .searchStream(search, body, $0) },
            note: { $0.takeStreamFinding($2, in: body, at: $1) })
    }

    /// - Parameter offset: The offset of the first byte of the piece.
    private mutating func takeStreamFinding(_ offset: Int?, in store: BodyStore, at path: ItemPath) {
        guard sessions[path]?.response?.body === store else { return }
        sessions[path]?.response?.stream.isLooking = false
        if let offset { sessions[path]?.response?.stream.cursor = offset }
        guard path == shown, offset == nil else { return }
        say(.warning, "Nothing in the list contains \"\(current.stream.searchText)\".")
    }

    // MARK: One whole

    mutating func openPiece() {
        guard let rows = session?.shownStream, rows.count > 0 else { return }
        let row = current.stream.cursorRow(in: rows)
        let noun = rows.kind == .events ? "Event" : "Chunk"
        let moment = rows.time(at: row).map { ", \(Wording.moment($0, now: now, secondsFromGMT: secondsFromGMT))" }
        let title = "\(noun) \(rows.number(of: row))\(moment ?? "")"
        var report = ReportState(title: title, lines: rows.lines(at: row))
        report.isVerbatim = true
        present(report)
    }
}

extension StreamRows {
    /// Most of one piece that is shown whole, in bytes.
    private static let mostBytes = 256 << 10
    private static let mostLines = 5_000

    /// Returns the content of a row, line by line; JSON as it is laid out in a body.
    func lines(at row: Int) -> [String] {
        let size = range(at: row).count
        let rest = size > Self.mostBytes ? ["", "The first \(Wording.bytes(Int64(Self.mostBytes))) of it."] : []
        guard kind == .events else { return Self.laidOut(bytes(at: row, limit: Self.mostBytes)) + rest }
        let event = event(at: row, limit: Self.mostBytes)
        var lines = event.data == nil ? [] : ["event: \(event.type)"]
        lines += [event.id.map { "id: \($0)" }, event.retry.map { "retry: \($0) ms" }].compactMap { $0 }
        lines += event.comments.map { ":\($0)" }
        return lines + (event.data.map { [""] + Self.laidOut(Array($0.utf8)) } ?? []) + rest
    }

    private static func laidOut(_ bytes: [UInt8]) -> [String] {
        let kind = bytes.first { !" \t\r\n".utf8.contains($0) }
        guard let kind, kind == UInt8(ascii: "{") || kind == UInt8(ascii: "[") else { return plain(bytes) }
        var document = BodyDocument(store: BodyStore(bytes), kind: .json)
        document.index.extend(over: document.store, budget: bytes.count + 1)
        let rows = 0..<min(document.lineCount, mostLines)
        return document.lines(ofRows: rows, folding: Folding(), columns: 0..<mostBytes, ellipsis: "…").map { line in
            line.runs.map(\.text).joined()
        }
    }

    private static func plain(_ bytes: [UInt8]) -> [String] {
        // By bytes: a carriage return and a line feed are one Character.
        bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostLines, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}

extension ShownResponse {
    mutating func take(_ blocks: [Range<Int>], in store: BodyStore) {
        if body === store { stream.events.append(blocks) }
    }
}

extension RequestSession {
    /// The pieces that are listed now; nil when another tab is shown.
    var shownStream: StreamRows? { response(in: .events).flatMap(StreamRows.init) }

    /// Moves the cursor to a row; at the last row it follows.
    mutating func moveInStream(toRow row: Int) {
        guard let rows = shownStream else { return }
        response?.stream.cursor = row < rows.count - 1 ? rows.range(at: row).lowerBound : nil
    }
}

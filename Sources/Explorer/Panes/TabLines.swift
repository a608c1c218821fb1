import BodyView
import ExplorerKit
import TextGrid

/// The lines of a tab of text, and the rows into which they are broken.
struct TabLines {
    /// Known secrets are masked in them.
    let lines: [[StyledText]]
    let text: TabText
    /// Whether lines are broken: those of the waterfall fit already.
    private let breaks: Bool
    private let columns: Int

    /// - Parameter columns: The width of the pane.
    init(_ session: RequestSession, _ state: ExplorerState, columns: Int) {
        let clear = ResponsePane.linesInClear(session, state, columns: columns - 2)
        lines = session.showsSecrets ? clear : ResponsePane.masked(clear, session, state)
        text = TabText(lines)
        breaks = session.shownResponseTab != .timing
        self.columns = columns - 2
    }

    private func rows(_ line: [StyledText]) -> [[StyledText]] {
        breaks ? Wrapping.wrap(line, columns: columns) : [line]
    }

    var rowCount: Int { lines.reduce(0) { $0 + rows($1).count } }

    /// Returns the rows, with the matches of what is looked for marked in them.
    func rows(_ find: TabFind?) -> [[StyledText]] {
        guard let find, find.text == text, !find.matches.isEmpty else { return lines.flatMap(rows) }
        return lines.enumerated().flatMap { rows(marked($1, from: text.start(ofLine: $0), find)) }
    }

    func line(ofRow row: Int) -> Int {
        var rest = row
        for (index, line) in lines.enumerated() {
            let count = rows(line).count
            if rest < count { return index }
            rest -= count
        }
        return max(0, lines.count - 1)
    }

    func row(ofByte byte: Int) -> Int {
        let line = text.line(ofByte: byte)
        guard lines.indices.contains(line) else { return 0 }
        let above = lines[..<line].reduce(0) { $0 + rows($1).count }
        var rest = byte - text.start(ofLine: line)
        for (index, row) in rows(lines[line]).enumerated() {
            // Rows after the first begin with spaces of their own.
            let count = row.dropFirst(index == 0 ? 0 : 1).reduce(0) { $0 + $1.text.utf8.count }
            if rest < count { return above + index }
            rest -= count
        }
        return above
    }

    /// Returns a line whose runs end where a match begins or ends.
    private func marked(_ line: [StyledText], from start: Int, _ find: TabFind) -> [StyledText] {
        var place = start
        return line.flatMap { run -> [StyledText] in
            let range = place..<place + run.text.utf8.count
            place = range.upperBound
            return Self.pieces(of: run, in: range, find)
        }
    }

    private static func pieces(of run: StyledText, in range: Range<Int>, _ find: TabFind) -> [StyledText] {
        let bytes = run.text.utf8
        var pieces: [StyledText] = []
        var place = range.lowerBound
        func take(upTo end: Int, _ style: Style) {
            guard end > place else { return }
            let part = bytes.dropFirst(place - range.lowerBound).prefix(end - place)
            pieces.append(StyledText(String(decoding: part, as: UTF8.self), style))
            place = end
        }
        let first = find.matches.partitioningIndex { $0.upperBound > range.lowerBound }
        for (index, match) in find.matches[first...].enumerated() {
            guard match.lowerBound < range.upperBound else { break }
            take(upTo: max(match.lowerBound, place), run.style)
            take(upTo: min(match.upperBound, range.upperBound), first + index == find.found ? .matchAtHand : .match)
        }
        take(upTo: range.upperBound, run.style)
        return pieces
    }
}

import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// What is looked for in lines that are only read, and the line in which it was found last.
struct TextFinding: Sendable, Hashable {
    var text = ""
    /// Among the lines as they stand on the screen; nil: nothing was found yet.
    var line: Int?

    /// The next line that holds the text, round the end if need be; nil: none does.
    ///
    /// - Parameters:
    ///   - first: The first line on the screen, from which one looks at first.
    mutating func step(in lines: [String], from first: Int, isForward: Bool) -> (place: Int, of: Int)? {
        let sought = TextSought(text)
        let found = lines.indices.filter { sought.occurs(in: lines[$0]) }
        let next =
            isForward
            ? found.first { $0 > (line ?? first - 1) } ?? found.first
            : found.last { $0 < (line ?? first) } ?? found.last
        line = next
        guard let next, let place = found.firstIndex(of: next) else { return nil }
        return (place + 1, found.count)
    }

    /// Marks where the text stands in a line that was drawn.
    func mark(_ line: String, _ number: Int, in rect: Rect, on grid: inout Grid) {
        guard !text.isEmpty else { return }
        let style: Style = number == self.line ? .matchAtHand : .match
        for range in TextSought(text).ranges(in: line) {
            let start = DisplayWidth.columns(of: String(line[..<range.lowerBound]))
            let columns = DisplayWidth.columns(of: String(line[range]))
            let cells = Rect(column: rect.column + start, row: rect.row, columns: columns, rows: 1)
            grid.restyle(cells.intersection(rect), style)
        }
    }
}

extension TextSought {
    /// Where it stands, one behind the other.
    func ranges(in text: String) -> [Range<String.Index>] {
        guard length > 0 else { return [] }
        var ranges: [Range<String.Index>] = []
        var start = text.startIndex
        while start < text.endIndex {
            if let end = text.utf8.index(start, offsetBy: length, limitedBy: text.endIndex),
                String.Index(end, within: text) != nil, occurs(in: String(text[start..<end]))
            {
                ranges.append(start..<end)
                start = end
            } else {
                start = text.index(after: start)
            }
        }
        return ranges
    }
}

extension TextFinding {
    /// The first line in view, so that what was found is among those that are seen.
    func scroll(_ first: Int, rows: Int, of count: Int) -> Int {
        line.map { ListDrawing.scroll(first, showing: $0, rows: rows, of: count) } ?? first
    }
}

// Text found in what is above the panes.

extension ExplorerState {
    mutating func askForOverlayText() {
        let text = overlayFinding?.text ?? ""
        overlays.append(
            Prompt("Find", detail: "n the next, N the previous line.", text: text) {
                $1.findInOverlay($0.editor.text)
                return []
            })
    }

    /// What was typed.
    mutating func findInOverlay(_ text: String) {
        changeOverlayFinding { finding, _, _ in finding = TextFinding(text: text) }
        if !text.isEmpty { findInOverlay(isForward: true) }
    }

    /// Asks for a text to find in what is above the panes, or else in the pane with the focus.
    mutating func askForListText() {
        if !overlays.isEmpty { return askForOverlayText() }
        if focus == .log { askForLogText() } else { askForStreamText() }
    }

    mutating func findInList(isForward: Bool) -> [Effect] {
        if overlays.isEmpty { return findAgain(isForward: isForward) }
        findInOverlay(isForward: isForward)
        return []
    }

    mutating func findInOverlay(isForward: Bool) {
        var standing: (place: Int, of: Int)?
        var text = ""
        changeOverlayFinding { finding, lines, first in
            standing = finding.step(in: lines, from: first, isForward: isForward)
            text = finding.text.shownInLine(limit: 60)
        }
        guard let standing else {
            status = StatusMessage(.warning, "No line holds \"\(text)\".")
            return
        }
        status = StatusMessage(
            .info, "\(standing.place) of \(Wording.count(standing.of, "line")) with \"\(text)\"")
    }

    var reasonWithoutSoughtText: String? {
        overlayFinding?.text.isEmpty == false ? nil : Self.nothingSought
    }

    static let nothingSought = "Nothing was looked for yet: / asks what."

    private var overlayFinding: TextFinding? { (overlays.last as? any TextOverlay)?.finding }

    private mutating func changeOverlayFinding(_ change: (inout TextFinding, [String], Int) -> Void) {
        guard var overlay = overlays.last as? any TextOverlay else { return }
        overlay.find(in: self, change)
        replaceTop(overlay)
    }
}

import BodyView
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// A search in read-only lines: the text, and the line in which it was found last.
struct TextFinding: Sendable, Hashable {
    var text = ""
    /// The index of that line among the lines as laid out on the screen; nil until something is found.
    var line: Int?

    /// Goes to the next line that contains the text, round the end if need be; nil: none does.
    ///
    /// - Parameters:
    ///   - first: The first line on the screen, where the search begins.
    mutating func step(
        in lines: [String], from first: Int, _ direction: MatchStep.Direction
    ) -> (place: Int, of: Int)? {
        let matcher = TextMatcher(text)
        let found = lines.indices.filter { matcher.isIn(lines[$0]) }
        let next =
            direction == .forward
            ? found.first { $0 > (line ?? first - 1) } ?? found.first
            : found.last { $0 < (line ?? first) } ?? found.last
        line = next
        guard let next, let place = found.firstIndex(of: next) else { return nil }
        return (place + 1, found.count)
    }

    /// Marks the text in a line that was drawn.
    func mark(_ line: String, _ number: Int, in rect: Rect, on grid: inout Grid) {
        guard !text.isEmpty else { return }
        let style: Style = number == self.line ? .matchAtHand : .match
        for range in TextMatcher(text).ranges(in: line) {
            let start = DisplayWidth.columns(of: String(line[..<range.lowerBound]))
            let columns = DisplayWidth.columns(of: String(line[range]))
            let cells = Rect(column: rect.column + start, row: rect.row, columns: columns, rows: 1)
            grid.restyle(cells.intersection(rect), style)
        }
    }
}

extension TextFinding {
    /// Returns the first line in view, so that what was found is among those that are seen.
    func scroll(_ first: Int, rows: Int, of count: Int) -> Int {
        line.map { ListDrawing.scroll(first, showing: $0, rows: rows, of: count) } ?? first
    }
}

// Finding: one key asks for a text, two go on from match to match, in any pane.

extension ExplorerState {
    /// A place that the keys of finding apply to.
    private enum FindPlace { case overlay, field, log, pieces, response }

    private var findPlace: FindPlace {
        if overlays.last is any TextOverlay { return .overlay }
        if edit != nil { return .field }
        if focus == .log { return .log }
        return context == .events ? .pieces : .response
    }

    /// Asks for a text.
    mutating func beginFinding() {
        switch findPlace {
        case .overlay: askWhat("Find", overlayFinding?.text ?? "") { $0.findInOverlay($1) }
        case .field: edit?.openFind()
        case .log: askWhat("Find in the log", about: .log) { $0.findInLog($1) }
        case .pieces: askWhat("Find in the list") { $0.findInStream($1) }
        case .response: openFind()
        }
    }

    /// Goes to the next match, or to the one before.
    mutating func findAgain(_ direction: MatchStep.Direction) -> [Effect] {
        switch findPlace {
        case .overlay: findInOverlay(direction)
        case .field: say(edit?.goToMatch(isForward: direction == .forward))
        case .log: show(log.find(direction), log.searchText)
        case .pieces: return findInStream(isForward: direction == .forward)
        case .response: return step(direction)
        }
        return []
    }

    var reasonNotToFind: String? {
        switch findPlace {
        case .overlay, .field: nil
        case .log: log.reasonWithoutLines
        case .pieces: current.reasonWithoutPieces
        case .response: reasonNotToFindInResponse
        }
    }

    var reasonNotToFindAgain: String? {
        let searchText: String?
        switch findPlace {
        case .overlay: searchText = overlayFinding?.text
        case .field: searchText = edit?.search?.input.text
        case .log: searchText = log.searchText
        case .pieces:
            if let reason = current.reasonWithoutPieces { return reason }
            searchText = current.stream.searchText
        case .response: return reasonNotToFindAgainInResponse
        }
        guard searchText?.isEmpty != false else { return nil }
        return withKeyNames("No search yet: {find} starts one.")
    }

    private mutating func askWhat(
        _ title: String, _ text: String = "", about id: QuestionID? = nil,
        then find: @escaping @Sendable (inout ExplorerState, String) -> [Effect]
    ) {
        askForText(title, about: id, detail: "n the next, N the previous one.", text: text) {
            find(&$1, $0.editor.text)
        }
    }

    /// Says which of the lines that hold the text it is, or that none does.
    private mutating func show(_ position: (place: Int, of: Int)?, _ text: String) {
        let text = text.shownInLine(limit: 60)
        guard let position else { return say(.warning, "No line contains \"\(text)\".") }
        say(.info, "\(position.place) of \(Wording.count(position.of, "line")) with \"\(text)\"")
    }

    // MARK: - In what is above the panes

    private mutating func findInOverlay(_ text: String) -> [Effect] {
        changeOverlayFinding { finding, _, _ in finding = TextFinding(text: text) }
        if !text.isEmpty { findInOverlay(.forward) }
        return []
    }

    private mutating func findInOverlay(_ direction: MatchStep.Direction) {
        var position: (place: Int, of: Int)?
        changeOverlayFinding { finding, lines, first in
            position = finding.step(in: lines, from: first, direction)
        }
        show(position, overlayFinding?.text ?? "")
    }

    private var overlayFinding: TextFinding? { (overlays.last as? any TextOverlay)?.finding }

    private mutating func changeOverlayFinding(_ change: (inout TextFinding, [String], Int) -> Void) {
        guard var overlay = overlays.last as? any TextOverlay else { return }
        overlay.find(in: self, change)
        replaceTop(overlay)
    }

    // MARK: - In the log

    private mutating func findInLog(_ text: String) -> [Effect] {
        if !text.isEmpty {
            log.searchText = text
            show(log.find(.forward), text)
        }
        return []
    }
}

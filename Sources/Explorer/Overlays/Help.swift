import ExplorerKit
import TextGrid

/// The page of keys: what narrows it, and the place of its cursor.
public struct HelpState: Sendable {
    /// Narrowed by words, each of which a row has to hold; the cursor is on an index among those that match.
    var list = ListState(on: 0)
    /// First shown line.
    var scroll = 0
    /// The lines as they were laid out after the last event but a move.
    private(set) var laidOut: Lines?
    /// Whether nothing but a move in it has happened since.
    private var isMovedIn = false

    public var selected: Int { list.cursor ?? 0 }
}

// The page of keys: opened over whatever is shown, narrowed by typing, and a way to run the actions that it lists.

extension ExplorerState {
    /// Enter: performs the action of a row, the help closed; it stays open where nothing can be done.
    mutating func performFromHelp(_ help: HelpState) -> [Effect] {
        guard let entry = HelpPage(help, below: self).entries[safe: help.selected] else {
            return stay(
                in: help,
                help.shownLines(self).places.isEmpty
                    ? EmptyStateTexts.noHelp : "This is a sign, not an action.")
        }
        guard entry.isHere else {
            let places = ActionContext.allCases.filter(entry.row.contexts.contains)
            let names = places.prefix(3).map(\.title).joined(separator: ", ")
            let ways = places.compactMap { settings.way(to: $0) }
            return stay(in: help, "Only available in: \(names)." + (ways.first.map { " Go there with \($0)." } ?? ""))
        }
        if let reason = entry.reason { return stay(in: help, reason) }
        return perform(entry.row.action, stroke: entry.row.keys.first)
    }

    private mutating func stay(in help: HelpState, _ words: String) -> [Effect] {
        present(help)
        return say(.warning, words)
    }
}

extension ActionContext {
    static let help: ActionContext = .init(
        "help", "Help", .typedList, .closes,
        enter: ("run", "Run the action, or see why it is unavailable."), way: .help)
}

extension HelpState: NarrowedList {
    static let context: ActionContext = .help
    static let extraRows: [ActionRow] = [
        ActionRow(
            .dismiss, [.help], [.function(1), .control("g")], "close",
            "Close the help; ? does too, with nothing typed.")
    ]

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        var help = self
        help.moveInList(action, in: explorer)
        let lines = help.shownLines(explorer)
        if let place = lines.places[safe: help.selected] {
            let rows = Self.rows(explorer)
            // The title above the first row of a section is shown with it.
            for line in [place.upperBound - 1, help.selected == 0 ? 0 : place.lowerBound] {
                help.scroll = ListDrawing.scroll(help.scroll, showing: line, rows: rows, of: lines.all.count)
            }
        }
        help.isMovedIn = true
        return explorer.replaceTop(help)
    }
    func ids(in explorer: ExplorerState) -> Range<Int> { shownLines(explorer).places.indices }
    func pageLength(in explorer: ExplorerState) -> Int { max(1, Self.rows(explorer) / 2) }
    mutating func narrow(in explorer: ExplorerState) { if list.cursor == nil { scroll = 0 } }

    /// Lays the page out once, for the screen and for the moves in it. A move leaves it as it was.
    mutating func settle(in explorer: ExplorerState) {
        if !isMovedIn { laidOut = lines(explorer) }
        isMovedIn = false
    }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.performFromHelp(self) }

    /// Types a key; with nothing typed, `/` does nothing, and `?` closes the page.
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        if list.filter.text.isEmpty {
            if stroke == "?" { return dismiss(in: &explorer) }
            if stroke == "/" { return [] }
        }
        return edit(in: &explorer) { _ = $0.handle(stroke) }
    }

}

/// The text typed over the page of keys, and how well it fits a row of the table.
struct HelpSearch {
    /// The quality of a hit, the best first.
    enum Rank: CaseIterable {
        /// It is a key, or all of a name or label: the row to explain it.
        case whole
        case beginning
        case inName
        case inSentence
    }

    private let typed: String
    /// The words in lower case.
    let words: [String]

    init(_ text: String) {
        typed = text.trimmingSpaces
        words = typed.lowercased().split(separator: " ").map(String.init)
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether all words are in a text.
    func isIn(_ text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Returns how well the text fits a row; nil if one of the words is not in it.
    func rank(of row: ActionRow) -> Rank? {
        let names = [row.action.name, row.label].map { $0.lowercased() }
        guard isIn(([HelpLines.keys(row), row.help] + names).joined(separator: " ")) else { return nil }
        let whole = words.joined(separator: " ")
        if row.keys.contains(where: { isTitle($0.title) }) || names.contains(whole) { return .whole }
        if names.contains(where: { $0.hasPrefix(whole) }) { return .beginning }
        return names.contains { name in words.allSatisfy { name.contains($0) } } ? .inName : .inSentence
    }

    /// Whether the text is the title of a key; a single letter has to match in case.
    private func isTitle(_ title: String) -> Bool {
        title == typed || title.count > 1 && title.lowercased() == typed.lowercased()
    }

    /// Returns the elements, best first; those that fit alike keep their order.
    static func sorted<Element>(_ found: [(rank: Rank, element: Element)]) -> [Element] {
        Rank.allCases.flatMap { rank in found.filter { $0.rank == rank }.map(\.element) }
    }
}

extension HelpState {
    /// Draws the page of keys in its box: a line to type in, and what it leaves of the page.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box("Keys", columns: Self.columns, rows: state.size.rows, state, on: &grid)
        let below = ListDrawing.drawFilter(list.filter, sign: "/ ", state.glyphs, in: inside, on: &grid)
        if list.filter.text.isEmpty {
            let hint = "search by key, word or action name"
            grid.write(hint, at: Point(column: inside.column + 3, row: inside.row), .dimmed, in: inside)
        }
        let lines = shownLines(state)
        guard !lines.places.isEmpty else { return grid.writeEmpty(EmptyStateTexts.noHelp, in: below) }
        let first = min(scroll, max(0, lines.all.count - below.rows))
        let selected = lines.places[safe: selected]
        for (index, line) in lines.all.enumerated().dropFirst(first).prefix(below.rows) {
            let row = below.line(index - first)
            grid.write(line, in: row)
            if selected?.contains(index) == true { Highlighting.restyleCursor(row, on: &grid) }
        }
    }

    private static let columns = 96
    private static let keyColumns = 20

    /// Returns the number of rows of the page that are shown at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 5) }

    struct Lines: Sendable {
        var all: [[StyledText]] = []
        /// The lines of each row.
        var places: [Range<Int>] = []
    }

    /// Returns the lines as laid out before, or lays them out.
    func shownLines(_ state: ExplorerState) -> Lines { laidOut ?? lines(state) }

    /// - Parameter state: The state with the help on top.
    func lines(_ state: ExplorerState) -> Lines {
        var below = state
        if let index = below.overlays.lastIndex(where: { $0 is HelpState }) { below.overlays.removeSubrange(index...) }
        return Self.lines(of: HelpPage(self, below: below), columns: min(Self.columns, state.size.columns - 6))
    }

    static func lines(of page: HelpPage, columns: Int) -> Lines {
        var lines = Lines()
        for section in page.sections {
            let way = section.way.map { [StyledText("  \($0)", .dimmed)] } ?? []
            lines.all.append([StyledText(section.title, .heading)] + way)
            for entry in section.entries {
                let start = lines.all.count
                lines.all += self.lines(of: entry, page.words, columns: columns)
                lines.places.append(start..<lines.all.count)
            }
            lines.all.append([])
        }
        if !page.glyphs.isEmpty { lines.all.append([StyledText("Signs", .heading)]) }
        for (sign, meaning) in page.glyphs {
            let texts = Wrapping.lines(meaning, columns: max(10, columns - keyColumns))
            let start = lines.all.count
            lines.all += beside(sign, texts.map { WordMarks.runs($0, page.words, .plain) }, page.words)
            lines.places.append(start..<lines.all.count)
        }
        return lines
    }

    private static func lines(of entry: HelpPage.Entry, _ words: [String], columns: Int) -> [[StyledText]] {
        let style: Style = entry.reason == nil ? .plain : .dimmed
        let room = max(10, columns - keyColumns)
        var texts = Wrapping.lines(entry.row.help, columns: room).map { WordMarks.runs($0, words, style) }
        if !words.isEmpty { texts.append(WordMarks.runs(entry.row.action.name, words, .code)) }
        if let reason = entry.reason {
            texts += Wrapping.lines("Not now: \(reason)", columns: room).map { [StyledText($0, .warning)] }
        }
        return beside(entry.row.keys.isEmpty ? "(no key)" : HelpLines.keys(entry.row), texts, words)
    }

    private static func beside(_ title: String, _ texts: [[StyledText]], _ words: [String]) -> [[StyledText]] {
        texts.enumerated().map { index, runs in
            let key = DisplayWidth.padded(index == 0 ? title : "", toColumns: keyColumns)
            return WordMarks.runs(key, index == 0 ? words : [], .key) + runs
        }
    }
}

/// Marking of words in a text.
enum WordMarks {
    /// - Parameter words: The words in lower case.
    static func runs(_ text: String, _ words: [String], _ style: Style) -> [StyledText] {
        guard !words.isEmpty else { return [StyledText(text, style)] }
        let found = words.flatMap { TextMatcher($0).ranges(in: text) }
        return Highlighting.runs(
            text.indices.lazy.map { index in (text[index], found.contains { $0.contains(index) }) }, style)
    }
}

extension Settings {
    /// Returns the key that leads to a context, and what it does: "H: history". nil where something else has to happen first.
    func way(to context: ActionContext) -> String? {
        guard let action = context.way(),
            let row = keymap.rows.first(where: { $0.action == action && !$0.keys.isEmpty })
        else { return nil }
        return "\(row.keys[0].title): \(row.label)"
    }
}

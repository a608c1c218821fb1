import ExplorerKit
import OpenCollection
import TextGrid

/// The overlay with all actions, narrowed by a few letters.
public struct PaletteState: Sendable, Hashable {
    struct Option: Sendable, Hashable {
        let action: Action
        /// The pane where it means something; nil: here.
        let pane: Pane?
        /// The label, one or two words.
        let label: String
        /// A sentence.
        let help: String
        /// "s Ctrl-R"; empty: it has none.
        let keys: String
        /// Why it can do nothing now; nil: it can.
        let reason: String?
    }

    let options: [Option]
    private let texts: FuzzyTexts
    /// The list of rows, by their index in ``options``.
    var list = ListState<Int>()
    /// Indexes of the options that were found, best first.
    private(set) var matches: [Int] = []
    private(set) var pattern = FuzzyPattern("")

    init(_ options: [Option]) {
        var texts = FuzzyTexts()
        for option in options {
            texts.append([
                FuzzyTexts.Field(text: option.label, weight: 3),
                FuzzyTexts.Field(text: option.action.name, weight: 2),
                FuzzyTexts.Field(text: option.help),
            ])
        }
        (self.options, self.texts) = (options, texts)
        matches = Array(options.indices)
    }

    /// Index among ``matches``.
    var selected: Int { list.index(in: matches) }

    var shown: Option? { matches[safe: selected].map { options[$0] } }

    /// Places of the letters that were found in an option's label and in its sentence, in bytes.
    func places(in index: Int) -> (label: Set<Int>, help: Set<Int>) {
        let option = options[index]
        let found = texts.places(of: pattern, in: index)
        let help = option.label.utf8.count + 1 + option.action.name.utf8.count + 1
        return (Set(found.filter { $0 < option.label.utf8.count }), Set(found.filter { $0 >= help }.map { $0 - help }))
    }
}

// The palette: all actions, from any place.

extension ExplorerState {
    /// Opens the palette: actions that mean something here, then those of other panes; the ones used last come first.
    mutating func openPalette() {
        edit?.completion = nil
        var seen: Set<Action> = [.palette]
        var options = paletteOptions(of: self, nil, &seen)
        for pane in Pane.allCases where pane != focus || edit != nil || !overlays.isEmpty {
            var there = self
            (there.edit, there.typing.filterLine, there.focus, there.overlays) = (nil, nil, pane, [])
            options += paletteOptions(of: there, pane, &seen)
        }
        let ranks = Dictionary(finding.recentActions.enumerated().map { ($1, $0) }) { first, _ in first }
        let recent = options.filter { ranks[$0.action] != nil }.sorted {
            (ranks[$0.action] ?? 0) < (ranks[$1.action] ?? 0)
        }
        present(PaletteState(recent + options.filter { ranks[$0.action] == nil }))
    }

    private func paletteOptions(
        of there: ExplorerState, _ pane: Pane?, _ seen: inout Set<Action>
    ) -> [PaletteState.Option] {
        let context = there.context
        let rows = settings.keymap.rows.filter {
            $0.contexts.contains(context) && seen.insert($0.action).inserted
        }
        return rows.map { row in
            let keys = settings.keymap.rows.filter { $0.action == row.action && $0.contexts.contains(context) }
            return PaletteState.Option(
                action: row.action, pane: pane, label: row.label, help: row.help,
                keys: keys.flatMap(\.keys).map(\.title).joined(separator: " "),
                reason: there.disabledReason(of: row.action))
        }
    }

    /// Enter: performs the action, where it means something in another pane in that one.
    mutating func choose(in palette: PaletteState) -> [Effect] {
        guard let option = palette.shown else {
            present(palette)
            let typed = palette.list.filter.text.shownInLine(limit: 60)
            return say(.warning, "No matches for \"\(typed)\". Backspace widens the list, Esc closes it.")
        }
        if let reason = option.reason { return say(.warning, reason) }
        finding.recentActions.putFirst(option.action, limit: RecentUses.actionLimit)
        guard let pane = option.pane else { return perform(option.action) }
        var left: [Effect] = []
        // Overlays are left as Esc leaves them, the topmost first.
        while !overlays.isEmpty, !isStartNeeded { left += dismiss() }
        guard overlays.isEmpty else { return left + dismiss() }
        left += edit == nil ? [] : leaveEdit()
        guard edit == nil else { return left }
        if typing.filterLine != nil { _ = performInFilter(.dismiss) }
        display.focusPane(pane)
        return left + perform(option.action)
    }
}

extension PaletteState: NarrowedList {
    /// The context of a ``Chooser``, whose keys it has.
    static let context: ActionContext = .chooser
    static let contexts: [ActionContext] = []

    var isAboutCollection: Bool { true }
    func actionOfClick(hasCursor: Bool) -> Action? { .choose }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.choose(in: self) }

    func ids(in explorer: ExplorerState) -> [Int] { matches }
    mutating func narrow(in explorer: ExplorerState) {
        pattern = FuzzyPattern(list.filter.text)
        matches = pattern.isEmpty ? Array(options.indices) : texts.find(pattern).matches.map(\.index)
    }

    // MARK: - Drawing

    /// Draws the actions that were found, each with its keys; below, the whole sentence of the one with the cursor, and why it can do nothing now.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box("Actions", columns: Self.columns, rows: state.size.rows - 4, state, on: &grid)
        let below = ListDrawing.drawFilter(self.list.filter, state.glyphs, in: inside, on: &grid)
        let (facts, list) = below.cutBottom(Self.factRows)
        if matches.isEmpty { grid.writeEmpty(state.withKeyNames(EmptyStateTexts.noChoice), in: list) }
        let labels = min(16, ListDrawing.widest(options.map(\.label)))
        ListDrawing.drawRows(
            matches.count, cursor: selected, keepsMatches: true, in: list, on: &grid
        ) { draw(matches[$0], labels: labels, state, in: $1, on: &$2) }
        if let option = shown { draw(option, state, in: facts, on: &grid) }
    }

    private static let columns = 110
    /// The number of lines about the action with the cursor.
    private static let factRows = 3

    /// Returns the number of rows that are listed at once.
    func pageLength(in state: ExplorerState) -> Int { max(1, state.size.rows - 5 - Self.factRows) }

    private func draw(
        _ index: Int, labels: Int, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let option = options[index]
        let places = places(in: index)
        let isDone = option.reason == nil
        let refusal = isDone || !state.isPlain ? nil : "(not now) "
        let keys = [refusal, option.pane.map { "\($0.title): " }, option.keys].compactMap { $0 }.joined()
        let keyColumns = min(DisplayWidth.columns(of: keys), line.columns / 3)
        let label = Highlighting.runs(
            option.label, places.label, isDone ? .plain : .dimmed, columns: labels, state.glyphs)
        grid.write(label, in: line)
        let start = line.column + labels + 2
        let sentence = Rect(column: start, row: line.row, columns: line.endColumn - start - keyColumns - 2, rows: 1)
        let help = Highlighting.runs(option.help, places.help, .dimmed, columns: sentence.columns, state.glyphs)
        grid.write(help, in: sentence)
        let clipped = state.glyphs.clipped(keys, to: keyColumns)
        let at = Point(column: line.endColumn - DisplayWidth.columns(of: clipped), row: line.row)
        grid.write(clipped, at: at, isDone ? .key : .dimmed, in: line)
    }

    private func draw(
        _ option: PaletteState.Option, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        let help = Wrapping.lines(option.help, columns: rect.columns).map { StyledText($0, .plain) }
        let reason = Wrapping.lines(option.reason ?? "", columns: rect.columns).map { StyledText($0, .warning) }
        let lines = (option.reason == nil ? [] : reason) + help
        for (index, line) in lines.prefix(rect.rows - 1).enumerated() {
            grid.write([line], in: rect.line(index + 1))
        }
        grid.fill(rect.line(0), with: state.glyphs.rule, .rule)
    }
}

extension Pane {
    var title: String {
        switch self {
        case .tree: "Collection"
        case .request: "Request"
        case .response: "Response"
        case .log: "Log"
        case .held: "Held response"
        }
    }
}

import OpenCollection
import TextGrid

/// All actions, narrowed by a few letters.
public struct PaletteState: Sendable, Hashable {
    struct Option: Sendable, Hashable {
        let action: Action
        /// Where it means something; nil: here.
        let pane: Pane?
        /// One or two words.
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
    var filter = TextEditor("", isMultiline: false) {
        didSet { if filter.text != oldValue.text { find() } }
    }
    /// Indexes of the options that were found, best first.
    private(set) var matches: [Int] = []
    /// Index among ``matches``.
    var selected = 0
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

    private mutating func find() {
        pattern = FuzzyPattern(filter.text)
        matches = pattern.isEmpty ? Array(options.indices) : texts.find(pattern).matches.map(\.index)
        selected = 0
    }

    var shown: Option? { matches[safe: selected].map { options[$0] } }

    /// Places of the letters that were found in an option's label and in its sentence, in bytes.
    func places(in index: Int) -> (label: Set<Int>, help: Set<Int>) {
        let option = options[index]
        let found = texts.places(of: pattern, in: index)
        let help = option.label.utf8.count + 1 + option.action.name.utf8.count + 1
        return (
            Set(found.filter { $0 < option.label.utf8.count }), Set(found.filter { $0 >= help }.map { $0 - help })
        )
    }
}

// The palette: everything one can do, wherever one is.

extension ExplorerState {
    /// What means something here, then what does in other panes; of all that, what was used last stands first.
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
        overlays.append(PaletteState(recent + options.filter { ranks[$0.action] == nil }))
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

    /// Enter: what means something in another pane is done there.
    mutating func choose(in palette: PaletteState) -> [Effect] {
        guard let option = palette.shown else {
            overlays.append(palette)
            let typed = palette.filter.text.shownInLine(limit: 60)
            status = StatusMessage(.warning, "Nothing matches \"\(typed)\". Backspace widens the list, Esc closes it.")
            return []
        }
        if let reason = option.reason {
            status = StatusMessage(.warning, reason)
            return []
        }
        noteUse(of: option.action)
        guard let pane = option.pane else { return perform(option.action) }
        var left: [Effect] = []
        // What stands above the panes is left as Esc leaves it, the topmost first.
        while !overlays.isEmpty, !isStartNeeded { left += dismiss() }
        guard overlays.isEmpty else { return left + dismiss() }
        left += edit == nil ? [] : leaveEdit()
        guard edit == nil else { return left }
        if typing.filterLine != nil { _ = performInFilter(.dismiss) }
        focus = pane
        if display.zoomed != nil { display.zoomed = pane }
        return left + perform(option.action)
    }
}

extension PaletteState: NarrowedList {
    func context(in explorer: ExplorerState) -> ActionContext { .chooser }
    var isAboutCollection: Bool { true }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.choose(in: self)
    }

    func rowCount(in explorer: ExplorerState) -> Int { matches.count }
    func pageLength(in explorer: ExplorerState) -> Int { PalettePane.rows(explorer) }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { PalettePane.draw(self, explorer, on: &grid) }
}

import TextGrid

// The page of keys: opened over whatever is shown, narrowed by typing, and a way to do what it tells.

extension ExplorerState {
    mutating func openHelp() { overlays.append(HelpState()) }

    mutating func move(_ action: Action, in help: HelpState) {
        var help = help
        let lines = HelpDrawing.shownLines(help, self)
        let last = max(0, lines.places.count - 1)
        help.selected = Self.moved(help.selected, action, page: max(1, HelpDrawing.rows(self) / 2), last: last)
        if let place = lines.places[safe: help.selected] {
            // With the title above the first row of a section.
            let top = help.selected == 0 ? 0 : place.lowerBound
            let rows = HelpDrawing.rows(self)
            help.scroll = Self.scroll(help.scroll, showing: place.upperBound - 1, rows: rows, of: lines.all.count)
            help.scroll = Self.scroll(help.scroll, showing: top, rows: rows, of: lines.all.count)
        }
        replaceTop(help)
        pages.helpLayout?.isMovedIn = true
    }

    /// After every event: laid out once, for the screen and for the moves in it. A move leaves it as it was.
    mutating func settleHelp() {
        guard let help = overlays.last as? HelpState else {
            pages.helpLayout = nil
            return
        }
        guard pages.helpLayout?.isMovedIn != true else {
            pages.helpLayout?.isMovedIn = false
            return
        }
        pages.helpLayout = HelpLayout(lines: HelpDrawing.lines(help, self))
    }

    /// Enter on a row, the help closed; it stays open where nothing can be done.
    mutating func performFromHelp(_ help: HelpState) -> [Effect] {
        guard let entry = HelpPage(help, below: self).entries[safe: help.selected] else {
            return stay(
                in: help,
                HelpDrawing.shownLines(help, self).places.isEmpty
                    ? EmptyWords.noHelp : "That is a sign: there is nothing to do.")
        }
        guard entry.isHere else {
            let places = ActionContext.allCases.filter(entry.row.contexts.contains)
            let names = places.prefix(3).map(\.rawValue).joined(separator: ", ")
            let ways = places.compactMap { way(to: $0) }
            return stay(in: help, "That is for: \(names)." + (ways.first.map { " The way there is \($0)." } ?? ""))
        }
        if let reason = entry.reason { return stay(in: help, reason) }
        return perform(entry.row.action, stroke: entry.row.keys.first)
    }

    private mutating func stay(in help: HelpState, _ words: String) -> [Effect] {
        overlays.append(help)
        status = StatusMessage(.warning, words)
        return []
    }
}

extension HelpState: TypedOverlay {
    func context(in explorer: ExplorerState) -> ActionContext { .help }
    func footer(in explorer: ExplorerState) -> [Action] {
        [.choose, .moveDown, .pageDown, .dismiss]
    }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        explorer.move(action, in: self)
        return []
    }
    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.performFromHelp(self)
    }

    /// With nothing typed, `/` only says that something will be, and `?` closes what it opened.
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        if filter.text.isEmpty {
            if stroke == "?" { return dismiss(in: &explorer) }
            if stroke == "/" { return [] }
        }
        return edit(in: &explorer) { _ = $0.handle(stroke) }
    }

    func edit(in explorer: inout ExplorerState, _ change: (inout TextEditor) -> Void) -> [Effect] {
        var help = self
        change(&help.filter)
        if help.filter.text != filter.text { (help.selected, help.scroll) = (0, 0) }
        explorer.replaceTop(help)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { HelpDrawing.draw(self, explorer, on: &grid) }
}

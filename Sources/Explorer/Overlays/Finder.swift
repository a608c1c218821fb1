import ExplorerKit
import OpenCollection
import TextGrid

/// The list of requests that is narrowed by a few letters, best first.
struct FinderState: Sendable, Hashable {
    var list = ListState<Trail.Place>()
    /// Of the index's entries: what was found; of nothing typed, all of them, the recent ones first. Nil: they are still to be found.
    var found: FuzzyTexts.Result?
    /// How many of the first ones are recent.
    var recentCount = 0

    var matches: [FuzzyTexts.Match] { found?.matches ?? [] }

    /// The request of each match.
    func requests(of index: RequestIndex?) -> some RandomAccessCollection<Trail.Place> {
        (index == nil ? [] : matches).lazy.map { [entries = index?.entries ?? []] in
            Trail.Place(collection: entries[$0.index].collection, path: entries[$0.index].path)
        }
    }
}

// Requests found by a few letters, in all open collections.

extension ExplorerState {
    /// Also while a field is edited: what is typed there stays.
    mutating func openFinder() {
        var finder = FinderState()
        find(in: &finder)
        present(finder)
    }

    /// What the index has to be made of now.
    private var indexSources: [RequestIndex.Source] {
        collections.filter(\.exists).map {
            RequestIndex.Source(path: $0.path, revision: $0.items.revision, collection: $0.collection)
        }
    }

    private func isMade(of revisions: [RequestIndex.Revision]) -> Bool {
        let open = collections.lazy.filter(\.exists)
        return open.count == revisions.count
            && zip(open, revisions).allSatisfy { $0.path == $1.path && $0.items.revision == $1.number }
    }

    /// After every event: while requests are looked for, the index is of what there is.
    mutating func orderRequestIndex() -> [Effect] {
        guard overlays.contains(where: { $0 is FinderState }),
            finding.requestIndex.map({ isMade(of: $0.revisions) }) != true,
            finding.orderedIndex.map({ isMade(of: $0) }) != true
        else { return [] }
        let sources = indexSources
        finding.orderedIndex = sources.map { RequestIndex.Revision(path: $0.path, number: $0.revision) }
        return effect(.requestIndex, { .indexRequests(sources, $0) }, note: { $0.take($1) })
    }

    mutating func take(_ index: RequestIndex) {
        let old = finding.requestIndex
        (finding.requestIndex, finding.orderedIndex) = (index, nil)
        let explorer = self
        change { (finder: inout FinderState) in
            let requests = finder.requests(of: old)
            finder.list.stand(on: finder.list.index(in: requests), of: requests)
            finder.found = nil
            explorer.find(in: &finder)
            // The cursor stays on its request, wherever that stands now.
            let isThere = finder.list.cursor.map(finder.requests(of: index).contains) == true
            if !isThere { finder.list.restart() }
        }
    }

    // MARK: - Narrowing

    fileprivate func find(in finder: inout FinderState) {
        guard let index = finding.requestIndex else { return }
        let pattern = FuzzyPattern(finder.list.filter.text)
        guard !pattern.isEmpty else { return listAll(index, in: &finder) }
        finder.found = index.texts.find(pattern, after: finder.found)
        finder.recentCount = 0
    }

    /// Nothing is typed: those that were worked with last, then the others in the tree's order.
    private func listAll(_ index: RequestIndex, in finder: inout FinderState) {
        let recent = collections[collections.shownIndex].opened.recent
        let places = Dictionary(recent.enumerated().map { ($1, $0) }) { first, _ in first }
        let path = collections[collections.shownIndex].path
        var first: [(place: Int, index: Int)] = []
        var rest: [FuzzyTexts.Match] = []
        rest.reserveCapacity(index.entries.count)
        for (number, entry) in index.entries.enumerated() {
            if entry.collection == path, let place = places[entry.path] {
                first.append((place, number))
            } else {
                rest.append(FuzzyTexts.Match(index: number))
            }
        }
        first.sort { $0.place < $1.place }
        finder.found = FuzzyTexts.Result(
            pattern: FuzzyPattern(""), matches: first.map { FuzzyTexts.Match(index: $0.index) } + rest)
        finder.recentCount = first.count
    }

    // MARK: - Opening

    /// Enter: the one with the cursor is shown, and seen in the tree.
    ///
    /// - Parameter sends: as soon as it is shown.
    mutating func openFound(sends: Bool) -> [Effect] {
        guard let finder = overlays.last as? FinderState else { return [] }
        let requests = finder.requests(of: finding.requestIndex)
        guard let place = requests.dropFirst(finder.list.index(in: requests)).first else {
            return say(.warning, "Nothing is found; Backspace widens the list, Esc closes it.")
        }
        overlays.removeLast()
        return go(to: place, sends: sends)
    }

    /// Shows something of any open collection as one who means it: it is a step to go back from.
    mutating func go(to place: Trail.Place, sends: Bool = false) -> [Effect] {
        guard isThere(place) else { return say(.warning, "\(place.path.text.shownInLine()) is not there any more.") }
        let left = edit == nil ? [] : leaveEdit()
        guard edit == nil else { return left }
        finding.trail.stay()
        let effects = left + showCollection(place.collection)
        reveal(place.path)
        if focus == .log {
            focusPane(.request)
        }
        current.opened.visited = place.path
        if sends {
            current.opened.wanted = Wanted(place.path) { explorer, _ in explorer.perform(.send) }
            current.opened.wanted?.isDroppedByActs = true
        }
        return effects
    }
}

extension Action {
    static let findRequest = Action(
        "findRequest", .panes, ["'"], "find request",
        "Find a request of the open collections by a few letters of its name, folder, method, URL or tags; the recent ones stand first.",
        Keys(.panes.union([.edit]), [.control("t")], "find request", "Find a request, also while editing.")
    ) { $0.openFinder() }
    static let openAndSend = Action(
        "openAndSend", [.finder], [.control("r")], "open and send", "Show the request and send it."
    ) { $0.openFound(sends: true) }
}

extension ActionContext {
    static let finder: ActionContext = .init(
        "finder", "Finding a request", .typedList, .closes,
        enter: ("open", "Show the request, and its place in the tree."), way: .findRequest)
}

extension FinderState: NarrowedList {
    static let context: ActionContext = .finder
    static let actions: [Action] = [.findRequest, .openAndSend]

    func choose(in explorer: inout ExplorerState) -> [Effect] { explorer.openFound(sends: false) }

    func ids(in explorer: ExplorerState) -> some RandomAccessCollection<Trail.Place> {
        requests(of: explorer.finding.requestIndex)
    }
    mutating func narrow(in explorer: ExplorerState) { explorer.find(in: &self) }

    // MARK: - Drawing

    /// Requests that a few letters find: method, name, folder and URL of each, and how it stands.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(
            title(state), columns: Self.columns, rows: state.size.rows - 4, state, on: &grid)
        let list = ListDrawing.drawFilter(self.list.filter, state.signs, in: inside, on: &grid)
        guard let index = state.finding.requestIndex else {
            grid.write("Requests are listed\(state.signs.ellipsis)", .dimmed, in: list)
            return
        }
        guard !matches.isEmpty else {
            let words = index.entries.isEmpty ? "There are no requests: n in the tree makes one." : EmptyWords.noChoice
            return grid.writeEmpty(words, in: list)
        }
        let selected = self.list.index(in: requests(of: index))
        let first = ListDrawing.scroll(0, showing: selected, rows: list.rows, of: matches.count)
        let shown = Array(matches.dropFirst(first).prefix(list.rows))
        let lines = FinderLines(shown.map(\.index), of: index, found?.pattern, state.signs, columns: list.columns)
        ListDrawing.drawRows(shown.count, cursor: selected - first, keepsMatches: true, in: list, on: &grid) {
            // As in the tree: running, how the last send ended, unsaved.
            let entry = index.entries[shown[$0].index]
            let marks = state.collections[entry.collection].map {
                TreePane.standing(of: entry.path, in: $0, state.signs)
            }
            lines.draw(shown[$0].index, marks ?? [], in: $1, on: &$2)
        }
    }

    private static let columns = 140

    /// Rows that are listed at once.
    func pageLength(in state: ExplorerState) -> Int { max(1, state.size.rows - 5) }

    /// "Requests: 12 of 3,000"; "Requests: 3,000, the recent ones first".
    private func title(_ state: ExplorerState) -> String {
        guard let index = state.finding.requestIndex else { return "Requests" }
        let all = FindDrawing.grouped(index.entries.count)
        if found?.pattern.isEmpty == false {
            return "Requests: \(FindDrawing.grouped(matches.count)) of \(all)"
        }
        return "Requests: \(all)" + (recentCount > 0 ? ", the recent ones first" : "")
    }
}

/// The lines in view: columns stand below each other.
private struct FinderLines {
    private let index: RequestIndex
    private let pattern: FuzzyPattern
    private let signs: Signs
    private let name, folder: Int
    /// Of a method: "DELETE", or the beginning of one's own.
    private static let method = 8
    /// Of what stands on the right.
    private static let marks = 4

    init(_ shown: [Int], of index: RequestIndex, _ pattern: FuzzyPattern?, _ signs: Signs, columns: Int) {
        (self.index, self.signs, self.pattern) = (index, signs, pattern ?? FuzzyPattern(""))
        let entries = shown.map { index.entries[$0] }
        let room = max(0, columns - Self.method - Self.marks - 4)
        name = min(ListDrawing.widest(entries.map(\.name)), room * 2 / 5)
        folder = min(ListDrawing.widest(entries.map(\.folder)), (room - name) * 2 / 5)
    }

    /// - Parameter marks: What stands on the right.
    func draw(_ number: Int, _ marks: [StyledText], in line: Rect, on grid: inout Grid) {
        let entry = index.entries[number]
        let starts = entry.starts
        let found = index.texts.places(of: pattern, in: number)
        func places(_ start: Int, _ text: String) -> Set<Int> {
            Set(found.lazy.filter { $0 >= start && $0 < start + text.utf8.count }.map { $0 - start })
        }
        var column = line.column
        func write(_ text: String, from start: Int, _ style: Style, _ width: Int) {
            let place = Rect(column: column, row: line.row, columns: width, rows: 1)
            grid.write(Highlighting.runs(text, places(start, text), style, columns: width, signs), in: place)
            column += width + (width > 0 ? 2 : 0)
        }
        write(entry.method, from: starts.method, .method(entry.method), Self.method - 2)
        write(entry.name, from: starts.name, .plain, name)
        write(entry.folder, from: 0, .dimmed, folder)
        let tags = places(starts.tags, entry.tags)
        let room = max(0, line.endColumn - Self.marks - column)
        let tagColumns = tags.isEmpty ? 0 : min(DisplayWidth.columns(of: entry.tags), room / 2)
        write(entry.tags, from: starts.tags, .label, tagColumns)
        write(entry.url, from: starts.url, .dimmed, max(0, line.endColumn - Self.marks - column))
        grid.write(marks, at: Point(column: line.endColumn - marks.columns, row: line.row), in: line)
    }
}

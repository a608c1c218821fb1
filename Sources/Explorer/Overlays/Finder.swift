import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// The list of requests that is narrowed by a few letters, best first, and of the lines of files that have what is typed.
struct FinderState: Sendable {
    var list = ListState<FoundPlace>()
    /// The entries of the index that were found; with nothing typed, all of them, the recent ones first. nil: not found yet.
    var found: FuzzyTexts.Result?
    /// The number of recent ones at the beginning.
    var recentCount = 0
    fileprivate var texts = FinderTexts()
    private(set) var rows = FinderRows()
    /// The request with the cursor, on a wide screen.
    var preview: Preview?

    var matches: [FuzzyTexts.Match] { found?.matches ?? [] }

    /// Makes the rows of what was found.
    fileprivate mutating func list(_ collections: some Sequence<String>, _ index: RequestIndex?) {
        rows = FinderRows(matches, of: index?.entries ?? [], texts.lines(of: collections), having: texts.matcher)
    }
}

// Requests found by a few letters, and lines of files by a text, in all open collections.

extension ExplorerState {
    /// Opens the finder, also while a field is edited: what is typed there stays.
    mutating func openFinder() {
        var finder = FinderState()
        find(in: &finder)
        present(finder)
    }

    /// Orders a new index while requests are looked for and the index is out of date; called after every event.
    mutating func orderRequestIndex() -> [Effect] {
        guard overlays.contains(where: { $0 is FinderState }),
            finding.requestIndex.map({ collections.isMade(of: $0.revisions) }) != true,
            finding.orderedIndex.map({ collections.isMade(of: $0) }) != true
        else { return [] }
        let sources = collections.indexSources
        finding.orderedIndex = sources.map { RequestIndex.Revision(path: $0.path, number: $0.revision) }
        return effect(.requestIndex, { .indexRequests(sources, $0) }, note: { $0.take($1) })
    }

    mutating func take(_ index: RequestIndex) {
        (finding.requestIndex, finding.orderedIndex) = (index, nil)
        let explorer = self
        change { (finder: inout FinderState) in
            finder.list.stand(on: finder.list.index(in: finder.rows), of: finder.rows)
            finder.found = nil
            explorer.find(in: &finder)
            // The cursor stays on its request, wherever that is now.
            if finder.list.cursor.map(finder.rows.contains) != true { finder.list.restart() }
        }
    }

    // MARK: - Narrowing

    fileprivate func find(in finder: inout FinderState) {
        guard let index = finding.requestIndex else { return }
        let pattern = FuzzyPattern(finder.list.filter.text)
        if pattern.isEmpty {
            finder.listAll(index, in: collections[collections.shownIndex])
        } else {
            finder.found = index.texts.find(pattern, after: finder.found)
            finder.recentCount = 0
        }
        finder.list(collections.map(\.path), index)
    }

    /// Searches the files of all collections for what is typed, in the place of an earlier search.
    fileprivate mutating func searchTexts() -> [Effect] {
        guard var finder = overlays.last as? FinderState else { return [] }
        let wasSearching = finder.texts.matcher != nil
        let isNew = finder.texts.seek(finder.list.filter.text)
        finder.list(collections.map(\.path), finding.requestIndex)
        replaceTop(finder)
        guard let matcher = finder.texts.matcher else {
            return wasSearching ? handlingEach { $0.effect(.foundTexts, .cancel) } : []
        }
        guard isNew else { return [] }
        return handlingEach { explorer in
            guard explorer.current.exists else { return [] }
            let search = finder.texts.search(matcher, in: explorer.current)
            return explorer.effect(.foundTexts, { .findTexts(search, $0) }, note: { $0.take($1, of: matcher) })
        }
    }

    private mutating func take(_ lines: [FoundText], of matcher: FileTextMatcher) {
        let (collection, explorer) = (current.path, self)
        change { (finder: inout FinderState) in
            guard finder.texts.matcher == matcher else { return }
            finder.texts.take(lines, of: collection)
            finder.list(explorer.collections.map(\.path), explorer.finding.requestIndex)
        }
    }

    // MARK: - Opening

    /// Enter: shows the row with the cursor, and its item in the tree; of a line, the tab that has it.
    ///
    /// - Parameter sends: Whether it is sent as soon as it is shown.
    mutating func openFound(sends: Bool) -> [Effect] {
        guard let finder = overlays.last as? FinderState else { return [] }
        guard let row = finder.rows[safe: finder.list.index(in: finder.rows)] else {
            return say(.warning, "No matches; Backspace widens the list, Esc closes it.")
        }
        overlays.removeLast()
        return go(to: row.place, tab: row.line?.part?.tab, sends: sends)
    }

    /// Shows an item of any open collection, as a step to go back from.
    ///
    /// - Parameters:
    ///   - tab: the tab of its form that is shown; nil: the one that was shown last.
    ///   - sends: Whether it is sent as soon as it is shown.
    mutating func go(to place: NavigationHistory.Place, tab: FormTab? = nil, sends: Bool = false) -> [Effect] {
        guard collections.isThere(place) else {
            return say(.warning, "\(place.path.text.shownInLine()) no longer exists.")
        }
        let left = edit == nil ? [] : leaveEdit()
        guard edit == nil else { return left }
        finding.navigation.stay()
        let effects = left + showCollection(place.collection)
        reveal(place.path)
        if focus == .log {
            display.focusPane(.request)
        }
        current.opened.visited = place.path
        if sends || tab != nil {
            current.opened.wanted = Wanted(place.path) { explorer, _ in
                if let tab { explorer.session?.showTab(tab) }
                return sends ? explorer.perform(.send) : []
            }
            current.opened.wanted?.isDroppedByActs = true
        }
        return effects
    }
}

extension Action {
    static let findRequest = Action(
        "findRequest", .panes, ["'"], "find request",
        "Find a request by a few letters of its name, folder, method, URL or tags, or by text in its headers, body, docs, variables or elsewhere.",
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

    func ids(in explorer: ExplorerState) -> FinderRows { rows }
    mutating func narrow(in explorer: ExplorerState) { explorer.find(in: &self) }
    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect] { explorer.searchTexts() }

    // MARK: - Drawing

    /// Draws the requests and lines that were found: method, name, folder, URL and marks of each.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let box = OverlayDrawing.box(
            title(state), columns: state.showsPreviews ? state.size.columns : 140, rows: state.size.rows - 4, state,
            on: &grid)
        let inside = drawPreview(state, beside: box, on: &grid)
        let list = ListDrawing.drawFilter(self.list.filter, state.glyphs, in: inside, on: &grid)
        guard let index = state.finding.requestIndex else {
            grid.write("Loading requests\(state.glyphs.ellipsis)", .dimmed, in: list)
            return
        }
        guard !rows.isEmpty else {
            let words = index.entries.isEmpty ? "No requests: n in the tree creates one." : EmptyStateTexts.noChoice
            return grid.writeEmpty(words, in: list)
        }
        let selected = self.list.index(in: rows)
        let first = ListDrawing.scroll(0, showing: selected, rows: list.rows, of: rows.count)
        let shown = (first..<rows.count).prefix(list.rows).map { FinderLine($0, of: rows, index, state) }
        let columns = FinderColumns(shown, found?.pattern, texts.matcher, index, state.glyphs, columns: list.columns)
        ListDrawing.drawRows(shown.count, cursor: selected - first, keepsMatches: true, in: list, on: &grid) {
            columns.draw(shown[$0], in: $1, on: &$2)
        }
    }

    /// Returns the number of rows that are listed at once.
    func pageLength(in state: ExplorerState) -> Int { max(1, state.size.rows - 5) }

    /// Returns a title: "Requests: 12 of 3,000, 4 lines of files"; "Requests: 3,000, the recent ones first".
    private func title(_ state: ExplorerState) -> String {
        guard let index = state.finding.requestIndex else { return "Requests" }
        let all = FindDrawing.grouped(index.entries.count)
        guard found?.pattern.isEmpty == false else {
            return "Requests: \(all)" + (recentCount > 0 ? ", recent first" : "")
        }
        let lines = rows.count - matches.count
        let words = lines > 0 ? ", \(Wording.count(lines, "line")) of files" : ""
        return "Requests: \(FindDrawing.grouped(matches.count)) of \(all)\(words)"
    }
}

extension FinderState: PreviewedList {
    func previewed(in explorer: ExplorerState) -> Preview.Subject? {
        rows[safe: list.index(in: rows)].map { .item($0.place) }
    }

    /// The text whose line the preview shows; nil if the row is no line.
    var previewedText: String? { rows[safe: list.index(in: rows)]?.line == nil ? nil : texts.matcher?.text }
}

extension TextReplacement.Part {
    /// The tab that shows it.
    fileprivate var tab: FormTab {
        switch self {
        case .url: .params
        case .headers: .headers
        case .body: .body
        case .docs: .docs
        case .variables: .variables
        }
    }

    /// The name of the part in the finder.
    fileprivate var word: String {
        switch self {
        case .url: "param"
        case .headers: "header"
        case .body: "body"
        case .docs: "docs"
        case .variables: "var"
        }
    }
}

/// A row of the finder that is in view.
private struct FinderLine {
    /// The index of its entry; nil for a line of a file.
    let entry: Int?
    let method, name, folder, text: String
    /// The marks as in the tree: running, how the last send ended, unsaved.
    let marks: [StyledText]

    init(_ row: Int, of rows: FinderRows, _ index: RequestIndex, _ state: ExplorerState) {
        let found = rows[row]
        let collection = state.collections[found.place.collection]
        marks = collection.map { TreePane.status(of: found.place.path, in: $0, state.glyphs) } ?? []
        if let line = found.line {
            let path = found.place.path
            entry = nil
            method = line.part?.word ?? "file"
            name = collection.map { $0.collection.item(at: path)?.name ?? path.baseName } ?? ""
            folder = path.parent.text
            text = line.line.shownInLine(limit: 300)
        } else {
            let number = rows.entry(at: row)
            let request = index.entries[number]
            entry = number
            (method, name, folder, text) = (request.method, request.name, request.folder, request.url)
        }
    }
}

/// The lines in view, with aligned columns.
private struct FinderColumns {
    private let index: RequestIndex
    private let pattern: FuzzyPattern
    private let matcher: FileTextMatcher?
    private let glyphs: Glyphs
    private let name, folder: Int
    /// The width of a method: "DELETE", or the beginning of a custom one.
    private static let method = 8
    /// The width of the marks on the right.
    private static let marks = 4

    init(
        _ shown: [FinderLine], _ pattern: FuzzyPattern?, _ matcher: FileTextMatcher?, _ index: RequestIndex,
        _ glyphs: Glyphs,
        columns: Int
    ) {
        (self.index, self.glyphs, self.pattern, self.matcher) = (index, glyphs, pattern ?? FuzzyPattern(""), matcher)
        let room = max(0, columns - Self.method - Self.marks - 4)
        name = min(ListDrawing.widest(shown.map(\.name)), room * 2 / 5)
        folder = min(ListDrawing.widest(shown.map(\.folder)), (room - name) * 2 / 5)
    }

    func draw(_ row: FinderLine, in line: Rect, on grid: inout Grid) {
        let found = row.entry.map { Found(index.texts.places(of: pattern, in: $0), index.entries[$0]) }
        var column = line.column
        func write(_ text: String, _ places: Set<Int>?, _ style: Style, _ width: Int) {
            let place = Rect(column: column, row: line.row, columns: width, rows: 1)
            grid.write(Highlighting.runs(text, places ?? [], style, columns: width, glyphs), in: place)
            column += width + (width > 0 ? 2 : 0)
        }
        write(row.method, found?.method, row.entry == nil ? .label : .method(row.method), Self.method - 2)
        write(row.name, found?.name, .plain, name)
        write(row.folder, found?.folder, .dimmed, folder)
        if let found, !found.tags.isEmpty {
            let room = max(0, line.endColumn - Self.marks - column)
            write(found.entry.tags, found.tags, .label, min(DisplayWidth.columns(of: found.entry.tags), room / 2))
        }
        let style: Style = row.entry == nil ? .plain : .dimmed
        write(row.text, found?.url ?? places(in: row.text), style, max(0, line.endColumn - Self.marks - column))
        grid.write(row.marks, at: Point(column: line.endColumn - row.marks.columns, row: line.row), in: line)
    }

    /// Places of the text that is sought, in bytes.
    private func places(in line: String) -> Set<Int> {
        guard let matcher else { return [] }
        return Set(
            TextMatcher(matcher.text).ranges(in: line).flatMap { range in
                let start = line.utf8.distance(from: line.startIndex, to: range.lowerBound)
                return start..<start + line[range].utf8.count
            })
    }

    /// Places of the letters that were found in each field of a request, in bytes.
    private struct Found {
        let entry: RequestIndex.Entry
        let method, name, folder, url, tags: Set<Int>

        init(_ places: [Int], _ entry: RequestIndex.Entry) {
            self.entry = entry
            let starts = entry.starts
            func found(_ start: Int, _ text: String) -> Set<Int> {
                Set(places.lazy.filter { $0 >= start && $0 < start + text.utf8.count }.map { $0 - start })
            }
            method = found(starts.method, entry.method)
            name = found(starts.name, entry.name)
            folder = found(0, entry.folder)
            url = found(starts.url, entry.url)
            tags = found(starts.tags, entry.tags)
        }
    }
}

extension OpenCollections {
    /// The collections that the index has to be made from now.
    fileprivate var indexSources: [RequestIndex.Source] {
        filter(\.exists).map {
            RequestIndex.Source(path: $0.path, revision: $0.items.revision, collection: $0.collection)
        }
    }

    fileprivate func isMade(of revisions: [RequestIndex.Revision]) -> Bool {
        let open = lazy.filter(\.exists)
        return open.count == revisions.count
            && zip(open, revisions).allSatisfy { $0.path == $1.path && $0.items.revision == $1.number }
    }
}

extension FinderState {
    /// Lists all, since nothing is typed: those that were worked with last, then the others in the tree's order.
    ///
    /// - Parameter shown: The collection that is shown.
    fileprivate mutating func listAll(_ index: RequestIndex, in shown: CollectionState) {
        let places = Dictionary(shown.opened.recent.enumerated().map { ($1, $0) }) { first, _ in first }
        var first: [(place: Int, index: Int)] = []
        var rest: [FuzzyTexts.Match] = []
        rest.reserveCapacity(index.entries.count)
        for (number, entry) in index.entries.enumerated() {
            if entry.collection == shown.path, let place = places[entry.path] {
                first.append((place, number))
            } else {
                rest.append(FuzzyTexts.Match(index: number))
            }
        }
        first.sort { $0.place < $1.place }
        found = FuzzyTexts.Result(
            pattern: FuzzyPattern(""), matches: first.map { FuzzyTexts.Match(index: $0.index) } + rest)
        recentCount = first.count
    }
}

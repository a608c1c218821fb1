import OpenCollection
import TextGrid

/// Requests that a few letters find: method, name, folder and URL of each, and how it stands.
enum FinderPane {
    static func draw(_ finder: FinderState, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(
            title(finder, state), columns: columns, rows: state.size.rows - 4, state, on: &grid)
        let list = ListDrawing.drawFilter(finder.filter, state.signs, in: inside, on: &grid)
        guard let index = state.finding.requestIndex else {
            grid.write("Requests are listed\(state.signs.ellipsis)", at: list.origin, .dimmed, in: list)
            return
        }
        guard !finder.matches.isEmpty else {
            let words = index.entries.isEmpty ? "There are no requests: n in the tree makes one." : EmptyWords.noChoice
            return grid.writeEmpty(words, in: list)
        }
        let first = ExplorerState.scroll(0, showing: finder.selected, rows: list.rows, of: finder.matches.count)
        let shown = Array(finder.matches.dropFirst(first).prefix(list.rows))
        let lines = FinderLines(shown.map(\.index), of: index, finder, state, columns: list.columns)
        ListDrawing.drawRows(shown.count, cursor: finder.selected - first, keepsMatches: true, in: list, on: &grid) {
            lines.draw(shown[$0].index, in: $1, on: &$2)
        }
    }

    private static let columns = 140

    /// Rows that are listed at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 5) }

    /// "Requests: 12 of 3,000"; "Requests: 3,000, the recent ones first".
    private static func title(_ finder: FinderState, _ state: ExplorerState) -> String {
        guard let index = state.finding.requestIndex else { return "Requests" }
        let all = FindDrawing.grouped(index.entries.count)
        if finder.found?.pattern.isEmpty == false {
            return "Requests: \(FindDrawing.grouped(finder.matches.count)) of \(all)"
        }
        return "Requests: \(all)" + (finder.recentCount > 0 ? ", the recent ones first" : "")
    }
}

/// The lines in view: columns stand below each other.
private struct FinderLines {
    private let index: RequestIndex
    private let pattern: FuzzyPattern
    private let state: ExplorerState
    private let name, folder: Int
    /// Of a method: "DELETE", or the beginning of one's own.
    private static let method = 8
    /// Of what stands on the right.
    private static let marks = 4

    init(_ shown: [Int], of index: RequestIndex, _ finder: FinderState, _ state: ExplorerState, columns: Int) {
        (self.index, self.state) = (index, state)
        pattern = finder.found?.pattern ?? FuzzyPattern("")
        func widest(_ text: (RequestIndex.Entry) -> String) -> Int {
            ListDrawing.widest(shown.map { text(index.entries[$0]) })
        }
        let room = max(0, columns - Self.method - Self.marks - 4)
        let name = min(widest(\.name), room * 2 / 5)
        (self.name, folder) = (name, min(widest(\.folder), (room - name) * 2 / 5))
    }

    func draw(_ number: Int, in line: Rect, on grid: inout Grid) {
        let entry = index.entries[number]
        let starts = entry.starts
        let found = index.texts.places(of: pattern, in: number)
        func places(_ start: Int, _ text: String) -> Set<Int> {
            Set(found.lazy.filter { $0 >= start && $0 < start + text.utf8.count }.map { $0 - start })
        }
        var column = line.column
        func write(_ text: String, from start: Int, _ style: Style, _ width: Int) {
            let place = Rect(column: column, row: line.row, columns: width, rows: 1)
            grid.write(
                Highlighting.runs(text, places(start, text), style, columns: width, state.signs), at: place.origin,
                in: place)
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
        let marks = marks(of: entry)
        grid.write(marks, at: Point(column: line.endColumn - marks.columns, row: line.row), in: line)
    }

    /// As in the tree: running, how the last send ended, unsaved.
    private func marks(of entry: RequestIndex.Entry) -> [StyledText] {
        let collection = state.collections.first { $0.path == entry.collection }
        return collection.map { TreePane.standing(of: entry.path, in: $0, state.signs) } ?? []
    }
}

import ExplorerKit
import OpenCollection

/// A row of the finder: a request, or a line of a file.
struct FoundPlace: Sendable, Hashable {
    let place: NavigationHistory.Place
    /// The line that has what was typed; nil if the request itself was found.
    var line: FoundText?
}

/// The rows of the finder: requests, best first, and among them the lines of files. Requests are not copied: there can be a hundred thousand.
struct FinderRows: Sendable, RandomAccessCollection {
    /// The most requests above the lines: the first lines are in view.
    static let requestsAbove = 8

    /// Indices of entries.
    private let matches: [FuzzyTexts.Match]
    private let entries: [RequestIndex.Entry]
    private let lines: [FoundPlace]
    /// The number of requests above the lines.
    private let above: Int

    init(
        _ matches: [FuzzyTexts.Match] = [], of entries: [RequestIndex.Entry] = [], _ lines: [FoundPlace] = [],
        above: Int = 0
    ) {
        self.matches = entries.isEmpty ? [] : matches
        (self.entries, self.lines, self.above) = (entries, lines, Swift.min(above, self.matches.count))
    }

    /// - Parameter sought: the text that the lines have: requests with the whole of it, as it was typed, are above them.
    init(
        _ matches: [FuzzyTexts.Match], of entries: [RequestIndex.Entry], _ lines: [FoundPlace],
        having matcher: FileTextMatcher?
    ) {
        let whole = matches.prefix(Self.requestsAbove).prefix { match in
            matcher.map { entries[match.index].has($0) } ?? true
        }
        self.init(matches, of: entries, lines, above: whole.count)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { matches.count + lines.count }
    subscript(index: Int) -> FoundPlace {
        if index >= above, let line = lines[safe: index - above] { return line }
        let entry = entries[self.entry(at: index)]
        return FoundPlace(place: NavigationHistory.Place(collection: entry.collection, path: entry.path))
    }

    /// Returns the index of the entry in a row that is no line.
    func entry(at index: Int) -> Int { matches[index < above ? index : index - lines.count].index }
}

extension RequestIndex.Entry {
    fileprivate func has(_ matcher: FileTextMatcher) -> Bool {
        [place, method, url, tags].contains(where: matcher.isIn)
    }
}

/// The lines of files that were found for what is typed in the finder.
struct FinderTexts: Sendable {
    /// The text that the files of each collection are searched for; nil: too little is typed.
    private(set) var matcher: FileTextMatcher?
    /// ``CollectionState/path`` of each collection that was searched, and its lines.
    private var found: [String: [FoundText]] = [:]
    /// The items that had an earlier text, of which the one sought now is the continuation: no other can have it.
    private var candidates: [String: [ItemPath]] = [:]

    /// Returns whether files are to be searched for another text now. Lines that have that text too stay until then.
    mutating func seek(_ text: String) -> Bool {
        let old = matcher
        matcher = FileTextMatcher(text)
        guard matcher != old else { return false }
        guard let matcher, let old, matcher.narrows(old) else {
            (found, candidates) = ([:], [:])
            return matcher != nil
        }
        found = found.mapValues { $0.filter { matcher.isIn($0.line) } }
        return true
    }

    /// Takes the lines that were found in the whole of a collection, or in its candidates.
    mutating func take(_ lines: [FoundText], of collection: String) {
        found[collection] = lines
        guard lines.count < CollectionSearch.limit else { return }
        var paths: [ItemPath] = []
        for line in lines where paths.last != line.path { paths.append(line.path) }
        candidates[collection] = paths
    }

    /// Returns what is to be searched in a collection.
    func search(_ matcher: FileTextMatcher, in state: CollectionState) -> CollectionSearch {
        CollectionSearch(
            matcher, in: candidates[state.path].map { .items($0) } ?? .all(state.collection),
            drafts: state.sessions.filter { $0.value.draft.isDirty }.mapValues(\.draft.form))
    }

    /// Returns the lines of some collections, in their order.
    func lines(of collections: some Sequence<String>) -> [FoundPlace] {
        collections.flatMap { collection in
            (found[collection] ?? []).map {
                FoundPlace(place: NavigationHistory.Place(collection: collection, path: $0.path), line: $0)
            }
        }
    }
}

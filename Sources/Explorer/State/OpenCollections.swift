import Exchanges
import OpenCollection

/// The collections that are open, in the order in which they were opened; never empty.
///
/// The one that is handled is taken out of the row and held by itself: all properties of one collection in ``ExplorerState`` are of that one. It is
/// the one on screen, except within ``ExplorerState/handling(_:_:)``. The others can be looked at, since lists show them, but not changed: their
/// setters end with this file. Code that changes one names it by its path, and gets it as a value in the place of the handled one, so
/// that no change depends on what was handled before.
public struct OpenCollections: Sendable, RandomAccessCollection {
    /// The collection that is handled.
    public var current: CollectionState
    private var others: [CollectionState] = []
    /// The index of the handled collection among all of them.
    private var place = 0
    /// Index of the collection on screen while another is handled; nil: the handled one is on screen.
    private var shownElsewhere: Int?
    /// Whole collections that were deleted, the latest last.
    var deleted: [DeletedCollection] = []

    init(_ first: CollectionState) { current = first }

    public var startIndex: Int { 0 }
    public var endIndex: Int { others.count + 1 }

    public subscript(index: Int) -> CollectionState {
        _read { if index == place { yield current } else { yield others[index < place ? index : index - 1] } }
    }

    /// The collection with this path; nil: it is not open.
    subscript(path: String?) -> CollectionState? { first { $0.path == path } }

    /// The collection that is shown: the one with the tree's cursor.
    public var shownIndex: Int { shownElsewhere ?? place }

    /// Whether what is handled concerns a collection that is not shown.
    var isInBackground: Bool { shownElsewhere != nil }

    /// Unsaved changes in all collections, each with its collection's path.
    var dirtyPaths: [(collection: String, path: ItemPath)] {
        flatMap { collection in collection.dirtyPaths.map { (collection.path, $0) } }
    }

    /// Whether something of an open collection can be shown.
    func isThere(_ place: NavigationHistory.Place) -> Bool {
        guard let state = self[place.collection] else { return false }
        return state.collection.item(at: place.path) != nil || state.collection.hasPage(at: place.path)
    }

    /// Returns the request that was sent, if it is still there in an open collection.
    func place(of origin: RecordedExchange.Origin) -> (collection: String, path: ItemPath)? {
        guard let path = origin.requestPath.map({ ItemPath($0) }),
            let open = self[origin.collection],
            open.sessions[path] != nil || open.collection.item(at: path) != nil
        else { return nil }
        return (open.path, path)
    }

    /// The unsaved drafts that would not be there next time, and why.
    var unkeptDrafts: [(collection: String, path: ItemPath, problem: String)] {
        dirtyPaths.compactMap { draft in
            self[draft.collection]?.journal.problems[draft.path].map { (draft.collection, draft.path, $0) }
        }
    }

    /// Opens a collection behind those that are open without showing it.
    ///
    /// - Returns: False when it was open already: it stays as it is.
    @discardableResult
    mutating func addBehind(_ collection: CollectionState) -> Bool {
        guard self[collection.path] == nil else { return false }
        others.append(collection)
        return true
    }

    /// Puts the handled one back and takes another one out; what is shown stays.
    fileprivate mutating func handle(_ index: Int) {
        let shown = shownIndex
        if index != place {
            let next = others.remove(at: index < place ? index : index - 1)
            others.insert(current, at: place - (index < place ? 1 : 0))
            (current, place) = (next, index)
        }
        shownElsewhere = index == shown ? nil : shown
    }

    /// Shows the handled one.
    fileprivate mutating func show() { shownElsewhere = nil }

    /// Closes the shown one; after the last there is ``CollectionState/none``.
    fileprivate mutating func removeShown() {
        handle(shownIndex)
        guard !others.isEmpty else {
            current = .none
            return
        }
        place = Swift.min(place, others.count - 1)
        current = others.remove(at: place)
    }
}

extension ExplorerState {
    /// The collection that is handled. All properties of one collection below are of this one.
    public var current: CollectionState {
        get { collections.current }
        _modify { yield &collections.current }
    }

    /// Whether what is being handled concerns a collection that is not shown.
    var isInBackground: Bool { collections.isInBackground }

    func isOnScreen(_ path: ItemPath) -> Bool { path == shown && !isInBackground }

    /// Does something in the collection with this path. The shown one stays shown, unless the other is brought forward meanwhile; where one in the
    /// background is handled already, that goes on afterwards.
    ///
    /// - Returns: The result; nil where it is not open.
    @discardableResult
    mutating func handling<Result>(_ path: String?, _ body: (inout Self) -> Result) -> Result? {
        if path == current.path, !isInBackground { return body(&self) }
        guard let index = collections.firstIndex(where: { $0.path == path }) else { return nil }
        let handled = isInBackground ? current.path : nil
        collections.handle(index)
        defer { collections.handle(collections.firstIndex { $0.path == handled } ?? collections.shownIndex) }
        return body(&self)
    }

    /// Does something in each of them.
    @discardableResult
    mutating func handlingEach(_ body: (inout Self) -> [Effect]) -> [Effect] {
        collections.count == 1 ? body(&self) : collections.map(\.path).flatMap { handling($0, body) ?? [] }
    }

    /// Shows another collection. What a field is left with belongs to the collection that was shown.
    mutating func showCollection(_ path: String?) -> [Effect] {
        let shown = collections[collections.shownIndex].path
        guard path != shown, collections[path] != nil else { return [] }
        let effects = handling(shown) {
            let effects = $0.edit == nil ? [] : $0.leaveEdit()
            $0.noteDroppedConflicts()
            return effects
        }
        dropQuestions()
        if let index = collections.firstIndex(where: { $0.path == path }) { collections.handle(index) }
        collections.show()
        return effects ?? []
    }

    /// Drops questions about the shown collection, which would be answered in another one.
    private mutating func dropQuestions() { overlays.removeAll(where: \.isAboutCollection) }

    /// Shows the collection that is being handled: it has a question.
    mutating func bringForward() -> [Effect] { showCollection(current.path) }

    /// Opens a collection behind those that are open, or shows it if it is one of them.
    mutating func add(_ collection: CollectionState) -> [Effect] {
        guard collections[collection.path] != nil || current.exists else {
            current = collection
            return []
        }
        collections.addBehind(collection)
        return showCollection(collection.path)
    }

    /// Closes the shown collection; what is left of it stays in the journal. After the last one there is none.
    mutating func closeCollection() {
        collections.removeShown()
        // Another collection may be opened at its path, with other requests.
        (finding.requestIndex, finding.orderedIndex) = (nil, nil)
        dropQuestions()
    }
}

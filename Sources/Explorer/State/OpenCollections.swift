/// The collections that are open, in the order in which they were opened; never empty. One of them is shown, and one is handled: the
/// shown one, except while an event of another is.
public struct OpenCollections: Sendable, RandomAccessCollection, MutableCollection {
    private var items: [CollectionState]
    /// The collection that is shown: the one with the tree's cursor.
    public internal(set) var shownIndex = 0
    /// The collection that is being handled.
    var handledIndex = 0
    /// Whole collections that were deleted, the latest last.
    var deleted: [DeletedCollection] = []

    init(_ first: CollectionState) { items = [first] }

    public var startIndex: Int { items.startIndex }
    public var endIndex: Int { items.endIndex }

    public subscript(index: Int) -> CollectionState {
        _read { yield items[index] }
        _modify { yield &items[index] }
    }

    mutating func append(_ collection: CollectionState) { items.append(collection) }

    /// Closes the shown one; after the last there is ``CollectionState/none``.
    mutating func removeShown() {
        items.remove(at: shownIndex)
        if items.isEmpty { items = [.none] }
        shownIndex = Swift.min(shownIndex, items.count - 1)
        handledIndex = shownIndex
    }
}

extension Collection {
    /// Puts a reloaded item in the place of the one with its path, or among its folder's items if there is none; they are put
    /// in order again. Nothing happens without the folder around it.
    public mutating func replace(with item: CollectionItem) {
        items.change(below: item.path.ancestors[...]) { $0.put(item) }
    }

    /// Removes an item, and with a folder what is in it; nothing happens where there is none.
    public mutating func remove(at path: ItemPath) {
        items.change(below: path.ancestors[...]) { $0.take(out: path) }
    }
}

extension [CollectionItem] {
    /// Changes the items of the innermost of these folders, each of which lies in the one before it.
    fileprivate mutating func change(below folders: ArraySlice<ItemPath>, _ edit: (inout [CollectionItem]) -> Void) {
        guard let folder = folders.first else { return edit(&self) }
        guard let index = firstIndex(where: { $0.path == folder }),
            case .folder(let definition, var children) = self[index].kind
        else { return }
        children.change(below: folders.dropFirst(), edit)
        self[index].kind = .folder(definition, children)
    }

    /// Puts an item among those of its folder. They are put in order only if what the tree orders by has changed.
    fileprivate mutating func put(_ item: CollectionItem) {
        guard let index = firstIndex(where: { $0.path == item.path }) else {
            append(item)
            return order()
        }
        let old = self[index]
        self[index] = item
        if !item.isOrdered(like: old) { order() }
    }

    /// A folder's place may depend on how many others there are.
    fileprivate mutating func take(out path: ItemPath) {
        guard let index = firstIndex(where: { $0.path == path }) else { return }
        remove(at: index)
        order()
    }

    private mutating func order() {
        let ordered = filter { !$0.isBeside }.sorted {
            $0.path.text.utf8.lexicographicallyPrecedes($1.path.text.utf8)
        }
        self = CollectionOrder.sorted(ordered) + filter(\.isBeside)
    }
}

extension CollectionItem {
    fileprivate func isOrdered(like other: CollectionItem) -> Bool {
        switch (kind, other.kind) {
        case (.folder(let definition, _), .folder(let old, _)):
            name == other.name && definition.sequence == old.sequence
        case (.folder, _), (_, .folder): false
        default: kind.sequence == other.kind.sequence
        }
    }
}

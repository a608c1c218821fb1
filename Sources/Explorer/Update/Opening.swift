import OpenCollection

// Requests are read whole when they are first shown: of the others the tree has no more than their heads.

extension ExplorerState {
    /// Asks for a request's file; it is shown, and its draft restored, when it has come.
    mutating func open(_ path: ItemPath) {
        if !unopened.contains(path) { unopened.append(path) }
    }

    /// What was asked for since the last event.
    mutating func orderOpening() -> [Effect] {
        defer { unopened = [] }
        return unopened.map { effect(.open($0), .open($0)) }
    }

    /// What the file holds now. One that turns out to be broken stands in the tree as such from then on.
    mutating func handleOpened(_ item: CollectionItem) {
        replace(with: item)
        if let draft = waitingDrafts.removeValue(forKey: item.path), case .request(let file) = item.kind {
            restore(draft, over: file)
        }
        if tree.cursor == item.path { show(item.path) }
    }
}

import OpenCollection

/// A request, a form or an environment that is open, as its tab shows it.
struct OpenTab: Hashable {
    var path: ItemPath
    /// The method of a request; nil for everything else.
    var method: String?
    var name: String
    /// Whether it is only looked at, and has no tab of its own.
    var isPreview = false
}

extension CollectionState {
    /// The open items that are there.
    var openThere: [ItemPath] {
        opened.tabs.filter { sessions[$0] != nil || collection.item(at: $0) != nil || collection.hasPage(at: $0) }
    }

    /// The tabs in their order; after them what is shown without being open.
    var tabPaths: [ItemPath] {
        let open = openThere
        guard let shown, !open.contains(shown) else { return open }
        return open + [shown]
    }

    /// Returns the method of a request as it would be sent, in capitals; nil for what is no request.
    func method(of item: CollectionItem) -> String? {
        let draft = sessions[item.path]?.draft.form
        let drafted = draft?.isRequest == true ? draft?.request.definition.method : nil
        return (drafted ?? item.kind.requestHead?.method)?.uppercased()
    }

    func tab(of path: ItemPath) -> OpenTab {
        let item = collection.item(at: path)
        return OpenTab(
            path: path, method: item.flatMap(method),
            name: path == .root ? collection.name : item?.name ?? path.baseName,
            isPreview: !opened.tabs.contains(path))
    }
}

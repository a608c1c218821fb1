/// A collection to be asked for many folders at once: each is found without a search.
package struct FolderContents: TreeContents {
    private let collection: Collection
    private var children: [ItemPath: [CollectionItem]]
    /// The root first, in the order of the tree.
    package private(set) var folders: [ItemPath] = [.root]

    package init(_ collection: Collection) {
        self.collection = collection
        children = [.root: collection.items]
        add(collection.items)
    }

    private mutating func add(_ items: [CollectionItem]) {
        for item in items {
            guard case .folder(_, let inside) = item.kind else { continue }
            folders.append(item.path)
            children[item.path] = inside
            add(inside)
        }
    }

    package var environments: [EnvironmentDefinition] { collection.environments }
    package var companion: CompanionFile { collection.companion }
    package func items(in folder: ItemPath) -> [CollectionItem] { children[folder] ?? [] }
    package func count(in folder: ItemPath) -> Int { items(in: folder).count }
    package func names(in folder: ItemPath) -> [String] {
        folder == .environments || folder == .root
            ? collection.names(in: folder) : items(in: folder).map(\.path.lastName) + ["folder.yml"]
    }
    package func name(like name: String, in folder: ItemPath) -> String? {
        collection.name(like: name, in: folder, of: items(in: folder))
    }
}

extension Collection {
    /// Puts an item into its folder, in the order of the format.
    package mutating func add(_ item: CollectionItem) {
        items = Self.changing(items, in: item.path.parent) { CollectionOrder.sorted($0 + [item]) }
    }

    /// Adds an environment in the order of the names.
    package mutating func add(_ environment: EnvironmentDefinition) {
        environments = (environments + [environment]).sorted { $0.path < $1.path }
    }

    package mutating func remove(_ path: ItemPath) {
        environments.removeAll { $0.path == path }
        items = Self.changing(items, in: path.parent) { $0.filter { $0.path != path } }
    }

    private static func changing(
        _ items: [CollectionItem], in folder: ItemPath, _ change: ([CollectionItem]) -> [CollectionItem]
    ) -> [CollectionItem] {
        if folder == .root { return change(items) }
        return items.map { item in
            guard case .folder(let definition, let children) = item.kind,
                folder.isInside(item.path)
            else { return item }
            var copy = item
            let isHere = folder == item.path
            copy.kind = .folder(definition, isHere ? change(children) : changing(children, in: folder, change))
            return copy
        }
    }
}

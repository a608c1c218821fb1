import Quoting

/// A part of a collection that was reloaded because its files changed.
public enum CollectionChange: Sendable {
    /// An item as it is now; a folder with what is in it.
    case item(CollectionItem)
    /// A file or directory is no longer there.
    case gone(ItemPath)
    /// The present content of `folder.yml`, or its absence; what is in the folder stays.
    case folder(ItemPath, name: String, FolderDefinition)
    /// The present content of `opencollection.yml`.
    case root(name: String, FolderDefinition, CollectionInfo)
    /// All environments, and items for those that cannot be read.
    case environments([EnvironmentDefinition], broken: [CollectionItem])
    /// `microscope.yaml`; the item says why it could not be read.
    case companion(CompanionFile, broken: CollectionItem?)
}

extension Collection {
    /// Takes over what was reloaded; all else stays as it is.
    public mutating func apply(_ change: CollectionChange) {
        switch change {
        case .item(let item): replace(with: item)
        case .gone(let path): remove(at: path)
        case .folder(let path, let name, let definition):
            guard case .folder(_, let children)? = item(at: path)?.kind else { return }
            replace(with: CollectionItem(path: path, name: name, kind: .folder(definition, children)))
        case .root(let name, let definition, let info): (self.name, root, self.info) = (name, definition, info)
        case .environments(let environments, let broken):
            self.environments = environments
            items.removeAll { $0.isBeside && $0.path != CompanionFile.path }
            items.insert(contentsOf: broken, at: items.firstIndex { $0.isBeside } ?? items.count)
        case .companion(let companion, let broken):
            self.companion = self.companion.followed(by: companion)
            items.removeAll { $0.path == CompanionFile.path }
            items += broken.map { [$0] } ?? []
        }
    }
}

extension CollectionItem {
    /// An environment or a companion that could not be read: listed after what the tree orders.
    var isBeside: Bool { path == CompanionFile.path || path.text.beginsWithBytes(of: "environments/") }
}

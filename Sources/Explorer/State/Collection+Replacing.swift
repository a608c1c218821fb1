import OpenCollection

extension Collection {
    /// Puts a newly read file in the place of a request; nothing happens where there is none.
    mutating func replaceRequest(at path: ItemPath, with file: RequestFile) {
        items = items.map { $0.replacingRequest(at: path, with: file) }
    }
}

extension CollectionItem {
    fileprivate func replacingRequest(at path: ItemPath, with file: RequestFile) -> CollectionItem {
        switch kind {
        case .folder(let definition, let children) where path.text.hasPrefix(self.path.text + "/"):
            var copy = self
            copy.kind = .folder(definition, children.map { $0.replacingRequest(at: path, with: file) })
            return copy
        case .request where self.path == path:
            return CollectionItem(path: path, name: file.definition.name ?? path.baseName, kind: .request(file))
        default: return self
        }
    }
}

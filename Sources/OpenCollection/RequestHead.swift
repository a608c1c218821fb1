/// The facts of a request that the tree shows, finds and orders it by: all that is kept of one that was not opened.
///
/// Its name is the item's.
public struct RequestHead: Sendable, Hashable {
    /// The method as written.
    public var method: String
    /// A template, as written.
    public var url: String
    /// `info.seq`.
    public var sequence: Double?
    public var tags: [String]

    public init(method: String, url: String, sequence: Double? = nil, tags: [String] = []) {
        self.method = method
        self.url = url
        self.sequence = sequence
        self.tags = tags
    }

    public init(_ definition: RequestDefinition) {
        self.init(
            method: definition.method, url: definition.url, sequence: definition.sequence, tags: definition.tags)
    }
}

extension CollectionItem.Kind {
    /// The head of a request, opened or not; nil for all else.
    public var requestHead: RequestHead? {
        switch self {
        case .request(let file): RequestHead(file.definition)
        case .unopened(let head): head
        case .folder, .unsupported, .broken: nil
        }
    }
}

extension CollectionItem.Kind {
    /// `info.seq` of an item that is not a folder.
    var sequence: Double? {
        if case .unsupported(let content) = self { content.sequence } else { requestHead?.sequence }
    }
}

extension CollectionItem {
    /// A request's item: its name is the file's where `info` has none.
    public init(_ file: RequestFile, at path: ItemPath) {
        self.init(path: path, name: file.definition.name ?? path.baseName, kind: .request(file))
    }

    /// The item with no more than the head of its request.
    public var unopened: CollectionItem {
        guard case .request(let file) = kind else { return self }
        return CollectionItem(path: path, name: name, kind: .unopened(RequestHead(file.definition)))
    }
}

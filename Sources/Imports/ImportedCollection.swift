public import OpenCollection
public import YAMLTree

/// A collection of another tool as values of this one: every reader makes one, and the writer makes files of it.
///
/// All texts are templates in the spelling of OpenCollection.
public struct ImportedCollection: Sendable, Hashable {
    public var format: ImportFormat
    /// The name of the file it was read from, for messages.
    public var source: String
    /// Name, version, summary and authors.
    public var info = CollectionInfo()
    /// Authentication, headers, variables, scripts and docs that hold for all items.
    public var defaults = FolderDefinition()
    /// Folders and requests, in the order of the source.
    public var items: [ImportedItem] = []
    public var environments: [ImportedEnvironment] = []
    /// Certificate verification and the like, which hold for all items.
    public var policies = RequestPolicies()
    /// Files that go with it, by their paths in the collection: those that requests send, certificates and scripts.
    public var files: [String: [UInt8]] = [:]
    /// Names of secret variables that it uses and the source has no values for.
    public var neededSecrets: Set<String> = []
    /// Remarks on the collection, its items and its environments, in the order of the source.
    public var notes: [ImportNote] = []
    /// The parts of the source, counted in the source itself.
    public var sourceCounts = ImportCounts()
    /// The kinds that are counted in the source. Default: all.
    public var countedKinds = Set(ImportKind.allCases)

    public init(format: ImportFormat, source: String, name: String = "") {
        self.format = format
        self.source = source
        info.name = name
        defaults.hasFile = true
    }

    /// The display name; never empty.
    public var name: String { info.name.flatMap { $0.isEmpty ? nil : $0 } ?? format.title }
}

/// A folder or a request of an imported collection.
public struct ImportedItem: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case folder(FolderDefinition, [ImportedItem])
        case request(RequestDefinition)
        /// An item that is kept and shown but not sent, such as a gRPC request: its file.
        case other(name: String, YAMLMapping)
    }

    public var content: Content
    public var origin: ImportOrigin
    /// Settings of the item in `microscope.yaml`.
    public var policies = RequestPolicies()
    /// The file that a request was, whose spelling stays; nil if it comes from another format.
    public var file: RequestFile?
    /// The name of its file or directory without an extension, which scripts may refer to. Default: made of the name.
    public var stem: String?

    public init(_ content: Content, origin: ImportOrigin) {
        self.content = content
        self.origin = origin
    }

    public var name: String {
        switch content {
        case .folder(let folder, _): folder.name ?? ""
        case .request(let request): request.name ?? ""
        case .other(let name, _): name
        }
    }

    public var children: [ImportedItem] {
        if case .folder(_, let children) = content { children } else { [] }
    }

    /// The item itself, and all items below it.
    public var all: [ImportedItem] { [self] + children.flatMap(\.all) }
}

/// An environment of an imported collection.
public struct ImportedEnvironment: Sendable, Hashable {
    public var definition: EnvironmentDefinition
    /// Values of secret variables by name: they are never written to a file.
    public var secrets: [String: String] = [:]
    public var origin: ImportOrigin

    public init(_ definition: EnvironmentDefinition, origin: ImportOrigin) {
        self.definition = definition
        self.origin = origin
    }
}

extension ImportedCollection {
    /// Every folder and request, outer before inner.
    public var allItems: [ImportedItem] { items.flatMap(\.all) }
    public var requests: [RequestDefinition] {
        allItems.compactMap { if case .request(let request) = $0.content { request } else { nil } }
    }
    public var folders: [FolderDefinition] {
        allItems.compactMap { if case .folder(let folder, _) = $0.content { folder } else { nil } }
    }
}

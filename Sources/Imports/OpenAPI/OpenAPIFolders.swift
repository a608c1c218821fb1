import OpenCollection
import Quoting

/// The folders of a document: the one that a request belongs to, with those around it.
struct OpenAPIFolders {
    /// A folder by what it is made for, since a group of tags may have the name of a tag.
    enum Folder: Hashable {
        case group(String)
        case tag(String)
        case segment(String)
        case webhooks
    }

    private struct Tag {
        var title: String
        var docs: String?
        var parent: String?
    }

    let grouping: ImportGrouping
    private var tags: [String: Tag] = [:]
    /// The names of declared tags, in the order of the document.
    private var names: [String] = []
    private var groups: [String: String] = [:]
    /// Folders in the order that the document asks for: groups, then tags.
    private(set) var declared: [[Folder]] = []

    /// Largest number of folders in one another.
    private static let maximumDepth = 32

    init(_ document: SourceNode, _ grouping: ImportGrouping) {
        self.grouping = grouping
        guard grouping == .tags else { return }
        for node in document["tags"]?.elements ?? [] {
            guard let name = node["name"]?.title, tags[name] == nil else { continue }
            let docs = [node["description"]?.string, OpenAPIReader.externalDocs(node)].compactMap { $0 }
            let title = (node["x-displayName"] ?? node["summary"])?.title ?? name
            tags[name] = Tag(title: title, docs: docs.paragraphs, parent: node["parent"]?.title)
            names.append(name)
        }
        for node in document["x-tagGroups"]?.elements ?? [] {
            let group = node["name"]?.title ?? "Group"
            for name in (node["tags"]?.elements ?? []).compactMap(\.title) where groups[name] == nil {
                groups[name] = group
                declared.append(folders(ofTag: name))
            }
        }
        declared += names.map(folders)
    }

    /// Returns the folder of an operation, after those around it; empty for the root.
    func folders(path: String, tag: String?) -> [Folder] {
        switch grouping {
        case .tags: tag.map(folders) ?? []
        case .paths: Self.folders(ofPath: path)
        case .none: []
        }
    }

    /// The folder of webhooks and callbacks.
    var webhooks: [Folder] { grouping == .none ? [] : [.webhooks] }

    /// Returns a tag after its parents, the outermost in its group. A circle of parents ends where it began.
    private func folders(ofTag name: String) -> [Folder] {
        var chain = [name]
        while let parent = chain.last.flatMap({ tags[$0]?.parent }), tags[parent] != nil, !chain.contains(parent),
            chain.count < Self.maximumDepth
        {
            chain.append(parent)
        }
        let group = chain.lazy.reversed().compactMap { groups[$0] }.first
        return (group.map { [.group($0)] } ?? []) + chain.reversed().map(Folder.tag)
    }

    /// Returns the segments up to the first one that holds a parameter. Those at the start that hold one, such as a version, are passed over.
    private static func folders(ofPath path: String) -> [Folder] {
        let route = path.prefix { !"?#".contains($0) }
        let segments = String(route).split(at: "/").filter { !$0.isEmpty }
        let hasParameter = { (segment: String) in segment.utf8.contains(UInt8(ascii: "{")) }
        return segments.drop(while: hasParameter).prefix { !hasParameter($0) }.prefix(maximumDepth).map(Folder.segment)
    }

    /// Returns a folder without its items.
    func definition(of folder: Folder) -> FolderDefinition {
        switch folder {
        case .group(let name): return .fresh(named: name)
        case .segment(let text): return .fresh(named: SourceNode(.text(text)).title ?? text)
        case .tag(let name):
            var definition = FolderDefinition.fresh(named: tags[name]?.title ?? name)
            definition.docs = tags[name]?.docs
            return definition
        case .webhooks:
            var definition = FolderDefinition.fresh(named: "Webhooks")
            definition.docs = "Requests that the API sends to its users."
            return definition
        }
    }
}

/// Folders that are filled while a document is read, in the order in which they were first named.
struct OpenAPITree {
    private var items: [ImportedItem] = []
    private var inner: [(folder: OpenAPIFolders.Folder, tree: OpenAPITree)] = []
    private var indices: [OpenAPIFolders.Folder: Int] = [:]

    /// Adds items to a folder, which is made if it is not there yet.
    mutating func add(_ new: [ImportedItem], to folders: ArraySlice<OpenAPIFolders.Folder>) {
        guard let first = folders.first else {
            items += new
            return
        }
        let index = indices[first] ?? inner.count
        if index == inner.count { inner.append((first, OpenAPITree())) }
        indices[first] = index
        inner[index].tree.add(new, to: folders.dropFirst())
    }

    /// Returns the folders that hold something, then the items beside them.
    func all(_ folders: OpenAPIFolders) -> [ImportedItem] {
        inner.compactMap { folder, tree -> ImportedItem? in
            let children = tree.all(folders)
            guard !children.isEmpty else { return nil }
            return ImportedItem(.folder(folders.definition(of: folder), children), origin: .whole)
        } + items
    }
}

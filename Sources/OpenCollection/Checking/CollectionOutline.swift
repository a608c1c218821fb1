import YAMLTree

/// Requests with the folders around them, whether they have their own files or are in one bundled file.
struct CollectionOutline {
    /// The root or a folder: where defaults come from.
    struct Level {
        let file: CheckedFile
        /// The mapping that holds `request`.
        let node: YAMLNode
        /// The path of the directory; nil in a bundled file.
        let directory: ItemPath?
        let title: String
    }

    struct Request {
        let file: CheckedFile
        let node: YAMLNode
        /// The key of its details: "http".
        let kind: String
        /// The folders around it, the root first.
        let levels: [Level]

        var details: YAMLNode? { node[kind] }
    }

    struct Environment {
        let name: String
        let file: CheckedFile
        let node: YAMLNode
    }

    private(set) var requests: [Request] = []
    private(set) var levels: [Level] = []
    private(set) var environments: [Environment] = []
    private(set) var companion: CheckedFile?
    /// Every mapping that is one line of the tree, grouped by its place: files by directory, bundled items by list.
    private(set) var siblings: [[(file: CheckedFile, node: YAMLNode)]] = []

    /// Files whose definitions are not known.
    private let unread: Set<ItemPath>

    static let requestKinds = ["http", "graphql", "grpc", "websocket"]

    init(_ files: [(file: CheckedFile, kind: FileKind)], unread: Set<ItemPath> = []) {
        self.unread = unread
        var byDirectory: [ItemPath: [(file: CheckedFile, node: YAMLNode)]] = [:]
        var byPath: [ItemPath: Level] = [:]
        for (file, kind) in files {
            switch kind {
            case .collection:
                byPath[.root] = Level(file: file, node: file.root, directory: .root, title: "the collection")
            case .folder:
                let directory = file.path.parent
                byPath[directory] = Level(
                    file: file, node: file.root, directory: directory, title: "folder \(directory)")
                byDirectory[directory.parent, default: []].append((file, file.root))
            case .environment:
                environments.append(Environment(name: file.path.baseName, file: file, node: file.root))
            case .companion: companion = file
            case .item: byDirectory[file.path.parent, default: []].append((file, file.root))
            }
        }
        levels = byPath.sorted { $0.key < $1.key }.map(\.value)
        siblings = byDirectory.sorted { $0.key < $1.key }.map(\.value)
        for (file, kind) in files {
            guard case .item(let type) = kind else { continue }
            let around = [byPath[.root]] + file.path.ancestors.map { byPath[$0] }
            addRequest(file, file.root, type: type.string, around.compactMap(\.self))
        }
        if let root = byPath[.root] { addBundled(root) }
    }

    /// Whether what a request could see is known: its folders' files, and an environment at least.
    func seesAll(_ request: Request) -> Bool {
        let folders = ([.root] + request.file.path.ancestors).map(\.folderFile)
        let hasLostEnvironments = environments.isEmpty && unread.contains { $0.parent == "environments" }
        return unread.isDisjoint(with: folders) && !hasLostEnvironments
    }

    /// Whether the content of a file is not known.
    func isUnread(_ path: ItemPath) -> Bool { unread.contains(path) }

    private mutating func addRequest(_ file: CheckedFile, _ node: YAMLNode, type: String?, _ levels: [Level]) {
        guard let type, Self.requestKinds.contains(type) else { return }
        requests.append(Request(file: file, node: node, kind: type, levels: levels))
    }

    // MARK: - Bundled files

    private mutating func addBundled(_ root: Level) {
        for node in root.node.node(at: ["config", "environments"])?.items ?? [] {
            environments.append(Environment(name: node["name"]?.string ?? "", file: root.file, node: node))
        }
        addItems(root.node["items"]?.items ?? [], [root])
    }

    private mutating func addItems(_ items: [YAMLNode], _ around: [Level]) {
        guard let file = around.first?.file, !items.isEmpty else { return }
        siblings.append(items.map { (file, $0) })
        for node in items {
            let type = node["info"]?["type"]?.string ?? Schema.itemKeys.first { node[$0.key] != nil }?.type
            if type == "folder" {
                let title = "folder \(node["info"]?["name"]?.string ?? "")"
                let level = Level(file: file, node: node, directory: nil, title: title)
                levels.append(level)
                addItems(node["items"]?.items ?? [], around + [level])
            } else {
                addRequest(file, node, type: type, around)
            }
        }
    }
}

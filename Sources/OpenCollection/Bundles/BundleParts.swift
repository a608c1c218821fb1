import YAMLTree

/// Finds the parts of a bundle and gives them paths.
struct BundleParts {
    private var parts: [CollectionBundle.Part] = []

    static func of(_ root: YAMLNode) -> [CollectionBundle.Part] {
        var found = BundleParts()
        found.addItems(of: root, at: [], in: .root)
        found.addEnvironments(root["config"]?["environments"], at: ["config", "environments"])
        return found.parts
    }

    private mutating func addItems(of node: YAMLNode, at place: YAMLPath, in folder: ItemPath) {
        let list = place.appending(key: "items")
        var names = Set<String>()
        for (index, item) in (node["items"]?.items ?? []).enumerated() {
            add(item, at: list.appending(index: index), in: folder, &names)
        }
    }

    private mutating func add(
        _ item: YAMLNode, at place: YAMLPath, in folder: ItemPath, _ names: inout Set<String>
    ) {
        let kind = item.bundledKind
        let name = FileName.safe(for: item["info"]?["name"]?.string ?? kind ?? "item")
        guard kind == "folder" else {
            let path = folder.appending(Self.unused(name, ".yml", &names))
            return parts.append(.init(path: path, place: place, value: item.value(ofKind: kind)))
        }
        let path = folder.appending(Self.unused(name, "", &names))
        parts.append(
            .init(path: path.folderFile, place: place, value: item.value(ofKind: kind).withoutItems, isFolder: true))
        addItems(of: item, at: place, in: path)
    }

    private mutating func addEnvironments(_ node: YAMLNode?, at place: YAMLPath) {
        var names = Set<String>()
        for (index, environment) in (node?.items ?? []).enumerated() where environment.entries != nil {
            let name = FileName.safe(for: environment["name"]?.string ?? "environment")
            let path = ItemPath.environments.appending(Self.unused(name, ".yml", &names))
            parts.append(.init(path: path, place: place.appending(index: index), value: environment.value))
        }
    }

    /// Returns a name that is not taken, whatever the case of letters, as some file systems compare names.
    private static func unused(_ name: String, _ suffix: String, _ names: inout Set<String>) -> String {
        let meaning: Set = [
            "folder.yml", "opencollection.yml", "workspace.yml", "environments", "node_modules", ".git",
        ]
        var (candidate, number) = (name + suffix, 1)
        while meaning.contains(candidate.asciiLowercased) || !names.insert(candidate.lowercased()).inserted {
            number += 1
            candidate = "\(name) \(number)\(suffix)"
        }
        return candidate
    }
}

extension YAMLNode {
    /// `info.type`, else what its keys say.
    fileprivate var bundledKind: String? {
        if let type = (self["info"]?["type"] ?? self["type"])?.string { return type }
        if self["items"] != nil { return "folder" }
        return ["http", "graphql", "grpc", "websocket", "script"].first { self[$0] != nil }
    }

    /// Returns the value of the node, with its kind.
    fileprivate func value(ofKind kind: String?) -> YAMLValue {
        guard case .mapping(var item) = value, let kind, self["info"]?["type"] == nil, self["type"] == nil else {
            return value
        }
        if kind == "script" {
            item["type"] = .string(kind)
            return .mapping(item)
        }
        var info = YAMLMapping()
        if case .mapping(let said)? = item["info"] { info = said }
        info["type"] = .string(kind)
        item["info"] = .mapping(info)
        return .mapping(item)
    }
}

extension YAMLValue {
    fileprivate var withoutItems: YAMLValue {
        guard case .mapping(var folder) = self else { return self }
        folder["items"] = nil
        return .mapping(folder)
    }
}

extension CollectionBundle.Part {
    var isEnvironment: Bool { path.parent == .environments && place.components.first == .key("config") }
    /// The folder's own path, else that of the file.
    var itemPath: ItemPath { isFolder ? path.parent : path }
    var text: String { value.emitted(blankLineBefore: .separatedKeys) }

    var keyOrder: KeyOrder { isEnvironment ? .environment : isFolder ? .folder : .request }

    /// Returns the value of the part in a node at its place.
    func says(_ node: YAMLNode) -> YAMLValue {
        if isEnvironment { return node.value }
        let value = node.value(ofKind: node.bundledKind)
        return isFolder ? value.withoutItems : value
    }

    /// Writes what differs between its text and another one.
    func save(_ new: String, in writing: inout FileWriting) throws(FileProblem) {
        if isEnvironment {
            let name = path.baseName
            let old = try EnvironmentFile.read(text: text, name: name, path: path)
            let new = try EnvironmentFile.read(text: new, name: name, path: path)
            try EnvironmentDefinition.fields.save(old.definition, new.definition, at: [], in: &writing)
        } else if isFolder {
            let old = try FolderFile.read(text: text, path: path)
            let new = try FolderFile.read(text: new, path: path)
            try FolderDefinition.fields.save(old.definition, new.definition, at: [], in: &writing)
        } else {
            let old = try RequestFile.read(text: text, path: path)
            try writing.save(old.definition, try RequestFile.read(text: new, path: path).definition)
        }
    }
}

public import OpenCollection
import Quoting
import YAMLTree

/// The files that imported collections become: nothing is written yet.
public struct ImportedFiles: Sendable {
    /// The place where the files go.
    public enum Place: Sendable {
        /// A new collection. One collection becomes its root, several a folder each.
        case newCollection
        /// New folders in a folder of a collection.
        case folder(ItemPath, of: Collection, otherNames: Set<String>)
    }

    /// New directories with all their files; of a new collection there is one, the root.
    public private(set) var trees: [(folder: ItemPath, files: [TreeFile])] = []
    /// Files of requests that go among those of a folder.
    public private(set) var requests: [TreeFile] = []
    /// Files of environments.
    public private(set) var environments: [TreeFile] = []
    /// Values of secret variables, by environment and name.
    public private(set) var secrets: [String: [String: String]] = [:]
    /// `microscope.yaml` with what the items say of themselves.
    public private(set) var companion: CompanionFile
    /// Names of files that go with the collection at hand, by their directories: no folder gets one of them.
    private var otherNames: [ItemPath: Set<String>] = [:]

    /// - Throws: ``FileProblem`` when a text has no spelling in the format.
    public init(_ collections: [ImportedCollection], in place: Place) throws(FileProblem) {
        var names: NameTable
        var environmentNames = NameTable()
        switch place {
        case .newCollection:
            companion = CompanionFile()
            names = NameTable(taken: Self.rootNames)
        case .folder(let folder, let collection, let otherNames):
            companion = collection.companion
            names = NameTable(taken: otherNames.union(collection.names(in: folder)))
            if folder == .root { names.take(Self.rootNames) }
            environmentNames.take(Set(collection.names(in: .environments)))
        }
        for (index, imported) in collections.enumerated() {
            try add(imported, at: index, in: place, of: collections.count, &names)
            for environment in imported.environments { add(environment, &environmentNames) }
        }
    }

    private static let rootNames: Set = ["environments", "opencollection.yml", "microscope.yaml", "workspace.yml"]

    private mutating func add(
        _ imported: ImportedCollection, at index: Int, in place: Place, of count: Int, _ names: inout NameTable
    ) throws(FileProblem) {
        switch place {
        case .newCollection where count == 1:
            let root = TreeFile(ItemPath.root.folderFile, text: try Self.rootText(imported))
            try save(imported.policies, for: .collection)
            var files = [root]
            try append(imported, in: .root, below: .root, to: &files, &names)
            trees.append((.root, files))
        case .newCollection:
            if trees.isEmpty {
                let text = CollectionRootFile.newText(named: imported.name)
                trees.append((.root, [TreeFile(ItemPath.root.folderFile, text: text)]))
            }
            let folder = ItemPath(names.name(for: imported.name, isFolder: true))
            var files: [TreeFile] = []
            try appendFolder(imported, sequence: index + 1, folder, below: .root, to: &files)
            trees[0].files += files
        case .folder(let outer, let collection, _) where imported.format.isLoose:
            try addLoose(imported, to: outer, behind: collection.count(in: outer), &names)
        case .folder(let outer, let collection, _):
            guard imported.format.isCollection else { return }
            let folder = outer.appending(names.name(for: imported.name, isFolder: true))
            let sequence = collection.count(in: outer) + trees.count + 1
            var files: [TreeFile] = []
            try appendFolder(imported, sequence: sequence, folder, below: folder, to: &files)
            trees.append((folder, files))
        }
    }

    /// Adds loose requests: a single one among those of the folder, several into a new one.
    private mutating func addLoose(
        _ imported: ImportedCollection, to outer: ItemPath, behind count: Int, _ names: inout NameTable
    ) throws(FileProblem) {
        guard imported.items.count == 1 else {
            let folder = outer.appending(names.name(for: imported.name, isFolder: true))
            var (files, inner): ([TreeFile], NameTable) = ([], NameTable())
            try append(imported.items, in: folder, below: folder, to: &files, &inner)
            trees.append((folder, files))
            return
        }
        var files = requests
        try append(imported.items, in: outer, below: .root, from: count + files.count + 1, to: &files, &names)
        requests = files
    }

    // MARK: - Items

    private mutating func appendFolder(
        _ imported: ImportedCollection, sequence: Int, _ folder: ItemPath, below base: ItemPath,
        to files: inout [TreeFile]
    ) throws(FileProblem) {
        let move = { (path: inout String) in
            if imported.files[path] != nil { path = folder.appending(path).text }
        }
        var definition = imported.defaults
        definition.name = imported.name
        definition.sequence = sequence
        definition.auth.changePath(move)
        files.append(TreeFile(folder.folderFile.below(base), text: FolderFile.newText(for: definition)))
        try save(imported.policies, for: .folder(folder))
        var names = NameTable(taken: ["folder.yml"])
        var moved = imported
        for index in moved.items.indices { moved.items[index].changePaths(move) }
        try append(moved, in: folder, below: base, to: &files, &names)
    }

    /// Appends the items of a collection and the files that go with it.
    private mutating func append(
        _ imported: ImportedCollection, in folder: ItemPath, below base: ItemPath, to files: inout [TreeFile],
        _ names: inout NameTable
    ) throws(FileProblem) {
        let others = imported.files.map { (path: folder.appending($0.key), bytes: $0.value) }
        otherNames = Dictionary(grouping: others.map(\.path), by: \.parent).mapValues { Set($0.map(\.lastName)) }
        names.take(otherNames[folder] ?? [])
        try append(imported.items, in: folder, below: base, to: &files, &names)
        guard !others.isEmpty else { return }
        files += others.map { TreeFile($0.path.below(base), bytes: $0.bytes) }
        // A directory is filled once, with all that is in it.
        files = files.map { ($0, $0.path.text.split(at: "/")) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }

    /// - Parameters:
    ///   - base: the directory in which the paths of the files begin.
    ///   - first: the number of the first of them among the items of the folder.
    private mutating func append(
        _ items: [ImportedItem], in folder: ItemPath, below base: ItemPath, from first: Int = 1,
        to files: inout [TreeFile], _ names: inout NameTable
    ) throws(FileProblem) {
        for (index, item) in items.enumerated() {
            switch item.content {
            case .folder(var definition, let children):
                let path = folder.appending(names.name(for: item.stem ?? item.name, isFolder: true))
                definition.sequence = first + index
                files.append(TreeFile(path.folderFile.below(base), text: FolderFile.newText(for: definition)))
                try save(item.policies, for: .folder(path))
                var inner = NameTable(taken: (otherNames[path] ?? []).union(["folder.yml"]))
                try append(children, in: path, below: base, to: &files, &inner)
            case .request(var definition):
                let path = folder.appending(names.name(for: item.stem ?? item.name, isFolder: false))
                definition.sequence = Double(first + index)
                // Two loose requests with one name could not be distinguished in the tree.
                let stem = path.lastName.droppingBytes(behind: ".yml")
                if item.file != nil, stem != FileName.safe(for: item.name.cutForFileName) { definition.name = stem }
                let text = try item.file?.saving(definition) ?? RequestFile.newText(for: definition)
                files.append(TreeFile(path.below(base), text: text))
                try save(item.policies, for: .request(path))
            case .other(let name, var file):
                let path = folder.appending(names.name(for: item.stem ?? name, isFolder: false))
                file.setSequence(index + 1)
                let text = YAMLValue.mapping(file).emitted(
                    blankLineBefore: ["grpc", "websocket", "runtime", "settings", "docs"])
                files.append(TreeFile(path.below(base), text: text))
            }
        }
    }

    private mutating func save(_ policies: RequestPolicies, for holder: PolicyHolder) throws(FileProblem) {
        if policies != RequestPolicies() { companion = try companion.saving(policies, for: holder) }
    }

    private static func rootText(_ imported: ImportedCollection) throws(FileProblem) -> String {
        let text = CollectionRootFile.newText(named: imported.name)
        let fresh = try CollectionRootFile.read(text: text, path: ItemPath.root.folderFile)
        var info = fresh.info
        (info.summary, info.version, info.authors) = (
            imported.info.summary, imported.info.version, imported.info.authors
        )
        (info.proxy, info.certificates) = (imported.info.proxy, imported.info.certificates)
        info.protobuf = imported.info.protobuf
        if !imported.info.extensions.entries.isEmpty { info.extensions = imported.info.extensions }
        return try fresh.saving(info, defaults: imported.defaults)
    }

    // MARK: - Environments

    private mutating func add(_ environment: ImportedEnvironment, _ names: inout NameTable) {
        var definition = environment.definition
        let file = names.name(for: definition.name, isFolder: false)
        definition.name = file.droppingBytes(behind: ".yml")
        environments.append(TreeFile(definition.path, text: EnvironmentFile.newText(for: definition)))
        if !environment.secrets.isEmpty { secrets[definition.name] = environment.secrets }
    }

    // MARK: - Plans

    /// Returns the steps that write the files into a collection.
    ///
    /// - Parameter bundle: The one file of the collection, and its name; nil if it is a directory.
    /// - Throws: ``FileProblem`` when something has no spelling in the one file.
    public func plan(
        in collection: Collection, bundle: (bundle: CollectionBundle, name: ItemPath)?
    ) throws(FileProblem) -> TreePlan {
        var plan: TreePlan
        var companion = companion
        if let (bundle, name) = bundle {
            plan = try TreePlan(adding: added.filter { $0.bytes == nil }, to: bundle, file: name)
            companion = try companion.following(plan.changes)
        } else {
            plan = TreePlan(steps: trees.map { .createTree($0.folder, files: $0.files) })
            plan.steps += requests.map { .create($0.path, text: $0.text) }
            if !environments.isEmpty { plan.steps.append(.makeDirectory(.environments)) }
            plan.steps += environments.map { .create($0.path, text: $0.text) }
        }
        if companion.text != collection.companion.text {
            plan.steps.append(.rewrite(CompanionFile.path, from: collection.companion.text, to: companion.text))
        }
        plan.focus = (trees.map(\.folder) + requests.map(\.path)).map { $0.after(plan.changes) }
        return plan
    }

    /// All files by their paths in the collection that they are added to.
    public var added: [TreeFile] {
        trees.flatMap { tree in
            tree.files.map { file in
                var added = file
                added.path = tree.folder.appending(file.path.text)
                return added
            }
        } + requests + environments
    }

    /// All files of a new collection, by their paths in its directory.
    public var newCollection: [TreeFile] {
        trees.flatMap(\.files) + environments
            + (companion.text.isEmpty ? [] : [TreeFile(CompanionFile.path, text: companion.text)])
    }
}

extension YAMLMapping {
    /// Sets the place of an item among its siblings; a library of scripts has none.
    fileprivate mutating func setSequence(_ number: Int) {
        guard case .mapping(var info)? = self["info"] else { return }
        info["seq"] = .int(number)
        self["info"] = .mapping(info)
    }
}

extension ItemPath {
    /// Returns the path from a folder around it on.
    fileprivate func below(_ folder: ItemPath) -> ItemPath {
        folder == .root ? self : ItemPath(text.droppingBytes(before: folder.text + "/"))
    }
}

extension ImportedCollection {
    /// The name of a directory for it.
    public var directoryName: String {
        var names = NameTable()
        return names.name(for: name, isFolder: true)
    }
}

/// Names of files in one directory: each is given once, whatever its capitals.
private struct NameTable {
    private var taken: Set<String> = []
    /// The next number of each name that was asked for: hundreds of items may be called the same.
    private var counts: [String: Int] = [:]

    init(taken: Set<String> = []) { take(taken) }

    mutating func take(_ names: Set<String>) { taken.formUnion(names.map { $0.lowercased() }) }

    /// Returns the name of a file with its extension, or of a directory.
    mutating func name(for title: String, isFolder: Bool) -> String {
        let stem = FileName.safe(for: title.cutForFileName)
        let key = stem.lowercased() + (isFolder ? "/" : "")
        for number in counts[key, default: 1]... {
            let numbered = number == 1 ? stem : "\(stem) \(number)"
            let name = isFolder ? numbered : FileName.request(for: numbered)
            guard FileName.problem(with: name) == nil, taken.insert(name.lowercased()).inserted else { continue }
            counts[key] = number + 1
            return name
        }
        return stem
    }
}

extension String {
    /// The text without what would hide a file, and short enough to be listed.
    fileprivate var cutForFileName: String {
        var text = String(drop { $0 == "." || $0 == " " })
        while text.utf8.count > 120 { text.removeLast() }
        return text
    }
}

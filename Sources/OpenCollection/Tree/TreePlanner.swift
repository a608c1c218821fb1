import Quoting
import YAMLTree

/// Decides what an operation means: which names are given, which items change, what follows.
struct TreePlanner<Contents: TreeContents> {
    let contents: Contents
    private(set) var edits: [TreeEdit] = []
    private(set) var changes: [PathChange] = []
    private(set) var companionChanges: [CompanionChange] = []
    /// The paths that the operation is about, after it.
    private(set) var focus: [ItemPath] = []

    init(_ operation: TreeOperation, in contents: Contents) throws(TreeProblem) {
        self.contents = contents
        switch operation {
        case .create(let kind, let name, let folder): try create(kind, name.trimmingWhitespace(), in: folder)
        case .rename(let path, let name): try rename(path, to: name.trimmingWhitespace())
        case .renameFile(let path, let name): try renameFile(path, to: name)
        case .duplicate(let paths): try duplicate(paths)
        case .move(let paths, let folder): try move(paths.outermost, into: folder)
        case .place(let path, let index): try place(path, at: index)
        case .delete(let paths): try delete(paths.outermost)
        }
    }

    // MARK: - New items

    private mutating func create(
        _ kind: TreeOperation.NewItem, _ name: String, in folder: ItemPath
    ) throws(TreeProblem) {
        guard !name.isEmpty else { throw TreeProblem("a name is needed") }
        if kind == .environment { return try createEnvironment(name) }
        try contents.checkFolder(folder)
        let file = FileName.made(of: name, isFolder: kind == .folder)
        try contents.check(file, in: folder)
        let path = folder.appending(file)
        let sequence = contents.count(in: folder) + 1
        focus = [path]
        switch kind {
        case .request(let kind):
            let fresh = RequestDefinition.fresh(named: name, sequence: Double(sequence), kind: kind)
            edits = [.create(path, text: RequestFile.newText(for: fresh))]
        default:
            edits = [.createFolder(path, text: FolderFile.newText(for: .fresh(named: name, sequence: sequence)))]
        }
    }

    private mutating func createEnvironment(_ name: String) throws(TreeProblem) {
        try contents.check("\(name).yml", in: .environments)
        let path = ItemPath(environment: name)
        focus = [path]
        edits = [.create(path, text: EnvironmentFile.newText(for: EnvironmentDefinition(name: name, variables: [])))]
    }

    // MARK: - Names

    private mutating func rename(_ path: ItemPath, to name: String) throws(TreeProblem) {
        guard !name.isEmpty else { throw TreeProblem("a name is needed") }
        focus = [path]
        if path == .root {
            edits = [.set(path.folderFile, [.name(name)])]
            return
        }
        guard let item = try contents.checkExists(path), !item.isBroken else { return try renameFile(path, to: name) }
        guard item.name != name else { return }
        let file = FileName.made(of: name, isFolder: item.isFolder)
        let follows = path.lastName == FileName.made(of: item.name, isFolder: item.isFolder)
        let target = follows ? path.parent.appending(file) : path
        if follows { try contents.check(file, in: path.parent, for: path) }
        // What has no name of its own is called as its file.
        let isImplied = target.baseName == name
        if item.hasFile {
            let named = item.isFolder ? path.folderFile : path
            edits.append(.set(named, [.name(name, isOnlyIfThere: isImplied)]))
        }
        move(path, to: target)
        guard !item.hasFile, !isImplied else { return }
        edits.append(.create(target.folderFile, text: FolderFile.newText(for: .fresh(named: name))))
    }

    private mutating func renameFile(_ path: ItemPath, to name: String) throws(TreeProblem) {
        guard path != .root else { throw TreeProblem("the directory of a collection is renamed outside of Microscope") }
        let item = try contents.checkExists(path)
        let isFolder = item?.isFolder == true
        let stem = isFolder ? name : name.droppingBytes(behind: ".yml")
        guard !stem.isEmpty else { throw TreeProblem("a name is needed") }
        let file = isFolder ? stem : "\(stem).yml"
        try contents.check(file, in: path.parent, for: path)
        focus = [path]
        move(path, to: path.parent.appending(file))
        if path.isEnvironment { followEnvironment(path.baseName, to: stem) }
    }

    private mutating func move(_ path: ItemPath, to target: ItemPath) {
        guard target != path else { return }
        edits.append(.move(path, to: target))
        let change = PathChange(from: path, to: target)
        changes.append(change)
        companionChanges.append(.follow(change))
        focus = focus.map { $0 == path ? target : $0 }
    }

    /// Other environments say by its name that they extend it.
    private mutating func followEnvironment(_ name: String, to new: String) {
        for environment in contents.environments where environment.extends == name && environment.name != name {
            let change = KeyEdit(place: ["extends"], value: .string(new))
            edits.append(.set(ItemPath(environment: environment.name), [change]))
        }
    }

    // MARK: - Copies

    private mutating func duplicate(_ paths: [ItemPath]) throws(TreeProblem) {
        var counts: [ItemPath: Int] = [:]
        var taken = Set<String>()
        for path in paths.outermost {
            guard path != .root else { throw TreeProblem("a collection is copied as a directory") }
            let item = try contents.checkExists(path)
            let names = contents.copyNames(of: item, at: path, besides: taken)
            let target = path.parent.appending(item?.isFolder == true ? names.file : "\(names.file).yml")
            taken.insert(target.lastName.lowercased())
            let count = counts[path.parent, default: contents.count(in: path.parent)] + 1
            counts[path.parent] = count
            edits.append(
                .copy(path, to: target, item?.copyChanges(names, sequence: count) ?? [.environment(names.file)]))
            companionChanges.append(.copy(path, to: target))
            focus.append(target)
        }
    }

    // MARK: - Places

    private mutating func move(_ paths: [ItemPath], into folder: ItemPath) throws(TreeProblem) {
        try contents.checkFolder(folder)
        var count = contents.count(in: folder)
        for path in paths {
            guard path != .root, !path.isEnvironment, let item = try contents.checkExists(path) else {
                throw TreeProblem("\(path == .root ? "a collection" : "an environment") cannot be moved into a folder")
            }
            focus.append(path)
            guard path.parent != folder else { continue }
            guard !folder.isInside(path) else { throw TreeProblem("\(path) cannot be moved into itself") }
            try contents.check(path.lastName, in: folder, for: path)
            guard !changes.contains(where: { $0.to.lastName.lowercased() == path.lastName.lowercased() }) else {
                throw TreeProblem("two of them are called \(path.lastName); rename one first")
            }
            count += 1
            if let change = item.sequenceChange(count) { edits.append(.set(item.file, [change])) }
            move(path, to: folder.appending(path.lastName))
        }
    }

    private mutating func place(_ path: ItemPath, at index: Int) throws(TreeProblem) {
        guard path != .root else { throw TreeProblem("a collection has no place among others") }
        guard let item = try contents.checkExists(path) else {
            throw TreeProblem("environments are sorted by name")
        }
        focus = [path]
        let items = contents.items(in: path.parent)
        for change in try SiblingOrder.placing(item, at: index, among: items) {
            guard let sibling = items.first(where: { $0.path == change.path }) else { continue }
            edits.append(sibling.placed(change.sequence))
        }
    }

    private mutating func delete(_ paths: [ItemPath]) throws(TreeProblem) {
        for path in paths {
            guard path != .root else { throw TreeProblem("a collection is deleted as a directory") }
            _ = try contents.checkExists(path)
            edits.append(.remove(path))
            companionChanges.append(.forget(path))
        }
    }
}

extension [ItemPath] {
    /// The paths, each once, without those inside another one.
    fileprivate var outermost: [ItemPath] {
        let all = unique
        return all.filter { path in !all.contains { $0 != path && path.isInside($0) } }
    }
}

extension KeyEdit {
    /// The name in an environment's file, which its file name overrules.
    fileprivate static func environment(_ name: String) -> KeyEdit {
        KeyEdit(place: ["name"], value: .string(name), isOnlyIfThere: true)
    }
}

extension CollectionItem {
    /// The file that says its name and `seq`.
    fileprivate var file: ItemPath { isFolder ? path.folderFile : path }

    /// Whether it has a file; a folder may have none.
    fileprivate var hasFile: Bool {
        if case .folder(let definition, _) = kind { definition.hasFile } else { true }
    }

    /// A script has no `info`, which is no reason to begin one.
    private var isScript: Bool {
        if case .unsupported(let content) = kind { content.kind == "script" } else { false }
    }

    fileprivate func copyChanges(_ names: (shown: String, file: String), sequence: Int) -> [KeyEdit] {
        guard !isBroken else { return [] }
        let name = KeyEdit.name(names.shown, isOnlyIfThere: names.shown == names.file || isScript)
        return [name] + (sequenceChange(sequence).map { [$0] } ?? [])
    }

    /// Returns the edit for a place after the others of a folder. Folders that are where their names put them stay so.
    fileprivate func sequenceChange(_ number: Int) -> KeyEdit? {
        if isBroken || !hasFile { return nil }
        return .sequence(number, isOnlyIfThere: isScript || isFolder)
    }

    /// The same at another place; a folder without file gets one.
    fileprivate func placed(_ sequence: Int) -> TreeEdit {
        hasFile
            ? .set(file, [.sequence(sequence)])
            : .create(file, text: FolderFile.newText(for: .fresh(named: name, sequence: sequence)))
    }
}

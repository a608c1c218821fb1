import Testing
import YAMLTree

@testable import OpenCollection

/// A collection's files by their paths, on which plans are carried out without a disk.
struct MemoryCollection: TreeContents {
    var files: [ItemPath: String]
    private(set) var trash: [TrashID: [ItemPath: String]] = [:]

    init(_ files: [String: String]) {
        self.files = Dictionary(uniqueKeysWithValues: files.map { (ItemPath($0.key), $0.value) })
    }

    // MARK: - As read

    func items(in folder: ItemPath) -> [CollectionItem] {
        guard folder != .environments else { return [] }
        return names(in: folder).map(folder.appending).compactMap(item).inFileOrder
    }

    func names(in folder: ItemPath) -> [String] {
        let depth = folder.ancestors.count + (folder == .root ? 0 : 1)
        return files.keys.filter { $0.isInside(folder) && $0 != folder }
            .map { String($0.text.split(separator: "/")[depth]) }.unique
    }

    var environments: [EnvironmentDefinition] {
        names(in: .environments).map { ItemPath.environments.appending($0) }.compactMap { path in
            try? EnvironmentFile.read(text: files[path] ?? "", name: path.baseName, path: path).definition
        }
    }

    var companion: CompanionFile { (try? CompanionFile.read(text: files[CompanionFile.path] ?? "")) ?? CompanionFile() }

    private func item(_ path: ItemPath) -> CollectionItem? {
        guard files[path] == nil else { return file(path) }
        guard path != .environments else { return nil }
        let definition =
            files[path.folderFile].flatMap { try? FolderFile.read(text: $0, path: path.folderFile).definition }
            ?? FolderDefinition()
        return CollectionItem(path: path, name: definition.name ?? path.baseName, kind: .folder(definition, []))
    }

    private func file(_ path: ItemPath) -> CollectionItem? {
        guard path.text.hasSuffix(".yml"), !["folder.yml", "opencollection.yml"].contains(path.lastName) else {
            return nil
        }
        return CollectionItem.read(text: files[path] ?? "", path: path)
    }

    /// Returns the names of the items in a folder, as the tree orders them.
    func order(in folder: ItemPath) -> [String] { CollectionOrder.sorted(items(in: folder)).map(\.path.lastName) }

    // MARK: - Plans

    func plan(_ operation: TreeOperation) throws -> TreePlan {
        try TreePlan(operation, in: self) { path throws(FileProblem) in
            guard let text = files[path] else { throw FileProblem(path: path, message: "it is not there") }
            return text
        }
    }

    mutating func perform(_ operation: TreeOperation) throws { try perform(plan(operation)) }

    /// Carries out a plan. Steps that find something in their way are a mistake of the plan.
    mutating func perform(_ plan: TreePlan) throws {
        for step in plan.steps {
            switch step {
            case .create(let path, let text), .createFolder(let path, let text):
                let file = if case .createFolder = step { path.folderFile } else { path }
                #expect(files.keys.allSatisfy { !$0.isInside(path) }, "\(path) is there")
                files[file] = text
            case .rewrite(let path, let old, let new):
                #expect(files[path] ?? "" == old)
                files[path] = new
            case .move(let path, let target), .copy(let path, let target):
                let found = files.filter { $0.key.isInside(path) }
                #expect(!found.isEmpty && files.keys.allSatisfy { !$0.isInside(target) }, "\(path) to \(target)")
                if case .move = step { files = files.filter { !$0.key.isInside(path) } }
                for (file, text) in found { files[file.after([PathChange(from: path, to: target)])] = text }
            case .discard(let path, _):
                #expect(files.keys.contains { $0.isInside(path) })
                files = files.filter { !$0.key.isInside(path) }
            case .makeDirectory, .movePrivateValues: break
            case .removeDirectory, .restore, .keep, .copyIn, .copySecrets, .createTree:
                Issue.record("\(step) is no step of a plan for a directory")
            }
        }
    }

    /// Returns the changes, file by file: the lines that went with "-", those that came with "+".
    func difference(from old: MemoryCollection) -> [String] {
        Set(files.keys).union(old.files.keys).sorted().flatMap { path -> [String] in
            let (before, after) = (Self.lines(old.files[path]), Self.lines(files[path]))
            return after.difference(from: before).map { change in
                switch change {
                case .remove(_, let line, _): "\(path) -\(line)"
                case .insert(_, let line, _): "\(path) +\(line)"
                }
            }
        }
    }

    private static func lines(_ text: String?) -> [String] {
        text.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
}

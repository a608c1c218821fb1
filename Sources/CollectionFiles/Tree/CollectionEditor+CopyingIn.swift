import Files
public import Foundation
public import OpenCollection
import Quoting

/// Items of another collection.
extension CollectionEditor {
    /// Thinks through how items of another collection are copied into a folder of this one. There, all stays as it is.
    ///
    /// - Parameter origin: root of the other collection.
    /// - Throws: ``TreeProblem`` when it cannot be done. Nothing has happened yet.
    public func plan(
        copying paths: [ItemPath], from origin: URL, into folder: ItemPath
    ) throws(TreeProblem) -> TreePlan {
        let other = CollectionEditor(root: origin, of: self)
        let otherBundle = try other.bundle()
        let companion = other.loader.companion().0
        var items: [IncomingItem] = []
        for path in paths { items.append(try other.item(at: path, in: otherBundle, companion)) }
        let files = IncomingFiles(existsThere: other.existence, existsHere: existence)
        if case .broken(let problem)? = loader.companion().1.first?.kind, items.contains(where: { $0.policies != nil })
        {
            throw TreeProblem("\(problem.line); fix it first, since it would apply to the new items")
        }
        guard let bundle = try bundle() else {
            return try TreePlan(
                copying: items, from: origin.path, into: folder, in: DiskContents(loader), bundle: nil, files: files)
        }
        return try TreePlan(
            copying: items, from: origin.path, into: folder,
            in: BundleContents(bundle, companion: loader.companion().0),
            bundle: (bundle, ItemPath(loader.rootFile.lastPathComponent)), files: files)
    }

    /// Refuses if files changed since their items were copied: what was written into them would be lost.
    ///
    /// - Throws: ``TreeProblem`` that names a file that has another text, is new or is gone.
    func check(_ paths: [ItemPath], stillSay texts: [ItemPath: String]) throws(TreeProblem) {
        let bundle = try bundle()
        let now = Dictionary(paths.flatMap { self.texts(of: $0, in: bundle) }.map { ($0.path, $0.text) }) { $1 }
        let changed = Set(now.keys).union(texts.keys).filter { differ(now[$0], texts[$0]) }.min()
        if let changed { throw TreeProblem("\(changed) was changed meanwhile") }
    }

    /// Returns the texts of an item's files, by their paths; of folders, that of their `folder.yml`.
    private func texts(of path: ItemPath, in bundle: CollectionBundle?) -> [(path: ItemPath, text: String)] {
        bundle?.texts(inside: path) ?? loader.texts(of: path).filter { $0.path.text.endsWithBytes(of: ".yml") }
    }

    /// Paths that files name begin at the root.
    private var existence: @Sendable (String) -> Bool {
        let directory = loader.directory.path
        return { access($0.utf8.first == UInt8(ascii: "/") ? $0 : "\(directory)/\($0)", F_OK) == 0 }
    }

    private func item(
        at path: ItemPath, in bundle: CollectionBundle?, _ companion: CompanionFile
    ) throws(TreeProblem) -> IncomingItem {
        let policies = companion.policies(of: path)
        if let bundle {
            let texts = texts(of: path, in: bundle)
            guard !texts.isEmpty else { throw TreeProblem("\(path) no longer exists") }
            let isFolder = texts.contains { $0.path == path.folderFile }
            return IncomingItem(path: path, isFolder: isFolder, texts: texts, place: nil, policies: policies)
        }
        guard let isFolder = DirectoryEntry.isDirectory(place(of: path)) else {
            throw TreeProblem("\(path) no longer exists")
        }
        let texts = texts(of: path, in: nil)
        let known = Set(texts.map(\.path))
        return IncomingItem(
            path: path, isFolder: isFolder, texts: texts, place: place(of: path),
            others: loader.files(in: path).filter { !known.contains($0) }, policies: policies)
    }
}

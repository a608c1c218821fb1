import Foundation
import OpenCollection

/// Reads a collection's directory. Files that cannot be read become items that say why; they do not stop the rest.
public struct CollectionLoader: Sendable {
    public let root: URL

    public init(root: URL) { self.root = root }

    /// Deepest directory that is entered, as in Bruno.
    static let maximumDepth = 20
    private static let ignored: Set<String> = ["node_modules", ".git"]

    /// - Throws: ``FileProblem`` when `opencollection.yml` itself cannot be read: without it there is no collection.
    public func load() throws(FileProblem) -> Collection {
        let rootPath = ItemPath(rootFile.lastPathComponent)
        let file = try CollectionRootFile.read(text: text(of: rootFile, rootPath), path: rootPath)
        let bundle = try CollectionBundle(text: file.text, path: rootPath)
        let (environments, brokenEnvironments) = bundle.map { ($0.environments, []) } ?? environments()
        let (companion, brokenCompanion) = companion()
        return Collection(
            name: file.info.name ?? fallbackName, root: file.defaults,
            items: (bundle?.items ?? items()) + brokenEnvironments + brokenCompanion, environments: environments,
            companion: companion, info: file.info)
    }

    // MARK: - Items

    /// A directory before any file of it is read, so that all files can be read at once.
    private struct Listing {
        var path: ItemPath
        var directories: [Listing] = []
        var files: [ItemPath] = []

        var allFiles: [ItemPath] { directories.flatMap(\.allFiles) + files }
    }

    private func listing(of folder: ItemPath, depth: Int) -> Listing {
        var listing = Listing(path: folder)
        guard depth < Self.maximumDepth else { return listing }
        for entry in entries(of: folder) {
            let path = folder.appending(entry.name)
            if entry.isDirectory {
                if Self.ignored.contains(entry.name) || path == "environments" { continue }
                listing.directories.append(self.listing(of: path, depth: depth + 1))
            } else if entry.name.hasSuffix(".yml"), path != folder.folderFile {
                listing.files.append(path)
            }
        }
        return listing
    }

    private func items() -> [CollectionItem] {
        let listing = listing(of: .root, depth: 0)
        let files = listing.allFiles
        let read = Dictionary(uniqueKeysWithValues: zip(files, files.concurrentMap(fileItem)))
        return items(of: listing, read)
    }

    private func items(of listing: Listing, _ read: [ItemPath: CollectionItem]) -> [CollectionItem] {
        CollectionOrder.sorted(
            listing.directories.map { folderItem($0, items(of: $0, read)) } + listing.files.compactMap { read[$0] })
    }

    private func folderItem(_ listing: Listing, _ children: [CollectionItem]) -> CollectionItem {
        let (path, name) = (listing.path, listing.path.baseName)
        let file = path.appending("folder.yml")
        guard exists(file) else {
            return CollectionItem(path: path, name: name, kind: .folder(FolderDefinition(), children))
        }
        do throws(FileProblem) {
            let (definition, shownName) = try FolderDefinition.read(text: text(of: url(of: file), file), path: file)
            return CollectionItem(path: path, name: shownName ?? name, kind: .folder(definition, children))
        } catch {
            let broken = CollectionItem(path: file, name: "folder.yml", kind: .broken(error))
            return CollectionItem(path: path, name: name, kind: .folder(FolderDefinition(), [broken] + children))
        }
    }

    @Sendable private func fileItem(_ path: ItemPath) -> CollectionItem {
        do throws(FileProblem) {
            return CollectionItem.read(text: try text(of: url(of: path), path), path: path)
        } catch {
            return CollectionItem(path: path, name: path.baseName, kind: .broken(error))
        }
    }

    // MARK: - Environments and companion

    /// - Returns: those that can be read, and items for those that cannot.
    private func environments() -> ([EnvironmentDefinition], [CollectionItem]) {
        let folder: ItemPath = "environments"
        var environments: [EnvironmentDefinition] = []
        var broken: [CollectionItem] = []
        for entry in entries(of: folder) where !entry.isDirectory && entry.name.hasSuffix(".yml") {
            let path = folder.appending(entry.name)
            do throws(FileProblem) {
                environments.append(
                    try EnvironmentDefinition.read(text: text(of: url(of: path), path), name: path.baseName, path: path)
                )
            } catch {
                broken.append(CollectionItem(path: path, name: path.text, kind: .broken(error)))
            }
        }
        return (environments, broken)
    }

    private func companion() -> (CompanionFile, [CollectionItem]) {
        guard exists(CompanionFile.path) else { return (CompanionFile(), []) }
        do throws(FileProblem) {
            return (try CompanionFile.read(text: text(of: CompanionFile.path)), [])
        } catch {
            let item = CollectionItem(path: CompanionFile.path, name: CompanionFile.path.text, kind: .broken(error))
            return (CompanionFile(), [item])
        }
    }

    // MARK: - Disk

    private struct Entry {
        var name: String
        var isDirectory: Bool
    }

    /// By name; directories behind symbolic links are not entered.
    private func entries(of folder: ItemPath) -> [Entry] {
        let directory = url(of: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { name in
            var info = stat()
            let path = "\(directory)/\(name)"
            guard lstat(path, &info) == 0 else { return nil }
            if info.st_mode & S_IFMT == S_IFDIR { return Entry(name: name, isDirectory: true) }
            guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
            return Entry(name: name, isDirectory: false)
        }
    }

    /// Without a hint, Foundation asks the disk what kind of file it is, each time.
    func url(of path: ItemPath) -> URL { directory.appending(path: path.text, directoryHint: .notDirectory) }
    private func exists(_ path: ItemPath) -> Bool { FileManager.default.fileExists(atPath: url(of: path).path) }

    /// The text of a file of the collection; of a collection in one file, what it would be.
    public func text(of path: ItemPath) throws(FileProblem) -> String {
        if path != CompanionFile.path, let text = try? bundle()?.text(of: path) { return text }
        return try text(of: url(of: path), path)
    }

    func text(of file: URL, _ path: ItemPath) throws(FileProblem) -> String {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: file)
        } catch {
            throw FileProblem(path: path, message: "it could not be read: \(error.localizedDescription)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileProblem(path: path, message: "it is not UTF-8; save it as UTF-8")
        }
        return text
    }
}

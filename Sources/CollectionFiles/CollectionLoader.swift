import Files
import Foundation
import OpenCollection
import Quoting

/// Reads a collection's directory. Files that cannot be read become items that say why; they do not stop the rest.
public struct CollectionLoader: Sendable {
    /// A directory, or the one file of a whole collection.
    public let root: URL
    /// The directory of `.env` and `microscope.yaml`: the root, or the one around a collection in one file.
    let directory: URL
    private let directoryPath: String
    /// Approves links that lead out of the collection; nil if the caller decides about them.
    private let gate: TrustGate?

    public init(root: URL, gate: TrustGate? = nil) {
        self.root = root
        self.gate = gate
        directory = CollectionLocation.directory(of: root)
        directoryPath = directory.path
    }

    /// The part of each request that is read and kept.
    public enum Extent: Sendable, Hashable {
        case whole
        /// The parts that the tree shows and that requests are found by; ``item(at:)`` reads the rest.
        case heads
    }

    static let ignored: Set<String> = ["node_modules", ".git"]

    /// - Throws: ``FileProblem`` when `opencollection.yml` itself cannot be read: without it there is no collection.
    public func load(_ extent: Extent = .whole) throws(FileProblem) -> Collection {
        let (file, bundle) = try rootFileAndBundle()
        let (environments, brokenEnvironments) = bundle.map { ($0.environments, []) } ?? environments()
        let (companion, brokenCompanion) = companion()
        return Collection(
            name: file.info.name ?? fallbackName, root: file.defaults,
            items: (bundle?.items ?? folder(at: .root, extent).children) + brokenEnvironments + brokenCompanion,
            environments: environments, companion: companion, info: file.info)
    }

    /// Returns one item as its file is now, read whole.
    public func item(at path: ItemPath) -> CollectionItem {
        if let text = try? bundle()?.text(of: path) { return CollectionItem.read(text: text, path: path) }
        return file(at: path, .whole)
    }

    func file(at path: ItemPath, _ extent: Extent) -> CollectionItem {
        var reader = FileReader()
        return fileItem(path, extent, &reader)
    }

    // MARK: - Items

    /// A directory before any of its items is read, so that all of a collection can be read at once.
    private struct Listing: Sendable {
        /// The folder without its children.
        var folder: CollectionItem
        var folders: [ItemPath] = []
        var files: [ItemPath] = []
        var brokenFile: CollectionItem?
    }

    /// Returns a folder with all that lies in it, as the tree orders it; the root's name and defaults are not its own.
    func folder(at path: ItemPath, _ extent: Extent) -> CollectionItem {
        let listings = listings(from: path)
        let files = listings.flatMap(\.files)
        let read = files.concurrentMap(partLength: 32, with: FileReader.init) { [self] path, reader in
            fileItem(path, extent, &reader)
        }
        return Self.tree(of: listings, read) ?? CollectionItem(emptyFolder: path)
    }

    /// Returns all directories from a folder on, those of one depth after those of the one above.
    private func listings(from folder: ItemPath) -> [Listing] {
        var all: [Listing] = []
        var next = [folder]
        for _ in folder.depth..<max(folder.depth, ItemPath.maximumDepth) where !next.isEmpty {
            let found = next.concurrentMap(partLength: 4, with: FileReader.init) { [self] in listing(of: $0, &$1) }
            all += found
            next = found.flatMap(\.folders)
        }
        // Those too deep to be entered.
        return all + next.map { Listing(folder: CollectionItem(emptyFolder: $0)) }
    }

    private func listing(of path: ItemPath, _ reader: inout FileReader) -> Listing {
        var listing = Listing(folder: CollectionItem(emptyFolder: path))
        for entry in DirectoryEntry.entries(of: place(of: path)) {
            let inside = path.appending(entry.name)
            if entry.isDirectory {
                if !Self.ignored.contains(entry.name), inside != "environments" { listing.folders.append(inside) }
            } else if inside == path.folderFile {
                guard path != .root else { continue }
                (listing.folder, listing.brokenFile) = readFolderFile(of: path, &reader)
            } else if entry.name.endsWithBytes(of: ".yml"), !inside.isWorkspaceFile {
                listing.files.append(inside)
            }
        }
        return listing
    }

    /// Returns the items of a folder, as its directory lists them: requests by their heads, folders by their files.
    func found(in folder: ItemPath) -> [CollectionItem] {
        guard folder != "environments" else { return [] }
        var reader = FileReader()
        let listing = listing(of: folder, &reader)
        let folders = listing.folders.map { path in
            let file = DirectoryEntry.isDirectory(place(of: path.folderFile)) == false
            return file ? readFolderFile(of: path, &reader).0 : CollectionItem(emptyFolder: path)
        }
        let files = listing.files.map { fileItem($0, .heads, &reader) }
        return folders + files + (listing.brokenFile.map { [$0] } ?? [])
    }

    /// Returns a file with its text, or all files in a directory with theirs; those left out that cannot be read.
    func texts(of path: ItemPath) -> [(path: ItemPath, text: String)] {
        guard DirectoryEntry.isDirectory(place(of: path)) == true else {
            return (try? fileText(of: path)).map { [(path, $0)] } ?? []
        }
        return DirectoryEntry.entries(of: place(of: path)).flatMap { texts(of: path.appending($0.name)) }
    }

    /// Returns the files in a directory, at any depth; a file itself.
    func files(in path: ItemPath) -> [ItemPath] {
        guard DirectoryEntry.isDirectory(place(of: path)) == true else { return [path] }
        return DirectoryEntry.entries(of: place(of: path)).flatMap { files(in: path.appending($0.name)) }
    }

    /// - Returns: the folder without children, and an item for its file when that cannot be read.
    func readFolderFile(of path: ItemPath, _ reader: inout FileReader) -> (CollectionItem, CollectionItem?) {
        let file = path.folderFile
        do throws(FileProblem) {
            let (definition, name) = try FolderDefinition.read(text: text(of: file, &reader), path: file)
            return (CollectionItem(path: path, name: name ?? path.baseName, kind: .folder(definition, [])), nil)
        } catch {
            return (
                CollectionItem(emptyFolder: path), CollectionItem(path: file, name: "folder.yml", kind: .broken(error))
            )
        }
    }

    /// - Parameter read: the files' items, in the order of the listings.
    /// - Returns: the first listing's folder.
    private static func tree(of listings: [Listing], _ read: [CollectionItem]) -> CollectionItem? {
        var rest = read[...]
        var folders: [ItemPath: CollectionItem] = [:]
        // The innermost are the last: each folder is whole before the one around it needs it.
        for listing in listings.reversed() {
            let files = rest.suffix(listing.files.count)
            rest.removeLast(files.count)
            let inside = listing.folders.compactMap { folders.removeValue(forKey: $0) }
            let children = CollectionOrder.sorted(inside + (listing.brokenFile.map { [$0] } ?? []) + files)
            guard case .folder(let definition, _) = listing.folder.kind else { continue }
            folders[listing.folder.path] = listing.folder
            folders[listing.folder.path]?.kind = .folder(definition, children)
        }
        return listings.first.flatMap { folders[$0.folder.path] }
    }

    private func fileItem(_ path: ItemPath, _ extent: Extent, _ reader: inout FileReader) -> CollectionItem {
        do throws(FileProblem) {
            let bytes = try bytes(of: path, &reader)
            if extent == .heads, let item = CollectionItem.readHead(of: bytes, path: path) { return item }
            let item = CollectionItem.read(text: try text(bytes, of: path), path: path)
            return extent == .heads ? item.unopened : item
        } catch {
            return CollectionItem(path: path, name: path.baseName, kind: .broken(error))
        }
    }

    // MARK: - Environments and companion

    /// - Returns: The environments that can be read, and items for those that cannot.
    func environments() -> ([EnvironmentDefinition], [CollectionItem]) {
        let folder: ItemPath = "environments"
        // Directories that are links are not entered.
        guard DirectoryEntry.isDirectory(place(of: folder)) == true else { return ([], []) }
        var environments: [EnvironmentDefinition] = []
        var broken: [CollectionItem] = []
        for entry in DirectoryEntry.entries(of: place(of: folder))
        where !entry.isDirectory && entry.name.endsWithBytes(of: ".yml") {
            let path = folder.appending(entry.name)
            do throws(FileProblem) {
                environments.append(
                    try EnvironmentDefinition.read(text: fileText(of: path), name: path.baseName, path: path))
            } catch {
                broken.append(CollectionItem(path: path, name: path.text, kind: .broken(error)))
            }
        }
        return (environments, broken)
    }

    var hasCompanion: Bool { access(place(of: CompanionFile.path), F_OK) == 0 }

    func companion() -> (CompanionFile, [CollectionItem]) {
        guard hasCompanion else { return (CompanionFile(), []) }
        do throws(FileProblem) {
            return (try CompanionFile.read(text: fileText(of: CompanionFile.path)), [])
        } catch {
            let item = CollectionItem(path: CompanionFile.path, name: CompanionFile.path.text, kind: .broken(error))
            return (CompanionFile(problem: error), [item])
        }
    }

    // MARK: - Disk

    func place(of path: ItemPath) -> String { path == .root ? directoryPath : "\(directoryPath)/\(path.text)" }

    /// Returns the text of a file of the collection; of a collection in one file, what it would be.
    public func text(of path: ItemPath) throws(FileProblem) -> String {
        if path == ItemPath.root.folderFile { return try fileText(of: ItemPath(rootFile.lastPathComponent)) }
        if path != CompanionFile.path, let text = try? bundle()?.text(of: path) { return text }
        return try fileText(of: path)
    }

    /// Returns the text of a file; nil when there is none.
    public func textIfThere(of path: ItemPath) throws(FileProblem) -> String? {
        if path != ItemPath.root.folderFile, let bundle = try? bundle() { return bundle.text(of: path) }
        guard path == ItemPath.root.folderFile || access(place(of: path), F_OK) == 0 else { return nil }
        return try text(of: path)
    }

    /// Returns the text of the file itself, even that of a whole collection.
    func fileText(of path: ItemPath) throws(FileProblem) -> String {
        var reader = FileReader()
        return try text(of: path, &reader)
    }

    private func text(of path: ItemPath, _ reader: inout FileReader) throws(FileProblem) -> String {
        try text(bytes(of: path, &reader), of: path)
    }

    func bytes(of path: ItemPath, _ reader: inout FileReader) throws(FileProblem) -> ArraySlice<UInt8> {
        // The collection's own two files say what may be done at all: without them nothing else could be shown.
        if let gate, FileMover.kind(of: place(of: path)) == S_IFLNK, let use = gate.question(aboutLink: path),
            path != CompanionFile.path, path.text != rootFile.lastPathComponent
        {
            throw FileProblem(path: path, outside: use)
        }
        return try bytes(of: path) { () throws(FileError) in try reader.read(place(of: path)) }
    }

    private func bytes(
        of path: ItemPath, _ read: () throws(FileError) -> ArraySlice<UInt8>
    ) throws(FileProblem) -> ArraySlice<UInt8> {
        do throws(FileError) {
            return try read()
        } catch {
            throw FileProblem(path: path, message: "it could not be read: \(error.reason)")
        }
    }

    /// Returns the text of a file at an open place.
    func text(of path: ItemPath, at file: FilePlace) throws(FileProblem) -> String {
        var reader = FileReader()
        return try text(bytes(of: path) { () throws(FileError) in try reader.read(file) }, of: path)
    }

    private func text(_ bytes: ArraySlice<UInt8>, of path: ItemPath) throws(FileProblem) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw FileProblem(path: path, message: "it is not UTF-8; save it as UTF-8")
        }
        return text
    }
}

extension FileProblem {
    fileprivate init(path: ItemPath, outside use: OutsideUse) {
        self.init(
            path: path,
            message:
                "it is a link out of the collection, to \(use.target ?? path.text), and reading it is not allowed yet")
        outside = use
    }
}

extension CollectionItem {
    fileprivate init(emptyFolder path: ItemPath) {
        self.init(path: path, name: path.baseName, kind: .folder(FolderDefinition(), []))
    }

    /// The items of a folder; empty for anything else.
    var children: [CollectionItem] {
        if case .folder(_, let children) = kind { children } else { [] }
    }
}

import Files
import Foundation
import OpenCollection
import Quoting

extension CollectionLoader {
    /// Returns the changes of a collection whose files or directories changed; reads only what these paths concern.
    ///
    /// Requests that were open are read whole, all others by their heads. A file that cannot be read now is an item that says why.
    /// - Parameter paths: The paths of what was written, made, moved or removed below the root, in any order; a path at which nothing changed does
    ///   no harm.
    public func changes(at paths: Set<ItemPath>, in collection: Collection) -> [CollectionChange] {
        Set(paths.compactMap { part(with: $0, of: collection) }).sorted { $0.order < $1.order }
            .flatMap { changes(of: $0, in: collection) }
    }

    /// A part of the collection that is read again as a whole.
    private enum Part: Hashable {
        case root
        case environments
        case companion
        case folderFile(ItemPath)
        case item(ItemPath)

        /// Folders come before what is in them.
        var order: String {
            switch self {
            case .root, .environments, .companion: ""
            case .folderFile(let folder): folder.text + "/"
            case .item(let path): path.text
            }
        }
    }

    /// Returns the part that a path belongs to; nil if it is no part of a collection.
    private func part(with path: ItemPath, of collection: Collection) -> Part? {
        let names = path.text.split(at: "/").filter { !$0.isEmpty }
        guard let last = names.last, !path.isWorkspaceFile, !names.contains(where: Self.ignored.contains),
            path.depth <= ItemPath.maximumDepth
        else {
            return nil
        }
        if path == CompanionFile.path { return .companion }
        if names[0] == "environments" { return names.count <= 2 ? .environments : nil }
        if names == [CollectionLocation.rootFile] { return .root }
        if let new = path.ancestors.first(where: { collection.item(at: $0) == nil }) { return .item(new) }
        if last == "folder.yml", names.count > 1 { return .folderFile(path.parent) }
        let isKnown = last.endsWithBytes(of: ".yml") || collection.item(at: path) != nil
        return isKnown || DirectoryEntry.isDirectory(place(of: path)) == true ? .item(path) : nil
    }

    private func changes(of part: Part, in collection: Collection) -> [CollectionChange] {
        switch part {
        case .root: return rootChanges()
        case .environments:
            let (environments, broken) = environments()
            return [.environments(environments, broken: broken)]
        case .companion:
            let (companion, broken) = companion()
            return [.companion(companion, broken: broken.first)]
        case .folderFile(let path): return folderFileChanges(path)
        case .item(let path): return [itemChange(path, in: collection)]
        }
    }

    private func itemChange(_ path: ItemPath, in collection: Collection) -> CollectionChange {
        switch DirectoryEntry.isDirectory(place(of: path)) {
        case true?: .item(reopened(folder(at: path, .heads), in: collection))
        case false? where path.text.endsWithBytes(of: ".yml"):
            .item(file(at: path, collection.request(at: path) == nil ? .heads : .whole))
        default: .gone(path)
        }
    }

    /// Returns the item, with the requests read whole that were open.
    private func reopened(_ item: CollectionItem, in collection: Collection) -> CollectionItem {
        guard case .folder(let definition, let children) = item.kind else {
            return collection.request(at: item.path) == nil ? item : self.item(at: item.path)
        }
        var copy = item
        copy.kind = .folder(definition, children.map { reopened($0, in: collection) })
        return copy
    }

    private func folderFileChanges(_ path: ItemPath) -> [CollectionChange] {
        let file = path.folderFile
        guard DirectoryEntry.isDirectory(place(of: file)) == false else {
            return [.folder(path, name: path.baseName, FolderDefinition()), .gone(file)]
        }
        var reader = FileReader()
        let (folder, broken) = readFolderFile(of: path, &reader)
        guard case .folder(let definition, _) = folder.kind else { return [] }
        return [.folder(path, name: folder.name, definition), broken.map { .item($0) } ?? .gone(file)]
    }

    /// Returns the changes of the root; a collection without its file keeps the last content of that.
    private func rootChanges() -> [CollectionChange] {
        let path = ItemPath(CollectionLocation.rootFile)
        do throws(FileProblem) {
            let file = try rootFileAndBundle().file
            return [.root(name: file.info.name ?? fallbackName, file.defaults, file.info), .gone(path)]
        } catch {
            return [.item(CollectionItem(path: path, name: path.text, kind: .broken(error)))]
        }
    }
}

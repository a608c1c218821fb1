import Quoting

/// An operation on whole items of a collection: their content stays, but for name and place.
///
/// A path of `environments/NAME.yml` means an environment, the root the collection itself.
public enum TreeOperation: Sendable, Hashable {
    /// A new item after the others of a folder; an environment comes into `environments`, wherever it is asked for.
    case create(NewItem, named: String, in: ItemPath)
    /// Another display name. File or directory follow when their name is the one that was made of the old name.
    case rename(ItemPath, to: String)
    /// Another name for the file, said without `.yml`, or for the directory; the display name stays.
    case renameFile(ItemPath, to: String)
    /// A copy of each after the others of its folder, " copy" added to its names.
    case duplicate([ItemPath])
    /// A move to the end of a folder; the root is one.
    case move([ItemPath], into: ItemPath)
    /// A move to a place, 0-based, among the folders beside it, or among the items that are not folders.
    case place(ItemPath, at: Int)
    /// A move into the trash, folders with all that is in them.
    case delete([ItemPath])

    public enum NewItem: Sendable, Hashable {
        case request(RequestKind)
        case folder
        case environment
    }
}

/// Why something cannot be done to the tree, for the user: one sentence, with what to do.
public struct TreeProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
    public init(_ problem: FileProblem) { description = problem.line }
}

/// The content of a tree from which an operation is planned.
public protocol TreeContents {
    /// Returns the items of a folder in the order in which they are found: that of the file names, or of a file that holds all. The content of
    /// folders in it may be left out.
    func items(in folder: ItemPath) -> [CollectionItem]
    /// Returns the item at a path; nil if there is none.
    func item(at path: ItemPath) -> CollectionItem?
    /// The names of all files and directories in one, also those that are not items.
    func names(in folder: ItemPath) -> [String]
    var environments: [EnvironmentDefinition] { get }
    var companion: CompanionFile { get }
    /// Returns the number of items in a folder.
    func count(in folder: ItemPath) -> Int
    /// The file or directory in a folder that has a name, in whatever capitals; nil when nothing has.
    func name(like name: String, in folder: ItemPath) -> String?
}

extension TreeContents {
    public func item(at path: ItemPath) -> CollectionItem? { items(in: path.parent).first { $0.path == path } }

    func exists(_ path: ItemPath) -> Bool { names(in: path.parent).contains(path.lastName) }

    public func count(in folder: ItemPath) -> Int { items(in: folder).count }

    public func name(like name: String, in folder: ItemPath) -> String? {
        names(in: folder).first { $0.isSame(as: name) }
    }
}

/// Provides the content as far as it is known; files of other kinds are not.
extension Collection: TreeContents {
    public func items(in folder: ItemPath) -> [CollectionItem] { children(of: folder).inFileOrder }

    public func names(in folder: ItemPath) -> [String] {
        children(of: folder).map(\.path.lastName) + otherNames(in: folder)
    }

    public func count(in folder: ItemPath) -> Int { children(of: folder).count }

    /// Asked at each key while a name is typed, of a folder that may hold thousands.
    public func name(like name: String, in folder: ItemPath) -> String? {
        self.name(like: name, in: folder, of: children(of: folder))
    }

    /// - Parameter items: those of the folder.
    public func name(like name: String, in folder: ItemPath, of items: [CollectionItem]) -> String? {
        let path = folder.appending(name).text
        let item = items.first { $0.path.text.isSame(as: path) }
        return item?.path.lastName ?? otherNames(in: folder).first { $0.isSame(as: name) }
    }

    /// Returns the items of a folder in the order of the format.
    private func children(of folder: ItemPath) -> [CollectionItem] {
        if folder == .root { return items.filter { !$0.isBeside } }
        guard case .folder(_, let children)? = item(at: folder)?.kind else { return [] }
        return children
    }

    /// Returns the names of files that are not items.
    private func otherNames(in folder: ItemPath) -> [String] {
        if folder == .environments {
            return environments.map { "\($0.name).yml" }
                + items.filter { $0.path.isEnvironment }.map(\.path.lastName)
        }
        guard folder == .root else { return ["folder.yml"] }
        return [ItemPath.root.folderFile.text, CompanionFile.path.text]
            + (environments.isEmpty ? [] : [ItemPath.environments.text])
    }
}

extension String {
    /// Whether they differ in capitals at most. Of names in ASCII only the bytes are looked at.
    func isSame(as other: String) -> Bool {
        if utf8.count == other.utf8.count, zip(utf8, other.utf8).allSatisfy({ $0 == $1 || $0.isSameLetter(as: $1) }) {
            return true
        }
        guard utf8.contains(where: { $0 > 0x7F }) || other.utf8.contains(where: { $0 > 0x7F }) else { return false }
        return lowercased() == other.lowercased()
    }
}

extension UInt8 {
    /// Whether both are one ASCII letter, where capitals differ from small letters in one bit.
    fileprivate func isSameLetter(as other: UInt8) -> Bool {
        self ^ other == 0x20 && (0x61...0x7A).contains(self | 0x20)
    }
}

extension [CollectionItem] {
    /// The items as a directory lists them: by the bytes of their names.
    public var inFileOrder: [CollectionItem] {
        sorted { $0.path.text.utf8.lexicographicallyPrecedes($1.path.text.utf8) }
    }
}

extension ItemPath {
    /// Whether it is that of an environment's file.
    public var isEnvironment: Bool { parent == .environments && text.endsWithBytes(of: ".yml") }

    /// Creates the path of an environment's file.
    public init(environment name: String) { self = Self.environments.appending("\(name).yml") }

    /// The last component, with its extension; empty for the root.
    public var lastName: String { names.last ?? "" }

    /// Whether it is `folder`, or lies in it at any depth.
    public func isInside(_ folder: ItemPath) -> Bool {
        self == folder || folder == .root || text.beginsWithBytes(of: folder.text + "/")
    }
}

/// A file or directory that has another path now, with all that lies in it.
public struct PathChange: Sendable, Hashable {
    public var from: ItemPath
    public var to: ItemPath

    public init(from: ItemPath, to: ItemPath) {
        self.from = from
        self.to = to
    }

    public var reversed: PathChange { PathChange(from: to, to: from) }
}

extension ItemPath {
    /// Returns the path after changes that were made all at once: the one that is nearest around it counts.
    public func after(_ changes: [PathChange]) -> ItemPath {
        let nearest = changes.filter { isInside($0.from) }.max { $0.from.text.utf8.count < $1.from.text.utf8.count }
        guard let nearest else { return self }
        return ItemPath(nearest.to.text + text.dropFirst(nearest.from.text.count))
    }
}

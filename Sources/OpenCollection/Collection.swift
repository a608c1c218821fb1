import Quoting
import YAMLTree

/// Path of a file or directory below the collection root, "users/get.yml"; "" is the root.
public struct ItemPath: Sendable, Hashable, Comparable, LosslessStringConvertible, ExpressibleByStringLiteral {
    public let text: String
    public init(_ text: String) { self.text = text }
    public init(stringLiteral value: String) { text = value }
    public var description: String { text }
    public static let root = ItemPath("")
    /// The directory of the environments.
    public static let environments = ItemPath("environments")
    /// Whether the bytes of two paths are the same, as a file system compares names.
    public static func == (left: ItemPath, right: ItemPath) -> Bool { left.text.hasSameBytes(as: right.text) }
    public static func < (left: ItemPath, right: ItemPath) -> Bool {
        left.text < right.text
            || left.text == right.text && left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Whether it says what a workspace is, which may be the collection's own directory; it is no part of the collection.
    public var isWorkspaceFile: Bool { text == "workspace.yml" }

    /// The directory that holds it; the root's is the root.
    public var parent: ItemPath { ItemPath(names.dropLast().joined(separator: "/")) }
    /// The last component without `.yml`.
    public var baseName: String { lastName.droppingBytes(behind: ".yml") }
    /// Its components. A name may begin with a mark, which makes one Character with the slash.
    var names: [String] { text.unicodeScalars.split(separator: "/").map(String.init) }
    public func appending(_ name: String) -> ItemPath { ItemPath(text.isEmpty ? name : "\(text)/\(name)") }
}

/// A collection as read: everything that the tree, a send and a check need, without files or clocks.
public struct Collection: Sendable, Hashable {
    /// `info.name` of `opencollection.yml`, else the directory's name.
    public var name: String
    /// Defaults of the root: headers, auth, variables, docs.
    public var root: FolderDefinition
    /// The items in the order of the format: folders first, then requests by `seq`.
    public var items: [CollectionItem]
    public var environments: [EnvironmentDefinition]
    /// `microscope.yaml`; empty when absent.
    public var companion: CompanionFile
    /// The facts of `opencollection.yml` about the collection itself.
    public var info: CollectionInfo

    public init(
        name: String, root: FolderDefinition = FolderDefinition(), items: [CollectionItem] = [],
        environments: [EnvironmentDefinition] = [], companion: CompanionFile = CompanionFile(),
        info: CollectionInfo = CollectionInfo()
    ) {
        self.name = name
        self.info = info
        self.root = root
        self.items = items
        self.environments = environments
        self.companion = companion
    }
}

/// A line of the tree.
public struct CollectionItem: Sendable, Hashable {
    public var path: ItemPath
    /// The shown name: `info.name`, else the file's or directory's.
    public var name: String
    public var kind: Kind

    public init(path: ItemPath, name: String, kind: Kind) {
        self.path = path
        self.name = name
        self.kind = kind
    }

    public indirect enum Kind: Sendable, Hashable {
        case folder(FolderDefinition, [CollectionItem])
        case request(RequestFile)
        /// A request of which only the head was read; whether the rest can be, shows when it is opened.
        case unopened(RequestHead)
        /// A kind that is kept and shown but not sent.
        case unsupported(UnsupportedItem)
        /// A file that could not be read, with the reason and its place.
        case broken(FileProblem)
    }
}

/// A request with the text it came from.
public struct RequestFile: Sendable, Hashable {
    /// The file's text, from which edits are made.
    public var text: String
    public var definition: RequestDefinition
    /// Things in the file that are kept but not understood or not sent, one line each, with place.
    public var notes: [FileProblem]
    /// Why the file can be sent but not edited; nil when it can.
    public var readOnlyReason: String?

    public init(
        text: String, definition: RequestDefinition, notes: [FileProblem] = [], readOnlyReason: String? = nil
    ) {
        self.text = text
        self.definition = definition
        self.notes = notes
        self.readOnlyReason = readOnlyReason
    }
}

/// Something wrong or unusual in a file.
public struct FileProblem: Error, Sendable, Hashable {
    public var path: ItemPath
    /// The place in the file; nil if the problem concerns the whole file.
    public var place: SourcePlace?
    /// The problem, and what was expected, in one line.
    public var message: String
    /// The line of the file with a caret below; nil without a place.
    public var excerpt: String?
    /// Whether a value has another effect than the written one, or none, since it is of another kind than expected. Default: false.
    public var isAboutIgnoredValue = false
    /// The file outside of the collection to which the path leads, and which the user has not agreed to read; nil if the reason is another one.
    public var outside: OutsideUse?
    /// The sides of a merge that git left in the file; nil when the reason is another one.
    public internal(set) var conflicts: MarkedConflicts?

    public init(path: ItemPath, place: SourcePlace? = nil, message: String, excerpt: String? = nil) {
        self.path = path
        self.place = place
        self.message = message
        self.excerpt = excerpt
    }
}

extension ItemPath {
    /// The path as it is typed, without `.yml`.
    public var withoutSuffix: String { text.droppingBytes(behind: ".yml") }
}

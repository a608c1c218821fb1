import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// The collections that can be opened, as they are known from outside.
public struct StartFacts: Sendable, Hashable {
    /// A collection on disk.
    public struct Place: Sendable, Hashable {
        /// The path of its directory, or of the one file that holds it.
        public var path: String
        public var name: String
        public var isThere: Bool

        public init(path: String, name: String, isThere: Bool = true) {
            self.path = path
            self.name = name
            self.isThere = isThere
        }
    }

    /// The last opened first.
    public var recents: [Place] = []
    /// The collections around the current directory, and directly below it.
    public var nearby: [Place] = []
    /// Unsaved drafts in Scratch, as their files would be called.
    public var scratchDrafts: [String] = []
    /// The path for a new collection, unless another one is typed.
    public var newCollection = "./api"
    /// The home directory, for which paths begin with `~`; nil: they do not.
    public var home: String?
    /// Why nothing here could be opened; nil when there was nothing to open.
    public var note: String?

    public init() {}
}

/// An order to open something.
public enum OpenOrder: Sendable, Hashable {
    /// A word as it was typed: a path, a URL, or a host with its port.
    case word(String)
    /// A path as it was typed.
    case path(String)
    /// A URL as it was typed: drafted in Scratch.
    case url(String)
    /// A collection's directory, or the one file that holds it.
    case root(String)
    /// A collection to make first, in a directory as it was typed.
    case newCollection(String)
    /// Collections of another tool become a new one, in a directory as it was typed.
    case imported(ImportOrder, path: String)
    /// The text of a request is drafted there; nil: none.
    case scratch(receiving: String?)
    /// Exchanges of an HTTP archive, a path as it was typed: they are taken into the history and listed.
    case archive(String)
    /// The demo, with its API.
    case demo
    /// The demo, and the tour of it.
    case tour
}

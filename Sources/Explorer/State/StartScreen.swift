import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// What can be opened, as it is known outside.
public struct StartFacts: Sendable, Hashable {
    /// A collection on disk.
    public struct Place: Sendable, Hashable {
        /// Of its directory, or of the one file that holds it.
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
    /// Around the current directory, and directly below it.
    public var nearby: [Place] = []
    /// Unsaved drafts in Scratch, as their files would be called.
    public var scratchDrafts: [String] = []
    /// Where a new collection is made unless another place is typed.
    public var newCollection = "./api"
    /// Paths below it begin with `~`. Nil: none do.
    public var home: String?
    /// Why nothing here could be opened; nil when nothing was there to be.
    public var note: String?

    public init() {}
}

/// What shall be opened.
public enum OpenOrder: Sendable, Hashable {
    /// As it was typed: a path, a URL, or a host with its port.
    case word(String)
    /// A path as it was typed.
    case path(String)
    /// A URL as it was typed: drafted in Scratch.
    case url(String)
    /// A collection's directory, or the one file that holds it.
    case root(String)
    /// Made first, in a directory as it was typed.
    case newCollection(String)
    /// Collections of another tool become a new one, in a directory as it was typed.
    case imported(ImportOrder, path: String)
    /// The text of a request is drafted there; nil: none.
    case scratch(receiving: String?)
    /// Exchanges of an HTTP archive, a path as it was typed: they are taken into the history and listed.
    case archive(String)
    /// With its API.
    case demo
    /// The demo, and the tour of it.
    case tour
}

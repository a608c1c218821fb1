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

/// The list of what can be opened: shown when nothing is, and when it is asked for.
struct StartScreen: Sendable, Hashable {
    /// A row of the list.
    enum Entry: Sendable, Hashable {
        case open(StartFacts.Place)
        case nearby(StartFacts.Place)
        case recent(StartFacts.Place)
        case newCollection, request, path, scratch, demo, tour, quit

        /// Whether it is a collection that is not open.
        var isClosedPlace: Bool {
            switch self {
            case .nearby, .recent: true
            default: false
            }
        }
    }

    var facts: StartFacts
    var entries: [Entry]

    init(_ facts: StartFacts, open collections: OpenCollections) {
        self.facts = facts
        let open = collections.filter(\.exists).map { StartFacts.Place(path: $0.path, name: $0.collection.name) }
        var paths = Set(open.map(\.path))
        let nearby = facts.nearby.filter { paths.insert($0.path).inserted }
        let recents = facts.recents.filter { paths.insert($0.path).inserted }
        // However many places are known, the ways to begin are in view.
        entries =
            open.map { .open($0) } + [.newCollection, .request, .path, .scratch, .demo, .tour]
            + (open.isEmpty ? [.quit] : [])
            + nearby.map { .nearby($0) } + recents.map { .recent($0) }
    }

    /// A path of which the end is what tells it from others; names of drafts.
    private static let columnsOfPath = 44

    /// - Parameter open: what choosing an entry does.
    func chooser(
        _ signs: Signs, isFirst: Bool, _ open: @escaping @Sendable (inout ExplorerState, Entry) -> [Effect]
    ) -> Chooser {
        let options = entries.map { entry in
            var option = option(entry, signs)
            option.command = { open(&$0, entry) }
            return option
        }
        let first = entries.firstIndex(where: \.isClosedPlace) ?? entries.firstIndex(of: .newCollection)
        var chooser = Chooser(
            isFirst ? "Microscope: what shall be opened?" : "Open", about: .start, options: options,
            selected: first ?? 0)
        chooser.otherHint = "Enter opens this path, or drafts a request to this URL."
        chooser.complaint = isFirst ? facts.note : nil
        return chooser
    }

    private func option(_ entry: Entry, _ signs: Signs) -> Chooser.Option {
        switch entry {
        case .open(let place): Chooser.Option(place.name, detail: "open: \(shown(place.path, signs))")
        case .nearby(let place): Chooser.Option(place.name, detail: shown(place.path, signs))
        case .recent(let place):
            Chooser.Option(
                place.name, detail: (place.isThere ? "" : "not there: ") + shown(place.path, signs),
                disabledReason: place.isThere
                    ? nil : "\(place.name) is not there any more; Ctrl-X takes it off the list.")
        case .newCollection: Chooser.Option("New collection here", detail: facts.newCollection)
        case .request: Chooser.Option("Request from a URL or a curl command", detail: "as a draft")
        case .path: Chooser.Option("Open a directory or a file", detail: "or import it, by its path")
        case .scratch: Chooser.Option("Scratch", detail: scratch(signs))
        case .demo: Chooser.Option("Demo", detail: "an API on this machine, and its collection")
        case .tour: Chooser.Option("Take the tour", detail: "of the demo, in under a minute")
        case .quit: Chooser.Option("Quit")
        }
    }

    private func scratch(_ signs: Signs) -> String {
        guard !facts.scratchDrafts.isEmpty else { return "for requests that belong nowhere yet" }
        let names = facts.scratchDrafts.map { $0.shownInLine() }.joined(separator: ", ")
        let text = "\(Wording.count(facts.scratchDrafts.count, "unsaved draft")): \(names)"
        return signs.clipped(text, to: Self.columnsOfPath)
    }

    private func shown(_ path: String, _ signs: Signs) -> String {
        var text = path
        if let home = facts.home, path.hasPrefix(home + "/") { text = "~" + path.dropFirst(home.count) }
        return text.count <= Self.columnsOfPath ? text : signs.ellipsis + text.suffix(Self.columnsOfPath - 1)
    }
}

/// What is asked of the history, or done to it.
public enum HistoryArguments: Sendable, Hashable {
    /// How much it holds, and where.
    case about(printsJSON: Bool)
    /// The exchanges that a filter means.
    case list(HistoryListArguments)
    /// One exchange.
    case show(HistoryShowArguments)
    /// Today's assertions on past answers.
    case check(HistoryCheckArguments)
    /// Keeps exchanges for ever, or no longer.
    case pin(HistoryTargets, isPinned: Bool)
    /// Writes to an exchange what somebody says of it; nil: removes it.
    case note(HistoryTargets, text: String?)
    /// Prints what somebody has said of it.
    case readNote(HistoryTargets)
    /// Removes exchanges with all their bytes.
    case delete(HistoryTargets, isAgreed: Bool)
    /// Exchanges that belong together under a name.
    case sets(HistorySetsArguments)
    /// Gives exchanges to others, their secrets masked.
    case export(HistoryExportArguments)
    /// Takes exchanges from archives.
    case importArchives(HistoryImportArguments)
    /// Forgets what is too old or too much.
    case prune(printsJSON: Bool)
    /// How long exchanges took.
    case latency(HistoryLatencyArguments)
    /// Sends exchanges again.
    case replay(HistoryReplayArguments)
}

/// Whose exchanges are meant.
public enum HistoryScope: Sendable, Hashable {
    /// Those of the collection around the current directory; without one there, all.
    case aroundHere
    /// Of one collection: a path.
    case collection(String)
    case all
}

/// Which exchanges `history list` lists.
public struct HistoryListArguments: Sendable, Hashable {
    /// Words of a filter, as a shell gives them.
    public var filter: [String] = []
    public var scope = HistoryScope.aroundHere
    /// Most that are listed; nil: all.
    public var limit: Int? = usualLimit
    public var printsJSON = false

    public static let usualLimit = 50

    public init() {}
}

/// Which exchange `history show` shows, and what of it.
public struct HistoryShowArguments: Sendable, Hashable {
    public var address = "@"
    public var scope = HistoryScope.aroundHere
    public var part = Part.all

    public enum Part: Sendable, Hashable, CaseIterable {
        /// All of it, for a person.
        case all
        /// The answer's body alone, its bytes.
        case body
        /// The request as it was sent, its head and its body.
        case request
        /// What stood on the wire.
        case wire
        case json
    }

    public init() {}
}

/// Exchanges that something is done to.
public struct HistoryTargets: Sendable, Hashable {
    public var addresses: [String] = []
    /// Words of a filter; nil without one.
    public var filter: String?
    public var scope = HistoryScope.aroundHere
    public var printsJSON = false

    public init(_ addresses: [String] = []) { self.addresses = addresses }
}

/// What `history sets` does.
public struct HistorySetsArguments: Sendable, Hashable {
    /// Nil: all sets are listed.
    public var name: String?
    /// What is put into the set.
    public var targets = HistoryTargets()
    /// What somebody says of the set; nil: nothing is changed. "" removes it.
    public var note: String?
    public var forgets = false

    /// Whether nothing is changed.
    public var isQuestion: Bool { targets.addresses.isEmpty && targets.filter == nil && note == nil && !forgets }

    public init(name: String? = nil) { self.name = name }
}

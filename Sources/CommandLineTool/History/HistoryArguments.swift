/// The arguments of `microscope history`.
public enum HistoryArguments: Sendable, Hashable {
    /// Prints how much the history holds, and where.
    case about(printsJSON: Bool)
    /// Lists the exchanges that match a filter.
    case list(HistoryListArguments)
    /// Shows one exchange.
    case show(HistoryShowArguments)
    /// Evaluates today's assertions on past responses.
    case check(HistoryCheckArguments)
    /// Keeps exchanges for ever, or no longer.
    case pin(HistoryTargets, isPinned: Bool)
    /// Writes a note to an exchange; nil removes it.
    case note(HistoryTargets, text: String?)
    /// Prints the note of an exchange.
    case readNote(HistoryTargets)
    /// Removes exchanges with all their bytes.
    case delete(HistoryTargets, isAgreed: Bool)
    /// Lists or changes sets, which are exchanges that belong together under a name.
    case sets(HistorySetsArguments)
    /// Gives exchanges to others, their secrets masked.
    case export(HistoryExportArguments)
    /// Takes exchanges from archives.
    case importArchives(HistoryImportArguments)
    /// Deletes what is too old or too much.
    case prune(printsJSON: Bool)
    /// Prints how long exchanges took.
    case latency(HistoryLatencyArguments)
    /// Sends exchanges again.
    case replay(HistoryReplayArguments)
}

/// The collections whose exchanges are meant.
public enum HistoryScope: Sendable, Hashable {
    /// The exchanges of the collection around the current directory; if there is none, all.
    case aroundHere
    /// The exchanges of one collection, by its path.
    case collection(String)
    case all
}

/// The arguments of `history list`.
public struct HistoryListArguments: Sendable, Hashable {
    /// Words of a filter, as a shell gives them.
    public var filter: [String] = []
    public var scope = HistoryScope.aroundHere
    /// The number of exchanges that are listed at most; nil lists all.
    public var limit: Int? = usualLimit
    public var printsJSON = false

    public static let usualLimit = 50

    public init() {}
}

/// The arguments of `history show`.
public struct HistoryShowArguments: Sendable, Hashable {
    public var address = "@"
    public var scope = HistoryScope.aroundHere
    public var part = Part.all

    public enum Part: Sendable, Hashable, CaseIterable {
        /// The whole exchange, for a person.
        case all
        /// The bytes of the response's body alone.
        case body
        /// The request as it was sent, its head and its body.
        case request
        /// The bytes on the wire.
        case wire
        case json
    }

    public init() {}
}

/// Exchanges that something is done to.
public struct HistoryTargets: Sendable, Hashable {
    public var addresses: [String] = []
    /// The words of a filter; nil if there is none.
    public var filter: String?
    public var scope = HistoryScope.aroundHere
    public var printsJSON = false

    public init(_ addresses: [String] = []) { self.addresses = addresses }
}

/// The arguments of `history sets`.
public struct HistorySetsArguments: Sendable, Hashable {
    /// The set's name; nil lists all sets.
    public var name: String?
    /// The exchanges that are added to the set.
    public var targets = HistoryTargets()
    /// The set's note; nil leaves it as it is, "" removes it.
    public var note: String?
    public var forgets = false

    /// Whether nothing is changed.
    public var isQuestion: Bool { targets.addresses.isEmpty && targets.filter == nil && note == nil && !forgets }

    public init(name: String? = nil) { self.name = name }
}

public import Exchanges
public import OpenCollection

/// A send as it was on screen when it began.
public struct SendOrder: Sendable {
    public var path = ItemPath.root
    public var content = DraftContent(definition: RequestDefinition())
    public var isDraft = false
    public var collection: Collection
    public var environmentName: String?
    public var sessionValues: [String: String] = [:]
    /// The values that actions captured; they win over the others.
    public var captured = CapturedValues()
    /// The names of secret session values.
    public var sessionSecrets: Set<String> = []
    public var outside: OutsideValues
    /// The tokens that are kept for the environment.
    public var tokens: [StoredToken] = []
    /// Whether placeholders of missing variables are sent as they are.
    public var sendsMissingNames = false
    /// Whether its scripts run.
    public var runsScripts = true
    /// The uses that the user has just agreed to; they are remembered first.
    public var agreed: [OutsideUse] = []
    /// The request that logs in, when the response to this one is 401; nil: none does.
    public var login: LoginOrder?

    /// Creates an order of nothing yet: the path is the root's.
    package init(in collection: Collection, _ outside: OutsideValues) {
        self.collection = collection
        self.outside = outside
    }
}

/// A request that is sent only when the response to another one is 401.
public struct LoginOrder: Sendable {
    public var path: ItemPath
    /// The drafted content; nil: the file's.
    public var content: DraftContent?
    /// Whether it may change something in a protected environment.
    public var isApproved: Bool

    package init(path: ItemPath, content: DraftContent?, isApproved: Bool) {
        (self.path, self.content, self.isApproved) = (path, content, isApproved)
    }
}

/// A request of the history to be sent again as it was.
public struct ReplayOrder: Sendable {
    public var id: HistoryRow.ID
    /// The request as it is now, in the environment that it was sent to: what secrets are looked for in.
    public var send: SendOrder
    /// The values that the user gave for markers that have no value any more, by their names.
    public var values: [String: String]

    package init(id: HistoryRow.ID, send: SendOrder, values: [String: String]) {
        (self.id, self.send, self.values) = (id, send, values)
    }
}

/// Steps of finding out what replays need.
public enum ReplayPlanning: Sendable {
    /// The values read from outside for it.
    case supplied(OutsideSupply)
    /// The values that are missing, by exchange; the end.
    case planned([HistoryRow.ID: [SeriesNeed]])
}

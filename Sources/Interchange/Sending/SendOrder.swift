public import Exchanges
public import OpenCollection

/// One send as it was on screen when it began.
public struct SendOrder: Sendable {
    public var path = ItemPath.root
    public var content = DraftContent(definition: RequestDefinition())
    public var isDraft = false
    public var collection: Collection
    public var environmentName: String?
    public var sessionValues: [String: String] = [:]
    /// What actions kept: over the others.
    public var captured = CapturedValues()
    /// Names of those that are secret.
    public var sessionSecrets: Set<String> = []
    public var outside: OutsideValues
    /// Those that are kept for the environment.
    public var tokens: [KeptToken] = []
    /// Missing names go out as they stand.
    public var sendsMissingNames = false
    /// Whether its scripts run.
    public var runsScripts = true
    /// What a person has just agreed to: remembered before anything else.
    public var agreed: [OutsideUse] = []
    /// The request that logs in, when this one is answered 401; nil: none does.
    public var login: LoginOrder?

    /// Nothing is sent yet: the path is the root's.
    package init(in collection: Collection, _ outside: OutsideValues) {
        self.collection = collection
        self.outside = outside
    }
}

/// A request that is sent only when another one is answered 401.
public struct LoginOrder: Sendable {
    public var path: ItemPath
    /// As it is drafted; nil: as its file has it.
    public var content: DraftContent?
    /// Whether it may change something in a protected environment.
    public var isLetPass: Bool

    package init(path: ItemPath, content: DraftContent?, isLetPass: Bool) {
        (self.path, self.content, self.isLetPass) = (path, content, isLetPass)
    }
}

/// A request of the history to be sent again as it was.
public struct ReplayOrder: Sendable {
    public var id: HistoryRow.ID
    /// The request as it stands now, in the environment that it was sent to: what secrets are looked for in.
    public var send: SendOrder
    /// What a person gave for markers that nothing stands for any more, by their names.
    public var values: [String: String]

    package init(id: HistoryRow.ID, send: SendOrder, values: [String: String]) {
        (self.id, self.send, self.values) = (id, send, values)
    }
}

/// Steps of finding out what replays need.
public enum ReplayPlanning: Sendable {
    /// What was read from outside for it.
    case supplied(OutsideSupply)
    /// The values that are missing, by exchange; the end.
    case planned([HistoryRow.ID: [SeriesNeed]])
}

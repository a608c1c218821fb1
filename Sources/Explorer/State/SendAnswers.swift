import OpenCollection

/// The user's answers so far for one send: its questions come one after the other, and the answers are for it alone.
public struct SendAnswers: Sendable, Hashable {
    /// The answers to the prompts of the request, by the names in its placeholders: `?Text`.
    public var prompts: [String: String] = [:]
    /// The names of prompts whose answers are shown as dots.
    public var hidden: Set<String> = []
    /// Whether names without a value are sent as they are.
    public var sendsMissingNames = false
    /// Whether the server is asked for its GraphQL schema in the place of the query.
    var readsSchema = false
    /// Whether it is sent without its scripts, which cannot run here.
    public var leavesOutScripts = false
    /// Whether a send with a value that logging in may capture went out once: the user is asked for what is missing then.
    var hasTriedLogin = false
    /// A request that captures what is missing, and is sent first, as one that logs in; nil: none was chosen.
    var first: ItemPath?
    /// The uses that the collection is allowed outside of itself from now on.
    public var agreed: [OutsideUse] = []
    /// The replay that the send is; nil: it is none.
    var replay: ReplayQuestion?
}

/// A request that would change a protected environment, in words: "POST http://host/users".
struct ProtectedChange {
    var path: ItemPath
    var words: String
}

/// A request and the protected environment that it would change.
struct ProtectedSend: Sendable, Hashable {
    var path: ItemPath
    var environment: String
}

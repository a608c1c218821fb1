/// `microscope.yaml` at the collection root: what the format cannot say. Never read by other tools.
public struct CompanionFile: Sendable, Hashable {
    public var requests: [ItemPath: RequestPolicies] = [:]
    public var folders: [ItemPath: RequestPolicies] = [:]
    /// `filter:` of requests: the filters of their responses' bodies.
    public var filters: [ItemPath: String] = [:]
    /// `diff:` of requests: what counts as no difference between their responses.
    public var differences: [ItemPath: DifferenceSettings] = [:]
    /// The same for all requests: `diff:` of `collection`.
    public var collectionDifferences = DifferenceSettings()
    public var collection = RequestPolicies()
    public var environments: [String: EnvironmentPolicies] = [:]
    /// `notSecret`: names whose values may be written out although they look like secrets, as those of a demo.
    public var publicNames: Set<String> = []
    /// `literal`: names between braces that are sent as written, in all requests.
    public var literals: [String] = []
    /// `secrets`: where the values of secrets come from, by name, for every environment.
    public var secretSources: [String: SecretSource] = [:]
    /// `scripts`: the limits that the collection asks for.
    public var scripts = ScriptSettings()
    /// The text as read; empty if the file does not exist.
    public var text = ""
    /// Why the file cannot be read: the other values were read before, or are empty.
    public var problem: FileProblem?

    public init() {}

    /// Creates the value for a file that cannot be read.
    public init(problem: FileProblem) { self.problem = problem }
}

extension CompanionFile {
    /// The requests that others log in with.
    var logins: Set<ItemPath> {
        let all = [collection] + folders.values + requests.values
        return Set(all.compactMap { $0.login?.path })
    }
}

/// The part of a collection that policies belong to.
public enum PolicyHolder: Sendable, Hashable {
    case request(ItemPath)
    case folder(ItemPath)
    case collection
}

extension CompanionFile {
    /// The policies of a holder; empty if it has none.
    public subscript(holder: PolicyHolder) -> RequestPolicies {
        get {
            switch holder {
            case .request(let path): requests[path] ?? RequestPolicies()
            case .folder(let path): folders[path] ?? RequestPolicies()
            case .collection: collection
            }
        }
        set {
            switch holder {
            case .request(let path): requests[path] = newValue == RequestPolicies() ? nil : newValue
            case .folder(let path): folders[path] = newValue == RequestPolicies() ? nil : newValue
            case .collection: collection = newValue
            }
        }
    }
}

extension Collection {
    /// The operation of a GraphQL query that was chosen, for this send or in `microscope.yaml`; nil: none was.
    func operationName(of definition: RequestDefinition, at path: ItemPath) -> String? {
        definition.body.operationName ?? companion.requests[path]?.operation
    }
}

extension CompanionFile {
    /// Whether sending by this method to an environment is to be asked about first: the environment is protected, and the method may
    /// change something.
    ///
    /// - Source: RFC 9110, section 9.2.1.
    public func protects(_ environment: String, from method: String) -> Bool {
        isProtected(environment) && Self.mayChangeSomething(by: method)
    }

    /// Whether an environment is protected. While that cannot be known, each counts as protected.
    public func isProtected(_ environment: String) -> Bool { problem != nil || isKnownAsProtected(environment) }

    /// Whether the file said so when it could be read.
    public func isKnownAsProtected(_ environment: String) -> Bool { environments[environment]?.isProtected == true }

    /// Returns this file as it is now: while it cannot be read, what it said before holds.
    public func followed(by new: CompanionFile) -> CompanionFile {
        guard let problem = new.problem else { return new }
        var kept = self
        kept.problem = problem
        return kept
    }

    /// Whether a request by this method may change something at its server.
    ///
    /// - Source: RFC 9110, section 9.2.1.
    public static func mayChangeSomething(by method: String) -> Bool {
        !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.uppercased())
    }
}

/// A reason against sending a request again without asking.
public enum ReplayObjection: Sendable, Hashable, CaseIterable {
    /// It may change something in a protected environment.
    case protected
    /// It may change something, and the collection that says whether the environment is protected is not open, or cannot be read.
    case collectionAbsent
    /// It may change something, and there is no environment of that name any more: it is not known whether it would be protected.
    case environmentGone
    /// It may change something, and what says whether the environment is protected cannot be read.
    case companionUnreadable
}

extension Collection {
    /// Takes over the whole collection as it was reloaded. While `microscope.yaml` cannot be read, what that said before holds.
    public mutating func follow(_ whole: Collection) {
        let companion = companion.followed(by: whole.companion)
        self = whole
        self.companion = companion
    }

    /// Returns the reason against sending a request again without asking; nil if there is none, also without an environment.
    ///
    /// - Parameters:
    ///   - method: The method as sent.
    ///   - environment: the name that it had; nil: it was sent without one.
    public func objection(toReplaying method: String, in environment: String?) -> ReplayObjection? {
        guard let environment, CompanionFile.mayChangeSomething(by: method) else { return nil }
        if companion.problem != nil { return .companionUnreadable }
        if companion.protects(environment, from: method) { return .protected }
        return self.environment(named: environment) == nil ? .environmentGone : nil
    }

    /// "the environment prod is gone: there are local, staging"; nil when it is there, or none is meant.
    public func absence(ofEnvironment name: String?) -> String? {
        guard let name, environment(named: name) == nil else { return nil }
        let others =
            environments.isEmpty ? "there is none" : "there are \(environments.map(\.name).joined(separator: ", "))"
        return "the environment \(name) does not exist: \(others)"
    }
}

/// Policies of a request; of a folder or the collection they are defaults for what lies below.
public struct RequestPolicies: Sendable, Hashable {
    /// The retry settings; nil if the entry has none.
    public var retry: RetrySettings?
    /// `tls: {verify: false}`; nil: not set.
    public var verifiesTLS: Bool?
    /// The login rule; nil if the entry has none.
    public var login: LoginRule?
    /// Whether what is sent is kept in the history; nil: not set.
    public var keepsHistory: Bool?
    /// The connection settings; nil if the entry has none.
    public var connection: ConnectionSettings?
    /// Names between braces that are sent as written; those of all places count together.
    public var literals: [String] = []
    /// `graphqlSchema`: the path of a file with the schema of GraphQL requests, from the collection's root; nil: nothing said here.
    public var graphQLSchema: String?
    /// The operation that is sent of a GraphQL query with several; of requests only. Nil: nothing said here.
    public var operation: String?
    /// The polling settings; of requests only. Nil: a run sends it once.
    public var poll: PollSettings?
    /// Captures whose expressions are those of ``BodyQuery``; of requests only. Their method is the query's language.
    public var captures: [VariableAction] = []
    /// Assertions whose expressions are those of ``BodyQuery``; of requests only.
    public var checks: [Assertion] = []

    public init() {}
}

/// `login:` of `microscope.yaml`: what is done about a response 401.
public enum LoginRule: Sendable, Hashable {
    /// This request is sent, and then once more the one that was refused.
    case request(ItemPath)
    /// Nothing is sent, whatever folders or the collection say. Written `none`.
    case off

    /// Creates a rule from the text of the file.
    public init(_ text: String) { self = text == Self.off.text ? .off : .request(ItemPath(text)) }

    /// The text of the rule as in the file.
    public var text: String {
        switch self {
        case .request(let path): path.text
        case .off: "none"
        }
    }

    /// The request that logs in; nil: none does.
    public var path: ItemPath? { if case .request(let path) = self { path } else { nil } }
}

/// `retry:` of `microscope.yaml`. Nil members take the library's defaults. Times in seconds.
public struct RetrySettings: Sendable, Hashable {
    /// The number of further attempts after the first; 0 switches retries off.
    public var count: Int
    /// "exponential" or "constant".
    public var backoff: String?
    public var base: Double?
    public var cap: Double?
    public var budget: Double?
    public var retryAfterCap: Double?
    /// "full" or "none".
    public var jitter: String?
    public var methods: [String]?
    public var statuses: [Int]?

    public init(count: Int) { self.count = count }
}

/// `poll:` of `microscope.yaml`: a run sends the request again until a condition is met. Times in seconds.
public struct PollSettings: Sendable, Hashable {
    /// The condition: a status ("200", "5xx", "-503"), "passes" or "fails".
    public var until = ""
    /// The time between the beginnings of two sends; nil takes ``usualInterval``.
    public var every: Double?
    /// The time after which no further send begins, and the running one is cancelled; nil takes ``usualLimit``.
    public var maxTime: Double?

    public static let usualInterval = 1.0
    public static let usualLimit = 60.0

    public init() {}

    /// The conditions, as a regular expression of JSON Schema.
    static let conditions =
        "^(passes|fails|[-!]?(status:)?([1-9][xX][xX]|[<>]?=?[0-9]{3}|[0-9]{3}(-|\\.\\.)[0-9]{3}))$"
}

/// `environments: {NAME: {protected: true, history: false, secrets: {...}}}`.
public struct EnvironmentPolicies: Sendable, Hashable {
    public var isProtected = false
    public var keepsHistory = true
    /// The sources of the values of its secrets, by name; they win over those for every environment.
    public var secretSources: [String: SecretSource] = [:]
    /// The connection settings; nil if the entry has none.
    public var connection: ConnectionSettings?

    public init() {}
}

public import Exchanges
public import OpenCollection

/// The values from outside the collection that a send needed first.
public struct OutsideSupply: Sendable, Hashable {
    /// ``OutsideValues/fetched``
    public var fetched: [SecretSource: String]
    /// ``OutsideValues/environmentFiles``
    public var environmentFiles: [String: [String: String]]
    /// ``OutsideValues/processEnvironment``
    public var processEnvironment: [String: String]
    /// ``OutsideValues/unagreedPairs``
    public var unagreedPairs: [OutsideUse]
    /// The secrets in the request that was made of it.
    public var secrets: [String]

    public init(_ values: OutsideValues, secrets: [String] = []) {
        self.secrets = secrets
        processEnvironment = values.processEnvironment
        unagreedPairs = values.unagreedPairs
        fetched = values.fetched
        environmentFiles = values.environmentFiles
    }
}

/// Why a send did not begin.
public enum SendRefusal: Error, Sendable, Hashable {
    /// The user has not agreed to these yet.
    case unagreed([OutsideUse])
    /// Names have no value, though all their sources were asked.
    case missing
    /// The names of a replay's markers that have no value any more.
    case unfilled([String])
    /// Why, and what to do.
    case failed(String)
    /// The reason why no script can be run here, and what to do; the request can be sent without its scripts.
    case scriptsCannotRun(String)
    /// The error of a script before the request.
    case scriptFailed(String, ScriptFault)
    case cancelled
}

/// The error of a script before the request, and what came of the scripts up to it.
public struct ScriptFault: Sendable, Hashable {
    /// "users/get.yml:34:12"; nil if it is not known.
    public var place: String?
    /// The line at that place; nil if it is not known.
    public var code: CodeLine?
    /// The values that the scripts set.
    public var captures: [RecordedCapture] = []
    /// The tests; the last of them is the error.
    public var tests: [RecordedAssertion] = []
    /// Lines that they wrote to the console, secrets masked.
    public var console: [ConsoleLine] = []
    /// The request that they ask for to be sent next; nil: the usual one.
    public var flow: RunFlow?

    public init(_ place: String?, _ code: CodeLine?) { (self.place, self.code) = (place, code) }
}

public import BodyStore
public import Foundation
public import MicroClient
import Secrets

/// One send of a request of a collection, and all its results.
@dynamicMemberLookup public struct RecordedExchange: Sendable, Identifiable {
    /// The facts that the history keeps, too.
    public var facts: ExchangeFacts
    public var id: UUID { facts.id }
    /// The decoded body of the last hop, perhaps still growing; nil if no head arrived.
    public var responseBody: BodyStore?
    /// The request that its scripts ask to be sent next; nil for the usual one.
    public var flow: RunFlow?
    /// The place where a replay left the recorded redirects; nil if it did not, and for what is not a replay. The history computes it again from
    /// both exchanges.
    public var replayDeviation: ReplayDeviation?
    /// Whether an assertion or an action was given up because it took too long. Such a send did not succeed.
    public var hasUnfinishedChecks = false
    /// Its secrets, as far as they were known at its end.
    public var secrets = SecretSet()
    /// The body of the request if it was generated while it was sent, and has been read again; else nil: then it is in the exchange.
    public var requestBody: BodyStore?
    /// The length and the hash of the whole body if ``requestBody`` is only its beginning; else nil.
    public var wholeRequestBody: WholeBody?
    /// The source of the request's body if it was generated from files while it was sent, and has not been read again yet.
    public var unreadBody: BodySource?

    public init(
        id: UUID, exchange: Exchange, origin: Origin, sentAt: Date, head: ResponseHead? = nil,
        responseBody: BodyStore? = nil, failure: RecordedFailure? = nil
    ) {
        facts = ExchangeFacts(id: id, exchange: exchange, origin: origin, sentAt: sentAt)
        (facts.head, facts.failure, self.responseBody) = (head, failure, responseBody)
    }

    /// Creates a record from the history's form: markers replace its secrets.
    public init(_ past: PastExchange) {
        (facts, responseBody, requestBody) = (past.kept.facts, past.responseBody, past.requestBody)
        wholeRequestBody = past.kept.requestBody.flatMap { body in
            body.wholeHash.map { WholeBody(length: body.length, sha256: $0) }
        }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ExchangeFacts, Value>) -> Value {
        get { facts[keyPath: path] }
        set { facts[keyPath: path] = newValue }
    }

    /// The origin of a request that was sent.
    public struct Origin: Sendable, Hashable {
        /// The collection's root directory; nil outside any collection.
        public var collection: String?
        /// The request's file within the collection, "users/get.yml"; nil for a draft without a file.
        public var requestPath: String?
        /// The environment's name; nil if none was chosen.
        public var environment: String?
        /// Whether the request that was sent differed from the file, or had none.
        public var wasDraft: Bool

        public init(
            collection: String? = nil, requestPath: String? = nil, environment: String? = nil, wasDraft: Bool = false
        ) {
            self.collection = collection
            self.requestPath = requestPath
            self.environment = environment
            self.wasDraft = wasDraft
        }
    }
}

/// A script's decision about the request that is sent next.
public enum RunFlow: Sendable, Hashable {
    /// The request of the run with this name is next.
    case next(String)
    /// The request itself is not sent.
    case skipRequest
    /// The run ends.
    case stop
}

/// A line that a script wrote to the console.
public struct ConsoleLine: Sendable, Hashable {
    /// The level: "debug", "info", "warning" or "error".
    public var level: String
    public var text: String

    public init(level: String, text: String) {
        self.level = level
        self.text = text
    }
}

/// A body of which only the beginning is available.
public struct WholeBody: Sendable, Hashable {
    /// The length of the whole body, in bytes.
    public var length: Int64
    /// The hash of the whole body, in hexadecimal.
    public var sha256: String

    public init(length: Int64, sha256: String) {
        self.length = length
        self.sha256 = sha256
    }
}

/// The reason why a send got no whole response.
public struct RecordedFailure: Sendable, Hashable, CustomStringConvertible {
    public var stage: Stage
    /// The failure in one line, without secrets.
    public var message: String
    /// The next thing to try, in one line; nil if there is none.
    public var advice: String?

    public init(stage: Stage, message: String, advice: String? = nil) {
        self.stage = stage
        self.message = message
        self.advice = advice
    }

    public var description: String { message }

    /// The step that failed: one of the wire's, or one before or after it.
    public struct Stage: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ stage: TransferError.Stage) { rawValue = stage.rawValue }

        /// The request could not be built: a missing variable, an unreadable file.
        public static let build = Stage(rawValue: "build")
        /// A script before the request failed, so the request was not sent.
        public static let script = Stage(rawValue: "script")
        /// No token could be obtained, so the request was not sent.
        public static let token = Stage(rawValue: "token")
        /// The user cancelled.
        public static let cancelled = Stage(rawValue: "cancelled")
        /// The time for everything that a command sends ran out.
        public static let outOfTime = Stage(rawValue: "maxTimeout")
        /// The time for the polling of its request ran out.
        public static let poll = Stage(rawValue: "poll")
        /// The body could not be stored: the disk is full.
        public static let store = Stage(rawValue: "store")

        /// The stage in words for a person, as the history's filter `error:` has them; ``rawValue`` is for programs.
        public var words: String {
            switch self {
            case .outOfTime: HistoryErrorWord.timeout.rawValue
            case Stage(.nameLookup): HistoryErrorWord.dns.rawValue
            default: rawValue
            }
        }
    }
}

public import BodyStore
public import Foundation
public import MicroClient
import Secrets

/// One send of a request of a collection, and all that came of it.
@dynamicMemberLookup public struct RecordedExchange: Sendable, Identifiable {
    /// What the history keeps of it too.
    public var facts: ExchangeFacts
    public var id: UUID { facts.id }
    /// The decoded body of the last hop, perhaps still growing; nil when no head arrived.
    public var responseBody: BodyStore?
    /// The request that its scripts ask to be sent next; nil: the usual one.
    public var flow: RunFlow?
    /// Where a replay left the recorded redirects; nil when it did not, and for what is no replay. The history works it out again from both exchanges.
    public var replayDeviation: ReplayDeviation?
    /// Whether an assertion or an action was given up because it took too long. Such a send has not succeeded.
    public var hasUnfinishedChecks = false
    /// What is secret in it, as far as that was known when it was over.
    public var secrets = SecretSet()
    /// The body of the request where it was made while it was sent, once somebody has read it again; nil else: then it is in the exchange.
    public var requestBody: BodyStore?
    /// Of the body that ``requestBody`` is only the beginning of; nil when that is all.
    public var wholeRequestBody: WholeBody?
    /// Where the body of the request came from when it was made while it was sent, from files, and nobody has read it again yet.
    public var unreadBody: BodySource?

    public init(
        id: UUID, exchange: Exchange, origin: Origin, sentAt: Date, head: ResponseHead? = nil,
        responseBody: BodyStore? = nil, failure: RecordedFailure? = nil
    ) {
        facts = ExchangeFacts(id: id, exchange: exchange, origin: origin, sentAt: sentAt)
        (facts.head, facts.failure, self.responseBody) = (head, failure, responseBody)
    }

    /// What the history keeps, as a record again: markers stand for its secrets.
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

    /// Where a request that was sent came from.
    public struct Origin: Sendable, Hashable {
        /// The collection's root directory; nil outside any collection.
        public var collection: String?
        /// The request's file within the collection, "users/get.yml"; nil for a draft without a file.
        public var requestPath: String?
        /// The environment's name; nil when none was chosen.
        public var environment: String?
        /// Whether what was sent differed from the file, or had none.
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

/// The request that a script asks for to be sent next, or that nothing is.
public enum RunFlow: Sendable, Hashable {
    /// The request of a run with this name.
    case next(String)
    /// The request itself is not sent.
    case skipRequest
    /// The run ends.
    case stop
}

/// A line that a script wrote to the console.
public struct ConsoleLine: Sendable, Hashable {
    /// "debug", "info", "warning" or "error".
    public var level: String
    public var text: String

    public init(level: String, text: String) {
        self.level = level
        self.text = text
    }
}

/// A body of which only the beginning is at hand.
public struct WholeBody: Sendable, Hashable {
    /// In bytes.
    public var length: Int64
    /// In hexadecimal.
    public var sha256: String

    public init(length: Int64, sha256: String) {
        self.length = length
        self.sha256 = sha256
    }
}

/// Why a send gave no whole answer.
public struct RecordedFailure: Sendable, Hashable, CustomStringConvertible {
    public var stage: Stage
    /// One line, without secrets.
    public var message: String
    /// One line: what to try; nil when there is nothing better than to read the message.
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
        /// No token could be got, so the request was not sent.
        public static let token = Stage(rawValue: "token")
        /// The user cancelled.
        public static let cancelled = Stage(rawValue: "cancelled")
        /// The time for all that a command sends was up: timeout.
        public static let outOfTime = Stage(rawValue: "maxTimeout")
        /// The body could not be kept: the disk is full.
        public static let store = Stage(rawValue: "store")
    }
}

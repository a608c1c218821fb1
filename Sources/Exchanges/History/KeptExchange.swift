public import Foundation
public import MicroClient

/// One send as the history keeps it. Nothing in it is known to be secret: where something was, a marker stands.
///
/// Bodies lie beside it, by their content: see ``KeptBody``.
public struct KeptExchange: Sendable, Hashable, Identifiable {
    public internal(set) var id: UUID
    /// Which request of which collection it was, and in which environment.
    public var origin: RecordedExchange.Origin
    /// What sent it.
    public var source: Source
    /// Names of the variables that the request was made of, in order; never their values.
    public var variableNames: [String] = []
    /// Wall clock, when the send began.
    public var sentAt: Date
    /// What went over the wire, attempt by attempt, with markers for secrets. `Exchange.SentRequest.body` is nil everywhere: it is ``requestBody``.
    public var exchange: Exchange
    /// The body of the request as it was sent first; nil without one.
    public var requestBody: KeptBody?
    /// Of the last hop; nil when none arrived.
    public var head: ResponseHead?
    /// The decoded body of the last hop; nil when no head arrived, or an archive lacks it.
    public var responseBody: KeptBody?
    /// Why there is no answer, or only a part of one; nil when it is whole.
    public var failure: RecordedFailure?
    /// What actions kept, secrets as markers.
    public var captures: [RecordedCapture] = []
    public var assertions: [RecordedAssertion] = []
    /// The first lines that its scripts wrote to the console.
    public var console: [ConsoleLine] = []
    /// Number of its scripts that were not run.
    public var skippedScripts = 0
    /// Number of errors that the response to a GraphQL request lists.
    public var graphQLErrorCount = 0
    /// What was sent on its behalf: for a token, to log in.
    public var errands: [RecordedErrand] = []
    /// What stands in the place of a secret in the request as sent, in the order of places. What was received needs none: nobody sends it again.
    public var markers: [SecretMarker] = []
    /// Names of secrets that are too short to be looked for: they are masked where their place tells them, and may stand elsewhere.
    public var shortSecretNames: [String] = []

    public init(
        id: UUID, origin: RecordedExchange.Origin, source: Source, sentAt: Date, exchange: Exchange
    ) {
        self.id = id
        self.origin = origin
        self.source = source
        self.sentAt = sentAt
        self.exchange = exchange
    }

    /// Whether there is a response whose body nobody recorded.
    public var lacksBody: Bool { head != nil && responseBody == nil }

    /// What sent an exchange.
    public enum Source: Sendable, Hashable {
        case screen
        case commandLine
        /// A recorded exchange was sent again, as it was.
        case replay(of: UUID)
        /// Read from a file: its name.
        case imported(from: String)
    }
}

/// A body that the history keeps, once per content.
public struct KeptBody: Sendable, Hashable {
    /// SHA-256 of what is kept, in hexadecimal: what it is found by.
    public var hash: String
    /// Of the body as it was sent or received, in bytes.
    public var length: Int64
    /// How much of it is kept, from its beginning, in bytes.
    public var keptLength: Int64
    /// SHA-256 of the whole body in hexadecimal where only a part is kept; else nil.
    public var wholeHash: String?
    /// Whether secrets in it were replaced by markers: ``keptLength`` then counts the markers.
    public var isMasked: Bool

    public init(hash: String, length: Int64, keptLength: Int64, wholeHash: String? = nil, isMasked: Bool = false) {
        self.hash = hash
        self.length = length
        self.keptLength = keptLength
        self.wholeHash = wholeHash
        self.isMasked = isMasked
    }

    /// Whether only the beginning is kept.
    public var isCut: Bool { wholeHash != nil }
}

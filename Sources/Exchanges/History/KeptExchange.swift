public import Foundation
public import MicroClient

/// One send as the history keeps it: a recorded exchange without its secrets. Where something is known to be one, a marker stands.
///
/// Bodies lie beside it, by their content: see ``KeptBody``.
@dynamicMemberLookup public struct KeptExchange: Sendable, Hashable, Identifiable {
    /// `Exchange.SentRequest.body` is nil everywhere: it is ``requestBody``.
    public var facts: ExchangeFacts
    public var id: UUID { facts.id }
    /// What sent it.
    public var source: Source
    /// The body of the request as it was sent first; nil without one.
    public var requestBody: KeptBody?
    /// The decoded body of the last hop; nil when no head arrived, or an archive lacks it.
    public var responseBody: KeptBody?
    /// What stands in the place of a secret in the request as sent, in the order of places. What was received needs none: nobody sends it again.
    public var markers: [SecretMarker] = []
    /// Names of secrets that are too short to be looked for: they are masked where their place tells them, and may stand elsewhere.
    public var shortSecretNames: [String] = []

    package init(_ facts: ExchangeFacts, source: Source) { (self.facts, self.source) = (facts, source) }

    public init(
        id: UUID, origin: RecordedExchange.Origin, source: Source, sentAt: Date, exchange: Exchange
    ) {
        self.init(ExchangeFacts(id: id, exchange: exchange, origin: origin, sentAt: sentAt), source: source)
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ExchangeFacts, Value>) -> Value {
        get { facts[keyPath: path] }
        set { facts[keyPath: path] = newValue }
    }

    /// Whether there is a response whose body nobody recorded.
    public var lacksBody: Bool { facts.head != nil && responseBody == nil }

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

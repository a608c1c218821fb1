public import Foundation
public import MicroClient

/// A send as the history keeps it: a recorded exchange with markers in the place of everything that is known to be secret.
///
/// Bodies are kept separately, by their content: see ``StoredBody``.
@dynamicMemberLookup public struct StoredExchange: Sendable, Hashable, Identifiable {
    /// The facts of the send. `Exchange.SentRequest.body` is nil everywhere: it is ``requestBody``.
    public var facts: ExchangeFacts
    public var id: UUID { facts.id }
    /// The sender.
    public var source: Source
    /// The body of the request as it was sent first; nil without one.
    public var requestBody: StoredBody?
    /// The decoded body of the last hop; nil if no head arrived, or an archive lacks it.
    public var responseBody: StoredBody?
    /// The markers for secrets in the request as sent, in the order of places. The response needs none: nobody sends it again.
    public var markers: [SecretPlaceholder] = []
    /// The names of secrets that are too short to be looked for: they are masked where their place identifies them, and may occur elsewhere.
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

    /// Whether there is a response whose body was not recorded.
    public var lacksBody: Bool { facts.head != nil && responseBody == nil }

    /// The sender of an exchange.
    public enum Source: Sendable, Hashable {
        case screen
        case commandLine
        /// A replay: a recorded exchange was sent again as it was.
        case replay(of: UUID)
        /// A file with this name, from which it was read.
        case imported(from: String)
    }
}

/// A body that the history keeps, once per content.
public struct StoredBody: Sendable, Hashable {
    /// The SHA-256 of the kept bytes, in hexadecimal: the key of the body.
    public var hash: String
    /// The length of the body as it was sent or received, in bytes.
    public var length: Int64
    /// The number of bytes that are kept, from the beginning.
    public var keptLength: Int64
    /// The SHA-256 of the whole body in hexadecimal if only a part is kept; else nil.
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

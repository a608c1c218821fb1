public import Foundation

/// One exchange of the history as a list shows it.
public struct HistoryRow: Sendable, Hashable, Identifiable {
    public let id: UUID
    public var origin: RecordedExchange.Origin
    public var source: KeptExchange.Source
    /// Wall clock, when the send began.
    public var sentAt: Date
    public var method: String
    /// Of the request as prepared, with markers for secrets.
    public var url: String
    /// Of the last hop; nil when none answered.
    public var status: Int?
    /// Why there is no whole answer; nil when it is whole.
    public var failure: RecordedFailure?
    /// Nil when it was not over.
    public var duration: Duration?
    public var attemptCount: Int
    /// Decoded, in bytes; nil without an answer.
    public var responseLength: Int64?
    /// The results of its assertions; those that could not be evaluated are among the failed ones.
    public var assertions = AssertionCount()
    /// Number of errors that the response to a GraphQL request lists and no assertion expects.
    public var graphQLErrorCount = 0
    public var isPinned: Bool
    /// What somebody wrote about it; nil without.
    public var note: String?
    /// Whether it is one of a series that repeated one request.
    public var isRepeat = false

    public init(
        id: UUID, origin: RecordedExchange.Origin, source: KeptExchange.Source, sentAt: Date, method: String,
        url: String, status: Int? = nil, failure: RecordedFailure? = nil, duration: Duration? = nil,
        attemptCount: Int = 1, responseLength: Int64? = nil, isPinned: Bool = false, note: String? = nil
    ) {
        self.id = id
        self.origin = origin
        self.source = source
        self.sentAt = sentAt
        self.method = method
        self.url = url
        self.status = status
        self.failure = failure
        self.duration = duration
        self.attemptCount = attemptCount
        self.responseLength = responseLength
        self.isPinned = isPinned
        self.note = note
    }

    /// "replay" or "repeat"; nil for what was sent once, by itself.
    public var kindOfSend: String? {
        if case .replay = source { "replay" } else { isRepeat ? "repeat" : nil }
    }

    /// The first digits of the id, as it is shown and written: "3f2a9c1".
    public var shortID: String { HistoryAddress.shortText(of: id) }
}

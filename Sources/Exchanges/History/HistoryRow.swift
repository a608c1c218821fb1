public import Foundation

/// An exchange of the history as a list shows it.
public struct HistoryRow: Sendable, Hashable, Identifiable {
    public let id: UUID
    public var origin: RecordedExchange.Origin
    public var source: StoredExchange.Source
    /// The wall-clock time when the send began.
    public var sentAt: Date
    public var method: String
    /// The URL of the request as prepared, with markers for secrets.
    public var url: String
    /// The status of the last hop; nil if it has no response.
    public var status: Int?
    /// The reason why there is no whole response; nil if it is whole.
    public var failure: RecordedFailure?
    /// The time from start to end; nil if it did not end.
    public var duration: Duration?
    public var attemptCount: Int
    /// The length of the decoded body, in bytes; nil without a response.
    public var responseLength: Int64?
    /// The results of its assertions; those that could not be evaluated are among the failed ones.
    public var assertions = AssertionCount()
    /// The number of errors that the response to a GraphQL request lists and no assertion expects.
    public var graphQLErrorCount = 0
    public var isPinned: Bool
    /// The user's note; nil if there is none.
    public var note: String?
    /// Whether it is one of a series that repeated one request.
    public var isRepeat = false

    public init(
        id: UUID, origin: RecordedExchange.Origin, source: StoredExchange.Source, sentAt: Date, method: String,
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

    /// The kind of send, "replay" or "repeat"; nil if it was sent once, by itself.
    public var kindOfSend: String? {
        if case .replay = source { "replay" } else { isRepeat ? "repeat" : nil }
    }

    /// The first digits of the id, as it is shown and written: "3f2a9c1".
    public var shortID: String { HistoryAddress.shortText(of: id) }
}

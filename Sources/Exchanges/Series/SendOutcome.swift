public import Foundation

/// The result of one send of a series.
public struct SendOutcome: Sendable, Hashable {
    /// The id of the exchange; nil if nothing was sent.
    public var id: UUID?
    /// The status of the last hop; nil if it has no response.
    public var status: Int?
    /// The reason why there is no whole response, or nothing was sent; nil if the response is whole.
    public var failure: RecordedFailure?
    /// The time from its start to the last byte or the failure; nil if nothing was sent.
    public var duration: Duration?
    /// The results of its assertions.
    public var assertions = AssertionCount()
    /// The number of errors that the response to a GraphQL request lists and no assertion expects.
    public var graphQLErrorCount = 0
    /// Whether an assertion or an action was given up because it took too long.
    public var hasUnfinishedChecks = false

    /// - Parameters:
    ///   - id: The id of the exchange; nil if nothing was sent.
    ///   - status: The status of the last hop; nil if it has no response.
    ///   - failure: The reason why there is no whole response; nil if it is whole.
    ///   - duration: The time from its start to its end.
    public init(id: UUID?, status: Int? = nil, failure: RecordedFailure? = nil, duration: Duration? = nil) {
        self.id = id
        self.status = status
        self.failure = failure
        self.duration = duration
    }

    /// - Parameter record: A finished exchange; one that could not be built was not sent.
    public init(_ record: RecordedExchange) {
        self.init(
            id: [.build, .script].contains(record.failure?.stage) ? nil : record.id, status: record.head?.status,
            failure: record.failure,
            duration: record.exchange.duration)
        assertions = AssertionCount(record.assertions)
        graphQLErrorCount = record.graphQLErrorCount
        hasUnfinishedChecks = record.hasUnfinishedChecks
    }

    /// - Parameter row: The exchange's row of the history.
    public init(_ row: HistoryRow) {
        self.init(id: row.id, status: row.status, failure: row.failure, duration: row.duration)
        assertions = row.assertions
        graphQLErrorCount = row.graphQLErrorCount
    }

    /// Creates the outcome of a send that was refused.
    ///
    /// - Parameter reason: The reason, in one line without secrets.
    public init(refused reason: String) {
        self.init(id: nil, failure: RecordedFailure(stage: .build, message: reason))
    }

    /// Whether there is no whole response, a status of 500 or more, or a response with problems.
    public var isFailure: Bool { failure != nil || (status ?? 0) >= 500 || hasProblems }

    /// Whether the response is not what was wanted, whatever its status: an assertion did not pass, a check took too long, or GraphQL lists errors.
    public var hasProblems: Bool { hasFailedChecks || graphQLErrorCount > 0 }

    private var hasFailedChecks: Bool { assertions.notPassed > 0 || hasUnfinishedChecks }

    /// The problems: "2 GraphQL errors", "1 assertion failed"; empty if there are none.
    public var problems: [String] {
        [Wording.graphQLErrors(graphQLErrorCount), assertions.problem].compactMap { $0 }
    }

    public var isCancelled: Bool { failure?.stage == .cancelled }
}

/// The comparison of a series' response with its reference.
public struct SeriesVerdict: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The same, perhaps except for what rules ignore.
        case same
        case differs
        /// Unknown, because something was not kept.
        case unknown
    }

    public var kind: Kind
    /// The result in one line; it contains text of the bodies, as it is.
    public var words: String

    public init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }
}

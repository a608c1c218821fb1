public import Foundation

/// How one send of a series went.
public struct SendOutcome: Sendable, Hashable {
    /// Of the exchange; nil: nothing was sent.
    public var id: UUID?
    /// Of the last hop; nil when none answered.
    public var status: Int?
    /// Why there is no whole answer, or nothing was sent; nil when the answer is whole.
    public var failure: RecordedFailure?
    /// From its start to the last byte or the failure; nil when nothing was sent.
    public var duration: Duration?
    /// The results of its assertions.
    public var assertions = AssertionCount()
    /// Number of errors that the response to a GraphQL request lists and no assertion expects.
    public var graphQLErrorCount = 0
    /// Whether an assertion or an action was given up because it took too long.
    public var hasUnfinishedChecks = false

    /// - Parameters:
    ///   - id: of the exchange; nil: nothing was sent.
    ///   - status: of the last hop; nil when none answered.
    ///   - failure: why there is no whole answer; nil when it is whole.
    ///   - duration: from its start to its end.
    public init(id: UUID?, status: Int? = nil, failure: RecordedFailure? = nil, duration: Duration? = nil) {
        self.id = id
        self.status = status
        self.failure = failure
        self.duration = duration
    }

    /// - Parameter record: of what is over; what could not be built was not sent.
    public init(_ record: RecordedExchange) {
        self.init(
            id: [.build, .script].contains(record.failure?.stage) ? nil : record.id, status: record.head?.status,
            failure: record.failure,
            duration: record.exchange.duration)
        assertions = AssertionCount(record.assertions)
        graphQLErrorCount = record.graphQLErrorCount
        hasUnfinishedChecks = record.hasUnfinishedChecks
    }

    /// - Parameter row: of the history.
    public init(_ row: HistoryRow) {
        self.init(id: row.id, status: row.status, failure: row.failure, duration: row.duration)
        assertions = row.assertions
        graphQLErrorCount = row.graphQLErrorCount
    }

    /// Nothing was sent.
    ///
    /// - Parameter reason: one line without secrets.
    public init(refused reason: String) {
        self.init(id: nil, failure: RecordedFailure(stage: .build, message: reason))
    }

    /// No whole response, a status of 500 or more, or a response with problems.
    public var isFailure: Bool { failure != nil || (status ?? 0) >= 500 || hasProblems }

    /// Whether the response is not what was wanted, whatever its status: an assertion did not pass, a check took too long, or GraphQL lists errors.
    public var hasProblems: Bool { hasFailedChecks || graphQLErrorCount > 0 }

    private var hasFailedChecks: Bool { assertions.notPassed > 0 || hasUnfinishedChecks }

    /// "2 GraphQL errors", "1 assertion failed"; empty when there are none.
    public var problems: [String] {
        [Wording.graphQLErrors(graphQLErrorCount), assertions.problem].compactMap { $0 }
    }

    public var isCancelled: Bool { failure?.stage == .cancelled }
}

/// Whether an answer of a series is the same as the one that it is compared with.
public struct SeriesVerdict: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Also when it is the same but for what rules ignore.
        case same
        case differs
        /// Something was not kept.
        case unknown
    }

    public var kind: Kind
    /// One line; it holds text of the bodies, as it is.
    public var words: String

    public init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }
}

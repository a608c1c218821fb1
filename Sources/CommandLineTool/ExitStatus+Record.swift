public import Exchanges

extension ExitStatus {
    /// Returns the gravest status: cancelled, no response, not built, found something, in this order; success if there is none of them.
    public static func gravest(of statuses: [ExitStatus]) -> ExitStatus {
        [.cancelled, .noResponse, .notBuilt, .found].first(where: statuses.contains) ?? .success
    }

    /// Creates the status of a command that ends with this failure.
    public init(_ failure: RecordedFailure) {
        switch failure.stage {
        case .build: self = .notBuilt
        case .script, .poll: self = .found
        case .cancelled: self = .cancelled
        default: self = .noResponse
        }
    }

    /// Creates the status of `send` after this outcome: an assertion that could not be evaluated has not passed, and a GraphQL response that
    /// lists errors is a failure.
    ///
    /// - Parameter failsOnStatus: Whether a status of 400 or more is a failure.
    public init(_ outcome: SendOutcome, failsOnStatus: Bool) {
        switch outcome.failure {
        case let failure?: self.init(failure)
        case nil:
            let isRefused = failsOnStatus && (outcome.status ?? 0) >= 400
            self = outcome.hasProblems || isRefused ? .found : .success
        }
    }

    /// Creates the status of `send` after this record: a check that a missing library prevents has neither passed nor failed.
    public init(_ record: RecordedExchange, failsOnStatus: Bool) {
        self.init(SendOutcome(record), failsOnStatus: failsOnStatus)
        if [.success, .found].contains(self), MissingLibrary.isReason(in: record) { self = .notBuilt }
    }
}

public import Exchanges

extension ExitStatus {
    /// Cancelled, no answer, not built, found something, in this order; success for none.
    public static func gravest(of statuses: [ExitStatus]) -> ExitStatus {
        [.cancelled, .noAnswer, .notBuilt, .found].first(where: statuses.contains) ?? .success
    }

    /// How a command ends that fails with this.
    public init(_ failure: RecordedFailure) {
        switch failure.stage {
        case .build: self = .notBuilt
        case .script: self = .found
        case .cancelled: self = .cancelled
        default: self = .noAnswer
        }
    }

    /// How `send` ends after this: an assertion that could not be evaluated has not passed, and a GraphQL response that lists errors is a failure.
    ///
    /// - Parameter failsOnStatus: whether a status of 400 or more is a failure.
    public init(_ outcome: SendOutcome, failsOnStatus: Bool) {
        switch outcome.failure {
        case let failure?: self.init(failure)
        case nil:
            let isRefused = failsOnStatus && (outcome.status ?? 0) >= 400
            self = outcome.hasProblems || isRefused ? .found : .success
        }
    }

    /// How `send` ends after this: what a missing library keeps from being evaluated can be neither good nor bad.
    public init(_ record: RecordedExchange, failsOnStatus: Bool) {
        self.init(SendOutcome(record), failsOnStatus: failsOnStatus)
        if [.success, .found].contains(self), MissingLibrary.isReason(in: record) { self = .notBuilt }
    }
}

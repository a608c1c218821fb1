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
        case .cancelled: self = .cancelled
        default: self = .noAnswer
        }
    }

    /// How `send` ends after this: an assertion that could not be judged is no failure, unless it took too long.
    public init(_ record: RecordedExchange, failsOnStatus: Bool) {
        switch record.failure {
        case let failure?: self.init(failure)
        case nil:
            let isRefused = failsOnStatus && (record.head?.status ?? 0) >= 400
            let isRejected = record.hasUnfinishedChecks || AssertionCount(record.assertions).failed > 0
            self = isRefused || isRejected ? .found : .success
        }
    }
}

public import Exchanges

extension ExitStatus {
    /// How `send` ends after this.
    public init(_ record: RecordedExchange, failsOnStatus: Bool) {
        switch record.failure?.stage {
        case .build?: self = .notBuilt
        case .cancelled?: self = .cancelled
        case .some: self = .noAnswer
        case nil: self = failsOnStatus && (record.head?.status ?? 0) >= 400 ? .found : .success
        }
    }
}

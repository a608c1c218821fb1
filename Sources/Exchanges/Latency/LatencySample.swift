public import Foundation
public import MicroClient

/// How long one exchange of the history took, and whether it went well.
public struct LatencySample: Sendable, Hashable, Identifiable {
    /// Of the exchange.
    public let id: UUID
    /// Wall clock, when the send began.
    public var sentAt: Date
    /// From its start to the last byte or the failure, repeated attempts included; nil when it was not over.
    public var duration: Duration?
    /// The phases of the last hop.
    public var timings: Transfer.Timings
    /// Of the last hop; nil when none answered.
    public var status: Int?
    /// Whether there was no whole answer.
    public var isFailure: Bool

    public init(
        id: UUID, sentAt: Date, duration: Duration?, timings: Transfer.Timings, status: Int?, isFailure: Bool
    ) {
        self.id = id
        self.sentAt = sentAt
        self.duration = duration
        self.timings = timings
        self.status = status
        self.isFailure = isFailure
    }
}

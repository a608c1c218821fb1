public import Foundation
public import MicroClient

/// The duration of one exchange of the history, and whether it went well.
public struct LatencySample: Sendable, Hashable, Identifiable {
    /// The id of the exchange.
    public let id: UUID
    /// The wall-clock time when the send began.
    public var sentAt: Date
    /// The time from its start to the last byte or the failure, repeated attempts included; nil if it did not end.
    public var duration: Duration?
    /// The phases of the last hop.
    public var timings: Transfer.Timings
    /// The status of the last hop; nil if it has no response.
    public var status: Int?
    /// Whether there was no whole response.
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

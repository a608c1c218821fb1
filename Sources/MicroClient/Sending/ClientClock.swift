import Foundation

/// The clock of a client. Tests pass their own and never wait.
public struct ClientClock: Sendable {
    /// Returns the current date and time.
    public var now: @Sendable () -> Date
    /// Returns the time since an arbitrary start; never goes back.
    public var uptime: @Sendable () -> Duration
    /// Waits for a duration; throws `CancellationError` at once when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock from its three functions.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    private static let start = Moment.now

    /// The system's clocks.
    public static let live = ClientClock(
        now: { Date() },
        uptime: { Moment.now - start },
        sleep: { try await Task.sleep(for: $0) })
}

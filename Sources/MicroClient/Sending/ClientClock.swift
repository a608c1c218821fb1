import Foundation

/// The time as a client sees it. Tests hand in their own and never wait.
public struct ClientClock: Sendable {
    /// Wall clock.
    public var now: @Sendable () -> Date
    /// Time since an arbitrary start; never goes back.
    public var uptime: @Sendable () -> Duration
    /// Waits; throws `CancellationError` at once when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A clock of these parts.
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

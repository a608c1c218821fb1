import Foundation
import MicroClient

/// A clock that does not move until something sleeps on it, or the test moves it; sleeping takes no time at all.
///
/// `@unchecked Sendable`: everything is reached under the lock.
public final class TestClock: @unchecked Sendable {
    private let lock = NSLock()
    private var time = Duration.zero
    private var slept: [Duration] = []
    private let start: Date

    /// Whether a sleep lasts until its task is cancelled, instead of ending at once.
    public let sleepsForEver: Bool

    public init(start: Date = Date(timeIntervalSince1970: 1_700_000_000), sleepsForEver: Bool = false) {
        self.start = start
        self.sleepsForEver = sleepsForEver
    }

    /// The waits that were asked for, in order.
    public var sleeps: [Duration] { locked { slept } }

    public func advance(by duration: Duration) { locked { time += duration } }

    /// The clock for a client.
    public var clock: ClientClock {
        ClientClock(now: { self.now }, uptime: { self.locked { self.time } }, sleep: { try await self.sleep($0) })
    }

    private var now: Date { start.addingTimeInterval(Double(locked { time }.components.seconds)) }

    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        locked { slept.append(duration) }
        if sleepsForEver { try await Task.sleep(for: .seconds(3600)) }
        advance(by: duration)
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}

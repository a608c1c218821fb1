internal import CMicrohttpd
import Dispatch
import Foundation

/// Connections that wait for a time without holding a thread.
///
/// `@unchecked Sendable`: the parked connections are reached only while the lock is held, and libmicrohttpd lets any
/// thread resume a connection.
final class Delays: @unchecked Sendable {
    private struct Parked {
        let connection: OpaquePointer
        let timer: any DispatchSourceTimer
    }

    private let lock = NSLock()
    private let queue = DispatchQueue(label: "DemoAPI.delays")
    private var parked: [UInt64: Parked] = [:]
    private var lastID: UInt64 = 0
    private var hasStopped = false

    /// Whether the server has stopped; requests that were waiting get no response then.
    var isStopped: Bool {
        lock.lock()
        defer { lock.unlock() }
        return hasStopped
    }

    /// Suspends the connection and resumes it after the time.
    ///
    /// - Returns: false when the server is stopping; the connection is not suspended then.
    func park(_ connection: OpaquePointer, for time: Duration) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard !hasStopped else { return false }
        MHD_suspend_connection(connection)
        lastID += 1
        parked[lastID] = Parked(connection: connection, timer: startTimer(lastID, after: time))
        return true
    }

    /// Resumes everything that waits, for good: libmicrohttpd may not be stopped while a connection is suspended.
    func stop() {
        lock.lock()
        defer { lock.unlock() }
        hasStopped = true
        for waiting in parked.values {
            waiting.timer.cancel()
            MHD_resume_connection(waiting.connection)
        }
        parked = [:]
    }

    private func startTimer(_ id: UInt64, after time: Duration) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let nanoseconds = Int(time / .nanoseconds(1))
        timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(1))
        timer.setEventHandler { [weak self] in self?.resume(id) }
        timer.resume()
        return timer
    }

    private func resume(_ id: UInt64) {
        lock.lock()
        defer { lock.unlock() }
        guard let waiting = parked.removeValue(forKey: id) else { return }
        waiting.timer.cancel()
        MHD_resume_connection(waiting.connection)
    }
}

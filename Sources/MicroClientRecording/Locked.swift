import Foundation

/// A value behind a lock, held for as long as a closure runs and never across a wait.
///
/// `@unchecked Sendable`: the state is reached through `withLock` only.
final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

import Foundation
import MicroClient

/// A command of another thread to the transport's thread.
enum TransportCommand: Sendable {
    case start(EventQueue, UploadSource)
    case cancel(EventQueue)
    /// The reader has made room.
    case resumeReceiving(EventQueue)
    /// The body's stream has produced another chunk, its end or an error.
    case resumeSending(EventQueue)
    case stop
}

/// Commands on their way to the transport's thread, which is woken only when it sleeps.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [TransportCommand] = []
        var isOwnerAsleep = false
    }

    private let multi: MultiHandle
    private let state = Locked(State())

    init(multi: MultiHandle) { self.multi = multi }

    func post(_ command: TransportCommand) {
        let wakes = state.withLock { state in
            state.commands.append(command)
            defer { state.isOwnerAsleep = false }
            return state.isOwnerAsleep
        }
        // Outside the lock: on one core the woken thread runs at once and would find the lock taken.
        if wakes { multi.wakeUp() }
    }

    /// Returns whether the owner may sleep; false when a command has arrived meanwhile.
    func goToSleep() -> Bool {
        state.withLock { state in
            state.isOwnerAsleep = state.commands.isEmpty
            return state.isOwnerAsleep
        }
    }

    /// Moves the commands into an empty array, whose storage is used for the next ones.
    func take(into batch: inout [TransportCommand]) {
        state.withLock { state in
            state.isOwnerAsleep = false
            swap(&batch, &state.commands)
        }
    }
}

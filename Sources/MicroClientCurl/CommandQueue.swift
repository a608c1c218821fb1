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
    /// A part of a task that runs on the transport's thread.
    case run(UnownedJob)
    case stop
}

/// Commands on their way to the transport's thread, which is woken only when it sleeps.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [TransportCommand] = []
        var isOwnerAsleep = false
        var isClosed = false
    }

    private let multi: MultiHandle
    private let state = Locked(State())

    init(multi: MultiHandle) { self.multi = multi }

    /// - Returns: False if the transport's thread has ended.
    @discardableResult
    func post(_ command: TransportCommand) -> Bool {
        let (isOpen, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isOwnerAsleep = false }
            return (true, state.isOwnerAsleep)
        }
        // Outside the lock: on one core the woken thread runs at once and would find the lock taken.
        if wakes { multi.wakeUp() }
        return isOpen
    }

    /// Takes no more commands, since the transport's thread ends.
    ///
    /// - Returns: The commands that are still there.
    func close() -> [TransportCommand] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
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

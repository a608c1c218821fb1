import Foundation
import MicroClient

/// What other threads ask of the transport's thread.
enum Command: Sendable {
    case start(EventQueue, UploadSource)
    case cancel(EventQueue)
    /// The reader has made room.
    case resumeReceiving(EventQueue)
    /// The body's stream has given another chunk, its end or an error.
    case resumeSending(EventQueue)
    case stop
}

/// Commands on their way to the transport's thread, which is woken only when it sleeps.
final class Mailbox: @unchecked Sendable {  // Its state is touched under its lock only.
    private let lock = NSLock()
    private let multi: MultiHandle
    private var commands: [Command] = []
    private var isOwnerAsleep = false

    init(multi: MultiHandle) { self.multi = multi }

    func post(_ command: Command) {
        lock.lock()
        commands.append(command)
        let wakes = isOwnerAsleep
        isOwnerAsleep = false
        lock.unlock()
        // Outside the lock: on one core the woken thread runs at once and would find the lock taken.
        if wakes { multi.wakeUp() }
    }

    /// Whether the owner may sleep; false when a command has come meanwhile.
    func goToSleep() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        isOwnerAsleep = commands.isEmpty
        return isOwnerAsleep
    }

    /// Moves the commands into an empty array, which lends its storage for the next ones.
    func take(into batch: inout [Command]) {
        lock.lock()
        isOwnerAsleep = false
        swap(&batch, &commands)
        lock.unlock()
    }
}

import Explorer
import Foundation

/// Events from other threads, and the pipe that wakes the loop for them.
final class Mailbox: @unchecked Sendable {
    // @unchecked: `events` is touched under the lock only; the descriptors never change.
    private let lock = NSLock()
    private var events: [Event] = []
    /// The descriptor that is readable while there are events.
    let wakeDescriptor: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (wakeDescriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(wakeDescriptor)
        close(writeEnd)
    }

    /// Adds an event, from any thread.
    func post(_ event: Event) {
        let wasEmpty = lock.withLock {
            events.append(event)
            return events.count == 1
        }
        guard wasEmpty else { return }
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    var hasEvents: Bool { lock.withLock { !events.isEmpty } }

    /// Returns as soon as there is an event, or when the time is over.
    ///
    /// - Returns: Whether there is an event.
    func waitForEvent(milliseconds: Int32) -> Bool {
        var source = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&source, 1, milliseconds) > 0
    }

    /// Returns all events since the last call, in order.
    func takeAll() -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeDescriptor, &bytes, bytes.count) > 0 {}
        return lock.withLock {
            defer { events = [] }
            return events
        }
    }
}

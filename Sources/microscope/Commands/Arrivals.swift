import Foundation

/// Values from other threads, for one thread that waits for them and for something else.
final class Arrivals<Value: Sendable>: @unchecked Sendable {
    // @unchecked: `values` is touched under the lock only.
    private let lock = NSLock()
    private var values: [Value] = []
    private let pipe = Pipe()

    func add(_ value: Value) {
        lock.withLock { values.append(value) }
        wake()
    }

    /// Returns the values since the last call, in their order.
    func take() -> [Value] {
        lock.withLock {
            defer { values = [] }
            return values
        }
    }

    func wake() { pipe.fileHandleForWriting.write(Data([0])) }

    /// Returns after a value or a wake, when the other descriptor is readable, or at the date.
    func wait(orFor other: Int32, until date: Date? = nil) {
        let own = pipe.fileHandleForReading.fileDescriptor
        var sources = [other, own].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&sources, nfds_t(sources.count), Waiting.milliseconds(until: date)) > 0, sources[1].revents != 0
        else { return }
        var byte: UInt8 = 0
        _ = read(own, &byte, 1)
    }
}

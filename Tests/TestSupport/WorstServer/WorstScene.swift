import Foundation

/// The scene of a row's play: one connection of the worst server, after the head of its first request.
public struct WorstScene: Sendable {
    public let connection: RawConnection
    /// The number of the connection, from 1.
    public let number: Int
    /// The head of the first request; empty if the server plays unasked.
    public let requestHead: String
    /// The addresses, such as "http://127.0.0.1:4711"; the other one is another origin with the same manners.
    public let origin: String
    public let otherOrigin: String
    /// The signal that the row's request waits for if another went before it.
    let ready: Signal
    let over: Latch

    var path: String { requestHead.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    // MARK: What a server does

    @discardableResult func write(_ text: String) -> Bool { connection.write(text) }
    @discardableResult func write(_ bytes: [UInt8]) -> Bool { connection.write(bytes) }

    func end(_ end: WorstEnd) {
        switch end {
        case .closes: break
        case .resets: connection.reset()
        case .waits: connection.waitForClose()
        }
    }

    /// Waits until all is over, for a client whose close cannot arrive, because what it has sent before is not read.
    func waitUntilOver() { over.wait() }

    /// Writes the same until the client has closed.
    func writeForEver(_ piece: [UInt8]) {
        while connection.write(piece) {}
    }

    /// Writes the same without keeping the machine busy: for rows that end by the clock.
    func writeForEverAtEase(_ piece: [UInt8]) {
        while !connection.isClosed(within: 1), connection.write(piece) {}
    }

    /// Writes the same, slowly, until the client has closed.
    func trickleForEver(_ piece: String) {
        while !connection.isClosed(within: 20), connection.write(piece) {}
    }

    /// Responds properly, and keeps the connection.
    func respondPolitely(_ text: String = "polite") {
        write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }
}

extension RawConnection {
    /// Waits for a number of milliseconds, or until the client closes; returns whether it has.
    func isClosed(within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) <= 0
    }
}

extension RawConnection {
    /// Ends both directions now; the descriptor is closed when the play is over.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// A latch for threads that have nothing else to do but wait.
final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// Something that happens once and may be waited for by a task.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    func send() { continuation.yield() }
    func wait() async { _ = await stream.first { _ in true } }
}

/// Lets a limited number of tasks pass at a time.
public final class Turnstile: @unchecked Sendable {  // Its state is touched under its lock only.
    private let lock = NSLock()
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(places: Int) { self.places = places }

    public func enter() async {
        await withCheckedContinuation { task in
            let mayPass = lock.withLock {
                let isFree = places > 0
                if isFree { places -= 1 } else { waiting.append(task) }
                return isFree
            }
            if mayPass { task.resume() }
        }
    }

    public func leave() {
        let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            if waiting.isEmpty { places += 1 }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
        next?.resume()
    }
}

import Foundation

/// A listener on the loopback interface for the one request with which a browser returns from an authorization page.
///
/// - Source: RFC 8252, section 7.3.
public final class RedirectListener: Sendable {
    /// The URL for the browser to return to, with the port that is listened on.
    public let redirectURI: String
    private let callback: LoopbackCallback
    private let socket: LoopbackSocket
    private let wake: WakePipe

    /// Creates a listener and starts listening.
    ///
    /// - Throws: ``RedirectListenerError`` when the port is in use.
    public init(_ callback: LoopbackCallback) throws {
        self.callback = callback
        socket = try LoopbackSocket(port: callback.port ?? 0, isIPv6: callback.isIPv6)
        wake = try WakePipe()
        redirectURI = callback.redirectURI(port: socket.port)
    }

    /// Returns the whole URL that the browser returned to. Works once: the port is free again afterwards, and when the task is cancelled.
    ///
    /// - Parameters:
    ///   - isInFragment: Whether the response is in the fragment; it is then returned as the query.
    ///   - limit: The time to wait for the browser.
    ///   - isOwn: Returns whether the URL of a request is the expected response. Any other request gets 400, and the wait
    ///     continues, since every page and program on this machine can send one.
    /// - Throws: ``RedirectListenerError``, `CancellationError`.
    public func address(
        isInFragment: Bool, limit: Duration, isOwn: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        let authority = redirectURI.prefix(redirectURI.count - callback.path.count)
        let machine = BrowserReturnMachine(
            path: callback.requestPath, hosts: callback.hosts(port: socket.port), isInFragment: isInFragment,
            isOwn: { isOwn(authority + $0) })
        let (socket, wake) = (socket, wake)
        let target = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
                // A separate thread, since it mostly waits.
                let thread = Thread {
                    var wait = BrowserWait(machine, socket, wake, until: .now + limit)
                    continuation.resume(with: Result { try wait.target() })
                }
                thread.name = "redirect listener"
                thread.start()
            }
        } onCancel: {
            wake.ring()
        }
        return authority + target
    }
}

/// Waits on the connections that browsers open, some of them only in advance.
private struct BrowserWait {
    private let machine: BrowserReturnMachine
    private let socket: LoopbackSocket
    private let wake: WakePipe
    private let deadline: ContinuousClock.Instant
    private var connections: [(descriptor: Int32, bytes: [UInt8])] = []

    private static let mostConnections = 32

    init(
        _ machine: BrowserReturnMachine, _ socket: LoopbackSocket, _ wake: WakePipe,
        until deadline: ContinuousClock.Instant
    ) {
        self.machine = machine
        self.socket = socket
        self.wake = wake
        self.deadline = deadline
    }

    /// - Throws: ``RedirectListenerError`` when the time is over, `CancellationError` when the pipe was written to.
    mutating func target() throws -> String {
        defer {
            for connection in connections { closeDescriptor(connection.descriptor) }
            socket.close()
        }
        while true {
            var watched = ([wake.reading, socket.descriptor] + connections.map(\.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let rest = ContinuousClock.now.duration(to: deadline).components.seconds
            guard rest >= 0 else { throw RedirectListenerError(.timedOut, "Timeout: the browser did not return.") }
            let count = poll(&watched, nfds_t(watched.count), Int32(clamping: rest * 1000 + 1000))
            if count < 0, errno != EINTR { throw LoopbackSocket.failure("poll", port: socket.port) }
            guard count > 0 else { continue }
            if watched[0].revents != 0 { throw CancellationError() }
            let ready = Set(watched.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            if let target = read(from: ready) { return target }
            if watched[1].revents != 0 { accept() }
        }
    }

    private mutating func accept() {
        guard let descriptor = socket.accept() else { return }
        connections.append((descriptor, []))
        guard connections.count > Self.mostConnections else { return }
        closeDescriptor(connections.removeFirst().descriptor)
    }

    /// Returns the target if one of the connections has sent the expected request.
    private mutating func read(from ready: Set<Int32>) -> String? {
        for index in connections.indices.reversed() where ready.contains(connections[index].descriptor) {
            let descriptor = connections[index].descriptor
            let piece = LoopbackSocket.bytes(from: descriptor)
            connections[index].bytes += piece ?? []
            switch piece == nil ? .close : machine.action(for: connections[index].bytes) {
            case .read: continue
            case .close: end(index)
            case .response(let page): end(index, after: page)
            case .finish(let target):
                end(index, after: BrowserPage.done)
                return target
            }
        }
        return nil
    }

    private mutating func end(_ index: Int, after page: [UInt8] = []) {
        let descriptor = connections.remove(at: index).descriptor
        LoopbackSocket.write(page, to: descriptor)
        closeDescriptor(descriptor)
    }
}

import Foundation

/// A TCP socket that listens on 127.0.0.1 or ::1, and nowhere else. Closed once, at the latest when it is released.
final class LoopbackSocket: Sendable {
    let descriptor: Int32
    let port: UInt16
    private let isOpen = OnceFlag()

    /// - Parameter port: The port; 0 takes a free one.
    /// - Throws: ``RedirectListenerError``; nothing stays open then.
    init(port wanted: UInt16, isIPv6: Bool) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, stream, 0)
        guard descriptor >= 0 else { throw Self.failure("socket", port: wanted) }
        do {
            try Self.bind(descriptor, port: wanted, isIPv6)
            port = try Self.port(of: descriptor, isIPv6)
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
    }

    deinit { close() }

    func close() { if isOpen.take() { closeDescriptor(descriptor) } }

    /// Returns the next connection; nil when it is gone already.
    func accept() -> Int32? {
        let connection = acceptConnection(descriptor)
        guard connection >= 0 else { return nil }
        Self.prepare(connection)
        return connection
    }

    /// Returns the bytes that have arrived; nil at the end, or when the connection broke.
    static func bytes(from connection: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Writes a page, which is far smaller than the socket's buffer; a browser that has left misses it.
    static func write(_ bytes: [UInt8], to connection: Int32) {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        if !bytes.isEmpty { _ = send(connection, bytes, bytes.count, flags) }
    }

    static func failure(_ operation: String, port: UInt16) -> RedirectListenerError {
        let number = errno
        if number == EADDRINUSE {
            return RedirectListenerError(
                .portInUse,
                "Port \(port) of the callback URL is used by another program: stop it, or choose another port.")
        }
        let reason = String(cString: strerror(number))
        return RedirectListenerError(.socketFailed, "The redirect cannot be received: \(reason) (\(operation)).")
    }

    // MARK: - Opening

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private static func bind(_ descriptor: Int32, port: UInt16, _ isIPv6: Bool) throws {
        prepare(descriptor)
        var on: Int32 = 1
        // A port just closed can be used at once; one that is listened on cannot.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var (four, six) = addresses(port)
        let bound =
            isIPv6
            ? withAddress(&six) { bindSocket(descriptor, $0, $1) }
            : withAddress(&four) { bindSocket(descriptor, $0, $1) }
        guard bound == 0 else { throw failure("bind", port: port) }
        guard listen(descriptor, 16) == 0 else { throw failure("listen", port: port) }
    }

    private static func port(of descriptor: Int32, _ isIPv6: Bool) throws -> UInt16 {
        var (four, six) = addresses(0)
        var length = socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let status =
            isIPv6
            ? withAddress(&six) { pointer, _ in getsockname(descriptor, pointer, &length) }
            : withAddress(&four) { pointer, _ in getsockname(descriptor, pointer, &length) }
        guard status == 0 else { throw failure("getsockname", port: 0) }
        return UInt16(bigEndian: isIPv6 ? six.sin6_port : four.sin_port)
    }

    private static func addresses(_ port: UInt16) -> (sockaddr_in, sockaddr_in6) {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        six.sin6_addr = in6addr_loopback
        return (four, six)
    }

    private static func withAddress<Address, Result>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}

/// A flag that can be taken once.
final class OnceFlag: @unchecked Sendable {
    // @unchecked: all access goes through the lock.
    private let lock = NSLock()
    private var isTaken = false

    /// Returns whether this is the first call.
    func take() -> Bool {
        lock.withLock {
            defer { isTaken = true }
            return !isTaken
        }
    }
}

/// Wakes a thread that waits for descriptors.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoopbackSocket.failure("pipe", port: 0) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        closeDescriptor(reading)
        closeDescriptor(writing)
    }

    func ring() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }
}

// Functions outside the types, whose methods hide the system's functions of the same names.
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func bindSocket(_ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(descriptor, address, length)
}

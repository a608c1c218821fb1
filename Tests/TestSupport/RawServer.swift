import Foundation

#if os(Linux)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

/// A server on a loopback socket that does exactly what a test says, byte for byte: polite servers do not close early or lie.
///
/// Each connection is served on a thread of its own.
public final class RawServer: Sendable {
    public let port: Int
    public var baseURL: String { "\(scheme)://127.0.0.1:\(port)" }
    private let listener: Int32
    private let scheme: String

    /// - Parameters:
    ///   - tls: The TLS of the server; nil for none. A client with which no handshake succeeds is let go, and not counted as served.
    ///   - serve: Called for each connection with its number, from 1; the connection is closed when it returns.
    public init(tls: ServerTLS? = nil, serve: @escaping @Sendable (RawConnection, Int) -> Void) throws {
        let context = try tls.map(TLSContext.init)
        scheme = tls == nil ? "http" : "https"
        let listener = try loopbackListener(backlog: 128)
        self.listener = listener
        port = try boundPort(of: listener)
        Thread.detachNewThread {
            var number = 0
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return Self.end(listener) }
                number += 1
                Thread.detachNewThread { [number] in
                    let connection = RawConnection(descriptor, context)
                    if let connection { serve(connection, number) }
                    connection?.close()
                }
            }
        }
    }

    /// Sends these bytes for the first request of each connection and closes it.
    public convenience init(responding response: String) throws {
        try self.init { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(response)
        }
    }

    /// The thread closes the listener: closed here, its number might belong to another one before the thread is out of `accept`.
    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        #if !os(Linux)
            // Elsewhere only this ends `accept`.
            close(listener)
        #endif
    }

    private static func end(_ listener: Int32) {
        #if os(Linux)
            close(listener)
        #endif
    }
}

/// One connection of a ``RawServer``, used by its thread only.
public final class RawConnection: Sendable {
    let descriptor: Int32
    private let tls: TLSStream?

    /// Creates a connection; nil if TLS was asked for and no handshake succeeded, and the descriptor is closed then.
    init?(_ descriptor: Int32, _ context: TLSContext? = nil) {
        self.descriptor = descriptor
        guard let context else {
            tls = nil
            return
        }
        ignoreBrokenPipes(descriptor)
        guard let stream = context.accept(descriptor) else {
            endAfterClient(descriptor)
            return nil
        }
        tls = stream
    }

    public func close() {
        tls?.close()
        Foundation.close(descriptor)
    }

    /// Closes with a reset instead of an end.
    public func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Returns the next request's head up to the empty line; nil if the client closes before.
    public func readHead() -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1).first else { return nil }
            head.append(byte)
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Returns the next line without its end; nil if the client closes before.
    public func readLine() -> String? {
        var line: [UInt8] = []
        while let byte = read(1).first {
            if byte == 0x0A { return String(decoding: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    /// Reads as many bytes as asked for; fewer if the client closes before.
    public func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                receive(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            guard got > 0 else { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    @discardableResult public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult public func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { transmit(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads what has arrived, at least one byte; nothing at the end.
    func readSome() -> [UInt8] {
        // Not less than a record of TLS, so that nothing of one is left unseen.
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = bytes.withUnsafeMutableBytes { receive(into: $0) }
        return Array(bytes.prefix(max(count, 0)))
    }

    private func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        tls?.read(into: buffer) ?? recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }

    private func transmit(_ bytes: UnsafeRawBufferPointer) -> Int {
        tls?.write(bytes) ?? send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }

    public func writeZeros(_ count: Int) {
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var left = count
        while left > 0, write(Array(zeros.prefix(left))) { left -= min(left, zeros.count) }
    }

    /// Writes zeros, without TLS, until the client takes no more for a while; returns how many were written.
    public func writeUntilBlocked(atMost limit: Int) -> Int {
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var written = 0
        while written < limit {
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, 300) == 1 else { return written }
            let count = send(
                descriptor, zeros, min(zeros.count, limit - written), Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            guard count > 0 else { return written }
            written += count
        }
        return written
    }

    /// Returns when the client has closed its end.
    public func waitForClose() {
        var room = [UInt8](repeating: 0, count: 64 << 10)
        while room.withUnsafeMutableBytes({ receive(into: $0) }) > 0 {}
    }
}

/// Closes when the client has closed: otherwise the connection would be reset, and the client would not read why.
private func endAfterClient(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
    close(descriptor)
}

/// Ignores the signal for broken pipes: OpenSSL writes without `MSG_NOSIGNAL`, and a client that is gone must be an error here.
private func ignoreBrokenPipes(_ descriptor: Int32) {
    #if os(Linux)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    #else
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
}

public func loopbackListener(backlog: Int32) throws -> Int32 {
    let listener = socket(AF_INET, streamSocket, 0)
    var address = loopback(port: 0)
    let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard isBound == 0, listen(listener, backlog) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return listener
}

public func boundPort(of socket: Int32) throws -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard result == 0 else { throw POSIXError(.ENOTSOCK) }
    return Int(UInt16(bigEndian: address.sin_port))
}

/// Returns a port on which nobody listens, for a program that wants to be given one or for a connection that is to be refused.
///
/// No system gives these ports to a socket that asks for any: Linux gives those from 32768, macOS those from 49152. A port that was bound a
/// moment ago would go to the next of the servers that tests start all the time, and connections would then be made to that one.
public func unusedPort() -> Int {
    while true {
        let port = Int.random(in: 20_000..<32_768)
        guard let other = Relay.connect(port: port) else { return port }
        other.close()
    }
}

/// A listener that lets no one in: its queue is full, so that connecting to it never ends.
public final class FullListener: Sendable {
    public let port: Int
    private let sockets: [Int32]

    public init() throws {
        let listener = try loopbackListener(backlog: 0)
        let port = try boundPort(of: listener)
        self.port = port
        sockets = [listener] + (0..<4).map { _ in Self.begunConnection(to: port) }
    }

    deinit { for socket in sockets { close(socket) } }

    private static func begunConnection(to port: Int) -> Int32 {
        let client = socket(AF_INET, streamSocket, 0)
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        var address = loopback(port: port)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return client
    }
}

private func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

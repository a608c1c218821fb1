import Foundation

#if os(Linux)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

/// The relaying of a proxy once it knows the target: bytes go both ways until one side ends.
enum Relay {
    /// Connects to a port of this machine, whatever the host was called: tests can use names that nobody can look up.
    static func connect(port: Int) -> RawConnection? {
        let descriptor = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return RawConnection(descriptor)
    }

    /// Relays bytes until one side has ended; the origin's connection is closed then. One thread for both ways: TLS wants that.
    static func run(_ client: RawConnection, _ origin: RawConnection) {
        defer { origin.close() }
        while true {
            var states = [client, origin].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&states, 2, -1) > 0 else { return }
            if states[0].revents != 0, !pass(from: client, to: origin) { return }
            if states[1].revents != 0, !pass(from: origin, to: client) { return }
        }
    }

    private static func pass(from source: RawConnection, to sink: RawConnection) -> Bool {
        let bytes = source.readSome()
        return !bytes.isEmpty && sink.write(bytes)
    }
}

/// Lines that a proxy writes down while its test looks on.
final class Notes: @unchecked Sendable {  // Reached under its lock only.
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}

import Foundation

#if os(Linux)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

/// What a proxy does once it knows where to: bytes go both ways until one side ends.
enum Relay {
    /// Whatever the host was called, it is on this machine: so a test can use names that no one can look up.
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

    /// Returns when both have ended; the origin's connection is closed then.
    static func run(_ client: RawConnection, _ origin: RawConnection) {
        let answered = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            pump(from: origin, to: client)
            answered.signal()
        }
        pump(from: client, to: origin)
        answered.wait()
        origin.close()
    }

    private static func pump(from source: RawConnection, to sink: RawConnection) {
        while true {
            let bytes = source.readSome()
            guard !bytes.isEmpty, sink.write(bytes) else { break }
        }
        sink.endWriting()
        source.endReading()
    }
}

extension RawConnection {
    /// What has arrived, at least one byte; nothing at the end.
    func readSome() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(count, 0)))
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
    func endReading() { shutdown(descriptor, Int32(SHUT_RD)) }
}

/// Lines that a proxy writes down while its test looks on.
final class Notes: @unchecked Sendable {  // Reached under its lock only.
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}

import Foundation

#if os(Linux)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

/// A server on a Unix socket of its own that responds to each request with its first line and host.
public final class UnixEchoServer: Sendable {
    public let path: String
    private let listener: Int32

    public init() throws {
        path = NSTemporaryDirectory() + "echo-\(UUID().uuidString.prefix(8))"
        let listener = try Self.listen(at: path)
        self.listener = listener
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                Thread.detachNewThread { Self.serve(descriptor) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unlink(path)
    }

    private static func serve(_ descriptor: Int32) {
        guard let connection = RawConnection(descriptor) else { return }
        while let head = connection.readHead() {
            let text = "\(head.prefix { $0 != "\r\n" }), \(head.field("Host") ?? "")"
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        connection.close()
    }

    private static func listen(at path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw POSIXError(.ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let listener = socket(AF_UNIX, streamSocket, 0)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0, Foundation.listen(listener, 16) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return listener
    }
}

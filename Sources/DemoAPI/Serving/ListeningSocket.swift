import Foundation

/// A TCP socket that listens on 127.0.0.1.
///
/// We open it ourselves, because libmicrohttpd reports a failed bind only as "no daemon".
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// - Parameter port: 0 takes a free one.
    /// - Throws: ``DemoServerError`` with the failing call; nothing stays open then.
    init(port requested: UInt16) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw Self.failure("socket", requested) }
        do {
            try Self.prepare(descriptor, port: requested)
            port = try Self.boundPort(of: descriptor, requested)
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
    }

    func close() { closeDescriptor(descriptor) }

    private static func prepare(_ descriptor: Int32, port: UInt16) throws {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var on: Int32 = 1
        // A port just left by a stopped server can be taken at once; one that is listened on cannot.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = loopback(port)
        let bound = withSocketAddress(&address) { bind(descriptor, $0, $1) }
        guard bound == 0 else { throw failure("bind", port) }
        guard listen(descriptor, 512) == 0 else { throw failure("listen", port) }
    }

    private static func boundPort(of descriptor: Int32, _ requested: UInt16) throws -> UInt16 {
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withSocketAddress(&address) { pointer, _ in getsockname(descriptor, pointer, &length) }
        guard status == 0 else { throw failure("getsockname", requested) }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withSocketAddress<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func failure(_ operation: String, _ port: UInt16) -> DemoServerError {
        let number = errno
        let code: DemoServerError.Code =
            switch number {
            case EADDRINUSE: .portInUse
            case EACCES, EPERM: .portNotPermitted
            default: .socketFailed
            }
        return DemoServerError(code: code, port: port, operation: operation, message: String(cString: strerror(number)))
    }
}

// Outside the type, where `close` is the system's.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

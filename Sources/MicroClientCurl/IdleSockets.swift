import Foundation

/// The sockets of connections that libcurl keeps, by their local port.
///
/// libcurl reuses a kept connection unless it is closed: a response that a server sends unasked would be taken for that to the
/// next request. So each is checked before it is reused. It belongs to the transport's thread.
/// - Source: RFC 9112, sections 6.3 and 9.2: bytes that arrive unasked are no response.
struct IdleSockets {
    private var descriptors: [Int: Int32] = [:]
    /// The largest number of entries; some may be of closed sockets.
    private static let most = 4096

    /// Remembers the socket of a new HTTP/1 connection; in HTTP/2 a server may send first.
    mutating func keep(_ descriptor: Int32, port: Int) {
        if descriptors.count >= Self.most { descriptors = descriptors.filter { Self.port(of: $0.value) == $0.key } }
        descriptors[port] = descriptor
    }

    /// Returns whether there is something to read, or the end.
    func hasInput(port: Int) -> Bool {
        // The descriptor may be that of another connection by now.
        guard let descriptor = descriptors[port], Self.port(of: descriptor) == port else { return false }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)
    }

    /// Returns the local port; nil if it is no IPv4 or IPv6 socket. The port is at the same offset in both kinds of address.
    static func port(of descriptor: Int32) -> Int? {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        let families = [sa_family_t(AF_INET), sa_family_t(AF_INET6)]
        guard result == 0, families.contains(address.sin6_family) else { return nil }
        return Int(UInt16(bigEndian: address.sin6_port))
    }
}

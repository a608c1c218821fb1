import Foundation

/// The sockets behind connections that libcurl keeps, known by the port at our end.
///
/// libcurl takes a kept connection unless it is closed: an answer that a server sends before it is asked would be taken for that to the
/// next request. So each is looked at before it is used again. It belongs to the transport's thread.
/// - Source: RFC 9112, sections 6.3 and 9.2: what comes unasked is no answer.
struct KeptSockets {
    private var descriptors: [Int: Int32] = [:]
    /// Of those that are gone, some may still be in the list.
    private static let most = 4096

    /// Remembers the socket of a new connection that speaks HTTP/1; in HTTP/2 a server may well speak first.
    mutating func keep(_ descriptor: Int32, port: Int) {
        if descriptors.count >= Self.most { descriptors = descriptors.filter { Self.port(of: $0.value) == $0.key } }
        descriptors[port] = descriptor
    }

    /// Whether there is something to read, or the end.
    func hasInput(port: Int) -> Bool {
        // The number may be another connection's by now.
        guard let descriptor = descriptors[port], Self.port(of: descriptor) == port else { return false }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)
    }

    /// At our end; nil for what is no socket of IPv4 or IPv6. The port stands at the same place in both kinds of address.
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

/// Just enough of HTTP/2 to be a server that behaves badly.
///
/// - Source: RFC 9113, sections 3.4, 4.1 and 6.
public enum HTTP2Frame {
    public static func settings() -> [UInt8] { frame(type: 4, stream: 0, []) }
    public static func settingsAcknowledgement() -> [UInt8] { frame(type: 4, flags: 1, stream: 0, []) }

    public static func reset(stream: UInt32, code: UInt32) -> [UInt8] { frame(type: 3, stream: stream, bytes(code)) }

    public static func goAway(lastStream: UInt32, code: UInt32) -> [UInt8] {
        frame(type: 7, stream: 0, bytes(lastStream) + bytes(code))
    }

    /// Returns a frame that allows more bytes to come; stream 0 is the connection.
    public static func windowUpdate(stream: UInt32, by count: UInt32) -> [UInt8] {
        frame(type: 8, stream: stream, bytes(count))
    }

    /// Returns status 200, from the static table, as a whole head; `isLast`: no body follows.
    public static func ok(stream: UInt32, isLast: Bool = false) -> [UInt8] {
        frame(type: 1, flags: isLast ? 5 : 4, stream: stream, [0x88])
    }

    public static func data(_ text: String, stream: UInt32, isLast: Bool) -> [UInt8] {
        frame(type: 0, flags: isLast ? 1 : 0, stream: stream, Array(text.utf8))
    }

    /// Returns one field as the trailer section, which ends the stream.
    public static func trailer(_ name: String, _ value: String, stream: UInt32) -> [UInt8] {
        // A literal without indexing: RFC 7541, section 6.2.2.
        let field: [UInt8] = [0] + [name, value].flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        return frame(type: 1, flags: 5, stream: stream, field)
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    private static func frame(type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        Array(bytes(UInt32(payload.count)).dropFirst()) + [type, flags] + bytes(stream) + payload
    }
}

extension RawConnection {
    /// Waits for the client's preface and sends the server's; returns false if none comes.
    public func openHTTP2() -> Bool {
        guard read(24) == Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) else { return false }
        return write(HTTP2Frame.settings() + HTTP2Frame.settingsAcknowledgement())
    }

    /// Returns the stream of the next request; nil if the client is gone.
    public func readHTTP2Request() -> UInt32? {
        while true {
            let head = read(9)
            guard head.count == 9 else { return nil }
            let length = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
            guard read(length).count == length else { return nil }
            if head[3] == 1 { return head[5..<9].reduce(0) { $0 << 8 | UInt32($1) } }
        }
    }
}

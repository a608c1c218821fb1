import RequestMacros

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// The compiler starts this program once for each file that it compiles, sends messages to its standard input and reads the responses
// from its standard output: each is a length of eight bytes in little-endian order, followed by JSON.

/// Reads exactly this number of bytes; returns nil at the end of the input.
func readBytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
        let result = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { read(STDIN_FILENO, $0 + received, count - received) } ?? 0
        }
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return nil }
        received += result
    }
    return bytes
}

/// Writes bytes; returns whether all of them were written.
func writeBytes(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
        let result = bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { write(STDOUT_FILENO, $0 + sent, bytes.count - sent) } ?? 0
        }
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return false }
        sent += result
    }
    return true
}

/// Reads the next message; returns nil at the end.
func readMessage() -> [UInt8]? {
    guard let header = readBytes(8) else { return nil }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Larger than any source file: not from the compiler.
    guard length < 1 << 30 else { return nil }
    return readBytes(Int(length))
}

func header(of message: [UInt8]) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count) >> ($0 * 8)) }
}

while let message = readMessage() {
    let answer = PluginConversation.answer(to: message)
    guard writeBytes(header(of: answer) + answer) else { break }
}

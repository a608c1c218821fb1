import Foundation

/// One keep-alive connection that sends text as it is and reads responses as they are: spelling, order, duplicates, chunks.
final class RawClient {
    struct Response {
        var status = 0
        var fields: [(name: String, value: String)] = []
        var body: [UInt8] = []
        /// The sizes of the chunks in their order; nil if the body had a length.
        var chunkSizes: [Int]?

        var text: String { String(decoding: body, as: UTF8.self) }
        func all(_ name: String) -> [String] {
            fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }
        subscript(name: String) -> String? { all(name).first }
        func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
        func object() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }
    }

    enum Failure: Error {
        case connect(Int32)
        /// The server closed the connection, or nothing came for 60 seconds.
        case ended
        case malformed(String)
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var offset = 0

    init(port: UInt16) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        // A wrong server must fail the test, not hang it.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // All members are set here, so `deinit` closes the descriptor after a throw too.
        guard result == 0 else { throw Failure.connect(errno) }
    }

    deinit { close(descriptor) }

    /// - Parameter fields: The header lines without their line ends; Host and, for a body, Content-Length are added.
    func send(_ method: String, _ target: String, _ fields: [String] = [], body: [UInt8]? = nil) throws -> Response {
        try write(method, target, fields, body: body)
        return try readResponse(hasBody: method != "HEAD")
    }

    func get(_ target: String, _ fields: [String] = []) throws -> Response { try send("GET", target, fields) }

    func write(_ method: String, _ target: String, _ fields: [String] = [], body: [UInt8]? = nil) throws {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1"] + fields
        if let body { lines.append("Content-Length: \(body.count)") }
        try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { throw Failure.ended }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads a response. Interim responses (100) are skipped.
    func readResponse(hasBody: Bool = true) throws -> Response {
        var response = try readHead()
        while response.status == 100 { response = try readHead() }
        guard hasBody, response.status != 204, response.status != 304 else { return response }
        if response["Transfer-Encoding"] == "chunked" {
            try readChunks(into: &response)
        } else {
            response.body = try readBytes(Int(response["Content-Length"] ?? "") ?? 0)
        }
        return response
    }

    func readHead() throws -> Response {
        var response = Response()
        let line = try readLine()
        guard line.hasPrefix("HTTP/1.1 "), let status = Int(line.dropFirst(9).prefix(3)) else {
            throw Failure.malformed(line)
        }
        response.status = status
        while case let line = try readLine(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            response.fields.append((String(line[..<colon]), String(value)))
        }
        return response
    }

    /// Returns the next chunk's content; empty at the end.
    func readChunk() throws -> [UInt8] {
        let line = try readLine()
        guard let size = Int(line, radix: 16) else { throw Failure.malformed(line) }
        let chunk = try readBytes(size)
        _ = try readLine()
        return chunk
    }

    private func readChunks(into response: inout Response) throws {
        response.chunkSizes = []
        while case let chunk = try readChunk(), !chunk.isEmpty {
            response.chunkSizes?.append(chunk.count)
            response.body += chunk
        }
    }

    private func readLine() throws -> String {
        while true {
            if let end = received[offset...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { offset = end + 1 }
                return String(decoding: received[offset..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            }
            try receive()
        }
    }

    private func readBytes(_ count: Int) throws -> [UInt8] {
        while received.count - offset < count { try receive() }
        defer { offset += count }
        return Array(received[offset..<(offset + count)])
    }

    private func receive() throws {
        if offset == received.count {
            received.removeAll(keepingCapacity: true)
            offset = 0
        }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure.ended }
        received += buffer[..<count]
    }
}

import Foundation
import TestSupport

/// A request as it came over the wire.
struct WireArrival: Sendable {
    var method: String
    var target: String
    /// The header fields by lowercase name.
    var headers: [String: String]
    var body: [UInt8]

    var json: NSObject? {
        try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) as? NSObject
    }
}

/// Sends the recorded response of each sample, by the number that its path begins with, and keeps what came.
final class RespondingServer: Sendable {
    private let server: RawServer
    private let received: Received
    var baseURL: String { server.baseURL }

    init(_ samples: [SampleRequest]) throws {
        let received = Received()
        self.received = received
        server = try RawServer { connection, _ in
            guard let request = WireArrival(connection) else { return }
            let words = request.target.split(separator: "/")
            guard words.count >= 2, let number = Int(words[0]), samples.indices.contains(number) else { return }
            received.add(request, "\(number)/\(words[1].prefix { $0 != "?" })")
            connection.write(
                Self.response(samples[number].response ?? .init(body: "[]"), isHead: request.method == "HEAD"))
        }
    }

    /// Returns the requests by form.
    func requests(_ number: Int) -> [String: WireArrival] {
        received.all.reduce(into: [:]) { found, entry in
            let parts = entry.key.split(separator: "/")
            if parts[0] == "\(number)" { found[String(parts[1])] = entry.value }
        }
    }

    private static func response(_ response: SampleRequest.Response, isHead: Bool) -> String {
        "HTTP/1.1 \(response.status) Yes\r\nContent-Type: \(response.contentType)\r\nConnection: close\r\n"
            + "Content-Length: \(response.body.utf8.count)\r\n\r\n" + (isHead ? "" : response.body)
    }

    private final class Received: @unchecked Sendable {
        // @unchecked: `requests` is touched under the lock only.
        private let lock = NSLock()
        private var requests: [String: WireArrival] = [:]
        var all: [String: WireArrival] { lock.withLock { requests } }
        func add(_ request: WireArrival, _ place: String) { lock.withLock { requests[place] = request } }
    }
}

extension WireArrival {
    /// Reads a request; nil if the client went away.
    init?(_ connection: RawConnection) {
        guard let head = connection.readHead() else { return nil }
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count == 3 else { return nil }
        (method, target) = (words[0], words[1])
        headers = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        body = Self.body(connection, headers)
    }

    private static func body(_ connection: RawConnection, _ headers: [String: String]) -> [UInt8] {
        if let length = headers["content-length"].flatMap({ Int($0) }) { return connection.read(length) }
        guard headers["transfer-encoding"]?.lowercased() == "chunked" else { return [] }
        var body: [UInt8] = []
        while let line = connection.readLine(), let length = Int(line, radix: 16), length > 0 {
            body += connection.read(length)
            _ = connection.readLine()
        }
        return body
    }
}

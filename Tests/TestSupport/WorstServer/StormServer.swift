import Foundation
import MicroClient

/// Plays every row that needs no server of its own, each request the one that its field `X-Row` names.
public final class StormServer: Sendable {
    /// The rows that it can play.
    public static let rows = WorstRow.all.filter { row in
        guard case .server = row.target else { return false }
        return !row.playsUnasked && row.follows == nil && row.tls == nil && !row.id.hasPrefix("stall-upload")
    }

    private static let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })

    private let server: RawServer
    private let open = Counter()

    public init() throws {
        let (open, origin) = (open, Counter())
        server = try RawServer { connection, number in
            open.add(1)
            defer { open.add(-1) }
            guard let head = connection.readHead(), let row = Self.row(of: head) else { return }
            let url = "http://127.0.0.1:\(origin.value)"
            row.play(
                WorstScene(
                    connection: connection, number: number, requestHead: head, origin: url, otherOrigin: url,
                    ready: Signal(), over: Latch()))
        }
        origin.add(server.port)
    }

    private static func row(of head: String) -> WorstRow? {
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("X-Row: ") }
        return field.flatMap { byID[String($0.dropFirst(7))] }
    }

    public var port: Int { server.port }
    /// Connections that are being served.
    public var openConnections: Int { open.value }

    public func request(_ row: WorstRow) -> WireRequest {
        var headers = row.headers
        headers.append("X-Row", row.id)
        return WireRequest(
            method: row.method, url: server.baseURL + "/row", headers: headers, body: row.body, options: row.options)
    }
}

/// A number that many threads change.
public final class Counter: @unchecked Sendable {  // Its state is touched under its lock only.
    private let lock = NSLock()
    private var number = 0

    public init() {}

    public var value: Int { lock.withLock { number } }
    /// Returns the number after adding one.
    public func next() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }

    /// Returns the next number, from 1; nil if it would be greater than the limit.
    public func take(upTo limit: Int) -> Int? {
        let number = next()
        return number <= limit ? number : nil
    }

    public func add(_ count: Int) { lock.withLock { number += count } }
}

/// Counts itself while it lives.
public final class Held: Sendable {
    private let counter: Counter

    public init(_ counter: Counter) {
        self.counter = counter
        counter.add(1)
    }

    deinit { counter.add(-1) }
}

import Foundation
import MicroClient

/// Plays one row of ``WorstRow/all``, on two origins.
public final class WorstServer: Sendable {
    public let row: WorstRow
    private let first: RawServer
    private let second: RawServer
    private let ready = Signal()
    private let over = Latch()
    private let closedPort: Int
    private let authorityFile: String?

    public init(_ row: WorstRow) async throws {
        let certificates = row.tls == nil ? nil : try await WorstCertificates.all()
        authorityFile = certificates?.authority.certificateFile
        self.row = row
        let origins = Origins()
        let serve: @Sendable (RawConnection, Int) -> Void = { [ready, over] connection, number in
            guard let head = row.playsUnasked ? "" : connection.readHead() else { return }
            row.play(origins.scene(connection, number, head, ready, over))
        }
        first = try RawServer(tls: certificates.flatMap { try row.tls?($0) }, serve: serve)
        second = try RawServer(serve: serve)
        closedPort = unusedPort()
        origins.set(first: first.baseURL, second: second.baseURL)
    }

    deinit { over.open() }

    /// The ports of both servers; a socket that has one of them at an end is theirs or their client's.
    public var ports: Set<Int> { [first.port, second.port] }

    /// The request that goes before; nil when none does.
    public var warmUp: WireRequest? { row.follows.map { WireRequest(method: $0, url: first.baseURL + "/before") } }

    /// Returns when the server has done what the row's own request is to find.
    public func waitUntilReady() async { await ready.wait() }

    /// - Parameter fullPort: The port of a listener that lets no one in.
    public func request(fullPort: Int) -> WireRequest {
        var options = row.options
        options.tls.authorityFile = authorityFile
        return WireRequest(
            method: row.method, url: url(fullPort: fullPort) + "/row", headers: row.headers, body: row.body,
            options: options)
    }

    private func url(fullPort: Int) -> String {
        let user = row.user.map { $0 + "@" } ?? ""
        return switch row.target {
        case .server: "http://\(user)127.0.0.1:\(first.port)"
        case .serverOverTLS: "https://127.0.0.1:\(first.port)"
        case .closedPort: "http://127.0.0.1:\(closedPort)"
        case .fullListener: "http://127.0.0.1:\(fullPort)"
        case .unknownHost: "http://nothing.invalid"
        }
    }
}

/// The addresses of both servers, known only when both have been started.
private final class Origins: @unchecked Sendable {  // Its state is touched under its lock only.
    private let lock = NSLock()
    private var first = ""
    private var second = ""

    func set(first: String, second: String) {
        lock.withLock { (self.first, self.second) = (first, second) }
    }

    func scene(
        _ connection: RawConnection, _ number: Int, _ head: String, _ ready: Signal, _ over: Latch
    ) -> WorstScene {
        let (first, second) = lock.withLock { (self.first, self.second) }
        return WorstScene(
            connection: connection, number: number, requestHead: head, origin: first, otherOrigin: second, ready: ready,
            over: over)
    }
}

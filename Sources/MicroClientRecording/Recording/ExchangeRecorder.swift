import Foundation
import HTTPArchive
import MicroClient

/// A recorder of what a client sends and receives as an HTTP archive (HAR 1.2), without its secrets.
///
/// It wraps the transport of the client, so it records every hop as it is on the wire: retries, redirects,
/// failures, bodies. A recorder can serve any number of clients; entries are in the order in which hops began.
///
///     let recorder = ExchangeRecorder()
///     let client = NetworkClient(configuration: NetworkConfiguration(session: recorder.session(.shared), baseURL: url))
///     // ... requests ...
///     try recorder.write(to: URL(fileURLWithPath: "users.har"))
///
/// Bodies pass through unchanged; only the beginning of each is kept, in memory, until ``reset()``. ``RecordedSession`` plays the archive back.
public final class ExchangeRecorder: Sendable {
    /// The redaction of the archive; nil keeps every secret.
    public let redaction: HARRedaction?
    /// The number of bytes of a body that are kept, each way. Default: 1 MiB. A longer one is marked "_truncated".
    public let maximumBodyBytes: Int

    private let creator: HAR.Tool
    private let clock: ClientClock
    private let log = Locked(RecordedLog())

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - redaction: The redaction of the archive. Default: the library's names. Nil records every secret.
    ///   - maximumBodyBytes: The number of bytes of a body that are kept, each way; 0 keeps none. Default: 1 MiB.
    ///   - creator: The program that the archive names. Default: this library.
    ///   - clock: The clock. Default: the system's.
    public init(
        redaction: HARRedaction? = .standard, maximumBodyBytes: Int = 1 << 20, creator: HAR.Tool = .microClient,
        clock: ClientClock = .live
    ) {
        self.redaction = redaction
        self.maximumBodyBytes = max(maximumBodyBytes, 0)
        self.creator = creator
        self.clock = clock
    }

    /// Returns a session that sends with another one and is recorded: `NetworkConfiguration(session: recorder.session(.curl()), baseURL: url)`.
    public func session(_ session: any URLSessionProtocol = .shared) -> TransportSession {
        .transport(transport(session.transport))
    }

    /// Returns a transport that carries hops over another one and is recorded.
    public func transport(_ transport: any Transport) -> any Transport {
        RecordingTransport(base: transport, recorder: self)
    }

    /// The observer that adds facts that only the client knows: the numbers of attempts, and why they were repeated.
    ///
    /// One serves all sends at once: `client.send(request, observer: recorder.observer)`. Without it the archive has the same entries.
    public var observer: Exchange.Observer {
        { [log] event in log.withLock { $0.take(event) } }
    }

    /// The archive of all hops that are over, redacted. Hops that are still running are left out.
    public var archive: HAR {
        let hops = log.withLock { $0.hops }
        var archive = HAR(entries: hops.compactMap { $0.entry })
        archive.log.creator = creator
        return redaction.map { archive.redacted($0) } ?? archive
    }

    /// Writes ``archive`` to a file, readable by its owner only, in one step.
    ///
    /// - Throws: `CocoaError` when the file cannot be written; an older one is unchanged then.
    public func write(to url: URL) throws { try archive.write(to: url) }

    /// Removes all hops that have begun.
    public func reset() { log.withLock { $0 = RecordedLog() } }

    func begin(_ request: Exchange.SentRequest) -> RecordedHop {
        let hop = RecordedHop(request, maximumBodyBytes: maximumBodyBytes, clock: clock)
        log.withLock { $0.add(hop) }
        return hop
    }
}

/// The hops of a recorder, and what its observer reports about the sends that they belong to.
///
/// The observer and the transport are called by the task that sends, so a hop finds its send by the task.
private struct RecordedLog {
    private(set) var hops: [RecordedHop] = []
    private var sends: [Int: Send] = [:]

    private struct Send {
        var attempt: Int
        /// Whether the next hop of the task belongs to this send.
        var awaitsHop = true
        var lastHop: RecordedHop?
    }

    mutating func add(_ hop: RecordedHop) {
        hops.append(hop)
        guard let task = Self.currentTask, let send = sends[task], send.awaitsHop else { return }
        hop.setAttempt(send.attempt)
        sends[task]?.awaitsHop = false
        sends[task]?.lastHop = hop
    }

    mutating func take(_ event: Exchange.Event) {
        guard let task = Self.currentTask else { return }
        switch event {
        case .attemptStarted(let number, _): sends[task] = Send(attempt: number)
        case .redirected: sends[task]?.awaitsHop = true
        case .retrying(let retry, _): sends[task]?.lastHop?.setRetry(retry)
        case .responseHead: sends[task]?.awaitsHop = false
        case .finished: sends[task] = nil
        default: break
        }
    }

    private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

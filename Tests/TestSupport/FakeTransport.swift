import Foundation
import MicroClient

/// A transport that responds from a script, one entry per hop, and remembers what it was asked. Asked for more than the script
/// holds, it fails with an error that says so.
public final class FakeTransport: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var script: [HopScript]
    private var asked: [WireRequest] = []
    private var dropped = 0

    public init(_ script: HopScript...) { self.script = script }
    public init(_ script: [HopScript]) { self.script = script }

    /// Every request handed over, in order.
    public var requests: [WireRequest] { locked { asked } }
    public var isExhausted: Bool { locked { script.isEmpty } }
    /// Transfers that were let go before their last event.
    public var droppedTransfers: Int { locked { dropped } }

    public func transfer(_ request: WireRequest) -> Transfer {
        let hop = locked { () -> HopScript? in
            asked.append(request)
            return script.isEmpty ? nil : script.removeFirst()
        }
        let unexpected = TransferError(
            code: "unexpectedRequest", stage: .prepare,
            message: "The script has no answer left for \(request.method) \(request.url).", requestMayHaveBeenSent: true
        )
        let playing = Playing(hop ?? .failing(unexpected)) { [weak self] in self?.locked { self?.dropped += 1 } }
        return Transfer { try await playing.next() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}

/// The script of one hop, step by step.
public struct HopScript: Sendable {
    public enum Step: Sendable {
        case event(Transfer.Event)
        case fail(any Error)
        /// Waits until the task that pulls is cancelled.
        case hang
        /// Runs when the hop reaches it, to look at the world from inside a hop.
        case run(@Sendable () async -> Void)
    }

    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    /// Returns a whole response: connected, head, the body in chunks, completed.
    public static func response(
        _ status: Int, headers: HeaderFields = [], body: [String] = [], summary: Transfer.Summary = Transfer.Summary()
    ) -> HopScript {
        let head = ResponseHead(status: status, httpVersion: "1.1", headers: headers)
        let facts = ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 8642, isReused: false)
        var summary = summary
        if summary.connection == ConnectionFacts() { summary.connection = facts }
        let chunks = body.map { Step.event(.body(Data($0.utf8))) }
        return HopScript([.event(.connected(facts)), .event(.head(head))] + chunks + [.event(.completed(summary))])
    }

    public static func redirect(_ status: Int, to location: String) -> HopScript {
        response(status, headers: [HeaderField("Location", location)])
    }

    public static func failing(_ error: any Error) -> HopScript { HopScript([.fail(error)]) }

    /// Returns a script with a head and some body, after which the connection is lost.
    public static func breaking(_ status: Int = 200, after body: [String]) -> HopScript {
        var script = response(status, body: body)
        script.steps[script.steps.count - 1] = .fail(TransferError.lost)
        return script
    }

    public static let hanging = HopScript([.hang])
}

extension TransferError {
    /// The error if nobody listens and nothing was sent.
    public static let refused = TransferError(
        code: .couldNotConnect, stage: .connect, message: "Connection refused", requestMayHaveBeenSent: false)
    /// The error if the connection broke after the request was out.
    public static let lost = TransferError(code: .connectionLost, stage: .receive, message: "Connection reset by peer")
}

/// One hop being played. Counts as dropped when it goes away before its last step.
///
/// `@unchecked Sendable`: pulled by one task at a time.
private final class Playing: @unchecked Sendable {
    private var steps: ArraySlice<HopScript.Step>
    private let onDrop: @Sendable () -> Void

    init(_ script: HopScript, onDrop: @escaping @Sendable () -> Void) {
        steps = script.steps[...]
        self.onDrop = onDrop
    }

    deinit { if !steps.isEmpty { onDrop() } }

    func next() async throws -> Transfer.Event? {
        while let step = steps.popFirst() {
            switch step {
            case .event(let event): return event
            case .fail(let error): throw error
            case .run(let body): await body()
            case .hang:
                steps = [.hang]
                while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
                throw CancellationError()
            }
        }
        return nil
    }
}

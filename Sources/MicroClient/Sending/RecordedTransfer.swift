import Foundation

/// One hop being read; each event is recorded as it is pulled.
struct RecordedTransfer: Sendable {
    private let transfer: Transfer
    private let recorder: SendRecorder
    /// The largest decoded body to accept, in bytes; nil without a limit. Transports that support limits enforce it too, and sooner.
    private let bodyLimit: Int64?
    /// Called with every head except 1xx, also with that of a request that the transport repeats by itself.
    private let sawHead: (@Sendable (ResponseHead) -> Void)?

    init(
        _ transfer: Transfer, recorder: SendRecorder, bodyLimit: Int64? = nil,
        sawHead: (@Sendable (ResponseHead) -> Void)? = nil
    ) {
        self.transfer = transfer
        self.recorder = recorder
        self.bodyLimit = bodyLimit
        self.sawHead = sawHead
    }

    /// Reads up to the response head.
    func head() async throws -> ResponseHead {
        while true {
            var next = transfer.arrived()
            if next == nil { next = try await transfer.pull() }
            guard let event = next else { throw Self.endedTooSoon }
            guard case .head(let head) = event else {
                note(event)
                continue
            }
            recorder.headArrived(head)
            sawHead?(head)
            return head
        }
    }

    private static let endedTooSoon = TransferError(
        code: .emptyReply, stage: .receive, message: "The transfer ended before a status line.")

    /// Returns the next piece of the body; nil at its end.
    func chunk() async throws -> Data? {
        while true {
            var next = transfer.arrived()
            if next == nil { next = try await transfer.pull() }
            guard let event = next else { return nil }
            switch event {
            case .body(let data) where data.isEmpty: continue
            case .body(let data):
                let total = recorder.received(data.count)
                if let bodyLimit, total > bodyLimit { throw TransferError.bodyTooLarge(bodyLimit) }
                return data
            case .completed(let summary):
                recorder.completed(summary)
                return nil
            default: note(event)
            }
        }
    }

    /// Reads the rest of the body.
    ///
    /// - Parameter limit: The largest size to accept, in bytes; a larger body is an error.
    func collect(upTo limit: Int) async throws -> Data {
        var body = Data()
        while let chunk = try await chunk() {
            if chunk.count > limit - body.count { throw TransferError.bodyTooLarge(limit) }
            if body.isEmpty { body = chunk } else { body.append(chunk) }
        }
        return body
    }

    private func note(_ event: Transfer.Event) {
        switch event {
        case .connected(let facts): recorder.connected(facts)
        case .uploaded(let bytes): recorder.uploaded(bytes)
        case .resending(let end):
            recorder.resending(after: end)
            if let sawHead, case .challenge(let head) = end.reason { sawHead(head) }
        case .informational, .head, .body, .completed: break
        }
    }

    /// Reads a small body to its end, so that the connection can be used again. A long or slow one is left: a new connection is
    /// cheaper.
    func drain(_ head: ResponseHead) async {
        guard head.contentLength ?? 0 <= Self.smallBody else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await readSmallBody() }
            // Measured by the real clock: it bounds a real wait, and no result depends on it.
            group.addTask { try? await Task.sleep(for: .seconds(1)) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The size in bytes up to which a body is drained.
    private static let smallBody = 64 << 10

    private func readSmallBody() async {
        var bytesLeft = Self.smallBody
        while bytesLeft > 0 {
            guard let chunk = try? await chunk() else { return }
            bytesLeft -= chunk.count
        }
    }
}

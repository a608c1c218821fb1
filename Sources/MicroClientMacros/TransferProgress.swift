/// The progress of a request.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes of the request's body that were sent.
    public var bytesSent: Int64 = 0
    /// The size of the request's body in bytes; nil when not known beforehand; 0 without a body.
    public var bytesToSend: Int64?
    /// The number of bytes of the response's body that were received, after decoding.
    public var bytesReceived: Int64 = 0
    /// The size of the response's body in bytes; nil when the server does not state it.
    public var bytesToReceive: Int64?
    /// The completed fraction, from 0 to 1, never decreasing; sending a body is the first half. 1 exactly at the end.
    public var fractionCompleted = 0.0

    init(bytesToSend: Int64?) { self.bytesToSend = bytesToSend }
}

/// Receives progress on an unspecified thread, in order; must return at once.
public typealias ProgressHandler = @Sendable (TransferProgress) -> Void

/// Derives progress from the events of a send.
final class ProgressMeter: Sendable {
    private let handler: ProgressHandler
    private let state: Locked<TransferProgress>

    init(bytesToSend: Int64?, handler: @escaping ProgressHandler) {
        self.handler = handler
        state = Locked(TransferProgress(bytesToSend: bytesToSend))
    }

    static func observer(bytesToSend: Int64?, _ handler: ProgressHandler?) -> Exchange.Observer? {
        guard let handler else { return nil }
        let meter = ProgressMeter(bytesToSend: bytesToSend, handler: handler)
        return { event in meter.take(event) }
    }

    func take(_ event: Exchange.Event) {
        guard let progress = state.withLock({ $0.advance(event) ? $0 : nil }) else { return }
        handler(progress)
    }
}

extension TransferProgress {
    /// - Returns: Whether the progress has changed.
    mutating func advance(_ event: Exchange.Event) -> Bool {
        switch event {
        case .uploadProgress(let bytes, _): bytesSent = bytes
        case .downloadProgress(let bytes, let total):
            bytesReceived = bytes
            bytesToReceive = total
        case .finished(let exchange):
            guard case .response = exchange.attempts.last?.outcome, fractionCompleted < 1 else { return false }
            fractionCompleted = 1
            return true
        default: return false
        }
        fractionCompleted = max(fractionCompleted, fraction)
        return true
    }

    private var fraction: Double {
        guard bytesToSend != 0 else { return part(bytesReceived, of: bytesToReceive) }
        return (bytesReceived > 0 ? 1 : part(bytesSent, of: bytesToSend)) / 2 + part(bytesReceived, of: bytesToReceive)
            / 2
    }

    private func part(_ bytes: Int64, of total: Int64?) -> Double {
        guard let total, total > 0 else { return 0 }
        return min(1, Double(bytes) / Double(total))
    }
}

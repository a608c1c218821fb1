public import MicroClient

/// How much of the bodies of a request and its response has been transferred, as far as the library's events tell of it.
public struct TransferredBytes: Sendable, Hashable {
    public private(set) var sent: Int64 = 0
    /// Nil when nothing says how many there are.
    private var toSend: Int64?
    public private(set) var received: Int64 = 0
    /// Nil when the server does not say how many there are.
    private var toReceive: Int64?

    public init() {}

    /// - Returns: whether more bytes have been transferred.
    @discardableResult
    public mutating func note(_ event: Exchange.Event) -> Bool {
        switch event {
        case .uploadProgress(let bytes, let total): (sent, toSend) = (bytes, total)
        case .downloadProgress(let bytes, let total): (received, toReceive) = (bytes, total)
        case .attemptStarted, .redirected, .resending:
            self = TransferredBytes()
            return false
        default: return false
        }
        return true
    }

    /// "12 MB of 48 MB (25%)", "12 MB sent"; nil when nothing has been transferred.
    public var text: String? {
        if received > 0 { return Wording.transferred(received, of: toReceive) }
        return sent > 0 ? Wording.transferred(sent, of: toSend) + " sent" : nil
    }
}

public import MicroClient

/// The amounts of the request's and the response's bodies that have been transferred, as far as the library's events report them.
public struct TransferredBytes: Sendable, Hashable {
    public private(set) var sent: Int64 = 0
    /// The length of the request's body in bytes; nil if it is unknown.
    private var toSend: Int64?
    public private(set) var received: Int64 = 0
    /// The length of the response's body in bytes; nil if the server does not say it.
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

    /// The amount: "12 MB of 48 MB (25%)", "12 MB sent"; nil if nothing has been transferred.
    public var text: String? {
        if received > 0 { return Wording.transferred(received, of: toReceive) }
        return sent > 0 ? Wording.transferred(sent, of: toSend) + " sent" : nil
    }
}

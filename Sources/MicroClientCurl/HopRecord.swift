import MicroClient

/// The facts of one hop so far. When libcurl sends the request again, the next hop begins with a new record, so that nothing of
/// the previous hop is left in it.
///
/// A class, since it is large and read in many places: nothing copies it.
final class HopRecord {
    /// The time from the start of the transfer to that of the hop.
    let began: Duration
    /// The counters of libcurl when the hop began.
    let base: CurlCounters
    /// The counters when the request was about to be sent; nil before.
    private(set) var atReady: CurlCounters?

    private(set) var connection: ConnectionFacts?
    /// The names in a certificate that was refused because none is the host's.
    var refusedNames: [String] = []
    /// The time when the connection was established and the request was about to be sent; nil before.
    private(set) var readyAt: Moment?
    /// The time when the last known part of the request was handed to libcurl; nil while none was.
    var sentAt: Moment?
    var isRequestComplete = false
    var bytesUploaded: Int64 = 0
    /// The request's head as sent.
    var headSent: [UInt8] = []
    /// The log of the other bytes on the wire; nil when none is kept.
    var tape: WireRecorder?

    /// Whether the upload of a body that libcurl holds itself has been reported.
    var isCopiedBodyReported = false

    /// The time when the response's first byte arrived; nil before. "100 Continue" does not count: it asks for the body.
    var responseBegunAt: Moment?
    var hasResponseBegun: Bool { responseBegunAt != nil }
    var parser = HeadParser()
    /// A final head that libcurl may respond to by itself: not delivered until it is known whether it does.
    var heldHead: ResponseHead?
    var headerBytes = 0
    /// The coding that the body must have, and its first bytes, until these have arrived; nil for a coding that they do not identify.
    var coding: (name: String, magic: [UInt8], isChunked: Bool)?
    /// The coding that the head names although the body does not have it.
    var wrongCoding: String?
    /// The size of the body in bytes, after decoding.
    var bodyBytes: Int64 = 0
    /// The number of bytes of the body still expected; below zero when the response states no length.
    var bytesExpected: Int64?

    /// Creates the record of the first hop of a transfer.
    convenience init() { self.init(began: .zero, base: CurlCounters()) }

    init(began: Duration, base: CurlCounters) {
        self.began = began
        self.base = base
    }

    func isReady(_ connection: ConnectionFacts, _ counters: CurlCounters) {
        self.connection = connection
        atReady = counters
        readyAt = .now
    }

    /// The bytes on the wire so far; nil when no log is kept, or nothing was sent.
    var wire: Exchange.WireLog? {
        guard let tape, !headSent.isEmpty || !tape.isEmpty else { return nil }
        return tape.log(headSent: headSent, isBehindHead: parser.hasFinalHead)
    }

    var requestHeadersSent: HeaderFields? {
        headSent.isEmpty ? nil : HeaderFields(requestHead: headSent, keepsSpaces: true)
    }
}

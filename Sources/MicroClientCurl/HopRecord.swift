import MicroClient

/// What is known of one hop so far. When libcurl sends the request once more, the next hop begins with a new one, so that nothing of
/// the hop before is left in it.
///
/// A reference, since it is large and looked into by many: nobody gets a copy.
final class HopRecord {
    /// From the start of the transfer.
    let began: Duration
    /// libcurl's counters when the hop began.
    let base: CurlCounters
    /// The same when the request was about to go out; nil before.
    private(set) var atReady: CurlCounters?

    private(set) var connection: ConnectionFacts?
    /// The names of a certificate that is for none of the host's.
    var refusedNames: [String] = []
    /// When a connection stood and the request was about to go out; nil before.
    private(set) var readyAt: Moment?
    /// When the last part of the request that is known of was handed over; nil while none was.
    var sentAt: Moment?
    var isRequestComplete = false
    var bytesUploaded: Int64 = 0
    /// The request's head as it went out.
    var headSent: [UInt8] = []
    /// What else was said; nil when nobody wants to know.
    var tape: WireTape?

    /// Whether it is told that a body went out that libcurl holds itself.
    var isCopiedBodyTold = false

    /// When the answer's first byte came; nil before. "100 Continue" is none of its bytes: it asks for the body.
    var answerBegunAt: Moment?
    var hasAnswerBegun: Bool { answerBegunAt != nil }
    var parser = HeadParser()
    /// A final head that libcurl may answer by itself: not handed out until it is known whether it does.
    var heldHead: ResponseHead?
    var headerBytes = 0
    /// The coding that the body shall have, and its first bytes, until these have come; nil for one that cannot be told by them.
    var coding: (name: String, magic: [UInt8], isChunked: Bool)?
    /// The coding that the head names and the body does not have.
    var wrongCoding: String?
    /// Decoded.
    var bodyBytes: Int64 = 0
    /// Of the body; below zero when the answer did not say.
    var bytesExpected: Int64?

    /// The first hop of a transfer.
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

    /// What stood on the wire so far; nil when nobody wants to know, or nothing was said.
    var wire: Exchange.WireLog? {
        guard let tape, !headSent.isEmpty || !tape.isEmpty else { return nil }
        return tape.log(headSent: headSent, isBehindHead: parser.hasFinalHead)
    }

    var requestHeadersSent: HeaderFields? {
        headSent.isEmpty ? nil : HeaderFields(requestHead: headSent, keepsBlanks: true)
    }
}

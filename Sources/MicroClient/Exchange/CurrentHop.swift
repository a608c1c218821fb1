/// The facts that the transport has reported about a hop so far.
struct CurrentHop {
    /// The time from the start of the exchange; nil when there is no hop yet.
    fileprivate let startedAfter: Duration?
    /// The request as it was handed to the transport; nil when it is the attempt's.
    let request: Exchange.SentRequest?
    var connection: ConnectionFacts?
    var response: ResponseHead?
    /// The number of decoded body bytes passed to the reader.
    var bodyBytes: Int64 = 0
    var summary: Transfer.Summary?
    /// The ``TransferError`` of the hop, boxed since it is large.
    var error: (any Error)?
    private var endedAfter: Duration?

    init(startedAfter: Duration? = nil, request: Exchange.SentRequest? = nil) {
        self.startedAfter = startedAfter
        self.request = request
    }

    /// Records the end of the hop. Only the first call counts.
    mutating func end(at now: Duration) { endedAfter = endedAfter ?? now }

    /// The time from start to end, for a hop that was abandoned, or whose transport measures nothing; nil while it is not known.
    fileprivate var wholeTime: Duration? {
        guard let startedAfter, let endedAfter else { return nil }
        return endedAfter - startedAfter
    }
}

extension Exchange.Hop {
    /// Creates a hop from the facts so far; nil when there is none.
    ///
    /// - Parameter request: The request as it was handed to the transport.
    init?(_ hop: CurrentHop, request: Exchange.SentRequest) {
        guard let startedAfter = hop.startedAfter else { return nil }
        self.init(
            startedAfter: startedAfter, request: request, response: hop.response, connection: hop.connection,
            bodyBytes: hop.bodyBytes)
        if let summary = hop.summary { take(summary) }
        if let error = hop.error as? TransferError { take(error) }
        timings.total = timings.total ?? hop.wholeTime
    }

    package mutating func take(_ summary: Transfer.Summary) {
        timings = summary.timings
        if summary.connection != ConnectionFacts() { connection = summary.connection }
        trailers = summary.trailers
        bodyBytesOnWire = summary.bodyBytesOnWire
        if let sent = summary.requestHeadersSent { request.headers = sent }
        wire = summary.wire ?? wire
    }

    /// Records the facts of a hop that is over, since the transport sends the request again.
    package mutating func take(_ end: Exchange.Hop.End) {
        take(end.summary)
        if let sent = end.summary.requestHeadersSent { request.takeLengthSent(sent) }
        switch end.reason {
        case .challenge(let head): response = head
        case .connectionLost(let error): take(error)
        }
    }

    package mutating func take(_ error: TransferError) {
        if let timings = error.timings { self.timings = timings }
        connection = error.connection ?? connection
        request.headers = error.requestHeadersSent ?? request.headers
        wire = error.wire ?? wire
        failure = Exchange.Failure(error)
    }
}

extension Exchange.SentRequest {
    /// Corrects the body's length: before a challenge is known, a transport may send the request without its body.
    fileprivate mutating func takeLengthSent(_ headers: HeaderFields) {
        guard let bodyLength, bodyLength > 0, headers["Content-Length"] == "0" else { return }
        self.bodyLength = 0
        body = nil
    }
}

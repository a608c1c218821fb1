import Foundation

// The steps by which a recorder writes an exchange; each changes the values in their place, without copies.

extension Exchange {
    mutating func withAttempt(_ change: (inout Attempt) -> Void) {
        guard let last = attempts.indices.last else { return }
        change(&attempts[last])
    }

    mutating func withHop(_ change: (inout Hop) -> Void) {
        withAttempt { attempt in
            guard let last = attempt.hops.indices.last else { return }
            change(&attempt.hops[last])
        }
    }

    /// Reads from the current hop without copying it.
    func readHop<Value>(_ read: (borrowing Hop) -> Value?) -> Value? {
        guard let attempt = attempts.indices.last, let hop = attempts[attempt].hops.indices.last else { return nil }
        return read(attempts[attempt].hops[hop])
    }

    /// A hop that was left before its end, or whose transport measures nothing, at least has its whole time.
    mutating func hopEnded(at now: Duration) {
        withHop { $0.timings.total = $0.timings.total ?? now - $0.startedAfter }
    }

    /// Counts decoded body bytes of the current hop.
    ///
    /// - Returns: how many there are now.
    mutating func addBodyBytes(_ count: Int) -> Int64 {
        var total: Int64 = 0
        withHop { hop in
            hop.bodyBytes += Int64(count)
            total = hop.bodyBytes
        }
        return total
    }

    /// A send that ends before, or between, attempts (an interceptor failed, a wait was cancelled) still says how: as an attempt
    /// without hops.
    mutating func finish(_ outcome: Attempt.Outcome, after elapsed: Duration, wasRunning: Bool) {
        duration = elapsed
        guard !wasRunning else { return }
        attempts.append(
            Attempt(number: attempts.count + 1, startedAfter: elapsed, request: request, outcome: outcome))
    }
}

extension Hop {
    mutating func take(_ summary: TransferSummary) {
        timings = summary.timings
        if summary.connection != ConnectionFacts() { connection = summary.connection }
        trailers = summary.trailers
        bodyBytesOnWire = summary.bodyBytesOnWire
        if let sent = summary.requestHeadersSent { request.headers = sent }
    }

    mutating func take(_ end: HopEnd) {
        take(end.summary)
        if let sent = end.summary.requestHeadersSent { request.takeLengthSent(sent) }
        switch end.reason {
        case .challenge(let head): response = head
        case .connectionLost(let error): take(error)
        }
    }

    mutating func take(_ error: TransferError) {
        if let timings = error.timings { self.timings = timings }
        connection = error.connection ?? connection
        failure = AttemptFailure(error)
    }
}

extension SentRequest {
    /// Before a challenge is known, a transport may send the request without its body.
    fileprivate mutating func takeLengthSent(_ headers: HeaderFields) {
        guard let bodyLength, bodyLength > 0, headers["Content-Length"] == "0" else { return }
        self.bodyLength = 0
        body = nil
    }

    init(_ request: WireRequest) {
        var bytes: Data?
        if case .bytes(let data) = request.body { bytes = data }
        self.init(
            method: request.method, url: request.url, headers: request.headers, bodyLength: request.body.length,
            body: bytes)
    }
}

extension ResponseHead {
    /// `Content-Length` as a number; nil when absent, malformed, or of an encoded body (then it counts other bytes than the reader's).
    var contentLength: Int64? {
        guard !headers.contains(named: "Content-Encoding") else { return nil }
        return headers["Content-Length"].flatMap { Int64($0) }
    }
}

internal import CCurl
import Foundation
import MicroClient

/// The number of times that libcurl has sent a request again.
struct ResendCount {
    var afterLoss = 0
    var afterChallenge = 0

    /// The largest number of challenges: NTLM and Negotiate take two or three, to a proxy and to a server each.
    static let mostChallenges = 6

    var isAny: Bool { afterLoss + afterChallenge > 0 }
}

// libcurl sends a request again by itself, whatever its method, when a kept connection turns out to be closed, and when it can
// respond to a challenge. The only sign of it is that it asks again whether it may send.
extension RunningHop {
    /// Prepares for the request, which is sent next on an established connection. Returns false if it must not be sent.
    func willSend(toAddress address: String, port: Int, localPort: Int) -> Bool {
        let counters = CurlCounters(easy)
        guard isClean(localPort: localPort, counters) else { return false }
        if record.sentAt != nil, !beginNextHop(counters) { return false }
        let facts = connectionFacts(address, port, counters)
        record.isReady(facts, counters)
        noteSent(isComplete: bodyReader == nil)
        add(.connected(facts), isUrgent: false)
        listenToHead()
        return true
    }

    /// Whether libcurl looks for another connection than the one on which the hop's request was sent.
    var isConnectingAgain: Bool {
        guard record.sentAt != nil, let atReady = record.atReady else { return false }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > atReady.lookedUp
    }

    /// Starts another hop, since the connection for the next sending fails.
    func beginFailedHop() { _ = beginNextHop(CurlCounters(easy)) }

    /// Ends the previous hop and starts the next. Returns false if the request must not be sent again.
    private func beginNextHop(_ counters: CurlCounters) -> Bool {
        let previous = record.atReady ?? CurlCounters()
        let ended = max(Moment.now - began - previous.connecting(until: counters), record.began)
        guard let reason = resendReason(until: ended - record.began) else { return false }
        var summary = summary(until: ended - record.began)
        // libcurl skips the body of a challenge without counting it.
        if case .challenge = reason { summary.bodyBytesOnWire = nil }
        add(.resending(after: Exchange.Hop.End(reason, summary: summary)), isUrgent: false)
        record = HopRecord(began: ended, base: previous)
        beginTape()
        beginDecoding()
        if case .challenge(let head) = reason, head.status == 417 { dropExpectation() }
        return true
    }

    /// Returns the reason; nil with the cause in ``ownError``.
    private func resendReason(until end: Duration) -> Exchange.Hop.End.Reason? {
        guard record.parser.hasFinalHead else {
            resent.afterLoss += 1
            ownError = refusalToRepeat(until: end)
            return ownError == nil ? .connectionLost(lost(lossMessage, until: end)) : nil
        }
        resent.afterChallenge += 1
        guard let head = record.heldHead, resent.afterChallenge <= ResendCount.mostChallenges else {
            ownError = endlessChallenges
            return nil
        }
        return .challenge(head)
    }

    private func refusalToRepeat(until end: Duration) -> TransferError? {
        guard request.method.isIdempotent || isUnprocessed else {
            return lost("\(lossMessage) \(request.method) is not sent twice automatically.", until: end)
        }
        if case .stream = upload {
            return lost("\(lossMessage) The body's stream is not read twice.", until: end)
        }
        return resent.afterLoss > 1 ? lost("\(lossMessage) It was the second time.", until: end) : nil
    }

    /// Whether the server did not process the request: on a new connection libcurl repeats only after `REFUSED_STREAM`, `HTTP_1_1_REQUIRED`.
    ///
    /// - Source: RFC 9113, section 8.7.
    private var isUnprocessed: Bool { record.connection?.isReused == false }

    private var lossMessage: String {
        isUnprocessed
            ? "The server refused the request's stream."
            : "The server closed the reused connection before it responded."
    }

    private func lost(_ message: String, until end: Duration) -> TransferError {
        var error = error(.connectionLost, stage: .wait, message: message, operation: "curl_multi_perform")
        error.timings = timings(failedAt: .wait, until: end)
        return error
    }

    private var endlessChallenges: TransferError {
        error(
            .authenticationFailed, stage: .wait,
            message:
                "The server asked for credentials \(resent.afterChallenge) times, and they were presented each time.")
    }

    /// Goes back to the beginning of the body, for a request that is sent again; false if that is not possible.
    func rewindBody() -> Bool {
        record.bytesUploaded = 0
        record.tape?.forgetBody()
        if bodyReader?.rewind() ?? false { return true }
        if record.heldHead != nil {
            ownError = error(
                .authenticationFailed, stage: .send,
                message: "The challenge comes after the body, whose stream cannot be read once more.")
        }
        return false
    }

    // MARK: The connection

    private func connectionFacts(_ address: String, _ port: Int, _ counters: CurlCounters) -> ConnectionFacts {
        var facts = ConnectionFacts(
            remoteAddress: address, remotePort: request.options.unixSocketPath == nil ? port : nil,
            isReused: counters.connections == record.base.connections, proxy: usedProxy(at: port))
        if request.isTLS, let tls = TLSFacts.of(easy) {
            facts.tlsVersion = tls.version
            facts.tlsCipher = tls.cipher
            facts.certificates = tls.certificates
        }
        return facts
    }
}

internal import CCurl
import MicroClient

/// When each phase of a hop was over, in nanoseconds from the hop's start; zero where it was not reached.
///
/// Numbers, since durations cost ten times as much to compare.
struct PhaseMarks {
    var lookedUp: Int64 = 0
    var connected: Int64 = 0
    var secured: Int64 = 0
    var ready: Int64 = 0
    var sent: Int64 = 0
    var firstByte: Int64 = 0
    var total: Int64 = 0
    /// A reused connection has no lookup, connect and TLS.
    var isReused = false

    /// The marks as phases that do not overlap. The phase in which a hop failed lasts until its failure.
    func timings(failedAt stage: TransferError.Stage?) -> Transfer.Timings {
        var timings = Transfer.Timings()
        var last: Int64 = 0
        func phase(_ mark: Int64, _ own: TransferError.Stage) -> Duration? {
            let end = mark > 0 ? min(mark, total) : stage == own ? total : 0
            guard end > 0 else { return nil }
            defer { last = max(last, end) }
            return .nanoseconds(max(end - last, 0))
        }
        if !isReused {
            timings.nameLookup = phase(lookedUp, .nameLookup)
            timings.connect = phase(connected, .connect)
            timings.tls = phase(secured, .tls)
        }
        last = max(last, min(ready, total))
        timings.send = phase(sent, .send)
        timings.wait = phase(firstByte, .wait)
        if firstByte > 0 { timings.download = phase(total, .receive) }
        timings.total = .nanoseconds(total)
        return timings
    }
}

/// What libcurl counts of a transfer. When it sends a request once more, its marks of the second sending are added to those of the
/// first.
///
/// - Source: libcurl, `curl_easy_getinfo(3)`, "TIMES".
struct CurlCounters {
    /// The marks in microseconds; zero when not reached.
    var lookedUp: Int64 = 0
    var connected: Int64 = 0
    var secured: Int64 = 0
    /// Connections made so far.
    var connections = 0
}

extension CurlCounters {
    init(_ easy: EasyHandle) {
        lookedUp = easy.offset(CURLINFO_NAMELOOKUP_TIME_T)
        connected = easy.offset(CURLINFO_CONNECT_TIME_T)
        secured = easy.offset(CURLINFO_APPCONNECT_TIME_T)
        connections = easy.long(CURLINFO_NUM_CONNECTS)
    }

    /// How long the connection of a hop took that began with these counters, by those when it stood.
    func connecting(until ready: CurlCounters) -> Duration {
        let ends = [ready.lookedUp - lookedUp, ready.connected - connected, ready.secured - secured]
        return .microseconds(max(ends.max() ?? 0, 0))
    }
}

extension PhaseMarks {
    /// - Parameters:
    ///   - transferBegan: the start of the transfer, of which the hop may be a later part.
    ///   - end: from the hop's start.
    init(
        _ hop: HopRecord, transferBegan: Moment, counters now: CurlCounters, end: Duration
    ) {
        func own(_ mark: Int64, _ base: Int64) -> Int64 { max(mark - base, 0) * 1000 }
        let began = hop.began.nanoseconds
        func since(_ moment: Moment?) -> Int64 {
            moment.map { max($0.nanoseconds(since: transferBegan) - began, 0) } ?? 0
        }
        let connecting = hop.atReady ?? now
        self.init(
            lookedUp: own(connecting.lookedUp, hop.base.lookedUp),
            connected: own(connecting.connected, hop.base.connected),
            secured: own(connecting.secured, hop.base.secured),
            // libcurl's own mark, "pretransfer", comes only after the request went out; it has none for what was sent, and "starttransfer" is
            // that of the first byte of a body that it asks for.
            ready: since(hop.readyAt), sent: since(hop.sentAt), firstByte: since(hop.answerBegunAt),
            total: end.nanoseconds,
            isReused: hop.connection?.isReused ?? false)
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

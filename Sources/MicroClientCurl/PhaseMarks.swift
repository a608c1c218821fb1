internal import CCurl
import MicroClient

/// The end of each phase of a hop, in nanoseconds from the hop's start; zero if it was not reached.
///
/// Plain numbers, since durations cost ten times as much to compare.
struct PhaseMarks {
    var lookedUp: Int64 = 0
    var connected: Int64 = 0
    var secured: Int64 = 0
    var ready: Int64 = 0
    var sent: Int64 = 0
    var firstByte: Int64 = 0
    var total: Int64 = 0
    /// Whether the connection was reused: then there is no lookup, connect and TLS.
    var isReused = false

    /// Returns the marks as phases that do not overlap. The phase in which a hop failed lasts until its failure.
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

/// The counters of libcurl for a transfer. When it sends a request again, its marks of the second sending are added to those of the
/// first.
///
/// - Source: libcurl, `curl_easy_getinfo(3)`, "TIMES".
struct CurlCounters {
    /// The time until the name lookup ended, in microseconds as the next two; zero when not reached.
    var lookedUp: Int64 = 0
    var connected: Int64 = 0
    var secured: Int64 = 0
    /// The number of connections made so far.
    var connections = 0
}

extension CurlCounters {
    init(_ easy: EasyHandle) {
        lookedUp = easy.offset(CURLINFO_NAMELOOKUP_TIME_T)
        connected = easy.offset(CURLINFO_CONNECT_TIME_T)
        secured = easy.offset(CURLINFO_APPCONNECT_TIME_T)
        connections = easy.long(CURLINFO_NUM_CONNECTS)
    }

    /// Returns the time that the connection of a hop took, given the counters when it was established.
    func connecting(until ready: CurlCounters) -> Duration {
        let ends = [ready.lookedUp - lookedUp, ready.connected - connected, ready.secured - secured]
        return .microseconds(max(ends.max() ?? 0, 0))
    }
}

extension PhaseMarks {
    /// - Parameters:
    ///   - transferBegan: The start of the transfer, of which the hop may be a later part.
    ///   - end: The end of the hop, from its start.
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
            // libcurl's own mark, "pretransfer", comes only after the request was sent; there is none for the end of sending, and "starttransfer"
            // marks the first byte of a body that it requests.
            ready: since(hop.readyAt), sent: since(hop.sentAt), firstByte: since(hop.responseBegunAt),
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

internal import CCurl
import MicroClient

/// When each phase of a hop was over, from the hop's start; zero or nil where it was not reached.
struct PhaseMarks {
    var lookedUp: Duration = .zero
    var connected: Duration = .zero
    var secured: Duration = .zero
    var ready: Duration = .zero
    var sent: Duration?
    var firstByte: Duration = .zero
    var total: Duration = .zero
    /// A reused connection has no lookup, connect and TLS.
    var isReused = false

    /// The marks as phases that do not overlap. The phase in which a hop failed lasts until its failure.
    func timings(failedAt stage: TransferError.Stage?) -> TransferTimings {
        var timings = TransferTimings()
        var last = Duration.zero
        func phase(_ mark: Duration, _ own: TransferError.Stage) -> Duration? {
            let end = mark > .zero ? min(mark, total) : stage == own ? total : .zero
            guard end > .zero else { return nil }
            defer { last = max(last, end) }
            return max(end - last, .zero)
        }
        if !isReused {
            timings.nameLookup = phase(lookedUp, .nameLookup)
            timings.connect = phase(connected, .connect)
            timings.tls = phase(secured, .tls)
        }
        last = max(last, min(ready, total))
        timings.send = phase(sent ?? .zero, .send)
        timings.wait = phase(firstByte, .wait)
        if firstByte > .zero { timings.download = phase(total, .receive) }
        timings.total = total
        return timings
    }
}

extension PhaseMarks {
    /// - Parameters:
    ///   - ready: when the request could go out. libcurl's own mark, "pretransfer", comes only after it went out.
    ///   - sent: when it had gone out, which libcurl does not tell.
    /// - Source: libcurl, `curl_easy_getinfo(3)`, "TIMES".
    init(_ easy: EasyHandle, ready: Duration?, sent: Duration?, isReused: Bool) {
        func mark(_ info: CURLINFO) -> Duration { .microseconds(easy.offset(info)) }
        self.init(
            lookedUp: mark(CURLINFO_NAMELOOKUP_TIME_T), connected: mark(CURLINFO_CONNECT_TIME_T),
            secured: mark(CURLINFO_APPCONNECT_TIME_T), ready: ready ?? .zero, sent: sent,
            firstByte: mark(CURLINFO_STARTTRANSFER_TIME_T), total: mark(CURLINFO_TOTAL_TIME_T), isReused: isReused)
    }
}

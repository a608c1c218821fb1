internal import CCurl
import MicroClient

// The facts at the end of a hop.
extension RunningHop {
    var summary: Transfer.Summary { summary(until: hopTime) }

    /// Returns the summary of the hop as far as it is known.
    ///
    /// - Parameter end: The end, from the hop's start.
    func summary(until end: Duration) -> Transfer.Summary {
        Transfer.Summary(
            timings: timings(failedAt: nil, until: end), connection: record.connection ?? ConnectionFacts(),
            trailers: record.parser.trailers, bodyBytesOnWire: easy.offset(CURLINFO_SIZE_DOWNLOAD_T),
            requestHeadersSent: record.requestHeadersSent, wire: record.wire)
    }

    /// The time from the hop's start until now. libcurl counts from the transfer's.
    private var hopTime: Duration {
        guard resent.isAny else { return .microseconds(easy.offset(CURLINFO_TOTAL_TIME_T)) }
        return Moment.now - began - record.began
    }

    func timings(failedAt stage: TransferError.Stage?, until end: Duration? = nil) -> Transfer.Timings {
        let marks = PhaseMarks(record, transferBegan: began, counters: CurlCounters(easy), end: end ?? hopTime)
        return marks.timings(failedAt: stage)
    }
}

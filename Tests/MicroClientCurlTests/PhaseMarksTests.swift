import MicroClient
import Testing

@testable import MicroClientCurl

/// The nanoseconds of a millisecond.
private let ms: Int64 = 1_000_000

@Suite("PhaseMarks")
struct PhaseMarksTests {
    private let whole = PhaseMarks(
        lookedUp: 1 * ms, connected: 3 * ms, secured: 10 * ms, ready: 11 * ms, sent: 12 * ms, firstByte: 50 * ms,
        total: 60 * ms)

    @Test("makes phases that follow each other")
    func phases() {
        let timings = whole.timings(failedAt: nil)
        #expect(timings.nameLookup == .milliseconds(1))
        #expect(timings.connect == .milliseconds(2))
        #expect(timings.tls == .milliseconds(7))
        #expect(timings.send == .milliseconds(1))
        #expect(timings.wait == .milliseconds(38))
        #expect(timings.download == .milliseconds(10))
        #expect(timings.total == .milliseconds(60))
    }

    @Test("leaves out what a reused connection did not need")
    func reused() {
        var marks = whole
        marks.isReused = true
        let timings = marks.timings(failedAt: nil)
        #expect(timings.nameLookup == nil && timings.connect == nil && timings.tls == nil)
        #expect(timings.send == .milliseconds(1))
    }

    @Test("lets the phase of a failure last until the failure, and knows no later one")
    func failed() {
        let marks = PhaseMarks(lookedUp: 2 * ms, total: 100 * ms)
        let timings = marks.timings(failedAt: .connect)
        #expect(timings.nameLookup == .milliseconds(2))
        #expect(timings.connect == .milliseconds(98))
        #expect(timings.tls == nil && timings.send == nil && timings.wait == nil && timings.download == nil)
    }

    @Test("never gives a negative phase when the answer came before the request was sent")
    func earlyResponse() {
        var marks = whole
        marks.sent = 55 * ms
        let timings = marks.timings(failedAt: nil)
        #expect(timings.send == .milliseconds(44))
        #expect(timings.wait == .zero)
        #expect(timings.download == .milliseconds(5))
    }

    @Test("takes from libcurl's counters, which go on over several sendings, the part of the hop")
    func laterHop() {
        let began = Moment.now
        let hop = HopRecord(
            began: .milliseconds(40), base: CurlCounters(lookedUp: 100, connected: 200, secured: 300))
        let ready = CurlCounters(lookedUp: 1_100, connected: 3_200, secured: 10_300, connections: 1)
        hop.isReady(ConnectionFacts(isReused: false), ready)
        hop.responseBegunAt = began + .milliseconds(90)
        // After the next sending has begun to connect, its marks are in the counters too.
        let now = CurlCounters(lookedUp: 9_000, connected: 9_000, secured: 19_000, connections: 2)
        let marks = PhaseMarks(hop, transferBegan: began, counters: now, end: .milliseconds(60))
        #expect(marks.lookedUp == 1 * ms)
        #expect(marks.connected == 3 * ms)
        #expect(marks.secured == 10 * ms)
        #expect(marks.firstByte == 50 * ms)
        #expect(marks.sent == 0)
        #expect(marks.total == 60 * ms)
        #expect(hop.base.connecting(until: ready) == .milliseconds(10))
    }
}

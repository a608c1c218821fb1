import MicroClient
import Testing

@testable import MicroClientCurl

@Suite("PhaseMarks")
struct PhaseMarksTests {
    private let whole = PhaseMarks(
        lookedUp: .milliseconds(1), connected: .milliseconds(3), secured: .milliseconds(10), ready: .milliseconds(11),
        sent: .milliseconds(12), firstByte: .milliseconds(50), total: .milliseconds(60))

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
        let marks = PhaseMarks(lookedUp: .milliseconds(2), total: .milliseconds(100))
        let timings = marks.timings(failedAt: .connect)
        #expect(timings.nameLookup == .milliseconds(2))
        #expect(timings.connect == .milliseconds(98))
        #expect(timings.tls == nil && timings.send == nil && timings.wait == nil && timings.download == nil)
    }

    @Test("never gives a negative phase when the answer came before the request was sent")
    func earlyAnswer() {
        var marks = whole
        marks.sent = .milliseconds(55)
        let timings = marks.timings(failedAt: nil)
        #expect(timings.send == .milliseconds(44))
        #expect(timings.wait == .zero)
        #expect(timings.download == .milliseconds(5))
    }

    @Test("takes from libcurl's counters, which go on over several sendings, the part of the hop")
    func laterHop() {
        let began = ContinuousClock.now
        var hop = HopRecord(
            began: .milliseconds(40), base: CurlCounters(lookedUp: 100, connected: 200, secured: 300, firstByte: 30_000)
        )
        let ready = CurlCounters(lookedUp: 1_100, connected: 3_200, secured: 10_300, firstByte: 30_000, connections: 1)
        hop.isReady(ConnectionFacts(isReused: false), ready)
        hop.hasAnswerBegun = true
        // After the next sending has begun to connect, its marks are in the counters too.
        let now = CurlCounters(lookedUp: 9_000, connected: 9_000, secured: 19_000, firstByte: 80_000, connections: 2)
        let marks = PhaseMarks(hop, transferBegan: began, counters: now, end: .milliseconds(60))
        #expect(marks.lookedUp == .milliseconds(1))
        #expect(marks.connected == .milliseconds(3))
        #expect(marks.secured == .milliseconds(10))
        #expect(marks.firstByte == .milliseconds(50))
        #expect(marks.sent == nil)
        #expect(marks.total == .milliseconds(60))
        #expect(hop.base.connecting(until: ready) == .milliseconds(10))
    }
}

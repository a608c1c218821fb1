import Foundation
import Testing

@testable import Exchanges

@Suite("Statistics of sends")
struct SendStatisticsTests {
    private func statistics(_ milliseconds: [Int]) -> SendStatistics {
        var statistics = SendStatistics()
        for time in milliseconds { statistics.note(outcome(status: 200, time)) }
        return statistics
    }

    private func outcome(status: Int?, _ milliseconds: Int, failure: RecordedFailure? = nil) -> SendOutcome {
        SendOutcome(id: UUID(), status: status, failure: failure, duration: .milliseconds(milliseconds))
    }

    @Test("percentiles are by the nearest rank: one of the times, whatever their order")
    func nearestRank() {
        // The example of the nearest rank: 15, 20, 35, 40, 50.
        let five = statistics([40, 15, 50, 20, 35])
        let ranks = [5: 15, 20: 15, 21: 20, 30: 20, 40: 20, 50: 35, 95: 50, 100: 50, 0: 15]
        for (percent, time) in ranks { #expect(five.percentile(percent) == .milliseconds(time), "p\(percent)") }
        #expect(five.median == .milliseconds(35) && five.minimum == .milliseconds(15))
        #expect(five.maximum == .milliseconds(50))
        // Of an even number, the lower of the two in the middle.
        #expect(statistics([10, 20, 30, 40]).median == .milliseconds(20))
        let hundred = statistics((1...100).reversed())
        #expect(hundred.percentile(95) == .milliseconds(95) && hundred.median == .milliseconds(50))
        #expect(statistics(Array(1...101)).percentile(95) == .milliseconds(96))
    }

    @Test("many times, in any order and often the same, give what sorting them gives")
    func sorted() {
        for (count, kinds) in [(500, 61), (5000, 61), (5000, 4999)] {
            let times = (0..<count).map { $0 * 7919 % kinds }
            let statistics = statistics(times)
            let sorted = times.sorted()
            for percent in 1...100 {
                let rank = (percent * count + 99) / 100
                #expect(statistics.percentile(percent) == .milliseconds(sorted[rank - 1]))
            }
            #expect(statistics.minimum == .milliseconds(sorted[0]) && statistics.timedCount == count)
            #expect(statistics == self.statistics(times.reversed()) && statistics.maximum == .milliseconds(kinds - 1))
        }
    }

    @Test("without any there is nothing to say; one is all of it")
    func few() {
        #expect(SendStatistics().median == nil && SendStatistics().percentile(95) == nil)
        let one = statistics([7])
        #expect(one.minimum == one.maximum && one.median == .milliseconds(7) && one.percentile(95) == .milliseconds(7))
    }

    @Test("failures count, and have no time without a whole answer; what was cancelled counts for nothing")
    func failures() {
        var statistics = SendStatistics()
        statistics.note(outcome(status: 200, 10))
        statistics.note(outcome(status: 404, 20))
        statistics.note(outcome(status: 503, 30))
        let failure = RecordedFailure(stage: .init(rawValue: "connect"), message: "refused")
        statistics.note(outcome(status: nil, 5000, failure: failure))
        let cancelled = RecordedFailure(stage: .cancelled, message: "Cancelled.")
        statistics.note(outcome(status: nil, 1, failure: cancelled))
        var unlikely = outcome(status: 200, 40)
        unlikely.assertions.failed = 1
        statistics.note(unlikely)
        #expect(statistics.count == 5 && statistics.failures == 3 && statistics.timedCount == 4)
        #expect(statistics.minimum == .milliseconds(10) && statistics.maximum == .milliseconds(40))
    }
}

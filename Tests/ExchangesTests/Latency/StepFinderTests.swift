import Foundation
import Testing

@testable import Exchanges

@Suite("Where measured values change their level")
struct StepFinderTests {
    /// Numbers that a seed decides.
    private struct Noise {
        private var state: UInt64

        init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

        /// Returns a number from 0 up to 1. Xorshift, as G. Marsaglia described it in 2003.
        mutating func next() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53)
        }

        /// Returns a time as responses take it: near a level, a few of them several times as long.
        mutating func time(_ level: Double) -> Double {
            let bell = (0..<6).reduce(0.0) { sum, _ in sum + next() } / 3 - 1
            return level * exp(0.25 * bell) * (next() > 0.97 ? 4 + 6 * next() : 1)
        }

        mutating func times(_ levels: [(Double, Int)]) -> [Double] {
            levels.flatMap { level, count in (0..<count).map { _ in time(level) } }
        }
    }

    @Test("finds a step where it is, up and down", arguments: [(200, 84.0, 212.0), (40, 212, 84), (5_000, 84, 110)])
    func step(count: Int, before: Double, after: Double) throws {
        for seed in 1...10 {
            var noise = Noise(seed)
            let steps = StepFinder().steps(in: noise.times([(before, count), (after, count / 2)]))
            try #require(steps.count == 1, "\(seed): \(steps)")
            #expect(abs(steps[0] - count) <= max(3, count / 100), "\(seed): \(steps)")
        }
    }

    @Test("finds a step that eight answers after a thousand tell of")
    func recent() throws {
        for seed in 1...10 {
            var noise = Noise(seed)
            let steps = StepFinder().steps(in: noise.times([(84, 1_000), (300, 12)]))
            try #require(steps.count == 1, "\(seed): \(steps)")
            #expect(abs(steps[0] - 1_000) <= 2)
        }
    }

    @Test("finds both ends of a bump, which moves the whole by nothing")
    func bump() throws {
        for seed in 1...10 {
            var noise = Noise(seed)
            let steps = StepFinder().steps(in: noise.times([(84, 900), (250, 100), (84, 900)]))
            try #require(steps.count == 2, "\(seed): \(steps)")
            #expect(abs(steps[0] - 900) <= 15 && abs(steps[1] - 1_000) <= 15, "\(seed): \(steps)")
        }
    }

    @Test("finds a staircase, step by step")
    func staircase() {
        var noise = Noise(3)
        let levels = [(50.0, 120), (80, 120), (130, 120), (210, 120)]
        #expect(StepFinder().steps(in: noise.times(levels)).count == 3)
    }

    @Test(
        "finds no step in noise, however long",
        arguments: [(7, 100), (16, 100), (30, 100), (100, 60), (1_000, 10), (5_000, 2)])
    func noise(count: Int, times: Int) {
        let found = (1...times).count { seed in
            var noise = Noise(seed)
            return !StepFinder().steps(in: noise.times([(84, count)])).isEmpty
        }
        // Two in a thousand of those that chance cuts, of which most are too small to be found.
        #expect(found <= 1)
    }

    @Test("finds no step where two kinds of answers take turns, in values that are all the same, and in none")
    func regular() {
        #expect(StepFinder().steps(in: (0..<1_000).map { $0.isMultiple(of: 3) ? 20 : 200 }).isEmpty)
        #expect(StepFinder().steps(in: Array(repeating: 84, count: 1_000)).isEmpty)
        #expect(StepFinder().steps(in: []).isEmpty)
        #expect(StepFinder().steps(in: [1, 100]).isEmpty)
    }

    @Test("says nothing of a step that is too small for a person, however sure it is")
    func small() {
        var noise = Noise(5)
        #expect(StepFinder().steps(in: noise.times([(84, 5_000), (92, 5_000)])).isEmpty)
        var finder = StepFinder()
        finder.leastDifference = 50
        #expect(finder.steps(in: noise.times([(84, 500), (120, 500)])).isEmpty)
    }

    @Test("finds the very value at which a step begins among more than it looks at singly")
    func many() throws {
        var noise = Noise(9)
        let steps = StepFinder().steps(in: noise.times([(84, 61_003), (212, 38_997)]))
        try #require(steps.count == 1)
        #expect(abs(steps[0] - 61_003) <= 2)
    }
}

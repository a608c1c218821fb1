import Foundation
import TestSupport
import Testing

@testable import MicroClient

/// Values of header fields, and files of cookies, that chance wrote. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED`
/// which; a failure names the input.
@Suite("Fields made by chance", .timeLimit(.minutes(60)))
struct FieldFuzzTests {
    private static func text(of words: [String], using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in words.randomElement(using: &random) }.joined()
    }

    @Test("Retry-After: no value makes a reader trap, and no wait is negative")
    func retryAfter() {
        let words = [
            "0", "7", "99999999999999999999", "-", "+", ".", " ", "\t", "Sun, 06 Nov 1994 08:49:37 GMT", "Nov",
            "Sunday",
            "06-Nov-94", "08:49:37", "9999", "24:60:61", ":", ",", "é", "\u{0}", "GMT",
        ]
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        for number in 0..<LongRun.inputs(orJust: 1000) {
            var random = SeededGenerator(seed: LongRun.seed &+ UInt64(number))
            let value = Self.text(of: words, using: &random)
            guard let found = RetryAfter(value) else { continue }
            #expect(found.wait(from: now) >= .zero, "\(value)")
        }
    }
}

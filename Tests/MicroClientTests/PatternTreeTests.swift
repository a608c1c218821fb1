import TestSupport
import Testing

@testable import MicroClient

@Suite("Many texts that are looked for at once")
struct PatternTreeTests {
    private func longest(_ tree: PatternTree, _ text: String) -> PatternTree.Match? {
        Array(text.utf8).withUnsafeBufferPointer { tree.longest(in: $0, at: 0) }
    }

    @Test("the longest that stands there is found; of equal ones the first")
    func longest() throws {
        var tree = PatternTree()
        for (value, text) in ["abcd", "ab", "abxy", "abcd", "b", ""].enumerated() {
            tree.insert(Array(text.utf8), value: value)
        }
        for (text, length, value) in [("abcde", 4, 0), ("abc", 2, 1), ("abxyz", 4, 2), ("abx", 2, 1), ("bb", 1, 4)] {
            let match = try #require(longest(tree, text))
            #expect(match.length == length && match.value == value, "\(text)")
        }
        #expect(longest(tree, "a") == nil && longest(tree, "") == nil && longest(tree, "x") == nil)
        #expect(tree.longest == 4 && tree.begins(with: UInt8(ascii: "b")) && !tree.begins(with: UInt8(ascii: "c")))
    }

    @Test("it finds what looking for one text after the other finds", arguments: 1...20)
    func asOneByOne(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ LongRun.seed)
        func text(_ length: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: length, using: &random)).map { _ in "ab".utf8.randomElement(using: &random) ?? 0 }
        }
        let texts = (0..<60).map { _ in text(1...8) }
        var tree = PatternTree()
        for (value, text) in texts.enumerated() { tree.insert(text, value: value) }
        let searched = text(200...200)
        for start in searched.indices {
            let rest = searched[start...]
            let best = texts.filter { rest.starts(with: $0) }.max { $0.count < $1.count }
            let found = searched.withUnsafeBufferPointer { tree.longest(in: $0, at: start) }
            #expect(found?.length == best?.count)
            #expect(found?.value == best.flatMap(texts.firstIndex(of:)))
            let isStart = texts.contains { $0.starts(with: rest) }
            #expect(tree.begins(with: rest) == isStart)
        }
    }
}

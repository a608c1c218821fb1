import Testing

@testable import Exchanges

@Suite("Completing filters")
struct HistoryCompletionTests {
    private func texts(_ text: String, _ names: [HistoryFilterKey: [String]] = [:]) -> [String] {
        HistoryFilterCompletion(text, cursor: text.count, names: names).candidates.map(\.text)
    }

    @Test(
        "where a term begins, all keys; where a key is begun, those that begin so",
        arguments: ["", "status:5xx ", "-", "'a b' "])
    func keys(_ text: String) {
        #expect(texts(text) == HistoryFilterKey.allCases.map(\.text))
    }

    @Test("a begun key is completed, also one that is turned around, and only as far as the cursor")
    func begunKeys() {
        #expect(texts("st") == ["status:"] && texts("x -s") == ["status:", "since:", "slower:", "set:"])
        #expect(HistoryFilterCompletion("env:prod st", cursor: 11).place == 9..<11)
        #expect(HistoryFilterCompletion("!st", cursor: 3).place == 1..<3)
        #expect(HistoryFilterCompletion("status", cursor: 2).candidates.map(\.text) == ["status:"])
        #expect(HistoryFilterCompletion("status", cursor: 2).place == 0..<2)
        #expect(texts("zebra").isEmpty)
    }

    @Test("behind a key stand the values that begin so, and the names that are known, quoted where they have blanks")
    func values() {
        #expect(texts("status:") == ["2xx", "3xx", "4xx", "5xx", ">=400"] && texts("status:5") == ["5xx"])
        #expect(texts("is:p") == ["pinned"] && texts("method:p") == ["POST", "PUT", "PATCH"])
        #expect(texts("since:'l") == ["'last week'"])
        #expect(HistoryFilterCompletion("since:'l", cursor: 8).place == 6..<8)
        #expect(texts("env:", [.environment: ["prod", "my local"]]) == ["prod", "\"my local\"", "none"])
        #expect(texts("env:p", [.environment: ["prod", "my local"]]) == ["prod"])
        #expect(texts("set:\"my l", [.set: ["my local"]]) == ["\"my local\""])
        #expect(texts("what:").isEmpty && texts("http://").isEmpty)
        #expect(HistoryFilterCompletion("is:", cursor: 3).candidates.first?.summary == "it is never deleted")
    }
}

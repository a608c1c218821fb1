import Testing

@testable import ExchangeStore

@Suite("Drafts that wait for the journal")
struct AwaitedEntriesTests {
    private var awaited = AwaitedEntries<String, String>()

    @Test("what is kept after it was forgotten is written behind the removal, not before it")
    mutating func turns() throws {
        let (first, joined) = (awaited.add("one", for: "a.yml"), awaited.add("two", for: "a.yml"))
        awaited.forget("a.yml")
        let second = awaited.add("three", for: "a.yml")
        #expect(joined == nil)
        let turns = (try #require(first), try #require(second))
        let lost = awaited.take("a.yml", at: turns.0)
        let written = (awaited.take("a.yml", at: turns.1), awaited.take("a.yml", at: turns.1))
        #expect(lost == nil && written.0 == "three" && written.1 == nil)
    }

    @Test("of what is typed quicker than it is written the last state is written, once")
    mutating func lastState() throws {
        let turns = ["one", "two"].map { awaited.add($0, for: "a.yml") }
        let written = awaited.take("a.yml", at: try #require(turns[0]))
        #expect(turns[1] == nil && written == "two")
    }
}

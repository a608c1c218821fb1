import BodyStore
import Differences
import TestSupport
import Testing

/// Bodies that nobody meant to be compared.
@Suite struct HostileBodyTests {
    private func differ(_ old: [UInt8], _ new: [UInt8], _ rules: [String] = []) throws -> BodyDifference {
        var comparison = BodyDifferencing(old: BodyStore(old), new: BodyStore(new))
        (comparison.oldType, comparison.newType) = ("application/json", "application/json")
        comparison.rules = try IgnoreRules(ignore: rules)
        return try #require(comparison.run())
    }

    @Test(
        "damaged JSON is compared as something, and two bodies are equal only when their bytes are, or they mean the same"
    )
    func damaged() throws {
        var random = SeededGenerator(seed: LongRun.seed)
        let text = Array(
            #"{"a":[1,2.50,-0,1e400,"\u00e9\ud83d\ude00é"],"b":{"c":null,"c":[true,false,{}]},"d":"\\\""}"#.utf8)
        for _ in 0..<LongRun.inputs(orJust: 600) {
            var new = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<new.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: new[place] = UInt8.random(in: 0...255, using: &random)
                case 1: new.remove(at: place)
                default: new.insert(text[Int.random(in: 0..<text.count, using: &random)], at: place)
                }
            }
            let difference = try differ(text, new, ["$..c", "pattern: /e/"])
            let verdict = Verdict(difference)
            #expect(verdict.short.count <= Verdict.maximumLength && !verdict.long.isEmpty)
            if case .equal = difference { #expect(new == text) }
            if case .text(let text, _) = difference { #expect(!text.isEmpty) }
        }
    }

    @Test("bytes that are not UTF-8 differ where they differ")
    func invalid() throws {
        let (old, new) = (
            [0x5B, 0x22, 0x41, 0xFF, 0x22, 0x5D] as [UInt8], [0x5B, 0x22, 0x41, 0xFE, 0x22, 0x5D] as [UInt8]
        )
        #expect(try differ(old, new).countedCount == 1)
    }

    @Test("an exponent of any length is a number like others")
    func exponents() throws {
        let long = "1e" + String(repeating: "9", count: 100)
        #expect(try JSONText.compare("[\(long),1e3]", "[\(long),1000]").total == 0)
        #expect(try JSONText.compare("[\(long)]", "[1e1]").total == 1)
        #expect(try JSONText.compare("[0e99999999999999999999999]", "[0]").total <= 1)
    }

    @Test("an object of very many members, and of very many equal names, is compared")
    func wide() throws {
        let members = (0..<3000).map { "\"k\($0)\":\($0)" }
        let same = (0..<500).map { "\"k\":\($0)" }
        let object = { (all: [String]) in "{\(all.joined(separator: ","))}" }
        #expect(try JSONText.compare(object(members), object(members.reversed())).total == 0)
        #expect(try JSONText.compare(object(same), object(same)).total == 0)
        #expect(try JSONText.compare(object(same), object(same.reversed())).total == 500)
        #expect(JSONText.lines(try JSONText.compare(object(same), object(same.dropLast()))) == ["removed $.k{500} 499"])
    }

    @Test("an empty body, and one that has not ended")
    func ends() throws {
        #expect(try differ([], []).countedCount == 0)
        #expect(try differ([], [0x31]).countedCount == 1)
        let growing = BodyDifferencing(old: BodyStore(), new: BodyStore([0x31]))
        guard case .unknown(let reason)? = growing.run() else {
            Issue.record("it was compared")
            return
        }
        #expect(reason == "a body has not ended yet")
    }

    @Test(
        "headers are ignored by name, in any capitals, and by wildcard",
        arguments: [
            ("date", true), ("X-RateLimit-Remaining", true), ("x-ratelimit-", true), ("RateLimit", true),
            ("ETag", false),
            ("Set-Cookie", false), ("X-Rate", false), ("X-Custom-Id-1", true),
        ])
    func headers(_ name: String, _ isIgnored: Bool) throws {
        func side(_ value: String) -> ExchangeSide {
            ExchangeSide(.response(.init(status: 200, headers: [.init(name, value)], body: BodyStore([]))))
        }
        var comparison = ExchangeComparison(old: side("a"), new: side("b"))
        comparison.rules = try IgnoreRules(headers: ["X-*-Id-*"])
        #expect(try #require(comparison.run()).headers.map { $0.ignoredBy != nil } == [isIgnored])
    }
}

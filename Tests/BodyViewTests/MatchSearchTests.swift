import BodyStore
import Foundation
import Testing

@testable import BodyView

/// Finding in the bytes of a body.
@Suite struct MatchSearchTests {
    private static func text(_ seed: Int, _ random: inout Seeded) -> [UInt8] {
        let words = ["a", "b", "ab", "aa", "Ab", "\n", " ", "é", "É", "0", "x1", String(repeating: "a", count: 60_000)]
        var bytes: [UInt8] = []
        let length = Int.random(in: 0..<3, using: &random) == 0 ? 70_000 : 300
        while bytes.count < length {
            bytes += Array((words.randomElement(using: &random) ?? "").utf8)
            // Bytes that are not UTF-8 are in nobody's way.
            if seed % 3 == 0, Int.random(in: 0..<40, using: &random) == 0 { bytes.append(0xC3) }
        }
        return bytes
    }

    /// Returns the matches, found byte by byte; small ASCII letters match capitals too if case is ignored.
    private static func plain(_ needle: String, in bytes: [UInt8], ignoresCase: Bool) -> [Range<Int>] {
        func folded(_ byte: UInt8) -> UInt8 { ignoresCase && (65...90).contains(byte) ? byte + 32 : byte }
        let needle = needle.utf8.map(folded)
        var matches: [Range<Int>] = []
        var place = 0
        while place + needle.count <= bytes.count {
            if needle.indices.allSatisfy({ folded(bytes[place + $0]) == needle[$0] }) {
                matches.append(place..<place + needle.count)
                place += needle.count
            } else {
                place += 1
            }
        }
        return matches
    }

    private static func all(_ search: MatchSearch) -> [Range<Int>] {
        (0...MatchCounts.block(at: search.store.count)).flatMap { search.matches(inBlock: $0) }
    }

    /// A body that comes in pieces, counted after each.
    private static func counted(_ bytes: [UInt8], _ pattern: BodyPattern, _ random: inout Seeded) throws
        -> MatchSearch
    {
        let store = BodyStore()
        var search = MatchSearch(store, try BodyMatcher(pattern))
        var place = 0
        while place < bytes.count {
            let end = min(bytes.count, place + Int.random(in: 1...max(2, bytes.count / 5), using: &random))
            try bytes[place..<end].withUnsafeBytes { try store.append($0) }
            place = end
            search.count()
        }
        store.finish()
        search.count()
        return search
    }

    @Test("finds text like a plain loop over the bytes, whatever the pieces it comes in", arguments: 0..<12)
    func literals(seed: Int) throws {
        var random = Seeded(seed)
        let bytes = Self.text(seed, &random)
        for needle in ["ab", "Ab", "a", "b\n", "x1", "aaab", ".", "a é"] {
            let pattern = BodyPattern(needle)
            let expected = Self.plain(needle, in: bytes, ignoresCase: pattern.ignoresCase)
            let search = try Self.counted(bytes, pattern, &random)
            // É is found for é, which the plain loop does not know.
            guard needle != "a é" else { continue }
            try #require(search.counts.total == expected.count, "\(needle)")
            try #require(Self.all(search) == expected, "\(needle)")
        }
    }

    @Test("finds regular expressions as Foundation does, across the pieces", arguments: 0..<12)
    func expressions(seed: Int) throws {
        var random = Seeded(seed * 3 + 1)
        let bytes = Self.text(seed * 3 + 1, &random)
        let text = String(decoding: bytes, as: UTF8.self)
        for pattern in ["ab+", "^a", "b$", "(?<=a)b", "[ab]{2,5}0", "x\\d", "a\\nb", "b(?= )", "(?i)AB", "é|0"] {
            let expected = try Self.byFoundation(pattern, text)
            let search = try Self.counted(bytes, BodyPattern(pattern, isRegex: true), &random)
            try #require(search.counts.problem == nil)
            try #require(Self.all(search) == expected, "\(pattern)")
            try #require(search.counts.total == expected.count, "\(pattern)")
        }
    }

    private static func byFoundation(_ pattern: String, _ text: String) throws -> [Range<Int>] {
        let ignoresCase = BodyPattern(pattern, isRegex: true).ignoresCase
        var options: NSRegularExpression.Options = [.anchorsMatchLines, .useUnixLineSeparators]
        if ignoresCase { options.insert(.caseInsensitive) }
        let expression = try NSRegularExpression(pattern: pattern, options: options)
        // From UTF-16 to bytes.
        var offsets: [Int] = []
        var offset = 0
        for scalar in text.unicodeScalars {
            for _ in 0..<UTF16.width(scalar) { offsets.append(offset) }
            offset += UTF8.width(scalar)
        }
        offsets.append(offset)
        let whole = NSRange(location: 0, length: offsets.count - 1)
        return expression.matches(in: text, range: whole).map {
            offsets[$0.range.location]..<offsets[$0.range.location + $0.range.length]
        }
    }

    @Test("the next and the previous match are those of a list of all, counted or not", arguments: 0..<12)
    func stepping(seed: Int) throws {
        var random = Seeded(seed + 500)
        let bytes = Self.text(seed, &random)
        let counted = try Self.counted(bytes, BodyPattern("x1"), &random)
        let fresh = MatchSearch(counted.store, counted.matcher)
        let all = Self.plain("x1", in: bytes, ignoresCase: true)
        for _ in 0..<40 {
            let place = Int.random(in: 0...bytes.count, using: &random)
            for search in [counted, fresh] {
                #expect(search.first(in: place..<bytes.count) == all.first { $0.lowerBound >= place })
                #expect(search.last(in: 0..<place) == all.last { $0.lowerBound < place })
            }
        }
    }

    @Test("small letters stand for capitals too, also beyond ASCII, unless a capital is typed")
    func smartCase() throws {
        let store = BodyStore(Array("Name NAME name élan ÉLAN \\S".utf8))
        func count(_ text: String, isRegex: Bool = false) throws -> Int {
            var search = MatchSearch(store, try BodyMatcher(BodyPattern(text, isRegex: isRegex)))
            search.count()
            return search.counts.total
        }
        #expect(try count("name") == 3)
        #expect(try count("Name") == 1)
        #expect(try count("élan") == 2)
        #expect(try count(#"\Same"#, isRegex: true) == 3)
        #expect(try count(#"\S"#) == 1)
    }

    @Test("a pattern that is none says where and why")
    func invalid() {
        #expect(throws: BodyPatternError(column: 5, reason: "missing closing parenthesis")) {
            try BodyMatcher(BodyPattern("é(ab", isRegex: true))
        }
        #expect(throws: BodyPatternError.self) { try BodyMatcher(BodyPattern(String(repeating: "a", count: 20_000))) }
    }

    @Test("a pattern that goes astray is given up with PCRE2's words")
    func catastrophe() throws {
        let store = BodyStore(Array(repeating: UInt8(ascii: "a"), count: 5_000))
        var search = MatchSearch(store, try BodyMatcher(BodyPattern("(a+)+[bc]", isRegex: true)))
        search.count()
        #expect(search.counts.problem == "match limit exceeded")
        #expect(!search.counts.isComplete)
    }

    @Test("what matches nothing but emptiness has no matches, and ends")
    func emptiness() throws {
        let store = BodyStore(Array("aab".utf8))
        for pattern in ["x*", "^", "$", "(?=a)", #"(?=ab)\K"#, "a*"] {
            var search = MatchSearch(store, try BodyMatcher(BodyPattern(pattern, isRegex: true)))
            search.count()
            #expect(search.counts.total == (pattern == "a*" ? 1 : 0), "\(pattern)")
            #expect(search.counts.isComplete)
        }
    }

    @Test("a character whose bytes come apart is found, wherever they are parted, once or all over")
    func splitCharacters() throws {
        let bytes = Array("é aé😀bé€😀".utf8)
        for (pattern, expected) in [("é", 3), ("😀", 2), ("€", 1), ("[é€]+", 3), ("é😀", 1)] {
            let pattern = BodyPattern(pattern, isRegex: true)
            for place in 1..<bytes.count {
                #expect(try Self.count(pattern, in: [bytes[..<place], bytes[place...]]) == expected, "\(place)")
            }
            #expect(try Self.count(pattern, in: bytes.indices.map { bytes[$0...$0] }) == expected)
        }
    }

    /// Returns the number of matches that are counted if a body comes in these pieces.
    private static func count(_ pattern: BodyPattern, in pieces: [ArraySlice<UInt8>]) throws -> Int {
        let store = BodyStore()
        var search = MatchSearch(store, try BodyMatcher(pattern))
        for piece in pieces {
            try piece.withUnsafeBytes { try store.append($0) }
            search.count()
        }
        store.finish()
        search.count()
        #expect(search.counts.isComplete && all(search).count == search.counts.total)
        return search.counts.total
    }

    @Test("a match at the end of what has come waits for what may belong to it")
    func growing() throws {
        let store = BodyStore()
        var search = MatchSearch(store, try BodyMatcher(BodyPattern("a[0-9]+", isRegex: true)))
        try store.append(Data("a1 a2".utf8))
        search.count()
        #expect(search.counts.total == 1)
        try store.append(Data("34 a".utf8))
        search.count()
        #expect(search.counts.total == 2)
        store.finish()
        search.count()
        #expect(search.counts.total == 2)
        #expect(search.first(in: 2..<100) == 3..<7)
    }
}

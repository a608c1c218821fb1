import BodyStore
import BodyView
import Testing

/// The lines of a body that differ from those of the one before it.
@Suite struct BodyComparisonTests {
    private func document(_ text: String, _ kind: BodyKind = .text) -> BodyDocument {
        var document = BodyDocument(store: BodyStore(Array(text.utf8)), kind: kind)
        document.index.extend(over: document.store)
        return document
    }

    private func compare(_ old: String, _ new: String, _ kind: BodyKind = .text) -> BodyChanges? {
        BodyComparison(document(new, kind), with: document(old, kind)).run()?.changes
    }

    private func text(_ words: String) -> String { words.map { "\($0)\n" }.joined() }

    @Test(
        "of lines those that are other or new are marked, and the places where something is gone",
        arguments: [
            ("abc", "abc", "", ""), ("abc", "axc", "1", ""), ("abc", "abcd", "3", ""), ("abc", "xabc", "0", ""),
            ("abcd", "abd", "", "2"), ("abcd", "bcd", "", "0"), ("abcd", "abc", "", "2"), ("", "ab", "01", ""),
            ("abab", "ababab", "45", ""), ("abcde", "abxyde", "23", ""), ("abcdef", "defabc", "345", "0"),
            ("aaaa", "aaba", "2", ""), ("abc", "xyz", "012", ""), ("aXbXcX", "aXcX", "", "2"),
        ])
    func lines(old: String, new: String, changed: String, removals: String) throws {
        let changes = try #require(compare(text(old), text(new)))
        let marked = new.indices.indices.map { _ in 0 }.indices.filter { changes.isChanged($0) }
        #expect(marked.map(String.init).joined() == changed, "\(changes)")
        #expect(changes.removals.map(String.init).joined() == removals, "\(changes)")
    }

    @Test("of JSON the lines as they are laid out count, whatever blanks and commas stand between them")
    func json() throws {
        let changes = try #require(compare(#"{"a": 1, "b": [1, 2]}"#, "{\"a\":1,\n\"b\":[1,2,3], \"c\": 0}", .json))
        // {, "a", "b": [, 1, 2, 3, ], "c", }
        #expect(changes.changed == [5..<6, 7..<8] && changes.removals.isEmpty)
    }

    @Test("what a marker stands for is no difference where there are markers, and one where a server wrote them")
    func markers() throws {
        let kept = #"{"h":"Bearer {{api_key}}","n":1,"t":"{{token}}","x":2}"#
        let live = #"{"h":"Bearer abcdef123456","n":5,"t":"s3cret","x":2}"#
        func changes(_ old: String, _ new: String, hasMarkers: Bool) throws -> BodyChanges {
            let comparison = BodyComparison(document(new, .json), with: document(old, .json), hasMarkers: hasMarkers)
            return try #require(comparison.run()).changes
        }
        #expect(try changes(kept, live, hasMarkers: true).changed == [2..<3])
        #expect(try changes(live, kept, hasMarkers: true).changed == [2..<3])
        #expect(try changes(kept, live, hasMarkers: false).changed == [1..<4])
        let other = #"{"h":"Basic abcdef123456","n":1,"t":"","x":2}"#
        #expect(try changes(kept, other, hasMarkers: true).changed == [1..<2, 3..<4])
        #expect(try changes(kept, live, hasMarkers: true).removals.isEmpty)
    }

    @Test("in text and tables each byte counts but the line break")
    func textCounts() throws {
        #expect(try #require(compare("1,2,\n3\n", "1,2\n3\n", .table)).changed == [0..<1])
        #expect(try #require(compare("a \nb\n", "a\r\nb\n")).changed == [0..<1])
        #expect(try #require(compare("a\nb\n", "a\r\nb")).isEmpty)
    }

    @Test("a value at another depth is another line")
    func depth() throws {
        let changes = try #require(compare("[1,[2]]", "[[1,2]]", .json))
        #expect(!changes.isEmpty)
    }

    @Test("differences are found from line to line, and back")
    func steps() throws {
        let changes = try #require(compare(text("abcdefgh"), text("aXYdfgZ")))
        var found: [Int] = []
        var line = -1
        while let next = changes.next(after: line) {
            found.append(next)
            line = next
        }
        #expect(found == [1, 4, 6])
        #expect(
            changes.previous(before: 6) == 4 && changes.previous(before: 4) == 1 && changes.previous(before: 1) == nil)
    }

    @Test("what is marked and what is left out, taken away from the new one, leaves a part of the old one in its order")
    func random() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let alphabet = Array("abcdefghij".prefix(Int.random(in: 2...10, using: &random)))
            let old = String(
                (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
            var new = Array(old)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let place = Int.random(in: 0...new.count, using: &random)
                if Bool.random(using: &random) || place == new.count {
                    new.insert(alphabet.randomElement(using: &random) ?? "a", at: place)
                } else {
                    new.remove(at: place)
                }
            }
            let changes = try #require(compare(text(old), text(String(new))))
            let kept = new.indices.filter { !changes.isChanged($0) }.map { new[$0] }
            var rest = Array(old)[...]
            for character in kept {
                let place = try #require(rest.firstIndex(of: character), "\(old) \(String(new)) \(changes)")
                rest = rest[(place + 1)...]
            }
            #expect(changes.isEmpty == (old == String(new)), "\(old) \(String(new)) \(changes)")
            #expect(changes.changedCount <= 6, "\(old) \(String(new)) \(changes)")
        }
    }

    @Test("thousands of lines that each stand twice are compared, too")
    func repeated() throws {
        let old = (0..<3000).map { "line \($0 / 2)\n" }
        var new = old
        new[1500] = "other\n"
        let changes = try #require(compare(old.joined(), new.joined()))
        #expect(changes.changed == [1500..<1501])
        let rotated = try #require(compare(old.joined(), Array(old.reversed()).joined()))
        #expect(!rotated.isEmpty)
    }

    @Test("it is given up when it is cancelled")
    func cancelled() {
        let body = document(String(repeating: "x\n", count: 10_000))
        #expect(BodyComparison(body, with: body).run { true } == nil)
    }
}

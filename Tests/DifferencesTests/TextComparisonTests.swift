import BodyStore
import BodyView
import Differences
import TestSupport
import Testing

/// The lines in which texts differ, and how that is shown.
@Suite struct TextComparisonTests {
    private func compare(_ old: String, _ new: String, _ rules: [String] = [], kind: BodyKind = .text) throws
        -> TextDifference
    {
        let one = try #require(BodyDocument(whole: BodyStore(Array(old.utf8)), kind: kind))
        let other = try #require(BodyDocument(whole: BodyStore(Array(new.utf8)), kind: kind))
        var comparison = TextComparison(old: one, new: other)
        comparison.rules = try IgnoreRules(ignore: rules, usesDefaults: false)
        return try #require(comparison.run())
    }

    private func lines(_ letters: String) -> String { letters.map { "\($0)\n" }.joined() }

    private func picture(_ difference: TextDifference) -> String {
        difference.hunks.map { "\($0.old.lowerBound)-\($0.old.upperBound)>\($0.new.lowerBound)-\($0.new.upperBound)" }
            .joined(separator: " ")
    }

    @Test(
        "hunks are what differs",
        arguments: [
            ("abc", "abc", ""), ("abc", "axc", "1-2>1-2"), ("abc", "abcd", "3-3>3-4"), ("abc", "xabc", "0-0>0-1"),
            ("abcd", "abd", "2-3>2-2"), ("", "ab", "0-0>0-2"), ("abc", "xyz", "0-3>0-3"),
            ("abcdef", "aXcdeY", "1-2>1-2 5-6>5-6"),
        ])
    func hunks(_ old: String, _ new: String, _ hunks: String) throws {
        #expect(picture(try compare(lines(old), lines(new))) == hunks)
    }

    @Test(
        "ends of lines are told, and are one difference",
        arguments: [
            ("a\nb\n", "a\r\nb\r\n", "line ends LF → CRLF"), ("a\nb\n", "a\nb", "no line break at the end any more"),
            ("a\nb", "a\nb\n", "a line break at the end, new"), ("a\nb\n", "a\r\nb\n", "line ends LF → LF and CRLF"),
        ])
    func ends(_ old: String, _ new: String, _ words: String) throws {
        let difference = try compare(old, new)
        let reported = try #require(difference.oldEnds.change(to: difference.newEnds))
        #expect(difference.hunks.isEmpty && difference.countedCount == 1)
        #expect(reported.replacing("CRLF and LF", with: "LF and CRLF") == words)
    }

    @Test("rules ignore lines by what is in them, and hunks fall apart around them")
    func rules() throws {
        let old = "made 2026-01-01\nid 0b1e1f3c-6f0e-4a52-9f4b-0d8f7c1c2a11\n# x\nend\n"
        let new = "made 2026-02-02\nid 1b1e1f3c-6f0e-4a52-9f4b-0d8f7c1c2a11\n# y\nEND\n"
        let difference = try compare(old, new, ["pattern: iso-date", "pattern: uuid", "line: /^#/"])
        #expect(
            difference.hunks.map { $0.ignoredBy?.description } == [
                "pattern: iso-date", "pattern: uuid", "line: /^#/", nil,
            ])
        #expect(difference.countedCount == 1 && difference.ignoredCount == 3)
        #expect(try compare("a\n# 1\n", "# 2\n# 3\na\n", ["line: /^#/"]).countedCount == 0)
    }

    @Test("texts without anything in common say so")
    func tooDifferent() throws {
        let difference = try compare(
            (0..<200).map { "old \($0)\n" }.joined(), (0..<100).map { "new \($0)\n" }.joined())
        #expect(difference.isTooDifferent && picture(difference) == "0-200>0-100")
    }

    @Test("one giant line is one hunk")
    func giant() throws {
        let difference = try compare(
            String(repeating: "x", count: 1 << 20) + "=a", String(repeating: "x", count: 1 << 20) + "=b")
        let rows = DifferenceRows(difference, .sideBySide).rows(0..<1, columns: (1 << 20) - 10..<1 << 21)
        #expect(rows.map(\.oldEmphasis) == [[11..<12]])
        #expect(picture(difference) == "0-1>0-1")
        #expect(rows.first?.new?.text == "xxxxxxxxxx=b")
    }

    @Test("what is marked taken out leaves the same lines, whatever the texts")
    func property() throws {
        var random = SeededGenerator(seed: LongRun.seed)
        for _ in 0..<LongRun.inputs(orJust: 200) {
            let alphabet = Array("abcdef".prefix(Int.random(in: 1...6, using: &random)))
            func letters() -> [Character] {
                (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                }
            }
            let (old, new) = (letters(), letters())
            let difference = try compare(lines(String(old)), lines(String(new)))
            let oldKept = old.indices.filter { line in !difference.hunks.contains { $0.old.contains(line) } }.map {
                old[$0]
            }
            let newKept = new.indices.filter { line in !difference.hunks.contains { $0.new.contains(line) } }.map {
                new[$0]
            }
            #expect(oldKept == newKept, "\(String(old)) \(String(new))")
            #expect(difference.isEmpty == (old == new))
        }
    }

    // MARK: - Rows

    private func draw(_ row: DifferenceRow) -> String {
        let (old, new) = (row.old?.text ?? "", row.new?.text ?? "")
        let text =
            switch row.kind {
            case .same: "  \(old)|\(new)"
            case .changed: "~ \(old)|\(new)"
            case .removed: "- \(old)"
            case .added: "+ \(new)"
            case .folded(let count): "@ \(count)"
            }
        return row.isIgnored ? "(\(text))" : text
    }

    @Test("beside each other, changed lines share a row, and equal ones far off are folded")
    func sideBySide() throws {
        let rows = DifferenceRows(try compare(lines("abcdefghij"), lines("abcdeXYghij")), .sideBySide, context: 1)
        #expect(rows.rows(0..<100).map(draw) == ["@ 4", "  e|e", "~ f|X", "+ Y", "  g|g", "@ 3"])
        #expect(
            rows.count == 6 && rows.next(after: 0) == 2 && rows.previous(before: 5) == 2 && rows.next(after: 2) == nil)
    }

    @Test("below each other, what is gone stands above what came")
    func inline() throws {
        let rows = DifferenceRows(try compare(lines("abc"), lines("aXYc")), .inline, context: nil)
        #expect(rows.rows(0..<100).map(draw) == ["  a|a", "- b", "+ X", "+ Y", "  c|c"])
    }

    @Test("any part of the rows is the same as in the whole")
    func parts() throws {
        let difference = try compare(lines("abcdefghijklmnopq"), lines("aXcdefghiYZjkmnopqq"))
        for arrangement in [DifferenceRows.Arrangement.sideBySide, .inline] {
            let rows = DifferenceRows(difference, arrangement, context: 2)
            let all = rows.rows(0..<rows.count)
            #expect(all.count == rows.count)
            for start in 0..<rows.count {
                #expect(rows.rows(start..<start + 3) == Array(all[start..<min(start + 3, all.count)]))
            }
        }
    }

    @Test(
        "words that differ are emphasised",
        arguments: [
            ("the quick fox", "the slow fox", [4..<9], [4..<8]), ("a=1, b=2", "a=1, b=30", [7..<8], [7..<9]),
            ("same", "same!", [], [4..<5]), ("x one two y", "x three four y", [2..<9], [2..<12]),
            ("f(a)", "f(b)", [2..<3], [2..<3]),
        ])
    func words(_ old: String, _ new: String, _ before: [Range<Int>], _ after: [Range<Int>]) throws {
        let row = try #require(DifferenceRows(try compare(old, new), .sideBySide).rows(0..<1).first)
        #expect(row.oldEmphasis == before && row.newEmphasis == after)
    }

    @Test("JSON beside JSON: lines that mean the same, or are ignored, are told apart from those that differ")
    func json() throws {
        let (old, new) = (#"{"a":1,"b":1,"c":1,"d":0}"#, #"{"a":1.0,"b":2,"c":2,"d":0}"#)
        let differences = try JSONText.compare(old, new, rules: IgnoreRules(ignore: ["$.b"]))
        let rows = DifferenceRows(try compare(old, new, kind: .json), .sideBySide, meaning: differences)
        #expect(
            rows.rows(0..<9).map(draw) == [
                "  {|{", "(~   \"a\": 1,|  \"a\": 1.0,)", "(~   \"b\": 1,|  \"b\": 2,)", "~   \"c\": 1,|  \"c\": 2,",
                "    \"d\": 0|  \"d\": 0",
                "  }|}",
            ])
    }

    @Test("differences of JSON are a list of paths with what was and what is")
    func list() throws {
        let differences = try JSONText.compare(#"{"a":1,"l":[1,2,3],"x":{"y" : 1}}"#, #"{"a":2,"l":[3,1,2],"z":0}"#)
        #expect(
            differences.lines(0..<9).map(\.text) == [
                "~ $.a  1 → 2", "> $.l[0]  from $.l[2]", #"- $.x  {"y" : 1}"#, "+ $.z  0",
            ])
    }

    // MARK: - Bytes

    @Test("bytes are compared place by place")
    func bytes() throws {
        func compare(_ old: [UInt8], _ new: [UInt8]) throws -> BinaryDifference {
            try #require(BinaryDifference(old: BodyStore(old), new: BodyStore(new)))
        }
        let base = (0..<100).map { UInt8($0) }
        #expect(try compare(base, base).isEmpty)
        var other = base
        (other[20], other[22], other[90]) = (0xFF, 0xFF, 0xFF)
        let difference = try compare(base, other)
        #expect(
            difference.firstOffset == 20 && difference.differingCount == 3 && difference.ranges == [20..<23, 90..<91])
        let shorter = try compare(base, Array(base.prefix(60)))
        #expect(shorter.firstOffset == 60 && shorter.differingCount == 0 && !shorter.isEmpty)
        #expect(try compare([], []).isEmpty)
    }
}

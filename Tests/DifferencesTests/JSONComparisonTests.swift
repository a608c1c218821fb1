import BodyStore
import Differences
import Testing

/// The differences of JSON bodies, by their values.
@Suite struct JSONComparisonTests {
    struct Row: CustomTestStringConvertible {
        var id: String
        var old: String
        var new: String
        var lines: [String]

        init(_ id: String, _ old: String, _ new: String, _ lines: [String]) {
            (self.id, self.old, self.new, self.lines) = (id, old, new, lines)
        }

        var testDescription: String { id }
    }

    static let rows = [
        Row("equal", #"{"a":[1,{"b":null}]}"#, #"{"a":[1,{"b":null}]}"#, []),
        Row("blanks", #"{"a":[1,2]}"#, "{ \"a\" :\n[ 1 ,2 ]\t}\n", []),
        Row("changed", #"{"a":1}"#, #"{"a":2}"#, ["changed $.a 1 2"]),
        Row("within", #"{"a":[1,{"b":"x"}]}"#, #"{"a":[1,{"b":"y"}]}"#, [#"changed $.a[1].b "x" "y""#]),
        Row("type", #"{"a":1}"#, #"{"a":"1"}"#, [#"typeChanged $.a 1 "1""#]),
        Row("null", #"{"a":null}"#, #"{"a":false}"#, ["typeChanged $.a null false"]),
        Row("bool", #"{"a":true}"#, #"{"a":false}"#, ["changed $.a true false"]),
        Row("container", #"{"a":{}}"#, #"{"a":[]}"#, ["typeChanged $.a {} []"]),
        Row("whole", "1", "2", ["changed $ 1 2"]),
        Row("wholeType", "{}", "[]", ["typeChanged $ {} []"]),
        Row("added", "{}", #"{"a":{"b":1}}"#, [#"added $.a {"b":1}"#]),
        Row("removed", #"{"a":[1]}"#, "{}", ["removed $.a [1]"]),
        Row(
            "order", #"{"a":1,"b":2,"c":3}"#, #"{"x":0,"a":1,"c":4}"#,
            ["added $.x 0", "removed $.b 2", "changed $.c 3 4"]),
        Row("inserted", "[1,2,3]", "[0,1,2,3]", ["added $[0] 0"]),
        Row("insertedObject", #"[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":9},{"a":2}]"#, [#"added $[1] {"a":9}"#]),
        Row("gone", "[1,2,3]", "[1,3]", ["removed $[1] 2"]),
        Row("moved", "[1,2,3,4]", "[4,1,2,3]", ["moved $[3] $[0] 4 4"]),
        Row("replaced", "[1,2,3]", "[1,9,3]", ["changed $[1] 2 9"]),
        Row("replacedType", "[1,2,3]", #"[1,"2",3]"#, [#"typeChanged $[1] 2 "2""#]),
        Row(
            "byId", #"[{"id":1,"v":1},{"id":2,"v":1},{"id":3,"v":1}]"#,
            #"[{"id":0,"v":0},{"id":1,"v":2},{"id":2,"v":2},{"id":3,"v":2}]"#,
            [
                #"added $[0] {"id":0,"v":0}"#, "changed $[1].v 1 2", "changed $[2].v 1 2", "changed $[3].v 1 2",
            ]),
        Row(
            "byLikeness", #"[{"a":1,"b":2,"c":3},{"a":4,"b":5,"c":6}]"#,
            #"[{"x":0},{"a":1,"b":2,"c":9},{"a":4,"b":5,"c":8}]"#,
            [#"added $[0] {"x":0}"#, "changed $[1].c 3 9", "changed $[2].c 6 8"]),
        Row("number", "[1,1.0,100,-0,0.5e1]", "[1.0,1,1e2,0,5]", []),
        Row(
            "bigIntegers", "[9007199254740993,18446744073709551616]", "[9007199254740992,18446744073709551617]",
            [
                "changed $[0] 9007199254740993 9007199254740992",
                "changed $[1] 18446744073709551616 18446744073709551617",
            ]),
        Row(
            "manyDigits", "0.1000000000000000000000000001", "0.1000000000000000000000000002",
            [
                "changed $ 0.1000000000000000000000000001 0.1000000000000000000000000002"
            ]),
        Row("sign", "[1]", "[-1]", ["changed $[0] 1 -1"]),
        Row("scale", "[1,10]", "[10,1]", ["moved $[0] $[1] 1 1"]),
        Row("escapes", #"{"\u0061":"\u0041\/"}"#, #"{"a":"A/"}"#, []),
        Row("halfPairs", #"["\ud800"]"#, #"["\ud801"]"#, [#"changed $[0] "\ud800" "\ud801""#]),
        Row(
            "duplicates", #"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, ["changed $.a 1 2", "changed $.a{2} 2 1"]),
        Row("duplicateGone", #"{"a":1,"b":0,"a":2}"#, #"{"a":1,"b":0}"#, ["removed $.a{2} 2"]),
        Row(
            "oddNames", #"{"a b":{"it's":1,"":2}}"#, #"{"a b":{"it's":2,"":3}}"#,
            [
                #"changed $['a b']['it\'s'] 1 2"#, "changed $['a b'][''] 2 3",
            ]),
        Row("mark", "\u{FEFF}[1]", "[2]", ["changed $[0] 1 2"]),
    ]

    @Test("differences are told with their paths and what was sent", arguments: rows)
    func table(_ row: Row) throws {
        #expect(try JSONText.lines(JSONText.compare(row.old, row.new)) == row.lines)
    }

    @Test("each difference knows its bytes in both bodies, and its paths in both")
    func places() throws {
        let differences = try JSONText.compare(#"[ {"id":1,"v":"x"} ]"#, #"[0, {"id":1,"v":"yy"} ]"#)
        let change = try #require(differences.last)
        #expect(change.oldPath?.description == "$[0].v" && change.newPath?.description == "$[1].v")
        #expect(change.oldPlace == 14..<17 && change.newPlace == 16..<20)
    }

    @Test("what means the same and is written otherwise is told as a note")
    func notes() throws {
        let differences = try JSONText.compare(
            #"{"a":1,"b":"A","c":[{"x":1,"y":2}]}"#, #"{"a":1.0,"b":"\u0041","c":[{"y":2,"x":1}]}"#)
        #expect(differences.isEmpty)
        #expect(
            differences.notes.map { "\($0.kind) \($0.path)" } == [
                "numberSpelling $.a", "textSpelling $.b", "memberOrder $.c[0]",
            ])
    }

    @Test("numbers can be compared as they are written")
    func spelling() throws {
        let differences = try JSONText.compare("[1,2]", "[1.0,2]") { $0.comparesNumbersByValue = false }
        #expect(JSONText.lines(differences) == ["changed $[0] 1 1.0"])
    }

    @Test("arrays are compared by position, or by a key, where that is asked for")
    func arrays() throws {
        let (old, new) = (#"{"i":[{"k":1,"v":1},{"k":2,"v":2}]}"#, #"{"i":[{"k":2,"v":2},{"k":1,"v":3}]}"#)
        let rule = try ArrayRule(path: "$.i", matching: "k")
        let byKey = try JSONText.compare(old, new) { $0.arrays = [rule] }
        #expect(JSONText.lines(byKey) == ["changed $.i[1].v 1 3"])
        #expect(byKey.notes.map(\.kind) == [.elementOrder])
        let byPosition = try JSONText.compare(old, new) { $0.arrayMatching = .position }
        #expect(
            JSONText.lines(byPosition) == [
                "changed $.i[0].k 1 2", "changed $.i[0].v 1 2", "changed $.i[1].k 2 1", "changed $.i[1].v 2 3",
            ])
    }

    @Test("JSON lines are compared as the elements of one array")
    func sequence() throws {
        let differences = try JSONText.compare(
            "{\"a\":1}\n{\"a\":2}\n", "{\"a\":0}\n{\"a\":1}\n{\"a\":2}", isSequence: true)
        #expect(JSONText.lines(differences) == [#"added $[0] {"a":0}"#])
    }

    @Test("long values are found by their records, whatever lies before them")
    func long() throws {
        let filler = (0..<40).map { #"{"n":\#($0),"t":"some text that takes its place"}"# }.joined(separator: ",")
        let old = #"{"a":[\#(filler)],"b":{"c":[\#(filler)],"d":1}}"#
        let new = #"{"b":{"d":2,"c":[\#(filler)]},"a":[\#(filler),7]}"#
        #expect(JSONText.lines(try JSONText.compare(old, new)) == ["changed $.b.d 1 2", "added $.a[40] 7"])
    }

    @Test("what is broken is no JSON, and the fault is said", arguments: [("{\"a\":}", 5), ("[1", 2), ("", 0)])
    func broken(_ text: String, _ offset: Int) throws {
        let comparison = JSONComparison(old: BodyStore(Array("[1]".utf8)), new: BodyStore(Array(text.utf8)))
        guard case .notJSON(nil, let fault?)? = comparison.run() else {
            Issue.record("it was compared")
            return
        }
        #expect(fault.offsetInBytes == offset)
    }

    @Test("thirty thousand levels take no stack", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func deep(_ open: String, _ close: String) throws {
        func text(_ value: String) -> String {
            String(repeating: open, count: 30_000) + value + String(repeating: close, count: 30_000)
        }
        let differences = try JSONText.compare(text("1"), text("2"))
        #expect(differences.count == 1 && differences.first?.path.steps.count == 30_000)
    }

    @Test("of very many differences some are listed and all are counted")
    func many() throws {
        let (old, new) = ((0..<500).map { "\($0)" }, (0..<500).map { "\($0 + 1000)" })
        let differences = try JSONText.compare(
            "[\(old.joined(separator: ","))]", "[\(new.joined(separator: ","))]"
        ) { options in
            options.maximumDifferences = 10
        }
        #expect(differences.count == 10 && differences.total == 500 && differences.isCut)
        let inStep = try JSONText.compare("[\(old.joined(separator: ","))]", "[\(new.joined(separator: ","))]") {
            $0.maximumDifferences = 10
            $0.maximumAligned = 20
        }
        #expect(inStep.count == 10 && inStep.total == 500 && inStep.notes.map(\.kind) == [.tooLongToAlign])
    }

    @Test("it is given up when it is cancelled")
    func cancelled() {
        #expect(JSONComparison(old: BodyStore([0x31]), new: BodyStore([0x32])).run { true } == nil)
    }
}

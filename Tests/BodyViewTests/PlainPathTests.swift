import BodyStore
import Testing

@testable import BodyView

/// Filtering by plain paths.
@Suite struct PlainPathTests {
    private static let shop =
        #"{"items":[{"id":12345678901234567890,"price":1.50},{"id":2,"price":7e0,"tags":["a","b"]},{"id":3}],"a b":{"c/d":null,"~":true},"n":null,"n":[1,2,3,4]}"#

    private func found(_ text: String, in body: String = shop, _ kind: BodyKind = .json) -> (PathFinding, [String])? {
        guard case .path(let path) = BodyFilter(text) else { return nil }
        let store = BodyStore()
        guard let finding = try? PathFiltering(document(body, kind), path: path).run(into: store) else { return nil }
        let lines = String(decoding: store.copy(0..<store.count), as: UTF8.self).split(separator: "\n").map(String.init)
        return (finding, lines)
    }

    @Test(
        "finds the bytes of values as they were sent",
        arguments: [
            (".items[0].id", ["12345678901234567890"]), (".items[].id", ["12345678901234567890", "2", "3"]),
            (".items[-1]", [#"{"id":3}"#]), (".items.[1].price", ["7e0"]), (".items[1].tags[]", [#""a""#, #""b""#]),
            (#"."a b"["c/d"]"#, ["null"]), (#".["a b"]."c/d""#, ["null"]), ("/a b/c~1d", ["null"]),
            ("/a b/~0", ["true"]), ("/items/1/tags/0", [#""a""#]), ("$.items[0].price", ["1.50"]),
            ("$['a b']['~']", ["true"]), ("$.items[*].id", ["12345678901234567890", "2", "3"]),
            ("$.n[1:3]", ["2", "3"]), (".n[1:3]", ["[2,3]"]), (".n[-2:]", ["[3,4]"]), (".n[:1][]", ["1"]),
            (".n[2:9]", ["[3,4]"]), (".n[3:1]", ["[]"]), (".n[ 0 ]", ["1"]), (#".["a b"][]"#, ["null", "true"]),
            (".n", ["[1,2,3,4]"]), (".items[].tags?", [#"["a","b"]"#]), (".items[2].tags[]?", []),
            ("  .items[1].id ", ["2"]),
        ] as [(String, [String])])
    func values(text: String, expected: [String]) throws {
        let (finding, lines) = try #require(found(text))
        #expect(lines == expected)
        #expect(finding.count == expected.count && !finding.isPartial)
    }

    @Test("names are compared by their bytes, and a mark behind a sign of the pointer is part of the name")
    func bytesOfNames() throws {
        let body = #"{"a":{"\#u{301}b":1,"~\#u{301}":2},"\#u{E9}":3,"e\u0301":4,"e\#u{301}x":5}"#
        for (path, expected) in [
            ("/a/\u{301}b", "1"), ("/a/~0\u{301}", "2"), ("/\u{E9}", "3"), ("/e\u{301}", "4"),
            (#".["e\u0301"]"#, "4"), (".[\"\u{E9}\"]", "3"),
        ] {
            #expect(try #require(found(path, in: body)).1 == [expected], "\(path)")
        }
        #expect(try #require(found("/\u{E9}x", in: body)).1.isEmpty)
    }

    @Test(
        "says which step led nowhere, and why",
        arguments: [
            (".items[3]", "`.items[3]`: the array has 3 items", 1),
            (".items[-4]", "`.items[-4]`: the array has 3 items", 1),
            (".items[].tags[0]", "`.items[0].tags`: the object has no such member", 2),
            (".items.price", "`.items.price`: that is an array, and has no members", 1),
            (".items[0].price.x", "`.items[0].price.x`: that is a number, and has no members", 1),
            (#".["a b"][0]"#, #"`.["a b"][0]`: that is an object, and has no items"#, 1),
            (#".["a b"][][]"#, #"`.["a b"]["c/d"][]`: that is null, and holds no values"#, 2),
            ("/items/first", #"`.items.first`: the array's items have numbers for names, not "first""#, 1),
            ("/items/01", #"`.items["01"]`: the array's items have numbers for names, not "01""#, 1),
            (".n[1:][9]?", nil, 0), (".items[9]?", nil, 0),
        ] as [(String, String?, Int)])
    func misses(text: String, reason: String?, count: Int) throws {
        guard let (finding, _) = found(text) else {
            #expect(text == ".n[1:][9]?", "what follows a slice is jq's business")
            return
        }
        #expect(finding.firstMiss == reason && finding.misses == count)
    }

    @Test(
        "tells plain paths from beginnings of them and from all else",
        arguments: [
            ("", .whole), (" . ", .whole), ("$", .whole), (".items[", .unfinished), (".items[-", .unfinished),
            (#".["a"#, .unfinished), (#"."a\"#, .unfinished), (".items.", .unfinished), ("$.", .unfinished),
            (".a | .b", .query(".a | .b")), ("..", .query("..")), (".a-b", .query(".a-b")),
            (#"."a\(1)""#, .query(#"."a\(1)""#)), ("[1]", .query("[1]")), (".[1.5]", .query(".[1.5]")),
            (".a[1:2].b", .query(".a[1:2].b")), (".1a", .query(".1a")), ("$ENV", .query("$ENV")),
            ("keys", .query("keys")), (".a[99999999999999999999]", .query(".a[99999999999999999999]")),
            ("/a~2", .fault("In a JSON pointer `~` is written ~0, and `/` within a name ~1.")),
        ] as [(String, BodyFilter)])
    func reading(text: String, filter: BodyFilter) { #expect(BodyFilter(text) == filter) }

    @Test("filters each value of JSON lines, and what came before a fault")
    func sequences() throws {
        let (lines, values) = try #require(found(".a", in: "{\"a\":1}\n{\"b\":2}\n{\"a\":[ 3 ]}\n", .jsonLines))
        #expect(values == ["1", "[ 3 ]"] && lines.misses == 1)
        let (broken, before) = try #require(found(".[]", in: "[1,2,{\"a\":tru"))
        #expect(before == ["1", "2"] && broken.isPartial)
        for end in 0..<Self.shop.utf8.count {
            let (cut, _) = try #require(found(".items[].price", in: String(Self.shop.prefix(end))))
            #expect(cut.isPartial)
        }
    }

    private static let cut = #"{"data":{"items":[{"id":1},{"id":2}],"total":3},"meta":{"next":"ab"#

    @Test(
        "finds in objects and arrays what came before the body broke off",
        arguments: [
            (".data.items", cut, [#"[{"id":1},{"id":2}]"#]), (".data.items[].id", cut, ["1", "2"]),
            ("/data/items/1", cut, [#"{"id":2}"#]), (".data[]", cut, [#"[{"id":1},{"id":2}]"#, "3"]),
            (".[].total?", cut, ["3"]), (".meta", cut, []), (".meta.next", cut, []), (".gone", cut, []),
            (".a.b", #"{"a":{"b":1},"a":{"b":2},"c"#, ["2"]), (".a", #"{"a":12"#, []), (".a", #"{"a":12 "#, ["12"]),
            (".[]", "[1,2,3", ["1", "2"]), (".[1:]", "[1,2,3,4", ["[2,3]"]), (".[3:]", "[1,2,3,4", []),
            (".a[1:]", #"{"a":[1,2,3,{"b"#, ["[2,3]"]), (".a.b", #"{"a":{"b":1,oops},"c":2}"#, ["1"]),
        ] as [(String, String, [String])])
    func brokenOff(text: String, body: String, expected: [String]) throws {
        let (finding, lines) = try #require(found(text, in: body))
        #expect(lines == expected)
        #expect(finding.count == expected.count && finding.isPartial && finding.misses == 0)
    }

    @Test("says which object or array the body breaks off in, when the path leads there")
    func brokenOffAt() throws {
        #expect(try #require(found(".meta", in: Self.cut)).0.brokenOffAt == ".meta")
        #expect(try #require(found(".[1:][]", in: "[1,[2,[3,")).0.brokenOffAt == ".[1]")
        #expect(try #require(found(".meta.next", in: Self.cut)).0.brokenOffAt == nil)
        #expect(try #require(found(".data", in: Self.cut)).0.brokenOffAt == nil)
    }

    @Test("a long slice of an array that breaks off is written once")
    func longSlice() throws {
        let items = (0..<40_000).map { String(100_000 + $0) }
        let (finding, lines) = try #require(
            found(".a[1:]", in: #"{"b":1,"a":["# + items.joined(separator: ",") + ",tr"))
        #expect(finding.count == 1 && lines == ["[" + items.dropFirst().joined(separator: ",") + "]"])
    }

    @Test("of equal names the last counts, all of them are values, and the spelling of a name does not matter")
    func names() throws {
        let body = #"{"\u0061":1,"a":{"x":1, "x":2},"b\n":3}"#
        #expect(try #require(found(".a", in: body)).1 == [#"{"x":1, "x":2}"#])
        #expect(try #require(found(".[]", in: body)).1 == ["1", #"{"x":1, "x":2}"#, "3"])
        #expect(try #require(found(#".["b\n"]"#, in: body)).1 == ["3"])
    }

    @Test("gives up when told to")
    func cancelling() throws {
        guard case .path(let path) = BodyFilter(".[].a") else { return }
        let body = "[" + (0..<5000).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]"
        let filtering = PathFiltering(document(body, .json), path: path)
        #expect(try filtering.run(into: BodyStore()) { true } == nil)
        #expect(try filtering.run(into: BodyStore())?.count == 5000)
    }

    @Test("finds the first integer that a double does not hold")
    func largeIntegers() {
        let numbers = ["9007199254740992", "-9007199254740993", "12345678901234567.5", "1e99", "123456789012345678901"]
        let expected = [nil, "9007199254740993", nil, nil, "123456789012345678901"]
        for (number, large) in zip(numbers, expected) {
            let text = "{\"12345678901234567890\\\"\": [\"98765432109876543210\", \(number), 1]}"
            #expect(document(text, .json).firstLargeInteger() == large)
        }
    }
}

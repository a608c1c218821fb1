import BodyStore
import Differences
import Testing

/// Bodies compared by their members and types alone.
@Suite struct ShapeTests {
    private func lines(_ old: String, _ new: String, ignore: [String] = []) throws -> [String] {
        let differences = try JSONText.compare(old, new, rules: try IgnoreRules(ignore: ignore, usesDefaults: false)) {
            $0.comparesShapes = true
        }
        #expect(differences.total == differences.count)
        return JSONText.lines(differences)
    }

    @Test(
        "what fits the shape of the old body",
        arguments: [
            (#"{"a":1,"b":"x"}"#, #"{"b":"y","a":2.5}"#), ("[1,2,3]", "[4]"), ("[1]", "[]"), ("[]", #"[{"a":1}]"#),
            (#"{"a":null}"#, #"{"a":{"b":1}}"#), (#"[{"a":1},{"a":2,"b":3}]"#, #"[{"a":9},{"a":8,"b":7}]"#),
            (#"[{"a":1},{"a":null}]"#, #"[{"a":null},{"a":2}]"#), (#"[1,"x"]"#, #"["y",2]"#),
            (#"{"a":true}"#, #"{"a":false}"#), (#"{"a":{}}"#, #"{"a":{}}"#),
        ])
    func fits(_ old: String, _ new: String) throws {
        #expect(try lines(old, new).isEmpty)
    }

    @Test(
        "what does not, each thing once, where it is met first",
        arguments: [
            (#"{"a":1}"#, #"{"a":"1"}"#, ["typeChanged $.a 1 \"1\""]), (#"{"a":1}"#, "{}", ["removed $.a 1"]),
            ("{}", #"{"a":1}"#, ["added $.a 1"]), (#"{"a":"x"}"#, #"{"a":null}"#, ["typeChanged $.a \"x\" null"]),
            (
                #"{"items":[{"id":1,"price":10}]}"#,
                #"{"items":[{"id":1,"price":1},{"id":2,"price":"12"},{"id":3,"price":"13"}]}"#,
                ["typeChanged $.items[1].price 10 \"12\""]
            ),
            (#"[{"a":1}]"#, #"[{"a":1},{"b":2},{"b":3}]"#, ["removed $[0].a 1", "added $[1].b 2"]),
            ("[[1]]", #"[[2],["x"]]"#, [#"typeChanged $[1][0] 1 "x""#]),
            // Names that only Unicode calls the same.
            (
                "{\"\u{E9}\":1}", "{\"e\u{301}\":1}",
                ["removed $.\u{E9} 1", "added $.e\u{301} 1"]
            ),
        ])
    func differs(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try lines(old, new) == expected)
    }

    @Test("a rule about a path holds for shapes too")
    func rules() throws {
        #expect(
            try lines(#"{"a":1,"b":1}"#, #"{"a":"x","b":"y"}"#, ignore: ["$.a"]) == [
                #"typeChanged $.a 1 "x" ($.a)"#, #"typeChanged $.b 1 "y""#,
            ])
    }

    @Test("nesting without end ends the comparison, not the program")
    func depth() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(try lines(deep, deep).isEmpty)
    }

    @Test("of headers only that they are there counts, of the content's type what it is; of text nothing")
    func headers() throws {
        func side(_ type: String, _ extra: [(String, String)], _ body: String = "a") -> ExchangeSide {
            let fields = ([("Content-Type", type)] + extra).map { ExchangeSide.HeaderField($0.0, $0.1) }
            return ExchangeSide(.response(.init(status: 200, headers: fields, body: BodyStore(Array(body.utf8)))))
        }
        func verdict(_ old: ExchangeSide, _ new: ExchangeSide) throws -> String {
            var comparison = ExchangeComparison(old: old, new: new)
            comparison.options.comparesShapes = true
            return Verdict(try #require(comparison.run())).short
        }
        let old = side("text/plain; charset=utf-8", [("ETag", "1")])
        #expect(try verdict(old, side("text/plain", [("ETag", "2")], "b")) == "same")
        #expect(try verdict(old, side("text/plain", [])) == "differs: header ETag")
        #expect(try verdict(old, side("text/html", [("ETag", "1")])) == "differs: header Content-Type")
    }
}

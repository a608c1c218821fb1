import BodyStore
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

/// Semantics, section 7.1: the left side, and section 8: queries.
@Suite struct ExpressionTests {
    private static let body = """
        {"user": {"name": "Ann", "tags": ["a", "b", null, ["c", ["d"]]], "none": null, "a b": 1, "length": 7},
         "items": [{"id": 1, "price": {"eur": 5}}, {"id": 2}, null, 3], "id": 12345678901234567890, "empty": [], "zero": 0,
         "twice": 1, "twice": {"id": 9}, "text": "h\\u00e9llo", "esc\\u0061ped": true, "deep": {"x": {"id": 4, "y": {"id": [5, 6]}}}}
        """

    private func value(_ expression: String) -> String { ResponseSample(Self.body).captured(expression) }

    @Test(
        "a path leads to the value that JavaScript would find",
        arguments: [
            ("res.body.user.name", "\"Ann\""), ("res.body['user'][\"a b\"]", "1"), ("res.body.user.tags[1]", "\"b\""),
            ("res.body.user.tags.length", "4"), ("res.body.user.length", "7"), ("res.body.text.length", "5"),
            ("res.body.text[1]", "\"é\""), ("res.body.text[9]", "undefined"), ("res.body.user.tags[9]", "undefined"),
            ("res.body.id", "12345678901234567890"), ("res.body.zero", "0"), ("res.body.user.none", "null"),
            ("res.body.twice.id", "9"), ("res.body.escaped", "true"), ("res.body.nothing", "undefined"),
            ("res.body.items[0]", "{\"id\":1,\"price\":{\"eur\":5}}"), ("res.body.empty.length", "0"),
            ("res.body.zero.name", "undefined"), ("res.body.items.0", "not evaluated: it needs JavaScript"),
            ("res.body.nothing.name", "failed: res.body.nothing is undefined: it has no name"),
            ("res.body.user.none.name", "failed: res.body.user.none is null: it has no name"),
            ("res.body.items[7].id", "failed: res.body.items[7] is undefined: it has no id"),
            ("res.body.nothing?.name.more", "undefined"), ("res.body.user.none?.name", "undefined"),
            ("res.body.items?.[1]?.id", "2"), ("res.body.nothing?.name", "undefined"),
            ("res.body.user.toString", "not evaluated: toString is a function of JavaScript"),
            ("res.body.items.map", "not evaluated: map is a function of JavaScript"),
            ("res.body.text.trim", "not evaluated: trim is a function of JavaScript"),
            ("res.body.items.filter(x => x)", "not evaluated: it needs JavaScript"),
        ])
    func paths(_ expression: String, _ found: String) { #expect(value(expression) == found) }

    @Test(
        "a query maps over lists, flattens them and drops their nulls",
        arguments: [
            ("res('user.name')", "\"Ann\""), ("res(\"user.tags\")", "[\"a\",\"b\",\"c\",\"d\"]"),
            ("res('user.tags[2]')", "\"c\""), ("res('items.id')", "[1,2]"), ("res('items[1].id')", "2"),
            ("res(' items [1] . id ')", "2"), ("res('items.price.eur')", "[5]"), ("res('items.price.eur[0]')", "5"),
            ("res('items[2]')", "3"), ("res('items[9]')", "undefined"), ("res('items.nothing')", "undefined"),
            ("res('empty')", "undefined"), ("res('user.none')", "null"), ("res('user.none.more')", "null"),
            ("res('..eur')", "[5]"), ("res('..id')", "[12345678901234567890,1,2,9,4,5,6]"),
            ("res('deep..id')", "[4,5,6]"),
            ("res('deep.x..id[1]')", "5"), ("res('..id.x')", "undefined"), ("res('..items.id')", "[1,2]"),
            ("res('twice.id')", "9"), ("res('text[0]')", "\"h\""), ("res('zero[0]')", "undefined"),
            ("res('zero')", "0"),
            ("res('items[?]')", "not evaluated: it needs JavaScript"),
            ("res('')", "not evaluated: it needs JavaScript"),
            ("res('a...b')", "not evaluated: it needs JavaScript"),
        ])
    func queries(_ expression: String, _ found: String) { #expect(value(expression) == found) }

    @Test("status, its words, time and address are the last hop's")
    func head() {
        var sample = ResponseSample()
        sample.status = 404
        sample.reason = ""
        sample.url = "https://host/a?b=1"
        #expect(sample.captured("res.status") == "404")
        #expect(sample.captured("res.statusText") == "\"Not Found\"")
        #expect(sample.captured("res.responseTime") == "84")
        #expect(sample.captured("res.url") == "\"https://host/a?b=1\"")
        sample.reason = "Gone fishing"
        #expect(sample.captured("res.statusText") == "\"Gone fishing\"")
    }

    @Test("headers have lower-case names; repeated ones are joined, cookies are a list")
    func headers() {
        var sample = ResponseSample()
        sample.headers = HeaderFields([
            HeaderField("X-One", "1"), HeaderField("x-one", "2"), HeaderField("Set-Cookie", "a=1"),
            HeaderField("Set-Cookie", "b=2"),
        ])
        #expect(sample.captured("res.headers['x-one']") == "\"1, 2\"")
        #expect(sample.captured("res.headers['X-One']") == "undefined")
        #expect(sample.captured("res.headers['set-cookie']") == "[\"a=1\",\"b=2\"]")
        #expect(sample.captured("res.headers['set-cookie'][1]") == "\"b=2\"")
        #expect(sample.captured("res.headers.etag") == "undefined")
        #expect(
            sample.captured("res.headers.etag.length") == "failed: res.headers[\"etag\"] is undefined: it has no length"
        )
        #expect(sample.captured("res.headers.etag?.length") == "undefined")
    }

    @Test("a body is JSON whatever its type says, else text")
    func kinds() {
        var sample = ResponseSample("{\"a\": 1}")
        sample.headers = HeaderFields([HeaderField("Content-Type", "text/plain")])
        #expect(sample.captured("res.body.a") == "1")
        #expect(ResponseSample("{\"a\": 1} x").captured("res.body") == #""{\"a\": 1} x""#)
        #expect(ResponseSample("{\"a\": 1} x").captured("res.body.a") == "undefined")
        #expect(ResponseSample("{\"a\": 1} x").captured("res.body.length") == "10")
        #expect(ResponseSample("hello").captured("res('a')") == "undefined")
        #expect(ResponseSample("hello").captured("res('[1]')") == "\"e\"")
        #expect(ResponseSample("").captured("res.body") == "\"\"")
        #expect(ResponseSample(" \"text\" ").captured("res.body") == "\"text\"")
        #expect(ResponseSample("12").captured("res.body") == "12")
        #expect(ResponseSample("\u{FEFF}{\"a\": 1}").captured("res.body.a") == "1")
        #expect(ResponseSample("\u{FEFF}text").captured("res.body") == "\"text\"")
    }

    @Test("a body in another charset is decoded, or not read")
    func charsets() {
        var sample = ResponseSample()
        sample.headers = HeaderFields([HeaderField("Content-Type", "application/json; charset=iso-8859-1")])
        sample.bytes = Array("{\"name\": \"".utf8) + [0xE9] + Array("\"}".utf8)
        #expect(sample.captured("res.body.name") == "not evaluated: the body's charset iso-8859-1 cannot be read")
        sample.decode = { body, charset in
            charset == "iso-8859-1"
                ? BodyStore(Array(String(body.copy(0..<99).map { Character(Unicode.Scalar($0)) }).utf8)) : nil
        }
        #expect(sample.captured("res.body.name") == "\"é\"")
    }

    @Test("of a large value its kind and count are known, and parts of it are found")
    func large() {
        let list = String(repeating: "{\"id\": 1, \"text\": \"xxxxxxxxxx\"},", count: 50) + "{\"id\": 77}"
        var sample = ResponseSample("{\"list\": [\(list)], \"text\": \"\(String(repeating: "y", count: 2000))\"}")
        sample.largestValue = 1000
        #expect(sample.judge("res.body.list", "length", "51") == "passed")
        #expect(sample.judge("res.body.list.length", "eq", "51") == "passed")
        #expect(sample.judge("res.body.list[50].id", "eq", "77") == "passed")
        #expect(sample.judge("res('list.id[50]')", "eq", "77") == "passed")
        #expect(sample.judge("res.body.list", "isArray") == "passed")
        #expect(sample.judge("res.body", "isNotEmpty") == "passed")
        #expect(
            sample.judge("res.body.list", "isEmpty")
                == "failed: found a list of 51 elements, expected an empty text, list or object")
        let reason = "not evaluated: it is too large; name a part of it"
        #expect(sample.judge("res.body.list", "contains", "1") == reason)
        #expect(sample.judge("res.body.text", "eq", "x") == reason)
        #expect(sample.judge("res.body.text.length", "gt", "1") == reason)
        #expect(sample.captured("res.body.list") == reason)
        #expect(sample.captured("res('list')") == reason)
    }

    @Test("what is nested too deeply is not built, and costs neither stack nor time")
    func nested() {
        let deep = ResponseSample(String(repeating: "[", count: 800) + String(repeating: "]", count: 800))
        let reason = "not evaluated: it is nested deeper than 500 levels"
        #expect(deep.captured("res.body") == reason)
        #expect(deep.captured("res('..a')") == reason)
        #expect(deep.judge("res.body", "length", "1") == reason)
        let long = ResponseSample(String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000))
        #expect(long.captured("res('..a')") == "not evaluated: looking for it takes too long; name a path to it")
    }

    // MARK: Bare names

    @Test("assertions see every variable by its bare name, the process environment before all")
    func variables() {
        var sample = ResponseSample()
        sample.variables = [
            Variable("host", "h"), Variable("url", "{{host}}/x"), Variable("n", "5", type: .number),
            Variable("round", "{{round}}"),
            Variable("o", "{\"a\": {\"b\": [1]}}", type: .object), Variable("lost", "{{nobody}}"),
            Variable("HOME", "file"),
        ]
        sample.processEnvironment = ["HOME": "process"]
        #expect(sample.judge("url", "eq", "h/x") == "passed")
        #expect(sample.judge("n", "gt", "4") == "passed")
        #expect(sample.judge("o.a.b[0]", "eq", "1") == "passed")
        #expect(sample.judge("HOME", "eq", "process") == "passed")
        #expect(
            sample.judge("nobody", "isUndefined") == "failed: found no value: nobody has no value, expected isUndefined"
        )
        #expect(
            sample.judge("lost", "isDefined")
                == "failed: found no value: lost needs nobody, which has no value, expected isDefined")
        #expect(
            sample.judge("round", "isDefined")
                == "failed: found no value: round refers to itself, expected isDefined")
        #expect(
            sample.judge("o.a.x.y", "isDefined")
                == "failed: found no value: o.a.x is undefined: it has no y, expected isDefined")
    }

    @Test("the right side takes variables; one without a value never lets an assertion pass")
    func rightSide() {
        var sample = ResponseSample("{\"a\": 5, \"list\": \"1,2\"}")
        sample.variables = [
            Variable("five", "5"), Variable("list", "1,2"), Variable("tick", "`x`"), Variable("round", "{{round}}"),
        ]
        #expect(sample.judge("res.body.a", "eq", "{{five}}") == "passed")
        #expect(sample.judge("res.body.a", "between", "{{five}}, {{five}}") == "passed")
        #expect(sample.judge("res.body.list", "in", "x, {{list}}") == "passed")
        #expect(sample.judge("res.body.a", "matches", "^{{five}}$") == "passed")
        #expect(
            sample.judge("res.body.a", "neq", "{{nobody}}")
                == "failed: found no value: nobody has no value, expected neq {{nobody}}")
        #expect(sample.judge("res.body.a", "neq", "{{round}}").hasPrefix("failed: found no value: round → round"))
        #expect(
            sample.judge("res.body.a", "neq", "{{tick}}")
                == "not evaluated: a value with ${ or a backtick needs JavaScript")
    }
}

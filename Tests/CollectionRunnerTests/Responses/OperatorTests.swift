import Testing

/// Semantics, section 7.3, row by row.
@Suite struct OperatorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        /// A JSON value: the response's body.
        let left: String
        let word: String
        let right: String?
        let outcome: String
        var testDescription: String { id }

        init(_ id: String, _ left: String, _ word: String, _ right: String? = nil, _ outcome: String = "passed") {
            self.id = id
            self.left = left
            self.word = word
            self.right = right
            self.outcome = outcome
        }
    }

    /// An expression that finds nothing.
    static let undefined = "undefined"

    static let equality: [Row] = [
        Row("eq number", "200", "eq", "200"), Row("eq number spelled otherwise", "1.50", "eq", "15e-1"),
        Row("eq hexadecimal", "16", "eq", "0x10"),
        Row("eq other number", "404", "eq", "200", "failed: found 404, expected 200"),
        Row("eq is strict", "\"5\"", "eq", "5", "failed: found \"5\", expected 5"),
        Row("eq quoted", "\"5\"", "eq", "\"5\""), Row("eq single quotes", "\"5\"", "eq", "'5'"),
        Row("eq text", "\"a b\"", "eq", " a b "),
        Row("eq case", "\"A\"", "eq", "a", "failed: found \"A\", expected \"a\""),
        Row("eq empty", "\"\"", "eq", nil), Row("eq escape", "\"a\\nb\"", "eq", "a\\nb"),
        Row("eq quoted escape stays", "\"a\\\\nb\"", "eq", "\"a\\nb\""),
        Row("eq true", "true", "eq", "true"),
        Row("eq true text", "\"true\"", "eq", "true", "failed: found \"true\", expected true"),
        Row("eq null", "null", "eq", "null"), Row("eq undefined", undefined, "eq", "undefined"),
        Row("eq null is not undefined", "null", "eq", "undefined", "failed: found null, expected undefined"),
        Row("eq object", "{}", "eq", "{}", "failed: found {}, expected \"{}\""),
        Row("eq list", "[1]", "eq", "[1]", "failed: found [1], expected \"[1]\""),
        Row("eq composed", "\"e\\u0301\"", "eq", "é", "failed: found \"e\u{301}\", expected \"é\""),
        Row("eq script", "\"1\"", "eq", "${1}", "not evaluated: a value with ${ or a backtick needs JavaScript"),
        Row("eq backtick", "\"`\"", "eq", "`", "not evaluated: a value with ${ or a backtick needs JavaScript"),
        Row(
            "eq broken escape", "\"x\"", "eq", "\\u12",
            "not evaluated: \\u is not an escape of JavaScript; write \\\\ for a backslash"),
        Row("neq", "404", "neq", "200"), Row("neq strict", "\"5\"", "neq", "5"),
        Row("neq same", "200", "neq", "200", "failed: found 200, expected anything but 200"),
        Row("neq object", "{}", "neq", "x"), Row("neq undefined", undefined, "neq", "1"),
    ]
    /// Numbers beyond 2^53, compared by the digits, where JavaScript would round.
    static let longNumbers: [Row] = [
        Row("eq long", "9007199254740993", "eq", "9007199254740993"),
        Row(
            "eq long neighbour", "9007199254740993", "eq", "9007199254740992",
            "failed: found 9007199254740993, expected 9007199254740992"),
        Row(
            "eq long neighbour that a double keeps", "9007199254740992", "eq", "9007199254740993",
            "failed: found 9007199254740992, expected 9007199254740993"),
        Row("eq long negative", "-9007199254740993", "eq", "-9007199254740993"),
        Row(
            "eq long negative neighbour", "-9007199254740993", "eq", "-9007199254740994",
            "failed: found -9007199254740993, expected -9007199254740994"),
        Row("eq many digits", "12345678901234567890123", "eq", "12345678901234567890123"),
        Row("eq long that a double prints", "12345678901234567000", "eq", "12345678901234567000"),
        Row("eq long text", "\"9007199254740993\"", "eq", "9007199254740993"),
        Row(
            "eq long quoted", "9007199254740993", "eq", "'9007199254740993'",
            "failed: found 9007199254740993, expected \"9007199254740993\""),
        Row("eq exponent", "1e20", "eq", "1e20"), Row("eq exponent and digits", "1e20", "eq", "100000000000000000000"),
        Row("eq long exponent", "1e30", "eq", "1E30"),
        Row("eq long fraction", "12345678901234567.25", "eq", "12345678901234567.25"),
        Row("eq minus zero", "-0", "eq", "-0"), Row("eq zero of minus zero", "-0", "eq", "0"),
        Row(
            "eq without bound", "1E400", "eq", "1E400",
            "not evaluated: numbers beyond 1.8e308 cannot be compared"),
        Row("neq without bound", "1E400", "neq", "5"),
        Row("neq long", "9007199254740993", "neq", "9007199254740992"),
        Row(
            "neq long same", "9007199254740993", "neq", "9007199254740993",
            "failed: found 9007199254740993, expected anything but 9007199254740993"),
        Row("in long", "9007199254740993", "in", "1, 9007199254740993"),
        Row("notIn long", "9007199254740993", "notIn", "9007199254740992, 9007199254740994"),
        Row("contains long", "[9007199254740993]", "contains", "9007199254740993"),
        Row(
            "contains long neighbour", "[9007199254740993]", "contains", "9007199254740992",
            "failed: found [9007199254740993], expected a text or list with 9007199254740992 in it"),
        Row("startsWith long digits", "\"90071992547409931\"", "startsWith", "9007199254740993"),
        Row("gt long", "9007199254740995", "gt", "9007199254740992"),
    ]
    static let order: [Row] = [
        Row("gt", "5", "gt", "4"), Row("gt same", "5", "gt", "5", "failed: found 5, expected a number above 5"),
        Row("gt text", "\"5\"", "gt", "4", "failed: found \"5\", expected a number above 4"),
        Row("gt right text", "5", "gt", "\"4\"", "failed: found 5, expected a number above \"4\""),
        Row("gte", "5", "gte", "5"),
        Row("gte less", "4.9", "gte", "5", "failed: found 4.9, expected a number of at least 5"),
        Row("lt", "-1", "lt", "0"), Row("lt same", "0", "lt", "0", "failed: found 0, expected a number below 0"),
        Row("lte", "0", "lte", "0"),
        Row("lte more", "1", "lte", "0", "failed: found 1, expected a number of at most 0"),
        Row("lt null", "null", "lt", "1", "failed: found null, expected a number below 1"),
        Row("lt undefined", undefined, "lt", "1", "failed: found undefined, expected a number below 1"),
        Row("between low end", "1", "between", "1, 5"), Row("between high end", "5", "between", "1,5"),
        Row("between out", "6", "between", "1,5", "failed: found 6, expected a number from 1 to 5"),
        Row("between text", "\"3\"", "between", "1,5", "failed: found \"3\", expected a number from 1 to 5"),
        Row("between one", "3", "between", "1", "not evaluated: between takes two values with a comma between them"),
        Row(
            "between three", "3", "between", "1,5,9",
            "not evaluated: between takes two values with a comma between them"),
    ]
    static let membership: [Row] = [
        Row("in", "200", "in", "200, 201"), Row("in brackets", "201", "in", "[200,201]"),
        Row("in texts", "\"a\"", "in", "a,'b'"),
        Row("in strict", "\"200\"", "in", "200,201", "failed: found \"200\", expected one of 200, 201"),
        Row("in null", "null", "in", "null, 1"),
        Row("in object", "{}", "in", "{}", "failed: found {}, expected one of \"{}\""),
        Row("notIn", "404", "notIn", "200,201"), Row("notIn strict", "\"200\"", "notIn", "200"),
        Row("notIn one", "200", "notIn", "[200, 201]", "failed: found 200, expected none of 200, 201"),
        Row("contains text", "\"a bit\"", "contains", "bit"),
        Row("contains number in text", "\"no 5\"", "contains", "5.0"),
        Row("contains not", "\"a\"", "contains", "b", "failed: found \"a\", expected a text or list with \"b\" in it"),
        Row("contains element", "[1,\"b\"]", "contains", "b"), Row("contains number", "[1,2]", "contains", "2"),
        Row(
            "contains strict", "[\"2\"]", "contains", "2", "failed: found [\"2\"], expected a text or list with 2 in it"
        ),
        Row(
            "contains of an object", "{\"a\":1}", "contains", "a",
            "failed: found {\"a\":1}, expected a text or list with \"a\" in it"),
        Row("contains of a number", "15", "contains", "1", "failed: found 15, expected a text or list with 1 in it"),
        Row(
            "contains undefined", undefined, "contains", "a",
            "failed: found undefined, expected a text or list with \"a\" in it"),
        Row("notContains text", "\"a\"", "notContains", "b"), Row("notContains list", "[1]", "notContains", "2"),
        Row(
            "notContains has", "\"ab\"", "notContains", "b",
            "failed: found \"ab\", expected a text or list without \"b\""),
        Row(
            "notContains of an object", "{}", "notContains", "a",
            "failed: found {}, expected a text or list without \"a\""),
        Row(
            "notContains of null", "null", "notContains", "a",
            "failed: found null, expected a text or list without \"a\""),
        Row(
            "notContains undefined", undefined, "notContains", "a",
            "failed: found undefined, expected a text or list without \"a\""),
        Row("length text", "\"abc\"", "length", "3"), Row("length list", "[1,2]", "length", "2"),
        Row("length loosely", "[1,2]", "length", "'2'"), Row("length units", "\"😀\"", "length", "2"),
        Row("length of a member", "{\"length\":3}", "length", "3"),
        Row("length other", "[1]", "length", "2", "failed: found [1], expected the length 2"),
        Row("length of a number", "12", "length", "2", "failed: found 12, expected the length 2"),
        Row("length of an object", "{}", "length", "0", "failed: found {}, expected the length 0"),
        Row("length of nothing", "\"\"", "length", nil, "not evaluated: length is compared with a number"),
        Row("startsWith", "\"abc\"", "startsWith", "ab"), Row("startsWith quoted", "\"12a\"", "startsWith", "'12'"),
        Row(
            "startsWith number", "\"12a\"", "startsWith", "12",
            "failed: found \"12a\", expected a text that starts with 12"),
        Row(
            "startsWith of a number", "12", "startsWith", "'1'",
            "failed: found 12, expected a text that starts with \"1\""),
        Row("endsWith", "\"abc\"", "endsWith", "bc"),
        Row("endsWith not", "\"abc\"", "endsWith", "b", "failed: found \"abc\", expected a text that ends with \"b\""),
        Row("endsWith list", "[1]", "endsWith", "x", "failed: found [1], expected a text that ends with \"x\""),
    ]
    static let patterns: [Row] = [
        Row("matches", "\"abc-12\"", "matches", "\\d+$"), Row("matches slashes", "\"abc\"", "matches", "/^a/"),
        Row(
            "matches flags are text", "\"abc\"", "matches", "/A/i", "failed: found \"abc\", expected a match of //A/i/"),
        Row("matches number", "200", "matches", "^2\\d\\d$"), Row("matches list", "[1,2]", "matches", "^1,2$"),
        Row("matches long number", "12345678901234567890", "matches", "^12345678901234567890$"),
        Row("matches not", "\"a\"", "matches", "b", "failed: found \"a\", expected a match of /b/"),
        Row("matches undefined", undefined, "matches", ".*", "failed: found undefined, expected a match of /.*/"),
        Row("matches backtick", "\"`\"", "matches", "^`$"),
        Row(
            "matches broken", "\"a\"", "matches", "a(",
            "not evaluated: /a(/ is not a supported regular expression"),
        Row("notMatches", "\"a\"", "notMatches", "b"), Row("notMatches undefined", undefined, "notMatches", "a"),
        Row("notMatches does", "\"ab\"", "notMatches", "b", "failed: found \"ab\", expected no match of /b/"),
        Row(
            "notMatches broken", "\"a\"", "notMatches", "*",
            "not evaluated: /*/ is not a regular expression of JavaScript, or is not supported: *"),
    ]
    static let unary: [Row] = [
        Row("isEmpty text", "\"\"", "isEmpty", "ignored"), Row("isEmpty list", "[]", "isEmpty"),
        Row("isEmpty object", "{}", "isEmpty"),
        Row("isEmpty full", "[0]", "isEmpty", nil, "failed: found [0], expected an empty text, list or object"),
        Row("isEmpty null", "null", "isEmpty", nil, "failed: found null, expected an empty text, list or object"),
        Row(
            "isEmpty undefined", undefined, "isEmpty", nil,
            "failed: found undefined, expected an empty text, list or object"),
        Row("isNotEmpty text", "\"a\"", "isNotEmpty"),
        Row("isNotEmpty object", "{\"a\":1}", "isNotEmpty", "${ignored}"),
        Row(
            "isNotEmpty empty", "{}", "isNotEmpty", nil,
            "failed: found {}, expected a text, list or object that is not empty"),
        Row(
            "isNotEmpty number", "5", "isNotEmpty", nil,
            "failed: found 5, expected a text, list or object that is not empty"),
        Row(
            "isNotEmpty true", "true", "isNotEmpty", nil,
            "failed: found true, expected a text, list or object that is not empty"),
        Row(
            "isNotEmpty undefined", undefined, "isNotEmpty", nil,
            "failed: found undefined, expected a text, list or object that is not empty"),
        Row("isNull", "null", "isNull"),
        Row("isNull undefined", undefined, "isNull", nil, "failed: found undefined, expected null"),
        Row("isNull zero", "0", "isNull", nil, "failed: found 0, expected null"),
        Row("isUndefined", undefined, "isUndefined"),
        Row("isUndefined null", "null", "isUndefined", nil, "failed: found null, expected undefined"),
        Row("isDefined null", "null", "isDefined"), Row("isDefined text", "\"\"", "isDefined"),
        Row(
            "isDefined undefined", undefined, "isDefined", nil,
            "failed: found undefined, expected anything but undefined"),
        Row("isTruthy", "true", "isTruthy"),
        Row("isTruthy one", "1", "isTruthy", nil, "failed: found 1, expected true"),
        Row("isFalsy", "false", "isFalsy"), Row("isFalsy zero", "0", "isFalsy", nil, "failed: found 0, expected false"),
        Row("isFalsy undefined", undefined, "isFalsy", nil, "failed: found undefined, expected false"),
        Row("isJson object", "{}", "isJson"), Row("isJson list", "[]", "isJson"),
        Row("isJson text", "\"{}\"", "isJson", nil, "failed: found \"{}\", expected an object or a list"),
        Row("isJson null", "null", "isJson", nil, "failed: found null, expected an object or a list"),
        Row("isNumber", "1.5", "isNumber"),
        Row("isNumber text", "\"1\"", "isNumber", nil, "failed: found \"1\", expected a number"),
        Row("isNumber long", "12345678901234567890", "isNumber"),
        Row("isString", "\"\"", "isString"),
        Row("isString number", "1", "isString", nil, "failed: found 1, expected a text"),
        Row("isBoolean", "false", "isBoolean"),
        Row("isBoolean text", "\"false\"", "isBoolean", nil, "failed: found \"false\", expected true or false"),
        Row("isArray", "[]", "isArray"),
        Row("isArray object", "{}", "isArray", nil, "failed: found {}, expected a list"),
        Row("isArray text", "\"[]\"", "isArray", nil, "failed: found \"[]\", expected a list"),
    ]
    static let unknown: [Row] = [
        Row("unknown", "200", "equals", "200", "not evaluated: unknown operator equals"),
        Row("unknown with a space", "\"eq 1\"", "eq 1", nil, "not evaluated: unknown operator eq 1"),
        Row("none", "\"\"", "", nil, "not evaluated: unknown operator "),
    ]

    @Test(
        "an operator holds as the reference says, and says what was found and expected",
        arguments: equality + longNumbers + order + membership + patterns + unary + unknown)
    func operators(_ row: Row) {
        let body = row.left == Self.undefined ? "{}" : "{\"value\":\(row.left)}"
        #expect(ResponseSample(body).judge("res.body.value", row.word, row.right) == row.outcome)
    }
}

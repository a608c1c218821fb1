import Testing

@testable import GraphQL

@Suite("A query, read with its schema")
struct QueryTests {
    private let schema = SampleSchema.schema

    private func words(_ query: String) -> [String] { schema.remarks(on: query).map(\.words) }

    @Test(
        "what the server does not know is named",
        arguments: [
            ("{ me { nmae } }", ["User has no field nmae; did you mean name?"]),
            ("query Q { me { name(formt: LONG) } }", ["name has no argument formt; did you mean format?"]),
            ("{ me { name(format: LONGG) } }", ["Format has no value LONGG; did you mean LONG?"]),
            (
                "{ search(text: \"a\", filter: {nme: \"b\", inner: {formats: [LONG, X]}}) { __typename } }",
                ["Filter has no field nme; did you mean name?", "Format has no value X"]
            ),
            ("mutation { renme(id: 1) { id } }", ["Mutation has no field renme; did you mean rename?"]),
            (
                "{ me { ...F ... on Usr { id } } } fragment G on User { xyz }",
                ["there is no fragment F", "there is no type Usr; did you mean User?", "User has no field xyz"]
            ),
            (
                "{ me @cachd(seconds: 1) { id @include(iff: true) } }",
                ["there is no directive cachd; did you mean cached?", "@include has no argument iff; did you mean if?"]
            ),
            (
                "query Q($id: IDD!) { user(id: $od) { id } }",
                ["there is no type IDD; did you mean ID?", "there is no variable od; did you mean id?"]
            ),
            (
                "{ search(text: \"a\") { price } }",
                ["Found is a union, ask with ... on a type of it: it has no field price"]
            ),
        ])
    func unknown(query: String, expected: [String]) {
        #expect(words(query) == expected)
    }

    @Test(
        "a query that is right has no remarks",
        arguments: [
            "", "{ __typename __schema { types } }",
            "{ a: me { b: name(format: SHORT_) } }".replacing("SHORT_", with: "LONG"),
            "query Q($i: ID!, $f: Filter = {name: \"x\"}) { user(id: $i) { ...U } search(text: \"}{\", filter: $f) { ... on User { id } ... on Product { price } } } fragment U on User { name friends(first: 3) { id } }",
            "{ search(text: \"\"\"block \" { nope \"\"\") { __typename } } # { nope }",
            "{ user(id: 1) { {{field}} name } {{rest}} }", "{ u{{ser}}(nope: 1) { nope } }",
            "{ user(id: {{id}}) { id } }",
            "{ me { name(format: {{format}}, limit: -1.5e+3) } }", "{ me @include(if: true) { id } now }",
            "subscription { anything { goes } }", "{ now { unknownBelowAScalar } }",
        ])
    func right(query: String) { #expect(words(query) == []) }

    @Test("what is deprecated is said, and is no fault")
    func deprecated() {
        let remarks = schema.remarks(on: "{ me { nick name(format: SHORT) } }")
        #expect(
            remarks.map(\.words) == ["nick is deprecated: use \"name\"", "SHORT is deprecated: no longer supported"])
        #expect(remarks.map(\.isDeprecation) == [true, true])
    }

    @Test("a remark is on its word, also behind letters of several bytes")
    func place() throws {
        let query = "# ü\n{ me { nmae } }"
        let remark = try #require(schema.remarks(on: query).first)
        #expect(String(decoding: Array(query.utf8)[remark.range], as: UTF8.self) == "nmae")
    }

    /// Proposals at the sign `|`, and what is typed of them.
    private func proposals(_ text: String) -> (names: [String], typed: String)? {
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let offset = parts[0].utf8.count
        guard let found = schema.completion(in: String(parts[0] + parts[1]), at: offset) else { return nil }
        return (found.proposals.map(\.text), String(decoding: Array(parts[0].utf8)[found.start...], as: UTF8.self))
    }

    @Test(
        "what may stand at the cursor is proposed, also where the text has no end",
        arguments: [
            ("{ me { na|", "na", ["id", "name", "friends", "nick", "__typename"]),
            ("{ me { | } }", "", ["id", "name", "friends", "nick", "__typename"]),
            ("{ me { id\n  |\n name } now }", "", ["id", "name", "friends", "nick", "__typename"]),
            ("{ a: m|", "m", ["me", "user", "search", "now", "version", "__typename", "__schema", "__type"]),
            ("mutation { |", "", ["rename", "__typename"]),
            ("{ me { name(|", "", ["format", "limit"]), ("{ me { name(format: |) } }", "", ["LONG", "SHORT"]),
            ("mutation M($q: Boolean) { rename(id: 1, isQuiet: |", "", ["true", "false", "$q"]),
            ("query Q($id: ID, $other: ID) { user(id: $|", "", ["id", "other"]),
            ("query Q($id: ID, $other: ID) { user(id: $o|) { id } }", "o", ["id", "other"]),
            ("{ search(text: \"a\", filter: {na|", "na", ["name", "formats", "inner"]),
            ("{ search(text: \"a\", filter: {formats: [|", "", ["LONG", "SHORT"]),
            ("{ search(text: \"a\") { ... on | } }", "", ["User", "Product", "Found"]),
            ("{ me { ...| } } fragment F on User { id }", "", ["on", "F"]),
            ("query Q($a: F|", "F", ["Format", "Filter", "Date", "Int", "Float", "String", "Boolean", "ID"]),
            ("{ me @|", "", ["cached", "include", "skip"]),
            ("{ me @cached(|", "", ["seconds"]), ("fr|", "fr", ["query", "mutation", "subscription", "fragment"]),
            ("{ user(id: {{id}}) { na|", "na", ["id", "name", "friends", "nick", "__typename"]),
        ])
    func completion(text: String, typed: String, names: [String]) throws {
        let found = try #require(proposals(text))
        #expect(found.typed == typed && found.names == names)
    }

    @Test(
        "in strings, comments and behind a whole word nothing is proposed",
        arguments: ["{ user(id: \"|\") }", "{ me # na|", "{ me { name(limit: 1|", "{ now { |", "{ me { {{na|"])
    func nothing(text: String) { #expect(proposals(text)?.names.isEmpty != false) }

    @Test("types, descriptions and what is deprecated stand behind the names")
    func details() {
        let found = schema.completion(in: "{ me {  } }", at: 7)?.proposals.map(\.detail)
        #expect(found == ["ID!", "String  The name", "[User!]!", "String  deprecated: use \"name\"", "String!"])
    }

    @Test("a query that is cut anywhere, or nested without end, does no harm")
    func cut() {
        let query =
            "query Q($i: [ID!] = [1]) @cached(seconds: 2) { user(id: $i) { ...U ... on User { name(format: LONG) } } } fragment U on User { id }"
        for end in 0...query.utf8.count {
            let part = String(decoding: query.utf8.prefix(end), as: UTF8.self)
            _ = schema.remarks(on: part)
            _ = schema.completion(in: part, at: end)
        }
        for text in ["{a", "{ me(a:{", "[(", "}{)(", "...", "@", "$"] {
            _ = schema.remarks(on: String(repeating: text, count: 50_000))
        }
    }
}

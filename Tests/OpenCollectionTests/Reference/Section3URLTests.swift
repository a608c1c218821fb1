import Testing

@testable import OpenCollection

/// Rows that `RenderedURLTests` does not have already, said with files.
@Suite("Reference, section 3: URL") struct Section3URLTests {
    private static func url(_ url: String, _ rest: String = "", settings: String? = nil) -> ReferenceFiles {
        ReferenceFiles(
            root: "request: {variables: [{name: q, value: a b}]}",
            request: "http:\n  url: \"\(url)\"\n\(rest)" + (settings.map { "\nsettings: \($0)" } ?? ""))
    }

    private static func rows(_ rows: String) -> String { "  params: [\(rows)]" }

    @Test(
        "3.1 query",
        arguments: [
            ReferenceRow("3.1 the query inside url is sent", url("http://h/?a=1"), "GET http://h/?a=1"),
            ReferenceRow(
                "0 enabled rows whose name the URL lacks are sent after it, in order",
                url(
                    "http://h/?a=1", rows("{name: c, value: \"3\", type: query}, {name: b, value: \"2\", type: query}")),
                "GET http://h/?a=1&c=3&b=2"),
            ReferenceRow(
                "0 same name, different values: the URL wins",
                url("http://h/?a=1", rows("{name: a, value: \"2\", type: query}")), "GET http://h/?a=1"),
            ReferenceRow(
                "3.1 disabled rows are only in the list",
                url("http://h/?a=1", rows("{name: b, value: \"2\", type: query, disabled: true}")), "GET http://h/?a=1"),
            ReferenceRow(
                "0 compared percent-decoded when encodeUrl is off",
                url("http://h/?a=x%20y", rows("{name: a, value: x y, type: query}")), "GET http://h/?a=x%20y"),
            ReferenceRow(
                "0 compared as written when it is on",
                url("http://h/?a=x y", rows("{name: a, value: x y, type: query}"), settings: "{encodeUrl: true}"),
                "GET http://h/?a=x%20y"),
            ReferenceRow(
                "0 compared before interpolation",
                url("http://h/?a={{q}}", rows("{name: a, value: \"{{q}}\", type: query}")), "GET http://h/?a=a%20b"),
        ])
    func query(row: ReferenceRow) throws { try expectSent(row) }

    @Test(
        "3.2 steps",
        arguments: [
            ReferenceRow(
                "3.2 1 the whole string is interpolated", url("http://h/{{q}}?x={{q}}"), "GET http://h/a%20b?x=a%20b"),
            ReferenceRow(
                "3.2 2 a trailing slash stays", url("http://h/:a/", rows("{name: a, value: x, type: path}")),
                "GET http://h/x/"),
            ReferenceRow(
                "3.2 2 a ? in a value is structural",
                url("http://h/:a", rows("{name: a, value: \"b?c=1\", type: path}")),
                "GET http://h/b?c=1"),
            ReferenceRow(
                "3.2 2 no entry: the segment stays", url("http://h/:a/:b", rows("{name: a, value: x, type: path}")),
                "GET http://h/x/:b"),
            ReferenceRow(
                "3.2 3 a scheme has letters, digits, + - .", url("my-app.x+1://h/"), "GET my-app.x+1://h/",
                "problem Only http and https can be sent, not my-app.x+1."),
            ReferenceRow("3.2 3 what begins with a digit is none", url("1x/y"), "GET http://1x/y"),
            ReferenceRow(
                "3.2 4 : @ , ; = + too are encoded in the path", url("http://h/a:b@c,d;e=f+g", settings: "{}"),
                "GET http://h/a%3Ab%40c%2Cd%3Be%3Df%2Bg"),
            ReferenceRow(
                "3.2 4 - _ . ! ~ * ' ( ) stay", url("http://h/-_.!~*'()", settings: "{}"), "GET http://h/-_.!~*'()"),
            ReferenceRow("3.2 4 idempotent", url("http://h/a%3Ab", settings: "{}"), "GET http://h/a%3Ab"),
            ReferenceRow(
                "3.2 4 %20 in the query is encoded again", url("http://h/?a=%20", settings: "{}"),
                "GET http://h/?a=%2520"),
            ReferenceRow(
                "3.2 4 pairs split at the first =", url("http://h/?a=b=c", settings: "{}"), "GET http://h/?a=b%3Dc"),
            ReferenceRow("3.2 4 # is data", url("http://h/p#x", settings: "{}"), "GET http://h/p%23x"),
            ReferenceRow(
                "3.2 4 the authority is untouched", url("http://h_x:8080/", settings: "{}"), "GET http://h_x:8080/"),
            ReferenceRow(
                "3.2 5 auth in the query is added; what is written stays as it is",
                url("http://h/?a=%20", "  auth: {type: apikey, key: k, value: v w, placement: query}"),
                "GET http://h/?a=%20&k=v%20w"),
            ReferenceRow(
                "3.2 6 off: spaces and non-ASCII are encoded, : , + %20 stay", url("http://h/ä b?c=:,+%20"),
                "GET http://h/%C3%A4%20b?c=:,+%20"),
            ReferenceRow("3.2 6 off: .. resolves, the fragment goes", url("http://h/a/../b#c"), "GET http://h/b"),
        ])
    func steps(row: ReferenceRow) throws { try expectSent(row) }
}

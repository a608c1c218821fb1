import Testing

@testable import OpenCollection

@Suite struct CollectionCheckTests {
    static let cases =
        CheckCase.layout + CheckCase.schema + CheckCase.names + CheckCase.variables + CheckCase.secrets
        + CheckCase.requests

    @Test("finds exactly these problems, each with its place and fix", arguments: cases)
    func problems(_ row: CheckCase) {
        #expect(row.found == row.problems)
    }

    @Test("a file that cannot be read is an error")
    func unreadable() {
        let sources = CollectionSources(
            files: [.init("opencollection.yml", .text("")), .init("a.yml", .unreadable("it is not UTF-8"))],
            exists: { _ in false })
        let lines = CollectionCheck(sources).problems().map { "\($0.path):\($0.lineAfterPath)" }
        #expect(
            lines == [
                "a.yml:1:1: error: it is not UTF-8; nothing of it can be checked before",
                "opencollection.yml:1:1: error: the file is empty, where a mapping (a collection) is expected; "
                    + "begin it with info:",
            ])
    }

    @Test(
        "a header with a hyphen is meant in brackets",
        arguments: [
            ("res.headers.content-type", "it needs JavaScript; res.headers['content-type'] would be the header"),
            ("res.headers.a - 1", "it needs JavaScript"), ("res.body.a-b", "it needs JavaScript"),
        ])
    func hyphen(_ text: String, _ reason: String) { #expect(ServedExpression.reason(against: text) == reason) }

    @Test(
        "tells expressions that need JavaScript from those that do not",
        arguments: [
            ("res.status", true), ("res.statusText", true), ("res.responseTime", true), ("res.url", true),
            ("res.headers.etag", true), ("res.headers['x-a']", true), ("res.body", true), ("res.body.a.b[0].c", true),
            ("res.body[\"a b\"].length", true), ("res.body?.a?.[0]", true), ("res('data.items[0].id')", true),
            ("token", true), ("user.name", true), ("res", false), ("res.getStatus()", false), ("res.body.a + 1", false),
            ("res.body[x]", false), ("res('a[?]')", false), ("res.status.x", false), ("1 + 1", false), ("", false),
            ("res.body?.a.b.length", true), ("res.body['a]b']", true), ("res.headers['set-cookie'][0]", true),
            ("res('..id')", true),
            ("res?.body", true), ("bru.getVar('a')", false), ("true", false), ("Math.PI", false),
            ("res.body[01]", false),
            ("res.body['a\\'b']", false), ("res('a') + 1", false), ("res('a', x)", false), ("res.body..a", false),
            ("res('')", false), ("typeof x", false), ("res.body.", false), ("res.headers", false),
        ])
    func expressions(_ text: String, _ isServed: Bool) {
        #expect((ServedExpression(text) != nil) == isServed)
    }
}

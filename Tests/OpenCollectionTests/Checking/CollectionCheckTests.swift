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

    @Test("an edit removes its problem, and brings no other one to its place", arguments: cases)
    func edits(_ row: CheckCase) throws {
        for problem in row.check(row.files) {
            guard let edit = problem.edit, let text = row.files[problem.path.text] else { continue }
            var files = row.files
            files[problem.path.text] = edit.applied(to: text)
            let left = row.check(files).filter { $0.path == problem.path && $0.line == problem.line }
            #expect(!left.contains { $0.message == problem.message }, "\(edit) \(left)")
            #expect(!left.contains { $0.rule == .syntax }, "\(edit)")
        }
    }

    @Test("fixes that name a word are edits, unless the word is a key that the mapping has already")
    func offered() {
        let problems = Self.cases.flatMap { $0.check($0.files) }
        let named = problems.filter { $0.fix.contains("did you mean") || $0.fix == "remove the quotes" }
        #expect(named.count > 8 && named.filter { $0.edit == nil }.count == 4, "\(named.filter { $0.edit == nil })")
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

extension CheckProblem.Edit {
    /// The text with the edit.
    fileprivate func applied(to text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
        lines[line - 1].replaceSubrange(column - 1..<endColumn - 1, with: self.text.unicodeScalars)
        return lines.map { scalars in
            var line = String.UnicodeScalarView()
            line.append(contentsOf: scalars)
            return String(line)
        }.joined(separator: "\n")
    }
}

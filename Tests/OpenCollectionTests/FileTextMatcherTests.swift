import Testing

@testable import OpenCollection

@Suite("Looking for a text in files")
struct FileTextMatcherTests {
    @Test("less than three characters are looked for nowhere; spaces around a text do not count")
    func short() {
        #expect(FileTextMatcher("ab") == nil && FileTextMatcher(" ab ") == nil)
        #expect(FileTextMatcher(" abc ")?.text == "abc")
    }

    @Test(
        "capitals do not matter, in other alphabets neither",
        arguments: [
            ("json", "Accept: application/JSON", true), ("JSON", "json", true), ("jsons", "json", false),
            ("éta", "À L'ÉTAT", true), ("straße", "die STRASSE", false), ("a.c", "abc", false), ("aab", "aaab", true),
            ("a]b", "A}B", false),
        ])
    func capitals(text: String, line: String, isThere: Bool) throws {
        let matcher = try #require(FileTextMatcher(text))
        #expect(matcher.isIn(line) == isThere)
        #expect(matcher.isIn(Array(line.utf8)[...]) == isThere, "in the bytes of a file")
    }

    private static let file = """
        info:
          name: special request
          type: http
        http:
          method: POST
          url: http://special.test/
          headers:
            - name: X-Special
              value: a header
          body:
            type: json
            data: |-
              {
                "a": "special body"
              }
        runtime:
          variables:
            - name: special
              value: "1"
          scripts:
            - type: tests
              code: scripted()
        docs: |-
          Nothing.
          Special docs.

        """

    private func lines(_ text: String) throws -> [String] {
        let file = try FormFile.read(text: Self.file, at: "a.yml")
        let matcher = try #require(FileTextMatcher(text))
        return matcher.lines(of: file.content(), file: Self.file, at: "a.yml").map {
            "\($0.part?.rawValue ?? "file"): \($0.line)"
        }
    }

    @Test("headers, bodies, docs and variables are named as what they are, each line as a person reads it")
    func parts() throws {
        #expect(
            try lines("special") == [
                "headers: X-Special: a header", #"body: "a": "special body""#, "docs: Special docs.",
                "variables: special = 1",
            ])
    }

    @Test("what is in no part, as a script, is found as a line of the file; names and URLs have a list of their own")
    func elsewhere() throws {
        #expect(try lines("scripted") == ["file: code: scripted()"])
        #expect(try lines("special request").isEmpty)
        #expect(try lines("special.test").isEmpty)
    }

    @Test("of an item five lines are listed, and of a long line the part around the text")
    func bounded() throws {
        var content = DraftContent(definition: RequestDefinition())
        content.definition.headers = (1...9).map { Field("X-Needle-\($0)", "") }
        let matcher = try #require(FileTextMatcher("needle"))
        #expect(matcher.lines(of: .request(content), at: "a.yml").map(\.number) == [0, 1, 2, 3, 4])
        content.definition.headers = [
            Field("A", String(repeating: "é", count: 5000) + "Needle" + String(repeating: "-", count: 5000))
        ]
        let line = try #require(matcher.lines(of: .request(content), at: "a.yml").first?.line)
        #expect(line.contains("éNeedle-") && line.count == 400)
    }

    @Test("a value that is secret is not looked at")
    func secrets() throws {
        let environment = EnvironmentDefinition(
            name: "local", variables: [Variable("token", "needle", isSecret: true), Variable("plain", "needle")])
        let matcher = try #require(FileTextMatcher("needle"))
        let found = matcher.lines(of: .environment(environment), at: "environments/local.yml")
        #expect(found.map(\.line) == ["plain = needle"])
    }
}

import Testing

@testable import OpenCollection

@Suite("Replacing a text across a collection")
struct TextReplacementTests {
    @Test(
        "a text is itself, a regular expression has groups",
        arguments: [
            ("a.c", "x", false, "a.c abc A.C", "x abc A.C", 1), ("a.c", "x", true, "a.c abc A.C", "x x A.C", 2),
            ("v1/(\\w+)", "v2/$1", true, "/v1/users /v1/items", "/v2/users /v2/items", 2),
            ("^b", "$$1", true, "a\nb", "a\n$1", 1), ("(a)|(b)", "[$1$2$3]", true, "ab", "[a$3][b$3]", 2),
            ("x", "", false, "axbx", "ab", 2), ("z", "y", false, "abc", "abc", 0), ("\n", " ", false, "a\nb", "a b", 1),
        ])
    func texts(old: String, new: String, isRegex: Bool, text: String, result: String, count: Int) throws {
        var found = 0
        #expect(try TextReplacement(old, with: new, isRegex: isRegex).apply(to: text, &found) == result)
        #expect(found == count)
    }

    @Test("an empty text, and what is no regular expression, are refused")
    func refused() {
        #expect(throws: TextReplacement.Problem.self) { try TextReplacement("", with: "a") }
        #expect(throws: TextReplacement.Problem.self) { try TextReplacement("(", with: "a", isRegex: true) }
    }

    private static let request = """
        info:
          name: old name
          type: http

        http:
          method: POST
          url: https://old.test/:id?q=old   # the old server
          headers:
            - name: X-Host
              value: old.test
          params:
            - name: id
              value: old-1
              type: path
            - name: q
              value: old
              type: query
          body:
            type: json
            data: |-
              {"host": "old.test"}

        runtime:
          variables:
            - name: old
              value: an old one
          scripts:
            - type: tests
              code: "// old"

        docs: What old.test says.

        """
    private static let environment = """
        name: local
        variables:
          - name: host
            value: old.test
          - name: old
            secret: true

        """
    private static let root =
        "opencollection: 1.0.0\ninfo:\n  name: C\nrequest:\n  headers:\n    - {name: A, value: old}\n"

    private func replaced(_ replacement: TextReplacement, selection: [ItemPath] = []) throws -> CollectionReplacement {
        let files: [ItemPath: String] = [
            "get.yml": Self.request, "environments/local.yml": Self.environment, "opencollection.yml": Self.root,
        ]
        let request = try RequestFile.read(text: Self.request, path: "get.yml")
        let environment = try EnvironmentFile.read(
            text: Self.environment, name: "local", path: "environments/local.yml")
        let collection = Collection(
            name: "C", items: [CollectionItem(path: "get.yml", name: "old name", kind: .request(request))],
            environments: [environment.definition])
        return try CollectionReplacement(replacement, in: collection, selection: selection) { files[$0] }
    }

    @Test("each part is its own: only lines with the text change, and names, scripts, secrets and comments stay")
    func parts() throws {
        func changed(_ part: TextReplacement.Part) throws -> [String] {
            try replaced(try TextReplacement("old", with: "new", in: [part])).files.flatMap { file in
                LineChanges(file.old, file.new).lines.filter { $0.kind == .added }.map(\.text)
            }
        }
        #expect(
            try changed(.url) == [
                "  url: https://new.test/:id?q=new   # the old server", "      value: new-1", "      value: new",
            ])
        #expect(try changed(.headers) == ["    - {name: A, value: new}", "      value: new.test"])
        #expect(try changed(.body) == ["      {\"host\": \"new.test\"}"])
        #expect(try changed(.docs) == ["docs: What new.test says."])
        #expect(
            try changed(.variables) == [
                "    - name: new", "      value: an new one", "    value: new.test", "  - name: new",
            ])
    }

    @Test("a patch has the line that goes before the one that comes")
    func patch() {
        let file = RewrittenFile(path: "a.yml", old: "a\nb\nc\n", new: "a\nB\nB2\nc\nd\n")
        #expect(file.patch == ["--- a/a.yml", "+++ b/a.yml", "@@ -1,3 +1,5 @@", " a", "-b", "+B", "+B2", " c", "+d"])
    }

    @Test("counts are those of each file and part, and the summary adds them up")
    func counts() throws {
        let result = try replaced(try TextReplacement("old.test", with: "new.test"))
        #expect(result.files.map(\.path) == ["get.yml", "environments/local.yml"])
        #expect(result.counts["get.yml"] == [.url: 1, .headers: 1, .body: 1, .docs: 1])
        #expect(result.summary(isPlanned: true) == "5 occurrences in 2 files would be replaced.")
        #expect(try replaced(try TextReplacement("nowhere", with: "x")).files.isEmpty)
        #expect(
            try replaced(try TextReplacement("old", with: "x"), selection: ["get.yml"]).files.map(\.path) == ["get.yml"]
        )
    }
}

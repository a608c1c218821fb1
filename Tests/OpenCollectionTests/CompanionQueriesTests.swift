import Testing

@testable import OpenCollection

@Suite("Captures and checks of microscope.yaml")
struct CompanionQueriesTests {
    private let text = """
        version: 1
        requests:
          upload.yml:
            captures:
              - {name: uploadId, from: xpath, expression: //UploadId}
            checks:
              - from: css
                expression: title # what the page is called
                operator: eq
                value: Hello
        """

    @Test("are read as rows of the same kinds as those of the request's file")
    func read() throws {
        let policies = try CompanionFile.read(text: text)[.request("upload.yml")]
        #expect(policies.captures.map(\.variable) == ["uploadId"])
        #expect(policies.captures.map(\.expression) == ["xpath //UploadId"])
        #expect(policies.checks.map(\.expression) == ["css title"])
        #expect(policies.checks.map(\.value) == ["Hello"])
    }

    @Test("a changed row changes its own line; a new one is written below")
    func saved() throws {
        let file = try CompanionFile.read(text: text)
        var policies = file[.request("upload.yml")]
        policies.checks[0].value = "Bye"
        policies.captures.append(VariableAction("csrf", from: "css input[name=csrf]::attr(value)"))
        let saved = try file.saving(policies, for: .request("upload.yml")).text
        #expect(
            saved.contains(
                "        expression: title # what the page is called\n        operator: eq\n        value: Bye"))
        #expect(saved.contains("value: Bye"))
        #expect(saved.contains("{name: uploadId, from: xpath, expression: //UploadId}"))
        let again = try CompanionFile.read(text: saved)[.request("upload.yml")]
        #expect(again.captures.map(\.expression) == ["xpath //UploadId", "css input[name=csrf]::attr(value)"])
    }

    @Test("without any row the keys are gone")
    func emptied() throws {
        let file = try CompanionFile.read(text: text)
        let saved = try file.saving(RequestPolicies(), for: .request("upload.yml"))
        #expect(!saved.text.contains("captures") && !saved.text.contains("checks"))
        #expect(saved[.request("upload.yml")] == RequestPolicies())
    }

    @Test(
        "a language or an operator that nobody knows is a problem",
        arguments: [
            ("captures: [{name: a, from: xquery, expression: x}]", "xpath, css, regex or jq was expected"),
            ("captures: [{name: a, expression: x}]", "from is missing"),
            ("checks: [{from: css, expression: x, operator: equals}]", "operator"),
            ("checks: [{from: css, expression: 'li:hover', operator: isDefined}]", ":hover is not supported"),
        ])
    func wrong(entry: String, words: String) {
        let problems = checked("version: 1\nrequests:\n  a.yml:\n    \(entry)\n")
        #expect(problems.contains { $0.contains(words) }, "\(problems)")
    }

    @Test("folders have none")
    func folders() {
        let problems = checked("version: 1\nfolders:\n  a:\n    captures: []\n")
        #expect(problems.contains { $0.contains("captures") }, "\(problems)")
    }

    /// The messages of `check` and of reading.
    private func checked(_ companion: String) -> [String] {
        var said: [String] = []
        do throws(FileProblem) { _ = try CompanionFile.read(text: companion) } catch { said.append("\(error)") }
        let texts: [(ItemPath, String)] = [
            ("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: C\n"), ("microscope.yaml", companion),
            ("a.yml", "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n"),
            ("a/folder.yml", "info:\n  name: a\n"),
        ]
        let sources = CollectionSources(files: texts.map { .init($0.0, .text($0.1)) }) { _ in true }
        return said + CollectionCheck(sources).problems().map { "\($0.message) \($0.fix)" }
    }

    @Test("rows go into the file that can hold their expressions, and a new one into the request's")
    func split() {
        var content = FormContent.request(DraftContent(definition: RequestDefinition()))
        content.allAssertions = [Assertion("res.status", "eq", "200"), Assertion("xpath //a", "eq", "1")]
        #expect(content.request.definition.assertions.map(\.expression) == ["res.status"])
        #expect(content.request.policies.checks.map(\.expression) == ["xpath //a"])
        #expect(content.allAssertions.map(\.expression) == ["xpath //a", "res.status"])
        content.allAssertions[0].expression = "res.body.a"
        #expect(content.request.policies.checks.isEmpty)
        #expect(content.request.definition.assertions.map(\.expression) == ["res.body.a", "res.status"])
    }

    @Test("what a request captures so counts wherever it is asked who captures a name")
    func captured() throws {
        var collection = Collection(name: "C", root: FolderDefinition())
        collection.companion = try CompanionFile.read(text: text)
        #expect(collection.capturedNames(of: RequestDefinition(), at: "upload.yml") == ["uploadId"])
        let actions = collection.actions(of: RequestDefinition(), at: "upload.yml", phase: .afterResponse)
        #expect(actions.map(\.action.expression) == ["xpath //UploadId"])
    }
}

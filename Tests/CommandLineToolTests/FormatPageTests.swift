import OpenCollection
import Testing

@testable import CommandLineTool

@Suite("The page about the files of a collection")
struct FormatPageTests {
    private static let examples = FormatPage.sections.flatMap(\.examples)

    /// The path in the first line of an example that is a whole file.
    private static func path(of example: String) -> String? {
        guard example.hasPrefix("# ") else { return nil }
        return String(example.prefix { !$0.isNewline }.dropFirst(2))
    }

    private static let files = Dictionary(
        examples.compactMap { example in path(of: example).map { ($0, example) } },
        uniquingKeysWith: { first, _ in first })
    private static let parts = examples.filter { path(of: $0) == nil }

    /// A request file that has an example in its place: keys of `http` below it, others at the top.
    private static func request(with example: String) -> String {
        let topKeys = ["runtime:", "settings:", "examples:", "docs:"]
        let isTop = topKeys.contains { example.hasPrefix($0) }
        let url = example.hasPrefix("url:") ? "" : "  url: \"{{baseUrl}}/example\"\n"
        let inside = example.split(separator: "\n").map { "  \($0)\n" }.joined()
        return "info:\n  name: Example\n  type: http\nhttp:\n  method: GET\n" + url + (isTop ? example + "\n" : inside)
    }

    /// Check names a proxy of the collection in any case.
    private static let proxy = "opencollection.yml: all requests go through the collection's proxy proxy.example.org"

    private static func problems(_ files: [String: String]) -> [String] {
        let sources = CollectionSources(
            files: files.map { CollectionSources.File(ItemPath($0.key), .text($0.value)) }, exists: { _ in true })
        return CollectionCheck(sources).problems().map { "\($0.path.text): \($0.message)" }
    }

    @Test("the whole files are a collection in which check finds nothing wrong")
    func wholeFiles() {
        #expect(Self.files.count == 7)
        #expect(Self.problems(Self.files) == [Self.proxy])
    }

    @Test("each part of a request is one in which check finds nothing wrong", arguments: parts)
    func part(example: String) {
        var files = Self.files
        files["example.yml"] = Self.request(with: example)
        #expect(Self.problems(files) == [Self.proxy])
    }

    @Test("an example that is wrong would be noticed")
    func wrong() {
        var files = Self.files
        files["example.yml"] = Self.request(with: "auth:\n  type: basics\n")
        #expect(Self.problems(files).count == 2)
    }

    @Test("every kind of credentials, flow, body and operator is on the page")
    func complete() {
        let page = FormatPage.markdown
        let words =
            ["basic", "digest", "wsse", "bearer", "apikey", "ntlm", "awsv4", "oauth1", "oauth2"]
            + [
                "client_credentials", "resource_owner_password_credentials", "authorization_code", "implicit", "json",
                "text",
                "xml", "sparql", "form-urlencoded", "multipart-form", "file", "graphql",
            ] + AssertionOperator.allCases.map(\.rawValue)
        for word in words {
            #expect(page.contains(word), "\(word)")
        }
    }

    @Test("the manual page has the examples line by line, with what roff would take for a request escaped")
    func roff() {
        let page = ManPage.format(version: "1.0")
        #expect(page.hasPrefix(".\\\" Generated from") && page.contains(".SH \"GRAPHQL\"\n"))
        #expect(page.contains("\n.nf\n.RS 2\n# users/get.yml\ninfo:\n  name: Get user\n"))
        #expect(!page.contains("\n.env"))
    }
}

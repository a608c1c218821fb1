import Interchange
import OpenCollection
import Testing

@testable import Explorer

/// The warnings about a file by `check`, by `review` and after a save.
@Suite("Check, review and the warning of a save agree on secrets")
struct SecretsAgreeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Lines below `info` of a request.
        var text: String
        /// The line numbers in the whole file, from 1.
        var lines: [Int]
        var publicNames: Set<String> = []
    }

    private static let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"

    static let rows = [
        Row(testDescription: "nothing", text: "http: {method: GET, url: 'http://a.test/?page=2'}", lines: []),
        Row(
            testDescription: "a header",
            text:
                "http:\n  method: GET\n  url: http://a.test\n  headers:\n    - {name: X-Api-Key, value: s3cretValue77}",
            lines: [6]),
        Row(
            testDescription: "a public name",
            text: "http:\n  url: http://a.test\n  headers: [{name: X-Api-Key, value: s3cretValue77}]",
            lines: [], publicNames: ["X-Api-Key"]),
        Row(
            testDescription: "a token under a public name",
            text: "http:\n  url: http://a.test\n  headers: [{name: X-Token, value: \(token)}]", lines: [],
            publicNames: ["X-Token"]),
        Row(
            testDescription: "placeholders",
            text: "http:\n  url: 'http://a.test/?token=$TOKEN'\n  auth: {type: bearer, token: your-access-token-here}",
            lines: []),
        Row(testDescription: "a comment", text: "http:\n  # \(token)\n  url: http://a.test", lines: [3]),
        Row(
            testDescription: "a comment before a header",
            text:
                "http:\n  # \(token)\n  url: http://a.test\n  headers: [{name: Authorization, value: Bearer s3cretValue77}]",
            lines: [3, 5]),
        Row(testDescription: "a URL", text: "http: {url: 'http://me:s3cretValue77@a.test'}", lines: [2]),
        Row(
            testDescription: "a body",
            text: "http:\n  url: http://a.test\n  body:\n    type: json\n    data: '{\"password\": \"s3cretValue77\"}'",
            lines: [6]),
    ]

    @Test("about each file", arguments: rows)
    func agree(row: Row) throws {
        let text = "info: {name: A, type: http}\n\(row.text)\n"
        let companion = "notSecret: [\(row.publicNames.sorted().joined(separator: ", "))]\n"
        let sources = CollectionSources(
            files: [
                .init("opencollection.yml", .text("info: {name: X}\n")), .init("a.yml", .text(text)),
                .init(CompanionFile.path, .text(companion)),
            ], exists: { _ in true })
        let checked = CollectionCheck(sources).problems().filter { $0.rule == .literalSecret }.map(\.line)
        let review = SharingReview(
            of: [ChangedFile(path: "a.yml", change: .added, text: text)], publicNames: row.publicNames)
        let file = try FormFile.read(text: text, at: "a.yml")
        var saved = SavedFile(file)
        saved.noteSecrets(
            of: SaveOrder(
                path: "a.yml", base: file, content: file.content(), expectedText: "", publicNames: row.publicNames))
        #expect(checked == row.lines)
        #expect(review.files.flatMap(\.secrets).map(\.line) == row.lines)
        #expect(saved.newSecrets.map(\.place.line) == row.lines)
    }
}

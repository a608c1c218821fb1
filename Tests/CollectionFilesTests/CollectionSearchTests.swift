import CollectionFiles
import Foundation
import OpenCollection
import Testing

@Suite("Searching the files of a collection")
struct CollectionSearchTests {
    private static func request(_ name: String, docs: String) -> String {
        "info:\n  name: \(name)\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1/\ndocs: \(docs)\n"
    }

    private static let files = [
        "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Mine\ndocs: All needles.\n",
        "b.yml": request("B", docs: "A Needle."), "a.yml": request("A", docs: "nothing"),
        "zoo/folder.yml": "info:\n  name: Animals\n  type: folder\ndocs: Needles of animals.\n",
        "zoo/cat.yml": request("Cat", docs: "needle of a cat"), "zoo/broken.yml": "needle: [\n",
        "environments/local.yml": "name: local\nvariables:\n  - name: needle\n    value: 1\n",
    ]

    private func search(
        _ root: URL, drafts: [ItemPath: FormContent] = [:], isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [String] {
        let loader = CollectionLoader(root: root)
        let matcher = try #require(FileTextMatcher("needle"))
        let search = CollectionSearch(matcher, in: .all(try loader.load()), drafts: drafts)
        return loader.find(search, isCancelled: isCancelled).map { "\($0.path.text): \($0.line)" }
    }

    @Test("requests, folders, environments and the collection itself are searched; what cannot be read has nothing")
    func all() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.files)
        #expect(
            try search(directory.url) == [
                ": All needles.", "zoo: Needles of animals.", "zoo/cat.yml: needle of a cat", "b.yml: A Needle.",
                "environments/local.yml: needle = 1",
            ])
    }

    @Test("what is edited and not saved is searched instead of its file")
    func drafts() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.files)
        var content = DraftContent(definition: RequestDefinition())
        content.definition.docs = "a drafted needle"
        let found = try search(
            directory.url,
            drafts: ["a.yml": .request(content), "b.yml": .request(DraftContent(definition: RequestDefinition()))])
        #expect(found.contains("a.yml: a drafted needle") && !found.contains { $0.hasPrefix("b.yml") })
    }

    @Test("a search that nobody waits for any more reads nothing")
    func cancelled() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.files)
        #expect(try search(directory.url, isCancelled: { true }).isEmpty)
    }

    @Test("a collection in one file is searched in the same way")
    func oneFile() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "all.yml": """
            opencollection: 1.0.0
            info:
              name: Mine
            items:
              - info:
                  name: First
                  type: http
                http:
                  method: GET
                  url: http://127.0.0.1/
                  headers:
                    - name: X-Needle
                      value: one

            """
        ])
        let all = try search(directory.url.appendingPathComponent("all.yml"))
        #expect(all.map { String($0.drop { $0 != ":" }) } == [": X-Needle: one"], "\(all)")
    }

    @Test("at most 300 lines are found")
    func limit() throws {
        let directory = try TemporaryDirectory()
        var files = ["opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Mine\n"]
        for number in 0..<320 { files["r\(number).yml"] = Self.request("R", docs: "needle") }
        try directory.write(files)
        #expect(try search(directory.url).count == CollectionSearch.limit)
    }
}

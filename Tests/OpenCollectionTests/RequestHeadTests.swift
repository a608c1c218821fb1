import Testing

@testable import OpenCollection

@Suite("A request's head, read alone")
struct RequestHeadTests {
    private static func head(_ text: String) -> HeadScanner.Head? { HeadScanner.head(of: Array(text.utf8)[...]) }

    @Test(
        "a head of the shape that tools write is read without the rest",
        arguments: [
            (
                "info:\n  name: Get user\n  type: http\n  seq: 3\n\nhttp:\n  method: GET\n  url: \"{{host}}/users?a=1\"\n  body: [",
                "Get user", RequestHead(method: "GET", url: "{{host}}/users?a=1", sequence: 3)
            ),
            (
                "# ours\ninfo:\r\n  type: http\r\n  name: 'É: 1'\r\nhttp:\r\n  url: http://h:80/a#b\r\n  method: post\r\n",
                "É: 1", RequestHead(method: "post", url: "http://h:80/a#b")
            ),
            (
                "info:\n    name: 404 page\n    type: http\n    tags:\n    - a\n    - \"b c\"\nhttp:\n method: PUT\n url: /x\n \n",
                "404 page", RequestHead(method: "PUT", url: "/x", tags: ["a", "b c"])
            ),
            (
                "info:\n  type: http\n  tags:\n    - smoke\n  seq: 007\nhttp:\n  method: GET\n  url: \"\"", nil,
                RequestHead(method: "GET", url: "", sequence: 7, tags: ["smoke"])
            ),
        ] as [(String, String?, RequestHead)])
    func plain(text: String, name: String?, expected: RequestHead) {
        #expect(Self.head(text) == HeadScanner.Head(name: name, request: expected))
    }

    @Test(
        "where a line may mean something else, the whole file is parsed",
        arguments: [
            "  name: a", "  name:\n  type: http", "  name: |\n    a", "  name: &x a", "  name: *x", "  name: !!str a",
            "  name: 12", "  name: true", "  name: NULL", "  name: ~", "  name: \"a\\n\"", "  name: 'it''s'",
            "  name: 'a' # c", "  name: a # c", "  name: a: b", "  name: a:", "  name: \"a", "  name: a\t", "\tname: a",
            "  name: a\n    b", "  name: [a]", "  \"name\": a", "  name: a\n  name: b", "  ? name\n  : a",
            "  description: a", "  <<: {name: a}", "  tags: [a]", "  tags:\n    - a: b", "  tags:\n    - a\n      b",
            "  tags:\n  - a\n    b", "  name: a\rb", "  name: a\u{85}b", "  name: \u{2028}a", "  seq: 1.0", "  seq: -1",
            "  seq: 0x1", "  seq:\n    2", "  name: -", "  name: '{{x}}' y", "  type: \"http\"",
        ])
    func unsure(line: String) {
        let rest = "  type: http\nhttp:\n  method: GET\n  url: /\n"
        let text = line == "  name: a" ? "info: {}\n" + rest : "info:\n\(line)\n" + rest
        #expect(Self.head(text) == nil)
    }

    @Test(
        "a URL that goes on in the next line, or keys that stand before method and URL, make it parse the file",
        arguments: [
            "http:\n  method: GET\n  url: /a\n    b\n", "http:\n  method: GET\n  url: /a\n\n   # c\n   b\n",
            "http:\n  headers: []\n  method: GET\n  url: /\n", "http:\n  method: GET\n", "docs: x\nhttp:\n",
            "http: {}\n",
            "http:\n  method: GET\n  url: >-\n    /a\n", "http:\n  method: GET\n   url: /\n", "",
            "http:\n  method: GET\n  url: /\n  body: a\rb\n", "http:\n  method: GET\n  url: \"\n a\"\n",
        ])
    func unsure(http: String) {
        #expect(Self.head("info:\n  type: http\n" + http) == nil)
    }

    @Test("an item of which only the head was read is ordered, and found, like one that was read whole")
    func ordered() throws {
        let texts: [(ItemPath, String)] = [
            ("a.yml", "info:\n  name: A\n  type: http\n  seq: 2\nhttp:\n  method: GET\n  url: /a\n"),
            ("b.yml", "info: {name: B, type: http, seq: 1}\n"),
            ("c.yml", "info:\n  type: http\n  seq: 3\nhttp:\n  method: GET\n  url: /c\n"),
        ]
        let whole = texts.map { CollectionItem.read(text: $0.1, path: $0.0) }
        let heads = texts.map {
            CollectionItem.readHead(of: Array($0.1.utf8)[...], path: $0.0)
                ?? CollectionItem.read(text: $0.1, path: $0.0).unopened
        }
        #expect(CollectionOrder.sorted(heads).map(\.name) == ["B", "A", "c"])
        #expect(CollectionOrder.sorted(whole).map(\.name) == ["B", "A", "c"])
        #expect(heads.map(\.kind.requestHead) == whole.map(\.kind.requestHead))
    }
}

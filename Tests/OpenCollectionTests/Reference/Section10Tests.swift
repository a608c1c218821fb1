import Testing

@testable import OpenCollection

/// Proxies and client certificates have tables of their own: `ConnectionRuleTests`.
@Suite("Reference, section 10: the rest") struct Section10Tests {
    @Test(
        "10 tags: at least one included, or no include list, and no excluded one; exact match",
        arguments: [
            ("10 no lists", [], [], ["a"], true), ("10 no lists, no tags", [], [], [], true),
            ("10 one of the included", ["a", "b"], [], ["b"], true),
            ("10 none of the included", ["a"], [], ["b"], false),
            ("10 included, without tags", ["a"], [], [], false), ("10 excluded", [], ["b"], ["a", "b"], false),
            ("10 excluded wins", ["a"], ["b"], ["a", "b"], false), ("10 not excluded", ["a"], ["b"], ["a"], true),
            ("10 exact: capitals", ["a"], [], ["A"], false),
            ("10 exact: no part", ["smoke"], [], ["smoke-test"], false),
            ("10 exact: blanks", ["a"], [], ["a "], false),
        ] as [(String, [String], [String], [String], Bool)])
    func tags(id: String, included: [String], excluded: [String], tags: [String], isTaken: Bool) {
        #expect(TagFilter(included: included, excluded: excluded).takes(tags) == isTaken, "\(id)")
    }

    @Test("10 tags are those of requests, read with the head alone too")
    func read() throws {
        let text =
            "info:\n  name: A\n  type: http\n  tags:\n    - smoke\n    - \"a b\"\nhttp:\n  method: GET\n  url: x\n"
        #expect(try RequestFile.read(text: text, path: "a.yml").definition.tags == ["smoke", "a b"])
        let head = CollectionItem.readHead(of: Array(text.utf8)[...], path: "a.yml")
        #expect(head?.kind.requestHead?.tags == ["smoke", "a b"])
    }

    @Test("10 examples are never sent and not interpolated")
    func examples() throws {
        let example = """
            examples:
              - name: One
                request: {url: "http://other/{{none}}", method: DELETE}
                response: {status: 200, body: {type: text, data: "{{none}}"}}
            """
        let files = ReferenceFiles(request: "http: {url: \"http://h/\"}\n\(example)")
        #expect(try files.rendered().referenceLines == ["GET http://h/"])
    }

    @Test(
        "10 proxy: the block counts only if inherit is a boolean and config an object",
        arguments: [
            ("10 neither: the system's", "{}", .system), ("10 no config: the system's", "{inherit: false}", .system),
            ("10 config alone: the system's", "{config: {hostname: p}}", .system),
            ("10 disabled: direct", "{disabled: true, inherit: false, config: {hostname: p}}", .direct),
            ("10 inherit true: the system's", "{inherit: true, config: {hostname: p}}", .system),
            (
                "10 inherit false: this proxy",
                "{inherit: false, config: {protocol: http, hostname: p, port: \"3128\"}}",
                .server(ProxyServer(scheme: "http", host: "p", port: 3128))
            ),
        ] as [(String, String, ProxyRule)])
    func proxy(id: String, block: String, rule: ProxyRule) throws {
        #expect(try ReferenceFiles(root: "config: {proxy: \(block)}").rendered().proxy == rule, "\(id)")
    }
}

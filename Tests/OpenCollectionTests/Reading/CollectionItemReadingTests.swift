import Testing

@testable import OpenCollection

@Suite struct CollectionItemReadingTests {
    @Test(
        "the type says what an item is",
        arguments: [
            ("info: {type: http, name: N}", "N", "request"), ("info: {type: http}", "file", "request"),
            ("info: {type: graphql}", "file", "unsupported graphql"), ("type: script", "file", "unsupported script"),
            ("info: {type: app}", "file", "unsupported app"),
            (
                "info: {type: folder}", "file",
                "broken info.type is \"folder\"; http, graphql, grpc, websocket, script or app was expected"
            ),
            ("info: {name: N}", "file", "broken info.type is missing; `type: http` makes it a request"),
            ("", "file", "broken info.type is missing; `type: http` makes it a request"),
            ("- 1", "file", "broken the file is a list; a mapping was expected"),
        ])
    func kinds(text: String, name: String, kind: String) {
        let item = CollectionItem.read(text: text, path: "users/file.yml")
        #expect(item.name == name)
        #expect(item.path == "users/file.yml")
        #expect(item.kind.words == kind)
    }

    @Test("a file that is no YAML is broken, with the place")
    func syntax() {
        let item = CollectionItem.read(text: "info: {type: http\n", path: "f.yml")
        guard case .broken(let problem) = item.kind else {
            Issue.record("not broken")
            return
        }
        #expect(problem.place != nil && problem.excerpt?.contains("^") == true)
    }

    @Test("requests go by sequence, missing and 0 as 1, after the folders; ties keep their order")
    func requests() {
        let items = [
            request("b", 2), request("c", nil), request("a", 1.5), request("d", 0), folder("z", nil), request("e", 1),
        ]
        #expect(CollectionOrder.sorted(items).map(\.name) == ["z", "c", "d", "e", "a", "b"])
    }

    @Test("a folder's sequence is a slot in the order of names")
    func folders() {
        #expect(
            CollectionOrder.sorted([folder("A", nil), folder("B", 1), folder("C", nil)]).map(\.name) == ["B", "A", "C"])
        #expect(
            CollectionOrder.sorted([folder("C", nil), folder("A", 9), folder("B", 0)]).map(\.name) == ["B", "C", "A"])
        #expect(
            CollectionOrder.sorted([folder("B", 2), folder("A", 2), folder("C", nil)]).map(\.name) == ["C", "A", "B"])
    }

    private func request(_ name: String, _ sequence: Double?) -> CollectionItem {
        var definition = RequestDefinition()
        definition.sequence = sequence
        return CollectionItem(
            path: ItemPath("\(name).yml"), name: name, kind: .request(RequestFile(text: "", definition: definition)))
    }

    private func folder(_ name: String, _ sequence: Int?) -> CollectionItem {
        var definition = FolderDefinition()
        definition.sequence = sequence
        return CollectionItem(path: ItemPath(name), name: name, kind: .folder(definition, []))
    }
}

extension CollectionItem.Kind {
    fileprivate var words: String {
        switch self {
        case .folder: "folder"
        case .request: "request"
        case .unsupported(let word): "unsupported \(word)"
        case .broken(let problem): "broken \(problem.message)"
        }
    }
}

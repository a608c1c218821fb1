import Testing

@testable import OpenCollection

@Suite("One item of a collection read anew")
struct CollectionReplacingTests {
    private static func request(_ path: ItemPath, _ sequence: Int) -> CollectionItem {
        CollectionItem.read(text: "info:\n  name: \(path.baseName)\n  type: http\n  seq: \(sequence)\n", path: path)
    }

    private static func folder(_ path: ItemPath, _ children: [CollectionItem]) -> CollectionItem {
        CollectionItem(path: path, name: path.baseName, kind: .folder(FolderDefinition(), children))
    }

    private static let collection = Collection(
        name: "C",
        items: [
            folder("a", [request("a/x.yml", 1), request("a/y.yml", 2)]), folder("b", []), request("p.yml", 1),
            request("q.yml", 1), request("r.yml", 5),
        ])

    private func paths(_ change: (inout Collection) -> Void) -> [String] {
        var collection = Self.collection
        change(&collection)
        return collection.allItems.map(\.path.text)
    }

    @Test("it takes its place again, wherever its folder's order puts it")
    func replaced() {
        #expect(
            paths { $0.replace(with: Self.request("a/x.yml", 3)) }
                == ["a", "a/y.yml", "a/x.yml", "b", "p.yml", "q.yml", "r.yml"])
        #expect(
            paths { $0.replace(with: Self.request("q.yml", 1).unopened) }
                == ["a", "a/x.yml", "a/y.yml", "b", "p.yml", "q.yml", "r.yml"])
        let chat = CollectionItem.read(text: "info: {name: a, type: websocket, seq: 9}\n", path: "p.yml")
        #expect(
            paths { collection in
                collection.replace(with: CollectionItem.read(text: "info: {type: websocket}\n", path: "p.yml"))
                collection.replace(with: chat)
            }.last == "p.yml")
        var collection = Self.collection
        collection.replace(with: Self.request("a/y.yml", 2).unopened)
        #expect(collection.request(at: "a/y.yml") == nil && collection.request(at: "a/x.yml") != nil)
    }

    @Test("one that is new comes among its folder's, one without a folder nowhere")
    func added() {
        #expect(
            paths { $0.replace(with: Self.request("pp.yml", 1)) }
                == ["a", "a/x.yml", "a/y.yml", "b", "p.yml", "pp.yml", "q.yml", "r.yml"])
        #expect(
            paths { $0.replace(with: Self.folder("aa", [Self.request("aa/z.yml", 1)])) }
                == ["a", "a/x.yml", "a/y.yml", "aa", "aa/z.yml", "b", "p.yml", "q.yml", "r.yml"])
        #expect(paths { $0.replace(with: Self.request("none/x.yml", 1)) }.contains("none/x.yml") == false)
    }

    @Test("where one was among few, a folder whose place is past the end moves up")
    func slots() {
        var third = FolderDefinition()
        third.sequence = 2
        var collection = Self.collection
        collection.replace(with: CollectionItem(path: "0", name: "0", kind: .folder(third, [])))
        #expect(collection.items.prefix(3).map(\.path.text) == ["a", "0", "b"])
        collection.remove(at: "a")
        #expect(collection.items.prefix(2).map(\.path.text) == ["b", "0"])
    }

    @Test("one that is gone is taken out, a folder with what is in it")
    func removed() {
        #expect(paths { $0.remove(at: "a") } == ["b", "p.yml", "q.yml", "r.yml"])
        #expect(paths { $0.remove(at: "a/x.yml") } == ["a", "a/y.yml", "b", "p.yml", "q.yml", "r.yml"])
        #expect(paths { $0.remove(at: "none.yml") }.count == 7)
    }
}

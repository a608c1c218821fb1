import Testing

@testable import OpenCollection

private func folder(_ name: String, _ sequence: Int? = nil) -> CollectionItem {
    var definition = FolderDefinition()
    definition.sequence = sequence
    return CollectionItem(path: ItemPath(name), name: name, kind: .folder(definition, []))
}

private func request(_ path: ItemPath, name: String? = nil, _ sequence: Double? = nil) -> CollectionItem {
    var definition = RequestDefinition()
    definition.sequence = sequence
    return CollectionItem(
        path: path, name: name ?? path.baseName, kind: .request(RequestFile(text: "", definition: definition)))
}

@Suite struct CollectionTests {
    @Test(
        "orders by section 1.4",
        arguments: [
            ("folders first", [request("a.yml"), folder("z")], "z a"),
            ("slot", [folder("A"), folder("B", 1), folder("C")], "B A C"),
            ("slot past the end", [folder("A", 9), folder("B")], "B A"),
            ("equal slots", [folder("B", 2), folder("A", 2), folder("C"), folder("D")], "C A B D"),
            ("0 is no slot", [folder("B", 0), folder("A")], "A B"),
            (
                "requests by seq", [request("a.yml", 2), request("b.yml", 1.5), request("c.yml"), request("d.yml", 0)],
                "c d b a"
            ),
        ] as [(String, [CollectionItem], String)])
    func order(id: String, items: [CollectionItem], expected: String) {
        #expect(CollectionOrder.sorted(items).map(\.path.baseName).joined(separator: " ") == expected)
    }
}

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
        #expect(ItemOrder.ordered(items).map(\.path.baseName).joined(separator: " ") == expected)
    }

    @Test(
        "finds requests by path first, then by name",
        arguments: [
            ("users/get", ["users/get.yml"]), ("users/get.yml", ["users/get.yml"]), ("Users/Get", ["users/get.yml"]),
            ("Get", ["a.yml"]), ("same", ["b.yml", "c.yml"]), ("SAME", ["b.yml", "c.yml"]), ("get", ["a.yml"]),
            ("gone", []),
        ])
    func matching(name: String, paths: [ItemPath]) {
        let users = CollectionItem(
            path: "users", name: "users", kind: .folder(FolderDefinition(), [request("users/get.yml", name: "Fetch")]))
        let items = [
            users, request("a.yml", name: "Get"), request("b.yml", name: "same"), request("c.yml", name: "same"),
        ]
        let found = Collection(name: "c", items: items).requests(matching: name)
        #expect(found.matches.map(\.path) == paths)
        #expect((found.only != nil) == (paths.count == 1))
    }

    @Test("offers what comes near, else everything")
    func candidates() {
        let items = [request("a.yml", name: "Get user"), request("b.yml", name: "List")]
        let collection = Collection(name: "c", items: items)
        #expect(collection.requests(matching: "user").candidates == ["a"])
        #expect(collection.requests(matching: "zzz").candidates == ["a", "b"])
    }

    @Test(
        "makes file names by section 1.3",
        arguments: [
            ("Get user", "Get user"), ("a/b:c?", "a-b-c-"), (" - x. ", "x"), ("..hidden", "hidden"), ("", "request"),
            ("con", "con-"),
            ("COM1", "COM1-"), ("tab\there", "tab-here"), ("ünï", "ünï"),
        ])
    func fileNames(name: String, expected: String) {
        #expect(FileName.safe(for: name) == expected)
        #expect(FileName.problem(with: expected) == nil)
    }

    @Test("copies get a number")
    func copies() {
        #expect(FileName.free("a", taken: ["b"]) == "a")
        #expect(FileName.free("a", taken: ["A"]) == "a copy")
        #expect(FileName.free("a", taken: ["a", "a copy", "a copy 2"]) == "a copy 3")
    }

    @Test("reads .env files as dotenv does")
    func dotEnv() {
        let values = DotEnv.parse(
            """
            # comment
            PLAIN=a b # trailing
            export EXPORTED = x
            SINGLE='no \\n $X # kept'
            DOUBLE="two\\nlines"
            BACK=`a "quoted" 'one'`
            MULTI="first
            second"
            EMPTY=
            not an assignment
            URL=http://h/?a=b
            OPEN="never closed
            DUP=1
            DUP=2
            """)
        #expect(
            values == [
                "PLAIN": "a b", "EXPORTED": "x", "SINGLE": "no \\n $X # kept", "DOUBLE": "two\nlines",
                "BACK": "a \"quoted\" 'one'",
                "MULTI": "first\nsecond", "EMPTY": "", "URL": "http://h/?a=b", "OPEN": "\"never closed", "DUP": "2",
            ])
    }
}

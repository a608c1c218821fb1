import Testing

@testable import OpenCollection

/// `filter:` of requests in `microscope.yaml`.
@Suite struct CompanionFileFilterTests {
    private static let text = """
        # Ours.
        requests:
          users/get.yml: # why
            retry: {count: 2}   # enough
          users/list.yml: {filter: '.items[] | select(.id > 3)', note: x}

        """

    @Test("is read as it is written; null and a missing one say nothing")
    func reading() throws {
        let file = try CompanionFile.read(text: Self.text + "  a.yml: {filter: ~}\n  b.yml: {filter: 7}\n")
        #expect(file.filters == ["users/list.yml": ".items[] | select(.id > 3)", "b.yml": "7"])
        #expect(file.requests["users/get.yml"]?.retry?.count == 2)
    }

    @Test("an empty one, or one that is a list, is refused with its place")
    func refused() {
        let empty = #expect(throws: FileProblem.self) {
            try CompanionFile.read(text: "requests:\n  a.yml: {filter: ''}\n")
        }
        #expect(
            empty?.line
                == "microscope.yaml:2:19: requests.a.yml.filter is empty; a path, or a filter of jq, was expected")
        let list = #expect(throws: FileProblem.self) {
            try CompanionFile.read(text: "requests:\n  a.yml: {filter: [.a]}\n")
        }
        #expect(list?.line == "microscope.yaml:2:19: requests.a.yml.filter is a list; a text was expected")
    }

    @Test(
        "saving changes its own line and nothing else",
        arguments: [
            ("a new file", "", "a.yml", ".id", "version: 1\n\nrequests:\n  a.yml:\n    filter: .id\n"),
            (
                "beside others", text, "users/get.yml", ".items[0]",
                text.replacing("# enough\n", with: "# enough\n    filter: .items[0]\n")
            ),
            (
                "another one", text, "users/list.yml", "keys",
                text.replacing("'.items[] | select(.id > 3)'", with: "'keys'")
            ),
            (
                "one that YAML would read as something else", "requests:\n  a.yml: {login: none}\n", "a.yml",
                "[.a: 1] #",
                "requests:\n  a.yml: {login: none, filter: \"[.a: 1] #\"}\n"
            ),
        ])
    func saves(id: String, before: String, path: ItemPath, filter: String, after: String) throws {
        let file = before.isEmpty ? CompanionFile() : try CompanionFile.read(text: before)
        let saved = try file.saving(filter: filter, of: path)
        expectSame(saved.text, after)
        #expect(saved.filters[path] == filter)
        #expect(try saved.saving(filter: filter, of: path) == saved)
        #expect(saved.filters.filter { $0.key != path } == file.filters.filter { $0.key != path })
    }

    @Test("taken out, it leaves what else is said, and nothing where that was all")
    func removal() throws {
        let file = try CompanionFile.read(text: Self.text)
        let without = try file.saving(filter: nil, of: "users/list.yml")
        #expect(without.filters.isEmpty && without.text.contains("users/list.yml: {note: x}"))
        let alone = "version: 1\n\nrequests:\n  a.yml:\n    filter: .id\n"
        #expect(try CompanionFile.read(text: alone).saving(filter: nil, of: "a.yml").text == "version: 1\n")
        #expect(try CompanionFile().saving(filter: nil, of: "a.yml").text.isEmpty)
    }

    @Test("policies that are saved leave it where it is")
    func beside() throws {
        let file = try CompanionFile.read(text: "requests:\n  a.yml: {filter: .id, login: none}\n")
        let saved = try file.saving(RequestPolicies(), for: .request("a.yml"))
        #expect(saved.text == "requests:\n  a.yml: {filter: .id}\n" && saved.filters["a.yml"] == ".id")
    }

    @Test("follows the request when that is renamed, and when the folder around it is")
    func following() throws {
        let file = try CompanionFile.read(text: Self.text)
        let renamed = try file.following([PathChange(from: "users/list.yml", to: "users/all.yml")])
        #expect(renamed.filters == ["users/all.yml": ".items[] | select(.id > 3)"])
        let moved = try file.following([PathChange(from: "users", to: "people")])
        #expect(moved.filters == ["people/list.yml": ".items[] | select(.id > 3)"])
        expectSame(moved.text, Self.text.replacing("users/", with: "people/"))
    }
}

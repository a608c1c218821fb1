import Testing
import YAMLTree

@testable import OpenCollection

@Suite("What counts as no difference, in microscope.yaml")
struct CompanionDifferencesTests {
    private static let text = """
        version: 1
        # for everybody
        collection:
          diff:
            headers: [X-Node]   # two of them
        requests:
          users/get.yml:
            filter: .name
            diff:
              ignore:
                - $.items[*].updatedAt
                - "pattern: uuid"
              arrays:
                $.items: id
                "$..rows": (position)
        """

    @Test("a request's own rules come before those of the collection, arrays in the file's order")
    func reading() throws {
        let file = try CompanionFile.read(text: Self.text)
        let settings = file.differenceSettings(of: "users/get.yml")
        #expect(settings.ignore == ["$.items[*].updatedAt", "pattern: uuid"])
        #expect(settings.headers == ["X-Node"])
        #expect(settings.arrays == [.init("$.items", "id"), .init("$..rows", "(position)")])
        #expect(file.differenceSettings(of: "other.yml") == DifferenceSettings(headers: ["X-Node"]))
        #expect(file.differenceSettings(of: nil) == DifferenceSettings(headers: ["X-Node"]))
    }

    @Test("adding a rule changes its lines alone, and the rest keeps its bytes")
    func adding() throws {
        let file = try CompanionFile.read(text: Self.text)
        let more = try file.adding(ignored: "$..seen", isHeader: false, of: "users/get.yml")
        #expect(more.differences["users/get.yml"]?.ignore == ["$.items[*].updatedAt", "pattern: uuid", "$..seen"])
        #expect(more.differences["users/get.yml"]?.arrays == file.differences["users/get.yml"]?.arrays)
        let kept = Self.text.split(separator: "\n").filter { !$0.contains("$.items[*]") && !$0.contains("uuid") }
        #expect(kept.allSatisfy { more.text.contains($0) })
        #expect(try more.adding(ignored: "$..seen", isHeader: false, of: "users/get.yml").text == more.text)
    }

    @Test("a header goes into the list of headers; a file that is not there yet begins with its version")
    func new() throws {
        let file = try CompanionFile().adding(ignored: "X-Node", isHeader: true, of: nil)
        #expect(file.text == "version: 1\n\ncollection:\n  diff:\n    headers:\n      - X-Node\n")
        let more = try file.adding(ignored: "$.a['b c']", isHeader: false, of: "users/get.yml")
        #expect(more.differences["users/get.yml"] == DifferenceSettings(ignore: ["$.a['b c']"]))
        #expect(more.collectionDifferences == DifferenceSettings(headers: ["X-Node"]))
        #expect(more.text.hasPrefix(file.text))
    }

    @Test(
        "what is no rule's text is refused, with its place",
        arguments: [
            (
                "empty", "collection: {diff: {ignore: [\"\"]}}\n",
                "microscope.yaml:1:30: collection.diff.ignore has an empty rule"
            ),
            (
                "member", "requests: {a.yml: {diff: {arrays: {$.items: \"\"}}}}\n",
                "microscope.yaml:1:45: requests.a.yml.diff.arrays.$.items is empty; the name of a member was expected"
            ),
        ])
    func refusals(name: String, text: String, message: String) {
        let problem = #expect(throws: FileProblem.self) { try CompanionFile.read(text: text) }
        let place = problem?.place.map { "\($0.line):\($0.column)" } ?? ""
        #expect("\(problem?.path.text ?? ""):\(place): \(problem?.message ?? "")" == message)
    }

    @Test("the rules move with their request")
    func following() throws {
        let file = try CompanionFile.read(text: Self.text)
        let moved = try file.following([PathChange(from: "users/get.yml", to: "people/get.yml")])
        #expect(moved.differences["people/get.yml"] == file.differences["users/get.yml"])
        #expect(moved.differences["users/get.yml"] == nil)
    }
}

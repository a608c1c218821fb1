import Testing

@testable import OpenCollection

/// A collection in a few lines, and every problem that a check finds in it.
struct CheckCase: Sendable, CustomTestStringConvertible {
    let id: String
    let files: [String: String]
    let existing: Set<String>
    /// The problems, "file:line:column: severity: what; what to do", sorted.
    let problems: [String]

    var testDescription: String { id }

    init(_ id: String, _ files: [String: String], existing: Set<String> = [], _ problems: String...) {
        self.id = id
        var files = files
        if files["opencollection.yml"] == nil { files["opencollection.yml"] = "info:\n  name: Fixture\n" }
        self.files = files
        self.existing = existing
        self.problems = problems
    }

    /// A request `a.yml` alone, with an `http` block and what follows it.
    init(_ id: String, http: String, existing: Set<String> = [], _ problems: String...) {
        self.id = id
        files = [
            "opencollection.yml": "info:\n  name: Fixture\n", "a.yml": "info: {name: A, type: http}\nhttp:\n" + http,
        ]
        self.existing = existing
        self.problems = problems
    }

    var found: [String] { check(files).map { "\($0.path):\($0.lineAfterPath)" } }

    /// Checks files like these.
    func check(_ files: [String: String]) -> [CheckProblem] {
        let existing = existing
        let sources = CollectionSources(
            files: files.map { CollectionSources.File(ItemPath($0.key), .text($0.value)) },
            exists: { existing.contains($0) })
        return CollectionCheck(sources).problems()
    }
}

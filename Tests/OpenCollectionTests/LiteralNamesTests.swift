import Testing

@testable import OpenCollection

@Suite("Names between braces that are sent as they are written")
struct LiteralNamesTests {
    @Test(
        "a star is any number of characters, and blanks around a name do not count",
        arguments: [
            ("$labels.*", " $labels.instance ", true), ("$labels.*", "$labels.", true),
            ("$labels.*", "$label", false),
            ("$value", "$value", true), ("$value", "$values", false), ("*", "anything", true),
            ("*.x", "a.x", true),
            ("a*b*c", "a1b2c", true), ("a*b*c", "ac", false), ("a*a", "a", false), ("", "", true),
            ("", "a", false),
        ])
    func patterns(pattern: String, name: String, isLiteral: Bool) {
        #expect(LiteralNames([pattern]).contains(name) == isLiteral)
    }

    private static let companion = """
        version: 1
        literal: ['$labels.*']
        collection: {literal: [a]}
        folders:
          alerts: {literal: [b]}
        requests:
          alerts/new.yml: {literal: [c]}
        """

    private func resolved(_ template: String, at path: ItemPath) throws -> ResolvedText {
        var collection = Collection(name: "C", root: FolderDefinition())
        collection.root.variables = [Variable("host", "h"), Variable("a", "A")]
        collection.companion = try CompanionFile.read(text: Self.companion)
        return VariableScopes(collection: collection, itemPath: path).resolve(template)
    }

    @Test("they stay as they are, and nothing is missing; those of all places count together")
    func resolving() throws {
        let inside = try resolved("{{host}} {{ $labels.x }} {{a}} {{b}} {{c}}", at: "alerts/new.yml")
        #expect(inside.text == "h {{ $labels.x }} {{a}} {{b}} {{c}}" && inside.isComplete)
        let outside = try resolved("{{ $labels.x }} {{b}}", at: "other.yml")
        #expect(outside.missing.map(\.name) == ["b"])
    }

    @Test("check does not miss them, and misses the others")
    func checked() {
        let texts: [(ItemPath, String)] = [
            ("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: C\n"),
            ("microscope.yaml", Self.companion),
            (
                "alerts/new.yml",
                "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: http://h/{{ $labels.x }}/{{c}}/{{d}}\n"
            ),
        ]
        let sources = CollectionSources(files: texts.map { .init($0.0, .text($0.1)) }) { _ in true }
        let problems = CollectionCheck(sources).problems().filter { $0.rule == .undefinedVariable }
        #expect(problems.count == 1 && problems[0].message.contains("d"), "\(problems)")
    }

    @Test("a name is added to the list of the whole collection, and nothing else changes")
    func added() throws {
        let file = try CompanionFile.read(text: Self.companion)
        let saved = try file.saving(literal: "$value")
        #expect(saved.text == Self.companion.replacing("['$labels.*']", with: "['$labels.*', $value]"))
        #expect(try saved.saving(literal: "$labels.other").text == saved.text, "it is there already")
    }
}

import Testing

@testable import CommandLineTool

@Suite("The command diff is understood")
struct DiffParsingTests {
    private static func arguments(
        _ old: String?, _ new: String, change: (inout DiffArguments) -> Void = { _ in }
    ) -> DiffArguments {
        var arguments = DiffArguments(old: old, new: new)
        change(&arguments)
        return arguments
    }

    static let rows: [(String, DiffArguments)] = [
        ("diff @", arguments(nil, "@")), ("diff @-1 @", arguments("@-1", "@")),
        ("diff a.json - --quiet", arguments("a.json", "-") { $0.isQuiet = true }),
        (
            "diff --ignore $..id --ignore header:X-Node @ --no-rules",
            arguments(nil, "@") { ($0.ignored, $0.usesRules) = (["$..id", "header:X-Node"], false) }
        ),
        ("--ignore $..id diff @", arguments(nil, "@") { $0.ignored = ["$..id"] }),
        ("diff @ --json --all", arguments(nil, "@") { ($0.printsJSON, $0.scope) = (true, .all) }),
        (
            "diff users/get@ 3f2a9c1 --side-by-side -c api",
            arguments("users/get@", "3f2a9c1") { ($0.isSideBySide, $0.scope) = (true, .collection("api")) }
        ),
    ]

    @Test("addresses, files and options", arguments: rows)
    func parse(line: String, expected: DiffArguments) throws {
        #expect(try Command.parse(line.split(separator: " ").map(String.init)) == .diff(expected))
    }

    @Test(
        "what contradicts itself, or is no rule, is said with what to do",
        arguments: [
            ("diff", "nothing to compare is given; usage: microscope diff"),
            ("diff - -", "standard input can be only one of the two; name a file for the other"),
            ("diff a b c", "microscope diff"),
            ("diff @ --json --quiet", "--json and --quiet contradict each other; give one of them"),
            ("diff @ --ignore $.a[", "--ignore $.a[ is not a rule; character 5: expected a number"),
            ("diff @ --ignore updatedAt", "--ignore updatedAt is not a rule; write a path ($.items[*].updatedAt"),
        ])
    func refusals(line: String, words: String) {
        let error = #expect(throws: UsageError.self) {
            try Command.parse(line.split(separator: " ").map(String.init))
        }
        #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
    }
}

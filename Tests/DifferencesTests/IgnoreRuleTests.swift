import BodyStore
import Differences
import Testing

/// The rules for what counts as no difference, and how they are written.
@Suite struct IgnoreRuleTests {
    @Test(
        "a rule is read, and written as it was",
        arguments: [
            "$", "$.a.b", "$.items[3]", "$.items[*].updatedAt", "$..id", "$..[0]", "$..*", "$['odd name']",
            "$['it\\'s']",
            "pattern: iso-date", "pattern: uuid", "pattern: number", "pattern: /^req-\\d+/", "line: /^# made at/",
            "header: X-Trace-*",
        ])
    func texts(_ text: String) throws { #expect(try IgnoreRule(text).description == text) }

    @Test(
        "other spellings of a path mean the same",
        arguments: [
            ("$.*", "$[*]"), ("$[\"a\"]", "$.a"), ("$['\\u0061']", "$.a"), (" $.a ", "$.a"),
            ("$..['a b']", "$..['a b']"),
        ])
    func spellings(_ text: String, _ canonical: String) throws {
        #expect(try IgnoreRule(text).description == canonical)
    }

    @Test(
        "what is no rule says where, and what to write",
        arguments: [
            ("$.", "character 3: expected a name or `*`; write names with other characters as ['odd name']"),
            ("$.a[", "character 5: expected a number, `*` or a name in quotes"), ("$.a[1", "character 6: expected `]`"),
            ("$a", "character 2: expected `.` and a name, or `[`"),
            ("$['a", "character 5: the name's closing quote is missing"),
            ("$..", "character 4: expected a name or `*`; write names with other characters as ['odd name']"),
            ("$['\\u12']", "character 6: expected four hexadecimal digits after `\\u`"),
            ("pattern: date", "the patterns are iso-date, uuid, number, and a regular expression between slashes"),
            ("pattern: /(/", "character 2: missing closing parenthesis"),
            ("line: abc", "write a regular expression between slashes, as in `line: /^build \\d+/`"),
            ("header: a b", "a header name has no spaces or colons; `*` matches any characters, as in X-Trace-*"),
        ])
    func faults(_ text: String, _ reason: String) {
        #expect { try IgnoreRule(text) } throws: { ($0 as? IgnoreRuleError)?.reason == reason }
    }

    @Test("text that begins as no rule is told of all of them", arguments: ["", "items", "pattern:", "colour: red"])
    func unknown(_ text: String) {
        #expect { try IgnoreRule(text) } throws: {
            ($0 as? IgnoreRuleError)?.reason.contains("write a path ($.items[*].updatedAt") == true
        }
    }

    static let old = #"{"id":1,"items":[{"id":"a","at":"2026-01-01T00:00:00Z","n":1}],"meta":{"x":{"y":1}}}"#
    static let new = #"{"id":2,"items":[{"id":"b","at":"2026-02-02 10:20:30.5+01:00","n":2}],"meta":{"x":{"y":2}}}"#

    @Test(
        "a rule ignores what it covers, and no more",
        arguments: [
            ("$..id", ["$.id", "$.items[0].id"]), ("$.items[*].at", ["$.items[0].at"]), ("$.items[1].at", []),
            ("$.items", ["$.items[0].id", "$.items[0].at", "$.items[0].n"]), ("$.meta", ["$.meta.x.y"]),
            ("$..x", ["$.meta.x.y"]), ("$.*.x.*", ["$.meta.x.y"]), ("$.meta.x.y.z", []),
            ("pattern: iso-date", ["$.items[0].at"]), ("pattern: number", ["$.id", "$.items[0].n", "$.meta.x.y"]),
            ("pattern: /^[ab]$/", ["$.items[0].id"]), ("pattern: uuid", []), ("line: /1/", []),
            ("$", ["$.id", "$.items[0].id", "$.items[0].at", "$.items[0].n", "$.meta.x.y"]),
        ])
    func ignoring(_ rule: String, _ paths: [String]) throws {
        let differences = try JSONText.compare(
            Self.old, Self.new, rules: IgnoreRules(ignore: [rule], usesDefaults: false))
        #expect(differences.total == 5 && differences.ignoredCount == paths.count)
        #expect(differences.filter { $0.ignoredBy != nil }.map(\.path.description) == paths)
        #expect(differences.compactMap { $0.ignoredBy?.description }.allSatisfy { $0 == rule || rule == "$.*.x.*" })
    }

    @Test(
        "only dates that are some look like one",
        arguments: [
            ("2026-01-31", true), ("2026-13-01", false), ("2026-01-01T10:20", true), ("2026-01-01T10:20:30,123Z", true),
            ("2026-01-01T10:20:30+0100", true), ("2026-01-01x", false), ("20260101", false), ("", false),
        ])
    func dates(_ text: String, _ isDate: Bool) throws {
        let differences = try JSONText.compare(
            "[\"2000-01-01\"]", "[\"\(text)\"]", rules: IgnoreRules(ignore: ["pattern: iso-date"]))
        #expect((differences.ignoredCount == 1) == isDate)
    }

    @Test("what is under the cursor proposes rules, the narrowest first")
    func proposals() throws {
        let differences = try JSONText.compare(Self.old, Self.new)
        let proposals = differences.map { IgnoreRules.proposals(for: $0, in: differences).map(\.description) }
        #expect(
            proposals == [
                ["$.id"], ["$.items[0].id", "$.items[*].id"],
                ["$.items[0].at", "$.items[*].at", "pattern: iso-date"], ["$.items[0].n", "$.items[*].n"],
                ["$.meta.x.y"],
            ])
        for (difference, rules) in zip(differences, proposals) {
            for rule in rules {
                let again = try JSONText.compare(Self.old, Self.new, rules: IgnoreRules(ignore: [rule]))
                #expect(again.contains { $0.path == difference.path && $0.ignoredBy != nil }, "\(rule)")
            }
        }
    }

    @Test("headers propose their name and what their values look like")
    func headerProposals() {
        let uuids = ["0b1e1f3c-6f0e-4a52-9f4b-0d8f7c1c2a11", "1b1e1f3c-6f0e-4a52-9f4b-0d8f7c1c2a11"]
        let difference = HeaderDifference(name: "X-Id", old: [uuids[0]], new: [uuids[1]])
        #expect(IgnoreRules.proposals(for: difference).map(\.description) == ["header: X-Id", "pattern: uuid"])
    }

    @Test(
        "an array's rule is written as a path and a member",
        arguments: [
            ("$.items", "id", "$.items: id"), ("$..rows", "(position)", "$..rows: (position)"),
            ("$", "(alignment)", "$: (alignment)"),
        ])
    func arrays(_ path: String, _ matching: String, _ text: String) throws {
        #expect(try ArrayRule(path: path, matching: matching).description == text)
    }
}

package import OpenCollection

/// The shapes of what commands print with `--json`: the only table of their keys. `microscope schema output` and the page of keys are made from it,
/// and a test validates what every command prints.
package enum OutputShape {
    /// The shape of each command that has `--json`. Keys are in the order in which they are written.
    static let all: [HelpTopic: SchemaRule] = [
        .send: .either(choices(of: .send).map(\.shape)), .run: run, .verify: verify,
        .graphQL: graphQL, .token: token, .trust: trust, .diff: diff,
        .check: check, .importRequest: imported, .lift: lift, .replace: replace, .review: review,
        .session: sessions, .sessionList: sessions,
        .history: historyFacts, .historyPrune: historyFacts, .historyList: historyRows, .historyShow: shown,
        .historyPin: historyRows, .historyUnpin: historyRows, .historyNote: historyRows, .historyDelete: historyRows,
        .historySets: .either(choices(of: .historySets).map(\.shape)), .historyCheck: historyCheck,
        .historyLatency: latency, .historyReplay: replay, .historyImport: importedArchives,
        .help: help, .version: version,
    ]

    /// The shapes of a command that prints one of several, each with the arguments for which it is printed; none if it has one shape.
    static func choices(of topic: HelpTopic) -> [(arguments: String, shape: SchemaRule)] {
        switch topic {
        case .send:
            [
                ("one send", .object(ObjectRule("a send", sentKeys))),
                ("several `--env`, a list", .list(of: .object(sent))),
                ("`--repeat`, `--every` or `--until`", .object(repeated)),
            ]
        case .historySets: [("no name", historySets), ("the name of a set", historyRows)]
        default: []
        }
    }

    /// The JSON Schema of a command's output; nil if the command has no `--json`.
    package static func schema(of topic: HelpTopic) -> String? {
        all[topic].map { SchemaDocument.text(of: $0, title: "microscope \(topic.rawValue) --json") }
    }

    // MARK: Parts that several commands share

    static func object(_ title: String, _ keys: [KeyRule]) -> SchemaRule { .object(ObjectRule(title, keys)) }

    static func list(_ title: String, _ keys: [KeyRule]) -> SchemaRule { .list(of: object(title, keys)) }

    static let captures = list(
        "a capture",
        [
            KeyRule("variable", .text), KeyRule("expression", .text),
            KeyRule("phase", .word(["before-request", "after-response"])),
            KeyRule("value", .anything, "JSON; null if there is none, masked if it is secret"),
            KeyRule("problem", .text.orNull, "the reason for no value"),
        ])

    static let assertions = list(
        "an assertion",
        [
            KeyRule("expression", .text), KeyRule("operator", .text), KeyRule("value", .text.orNull),
            KeyRule("outcome", .text, "passed, failed or the reason why it was not evaluated"),
            KeyRule("found", .text.orNull), KeyRule("expected", .text.orNull), KeyRule("reason", .text.orNull),
            KeyRule("kind", .text.orNull, "the source of a test: the format's assertions, or a script"),
            KeyRule("place", .text.orNull, "file and line of a script"), KeyRule("code", .text.orNull),
        ])

    static let console = list("a line", [KeyRule("level", .text), KeyRule("text", .text)])

    static func outcomes(_ names: String...) -> [KeyRule] { names.map { KeyRule($0, .count) } }

    static func spread(_ names: String...) -> SchemaRule {
        object("durations", names.map { KeyRule($0, .number.orNull, "seconds") })
    }
}

extension SchemaRule {
    /// A whole number from 0 up.
    package static let count = SchemaRule.numberWithin(0...9_007_199_254_740_991, isWhole: true)
    package static let texts = SchemaRule.list(of: .text)

    /// The rule for a value that may be unknown.
    package var orNull: SchemaRule { .either([self, .null]) }
}

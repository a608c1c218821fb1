import OpenCollection

// Commands about files, and about the program itself.

extension OutputShape {
    static let check = object(
        "problems",
        outcomes("errors", "warnings") + [
            KeyRule(
                "problems",
                list(
                    "a problem",
                    [
                        KeyRule("severity", .word(CheckProblem.Severity.allCases.map(\.rawValue))),
                        KeyRule("rule", .word(CheckProblem.Rule.allCases.map(\.rawValue))), KeyRule("file", .text),
                        KeyRule("line", .count), KeyRule("column", .count, "in Unicode scalars, from 1"),
                        KeyRule("message", .text), KeyRule("fix", .text, "what to do"),
                        KeyRule(
                            "edit",
                            object(
                                "an edit",
                                [
                                    KeyRule("line", .count), KeyRule("column", .count), KeyRule("endLine", .count),
                                    KeyRule("endColumn", .count, "not included"),
                                    KeyRule("text", .text, "what to write instead"),
                                ]
                            ).orNull, "the fix, if it is a replacement"),
                    ]))
        ])

    static let imported = object(
        "an import",
        [
            KeyRule("complete", .boolean), KeyRule("written", .boolean),
            KeyRule(
                "counts",
                .map(of: object("a count", [KeyRule("source", .count.orNull), KeyRule("made", .count.orNull)]))),
            KeyRule(
                "remarks",
                list(
                    "a remark",
                    [KeyRule("severity", .text), KeyRule("text", .text), KeyRule("places", .texts)])),
            KeyRule(
                "undefined",
                list(
                    "a missing variable",
                    [
                        KeyRule("name", .text), KeyRule("requests", .count), KeyRule("environments", .texts),
                        KeyRule("namedInScript", .boolean),
                    ])),
            KeyRule("files", .texts),
            KeyRule("trash", .text, isRequired: false, "the directory with the files that were replaced"),
        ])

    private static let script = [KeyRule("stage", .text), KeyRule("line", .count)]

    static let lift = object(
        "a conversion",
        [
            KeyRule(
                "files",
                list(
                    "a file",
                    [
                        KeyRule("file", .text),
                        KeyRule(
                            "scripts",
                            list(
                                "a script",
                                script + [
                                    KeyRule(
                                        "assertions",
                                        list(
                                            "an assertion",
                                            [
                                                KeyRule("expression", .text), KeyRule("operator", .text),
                                                KeyRule("value", .text.orNull), KeyRule("description", .text.orNull),
                                            ])),
                                    KeyRule(
                                        "captures",
                                        list("a capture", [KeyRule("variable", .text), KeyRule("expression", .text)])),
                                    KeyRule("remarks", .texts),
                                ])), KeyRule("patch", .text),
                    ])),
            KeyRule(
                "kept", list("a script", [KeyRule("file", .text)] + script + [KeyRule("reason", .text)]),
                "scripts that are left unchanged"),
        ])

    static let replace = object(
        "a replacement",
        [
            KeyRule("count", .count),
            KeyRule(
                "files",
                list(
                    "a file",
                    [KeyRule("file", .text)] + TextReplacement.Part.allCases.map { KeyRule($0.rawValue, .count.orNull) }
                        + [KeyRule("patch", .text)])),
            KeyRule("problems", list("a problem", [KeyRule("file", .text), KeyRule("reason", .text)])),
        ])

    static let review = object(
        "a review",
        [
            KeyRule(
                "files",
                list(
                    "a file",
                    [
                        KeyRule("path", .text), KeyRule("change", .text), KeyRule("kind", .text.orNull),
                        KeyRule("name", .text.orNull), KeyRule("conversion", .text.orNull),
                        KeyRule(
                            "secrets",
                            list(
                                "a secret",
                                [
                                    KeyRule("line", .count), KeyRule("column", .count), KeyRule("key", .text.orNull),
                                    KeyRule("reason", .text),
                                ])), KeyRule("files", .texts), KeyRule("hosts", .texts), KeyRule("scripts", .texts),
                    ]))
        ])

    static let graphQL = object(
        "a schema",
        [
            KeyRule("source", .word(["server", "cache", "file"])), KeyRule("place", .text, "URL or path"),
            KeyRule("types", .count), KeyRule("schema", .text, "SDL"),
        ])

    static let token = object(
        "tokens",
        [
            KeyRule(
                "tokens",
                list(
                    "a token",
                    ["environment", "id", "url", "flow", "audience", "client", "user"].map { KeyRule($0, .text.orNull) }
                        + [KeyRule("state", .word(["good", "expired", "none"]))]
                        + ["scope", "received", "expires"].map { KeyRule($0, .text.orNull) }
                        + [KeyRule("refreshes", .boolean)]))
        ])

    static let trust = object(
        "external access",
        [
            KeyRule(
                "uses",
                list(
                    "a use",
                    [
                        KeyRule("status", .word(["agreed", "asks", "first"])), KeyRule("kind", .text),
                        KeyRule("what", .text), KeyRule("purpose", .text),
                    ]))
        ])

    static let sessions = object(
        "sessions",
        [
            KeyRule(
                "sessions",
                list(
                    "a session",
                    [
                        KeyRule("name", .text), KeyRule("environment", .text.orNull), KeyRule("variables", .texts),
                        KeyRule("cookies", .count), KeyRule("secondsSinceUse", .number),
                    ]))
        ])

    // MARK: The program

    static let help = object(
        "help",
        [
            KeyRule("version", .text),
            KeyRule(
                "commands",
                list(
                    "a command",
                    [
                        KeyRule("name", .text, "empty: the program without a command"), KeyRule("usage", .text),
                        KeyRule("summary", .text), KeyRule("details", .texts),
                        KeyRule(
                            "operands",
                            list(
                                "an operand",
                                [KeyRule("name", .text), KeyRule("required", .boolean), KeyRule("repeated", .boolean)])),
                        KeyRule(
                            "options",
                            list(
                                "an option",
                                [
                                    KeyRule("name", .text), KeyRule("short", .text.orNull),
                                    KeyRule("value", .text.orNull, "a placeholder; null: a switch"),
                                    KeyRule("values", .texts, "the only values; empty: any"),
                                    KeyRule("default", .text.orNull), KeyRule("repeated", .boolean),
                                    KeyRule("summary", .text),
                                ])),
                        KeyRule(
                            "examples", list("an example", [KeyRule("line", .text), KeyRule("meaning", .text)])),
                        KeyRule("exitStatuses", exitStatuses, "those of the command"),
                    ])),
            KeyRule("exitStatuses", exitStatuses, "those of all commands"),
        ])

    private static let exitStatuses = list(
        "an exit status", [KeyRule("status", .count), KeyRule("meaning", .text)])

    static let version = object(
        "versions",
        [
            KeyRule("version", .text), KeyRule("commit", .text.orNull, "null: not built from a git repository"),
            KeyRule(
                "libraries",
                list(
                    "a library",
                    [
                        KeyRule("name", .text), KeyRule("version", .text.orNull, "null: not installed, or not stated"),
                        KeyRule("installed", .boolean),
                        KeyRule("statesVersion", .boolean, "false: the library has nothing that says its version"),
                        KeyRule("features", .texts),
                    ])),
        ])
}

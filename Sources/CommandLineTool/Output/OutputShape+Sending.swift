import OpenCollection

// Commands that send requests or compare responses.

extension OutputShape {
    private static let headers = SchemaRule.list(of: .texts)

    private static let timings = spread("nameLookup", "connect", "tls", "send", "wait", "download", "total")

    private static let attempts = list(
        "an attempt",
        [
            KeyRule("outcome", .word(["response", "error", "cancelled"])), KeyRule("status", .count.orNull),
            KeyRule("reason", .text.orNull, "the reason of the next attempt, or of the failure"),
            KeyRule("waitedSeconds", .number.orNull, "the wait before the next attempt"), KeyRule("timings", timings),
            KeyRule(
                "hops",
                list(
                    "a hop",
                    [
                        KeyRule("method", .text), KeyRule("url", .text), KeyRule("status", .count.orNull),
                        KeyRule("timings", timings),
                    ]), "one request and its response; a redirect begins the next"),
        ])

    private static let request = object(
        "a request",
        [
            KeyRule("method", .text), KeyRule("url", .text), KeyRule("headers", headers, "pairs of name and value"),
            KeyRule("body", .text.orNull, isRequired: false),
            KeyRule("bodyBase64", .text, isRequired: false, "instead of body, if that is not UTF-8"),
        ])

    private static let response = object(
        "a response",
        [
            KeyRule("status", .count), KeyRule("headers", headers, "pairs of name and value"),
            KeyRule("body", .text.orNull, isRequired: false, "as received, not masked"),
            KeyRule("bodyBase64", .text, isRequired: false, "instead of body, if that is not UTF-8"),
        ])

    static let error = object("an error", [KeyRule("stage", .text), KeyRule("message", .text)])

    static let sent = ObjectRule(
        "a send",
        [KeyRule("environment", .text, isRequired: false, "if there are several")] + sentKeys)

    static let sentKeys = [
        KeyRule("request", request), KeyRule("seconds", .number.orNull),
        KeyRule("clientSeconds", .number.orNull, "the part that this computer took"), KeyRule("attempts", attempts),
        KeyRule(
            "auxiliaryExchanges",
            list(
                "an exchange",
                [
                    KeyRule("purpose", .word(["token", "login"])), KeyRule("subject", .text), KeyRule("summary", .text),
                    KeyRule("done", .boolean), KeyRule("attemptsBefore", .count), KeyRule("attempts", attempts),
                    KeyRule("captures", captures),
                ]), "requests for tokens and logins"),
        KeyRule("response", response.orNull), KeyRule("graphQLErrors", .count), KeyRule("captures", captures),
        KeyRule("assertions", assertions), KeyRule("error", error.orNull, "the reason for no or no whole response"),
        KeyRule("scriptsNotRun", .count), KeyRule("console", console, "lines that scripts wrote"),
    ]

    // MARK: Several

    private static let series = [
        KeyRule("count", .count), KeyRule("failures", .count), KeyRule("end", .text.orNull, "the reason of the end"),
        KeyRule("until", .text.orNull, "the condition"), KeyRule("set", .text.orNull, "its name in the history"),
    ]

    private static let entry = [
        KeyRule("id", .text.orNull), KeyRule("skipped", .boolean), KeyRule("status", .count.orNull),
        KeyRule("seconds", .number.orNull), KeyRule("failure", .text.orNull), KeyRule("verdict", .text.orNull),
        KeyRule("summary", .text.orNull, "the verdict in a sentence"),
    ]

    static let repeated = ObjectRule(
        "a series",
        [KeyRule("request", .text), KeyRule("environment", .text.orNull)] + series + [
            KeyRule("seconds", spread("min", "median", "p95", "max")), KeyRule("sends", list("a send", entry)),
        ])

    static let replay = object(
        "a replay",
        [KeyRule("mode", .word(["as sent", "again"]))] + series + [
            KeyRule(
                "exchanges",
                list(
                    "an exchange",
                    [
                        KeyRule("original", .text, "the id of the exchange that was replayed"),
                        KeyRule("request", .text.orNull), KeyRule("environment", .text.orNull),
                        KeyRule("outcome", .text),
                    ] + entry))
        ])

    static let run = object(
        "a run",
        outcomes("ok", "failed", "skipped") + [
            KeyRule("interrupted", .text.orNull, "the reason why the rest was not sent"),
            KeyRule(
                "requests",
                list(
                    "a request",
                    [
                        KeyRule("request", .text), KeyRule("row", .text.orNull, "the row of --data"),
                        KeyRule("outcome", .word(["ok", "failed", "skipped"])),
                        KeyRule("status", .count.orNull), KeyRule("graphQLErrors", .count),
                        KeyRule("seconds", .number.orNull), KeyRule("reason", .text.orNull),
                        KeyRule("problem", .text.orNull, "the failure of --fail or of polling"),
                        KeyRule("captures", captures), KeyRule("assertions", assertions),
                        KeyRule("example", example.orNull, "the nearest example, with --verify"),
                        KeyRule("scriptsNotRun", .count), KeyRule("console", console),
                        KeyRule("sends", .list(of: .object(sent)), "all sends, the one that counts last"),
                    ])),
        ])

    private static let example = object(
        "an example",
        [
            KeyRule("name", .text), KeyRule("same", .boolean), KeyRule("summary", .text, "the verdict in a sentence"),
            KeyRule("places", .texts, "a difference each"),
        ])

    static let verify = object(
        "a verification",
        outcomes("same", "drifted", "failed", "sent", "skipped") + [
            KeyRule(
                "requests",
                list(
                    "a request",
                    [
                        KeyRule("request", .text),
                        KeyRule("outcome", .word(VerifyReport.Kind.allCases.map(\.rawValue))),
                        KeyRule("status", .count.orNull), KeyRule("seconds", .number.orNull),
                        KeyRule("reason", .text.orNull), KeyRule("example", .text.orNull, "the nearest example"),
                        KeyRule("summary", .text.orNull), KeyRule("places", .texts, "a difference each"),
                    ]))
        ])

    // MARK: Differences

    private static func change(_ rule: SchemaRule) -> SchemaRule {
        object("a change", [KeyRule("old", rule), KeyRule("new", rule)]).orNull
    }

    private static let ignoredBy = KeyRule("ignoredBy", .text.orNull, "the rule that ignores it")
    private static let counts = [KeyRule("total", .count), KeyRule("ignored", .count)]

    private static let jsonBody =
        counts + [
            KeyRule(
                "differences",
                list(
                    "a difference",
                    [
                        KeyRule("kind", .word(["added", "removed", "changed", "type changed", "moved"])),
                        KeyRule("path", .text), KeyRule("from", .text.orNull, isRequired: false),
                        KeyRule("old", .anything, isRequired: false), KeyRule("new", .anything, isRequired: false),
                        ignoredBy,
                    ])),
            KeyRule("notes", list("a note", [KeyRule("path", .text), KeyRule("summary", .text)])),
        ]

    private static let textBody =
        [KeyRule("reason", .text.orNull, "the reason for no comparison as JSON")] + counts + [
            KeyRule("lineEnds", .text.orNull),
            KeyRule(
                "hunks",
                list(
                    "a hunk",
                    [
                        KeyRule("oldLine", .count), KeyRule("newLine", .count), KeyRule("old", .texts),
                        KeyRule("new", .texts), ignoredBy,
                    ])),
        ]

    private static let binaryBody =
        outcomes("oldSize", "newSize", "differingBytes") + [
            KeyRule("ranges", list("a range", [KeyRule("from", .count), KeyRule("to", .count, "not included")]))
        ]

    private static func body(_ kind: String, _ keys: [KeyRule]) -> (word: String, rule: SchemaRule) {
        (kind, object("a body", [KeyRule("kind", .word([kind]))] + keys))
    }

    static let diff = object(
        "a difference",
        [
            KeyRule("verdict", .word(["same", "same but for ignored", "differs", "unknown"])),
            KeyRule("summary", .text), KeyRule("old", .text), KeyRule("new", .text),
            KeyRule("outcome", change(.text)), KeyRule("status", change(.count)),
            KeyRule(
                "headers",
                list(
                    "a header",
                    [KeyRule("name", .text), KeyRule("old", .texts), KeyRule("new", .texts), ignoredBy])),
            KeyRule(
                "body",
                .byWord(
                    key: "kind",
                    [
                        body("equal", []), body("unknown", [KeyRule("reason", .text)]), body("json", jsonBody),
                        body("text", textBody), body("binary", binaryBody),
                    ])),
            KeyRule(
                "timing",
                object(
                    "times",
                    [
                        KeyRule("old", .number.orNull, "seconds"), KeyRule("new", .number.orNull, "seconds"),
                        KeyRule("summary", .text.orNull),
                    ])),
        ])
}

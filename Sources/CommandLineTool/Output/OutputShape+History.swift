import Exchanges
import OpenCollection

// Commands of the history.

extension OutputShape {
    private static let row = [
        KeyRule("id", .text), KeyRule("shortId", .text), KeyRule("sentAt", .text, "UTC, ISO 8601"),
        KeyRule("source", .text), KeyRule("sourceName", .text.orNull), KeyRule("collection", .text.orNull),
        KeyRule("request", .text.orNull), KeyRule("environment", .text.orNull), KeyRule("draft", .boolean),
        KeyRule("method", .text), KeyRule("url", .text), KeyRule("status", .count.orNull),
        KeyRule("failure", error.orNull), KeyRule("seconds", .number.orNull), KeyRule("attempts", .count),
        KeyRule("responseLength", .count.orNull, "bytes"), KeyRule("assertionsPassed", .count),
        KeyRule("assertionsFailed", .count), KeyRule("graphQLErrors", .count), KeyRule("pinned", .boolean),
        KeyRule("note", .text.orNull),
    ]

    static let historyRows = object(
        "exchanges",
        [
            KeyRule("exchanges", list("an exchange", row)),
            KeyRule("more", .boolean, isRequired: false, "whether --limit leaves some out"),
        ])

    static let historySets = object(
        "sets",
        [
            KeyRule(
                "sets",
                list(
                    "a set",
                    [
                        KeyRule("name", .text), KeyRule("note", .text.orNull), KeyRule("automatic", .boolean),
                        KeyRule("exchanges", .texts, "ids"),
                    ]))
        ])

    static let historyFacts = object(
        "the history",
        [
            KeyRule("place", .text, "the directory"), KeyRule("exchanges", .count), KeyRule("pinned", .count),
            KeyRule("sets", .count), KeyRule("bytes", .count), KeyRule("oldest", .text.orNull),
            KeyRule("newest", .text.orNull), KeyRule("maximumAgeSeconds", .number.orNull),
            KeyRule("maximumBytes", .count),
        ])

    private static let storedBody = object(
        "a body",
        [
            KeyRule("sha256", .text.orNull, "of the stored bytes"),
            KeyRule("wholeSha256", .text.orNull, "of the original"),
            KeyRule("length", .count), KeyRule("keptLength", .count), KeyRule("masked", .boolean),
        ])

    static let shown = object(
        "an exchange",
        [
            KeyRule("exchange", object("an exchange", row)), KeyRule("variables", .texts, "names"),
            KeyRule("secrets", .texts, "names that replace secrets"),
            KeyRule(
                "bodies",
                object("bodies", [KeyRule("request", storedBody.orNull), KeyRule("response", storedBody.orNull)])),
        ] + sentKeys)

    static let historyCheck = object(
        "checks",
        outcomes("ok", "failed", "skipped") + [
            KeyRule(
                "exchanges",
                list(
                    "an exchange",
                    [
                        KeyRule("id", .text), KeyRule("request", .text.orNull), KeyRule("sentAt", .text),
                        KeyRule("outcome", .word(["ok", "failed", "skipped"])), KeyRule("reason", .text.orNull),
                        KeyRule("captures", captures), KeyRule("assertions", assertions),
                    ]))
        ])

    private static let latencies = object(
        "latencies",
        [KeyRule("count", .count)] + ["p50", "p95", "max"].map { KeyRule($0, .number.orNull, "seconds") }
    ).orNull

    static let latency = object(
        "latencies",
        [
            KeyRule("exchanges", .count), KeyRule("failed", .count), KeyRule("serverErrors", .count),
            KeyRule("from", .text.orNull), KeyRule("to", .text.orNull), KeyRule("seconds", latencies),
            KeyRule("phases", object("phases", LatencyPhase.allCases.map { KeyRule($0.rawValue, latencies) })),
            KeyRule("newConnections", latencies), KeyRule("keptConnections", latencies),
            KeyRule(
                "steps",
                list(
                    "a step",
                    [
                        KeyRule("at", .text), KeyRule("until", .text.orNull), KeyRule("before", .number.orNull),
                        KeyRule("after", .number.orNull), KeyRule("phase", .text.orNull),
                    ]), "moments from which on responses take another time"),
            KeyRule(
                "spans",
                list(
                    "a span",
                    [
                        KeyRule("from", .text), KeyRule("to", .text), KeyRule("exchanges", .count),
                        KeyRule("failed", .count), KeyRule("seconds", latencies),
                    ]), isRequired: false, "with --by"),
        ])

    static let importedArchives = object(
        "an import",
        [
            KeyRule(
                "files",
                list(
                    "a file",
                    [
                        KeyRule("file", .text), KeyRule("set", .text.orNull), KeyRule("error", .text.orNull),
                        KeyRule("exchanges", .texts, "ids"), KeyRule("new", .count),
                        KeyRule("leftOut", .count, "entries without a request"),
                        KeyRule("unreadable", .count, "values that count as missing"),
                    ]))
        ])
}

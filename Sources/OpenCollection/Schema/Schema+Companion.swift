// Our own file; `Documentation/microscope.schema.json` says the same for editors.

extension Schema {
    /// `microscope.yaml`.
    static let companion = ObjectRule(
        "microscope.yaml", required: ["version": .numberWithin(1...1, isWhole: true)],
        [
            "collection": policies, "folders": orNothing(.map(of: policies)),
            "requests": orNothing(.map(of: requestPolicies)),
            "environments": orNothing(.map(of: environmentPolicies)), "notSecret": orNothing(.list(of: .text)),
            "secrets": secrets,
        ])

    private static func orNothing(_ rule: SchemaRule) -> SchemaRule { .either([rule, .null]) }

    private static let policies = orNothing(
        .object(
            ObjectRule(
                "policies",
                [
                    "retry": orNothing(.object(retry)), "tls": orNothing(.object(tls)), "login": orNothing(.text),
                    "history": .boolean,
                ])))

    /// Answers of a request have a filter too.
    private static let requestPolicies = orNothing(
        .object(
            ObjectRule(
                "policies",
                [
                    "retry": orNothing(.object(retry)), "tls": orNothing(.object(tls)), "login": orNothing(.text),
                    "filter": orNothing(.text), "history": .boolean,
                ])))

    private static let tls = ObjectRule("tls", ["verify": .boolean])

    private static let environmentPolicies = orNothing(
        .object(
            ObjectRule(
                "an environment's protections", ["protected": .boolean, "history": .boolean, "secrets": secrets])))

    private static let secrets = orNothing(
        .map(
            of: .byKey([
                ("command", .object(ObjectRule("a command", required: ["command": .list(of: .text)], [:]))),
                ("keyring", .object(ObjectRule("a keyring entry", required: ["keyring": .map(of: .text)], [:]))),
            ])))

    private static let retry = ObjectRule(
        "retry",
        [
            "count": .numberWithin(0...1_000_000, isWhole: true), "backoff": .word(["exponential", "constant"]),
            "base": seconds, "cap": seconds, "budget": seconds, "retryAfterCap": seconds,
            "jitter": .word(["full", "none"]), "methods": .list(of: .text),
            "statuses": .list(of: .numberWithin(100...599, isWhole: true)),
        ])

    private static let seconds = SchemaRule.numberWithin(0...1_000_000, isWhole: false)
}

// Our own file; `Documentation/microscope.schema.json` says the same for editors.

extension Schema {
    /// `microscope.yaml`.
    static let companion = ObjectRule(
        "microscope.yaml", required: ["version": .numberWithin(1...1, isWhole: true)],
        [
            "collection": collectionPolicies, "folders": orNothing(.map(of: policies)),
            "requests": orNothing(.map(of: requestPolicies)),
            "environments": orNothing(.map(of: orNothing(.object(EnvironmentPolicies.rule)))),
            "notSecret": orNothing(.list(of: .text)),
            "secrets": secretSources, "scripts": orNothing(.object(scripts)),
        ])

    private static let scripts = ObjectRule(
        "limits of scripts",
        ["timeout": .numberWithin(1...600, isWhole: false), "memory": .numberWithin(16...4096, isWhole: false)])

    private static func orNothing(_ rule: SchemaRule) -> SchemaRule { .either([rule, .null]) }

    private static let policies = orNothing(.object(RequestPolicies.rule))

    /// What is said of the responses of all requests stands here too.
    private static let collectionPolicies = orNothing(
        .object(ObjectRule(RequestPolicies.rule, and: ObjectRule("policies", ["diff": differences]))))

    /// Responses of a request have a filter too.
    private static let requestPolicies = orNothing(
        .object(
            ObjectRule(
                RequestPolicies.rule,
                and: ObjectRule("policies", ["filter": orNothing(.text), "diff": differences]))))

    private static let differences = orNothing(.object(DifferenceSettings.rule))

    static let secretSources = orNothing(
        .map(
            of: .byKey([
                ("command", .object(ObjectRule("a command", required: ["command": .list(of: .text)], [:]))),
                ("keyring", .object(ObjectRule("a keyring entry", required: ["keyring": .map(of: .text)], [:]))),
            ])))
}

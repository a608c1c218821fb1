// Parts that several kinds of file share.

extension Schema {
    /// Of anything, and `docs` of collections and folders.
    static let description = SchemaRule.either([
        .object(ObjectRule("a text with its type", required: ["content": .text, "type": .text])), .text, .null,
    ])

    /// Also a field of a form, and metadata of gRPC.
    static let header = ObjectRule(
        "a named value", required: ["name": .text, "value": .text], ["description": description, "disabled": .boolean])

    // MARK: - Variables

    static let variable = variable()

    /// One that may say that it is no secret.
    static let environmentVariable = variable(beyondSchema: ["secret": .boolean])

    private static func variable(beyondSchema: KeyValuePairs<String, SchemaRule> = [:]) -> ObjectRule {
        ObjectRule(
            "a variable",
            [
                "name": .text, "value": orVariants(variableValue, "value"), "description": description,
                "disabled": .boolean,
            ], beyondSchema: beyondSchema)
    }

    private static let variableValue = SchemaRule.either([
        .text, .object(ObjectRule("a typed value", required: ["type": .word(valueTypes), "data": .text])),
    ])

    static let secretVariable = ObjectRule(
        "a secret variable", required: ["secret": .only(true)],
        ["name": .text, "description": description, "disabled": .boolean, "type": .word(valueTypes)])

    private static let valueTypes = ["string", "number", "boolean", "null", "object"]

    // MARK: - What happens around a request

    static let runtime = ObjectRule(
        "what happens around a request",
        [
            "variables": .list(of: .object(variable)), "scripts": scripts,
            "assertions": .list(of: .object(assertion)), "actions": .list(of: action),
        ])

    static let scripts = SchemaRule.list(
        of: .object(
            ObjectRule(
                "a script",
                required: ["type": .word(["before-request", "after-response", "tests", "hooks"]), "code": .text])))

    static let assertion = ObjectRule(
        "an assertion", required: ["expression": .text, "operator": .text],
        ["value": .text, "disabled": .boolean, "description": description])

    static let action = SchemaRule.byWord(key: "type", [("set-variable", .object(setVariable))])

    private static let setVariable = ObjectRule(
        "an action",
        required: [
            "type": .text,
            "selector": .object(
                ObjectRule("a selector", required: ["expression": .text, "method": .word(["jsonq"])])),
            "variable": .object(
                ObjectRule(
                    "the variable to set",
                    required: [
                        "name": .text, "scope": .word(["runtime", "request", "folder", "collection", "environment"]),
                    ])),
        ],
        ["description": description, "phase": .word(["before-request", "after-response"]), "disabled": .boolean])

    // MARK: - Settings

    static let httpSettings = ObjectRule(
        "settings",
        [
            "encodeUrl": flagOrInherit, "timeout": numberOrInherit, "followRedirects": flagOrInherit,
            "forwardAuthorizationHeader": flagOrInherit, "maxRedirects": numberOrInherit,
        ])

    private static let flagOrInherit = SchemaRule.either([.boolean, .word(["inherit"])])
    static let numberOrInherit = SchemaRule.either([.number, .word(["inherit"])])
}

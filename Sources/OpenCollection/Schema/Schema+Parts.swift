// Parts that several kinds of file share.

extension Schema {
    /// Of anything, and `docs` of collections and folders.
    static let description = SchemaRule.either([
        .object(ObjectRule("a text with its type", required: ["content": .text, "type": .text])), .text, .null,
    ])

    // MARK: - Variables

    static let variable = variable()

    /// A variable that is no secret may say so.
    static let environmentVariables = SchemaRule.list(
        of: .ifTrue(
            key: "secret", .object(secretVariable), otherwise: .object(variable(beyondSchema: ["secret": .boolean]))))

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

    private static let secretVariable = ObjectRule(
        "a secret variable", required: ["secret": .only(true)],
        ["name": .text, "description": description, "disabled": .boolean, "type": .word(valueTypes)])

    private static let valueTypes = ["string", "number", "boolean", "null", "object"]

    // MARK: - Settings

    static let numberOrInherit = SchemaRule.either([.number, .word(["inherit"])])
}

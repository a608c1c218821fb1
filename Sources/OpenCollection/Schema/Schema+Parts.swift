// Parts that several kinds of file share.

extension Schema {
    /// The rule of descriptions, and of `docs` of collections and folders.
    static let description = SchemaRule.either([
        .object(ObjectRule("a text with its type", required: ["content": .text, "type": .text])), .text, .null,
    ])

    // MARK: - Variables

    static let variable = ObjectRule(Variable.title, Variable.fields, without: ["secret", "type"])

    /// A variable that is not secret may say so.
    static let environmentVariables = SchemaRule.list(
        of: .ifTrue(
            key: "secret",
            .object(
                ObjectRule(
                    "a secret variable", Variable.fields, without: ["value"], requiring: ["secret"],
                    ["secret": .only(true)])),
            otherwise: .object(ObjectRule(Variable.title, Variable.fields, without: ["type"]))))

    static let variableValue = orVariants(
        .either([
            .text, .object(ObjectRule("a typed value", required: ["type": .word(valueTypes), "data": .text])),
        ]), "value")

    static let valueTypes = ["string", "number", "boolean", "null", "object"]

    // MARK: - Settings

    static let numberOrInherit = SchemaRule.either([.number, .word(["inherit"])])
}

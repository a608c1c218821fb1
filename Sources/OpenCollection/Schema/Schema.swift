/// The rules for files of a collection: the OpenCollection 1.0 schema as a table, and our own of `microscope.yaml`.
///
/// The few keys that Bruno writes and the schema lacks are kept apart (`beyondSchema`).
/// - Source: https://schema.opencollection.com/opencollection/v1.0.0.json
enum Schema {
    /// The kinds of items by `info.type`.
    static let items: [(type: String, rule: ObjectRule)] = [
        ("http", http), ("graphql", graphQL), ("grpc", grpc), ("websocket", webSocket),
        ("folder", FolderDefinition.rule),
        ("script", script), ("app", app),
    ]

    /// The kinds of items of a bundled collection without `info.type`, by a key that they have.
    static let itemKeys: [(key: String, type: String)] = [
        ("http", "http"), ("graphql", "graphql"), ("grpc", "grpc"), ("websocket", "websocket"), ("items", "folder"),
        ("request", "folder"), ("script", "script"), ("code", "app"), ("examples", "http"), ("app", "http"),
    ]

    /// `microscope.yaml`.
    static let companion = ObjectRule("microscope.yaml", CompanionFile.fields)

    // MARK: - The collection's own

    static let clientCertificate = SchemaRule.byWord(
        key: "type",
        [
            ("pem", certificate("certificateFilePath", "privateKeyFilePath", without: ["pkcs12FilePath"])),
            (
                "pkcs12",
                certificate("pkcs12FilePath", without: ["certificateFilePath", "privateKeyFilePath"])
            ),
        ])

    private static func certificate(_ files: String..., without others: Set<String>) -> SchemaRule {
        .object(
            ObjectRule(
                ClientCertificate.title, ClientCertificate.fields, without: others,
                requiring: Set(files + ["domain", "type"])))
    }

    static let vaults = [
        "hashicorp-vault-cloud", "hashicorp-vault-server", "aws-secrets-manager", "azure-key-vault",
        "gcp-secrets-manager",
    ]

    static let externalSecret = SchemaRule.byKey(
        ExternalSecrets.Reference.keys.map { ($0, .object(externalSecret($0))) })

    private static func externalSecret(_ key: String) -> ObjectRule {
        ObjectRule(
            "an external secret", required: ["name": .text, key: .text],
            ["description": description, "disabled": .boolean])
    }
}

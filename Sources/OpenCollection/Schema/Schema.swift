/// What a file of a collection may say: the OpenCollection 1.0 schema as a table, and our own of `microscope.yaml`.
///
/// Beside the schema stand the few keys that Bruno writes and the schema lacks (`beyondSchema`).
/// - Source: https://schema.opencollection.com/opencollection/v1.0.0.json
enum Schema {
    /// `opencollection.yml`. The schema leaves its keys open.
    static let collection = ObjectRule(
        "a collection",
        [
            "opencollection": .text, "info": .object(info), "config": .object(config), "items": .list(of: .item),
            "request": .object(defaults), "docs": description, "bundled": .boolean,
            "extensions": .map(of: .anything),
        ])

    /// `folder.yml`.
    static let folder = ObjectRule(
        "a folder",
        [
            "info": .object(itemInfo("folder")), "items": .list(of: .item), "request": .object(defaults),
            "docs": description,
        ])

    /// `environments/<name>.yml`.
    static let environment = ObjectRule(
        "an environment", required: ["name": .text],
        [
            "color": .text, "description": description,
            "variables": .list(
                of: .ifTrue(key: "secret", .object(secretVariable), otherwise: .object(environmentVariable))),
            "externalSecrets": .object(externalSecrets), "clientCertificates": .list(of: clientCertificate),
            "extends": .text, "dotEnvFilePath": .text,
        ])

    /// What an item is by `info.type`.
    static let items: [(type: String, rule: ObjectRule)] = [
        ("http", http), ("graphql", graphQL), ("grpc", grpc), ("websocket", webSocket), ("folder", folder),
        ("script", script), ("app", app),
    ]

    /// What an item of a bundled collection is without `info.type`.
    static let itemKeys: [(key: String, type: String)] = [
        ("http", "http"), ("graphql", "graphql"), ("grpc", "grpc"), ("websocket", "websocket"), ("items", "folder"),
        ("request", "folder"), ("script", "script"), ("code", "app"), ("examples", "http"), ("app", "http"),
    ]

    // MARK: - The collection's own

    private static let info = ObjectRule(
        "the collection's info",
        [
            "name": .text, "summary": .text, "version": .text,
            "authors": .list(of: .object(ObjectRule("an author", ["name": .text, "email": .text, "url": .text]))),
        ])

    private static let defaults = ObjectRule(
        "defaults of requests",
        [
            "headers": .list(of: .object(header)), "metadata": .list(of: .object(header)), "auth": auth,
            "variables": .list(of: .object(variable)), "scripts": scripts,
            "settings": .object(
                ObjectRule(
                    "settings by kind", ["http": .object(httpSettings), "graphql": .object(httpSettings)])),
        ],
        beyondSchema: ["actions": .list(of: action)])

    private static let config = ObjectRule(
        "the collection's config",
        [
            "environments": .list(of: .object(environment)), "protobuf": .object(protobuf), "proxy": .object(proxy),
            "clientCertificates": .list(of: clientCertificate),
        ])

    private static let protobuf = ObjectRule(
        "protobuf files",
        [
            "protoFiles": .list(
                of: .byWord(
                    key: "type",
                    [("file", .object(ObjectRule("a proto file", required: ["type": .text, "path": .text])))])),
            "importPaths": .list(
                of: .object(ObjectRule("an import path", required: ["path": .text], ["disabled": .boolean]))),
        ])

    private static let proxy = ObjectRule(
        "a proxy",
        [
            "disabled": .boolean, "inherit": .boolean,
            "config": .object(
                ObjectRule(
                    "a proxy's address",
                    [
                        "protocol": .text, "hostname": .text,
                        // Bruno writes an empty text where the schema wants a number.
                        "port": .either([.number, .word([""])]),
                        "auth": .object(
                            ObjectRule(
                                "a proxy's credentials",
                                ["disabled": .boolean, "username": .text, "password": .text])),
                        "bypassProxy": .text,
                    ])),
        ])

    private static let clientCertificate = SchemaRule.byWord(
        key: "type",
        [
            (
                "pem",
                .object(
                    ObjectRule(
                        "a certificate",
                        required: [
                            "domain": .text, "type": .text, "certificateFilePath": .text, "privateKeyFilePath": .text,
                        ], ["passphrase": .text, "disabled": .boolean]))
            ),
            (
                "pkcs12",
                .object(
                    ObjectRule(
                        "a certificate", required: ["domain": .text, "type": .text, "pkcs12FilePath": .text],
                        ["passphrase": .text, "disabled": .boolean]))
            ),
        ])

    private static let externalSecrets = ObjectRule(
        "external secrets",
        required: [
            "type": .word([
                "hashicorp-vault-cloud", "hashicorp-vault-server", "aws-secrets-manager", "azure-key-vault",
                "gcp-secrets-manager",
            ])
        ],
        [
            "variables": .list(
                of: .byKey(["path", "secretName", "vaultName", "projectId"].map { ($0, .object(externalSecret($0))) }))
        ])

    private static func externalSecret(_ key: String) -> ObjectRule {
        ObjectRule(
            "an external secret", required: ["name": .text, key: .text],
            ["description": description, "disabled": .boolean])
    }
}

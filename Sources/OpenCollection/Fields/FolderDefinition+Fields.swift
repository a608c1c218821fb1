import YAMLTree

extension FolderDefinition: FileValue {
    static let title = "a folder"
    /// `folder.yml`.
    static let fields = FieldTable(
        [
            .section(
                "info", isLasting: true,
                [
                    .text("name", \.name, "Name").text(.shown, \.name), .fixed("type", "folder"), .sequence,
                    .texts("tags", \.tags, "Tag"),
                    .documentation("description", \.description, "Description"),
                ]), .elsewhere("items", .list(of: .item)),
        ] + defaults.rows)

    /// The fields of `folder.yml` and `opencollection.yml` for everything below.
    static let defaults: FieldTable<FolderDefinition> = [
        .section("request", requestTitle, request), .docs,
    ]
    private static let requestTitle = "defaults of requests"
    static let requestRule = ObjectRule(requestTitle, request)

    private static let request: FieldTable<FolderDefinition> = [
        .rows("headers", \.headers, "Header"), .rows("metadata", \.metadata, "Metadata"), .auth(\.auth),
        .rows("variables", \.variables, "Variable"), .rows("actions", \.actions, "Capture"),
        .rows("scripts", \.scripts, "Script"),
        .section(
            "settings", "settings by type",
            [
                .settings("http", \.settings), .settings("graphql", \.graphQLSettings, in: "GraphQL"),
            ]),
    ]
}

extension FieldRow<FolderDefinition> {
    fileprivate static var sequence: Self {
        FieldRow(
            "seq", \.sequence, "Place in the folder", .number, read: { $0.number($1, $2).flatMap { Int(exactly: $0) } },
            written: { $0.map { .int($0) } }, merged: { $0.value($1, $2) })
    }

    /// Bruno begins the docs of a folder with their type.
    fileprivate static var docs: Self {
        var row = FieldRow.documentation("docs", \.docs, "Docs")
        @Sendable func written(_ docs: String?) -> YAMLValue? {
            docs.map { ["content": .string($0), "type": "text/markdown"] }
        }
        let save = row.save
        row.written = { written($0.docs) }
        row.save = { (writing, path, old, new) throws(FileProblem) in
            guard old.docs == nil, let docs = written(new.docs) else { return try save(&writing, path, old, new) }
            try writing.set(path.appending(key: "docs"), docs)
        }
        return row
    }
}

extension EnvironmentDefinition: FileValue {
    static let title = "an environment"

    init() { self.init(name: "", variables: []) }

    /// `environments/<name>.yml`. The file's name is the environment's, whatever `name` in it says.
    static let fields: FieldTable<EnvironmentDefinition> = [
        FieldRow(keys: ["name"], rule: .text, isRequired: true, written: { .string($0.name) }).text(.shown, \.name),
        .text("color", \.color, "Colour").shown(
            hint: "a name, or #rrggbb", fallback: "not set",
            expected: "a name of the list, or #rrggbb such as #22c55e",
            kind: .colour),
        .documentation("description", \.description, "Description").shown(place: -1),
        .text("extends", \.extends, "Extends").shown(
            hint: "not read by Bruno", fallback: "no other",
            expected: "another environment that does not extend this one", kind: .environment),
        .text("dotEnvFilePath", \.dotEnvFilePath, "File of variables").shown(
            "File of pairs", hint: "like .env; not read by Bruno", fallback: "none"),
        .rows("variables", \.variables, "Variable").checked(by: Schema.environmentVariables),
        .rows("clientCertificates", \.certificates, "Certificate"),
        .part("externalSecrets", \.externalSecrets, "Vault") {
            $0.type
        },
    ]
}

extension ExternalSecrets: FileValue {
    static let title = "external secrets"

    init() { self.init(type: "", variables: []) }

    static let fields: FieldTable<ExternalSecrets> = [
        .text("type", \.type, "Vault").checked(by: .word(Schema.vaults)).required.hidden,
        .rows("variables", \.variables, "Secret in the vault"),
    ]
}

extension ExternalSecrets.Reference: FileRow {
    init() { self.init("", key: Self.keys[0], value: "") }
    static let title = "an external secret"
    static var rowRule: SchemaRule { Schema.externalSecret }
    static let fields: FieldTable<ExternalSecrets.Reference> = [
        .text("name", \.name, "name"), .reference, .documentation("description", \.description, "description"),
        .disabled(\.isEnabled),
    ]

    var identity: String { name }
    var mergeText: String { "\(key) \(value)".off(unless: isEnabled) }
}

extension FieldRow<ExternalSecrets.Reference> {
    /// Returns the row of the vault's own name, whose key follows from the kind of vault.
    fileprivate static var reference: Self {
        var row = FieldRow.keyed(ExternalSecrets.Reference.keys, \.value) { $0.key }
        let (read, merge) = (row.read, row.merge)
        row.read = { reading, mapping, name, reference in
            reference.key = ExternalSecrets.Reference.keys.first { mapping[$0] != nil } ?? reference.key
            read(&reading, mapping, name, &reference)
        }
        row.merge = { merging, prefix, versions, reference in
            reference.key = merging.value("\(prefix ?? ""), key", versions.key)
            merge(&merging, prefix, versions, &reference)
        }
        return row
    }
}

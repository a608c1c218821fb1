import YAMLTree

extension EnvironmentFile {
    /// Reads `environments/<name>.yml`. The file's name is the environment's, whatever `name` in it says.
    ///
    /// - Throws: when the text is no YAML, or no mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, name: String, path: ItemPath) throws(FileProblem) -> EnvironmentFile {
        var reading = try FileReading(text: text, path: path)
        let definition = reading.environment(try reading.rootMapping(), named: name)
        return EnvironmentFile(text: text, definition: definition, readOnlyReason: reading.document.readOnlyReason)
    }
}

extension EnvironmentDefinition {
    /// Reads `environments/<name>.yml`. The file's name is the environment's, whatever `name` in it says.
    ///
    /// - Throws: when the text is no YAML, or no mapping.
    public static func read(text: String, name: String, path: ItemPath) throws(FileProblem) -> EnvironmentDefinition {
        try EnvironmentFile.read(text: text, name: name, path: path).definition
    }
}

extension FileReading {
    /// An environment; `root` is its mapping, in a file of its own or in a bundle.
    mutating func environment(_ root: YAMLNode, named name: String) -> EnvironmentDefinition {
        let known: Set = [
            "name", "color", "description", "variables", "externalSecrets", "clientCertificates", "extends",
            "dotEnvFilePath",
        ]
        noteUnknownKeys(of: root, known: known, in: "the environment")
        var environment = EnvironmentDefinition(
            name: name, variables: variables(root["variables"], "variables"), color: text(root["color"], "color"))
        environment.description = documentation(root["description"], "description")
        environment.extends = text(root["extends"], "extends")
        environment.dotEnvFilePath = text(root["dotEnvFilePath"], "dotEnvFilePath")
        environment.certificates = certificates(root["clientCertificates"], "clientCertificates")
        environment.externalSecrets = externalSecrets(root["externalSecrets"])
        environment.notes = notes
        return environment
    }

    private mutating func externalSecrets(_ node: YAMLNode?) -> ExternalSecrets? {
        guard let node = mapping(node, "externalSecrets") else { return nil }
        noteUnknownKeys(of: node, known: ["type", "variables"], in: "externalSecrets")
        let keys = ExternalSecrets.Reference.keys
        let known = Set(["name", "description", "disabled"] + keys)
        let variables = rows(node["variables"], "externalSecrets.variables", known: known) {
            reading, item, name, index in
            let key = keys.first { item[$0] != nil } ?? keys[0]
            return ExternalSecrets.Reference(
                reading.text(item["name"], "\(name).name") ?? "", key: key,
                value: reading.text(item[key], "\(name).\(key)") ?? "", isEnabled: reading.isEnabled(item, name),
                description: reading.documentation(item["description"], "\(name).description"), origin: index)
        }
        return ExternalSecrets(type: text(node["type"], "externalSecrets.type") ?? "", variables: variables)
    }
}

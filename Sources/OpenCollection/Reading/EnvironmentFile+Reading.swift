import YAMLTree

extension EnvironmentFile {
    /// Reads `environments/<name>.yml`. The file's name is the environment's, whatever `name` in it says.
    ///
    /// - Throws: when the text is not YAML, or not a mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, name: String, path: ItemPath) throws(FileProblem) -> EnvironmentFile {
        var reading = try FileReading(text: text, path: path)
        let definition = reading.environment(try reading.rootMapping(), named: name)
        return EnvironmentFile(text: text, definition: definition, readOnlyReason: reading.document.readOnlyReason)
    }
}

extension EnvironmentDefinition {
    /// Reads `environments/<name>.yml`. The file's name is the environment's, whatever `name` in it says.
    ///
    /// - Throws: when the text is not YAML, or not a mapping.
    public static func read(text: String, name: String, path: ItemPath) throws(FileProblem) -> EnvironmentDefinition {
        try EnvironmentFile.read(text: text, name: name, path: path).definition
    }
}

extension FileReading {
    /// An environment; `root` is its mapping, in its own file or in a bundle.
    mutating func environment(_ root: YAMLNode, named name: String) -> EnvironmentDefinition {
        var environment = EnvironmentDefinition(name: name, variables: [])
        EnvironmentDefinition.fields.read(root, "", into: &environment, &self, title: "the environment")
        environment.notes = notes
        return environment
    }
}

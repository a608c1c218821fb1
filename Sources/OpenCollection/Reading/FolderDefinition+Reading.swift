import YAMLTree

extension FolderDefinition {
    /// Reads `folder.yml`, or `opencollection.yml` for the root.
    ///
    /// - Returns: the defaults, and `info.name` if there is one.
    public static func read(
        text: String, path: ItemPath
    ) throws(FileProblem) -> (definition: FolderDefinition, name: String?) {
        var reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        let info = try reading.mapping(root["info"], "info")
        let request = try reading.mapping(root["request"], "request")
        var folder = FolderDefinition()
        folder.hasFile = true
        folder.sequence = try reading.number(info?["seq"], "info.seq").flatMap { Int(exactly: $0) }
        folder.headers = try reading.fields(request?["headers"], "request.headers")
        folder.auth = try reading.auth(request?["auth"], "request.auth")
        folder.variables = try reading.variables(request?["variables"], "request.variables")
        folder.docs = try reading.documentation(root["docs"], "docs")
        return (folder, try reading.text(info?["name"], "info.name"))
    }
}

extension EnvironmentDefinition {
    /// Reads `environments/<name>.yml`. The file's name is the environment's, whatever `name` in it says.
    public static func read(text: String, name: String, path: ItemPath) throws(FileProblem) -> EnvironmentDefinition {
        var reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        return EnvironmentDefinition(
            name: name, variables: try reading.variables(root["variables"], "variables"),
            color: try reading.text(root["color"], "color"))
    }
}

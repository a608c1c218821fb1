import YAMLTree

extension FolderFile {
    /// Reads `folder.yml`.
    ///
    /// - Throws: when the text is no YAML, or no mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> FolderFile {
        var reading = try FileReading(text: text, path: path)
        let definition = reading.folderDefinition(try reading.rootMapping())
        return FolderFile(text: text, definition: definition, readOnlyReason: reading.document.readOnlyReason)
    }
}

extension FolderDefinition {
    /// Reads `folder.yml`.
    ///
    /// - Returns: the defaults, and `info.name` if there is one.
    /// - Throws: when the text is no YAML, or no mapping.
    public static func read(
        text: String, path: ItemPath
    ) throws(FileProblem) -> (definition: FolderDefinition, name: String?) {
        let definition = try FolderFile.read(text: text, path: path).definition
        return (definition, definition.name)
    }
}

extension FileReading {
    /// A folder; `root` is its mapping, in a file of its own or in a bundle.
    mutating func folderDefinition(_ root: YAMLNode) -> FolderDefinition {
        noteUnknownKeys(of: root, known: ["info", "request", "docs", "items"], in: "the file")
        let info = mapping(root["info"], "info")
        noteUnknownKeys(of: info, known: ["name", "type", "seq", "tags", "description"], in: "info")
        var folder = defaults(root)
        folder.name = text(info?["name"], "info.name")
        folder.sequence = number(info?["seq"], "info.seq").flatMap { Int(exactly: $0) }
        folder.description = documentation(info?["description"], "info.description")
        folder.tags = texts(info?["tags"], "info.tags")
        folder.notes = notes
        return folder
    }

    /// `request` and `docs` of a folder or the root.
    mutating func defaults(_ root: YAMLNode) -> FolderDefinition {
        let request = mapping(root["request"], "request")
        let known: Set = ["headers", "metadata", "auth", "variables", "actions", "scripts", "settings"]
        noteUnknownKeys(of: request, known: known, in: "request")
        var folder = FolderDefinition()
        folder.hasFile = true
        folder.headers = fields(request?["headers"], "request.headers")
        folder.metadata = fields(request?["metadata"], "request.metadata")
        folder.auth = auth(request?["auth"], "request.auth")
        folder.variables = variables(request?["variables"], "request.variables")
        folder.actions = actions(request?["actions"], "request.actions")
        folder.scripts = scripts(request?["scripts"], "request.scripts")
        let settings = mapping(request?["settings"], "request.settings")
        folder.settings = self.settings(settings?["http"], "request.settings.http")
        folder.graphQLSettings = self.settings(settings?["graphql"], "request.settings.graphql")
        folder.docs = documentation(root["docs"], "docs")
        return folder
    }
}

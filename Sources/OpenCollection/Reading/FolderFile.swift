import YAMLTree

/// `folder.yml` or `opencollection.yml` as read.
public struct FolderFile: Sendable, Hashable {
    /// `info.name`; nil when absent.
    public var name: String?
    public var definition: FolderDefinition
    /// Things that are kept but not understood, with place.
    public var notes: [FileProblem]

    /// - Throws: ``FileProblem`` when the text is no YAML.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> FolderFile {
        var reader = try TreeReader(text, path: path)
        let definition = reader.folder()
        let name = reader.root["info"]?["name"]?.string
        return FolderFile(name: name.flatMap { $0.isEmpty ? nil : $0 }, definition: definition, notes: reader.notes)
    }
}

extension TreeReader {
    private static let knownKeys: Set = [
        "opencollection", "info", "config", "request", "docs", "bundled", "extensions", "items",
    ]

    fileprivate mutating func folder() -> FolderDefinition {
        noteUnknownKeys(of: root, known: Self.knownKeys, in: "the file")
        var definition = FolderDefinition()
        definition.hasFile = true
        definition.sequence = wholeNumber(root["info"]?["seq"], "info.seq")
        definition.docs = docs(root["docs"])
        let request = mapping(root["request"], "request")
        let known: Set = ["headers", "metadata", "auth", "variables", "scripts", "settings", "actions"]
        noteUnknownKeys(of: request, known: known, in: "request")
        definition.headers = fields(request?["headers"], "headers")
        definition.auth = auth(request?["auth"])
        definition.variables = variables(request?["variables"])
        noteScripts(request?["scripts"])
        if let settings = request?["settings"] { note(settings, "settings of a folder are kept, but not used yet") }
        if let items = root["items"] { note(items, "items in this file are kept, but not shown: requests are files") }
        return definition
    }
}

extension EnvironmentDefinition {
    /// Reads `environments/<name>.yml`; the name is the file's.
    ///
    /// - Throws: ``FileProblem`` when the text is no YAML.
    public static func read(
        text: String, path: ItemPath
    ) throws(FileProblem) -> (environment: EnvironmentDefinition, notes: [FileProblem]) {
        var reader = try TreeReader(text, path: path)
        let known: Set = ["name", "color", "description", "variables", "externalSecrets", "clientCertificates"]
        reader.noteUnknownKeys(of: reader.root, known: known, in: "the environment")
        let environment = EnvironmentDefinition(
            name: path.baseName, variables: reader.variables(reader.root["variables"]),
            color: reader.root["color"]?.string)
        return (environment, reader.notes)
    }
}

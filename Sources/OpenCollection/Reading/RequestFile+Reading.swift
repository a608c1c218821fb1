import YAMLTree

extension RequestFile {
    /// Reads the file of an HTTP or GraphQL request.
    ///
    /// - Throws: when the text is no YAML, or no mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> RequestFile {
        try RequestFile(FileReading(text: text, path: path))
    }

    /// What a file says that has been parsed already.
    init(_ reading: FileReading) throws(FileProblem) {
        var reading = reading
        definition = reading.requestDefinition(try reading.rootMapping())
        text = reading.document.text
        notes = reading.notes
        readOnlyReason = reading.document.readOnlyReason
    }
}

extension FileReading {
    /// An item that is a request; `root` is its mapping.
    mutating func requestDefinition(_ root: YAMLNode) -> RequestDefinition {
        var definition = RequestDefinition()
        let info = mapping(root["info"], "info")
        definition.kind = info?["type"]?.string.flatMap(RequestKind.init(rawValue:)) ?? .http
        let section = definition.kind.rawValue
        let known: Set = ["info", section, "runtime", "settings", "examples", "docs", "app"]
        noteUnknownKeys(of: root, known: known, in: "the file")
        readInfo(info, into: &definition)
        readDetails(mapping(root[section], section), section, into: &definition)
        readRuntime(mapping(root["runtime"], "runtime"), into: &definition)
        definition.settings = settings(root["settings"], "settings")
        definition.examples = examples(root["examples"])
        definition.docs = documentation(root["docs"], "docs")
        definition.app = app(root["app"])
        return definition
    }

    private mutating func readInfo(_ info: YAMLNode?, into definition: inout RequestDefinition) {
        noteUnknownKeys(of: info, known: ["name", "type", "seq", "tags", "description"], in: "info")
        definition.name = text(info?["name"], "info.name")
        definition.sequence = number(info?["seq"], "info.seq")
        definition.tags = texts(info?["tags"], "info.tags")
        definition.description = documentation(info?["description"], "info.description")
    }

    private mutating func readDetails(
        _ details: YAMLNode?, _ name: String, into definition: inout RequestDefinition
    ) {
        noteUnknownKeys(of: details, known: ["method", "url", "headers", "params", "body", "auth"], in: name)
        definition.method = text(details?["method"], "\(name).method") ?? definition.kind.defaultMethod
        definition.url = text(details?["url"], "\(name).url") ?? ""
        definition.parameters = parameters(details?["params"], "\(name).params")
        definition.headers = fields(details?["headers"], "\(name).headers")
        readBody(details?["body"], "\(name).body", into: &definition)
        definition.auth = auth(details?["auth"], "\(name).auth")
    }

    private mutating func app(_ node: YAMLNode?) -> RequestApp? {
        guard let node = mapping(node, "app") else { return nil }
        noteUnknownKeys(of: node, known: ["enabled", "code"], in: "app")
        note(node, "an app is kept but not run")
        return RequestApp(
            code: text(node["code"], "app.code") ?? "", isEnabled: boolean(node["enabled"], "app.enabled"))
    }
}

extension RequestKind {
    /// What is sent when the file names no method.
    public var defaultMethod: String { self == .graphQL ? "POST" : "GET" }
}

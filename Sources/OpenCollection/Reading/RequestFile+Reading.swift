import YAMLTree

extension RequestFile {
    /// Reads the file of an HTTP or GraphQL request.
    ///
    /// - Throws: when the text is not YAML, or not a mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> RequestFile {
        try RequestFile(FileReading(text: text, path: path))
    }

    /// Reads a file that has been parsed already.
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
        requestKind = root["info"]?["type"]?.string.flatMap(RequestKind.init(rawValue:)) ?? .http
        var definition = RequestDefinition()
        definition.kind = requestKind
        definition.method = requestKind.defaultMethod
        if requestKind == .graphQL { definition.body.kind = .graphQL }
        RequestDefinition.fields(of: requestKind).read(root, "", into: &definition, &self, title: "the file")
        if let app = root["app"], definition.app != nil { note(app, "an app is kept but not run") }
        return definition
    }
}

extension RequestKind {
    /// The method that is sent if the file names none.
    public var defaultMethod: String { self == .graphQL ? "POST" : "GET" }
}

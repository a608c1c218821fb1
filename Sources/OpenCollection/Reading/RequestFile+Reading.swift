import YAMLTree

extension RequestFile {
    /// Reads a request file.
    ///
    /// - Throws: when the text is no YAML or a part that is needed has the wrong shape. What is merely unknown becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> RequestFile {
        try RequestFile(FileReading(text: text, path: path))
    }

    /// What a file says that has been parsed already.
    init(_ reading: FileReading) throws(FileProblem) {
        var reading = reading
        definition = try reading.requestDefinition()
        text = reading.document.text
        notes = reading.notes
        readOnlyReason = reading.document.readOnlyReason
    }
}

extension FileReading {
    fileprivate mutating func requestDefinition() throws(FileProblem) -> RequestDefinition {
        let root = try rootMapping()
        noteUnknownKeys(
            of: root, known: ["info", "http", "runtime", "settings", "examples", "docs", "app"], in: "the file")
        var definition = RequestDefinition()
        try readInfo(try mapping(root["info"], "info"), into: &definition)
        try readHTTP(try mapping(root["http"], "http"), into: &definition)
        try readRuntime(try mapping(root["runtime"], "runtime"), into: &definition)
        definition.settings = try settings(root["settings"])
        definition.docs = try documentation(root["docs"], "docs")
        return definition
    }

    private mutating func readInfo(
        _ info: YAMLNode?, into definition: inout RequestDefinition
    ) throws(FileProblem) {
        guard let info else { return }
        noteUnknownKeys(of: info, known: ["name", "type", "seq", "tags", "description"], in: "info")
        definition.name = try text(info["name"], "info.name")
        definition.sequence = try number(info["seq"], "info.seq")
        for tag in try items(info["tags"], "info.tags") {
            if let text = try text(tag, "info.tags") { definition.tags.append(text) }
        }
    }

    private mutating func readHTTP(
        _ http: YAMLNode?, into definition: inout RequestDefinition
    ) throws(FileProblem) {
        guard let http else { return }
        noteUnknownKeys(of: http, known: ["method", "url", "headers", "params", "body", "auth"], in: "http")
        definition.method = try text(http["method"], "http.method") ?? definition.method
        definition.url = try text(http["url"], "http.url") ?? ""
        definition.parameters = try parameters(http["params"])
        definition.headers = try fields(http["headers"], "http.headers")
        definition.body = try body(http["body"], "http.body")
        definition.auth = try auth(http["auth"], "http.auth")
    }

    private mutating func parameters(_ node: YAMLNode?) throws(FileProblem) -> [Parameter] {
        var parameters: [Parameter] = []
        for (index, item) in try items(node, "http.params").enumerated() {
            let row = "http.params[\(index)]"
            guard try mapping(item, row) != nil else { continue }
            noteUnknownKeys(of: item, known: ["name", "value", "type", "description", "disabled"], in: row)
            let kind = Parameter.Kind(rawValue: try text(item["type"], "\(row).type") ?? "query")
            guard let kind else { throw problem(item["type"] ?? item, "\(row).type is neither query nor path") }
            parameters.append(Parameter(kind, try field(item, row, origin: index)))
        }
        return parameters
    }

    private mutating func readRuntime(
        _ runtime: YAMLNode?, into definition: inout RequestDefinition
    ) throws(FileProblem) {
        guard let runtime else { return }
        noteUnknownKeys(of: runtime, known: ["variables", "scripts", "assertions", "actions"], in: "runtime")
        definition.variables = try variables(runtime["variables"], "runtime.variables")
        if let scripts = runtime["scripts"], scripts.items?.isEmpty == false {
            note(scripts, "scripts are kept but not run: what they change is not changed here")
        }
    }

    private mutating func settings(_ node: YAMLNode?) throws(FileProblem) -> RequestSettings {
        var settings = RequestSettings()
        guard let node = try mapping(node, "settings") else {
            settings.isPresent = node != nil
            return settings
        }
        let known: Set = ["encodeUrl", "timeout", "followRedirects", "maxRedirects", "forwardAuthorizationHeader"]
        noteUnknownKeys(of: node, known: known, in: "settings")
        settings.isPresent = true
        settings.encodesURL = try boolean(said(node["encodeUrl"]), "settings.encodeUrl")
        settings.followsRedirects = try boolean(said(node["followRedirects"]), "settings.followRedirects")
        settings.forwardsAuthorization = try boolean(
            said(node["forwardAuthorizationHeader"]), "settings.forwardAuthorizationHeader")
        settings.timeoutInMilliseconds = try wholeNumber(said(node["timeout"]), "settings.timeout")
        settings.maximumRedirects = try wholeNumber(said(node["maxRedirects"]), "settings.maxRedirects")
        return settings
    }

    /// `inherit` says nothing.
    private func said(_ node: YAMLNode?) -> YAMLNode? { node?.string == "inherit" ? nil : node }

    private func wholeNumber(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> Int? {
        try number(node, name).map { Int(exactly: $0.rounded(.towardZero)) ?? .max }
    }
}

import YAMLTree

extension RequestFile {
    /// Reads a request of the type http.
    ///
    /// - Throws: ``FileProblem`` when the text is no YAML or says no request.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> RequestFile {
        var reader = try TreeReader(text, path: path)
        let info = reader.mapping(reader.root["info"], "info")
        let kind = info?["type"]?.string
        guard kind == "http" else {
            let node = info?["type"] ?? info ?? reader.root
            throw reader.problem(node, "info.type is \(kind.map { "\"\($0)\"" } ?? "missing"); expected http")
        }
        let definition = reader.request()
        return RequestFile(
            text: text, definition: definition, notes: reader.notes, readOnlyReason: reader.document.readOnlyReason)
    }
}

extension CollectionItem {
    /// Reads any item file: a request, a kind that is only kept, or, with its reason, a broken file.
    public static func read(text: String, path: ItemPath) -> CollectionItem {
        do {
            return try item(text, path)
        } catch {
            return CollectionItem(path: path, name: path.baseName, kind: .broken(error))
        }
    }

    private static let keptKinds: Set = ["graphql", "grpc", "websocket", "app"]

    private static func item(_ text: String, _ path: ItemPath) throws(FileProblem) -> CollectionItem {
        let reader = try TreeReader(text, path: path)
        let info = reader.root["info"]
        let name = info?["name"]?.string ?? path.baseName
        if reader.root["type"]?.string == "script" {
            return CollectionItem(path: path, name: path.baseName, kind: .unsupported("script"))
        }
        if let kind = info?["type"]?.string, keptKinds.contains(kind) {
            return CollectionItem(path: path, name: name, kind: .unsupported(kind))
        }
        return CollectionItem(path: path, name: name, kind: .request(try RequestFile.read(text: text, path: path)))
    }
}

extension TreeReader {
    fileprivate mutating func request() -> RequestDefinition {
        noteUnknownKeys(of: root, known: Set(FilePlaces.rootKeys), in: "the file")
        var definition = RequestDefinition()
        readInfo(into: &definition)
        readHTTP(into: &definition)
        let runtime = mapping(root["runtime"], "runtime")
        noteUnknownKeys(of: runtime, known: ["variables", "scripts", "assertions", "actions"], in: "runtime")
        definition.variables = variables(runtime?["variables"])
        noteScripts(runtime?["scripts"])
        definition.settings = settings(root["settings"])
        definition.docs = docs(root["docs"])
        return definition
    }

    private mutating func readInfo(into definition: inout RequestDefinition) {
        let info = root["info"]
        noteUnknownKeys(of: info, known: ["name", "type", "seq", "tags", "description"], in: "info")
        definition.name = text(info?["name"], "info.name")
        definition.sequence = number(info?["seq"], "info.seq")
        definition.tags = (info?["tags"]?.items ?? []).compactMap(\.string)
    }

    private mutating func readHTTP(into definition: inout RequestDefinition) {
        let http = mapping(root["http"], "http")
        noteUnknownKeys(of: http, known: Set(FilePlaces.httpKeys), in: "http")
        definition.method = text(http?["method"], "http.method") ?? "GET"
        definition.url = text(http?["url"], "http.url") ?? ""
        definition.headers = fields(http?["headers"], "headers")
        definition.parameters = parameters(http?["params"])
        definition.body = body(of: http)
        definition.auth = auth(http?["auth"])
    }
}

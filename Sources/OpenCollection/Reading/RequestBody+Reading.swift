import YAMLTree

extension FileReading {
    /// `body`: one body, or variants of which the selected one counts.
    mutating func readBody(_ node: YAMLNode?, _ name: String, into definition: inout RequestDefinition) {
        let kind = definition.kind
        guard let node, node.items != nil else {
            definition.body = body(node, name, of: kind)
            return
        }
        note(node, "variants of a body are not read by Bruno, and lost when it saves")
        definition.writtenVariants = rows(node, name)
        if definition.bodyVariants.isEmpty { definition.body = body(nil, name, of: kind) }
    }

    mutating func body(_ node: YAMLNode?, _ name: String, of kind: RequestKind) -> RequestBody {
        kind == .graphQL ? query(mapping(node, name), name) : body(mapping(node, name), name)
    }

    private mutating func query(_ node: YAMLNode?, _ name: String) -> RequestBody {
        var body = RequestBody()
        body.kind = .graphQL
        noteUnknownKeys(of: node, known: ["query", "variables"], in: name)
        body.text = text(node?["query"], "\(name).query") ?? ""
        body.graphQLVariables = text(node?["variables"], "\(name).variables")
        return body
    }

    private mutating func body(_ node: YAMLNode?, _ name: String) -> RequestBody {
        guard let node else { return RequestBody() }
        noteUnknownKeys(of: node, known: ["type", "data"], in: name)
        let type = text(node["type"], "\(name).type") ?? ""
        if type.isEmpty { note(node, "\(name) has no type; it is not sent") }
        return body(ofType: type, node["data"], "\(name).data")
    }

    private mutating func body(ofType type: String, _ data: YAMLNode?, _ name: String) -> RequestBody {
        var body = RequestBody()
        body.kind = RequestBody.Kind(word: type)
        switch body.kind {
        case .json, .text, .xml, .sparql: body.text = text(data, name) ?? ""
        case .formURLEncoded: body.form = rows(data, name)
        case .multipart: body.parts = rows(data, name)
        case .file: body.files = rows(data, name)
        case .none, .graphQL, .unsupported: break
        }
        return body
    }
}

extension RequestBody.Kind {
    /// The kind that a file names with this word; a missing word names none.
    public init(word: String) {
        switch word {
        case "", "none": self = .none
        case "json": self = .json
        case "text": self = .text
        case "xml": self = .xml
        case "sparql": self = .sparql
        case "form-urlencoded": self = .formURLEncoded
        case "multipart-form": self = .multipart
        case "file": self = .file
        default: self = .unsupported(word)
        }
    }

    /// The word in a file; nil for no body. A query has none there, its request says the kind.
    public var word: String? {
        switch self {
        case .none: nil
        case .json: "json"
        case .text: "text"
        case .xml: "xml"
        case .sparql: "sparql"
        case .formURLEncoded: "form-urlencoded"
        case .multipart: "multipart-form"
        case .file: "file"
        case .graphQL: "graphql"
        case .unsupported(let word): word
        }
    }
}

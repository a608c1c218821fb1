import YAMLTree

extension FileReading {
    /// `http.body`: one body, or variants of which the selected one counts.
    mutating func body(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> RequestBody {
        guard let node, !node.isNull else { return RequestBody() }
        if let variants = node.items {
            note(node, "variants of a body are not read by Bruno, and lost when it saves")
            for variant in variants { _ = try boolean(variant["selected"], "\(name).selected") }
            return try body(node.selectedVariant.flatMap { variants[$0]["body"] }, name)
        }
        guard let node = try mapping(node, name) else { return RequestBody() }
        noteUnknownKeys(of: node, known: ["type", "data"], in: name)
        let type = try text(node["type"], "\(name).type") ?? ""
        if type.isEmpty { note(node, "\(name) has no type; it is not sent") }
        return try body(ofType: type, node["data"], name)
    }

    private mutating func body(ofType type: String, _ data: YAMLNode?, _ name: String) throws(FileProblem)
        -> RequestBody
    {
        var body = RequestBody()
        body.kind = RequestBody.Kind(word: type)
        switch body.kind {
        case .json, .text, .xml, .sparql: body.text = try text(data, "\(name).data") ?? ""
        case .formURLEncoded: body.form = try fields(data, "\(name).data")
        case .multipart: body.parts = try parts(data, "\(name).data")
        case .none, .file, .unsupported: break
        }
        return body
    }

    private mutating func parts(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> [MultipartPart] {
        var parts: [MultipartPart] = []
        for (index, item) in try items(node, name).enumerated() {
            let row = "\(name)[\(index)]"
            guard try mapping(item, row) != nil else { continue }
            noteUnknownKeys(
                of: item, known: ["name", "type", "value", "contentType", "description", "disabled"], in: row)
            parts.append(try part(item, row))
        }
        return parts
    }

    /// A lone text where a list of paths is wanted is one path.
    private func part(_ item: YAMLNode, _ name: String) throws(FileProblem) -> MultipartPart {
        var values: [String] = []
        if item["value"]?.items != nil {
            for value in try items(item["value"], "\(name).value") {
                values += [try text(value, "\(name).value") ?? ""]
            }
        } else {
            values = [try text(item["value"], "\(name).value") ?? ""]
        }
        return MultipartPart(
            name: try text(item["name"], "\(name).name") ?? "", isFile: item["type"]?.string == "file", values: values,
            contentType: try text(item["contentType"], "\(name).contentType"),
            isEnabled: try boolean(item["disabled"], "\(name).disabled") != true)
    }
}

extension YAMLNode {
    /// Index of the variant that counts: the last that is selected, else the first. Nil where there are none.
    var selectedVariant: Int? {
        guard let items, !items.isEmpty else { return nil }
        return items.lastIndex { $0["selected"]?.scalar?.resolved == .bool(true) } ?? 0
    }
}

extension RequestBody.Kind {
    /// The kind that a file names with this word; a missing word names none.
    init(word: String) {
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

    /// The word in a file; nil for no body.
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
        case .unsupported(let word): word
        }
    }
}

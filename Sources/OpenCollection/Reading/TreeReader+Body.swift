import YAMLTree

extension TreeReader {
    mutating func body(of http: YAMLNode?) -> RequestBody {
        var body = RequestBody()
        guard let written = http?["body"], !written.isNull else { return body }
        let node = FilePlaces.selectedVariant(of: written).flatMap { written[$0]?["body"] } ?? written
        if written.items != nil {
            note(written, "body variants: the selected one is sent; other tools may not read them")
        }
        guard let kind = node["type"]?.string else {
            note(node, "the body is not read; expected a mapping with type")
            body.kind = .unsupported("without type")
            return body
        }
        body.kind = RequestBody.Kind(word: kind)
        fill(&body, from: node)
        return body
    }

    private mutating func fill(_ body: inout RequestBody, from node: YAMLNode) {
        switch body.kind {
        case .json, .text, .xml, .sparql: body.text = text(node["data"], "data of the body") ?? ""
        case .formURLEncoded: body.form = fields(node["data"], "form fields")
        case .multipart: body.parts = parts(node["data"])
        case .file: note(node, "a file as body is kept, but cannot be sent yet")
        case .unsupported(let kind): note(node, "a body of the kind \(kind) is kept, but cannot be sent")
        case .none: break
        }
    }

    private mutating func parts(_ node: YAMLNode?) -> [MultipartPart] {
        rows(node, "parts").map { _, row in
            let values = row["value"]?.items.map { $0.compactMap(\.string) } ?? [row["value"]?.string ?? ""]
            return MultipartPart(
                name: text(row["name"], "the name of a part") ?? "", isFile: row["type"]?.string == "file",
                values: values, contentType: row["contentType"]?.string,
                isEnabled: !(flag(row["disabled"], "disabled") ?? false))
        }
    }
}

extension RequestBody.Kind {
    private static let words: [(String, RequestBody.Kind)] = [
        ("json", .json), ("text", .text), ("xml", .xml), ("sparql", .sparql), ("form-urlencoded", .formURLEncoded),
        ("multipart-form", .multipart), ("file", .file),
    ]

    init(word: String) {
        self = Self.words.first { $0.0 == word }?.1 ?? .unsupported(word)
    }

    /// The word in the file; nil without body.
    public var word: String? {
        if case .unsupported(let word) = self { return word }
        return Self.words.first { $0.1 == self }?.0
    }

    /// Whether its content is one text.
    public var isText: Bool { [.json, .text, .xml, .sparql].contains(self) }
}

import OpenCollection
import Quoting

extension OpenAPIReader {
    /// A body as one media type describes it.
    private struct Media {
        var type: String
        /// With `schema`, `example`, `examples` and `encoding`.
        var node: SourceNode

        var isJSON: Bool { type.contains("json") || type == "*/*" || type == "application/*" }
        var isForm: Bool { type.contains("x-www-form-urlencoded") || type.contains("multipart/") }
    }

    mutating func readBody(
        _ operation: SourceNode, _ parameters: [SourceNode], into request: inout RequestDefinition,
        _ docs: inout [String]
    ) {
        let fields = parameters.filter { $0["in"]?.string == "formData" }
        if isSwagger, !fields.isEmpty {
            collection.sourceCounts[.bodies] += 1
            return readFields(fields, operation, into: &request)
        }
        var all: [Media] = []
        if let body = parameters.first(where: { $0["in"]?.string == "body" }) {
            let types = (operation["consumes"] ?? document["consumes"])?.elements?.compactMap(\.string) ?? []
            all = (types.isEmpty ? ["application/json"] : types).map { Media(type: $0.lowercased(), node: body) }
        } else if let body = resolved(operation["requestBody"]) {
            all = (body["content"]?.members ?? []).map { Media(type: $0.key.lowercased(), node: $0.value) }
        }
        guard let media = all.first(where: \.isJSON) ?? all.first(where: \.isForm) ?? all.first else { return }
        collection.sourceCounts[.bodies] += 1
        if all.count > 1 {
            let others = all.map(\.type).filter { $0 != media.type }
            docs.append("Bodies of these kinds are accepted too: \(others.joined(separator: ", "))")
            note(
                .note, operation,
                "of several kinds of body the first is taken, JSON before others; the docs list the rest")
        }
        read(media, into: &request)
    }

    private mutating func read(_ media: Media, into request: inout RequestDefinition) {
        switch media.type {
        case _ where media.isJSON:
            request.body.kind = .json
            request.body.text = json(media)
            if media.type.contains("json"), media.type != "application/json" { addType(media.type, to: &request) }
        case _ where media.isForm: readForm(media, into: &request)
        case _ where media.type.contains("xml"):
            request.body.kind = .xml
            request.body.text = example(media.node)?.plainText ?? xml(media.node["schema"])
            if media.type != "application/xml" { addType(media.type, to: &request) }
        case _ where media.type.beginsWithBytes(of: "text/"):
            request.body.kind = .text
            request.body.text = (example(media.node) ?? sample.value(of: media.node["schema"])).plainText ?? ""
            if media.type != "text/plain" { addType(media.type, to: &request) }
        default:
            request.body.kind = .file
            let type = media.type.contains("*") ? "application/octet-stream" : media.type
            request.body.files = [BodyFile("", contentType: type, isSelected: true)]
            note(.warning, media.node, "the body is a file: choose one before the request is sent")
        }
    }

    private func addType(_ type: String, to request: inout RequestDefinition) {
        guard !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) else { return }
        request.headers.append(Field("Content-Type", type))
    }

    /// What the document shows; nil when it shows nothing.
    mutating func example(_ media: SourceNode) -> SourceValue? {
        if let example = media["example"] { return example.value }
        let first = media["examples"]?.members?.first?.value ?? media["x-examples"]?.members?.first?.value
        guard let node = resolved(first) else { return nil }
        return (node["value"] ?? node["dataValue"])?.value ?? node["serializedValue"]?.value
    }

    private mutating func json(_ media: Media) -> String {
        let value = example(media.node) ?? sample.value(of: media.node["schema"])
        if case .text(let text) = value, let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            return text
        }
        return value.json()
    }

    // MARK: - Forms

    private mutating func readForm(_ media: Media, into request: inout RequestDefinition) {
        let schema = resolved(media.node["schema"])
        let required = Set((schema?["required"]?.elements ?? []).compactMap(\.string))
        var values = example(media.node)
        if values == nil { values = sample.value(of: media.node["schema"]) }
        guard case .object(let members)? = values else {
            request.body.kind = media.type.contains("multipart") ? .multipart : .formURLEncoded
            return
        }
        let isShown = example(media.node) != nil
        let rows = members.map { member -> (Field, isFile: Bool, type: String?) in
            let property = resolved(schema?["properties"]?[member.key])
            let isFile = property.map(Self.isFile) ?? false
            let isEnabled = isShown || required.contains(member.key) || property?["example"] != nil
            let text = member.value.plainText ?? member.value.json(indent: nil)
            let type = media.node["encoding"]?[member.key]?["contentType"]?.string
            return (
                Field(member.key, text, isEnabled: isEnabled, description: property.flatMap { description(of: $0) }),
                isFile,
                type
            )
        }
        fill(&request, rows, isMultipart: media.type.contains("multipart"), at: media.node)
    }

    private static func isFile(_ property: SourceNode) -> Bool {
        property["format"]?.string == "binary" || property["type"]?.string == "file"
            || property["items"]?["format"]?.string == "binary"
            || property["contentMediaType"] != nil && property["contentEncoding"] == nil
    }

    /// Fields of a form in version 2.0.
    private mutating func readFields(
        _ fields: [SourceNode], _ operation: SourceNode, into request: inout RequestDefinition
    ) {
        let types = (operation["consumes"] ?? document["consumes"])?.elements?.compactMap(\.string) ?? []
        let hasFile = fields.contains { $0["type"]?.string == "file" }
        let rows = fields.map { field -> (Field, isFile: Bool, type: String?) in
            let value = sample.value(of: field)
            let isEnabled = field["required"]?.isTrue == true || field["example"] != nil
            let text = value.plainText ?? value.json(indent: nil)
            let row = Field(
                field["name"]?.string ?? "", text, isEnabled: isEnabled, description: description(of: field))
            return (row, field["type"]?.string == "file", nil)
        }
        fill(&request, rows, isMultipart: hasFile || types.contains { $0.contains("multipart") }, at: operation)
    }

    /// A part that is a file is switched off until one is chosen.
    private mutating func fill(
        _ request: inout RequestDefinition, _ rows: [(Field, isFile: Bool, type: String?)], isMultipart: Bool,
        at node: SourceNode
    ) {
        guard isMultipart else {
            request.body.kind = .formURLEncoded
            request.body.form = rows.map(\.0)
            return
        }
        request.body.kind = .multipart
        request.body.parts = rows.map { field, isFile, type in
            MultipartPart(
                name: field.name, isFile: isFile, values: isFile ? [] : [field.value], contentType: type,
                isEnabled: field.isEnabled && !isFile, description: field.description)
        }
        if rows.contains(where: \.isFile) {
            note(.warning, node, "a part of a form is a file: choose one, and switch the part on")
        }
    }

    // MARK: - XML

    private mutating func xml(_ schema: SourceNode?) -> String {
        let node = resolved(schema)
        let name =
            node?["xml"]?["name"]?.string ?? schema?["$ref"]?.string.flatMap { $0.split(at: "/").last } ?? "root"
        return Self.xml(sample.value(of: schema), name, indent: "")
    }

    private static func xml(_ value: SourceValue, _ name: String, indent: String) -> String {
        switch value {
        case .object(let members):
            let inner = members.map { xml($0.value, $0.key, indent: indent + "  ") }.joined(separator: "\n")
            return "\(indent)<\(name)>\n\(inner)\n\(indent)</\(name)>"
        case .list(let elements): return elements.map { xml($0, name, indent: indent) }.joined(separator: "\n")
        case .null, .flag, .number, .text:
            let text = (value.plainText ?? "").replacingBytes(of: "&", with: "&amp;").replacingBytes(
                of: "<", with: "&lt;")
            return "\(indent)<\(name)>\(text)</\(name)>"
        }
    }

    // MARK: - Responses

    /// Examples that the document shows of responses; none is made up.
    mutating func examples(_ operation: SourceNode, _ request: RequestDefinition) -> [RequestExample] {
        var examples: [RequestExample] = []
        for (code, node) in operation["responses"]?.members ?? [] {
            guard let response = resolved(node) else { continue }
            if response["links"]?.members?.isEmpty == false {
                note(.warning, response, "links of a response are left out")
            }
            for (type, title, value) in shown(response) {
                collection.sourceCounts[.examples] += 1
                guard let status = Self.status(code) else {
                    note(.note, response, "examples of a response for any status are left out", [.examples: -1])
                    continue
                }
                examples.append(Self.example(title ?? code, status, type, value, request))
            }
        }
        return examples
    }

    private mutating func shown(_ response: SourceNode) -> [(type: String, title: String?, value: SourceValue)] {
        if isSwagger { return (response["examples"]?.members ?? []).map { ($0.key, nil, $0.value.value) } }
        return (response["content"]?.members ?? []).flatMap {
            type, media -> [(type: String, title: String?, value: SourceValue)] in
            if let example = media["example"] { return [(type, nil, example.value)] }
            return (media["examples"]?.members ?? []).compactMap { key, node in
                guard let node = resolved(node),
                    let value = node["value"] ?? node["dataValue"] ?? node["serializedValue"]
                else { return nil }
                return (type, node["summary"]?.title ?? key, value.value)
            }
        }
    }

    /// 200 for 2XX; nil for `default`.
    private static func status(_ code: String) -> Double? {
        if let status = Double(code) { return status }
        return code.utf8.count == 3 ? Double(String(code.prefix(1))).map { $0 * 100 } : nil
    }

    private static func example(
        _ title: String, _ status: Double, _ type: String, _ value: SourceValue, _ request: RequestDefinition
    ) -> RequestExample {
        var response = RequestExample.Response()
        response.status = status
        response.headers = [Field("Content-Type", type)]
        let kind = ["json", "html", "xml"].first { type.contains($0) } ?? "text"
        let text: String? = if case .text(let text) = value { text } else { nil }
        response.body = RequestExample.Body(type: kind, data: text ?? value.json())
        var asked = RequestExample.Request()
        asked.url = request.url
        asked.method = request.method
        return RequestExample(name: title, request: asked, response: response)
    }
}

extension SourceValue {
    /// A scalar as text; nil for an object or a list.
    var plainText: String? {
        switch self {
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .null: ""
        case .list, .object: nil
        }
    }
}

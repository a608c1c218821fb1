import OpenCollection
import Quoting

extension OpenAPIReader {
    /// One kind of a body.
    private struct Media {
        var type: String
        /// The object with `schema`, `example`, `examples` and `encoding`.
        var node: SourceNode

        /// The type without its parameters.
        private var bare: String { (type.cut(at: ";")?.before ?? type).trimmingWhitespaceScalars() }
        var isJSON: Bool { type.contains("json") || type == "*/*" || type == "application/*" }
        var isMultipart: Bool { type.contains("multipart/") }
        var isForm: Bool { type.contains("x-www-form-urlencoded") || isMultipart }
        var isXML: Bool { bare.endsWithBytes(of: "xml") }

        /// The place of its kind among several: the first is taken. A patch has another shape than what it changes.
        var rank: Int {
            switch bare {
            case "application/json": 0
            case _ where isJSON && bare.endsWithBytes(of: "+json") && !bare.contains("patch"): 1
            case _ where isJSON && !bare.contains("patch"): 2
            case _ where isJSON: 3
            case _ where isForm && !isMultipart: 4
            case _ where isForm: 5
            case _ where isXML: 6
            case _ where bare.beginsWithBytes(of: "text/"): 7
            default: 8
            }
        }
    }

    mutating func readBody(
        _ operation: SourceNode, _ parameters: [SourceNode], into request: inout RequestDefinition,
        _ docs: inout [String]
    ) {
        let fields = parameters.filter { Self.place(of: $0) == "formdata" }
        if !fields.isEmpty { return readFields(fields, operation, into: &request) }
        var all: [Media] = []
        if let body = parameters.first(where: { Self.place(of: $0) == "body" }) {
            let types = (operation["consumes"] ?? document["consumes"])?.elements?.compactMap(\.string) ?? []
            all = (types.isEmpty ? ["application/json"] : types).map { Media(type: $0.lowercased(), node: body) }
        } else if let body = resolved(operation["requestBody"]) {
            if body["content"] == nil { note(.error, body, "a body without content is left out") }
            all = members(of: body, "content").map { type, node in
                Media(type: type.lowercased(), node: resolved(node) ?? node)
            }
            if let text = body["description"]?.string, !text.isEmpty { docs.append("Body: \(text)") }
        }
        guard let media = all.min(by: { $0.rank < $1.rank }) else { return }
        if all.count > 1 {
            let others = all.map(\.type).filter { $0 != media.type }
            docs.append("Other accepted types of body: \(others.joined(separator: ", "))")
            note(
                .note, operation,
                "of several types of body the first is used, JSON before others; the docs list the rest")
        }
        read(media, example(media.node), into: &request)
        if media.node["in"] == nil { request.examples = bodyExamples(all) }
    }

    /// Returns the examples of a body if there are several, or several kinds of body: the body itself is only one of them.
    private mutating func bodyExamples(_ all: [Media]) -> [RequestExample] {
        let shown = all.flatMap { media in examples(of: media.node).map { (media, $0.title, $0.node) } }
        guard shown.count > 1 || all.count > 1 else { return [] }
        return shown.compactMap { media, title, node in
            guard let value = value(ofExample: node) else { return nil }
            var copy = RequestDefinition()
            read(media, value, into: &copy)
            var asked = RequestExample.Request()
            (asked.headers, asked.body) = (copy.headers, copy.body.switchedOn)
            return RequestExample(
                name: title ?? media.type, description: node["description"]?.string, request: asked)
        }
    }

    /// Returns the body that a response has by its schema, JSON before other kinds; nil without a schema, and for forms and files.
    mutating func exampleMade(of response: SourceNode, _ operation: SourceNode) -> (type: String, text: String)? {
        let types = (operation["produces"] ?? document["produces"])?.elements?.compactMap(\.string) ?? []
        let all =
            isSwagger
            ? (types.isEmpty ? ["application/json"] : types).map { Media(type: $0.lowercased(), node: response) }
            : (resolved(response["content"])?.members ?? []).map { type, node in
                Media(type: type.lowercased(), node: resolved(node) ?? node)
            }
        let texts = all.filter { media in
            (media.isJSON || media.isXML || media.type.beginsWithBytes(of: "text/"))
                && media.node["schema"].map { !isFile($0) } == true
        }
        guard let media = texts.min(by: { $0.rank < $1.rank }) else { return nil }
        sample.form = .response
        defer { sample.form = .request }
        var copy = RequestDefinition()
        read(media, nil, into: &copy)
        return (media.type.contains("*") ? "application/json" : media.type, copy.body.text)
    }

    /// - Parameter shown: an example; nil: a value is made from the schema.
    private mutating func read(_ media: Media, _ shown: SourceValue?, into request: inout RequestDefinition) {
        switch media.type {
        case _ where media.isJSON:
            request.body.kind = .json
            request.body.text = json(media, shown)
            if media.type.contains("json"), media.type != "application/json" { addType(media.type, to: &request) }
        case _ where media.isForm:
            if case .text(let text)? = shown, !media.isMultipart {
                request.body.kind = .formURLEncoded
                request.body.form = text.pairs.map {
                    Field($0.name.removingPercentCoding, $0.value.removingPercentCoding)
                }
            } else {
                readForm(media, shown, into: &request)
            }
        case _ where media.isXML:
            request.body.kind = .xml
            request.body.text = shown?.plainText ?? xml(shown, media.node["schema"])
            if media.type != "application/xml" { addType(media.type, to: &request) }
        case _ where media.type.beginsWithBytes(of: "text/") || shown?.plainText?.isEmpty == false && !isBinary(media):
            request.body.kind = .text
            let value = shown ?? sample.value(of: media.node["schema"])
            request.body.text = value.plainText ?? value.json()
            if media.type != "text/plain" { addType(media.type, to: &request) }
        default:
            request.body.kind = .file
            let type = media.type.contains("*") ? "application/octet-stream" : media.type
            request.body.files = [BodyFile("", contentType: type, isSelected: true)]
            note(.warning, media.node, "the body is a file: choose one before the request is sent")
        }
    }

    private mutating func isBinary(_ media: Media) -> Bool {
        media.type == "application/octet-stream" || media.node["schema"].map { isFile($0) } == true
    }

    /// Adds the type of a body that its kind does not say; one with a wildcard is none.
    private func addType(_ type: String, to request: inout RequestDefinition) {
        guard !type.contains("*"), !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) else {
            return
        }
        request.headers.append(Field("Content-Type", type))
    }

    /// Returns the first example of the document; nil if there is none.
    mutating func example(_ media: SourceNode) -> SourceValue? {
        if let example = media["example"] { return example.value }
        for (_, node) in (media["examples"]?.members ?? []) + (media["x-examples"]?.members ?? []) {
            if let value = resolved(node).flatMap(valueShown) { return value }
        }
        return nil
    }

    private mutating func json(_ media: Media, _ shown: SourceValue?) -> String {
        let schema = media.node["schema"]
        let value = shown ?? sample.value(of: schema)
        if shown == nil, value == .null, resolved(schema).flatMap(OpenAPISample.type) != "null" { return "{}" }
        if case .text(let text) = value, let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            return text
        }
        return value.json()
    }

    // MARK: - Forms

    private mutating func readForm(_ media: Media, _ shown: SourceValue?, into request: inout RequestDefinition) {
        let properties = sample.properties(of: media.node["schema"])
        guard case .object(var members) = shown ?? sample.value(of: media.node["schema"]) else {
            request.body.kind = media.isMultipart ? .multipart : .formURLEncoded
            return
        }
        let names = Set(members.map(\.key))
        if shown != nil, case .object(let made) = sample.value(of: media.node["schema"]) {
            members += made.filter { !names.contains($0.key) }
        }
        var rows: [(Field, isFile: Bool, type: String?)] = []
        for member in members {
            let property = resolved(properties.all[member.key])
            let isFile = property.map { self.isFile($0) } ?? false
            let isEnabled =
                shown != nil && names.contains(member.key) || properties.required.contains(member.key)
                || property?["example"] != nil
            let encoding = media.node["encoding"]?[member.key]
            let description = property.flatMap { self.description(of: $0) }
            let type = isFile || !media.isMultipart ? Self.statedType(encoding) : partType(member.value, encoding)
            for (name, text) in texts(isFile ? .null : member.value, member.key, encoding) {
                rows.append((Field(name, text, isEnabled: isEnabled, description: description), isFile, type))
            }
        }
        fill(&request, rows, isMultipart: media.isMultipart, at: media.node)
    }

    /// Returns the first of several types of a part that are accepted; one with a wildcard is none.
    private static func statedType(_ encoding: SourceNode?) -> String? {
        encoding?["contentType"]?.string?.split(at: ",").first { !$0.contains("*") }?.trimmingWhitespaceScalars()
    }

    /// Returns the type of a part: where nothing is said of it, since version 3.0 that of objects is JSON.
    private func partType(_ value: SourceValue, _ encoding: SourceNode?) -> String? {
        let isSaid = isSwagger || ["contentType", "style", "explode"].contains { encoding?[$0] != nil }
        guard !isSaid else { return Self.statedType(encoding) }
        switch value {
        case .object: return "application/json"
        case .list(let elements): return elements.contains { $0.plainText == nil } ? "application/json" : nil
        case .null, .flag, .number, .text: return nil
        }
    }

    /// Returns a name and a text for each row of a form. What has parts of its own is JSON, unless it has a style.
    private func texts(
        _ value: SourceValue, _ name: String, _ encoding: SourceNode?
    ) -> [(name: String, text: String)] {
        let isJSON = encoding?["contentType"]?.string?.contains("json") == true
        let isStyled = (encoding?["style"] ?? encoding?["explode"]) != nil
        switch value {
        case .object where isJSON || !isStyled, .list where isJSON: return [(name, value.json(indent: nil))]
        case .list(let elements) where !isStyled && elements.contains { $0.plainText == nil }:
            return elements.map { (name, $0.plainText ?? $0.json(indent: nil)) }
        default: return spread(value, name, as: encoding)
        }
    }

    /// Whether a value of a schema is a file, or a list of files.
    private mutating func isFile(_ schema: SourceNode) -> Bool {
        let parts = sample.parts(of: schema)
        let items = parts.lazy.compactMap { $0["items"] }.first.map { sample.parts(of: $0) } ?? []
        return (parts + items).contains {
            $0["format"]?.string == "binary" || $0["type"]?.string == "file"
                || $0["contentMediaType"] != nil && $0["contentEncoding"] == nil
        }
    }

    /// Reads the fields of a form in version 2.0.
    private mutating func readFields(
        _ fields: [SourceNode], _ operation: SourceNode, into request: inout RequestDefinition
    ) {
        let types = (operation["consumes"] ?? document["consumes"])?.elements?.compactMap(\.string) ?? []
        let hasFile = fields.contains { $0["type"]?.string == "file" }
        var rows: [(Field, isFile: Bool, type: String?)] = []
        for field in fields {
            let isEnabled = field["required"]?.isTrue == true || field["example"] != nil
            let name = Self.name(of: field)
            for (name, text) in texts(sample.secret(sample.value(of: field), under: name), name, field) {
                let row = Field(name, text, isEnabled: isEnabled, description: description(of: field))
                rows.append((row, field["type"]?.string == "file", nil))
            }
        }
        let isMultipart = types.contains { $0.contains("multipart") } && !types.contains { $0.contains("urlencoded") }
        fill(&request, rows, isMultipart: hasFile || isMultipart, at: operation)
    }

    /// Fills a form. A part that is a file is switched off until one is chosen.
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
            note(.warning, node, "a part of a form is a file: choose one, and enable the part")
        }
    }

    // MARK: - XML

    /// - Parameter shown: an example; nil: one is made.
    private mutating func xml(_ shown: SourceValue?, _ schema: SourceNode?) -> String {
        let name = schema?["$ref"]?.string.flatMap { $0.split(at: "/").last } ?? "root"
        return xml(shown ?? sample.value(of: schema), resolved(schema), named: name, indent: "")
    }

    private mutating func xml(
        _ value: SourceValue, _ schema: SourceNode?, named key: String, indent: String
    ) -> String {
        let (tag, namespace) = Self.tag(schema, key)
        switch value {
        case .list(let elements):
            let item = resolved(schema?["items"])
            let isWrapped = schema?["xml"]?["wrapped"]?.isTrue == true
            let inner = elements.map {
                xml($0, item, named: isWrapped ? tag : key, indent: isWrapped ? indent + "  " : indent)
            }
            let wrapped = isWrapped ? ["\(indent)<\(tag)\(namespace)>"] + inner + ["\(indent)</\(tag)>"] : inner
            return wrapped.joined(separator: "\n")
        case .object(let members):
            let properties = sample.properties(of: schema).all
            var (attributes, inner) = (namespace, [String]())
            for member in members {
                let property = resolved(properties[member.key])
                if property?["xml"]?["attribute"]?.isTrue == true, let text = member.value.plainText {
                    let quoted = text.escapedForXML.replacingBytes(of: "\"", with: "&quot;")
                    attributes += " \(Self.tag(property, member.key).tag)=\"\(quoted)\""
                } else {
                    inner.append(xml(member.value, property, named: member.key, indent: indent + "  "))
                }
            }
            let content = inner.isEmpty ? "" : "\n\(inner.joined(separator: "\n"))\n\(indent)"
            return "\(indent)<\(tag)\(attributes)>\(content)</\(tag)>"
        case .null, .flag, .number, .text:
            return "\(indent)<\(tag)\(namespace)>\((value.plainText ?? "").escapedForXML)</\(tag)>"
        }
    }

    /// Returns the name of an element, and the attribute that says where its prefix is from.
    private static func tag(_ schema: SourceNode?, _ key: String) -> (tag: String, namespace: String) {
        let xml = schema?["xml"]
        let prefix = xml?["prefix"]?.string?.asXMLName
        let tag = (xml?["name"]?.string ?? key).asXMLName
        let namespace = xml?["namespace"]?.string?.escapedForXML.replacingBytes(of: "\"", with: "&quot;")
        return (
            prefix.map { "\($0):\(tag)" } ?? tag,
            namespace.map { " xmlns\(prefix.map { ":\($0)" } ?? "")=\"\($0)\"" } ?? ""
        )
    }
}

extension String {
    fileprivate var escapedForXML: String {
        replacingBytes(of: "&", with: "&amp;").replacingBytes(of: "<", with: "&lt;")
    }

    /// The text with `_` for what a name in XML cannot have.
    fileprivate var asXMLName: String {
        let name = keepingLetters(and: "0123456789_-.", else: "_")
        return name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } == true ? name : "_\(name)"
    }
}

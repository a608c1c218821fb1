import OpenCollection
import Quoting

extension PostmanReader {
    /// Methods whose body Postman does not send unless a setting says so.
    private static let bodiless: Set = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"]

    /// Reads the body of a request. One that Postman does not send goes into the docs.
    mutating func readBody(
        _ node: SourceNode?, _ behavior: PostmanBehavior, into request: inout RequestDefinition, _ docs: inout [String]
    ) {
        guard let node else { return }
        if let kind = PostmanParts.unknownMode(node) { note(.error, node, "a body that is \(kind) is left out") }
        guard let mode = PostmanParts.mode(node) else { return }
        let isPruned =
            Self.bodiless.contains(request.method.uppercased()) && behavior["disableBodyPruning"]?.isTrue != true
        let isOff = node["disabled"]?.isTrue == true
        if isOff || isPruned {
            let reason =
                isOff
                ? "a disabled body is in the docs" : "a body that Postman does not send is in the docs"
            docs.append("Body that is not sent:\n\n```\n\(shown(node, mode))\n```")
            note(.note, node, reason, lost(node, mode))
            return
        }
        let content = node[mode.rawValue] ?? node
        switch mode {
        case .raw: readRaw(content, options: node["options"], into: &request)
        case .urlencoded:
            request.body.kind = .formURLEncoded
            request.body.form = PostmanParts.formRows(content).map(\.field)
        case .formdata:
            request.body.kind = .multipart
            request.body.parts = PostmanParts.formRows(content).map { part($0) }
        case .file: readFile(content, into: &request)
        case .graphql: readGraphQL(content, into: &request)
        }
    }

    private func lost(_ node: SourceNode, _ mode: PostmanParts.Mode) -> ImportCounts {
        var counts: ImportCounts = [.bodies: -1]
        if mode == .urlencoded || mode == .formdata {
            counts[.formFields] = -PostmanParts.formRows(node[mode.rawValue]).count
        }
        return counts
    }

    private func shown(_ node: SourceNode, _ mode: PostmanParts.Mode) -> String {
        let content = node[mode.rawValue] ?? node
        switch mode {
        case .raw: return PostmanParts.rawText(content) ?? ""
        case .urlencoded, .formdata:
            return PostmanParts.formRows(content).map { row in
                let source = row.node["src"].map { "@" + ($0.text ?? $0.value.json(indent: nil)) }
                let value = source ?? row.value?.hidingSecrets(named: row.name) ?? ""
                return "\(row.isEnabled ? "" : "# ")\(row.name)=\(value)"
            }.joined(separator: "\n")
        case .file, .graphql: return content.value.json()
        }
    }

    // MARK: - Text

    private mutating func readRaw(_ content: SourceNode, options: SourceNode?, into request: inout RequestDefinition) {
        request.body.text = PostmanParts.rawText(content) ?? ""
        let contentType = request.headers.last { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
        let language = options?["raw"]?["language"]?.string
        let kind = Self.textKind(language, contentType, request.body.text)
        request.body.kind = kind
        let mediaType = ["html": "text/html", "javascript": "application/javascript"][language ?? ""]
        if contentType == nil, let mediaType {
            request.headers.append(Field("Content-Type", mediaType))
            note(.note, content, "the header Content-Type says the language of a text body", [.headers: 1])
        }
    }

    private static func textKind(_ language: String?, _ contentType: String?, _ text: String) -> RequestBody.Kind {
        switch language {
        case "json": return .json
        case "xml": return .xml
        case "html", "javascript": return .text
        case "text" where contentType == nil: return .text
        default: break
        }
        if let type = contentType?.lowercased() {
            if type.contains("json") { return .json }
            return type.contains("xml") ? .xml : .text
        }
        return isJSON(text) ? .json : .text
    }

    /// Whether a text is JSON; placeholders count as values.
    private static func isJSON(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) else { return false }
        let bytes = Array(text.utf8)
        var plain: [UInt8] = []
        var position = 0
        for hole in Placeholder.all(in: text) {
            plain += bytes[position..<hole.range.lowerBound] + [UInt8(ascii: "0")]
            position = hole.range.upperBound
        }
        return TypedValue(json: String(decoding: plain + bytes[position...], as: UTF8.self)) != nil
    }

    // MARK: - Files

    private mutating func part(_ row: PostmanField) -> MultipartPart {
        let isFile = row.node["type"]?.string == "file" || (row.node["type"] == nil && row.node["src"] != nil)
        let source = row.node["src"]
        let paths = source?.elements?.compactMap(\.text) ?? source?.text.map { [$0] } ?? []
        if isFile, paths.isEmpty, let value = row.value, !value.isEmpty {
            note(.error, row.node, "the value of a file without a path is left out")
        }
        for path in paths where isFile { noteForeign(path, row.node) }
        return MultipartPart(
            name: row.name, isFile: isFile, values: isFile ? paths.filter { !$0.isEmpty } : [row.value ?? ""],
            contentType: row.node["contentType"]?.string, isEnabled: row.isEnabled, description: row.description)
    }

    private mutating func readFile(_ content: SourceNode, into request: inout RequestDefinition) {
        if let text = content["content"]?.string, !text.isEmpty {
            request.body.kind = .text
            request.body.text = text
            return note(.note, content, "the content of a file is in the request as text")
        }
        let path = content.string ?? content["src"]?.text ?? ""
        noteForeign(path, content)
        let type = request.headers.last { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
        request.body.kind = .file
        request.body.files = [BodyFile(path, contentType: type ?? "application/octet-stream", isSelected: true)]
    }

    private mutating func noteForeign(_ path: String, _ node: SourceNode) {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/") || path.dropFirst().utf8.first == UInt8(ascii: ":")
        if isAbsolute { note(.warning, node, "a file by its path on another machine: \(path)") }
    }

    // MARK: - GraphQL

    private mutating func readGraphQL(_ content: SourceNode, into request: inout RequestDefinition) {
        var content = content
        if let text = content.string, let value = try? SourceValue(json: text, source: ""), case .object = value {
            content = SourceNode(value)
        }
        request.kind = .graphQL
        request.body.kind = .graphQL
        request.body.text = content.string ?? content["query"]?.string ?? ""
        request.body.graphQLVariables = content["variables"].map { $0.string ?? $0.value.json() }
        if request.body.graphQLVariables?.trimmingWhitespaceScalars().isEmpty == true {
            request.body.graphQLVariables = nil
        }
        guard let name = content["operationName"]?.string, !name.isEmpty else { return }
        let choice = OperationChoice(of: name, in: request.body.text)
        if case .open(let open) = choice {
            note(.note, content, "the chosen operation of a GraphQL query is left out: \(open.words)")
        }
        request.body.operationName = choice.name
    }
}

import OpenCollection
import Quoting

extension BrunoReader {
    /// Reads a request.
    mutating func request(_ file: BrunoFile) -> ImportedItem {
        let bru = file.content
        let method = BrunoParts.method(of: bru)
        if let method, ["grpc", "ws"].contains(method.name) { return streaming(file, method) }
        var request = RequestDefinition()
        request.name = Self.name(bru.value("meta", "name")) ?? file.stem
        request.tags = bru.rows("meta").last { $0.name == "tags" }?.items ?? []
        let word = method.flatMap { $0.name == "http" ? bru.value("http", "method") : $0.name } ?? "get"
        request.method = word.isEmpty ? "GET" : word.uppercased()
        if method == nil { note(.warning, 1, "a request without a method and a URL") }
        request.url = BrunoParts.url(of: bru)
        request.parameters = parameters(bru)
        request.headers = fields(bru.rows("headers"))
        request.variables = variables(bru)
        request.actions = actions(bru)
        request.scripts = scripts(bru)
        request.assertions = bru.rows("assert").map(Self.assertion)
        request.settings = settings(bru)
        var docs: [String] = []
        request.auth = auth(bru, absent: .none, &docs)
        readBody(bru, into: &request, &docs)
        request.examples = bru.blocks.filter { $0.name == "example" }.map { example($0) }
        if request.kind == .graphQL, !request.examples.isEmpty {
            docs += request.examples.map(\.asDocs)
            note(
                .note, bru.line("example"), "examples of GraphQL requests are in the docs",
                [.examples: -request.examples.count])
            request.examples = []
        }
        request.docs = added(docs, to: bru.text("docs"))
        return ImportedItem(.request(request), origin: origin(1))
    }

    func parameters(_ bru: BruFile) -> [Parameter] {
        fields(bru.rows("params:query", "params", "query")).map { Parameter(.query, $0) }
            + fields(bru.rows("params:path")).map { Parameter(.path, $0) }
    }

    /// Reads an assertion: "eq 200"; a value without an operator is compared.
    static func assertion(_ row: BruRow) -> Assertion {
        let (word, rest) = row.value.cut(at: " ") ?? (row.value, "")
        let known = AssertionOperator(rawValue: word)
        let value = known == nil ? row.value : rest.trimmingWhitespaceScalars()
        return Assertion(
            row.name, (known ?? .eq).rawValue, known?.isUnary == true ? nil : value, isEnabled: row.isEnabled,
            description: row.annotations["description"])
    }

    private mutating func settings(_ bru: BruFile) -> RequestSettings {
        var settings = RequestSettings()
        settings.isPresent = bru.has("settings")
        for row in bru.rows("settings") {
            if row.value == "inherit", let key = RequestSettings.Key(rawValue: row.name) {
                settings.inherited.insert(key)
                continue
            }
            switch row.name {
            case "encodeUrl": settings.encodesURL = row.value == "true"
            case "timeout": settings.timeoutInMilliseconds = Int(row.value)
            case "followRedirects": settings.followsRedirects = row.value == "true"
            case "maxRedirects": settings.maximumRedirects = Int(row.value)
            case "forwardAuthorizationHeader": settings.forwardsAuthorization = row.value == "true"
            default: note(.error, row.line, "the setting \(row.name) has no counterpart and is left out")
            }
        }
        return settings
    }

    // MARK: - Bodies

    /// Reads the body that is sent; others are in the docs.
    mutating func readBody(_ bru: BruFile, into request: inout RequestDefinition, _ docs: inout [String]) {
        let sent = BrunoParts.bodyKind(of: bru)
        if let method = BrunoParts.method(of: bru), let word = bru.value(method.name, "body"), sent == nil,
            !["none", ""].contains(word)
        {
            note(.error, method.line, "a body of type \(word) is left out: the type is unknown")
        }
        for kind in BrunoParts.bodyKinds(of: bru) {
            let body = body(bru, kind)
            guard kind == sent else {
                docs.append("Body that is not sent:\n\n```\n\(Self.shown(body))\n```")
                note(
                    .note, bru.line(BrunoParts.bodies.first { $0.kind == kind && bru.has($0.block) }?.block ?? ""),
                    "a body that is not sent is in the docs",
                    [.bodies: -1, .formFields: -(body.form.count + body.parts.count)])
                continue
            }
            request.body = body
            if kind == .graphQL { request.kind = .graphQL }
        }
    }

    private func body(_ bru: BruFile, _ kind: RequestBody.Kind) -> RequestBody {
        var body = RequestBody()
        body.kind = kind
        switch kind {
        case .formURLEncoded: body.form = fields(bru.rows("body:form-urlencoded"))
        case .multipart: body.parts = bru.rows("body:multipart-form").map(Self.part)
        case .file:
            body.files = bru.rows("body:file").map { row in
                let (value, type) = row.value.cuttingContentType
                return BodyFile(
                    value.cuttingFile ?? value, contentType: type ?? "", isSelected: row.isEnabled,
                    description: row.annotations["description"])
            }
        case .graphQL:
            body.text = bru.text("body:graphql") ?? ""
            body.graphQLVariables = bru.text("body:graphql:vars")
        default:
            let blocks = BrunoParts.bodies.filter { $0.kind == kind }.map(\.block)
            body.text = blocks.compactMap { bru.text($0) }.first ?? ""
        }
        return body
    }

    private static func part(_ row: BruRow) -> MultipartPart {
        let (value, type) = row.value.cuttingContentType
        let files = value.cuttingFile
        return MultipartPart(
            name: row.name, isFile: files != nil,
            values: files.map { $0.split(at: "|").filter { !$0.isEmpty } } ?? [value], contentType: type,
            isEnabled: row.isEnabled, description: row.annotations["description"])
    }

    private static func shown(_ body: RequestBody) -> String {
        let fields = body.form + body.parts.map { Field($0.name, $0.values.joined(separator: "|")) }
        let rows = fields.map { "\($0.name)=\($0.value.hidingSecrets(named: $0.name))" } + body.files.map(\.path)
        return ([body.text, body.graphQLVariables ?? ""].filter { !$0.isEmpty } + rows).joined(separator: "\n")
    }

    // MARK: - Examples

    private mutating func example(_ block: BruBlock) -> RequestExample {
        let rows = rows(in: block)
        let value = { (name: String) in rows.last { $0.name == name }?.value }
        var example = RequestExample(name: Self.name(value("name")), description: value("description"))
        if let inner = rows.last(where: { $0.name == "request" })?.block { example.request = request(ofExample: inner) }
        if let inner = rows.last(where: { $0.name == "response" })?.block {
            example.response = response(inner)
        }
        return example
    }

    private mutating func rows(in block: BruBlock) -> [BruRow] {
        let (rows, problems) = block.rows(holdingBlocks: true)
        for problem in problems { note(.error, problem.line, problem.text) }
        return rows
    }

    private mutating func request(ofExample block: BruBlock) -> RequestExample.Request {
        let rows = rows(in: block)
        let bru = BruFile(blocks: rows.compactMap(\.block))
        let value = { (name: String) in rows.last { $0.name == name }?.value }
        var request = RequestExample.Request()
        (request.url, request.method) = (value("url"), value("method"))
        request.headers = fields(bru.rows("headers"))
        request.parameters = parameters(bru)
        let word = value("mode") ?? value("body") ?? ""
        if let kind = BrunoParts.bodyKind(word) ?? BrunoParts.bodyKinds(of: bru).first, kind != .graphQL {
            request.body = body(bru, kind)
        } else if let query = bru.text("body:graphql") {
            request.body.kind = .text
            request.body.text = query
        }
        return request
    }

    private mutating func response(_ block: BruBlock) -> RequestExample.Response {
        let rows = rows(in: block)
        let bru = BruFile(blocks: rows.compactMap(\.block))
        let value = { (name: String) in rows.last { $0.name == name }?.value }
        var response = RequestExample.Response()
        response.headers = fields(bru.rows("headers"))
        response.status = (bru.value("status", "code") ?? value("status")).flatMap(Double.init)
        response.statusText = bru.value("status", "text") ?? value("statusText")
        if let data = bru.value("body", "content") ?? bru.value("body", "data") {
            let type = bru.value("body", "type") ?? ""
            let known = ["json", "text", "xml", "html", "binary"].contains(type)
            response.body = RequestExample.Body(type: known ? type : "text", data: data)
        }
        return response
    }
}

extension String {
    /// The text without `@contentType(...)` at its end, and the type.
    fileprivate var cuttingContentType: (value: String, type: String?) {
        guard endsWithBytes(of: ")"), let mark = firstRange(of: "@contentType(") else { return (self, nil) }
        let type = String(self[mark.upperBound...].dropLast()).trimmingWhitespaceScalars()
        return (String(self[..<mark.lowerBound]).trimmingWhitespaceScalars(), type.isEmpty ? nil : type)
    }

    /// The text in `@file(...)`; nil for other texts.
    var cuttingFile: String? {
        guard beginsWithBytes(of: "@file("), endsWithBytes(of: ")") else { return nil }
        return String(droppingBytes(before: "@file(").dropLast())
    }
}

import OpenCollection
import Quoting

extension OpenAPIReader {
    /// Returns the value of an example, which may be null, or in a file beside the document; nil if it has none.
    func valueShown(by example: SourceNode) -> SourceValue? {
        guard !example.has("value") else { return example["value"]?.value ?? .null }
        return (example["example"] ?? example["dataValue"] ?? example["serializedValue"])?.value
            ?? example["externalValue"]?.string.flatMap { sample.text(of: $0, from: example.file) }.map(
                SourceValue.text)
    }

    /// Returns the examples of a kind of content: its own one, else the named ones with their titles.
    mutating func examples(of media: SourceNode) -> [(title: String?, node: SourceNode)] {
        guard media["example"] == nil else { return [(nil, media)] }
        return members(of: media, "examples").compactMap { key, node in
            resolved(node).map { ($0["summary"]?.title ?? key, $0) }
        }
    }

    /// Returns the value of an example that is counted.
    mutating func value(ofExample node: SourceNode) -> SourceValue? {
        if let value = valueShown(by: node) { return value }
        note(.error, node, "an example without a value of its own is left out", [.examples: -1])
        return nil
    }

    /// Reads the examples that the document shows of responses. None is made up, unless that was asked for.
    mutating func readResponses(_ operation: SourceNode, into request: inout RequestDefinition, _ docs: inout [String])
    {
        var (descriptions, links) = ([String](), [String]())
        for (code, node) in members(of: operation, "responses") where !code.beginsWithBytes(of: "x-") {
            guard let response = resolved(node) else { continue }
            if let text = response["description"]?.title { descriptions.append("- \(code): \(text)") }
            for (name, node) in members(of: response, "links") {
                guard let link = resolved(node) else { continue }
                links.append(Self.line(of: link, name))
                request.actions += Self.actions(of: link).filter { new in
                    !request.actions.contains { $0.variable == new.variable }
                }
            }
            let shown = self.shown(response)
            for (type, title, value) in shown {
                guard let status = Self.status(code) else {
                    note(.note, response, "examples of a response for any status are left out", [.examples: -1])
                    continue
                }
                request.examples.append(Self.example(title ?? Self.title(code), status, type, value, request))
            }
            if makesExamples, shown.isEmpty, let status = Self.status(code),
                let (type, text) = exampleMade(of: response, operation)
            {
                note(
                    .note, response, "the document shows no example of a response: one is made from its schema",
                    [.examples: 1])
                request.examples.append(Self.example(Self.title(code), status, type, .text(text), request))
            }
        }
        if !descriptions.isEmpty { docs.append("Responses:\n\n" + descriptions.joined(separator: "\n")) }
        if !links.isEmpty {
            docs.append("Links:\n\n" + links.joined(separator: "\n"))
            note(.note, operation, "links of responses are in the docs")
        }
    }

    /// Returns actions that keep what a link takes from the body of a response, in variables such as "getUser_id".
    private static func actions(of link: SourceNode) -> [VariableAction] {
        guard let operation = link["operationId"]?.string else { return [] }
        return (link["parameters"]?.members ?? []).compactMap { name, value in
            let start = "$response.body#/"
            guard let text = value.string, text.beginsWithBytes(of: start) else { return nil }
            let steps = text.droppingBytes(before: start).split(at: "/").map { step -> String in
                let key = step.replacingBytes(of: "~1", with: "/").replacingBytes(of: "~0", with: "~")
                if Int(key) != nil { return "[\(key)]" }
                return key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? ".\(key)" : "[\"\(key)\"]"
            }
            // A name may begin with the place of the parameter: "path.id".
            let scalars = "\(operation)_\(name.split(at: ".").last ?? name)".unicodeScalars
            let variable = scalars.map { CapturedValues.isName(String($0)) ? String($0) : "_" }.joined()
            return VariableAction(variable, from: "res.body" + steps.joined())
        }
    }

    private static func line(of link: SourceNode, _ name: String) -> String {
        let target = (link["operationId"] ?? link["operationRef"])?.title
        let parameters = (link["parameters"]?.members ?? []).map { "\($0.key) = \($0.value.value.json(indent: nil))" }
        let body = link["requestBody"].map { ["body = \($0.value.json(indent: nil))"] } ?? []
        let values = (parameters + body).joined(separator: ", ")
        let line = [target.map { "to \($0)" }, values.isEmpty ? nil : "with \(values)"].compactMap { $0 }
        let description = link["description"]?.title.map { ". \($0)" } ?? ""
        return "- \(([name] + line).joined(separator: " "))\(description)"
    }

    private mutating func shown(_ response: SourceNode) -> [(type: String, title: String?, value: SourceValue)] {
        if isSwagger { return (response["examples"]?.members ?? []).map { ($0.key, nil, $0.value.value) } }
        var shown: [(type: String, title: String?, value: SourceValue)] = []
        for (type, node) in members(of: response, "content") {
            guard let media = resolved(node) else { continue }
            for (title, node) in examples(of: media) {
                if let value = value(ofExample: node) { shown.append((type, title, value)) }
            }
        }
        return shown
    }

    /// Returns "200 OK" for 200; a status without well-known words, and a range, as it is.
    private static func title(_ code: String) -> String { reasons[code].map { "\(code) \($0)" } ?? code }

    private static let reasons = [
        "200": "OK", "201": "Created", "202": "Accepted", "204": "No Content", "206": "Partial Content",
        "207": "Multi-Status", "301": "Moved Permanently", "302": "Found", "303": "See Other", "304": "Not Modified",
        "307": "Temporary Redirect", "400": "Bad Request", "401": "Unauthorized", "403": "Forbidden",
        "404": "Not Found", "405": "Method Not Allowed", "406": "Not Acceptable", "409": "Conflict", "410": "Gone",
        "412": "Precondition Failed", "413": "Content Too Large", "415": "Unsupported Media Type",
        "422": "Unprocessable Content", "429": "Too Many Requests", "500": "Internal Server Error",
        "501": "Not Implemented", "502": "Bad Gateway", "503": "Service Unavailable", "504": "Gateway Timeout",
    ]

    /// Returns 200 for 2XX, and nil for `default`.
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
        asked.show(request)
        if request.body.kind != .file { asked.body = request.body.switchedOn }
        return RequestExample(name: title, request: asked, response: response)
    }
}

extension RequestExample.Request {
    /// Shows the URL and the rows of a request that are switched on.
    mutating func show(_ request: RequestDefinition) {
        (url, method) = (request.url, request.method)
        parameters = request.parameters.filter(\.field.isEnabled)
    }
}

extension RequestBody {
    /// The body without rows that are switched off, as an example shows it; files are yet to be chosen.
    var switchedOn: RequestBody {
        var body = self
        body.form.removeAll { !$0.isEnabled }
        body.parts.removeAll { !$0.isEnabled && !$0.isFile }
        return body
    }
}

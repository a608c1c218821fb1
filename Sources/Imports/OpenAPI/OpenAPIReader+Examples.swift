import OpenCollection
import Quoting

extension OpenAPIReader {
    /// Returns the value of a named example, which may be null; nil if it has none.
    static func value(of example: SourceNode) -> SourceValue? {
        guard !example.has("value") else { return example["value"]?.value ?? .null }
        return (example["dataValue"] ?? example["serializedValue"])?.value
    }

    /// Returns the value of a named example, also that of a file beside the document.
    mutating func value(ofExample node: SourceNode) -> SourceValue? {
        if let value = Self.value(of: node) { return value }
        if let text = node["externalValue"]?.string.flatMap({ sample.text(of: $0, from: node.file) }) {
            return .text(text)
        }
        note(.error, node, "an example without a value of its own is left out", [.examples: -1])
        return nil
    }

    /// Reads the examples that the document shows of responses; none is made up.
    mutating func readResponses(_ operation: SourceNode, into request: inout RequestDefinition, _ docs: inout [String])
    {
        var (descriptions, links) = ([String](), [String]())
        for (code, node) in members(of: operation, "responses") where !code.beginsWithBytes(of: "x-") {
            guard let response = resolved(node) else { continue }
            if let text = response["description"]?.title { descriptions.append("- \(code): \(text)") }
            for (name, node) in members(of: response, "links") {
                if let link = resolved(node) { links.append(Self.line(of: link, name)) }
            }
            for (type, title, value) in shown(response) {
                guard let status = Self.status(code) else {
                    note(.note, response, "examples of a response for any status are left out", [.examples: -1])
                    continue
                }
                request.examples.append(Self.example(title ?? code, status, type, value, request))
            }
        }
        if !descriptions.isEmpty { docs.append("Responses:\n\n" + descriptions.joined(separator: "\n")) }
        if !links.isEmpty {
            docs.append("Links:\n\n" + links.joined(separator: "\n"))
            note(.note, operation, "links of responses are in the docs")
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
        for (type, media) in members(of: response, "content") {
            if let example = media["example"] {
                shown.append((type, nil, example.value))
                continue
            }
            for (key, node) in media["examples"]?.members ?? [] {
                guard let node = resolved(node), let value = value(ofExample: node) else { continue }
                shown.append((type, node["summary"]?.title ?? key, value))
            }
        }
        return shown
    }

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
        asked.url = request.url
        asked.method = request.method
        return RequestExample(name: title, request: asked, response: response)
    }
}

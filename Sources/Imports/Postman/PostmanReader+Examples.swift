import OpenCollection
import Quoting

extension PostmanReader {
    /// Reads saved responses. Parts that their requests share with the one that is imported are written again, as the format asks.
    mutating func examples(_ node: SourceNode?) -> [RequestExample] {
        (node?.elements ?? []).compactMap { element in
            guard element.isObject else {
                if element.value != .null { note(.error, element, "an example that is not an object is left out") }
                return nil
            }
            return example(element)
        }
    }

    private mutating func example(_ node: SourceNode) -> RequestExample {
        var response = RequestExample.Response()
        response.status = node["code"]?.text.flatMap(Double.init)
        response.statusText = node["status"]?.string
        response.headers = PostmanParts.headers(node["header"]).map { Field($0.name, $0.value ?? "") }
        if let body = node["body"], let text = body.text ?? Optional(body.value.json()), !text.isEmpty {
            response.body = RequestExample.Body(type: Self.bodyType(node, response.headers), data: text)
        }
        if node["cookie"]?.elements?.isEmpty == false {
            note(.warning, node, "cookies of examples are left out: their headers say them")
        }
        let request = node["originalRequest"].map { originalRequest($0) }
        return RequestExample(name: Self.name(node["name"]), request: request, response: response)
    }

    private static func bodyType(_ node: SourceNode, _ headers: [Field]) -> String {
        if node["body"]?.text == nil { return "json" }
        let language = node["_postman_previewlanguage"]?.string?.lowercased() ?? ""
        if ["json", "xml", "html"].contains(language) { return language }
        let type = headers.last { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        return ["json", "html", "xml"].first { type.contains($0) } ?? "text"
    }

    private mutating func originalRequest(_ node: SourceNode) -> RequestExample.Request {
        var definition = RequestDefinition()
        definition.settings.isPresent = true
        definition.settings.encodesURL = false
        definition.method = node["method"]?.text ?? "GET"
        definition.headers = PostmanParts.headers(node["header"]).map(\.field)
        definition = definition.settingQuery(node.isObject ? node["url"] : node)
        var ignored: [String] = []
        let known = collection.notes.count
        let behavior = PostmanBehavior(SourceNode(.object([.init(key: "disableBodyPruning", value: .flag(true))])))
        readBody(node["body"], behavior, into: &definition, &ignored)
        // What is remarkable about the request itself is said there.
        collection.notes.removeSubrange(known...)
        var request = RequestExample.Request()
        request.url = definition.url
        request.method = definition.method
        request.headers = definition.headers
        request.parameters = definition.parameters
        if definition.kind == .http {
            request.body = definition.body
        } else {
            request.body = .query(definition.body.text)
        }
        return request
    }
}

extension RequestBody {
    /// Returns a body with a GraphQL query as text, where the format has no place for one.
    fileprivate static func query(_ text: String) -> RequestBody {
        var body = RequestBody()
        body.kind = .text
        body.text = text
        return body
    }
}

import YAMLTree

extension FileReading {
    mutating func examples(_ node: YAMLNode?) -> [RequestExample] {
        let known: Set = ["name", "description", "request", "response"]
        return rows(node, "examples", known: known) { reading, item, name, index in
            RequestExample(
                name: reading.text(item["name"], "\(name).name"),
                description: reading.documentation(item["description"], "\(name).description"),
                request: reading.exampleRequest(item["request"], "\(name).request"),
                response: reading.exampleResponse(item["response"], "\(name).response"), origin: index)
        }
    }

    private mutating func exampleRequest(_ node: YAMLNode?, _ name: String) -> RequestExample.Request? {
        guard let node = mapping(node, name) else { return nil }
        noteUnknownKeys(of: node, known: ["url", "method", "headers", "params", "body"], in: name)
        var request = RequestExample.Request()
        request.url = text(node["url"], "\(name).url")
        request.method = text(node["method"], "\(name).method")
        request.headers = fields(node["headers"], "\(name).headers")
        request.parameters = parameters(node["params"], "\(name).params")
        request.body = body(node["body"], "\(name).body", of: .http)
        return request
    }

    private mutating func exampleResponse(_ node: YAMLNode?, _ name: String) -> RequestExample.Response? {
        guard let node = mapping(node, name) else { return nil }
        noteUnknownKeys(of: node, known: ["status", "statusText", "headers", "body"], in: name)
        var response = RequestExample.Response()
        response.status = number(node["status"], "\(name).status")
        response.statusText = text(node["statusText"], "\(name).statusText")
        response.headers = fields(node["headers"], "\(name).headers")
        guard let body = mapping(node["body"], "\(name).body") else { return response }
        noteUnknownKeys(of: body, known: ["type", "data"], in: "\(name).body")
        response.body = RequestExample.Body(
            type: text(body["type"], "\(name).body.type") ?? "", data: text(body["data"], "\(name).body.data") ?? "")
        return response
    }
}

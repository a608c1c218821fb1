extension Schema {
    static let http = ObjectRule(
        "an http request",
        [
            "info": .object(itemInfo("http")), "http": .object(httpDetails), "runtime": .object(runtime),
            "settings": .object(httpSettings), "examples": .list(of: .object(example)), "docs": .text,
            "app": .object(ObjectRule("a request's app", ["enabled": .boolean, "code": .text])),
        ])

    static let graphQL = ObjectRule(
        "a GraphQL request",
        [
            "info": .object(itemInfo("graphql")), "graphql": .object(graphQLDetails), "runtime": .object(runtime),
            "settings": .object(httpSettings), "docs": .text,
        ])

    static let grpc = ObjectRule(
        "a gRPC request",
        [
            "info": .object(itemInfo("grpc")), "grpc": .object(grpcDetails),
            "runtime": .object(
                ObjectRule(
                    "what happens around a request",
                    [
                        "variables": .list(of: .object(variable)), "scripts": scripts,
                        "assertions": .list(of: .object(assertion)),
                    ])),
            "docs": .text,
        ])

    static let webSocket = ObjectRule(
        "a WebSocket request",
        [
            "info": .object(itemInfo("websocket")), "websocket": .object(webSocketDetails),
            "runtime": .object(
                ObjectRule(
                    "what happens around a request",
                    ["variables": .list(of: .object(variable)), "scripts": scripts])),
            "settings": .object(
                ObjectRule("settings", ["timeout": numberOrInherit, "keepAliveInterval": numberOrInherit])),
            "docs": .text,
        ])

    static let script = ObjectRule("a script file", ["type": .word(["script"]), "script": .text])

    static let app = ObjectRule("an app", ["info": .object(itemInfo("app")), "code": .text])

    static func itemInfo(_ type: String) -> ObjectRule {
        ObjectRule(
            "info",
            [
                "name": .text, "description": description, "type": .word([type]), "seq": .number,
                "tags": .list(of: .text),
            ])
    }

    // MARK: - Details

    private static let httpDetails = ObjectRule(
        "http",
        [
            "method": .text, "url": .text, "headers": .list(of: .object(header)), "params": .list(of: .object(param)),
            "body": orVariants(body, "body"), "auth": auth,
        ])

    private static let graphQLDetails = ObjectRule(
        "graphql",
        [
            "method": .text, "url": .text, "headers": .list(of: .object(header)), "params": .list(of: .object(param)),
            "body": orVariants(.object(ObjectRule("a GraphQL body", ["query": .text, "variables": .text])), "body"),
            "auth": auth,
        ])

    private static let grpcDetails = ObjectRule(
        "grpc",
        [
            "url": .text, "method": .text,
            "methodType": .word(["unary", "client-streaming", "server-streaming", "bidi-streaming"]),
            "protoFilePath": .text, "metadata": .list(of: .object(header)), "message": orVariants(.text, "message"),
            "auth": auth,
        ])

    private static let webSocketDetails = ObjectRule(
        "websocket",
        [
            "url": .text, "headers": .list(of: .object(header)),
            "message": orVariants(
                .object(
                    ObjectRule(
                        "a message", required: ["type": .word(["text", "json", "xml", "binary"]), "data": .text])),
                "message"),
            "auth": auth,
        ])

    /// Variants hold what they are variants of under `key`.
    static func orVariants(_ rule: SchemaRule, _ key: String) -> SchemaRule {
        .either([
            rule,
            .list(of: .object(ObjectRule("a variant", required: ["title": .text, key: rule], ["selected": .boolean]))),
        ])
    }

    // MARK: - Bodies

    static let param = ObjectRule(
        "a parameter", required: ["name": .text, "value": .text, "type": .word(["query", "path"])],
        ["description": description, "disabled": .boolean])

    private static let body = SchemaRule.byWord(
        key: "type",
        ["json", "text", "xml", "sparql"].map { word in
            (word, .object(ObjectRule("a body", required: ["type": .text, "data": .text])))
        } + [
            ("form-urlencoded", listBody(.object(header))), ("multipart-form", listBody(.object(multipartPart))),
            ("file", listBody(.object(bodyFile))),
            // Bruno writes it, and nothing is sent, here as there.
            ("none", .object(ObjectRule("a body of no kind", required: ["type": .text]))),
        ])

    private static func listBody(_ row: SchemaRule) -> SchemaRule {
        .object(ObjectRule("a body", required: ["type": .text, "data": .list(of: row)]))
    }

    private static let multipartPart = ObjectRule(
        "a part of a form",
        required: ["name": .text, "type": .word(["text", "file"]), "value": .either([.text, .list(of: .text)])],
        ["description": description, "contentType": .text, "disabled": .boolean])

    private static let bodyFile = ObjectRule(
        "a file", required: ["filePath": .text, "contentType": .text, "selected": .boolean], ["description": .text])

    // MARK: - Examples

    private static let example = ObjectRule(
        "an example",
        [
            "name": .text, "description": description,
            "request": .object(
                ObjectRule(
                    "an example's request",
                    [
                        "url": .text, "method": .text, "headers": .list(of: .object(header)),
                        "params": .list(of: .object(param)), "body": body,
                    ])),
            "response": .object(
                ObjectRule(
                    "an example's response",
                    [
                        "status": .number, "statusText": .text,
                        "headers": .list(
                            of: .object(
                                ObjectRule("a response's header", required: ["name": .text, "value": .text]))),
                        "body": .object(
                            ObjectRule(
                                "a response's body",
                                required: [
                                    "type": .word(["json", "text", "xml", "html", "binary"]), "data": .text,
                                ])),
                    ])),
        ])
}

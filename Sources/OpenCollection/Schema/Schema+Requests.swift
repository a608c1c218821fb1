extension Schema {
    static let http = ObjectRule("an http request", RequestDefinition.fields(of: .http))

    static let graphQL = ObjectRule(
        "a GraphQL request", RequestDefinition.fields(of: .graphQL), without: ["examples", "app"])

    static let grpc = ObjectRule(
        "a gRPC request",
        [
            "info": .object(itemInfo("grpc")), "grpc": .object(grpcDetails),
            "runtime": .object(
                ObjectRule(
                    "a runtime",
                    [
                        "variables": .list(of: .object(variable)), "scripts": .list(of: Script.rowRule),
                        "assertions": .list(of: Assertion.rowRule),
                    ])),
            "docs": .text,
        ])

    static let webSocket = ObjectRule(
        "a WebSocket request",
        [
            "info": .object(itemInfo("websocket")), "websocket": .object(webSocketDetails),
            "runtime": .object(
                ObjectRule(
                    "a runtime",
                    ["variables": .list(of: .object(variable)), "scripts": .list(of: Script.rowRule)])),
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

    private static let grpcDetails = ObjectRule(
        "grpc",
        [
            "url": .text, "method": .text,
            "methodType": .word(["unary", "client-streaming", "server-streaming", "bidi-streaming"]),
            "protoFilePath": .text, "metadata": .list(of: Field.rowRule), "message": orVariants(.text, "message"),
            "auth": auth,
        ])

    private static let webSocketDetails = ObjectRule(
        "websocket",
        [
            "url": .text, "headers": .list(of: Field.rowRule),
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

    static func body(of kind: RequestKind) -> SchemaRule {
        switch kind {
        case .http: orVariants(body, "body")
        case .graphQL:
            orVariants(.object(ObjectRule("a GraphQL body", RequestBody.query)), "body")
        }
    }

    static let body = SchemaRule.byWord(key: "type", RequestBody.Kind.rules)
}

/// A `NetworkRequest`, run by a client.
struct TypedForm {
    private let request: SwiftRequest

    init(_ request: SwiftRequest) { self.request = request }

    var text: String {
        request.functions(formBody: "Hashable, Sendable", send: addCall, client: addClient)
    }

    /// A body that is read while it is sent is not a value of a `NetworkRequest`.
    private var isStreamed: Bool { request.body?.kind == .multipart || request.body?.kind == .file }

    // MARK: send

    private func addCall(to lines: inout SwiftLines) {
        if isStreamed {
            lines.comment("The body is read while it is sent: this uses the builder, on the same client.", mark: "//")
            return lines.add(
                request.response.type == nil ? "try await " : "return try await ", BuilderForm(request).chain)
        }
        if let timeout = request.timeoutExpression {
            lines.add("var options = TransferOptions()")
            lines.add("options.totalTimeout = \(timeout)")
        }
        lines.add(
            "let request = ",
            .call("NetworkRequest<\(bodyType), \(request.response.type ?? "VoidResponse")>", arguments))
        lines.add(
            request.response.type == nil
                ? "_ = try await client.run(request)" : "return try await client.run(request).value")
    }

    private var bodyType: String {
        guard let body = request.body, case .json = body.kind else {
            return request.body?.kind == .text ? "String" : "VoidRequest"
        }
        return body.type
    }

    private var arguments: [SwiftExpression.Element] {
        var arguments: [SwiftExpression.Element] = []
        if !path.pieces.isEmpty { arguments.append(.init("path:", .text(path.expression))) }
        arguments.append(.init("method:", .text(request.verb.expression)))
        let items = request.parameters.filter { $0.queryName != nil }
        if !items.isEmpty { arguments.append(.init("queryItems:", queryItems(items))) }
        if case .form(let fields)? = request.body?.kind { arguments.append(.init("formItems:", formItems(fields))) }
        if request.body?.kind == .json || request.body?.kind == .text {
            arguments.append(.init("body:", .text("body")))
        }
        if request.hasDecoder { arguments.append(.init("decoder:", .text("decoder"))) }
        if let headers = request.headerDictionary { arguments.append(.init("additionalHeaders:", headers)) }
        if let retries = request.retries {
            arguments.append(.init("retryStrategy:", .text(".retry(count: \(retries))")))
        }
        if request.timeout != nil { arguments.append(.init("options:", .text("options"))) }
        return arguments
    }

    private var path: SwiftText {
        var pieces: [SwiftText.Piece] = []
        for segment in request.path {
            pieces.append(.text("/"))
            pieces += segment.map { part in
                switch part {
                case .text(let text): .text(text)
                case .parameter(let parameter): .hole(parameter.quotedName)
                }
            }
        }
        return SwiftText(pieces + [.text(request.flagQuery)])
    }

    /// An item for each value.
    private func queryItems(_ parameters: [SwiftParameter]) -> SwiftExpression {
        let single = parameters.filter { !$0.isRepeated }.map { parameter in
            let text = parameter.type == "String" ? parameter.quotedName : "\"\\(\(parameter.quotedName))\""
            return item("URLQueryItem", parameter.queryName ?? "", text)
        }
        let repeated = parameters.filter(\.isRepeated).map { ($0.queryName ?? "", $0.quotedName) }
        return joined(single, repeated, item: "URLQueryItem")
    }

    private func formItems(_ fields: [SwiftBody.FormField]) -> SwiftExpression {
        let single = fields.filter { !$0.isRepeated }.map {
            item("URLFormItem", $0.name, "body.\(SwiftName.quoted($0.property))")
        }
        let repeated = fields.filter(\.isRepeated).map { ($0.name, "body.\(SwiftName.quoted($0.property))") }
        return joined(single, repeated, item: "URLFormItem")
    }

    private func item(_ type: String, _ name: String, _ value: String) -> SwiftExpression {
        .call(type, [.init("name:", .text(SwiftLiteral.string(name))), .init("value:", .text(value))])
    }

    private func joined(_ single: [SwiftExpression], _ repeated: [(String, String)], item type: String)
        -> SwiftExpression
    {
        let maps = repeated.map { name, values in
            "\(values).map { \(type)(name: \(SwiftLiteral.string(name)), value: $0) }"
        }
        let tail = maps.joined(separator: " + ")
        if single.isEmpty, !maps.isEmpty { return .text(tail) }
        return .list(open: "[", single.map { .init(nil, $0) }, close: "]" + (maps.isEmpty ? "" : " + " + tail))
    }

    // MARK: sample

    private func addClient(to lines: inout SwiftLines) {
        var arguments: [SwiftExpression.Element] = [.init("baseURL:", .text("baseURL"))]
        if let interceptor = request.interceptor {
            arguments.append(.init("interceptors:", .list(open: "[", [.init(nil, interceptor)], close: "]")))
        }
        let configuration = SwiftExpression.call("NetworkConfiguration", arguments)
        if request.followsRedirects {
            return lines.add("let client = ", .call("NetworkClient", [.init("configuration:", configuration)]))
        }
        lines.add("var configuration = ", configuration)
        lines.add("configuration.redirects = .none")
        lines.add("let client = NetworkClient(configuration: configuration)")
    }
}

extension SwiftParameter {
    /// The name in the query; nil for parameters in other places.
    var queryName: String? { if case .query(let name) = role { name } else { nil } }
    var isRepeated: Bool { type == "[String]" }
}

extension SwiftRequest {
    /// Names without a value, as a query.
    var flagQuery: String { flags.isEmpty ? "" : "?" + flags.joined(separator: "&") }
}

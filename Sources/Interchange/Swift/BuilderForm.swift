/// The chainable builder.
struct BuilderForm {
    private let request: SwiftRequest

    init(_ request: SwiftRequest) { self.request = request }

    var text: String {
        request.functions(
            formBody: "Codable, Hashable, Sendable", send: { $0.add("try await ", chain) }, client: addClient)
    }

    /// `client("users", id).query("page", page).get()`
    var chain: SwiftExpression {
        var calls = path.calls
        for parameter in request.parameters {
            guard let name = parameter.queryName else { continue }
            calls.append(query(parameter, name))
        }
        calls += request.headers.map { header in
            method("header", [.text(SwiftLiteral.string(header.name)), .text(header.value.expression)])
        }
        calls += body
        if let timeout = request.timeoutExpression { calls.append(method("timeout", [.text(timeout)])) }
        if let retries = request.retries { calls.append(method("retry", [.text(".retry(count: \(retries))")])) }
        if request.hasDecoder { calls.append(method("bodyDecoder", [.text("decoder")])) }
        return .chain(path.base, calls + ending)
    }

    // MARK: Path

    private enum Component {
        case text(String)
        case value(String)
        case segment(String)
    }

    /// The components of the path: neighbouring literals in one argument, numbers in arguments of their own, texts as segments.
    private var components: [Component] {
        var components: [Component] = []
        for segment in request.path {
            let component = self.component(segment)
            if case .text(let next) = component, case .text(let before)? = components.last {
                components[components.count - 1] = .text(before + "/" + next)
            } else {
                components.append(component)
            }
        }
        // The client's own URL.
        if case .text("")? = components.first, components.count == 1 { components = [] }
        if !request.flags.isEmpty { components.append(.text(request.flagQuery)) }
        return components
    }

    private func component(_ segment: [SwiftRequest.PathPart]) -> Component {
        if segment.isEmpty { return .text("") }
        if segment.count == 1 {
            switch segment[0] {
            case .text(let text): return .text(text)
            case .parameter(let parameter):
                return parameter.type == "Int" ? .value(parameter.quotedName) : .segment(parameter.quotedName)
            }
        }
        let pieces = segment.map { part -> SwiftText.Piece in
            switch part {
            case .text(let text): .text(text)
            case .parameter(let parameter): .hole(parameter.quotedName)
            }
        }
        return .segment(SwiftText(pieces).expression)
    }

    /// The call that begins the chain, and those that go on with the path.
    private var path: (base: SwiftExpression, calls: [SwiftExpression]) {
        var calls: [SwiftExpression] = []
        var arguments: [SwiftExpression.Element] = []
        var base: SwiftExpression?
        func end() {
            let function = base == nil ? "client" : ".path"
            if base != nil, !arguments.isEmpty { calls.append(.call(function, arguments)) }
            if base == nil { base = arguments.isEmpty ? .text(function) : .call(function, arguments) }
            arguments = []
        }
        for component in components {
            switch component {
            case .text(let text): arguments.append(.init(nil, .text(SwiftLiteral.string(text))))
            case .value(let name): arguments.append(.init(nil, .text(name)))
            case .segment(let name):
                end()
                calls.append(.call(".path", [.init("segment:", .text(name))]))
            }
        }
        end()
        return (base ?? .text("client"), calls)
    }

    // MARK: Modifiers

    private func method(_ name: String, _ arguments: [SwiftExpression]) -> SwiftExpression {
        .call(".\(name)", arguments.map { .init(nil, $0) })
    }

    private func query(_ parameter: SwiftParameter, _ name: String) -> SwiftExpression {
        let name = SwiftLiteral.string(name)
        guard parameter.isRepeated else { return method("query", [.text(name), .text(parameter.quotedName)]) }
        return method("query", [.text("\(parameter.quotedName).map { URLQueryItem(name: \(name), value: $0) }")])
    }

    private var body: [SwiftExpression] {
        switch request.body?.kind {
        case nil: []
        case .file: [.call(".bodyStream", [.init("file:", .text("file"))])]
        case .form: [method("body", [.text("body")]), method("bodyEncoder", [.text(".formURL")])]
        case .json, .text, .multipart: [method("body", [.text("body")])]
        }
    }

    private var ending: [SwiftExpression] {
        if let shortcut = request.verb.shortcut { return [.call(".\(shortcut)", [])] }
        return [method("method", [.text(request.verb.expression)]), .call(".call", [])]
    }

    // MARK: sample

    private func addClient(to lines: inout SwiftLines) {
        var calls = [auth].compactMap { $0 }
        if !request.followsRedirects {
            calls.append(method("configs", [.text("\\.configuration.redirects"), .text(".none")]))
        }
        lines.add("let client = ", .chain(.call("NetworkClient", [.init("url:", .text("baseURL"))]), calls))
    }

    private var auth: SwiftExpression? {
        guard let credentials = request.credentials else { return nil }
        let modifier: SwiftExpression =
            switch credentials {
            case .bearer(let token): .call(".bearer", [.init(nil, .text(token.expression))])
            case .basic(let user, let password):
                .call(
                    ".basic",
                    [.init("username:", .text(user.expression)), .init("password:", .text(password.expression))])
            case .apiKey(let field, let value):
                .call(".apiKey", [.init(nil, .text(value.expression)), .init("field:", .text(field.expression))])
            }
        return method("auth", [modifier])
    }
}

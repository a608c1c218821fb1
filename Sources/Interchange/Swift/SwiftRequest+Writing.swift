// What all forms write alike.

extension SwiftRequest {
    /// The comment over it all.
    func addHeading(to lines: inout SwiftLines) {
        lines.comment(heading)
        for note in notes {
            lines.add("///")
            lines.comment(note)
        }
    }

    /// The models, and what they need.
    func addModels(to lines: inout SwiftLines) {
        if let model = body?.model { lines.declare(model.declarations) }
        if let model = response.model { lines.declare(model.declarations) }
        if body?.model?.needsAnything == true || response.model?.needsAnything == true { lines.declareAnything() }
        if let dates = response.model?.dates { lines.declareDecoder(for: dates) }
    }

    /// Whether the response is read by its own decoder.
    var hasDecoder: Bool { response.model?.dates != nil }

    /// The whole text of a form that is two functions.
    ///
    /// - Parameters:
    ///   - formBody: The protocol that the type of a form's body conforms to.
    ///   - send: writes what the one function does.
    ///   - client: writes how the other makes the client that it sends with.
    func functions(
        formBody conformance: String, send: (inout SwiftLines) -> Void, client: (inout SwiftLines) -> Void
    ) -> String {
        var lines = SwiftLines()
        lines.add(body?.kind == .multipart ? "import MicroClientMultipart" : "import MicroClient")
        lines.addBlankLine()
        addHeading(to: &lines)
        lines.block("enum \(name)") { lines in
            addSend(to: &lines, send)
            lines.addBlankLine()
            addSample(to: &lines) { lines in
                addBaseURL(to: &lines)
                client(&lines)
                lines.add(
                    response.type == nil ? "try await " : "return try await ",
                    .call("send", arguments + [.init("with:", .text("client"))]))
            }
            if case .form(let fields)? = body?.kind { addFormBody(fields, conformance: conformance, to: &lines) }
            addModels(to: &lines)
        }
        return lines.text
    }

    // MARK: The call

    /// `static func send(id: Int, body: Body, with client: NetworkClient)`
    func addSend(to lines: inout SwiftLines, _ body: (inout SwiftLines) -> Void) {
        var elements = parameters.map { SwiftExpression.Element("\($0.quotedName):", .text($0.type)) }
        if let body = self.body { elements.append(.init("\(body.name):", .text(body.type))) }
        elements.append(.init("with client:", .text("NetworkClient")))
        lines.function("send", elements, arrow: arrow, body)
    }

    /// The arguments of the sample call.
    var arguments: [SwiftExpression.Element] {
        parameters.map(\.argument) + (body.map { [.init("\($0.name):", $0.sample)] } ?? [])
    }

    /// " -> Response"
    var arrow: String { response.type.map { " -> \($0)" } ?? "" }

    /// `static func sample() async throws -> Response {`
    func addSample(to lines: inout SwiftLines, _ body: (inout SwiftLines) -> Void) {
        let environment = environmentName.map { ", in the environment \(ReportText.oneLine($0))" } ?? ""
        lines.comment("The request with the values of the collection\(environment).")
        let parameters = sampleParameters.map { SwiftExpression.Element("\(SwiftName.quoted($0)):", .text("String")) }
        lines.function("sample", parameters, arrow: arrow, body)
    }

    /// `guard let baseURL`
    func addBaseURL(to lines: inout SwiftLines) {
        lines.add("guard let baseURL = URL(string: \(base.expression)) else { throw NetworkClientError.malformedURL }")
    }

    /// The credentials as an interceptor of a configuration.
    var interceptor: SwiftExpression? {
        switch credentials {
        case nil: nil
        case .bearer(let token): .call("BearerTokenInterceptor", [.init("token:", .text(token.expression))])
        case .basic(let user, let password):
            .call(
                "BasicCredentialsInterceptor",
                [.init("user:", .text(user.expression)), .init("password:", .text(password.expression))])
        case .apiKey(let field, let value):
            .call(
                "APIKeyInterceptor",
                [.init("apiKey:", .text(value.expression)), .init("fieldName:", .text(field.expression))])
        }
    }

    /// The header fields as a dictionary; nil without.
    var headerDictionary: SwiftExpression? {
        guard !headers.isEmpty else { return nil }
        let elements = headers.map { header in
            SwiftExpression.Element("\(SwiftLiteral.string(header.name)):", .text(header.value.expression))
        }
        return .list(open: "[", elements, close: "]")
    }

    /// `.milliseconds(500)`
    var timeoutExpression: String? {
        timeout.map { duration in
            let (seconds, attoseconds) = duration.components
            let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
            return milliseconds % 1_000 == 0 ? ".seconds(\(milliseconds / 1_000))" : ".milliseconds(\(milliseconds))"
        }
    }

    /// The type of a form's body, with what makes it one.
    func addFormBody(
        _ fields: [SwiftBody.FormField], conformance: String, to lines: inout SwiftLines,
        _ more: (inout SwiftLines) -> Void = { _ in }
    ) {
        lines.addBlankLine()
        lines.block("struct Body: \(conformance)") { lines in
            for field in fields {
                lines.add("var \(SwiftName.quoted(field.property)): \(field.isRepeated ? "[String]" : "String")")
            }
            if fields.contains(where: { !$0.property.utf8.elementsEqual($0.name.utf8) }) {
                lines.addBlankLine()
                lines.block("enum CodingKeys: String, CodingKey") { lines in
                    for field in fields {
                        let value =
                            field.property.utf8.elementsEqual(field.name.utf8)
                            ? "" : " = \(SwiftLiteral.string(field.name))"
                        lines.add("case \(SwiftName.quoted(field.property))\(value)")
                    }
                }
            }
            more(&lines)
        }
    }
}

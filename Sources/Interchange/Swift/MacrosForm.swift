import Quoting

/// A struct with a macro.
struct MacrosForm {
    private let request: SwiftRequest

    init(_ request: SwiftRequest) { self.request = request }

    var text: String {
        var lines = SwiftLines()
        lines.add("import MicroClientMacros")
        lines.addBlankLine()
        request.addHeading(to: &lines)
        lines.add("@\(request.verb.macro ?? "Get")(\(SwiftLiteral.string(path.text)))")
        lines.block("struct \(request.name)") { lines in
            addProperties(to: &lines)
            if case .form(let fields)? = request.body?.kind { addFormBody(fields, to: &lines) }
            request.addModels(to: &lines)
        }
        lines.addBlankLine()
        lines.block("extension \(request.name)") { addSample(to: &$0) }
        return lines.text
    }

    // MARK: The struct

    /// A parameter of the path is a whole segment: the text around one goes into the value.
    private struct WholeSegment {
        var name: String
        var type: String
        /// The argument in the sample call.
        var sample: SwiftExpression
    }

    private var path: (text: String, whole: [WholeSegment]) {
        var texts: [String] = []
        var whole: [WholeSegment] = []
        for segment in request.path {
            let parameters = segment.compactMap { part in
                if case .parameter(let parameter) = part { parameter } else { nil }
            }
            guard let first = parameters.first else {
                texts.append(literal(segment))
                continue
            }
            texts.append(":\(first.name)")
            let isAlone = segment.count == 1
            whole.append(
                WholeSegment(
                    name: first.name, type: isAlone ? first.type : "String",
                    sample: isAlone ? first.sample : .text(joined(segment).expression)))
        }
        // Two slashes in front would begin a host.
        let path = texts.isEmpty ? "" : "/" + texts.drop(while: \.isEmpty).joined(separator: "/")
        return (path + request.flagQuery, whole)
    }

    /// A segment without a value, in which no colon looks like one or like the end of a scheme.
    private func literal(_ segment: [SwiftRequest.PathPart]) -> String {
        let text = segment.map { if case .text(let text) = $0 { text } else { "" } }.joined()
        let plain = text.replacingBytes(of: "#", with: "%23").filter { !$0.isNewline }
        let colon = UInt8(ascii: ":")
        return plain.utf8.first == colon || plain.utf8.last == colon
            ? plain.replacingBytes(of: ":", with: "%3A") : plain
    }

    private func joined(_ segment: [SwiftRequest.PathPart]) -> SwiftText {
        SwiftText(
            segment.flatMap { part -> [SwiftText.Piece] in
                switch part {
                case .text(let text): [.text(text)]
                case .parameter(let parameter): parameter.sampleText.pieces
                }
            })
    }

    private func addProperties(to lines: inout SwiftLines) {
        for segment in path.whole { lines.add("@Path var \(SwiftName.quoted(segment.name)): \(segment.type)") }
        for parameter in request.parameters {
            guard let name = parameter.queryName else { continue }
            let mark = name.utf8.elementsEqual(parameter.name.utf8) ? "@Query" : "@Query(\(SwiftLiteral.string(name)))"
            lines.add("\(mark) var \(parameter.declaration)")
        }
        for parameter in headerParameters { lines.add("var \(parameter.declaration)") }
        if let body = request.body { lines.add("let body: \(body.kind == .file ? "Data" : body.type)") }
        if let headers = request.headerDictionary {
            lines.addBlankLine()
            lines.block("var headers: [String: String]") { $0.add("", headers) }
        }
        if let timeout = request.timeoutExpression {
            lines.addBlankLine()
            lines.add("var timeout: Duration { \(timeout) }")
        }
    }

    /// The parameters that only header fields use.
    private var headerParameters: [SwiftParameter] {
        let inPath = Set(
            request.path.flatMap { $0 }.compactMap { part in
                if case .parameter(let parameter) = part { parameter.name } else { nil }
            })
        return request.parameters.filter { $0.role == .part && !inPath.contains($0.name) }
    }

    private func addFormBody(_ fields: [SwiftBody.FormField], to lines: inout SwiftLines) {
        request.addFormBody(fields, conformance: "HttpBody, Hashable", to: &lines) { lines in
            lines.addBlankLine()
            lines.block("func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws") { lines in
                lines.add("request.httpBody = try FormURLEncoder().encode(self)")
                lines.add("request.setValue(FormURLEncoder().contentType, forHTTPHeaderField: \"Content-Type\")")
            }
        }
    }

    // MARK: sample

    private func addSample(to lines: inout SwiftLines) {
        request.addSample(to: &lines) { lines in
            let isChanged =
                request.interceptor != nil || !request.followsRedirects || request.retries != nil || request.hasDecoder
            lines.add("\(isChanged ? "var" : "let") client = Client(\(request.base.expression))")
            if let interceptor = request.interceptor {
                lines.add(
                    "client.configuration.interceptors = ", .list(open: "[", [.init(nil, interceptor)], close: "]"))
            }
            if !request.followsRedirects { lines.add("client.configuration.redirects = .none") }
            if let retries = request.retries {
                lines.add("client.configuration.retryStrategy = .retry(count: \(retries))")
            }
            if request.hasDecoder { lines.add("client.decoder = decoder") }
            lines.add("let request = ", .call(request.name, arguments))
            switch request.response.kind {
            case .nothing: lines.add("try await client.perform(request)")
            case .data: lines.add("return try await client.performRaw(request).data")
            case .model, .text: lines.add("return try await client.perform(request).data")
            }
        }
    }

    private var arguments: [SwiftExpression.Element] {
        var arguments = path.whole.map { SwiftExpression.Element("\(SwiftName.label($0.name)):", $0.sample) }
        arguments += request.parameters.filter { $0.queryName != nil }.map(\.argument)
        arguments += headerParameters.map(\.argument)
        if let body = request.body { arguments.append(.init("body:", sample(of: body))) }
        return arguments
    }

    private func sample(of body: SwiftBody) -> SwiftExpression {
        guard body.kind == .file else { return body.sample }
        return .call("try Data", [.init("contentsOf:", body.sample)])
    }
}

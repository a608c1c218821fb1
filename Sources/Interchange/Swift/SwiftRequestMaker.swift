import OpenCollection
import Quoting
import Secrets
import Text

/// Divides a request into the parts of its Swift text.
struct SwiftRequestMaker {
    let template: RequestTemplate
    let title: String
    var values: SampleValues
    private var models: ModelMaker
    private let name: String
    /// Names of parameters and properties that are given.
    private var names = SwiftRequestMaker.own
    private var parameters: [SwiftParameter] = []
    private var notes: [String] = []

    /// The names that macros and calls use themselves.
    private static let own: Set<String> = [
        "body", "headers", "timeout", "cachePolicy", "client", "decoder", "request", "file", "options", "send",
        "sample",
        "write", "form",
    ]

    init(template: RequestTemplate, title: String, values: SampleValues) {
        self.template = template
        self.title = title
        self.values = values
        let own = SwiftName.type(title)
        name = ModelMaker().taken.contains(own) ? own + "Request" : own
        models = ModelMaker(taken: [name])
    }

    mutating func make(_ response: SwiftResponse.Source) -> SwiftRequest {
        let segments = path()
        addQuery()
        let credentials = self.credentials()
        var headers = self.headers(without: credentials?.headerName)
        let body = self.body()
        if let type = body?.contentType, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.insert(.init(name: "Content-Type", value: SwiftText([.text(type)])), at: 0)
        }
        if let retry = template.retry, retry.count > 0, retry != RetrySettings(count: retry.count) {
            notes.append("Of its retry policy only the count is written here: RetryPolicy has the rest.")
        }
        let given = SwiftResponse(response, element: element, isHead: template.method == "HEAD", &models)
        var request = SwiftRequest(
            name: name, heading: heading, verb: SwiftVerb(template.method), base: base(), response: given)
        request.path = segments
        request.flags = template.query.filter { $0.value == nil }.map(\.name)
        request.parameters = parameters
        request.headers = headers
        request.body = body
        request.credentials = credentials
        request.sampleParameters = values.parameters
        request.notes = notes + [given.note].compactMap { $0 }
        request.timeout = template.timeout
        request.followsRedirects = template.followsRedirects
        request.retries = template.retry.map(\.count).flatMap { $0 > 0 ? $0 : nil }
        return request
    }

    // MARK: Names

    /// The name and path, without what a query or a host may hold.
    private var heading: String {
        let path = template.segments.map { pieces in
            pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .parameter(let name): ":" + name
                }
            }.joined()
        }.joined(separator: "/")
        let shown = values.hiding("/" + path).filter { !$0.isNewline && $0 != "`" }
        return "\(title.filter { !$0.isNewline }): `\(template.method) \(shown)`."
    }

    /// The name of the type of one of several elements, from the last segment that is not a value: "User" under `/users`.
    private var element: String {
        let texts = template.segments.compactMap { pieces -> String? in
            guard pieces.count == 1, case .text(let text) = pieces[0], Placeholder.all(in: text).isEmpty else {
                return nil
            }
            return text.isEmpty ? nil : text
        }
        let type = texts.last.flatMap(SwiftName.singular).map(SwiftName.type) ?? "Item"
        return type == "Value" || type == name ? "Item" : type
    }

    private mutating func claim(_ text: String, _ role: SwiftParameter.Role = .part) -> String {
        let plain = SwiftName.property(text)
        // In the path of a macro a name has no backticks.
        let isRefused = Self.own.contains(plain) || (role == .path || role == .part) && SwiftName.quoted(plain) != plain
        let name = SwiftName.unique(isRefused ? plain + "Value" : plain, among: names)
        names.insert(name)
        return name
    }

    // MARK: URL

    private mutating func base() -> SwiftText {
        var pieces = values.text(template.base).pieces
        if pieces.isEmpty { return SwiftText([.hole(values.parameter("baseURL"))]) }
        if case .text(let text) = pieces[0], !text.containsBytes(of: "://") { pieces[0] = .text("http://" + text) }
        return SwiftText(pieces)
    }

    private mutating func path() -> [[SwiftRequest.PathPart]] {
        template.segments.map { pieces in pieces.flatMap { part($0, isWhole: pieces.count == 1) } }
    }

    private mutating func part(_ piece: RequestTemplate.PathPiece, isWhole: Bool) -> [SwiftRequest.PathPart] {
        switch piece {
        case .parameter(let name):
            return [.parameter(parameter(name, template.pathValues[name] ?? "", isWhole ? .path : .part))]
        case .text(let text):
            let text = values.hiding(text)
            let holes = Placeholder.all(in: text)
            let isHole = isWhole && holes.count == 1 && holes[0].range.count == text.utf8.count
            let texts = text.around(holes.map(\.range)).map { SwiftRequest.PathPart.text($0) }
            let rest = zip(holes, texts.dropFirst()).flatMap { hole, text in
                [.parameter(parameter(hole.name, "{{\(hole.name)}}", isHole ? .path : .part)), text]
            }
            return (texts.prefix(1) + rest).filter { $0 != .text("") }
        }
    }

    private mutating func addQuery() {
        var order: [String] = []
        var rows: [ExactText: [String]] = [:]
        for item in template.query {
            guard let value = item.value else { continue }
            if rows[ExactText(item.name)] == nil { order.append(item.name) }
            rows[ExactText(item.name), default: []].append(value)
        }
        for name in order {
            let given = rows[ExactText(name)] ?? []
            if given.count == 1 {
                _ = parameter(name, given[0], .query(name))
            } else {
                addRepeated(name, given)
            }
        }
    }

    private mutating func addRepeated(_ name: String, _ templates: [String]) {
        let elements = templates.map { SwiftExpression.Element(nil, .text(sampleText($0, name).expression)) }
        parameters.append(
            SwiftParameter(
                name: claim(name), type: "[String]", role: .query(name),
                sample: .list(open: "[", elements, close: "]")))
    }

    /// A parameter whose type is seen from what the collection says.
    private mutating func parameter(_ name: String, _ template: String, _ role: SwiftParameter.Role) -> SwiftParameter {
        let isCredential = SampleValues.credential(name, template) != nil
        let known = isCredential || template.isEmpty ? nil : values.known(template)
        var result = SwiftParameter(name: claim(name, role), type: "String", role: role, sample: .text(""))
        if let known, Int(known).map(String.init) == known {
            result.type = "Int"
        } else if let known, known == "true" || known == "false", result.queryName != nil {
            result.type = "Bool"
        }
        let isMissing = template.isEmpty && result.queryName == nil
        result.sampleText =
            isMissing
            ? SwiftText([.hole(SwiftName.quoted(values.parameter(name)))]) : sampleText(template, name)
        result.sample = .text(result.type == "String" ? result.sampleText.expression : known ?? "")
        parameters.append(result)
        return result
    }

    /// A text of the sample call; credentials by their name are parameters of it.
    mutating func sampleText(_ template: String, _ name: String) -> SwiftText {
        values.text(template, credential: SampleValues.credential(name, template))
    }

    // MARK: Headers

    /// - Parameter name: The name of the field that credentials set.
    private mutating func headers(without name: String?) -> [SwiftRequest.Header] {
        template.headers.filter { $0.name.lowercased() != name?.lowercased() }.map { row in
            .init(name: values.known(row.name) ?? row.name, value: headerValue(values.hiding(row.value), row.name))
        }
    }

    private mutating func headerValue(_ template: String, _ name: String) -> SwiftText {
        let holes = Placeholder.all(in: template)
        if holes.isEmpty, SecretVocabulary.isSecret(template, under: name) {
            return SwiftText([.hole(textParameter(name, template, credential: name))])
        }
        let texts = template.around(holes.map(\.range)).map { SwiftText.Piece.text($0) }
        let rest = zip(holes, texts.dropFirst()).flatMap { hole, text in
            let credential = SecretVocabulary.isSecret(nil, under: name) ? hole.name : nil
            return [.hole(textParameter(hole.name, "{{\(hole.name)}}", credential: credential)), text]
        }
        return SwiftText(texts.prefix(1) + rest)
    }

    /// The name of a parameter that is a text.
    private mutating func textParameter(_ name: String, _ template: String, credential: String?) -> String {
        let sample = SwiftExpression.text(values.text(template, credential: credential).expression)
        let parameter = SwiftParameter(name: claim(name), type: "String", role: .part, sample: sample)
        parameters.append(parameter)
        return parameter.quotedName
    }

    // MARK: Credentials

    private mutating func credentials() -> SwiftCredentials? {
        if let userInfo = template.userInfo {
            let (user, password) = userInfo.cut(at: ":") ?? (userInfo, "")
            return basic(user, password)
        }
        switch template.auth.auth {
        case .none, .inherit: return nil
        case .basic(let user, let password): return basic(user, password)
        case .bearer(let token): return .bearer(values.text(token, credential: "token"))
        case .apiKey(let name, let value, .query):
            let sample = SwiftExpression.text(values.text(value, credential: name).expression)
            let plain = values.known(name) ?? name
            parameters.append(SwiftParameter(name: claim(plain), type: "String", role: .query(plain), sample: sample))
            return nil
        case .apiKey(let name, let value, .header):
            return .apiKey(field: values.text(name), value: values.text(value, credential: name))
        case .apiKey: return nil
        case .unsupported(let kind):
            notes.append("Credentials of type \(kind) are not written here: an interceptor can present them.")
            return nil
        }
    }

    private mutating func basic(_ user: String, _ password: String) -> SwiftCredentials {
        .basic(user: values.text(user), password: values.text(password, credential: "password"))
    }

    // MARK: Body

    private mutating func body() -> SwiftBody? {
        var maker = SwiftBodyMaker(values: values, models: models)
        let body = maker.body(template.body)
        (values, models) = (maker.values, maker.models)
        notes += maker.notes
        return body
    }
}

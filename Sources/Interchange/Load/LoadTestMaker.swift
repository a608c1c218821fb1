import OpenCollection
import Text

/// Renders requests with marks in the place of variables, and takes the marks apart.
struct LoadTestMaker {
    private let sources: [LoadTest.Source]
    private let collection: Collection
    private let captured: Set<String>
    private var placeholders: ShellPlaceholders
    private var test = LoadTest()
    private var values: [String: String] = [:]
    private var names: [String: String] = [:]

    /// The dynamic values that a generator can make, too.
    static let dynamicNames: Set = ["$guid", "$randomUUID", "$timestamp", "$isoTimestamp", "$randomInt"]

    init(_ sources: [LoadTest.Source], in collection: Collection) {
        (self.sources, self.collection) = (sources, collection)
        captured = Set(
            sources.flatMap { source in
                collection.actions(of: source.definition, at: source.path, phase: .afterResponse).map(\.action.variable)
            })
        // The mark occurs in none of the texts that marks are put into.
        let texts = sources.map { source in
            let rendered = Self.render(source, source.scopes, in: collection)
            return rendered.url + rendered.headers.map(\.value).joined() + source.definition.texts.joined()
        }
        placeholders = ShellPlaceholders(
            besides: texts.joined(), scopes: sources.first?.scopes ?? VariableScopes(collection: collection))
    }

    mutating func make() -> LoadTest {
        for source in sources { add(source) }
        test.outside = placeholders.used.compactMap { name, meaning in
            meaning == .variable ? nil : (name, meaning.rawValue)
        }
        return test
    }

    private static func render(
        _ source: LoadTest.Source, _ scopes: VariableScopes, in collection: Collection
    ) -> RenderedRequest {
        RequestRenderer.render(
            source.definition, at: source.path, in: collection, scopes: scopes,
            defaults: ClientDefaults(userAgent: ""))
    }

    // MARK: - Requests

    private mutating func add(_ source: LoadTest.Source) {
        let limits = limits(of: source)
        for limit in limits.all { test.leaveOut(source.path, limit) }
        guard !limits.isFinal else { return }
        let scopes = status(for: source)
        var rendered = Self.render(source, scopes, in: collection)
        // The value has its own scheme.
        if placeholders.beginsWithMark(scopes.resolve(source.definition.url).text),
            source.scopes.resolve(source.definition.url).bringsScheme
        {
            rendered.url = String(rendered.url.dropFirst("http://".count))
        }
        // A mark is no port and no scheme, so problems are those of the values.
        let plain = Self.render(source, source.scopes, in: collection)
        if let problem = plain.cycles.first ?? plain.problems.first {
            return test.leaveOut(source.path, "it cannot be built: \(problem)")
        }
        var step = LoadTest.Step(
            name: source.path.withoutSuffix, rendered: rendered, url: placeholders.shellText(rendered.url))
        step.proxy = proxy(rendered, plain)
        addCredentials(rendered, to: &step)
        addHeaders(rendered, to: &step)
        step.body = body(rendered)
        addChecks(source, scopes, to: &step)
        test.steps.append(step)
    }

    private mutating func addCredentials(_ rendered: RenderedRequest, to step: inout LoadTest.Step) {
        switch rendered.credential {
        case .basic(let user, let password):
            step.basic = (placeholders.shellText(user), placeholders.shellText(password, named: "password"))
        case .oauth2(let settings):
            let token = placeholders.shellText(placeholders.mark(for: "ACCESS_TOKEN", .token))
            switch settings.placement ?? .header(prefix: "Bearer") {
            case .header(let prefix):
                step.headers.append((ShellText("Authorization"), (prefix.isEmpty ? "" : "\(prefix) ") + token))
            case .query(let name): step.parameters.append((name, token))
            }
        default: break
        }
    }

    /// - Parameter plain: The request with the values of variables: hosts that bypass the proxy are found by them.
    private mutating func proxy(_ rendered: RenderedRequest, _ plain: RenderedRequest) -> LoadTest.Proxy {
        switch plain.proxy.choice(for: plain.url) {
        case .system: return .ofEnvironment
        case .direct: return .none
        case .server(let server):
            guard case .server(let marked) = rendered.proxy else { return .ofEnvironment }
            return .server(
                scheme: server.scheme, host: placeholders.shellText(marked.host), port: server.port,
                user: placeholders.shellText(marked.username),
                password: placeholders.shellText(marked.password, named: "password"))
        }
    }

    private mutating func addHeaders(_ rendered: RenderedRequest, to step: inout LoadTest.Step) {
        let isMultipart = if case .multipart = rendered.body { true } else { false }
        for header in rendered.headersToSend where header.origin != .microscope {
            let name = header.name.lowercased()
            if name == "authorization", step.basic != nil { continue }
            // The boundary is made when it is sent.
            if name == "content-type", isMultipart, header.value.hasPrefix("multipart/form-data") { continue }
            step.headers.append(
                (placeholders.shellText(header.name), placeholders.shellText(header.value, named: header.name)))
        }
        for header in rendered.headers where header.isLeftOut { step.headers.append((ShellText(header.name), nil)) }
    }

    private mutating func body(_ rendered: RenderedRequest) -> LoadTest.Body {
        switch rendered.body {
        case .none: return .none
        case .file(let path): return .file(placeholders.shellText(path))
        case .bytes(let bytes, let type):
            guard let text = String(validating: bytes, as: UTF8.self) else { return .bytes(bytes) }
            return text.isEmpty ? .none : .text(placeholders.shellText(text, ofBody: type ?? ""))
        case .multipart(let parts):
            var all: [LoadTest.Part] = []
            for part in parts {
                let (text, isFile) =
                    switch part.content {
                    case .text(let text): (text, false)
                    case .file(let path): (path, true)
                    }
                all.append(
                    LoadTest.Part(
                        name: placeholders.shellText(part.name),
                        value: placeholders.shellText(text, named: isFile ? nil : part.name), isFile: isFile,
                        contentType: part.contentType))
            }
            return .parts(all)
        }
    }

    // MARK: - Responses

    private mutating func addChecks(
        _ source: LoadTest.Source, _ scopes: VariableScopes, to step: inout LoadTest.Step
    ) {
        for row in collection.actions(of: source.definition, at: source.path, phase: .afterResponse) {
            guard let value = LoadTest.Value(row.action.expression) else {
                test.leaveOut(source.path, "the capture \(row.action.variable): \(row.action.expression)")
                continue
            }
            step.captures.append((name(of: row.action.variable), value))
        }
        let assertions = source.definition.assertions + collection.companion[.request(source.path)].checks
        for assertion in assertions where assertion.isEnabled {
            guard let value = LoadTest.Value(assertion.expression),
                let known = AssertionOperator(rawValue: assertion.operator),
                case let text = assertion.value ?? "", !known.needsScript(for: text)
            else {
                test.leaveOut(source.path, "the assertion \(assertion.expression) \(assertion.operator)")
                continue
            }
            let shown = LiteralSecret.all(in: text).isEmpty ? text : "..."
            step.checks.append(
                LoadTest.Check(
                    title: "\(assertion.expression) \(assertion.operator) \(shown)", value: value, operator: known,
                    expected: placeholders.shellText(scopes.resolve(text).text)))
        }
        if source.definition.kind == .graphQL, !assertions.contains(where: { $0.expression.contains("errors") }),
            let errors = LoadTest.Value("res.body.errors")
        {
            step.checks.append(
                LoadTest.Check(
                    title: "no GraphQL errors", value: errors, operator: .isUndefined, expected: ShellText("")))
        }
    }

    // MARK: - Variables

    /// The scopes with marks in the place of what is not written out, or changes while the test runs.
    private mutating func status(for source: LoadTest.Source) -> VariableScopes {
        let first = Self.render(source, source.scopes, in: collection)
        let secrets = source.scopes.secretNames
        var further: [String: String] = [:]
        for name in captured.subtracting(secrets).sorted() {
            further[name] = placeholders.mark(for: name, .variable)
            keepFirst(name, source.scopes.resolve("{{\(name)}}"))
        }
        for name in first.generatedNames where Self.dynamicNames.contains(name) {
            further[name] = placeholders.mark(for: String(name.dropFirst()), .variable)
            generate(name)
        }
        for name in Set(first.missing.map(\.name)).subtracting(secrets).subtracting(captured).sorted() {
            let plain = name.droppingBytes(before: "process.env.")
            further[name] = placeholders.mark(for: plain, plain == name ? .missing : .environment)
        }
        let inner = scopes(source, further)
        for name in first.variableNames where further[name] == nil && !secrets.contains(name) {
            keep(name, as: inner.resolve("{{\(name)}}").text, &further)
        }
        return scopes(source, further)
    }

    private mutating func scopes(_ source: LoadTest.Source, _ further: [String: String]) -> VariableScopes {
        var marks = placeholders
        defer { placeholders = marks }
        return source.scopes.replacing(
            secret: { marks.mark(for: $0, .secret) }, processVariable: { marks.mark(for: $0, .environment) },
            further: further)
    }

    /// Makes a variable of a name whose value holds nothing that is not written out, and is the same for all requests.
    private mutating func keep(_ name: String, as value: String, _ further: inout [String: String]) {
        let isPlain = placeholders.shellText(value, named: name).pieces.allSatisfy {
            if case .text = $0 { true } else { false }
        }
        guard isPlain, !name.hasPrefix("process.env."), values[name, default: value] == value else { return }
        if values[name] == nil { test.variables.append((self.name(of: name), value)) }
        values[name] = value
        further[name] = placeholders.mark(for: name, .variable)
    }

    /// Keeps the value that a captured variable has before the first response.
    private mutating func keepFirst(_ name: String, _ value: ResolvedText) {
        guard values[name] == nil, value.missing.isEmpty, value.secrets.isEmpty else { return }
        values[name] = value.text
        test.variables.append((self.name(of: name), value.text))
    }

    private mutating func generate(_ name: String) {
        let variable = self.name(of: String(name.dropFirst()))
        guard !test.generated.contains(where: { $0.name == variable }) else { return }
        test.generated.append((variable, name))
    }

    /// The name of a variable in the file: that of the collection where it has only letters, digits and `_`.
    private mutating func name(of variable: String) -> String {
        if let name = names[variable] { return name }
        let pieces = placeholders.shellText(placeholders.mark(for: variable, .variable)).pieces
        let name = pieces.lazy.compactMap { if case .variable(let name) = $0 { name } else { nil } }.first ?? variable
        names[variable] = name
        return name
    }

    // MARK: - Limits

    /// A part of a request that cannot be expressed, and whether the request is left out for it.
    private func limits(of source: LoadTest.Source) -> (all: [String], isFinal: Bool) {
        let rendered = Self.render(source, source.scopes, in: collection)
        var (final, limits): ([String], [String]) = ([], [])
        switch rendered.credential {
        case .digest: final.append("credentials of type digest")
        case .ntlm: final.append("credentials of type ntlm")
        case .wsse: final.append("credentials of type wsse")
        case .aws: final.append("signatures of AWS")
        case .oauth1: final.append("signatures of OAuth 1")
        case .basic, .bearer, .apiKey, .oauth2, nil: break
        }
        if case .server(let proxy) = rendered.proxy.choice(for: rendered.url), proxy.scheme.hasPrefix("socks") {
            final.append("a SOCKS proxy")
        }
        let texts = source.definition.texts + [source.definition.url] + source.definition.headers.map(\.value)
        if texts.contains(where: { $0.contains(/\{\{\s*\$\w+\s*\(/) }) { final.append("a function in a template") }
        let unknown = rendered.generatedNames.filter { !Self.dynamicNames.contains($0) }
        if !unknown.isEmpty { final.append("generated values: \(unknown.joined(separator: ", "))") }
        if let plan = ScriptPlan(source.definition, at: source.path, of: collection) {
            limits.append("scripts of \(plan.places.joined(separator: ", "))")
        }
        let before = collection.actions(of: source.definition, at: source.path, phase: .beforeRequest)
        if !before.isEmpty { limits.append("variables that are set before the request") }
        if rendered.clientCertificate != nil { limits.append("the client certificate") }
        if rendered.retry != nil { limits.append("retries") }
        if let login = collection.login(for: source.path) { limits.append("login on 401 with \(login)") }
        if collection.companion[.request(source.path)].poll != nil { limits.append("polling") }
        if rendered.connection.settings != ConnectionSettings() { limits.append("settings of the connection") }
        return (final + limits, !final.isEmpty)
    }
}

extension LoadTest.Value {
    /// Reads an expression; nil if no generator can evaluate it.
    fileprivate init?(_ expression: String) {
        if let query = BodyQuery(expression: expression) {
            guard query.language == .regex else { return nil }
            self = .pattern(query.text)
            return
        }
        guard let served = ServedExpression(expression) else { return nil }
        if case .variable = served.root { return nil }
        self = .expression(served)
    }
}

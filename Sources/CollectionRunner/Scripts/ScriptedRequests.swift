import Exchanges
import MicroClient
import OpenCollection
import ScriptWorker

// Requests and responses as scripts see and change them.

extension RequestDefinition {
    /// - Parameter headers: Its own, and those that it inherits.
    func scriptRequest(headers: [Field]) -> ScriptState.Request {
        var request = ScriptState.Request()
        (request.url, request.method) = (url, method.isEmpty ? "GET" : method.uppercased())
        request.headers = headers.map { [$0.name, $0.value] }
        (request.body, request.bodyKind) = (body.text, body.kind.word ?? "none")
        request.form =
            body.form.filter(\.isEnabled).map { [$0.name, $0.value] }
            + body.parts.filter { $0.isEnabled && !$0.isFile }.map { [$0.name, $0.values.first ?? ""] }
        request.timeout = settings.timeoutInMilliseconds ?? 0
        request.pathParams = Dictionary(
            parameters.filter { $0.kind == .path }.map { ($0.field.name, $0.field.value) }
        ) { $1 }
        request.tags = tags
        request.authMode = auth.scriptWord
        return request
    }

    func changed(by change: ScriptedRequest) -> RequestDefinition {
        var changed = self
        if let url = change.url { changed.url = url }
        if let method = change.method { changed.method = method }
        if let headers = change.headers {
            changed.headers = headers.filter { $0.count == 2 }.map { Field($0[0], $0[1]) }
        }
        if let body = change.body {
            changed.body.text = body
            changed.body.kind = change.bodyKind.map { RequestBody.Kind(word: $0) } ?? changed.body.kind
        }
        if let form = change.form { changed.body.form = form.filter { $0.count == 2 }.map { Field($0[0], $0[1]) } }
        if let timeout = change.timeout.flatMap({ Int(exactly: $0.rounded()) }) {
            changed.settings.timeoutInMilliseconds = timeout
        }
        if let redirects = change.maxRedirects.flatMap({ Int(exactly: $0.rounded()) }) {
            changed.settings.maximumRedirects = redirects
        }
        return changed
    }
}

extension ScriptState.Request {
    /// Takes what was sent, but for what a script was not agreed to get: parts that lack a value.
    ///
    /// - Parameters:
    ///   - rendered: The request with the values that it was agreed to get.
    ///   - takesURL: Whether it may know the whole URL.
    mutating func take(_ sent: Exchange.SentRequest, _ rendered: RenderedRequest, _ takesURL: Bool) {
        func isWhole(_ parts: String...) -> Bool {
            !rendered.missing.contains { missing in parts.contains { missing.location.hasPrefix($0) } }
        }
        if takesURL, isWhole("URL", "query", "path parameter") { url = sent.url }
        headers = headers.map { row in
            let isKnown = row[0].lowercased() != "authorization" && isWhole("header \(row[0])", "header name")
            return [row[0], isKnown ? sent.headers[row[0]] ?? row[1] : row[1]]
        }
        if isWhole("body", "form", "query", "GraphQL"), let bytes = sent.body {
            body = String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension RenderedBody {
    /// The text of a body that is made before it is sent; nil for others.
    var text: String? {
        guard case .bytes(let bytes, _) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Auth {
    var scriptWord: String {
        switch self {
        case .none: "none"
        case .inherit: "inherit"
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "apikey"
        case .unsupported(let details): details.type
        }
    }
}

extension ScriptSend {
    /// Returns the request as it is sent: nothing is inherited, placeholders are replaced.
    func rendered(
        in collection: Collection, _ scopes: VariableScopes, _ defaults: ClientDefaults
    ) -> RenderedRequest {
        var definition = RequestDefinition()
        (definition.url, definition.method) = (url, method)
        definition.headers = headers.filter { $0.count == 2 }.map { Field($0[0], $0[1]) }
        if let body { (definition.body.kind, definition.body.text) = (.text, body) }
        if timeout > 0 { definition.settings.timeoutInMilliseconds = Int(exactly: timeout.rounded()) }
        var bare = collection
        bare.root = FolderDefinition()
        var rendered = RequestRenderer.render(definition, at: .root, in: bare, scopes: scopes, defaults: defaults)
        // Bruno sends placeholders without a value as text.
        rendered.missing = []
        return rendered
    }
}

extension ScriptSendResult {
    /// - Throws: ``ScriptProblem`` without a response.
    init(_ record: RecordedExchange) throws {
        self.init()
        guard record.failure == nil, let head = record.head else {
            throw ScriptProblem(record.failure?.message ?? "no response came")
        }
        (status, statusText) = (head.status, head.reasonWords)
        headers = head.headers.map { [$0.name, $0.value] }
        body =
            record.responseBody.map { store in
                store.withBytes(in: 0..<store.count) { String(decoding: $0, as: UTF8.self) }
            } ?? ""
        time = record.exchange.duration.map { Int($0 / .milliseconds(1)) } ?? 0
        url = record.exchange.attempts.last?.hops.last?.request.url ?? record.exchange.request.url
        size = record.scriptResponse?.size ?? size
    }
}

extension RecordedExchange {
    /// The response as scripts find it; nil if there is none.
    var scriptResponse: ScriptState.Response? {
        guard let head = facts.head else { return nil }
        var response = ScriptState.Response()
        (response.status, response.statusText) = (head.status, head.reasonWords)
        response.headers = head.headers.map { [$0.name, $0.value] }
        response.time = facts.exchange.duration.map { Int($0 / .milliseconds(1)) } ?? 0
        response.url = facts.exchange.attempts.last?.hops.last?.request.url ?? facts.exchange.request.url
        response.size.body = responseBody?.count ?? 0
        response.size.header = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        response.size.total = response.size.header + response.size.body
        return response
    }
}

import OpenCollection
import Quoting
import YAMLTree

extension PostmanReader {
    mutating func request(_ item: SourceNode, _ behavior: PostmanBehavior) -> ImportedItem {
        var definition = RequestDefinition()
        definition.settings.isPresent = true
        definition.settings.encodesURL = false
        definition.auth = .inherit
        var docs: [String] = []
        let behavior = behavior.overlaid(by: item["protocolProfileBehavior"])
        if let source = item["request"] {
            read(source, item, behavior, into: &definition, &docs)
        }
        definition.name = Self.name(item["name"]) ?? Self.fallbackName(definition)
        definition.variables = variables(item["variable"])
        definition.scripts = scripts(item["event"])
        definition.examples = examples(item["response"])
        if definition.kind == .graphQL, !definition.examples.isEmpty {
            docs += definition.examples.map(\.asDocs)
            let count = definition.examples.count
            note(.note, item, "examples of GraphQL requests are in the docs", [.examples: -count])
            definition.examples = []
        }
        var imported = ImportedItem(.request(definition), origin: item.origin)
        imported.policies = Self.policies(item)
        imported.policies.operation = definition.body.operationName
        definition.body.operationName = nil
        readBehavior(behavior, into: &definition)
        definition.docs = added(docs, to: definition.docs, at: item)
        imported.content = .request(definition)
        return imported
    }

    /// Returns a name for a request without one: "GET /users".
    private static func fallbackName(_ definition: RequestDefinition) -> String {
        let url = definition.url.cut(at: "?")?.before ?? definition.url
        let path = url.cut(at: "/").map { _ in url.droppingBytes(before: url.schemeAndHost) } ?? url
        return "\(definition.method) \(path.isEmpty ? "/" : path)"
    }

    private mutating func read(
        _ request: SourceNode, _ item: SourceNode, _ behavior: PostmanBehavior,
        into definition: inout RequestDefinition,
        _ docs: inout [String]
    ) {
        let method = request["method"]?.text?.trimmingWhitespaceScalars() ?? ""
        definition.method = method.isEmpty ? "GET" : method
        definition.docs = (request["description"] ?? item["description"]).flatMap(PostmanParts.documentation)
        definition.headers = headers(request["header"])
        definition.auth = auth(request["auth"] ?? item["auth"], inheriting: .inherit, &docs)
        readBody(request["body"], behavior, into: &definition, &docs)
        definition.placeOAuth1()
        let url = request.isObject ? request["url"] : request
        if let url, PostmanParts.isUnreadable(url: url) {
            note(.error, url, "a URL that is neither a text nor an object is left out")
        }
        definition = with(url, definition, at: item)
        for key in ["proxy", "certificate"] {
            guard let node = request[key], node.members?.isEmpty == false else { continue }
            note(.error, node, "a \(key) of a single request is left out: set it for the collection")
        }
    }

    private mutating func headers(_ node: SourceNode?) -> [Field] {
        noteNamelessRows(node)
        let headers = PostmanParts.headers(node).map(\.field)
        let names = Dictionary(grouping: headers.lazy.filter(\.isEnabled).map(\.name)) { $0.lowercased() }.values
        for repeated in names.filter({ $0.count > 1 }).compactMap(\.last).sorted() {
            if let node {
                note(.warning, node, "several headers \(repeated) are enabled: only the last is sent")
            }
        }
        return headers
    }

    // MARK: - URL

    /// Returns the request with its URL and the rows of it. Rows that the URL lacks are added to it.
    private mutating func with(
        _ node: SourceNode?, _ definition: RequestDefinition, at item: SourceNode
    ) -> RequestDefinition {
        noteNamelessRows(node?["query"])
        noteNamelessRows(node?["variable"])
        var result = definition.settingQuery(node)
        let missing = result.queryRows.filter { $0.status == .onlyInList || $0.status == .surplus }
        if !missing.isEmpty, let node {
            let rows = PostmanParts.rows(node["query"]).filter { row in
                row.isEnabled && missing.contains { $0.field.name == row.name.removingPercentCoding }
            }.suffix(missing.count)
            let pairs = rows.map(PostmanParts.pair).joined(separator: "&")
            let (url, hash) = result.url.cut(at: "#") ?? (result.url, "")
            let joined = url + (url.contains("?") ? "&" : "?") + pairs + (hash.isEmpty ? "" : "#\(hash)")
            result = definition.settingQuery(node, url: joined)
            note(.note, node, "rows of the query that the URL lacked are added to it")
        }
        let given = Set(PostmanParts.rows(node?["variable"]).map { $0.name.droppingBytes(before: ":") })
        let added = result.pathRows.count { !given.contains($0.name) }
        if added > 0, let node {
            note(.note, node, "path parameters without a value have an empty row", [.pathParameters: added])
        }
        return result
    }

    // MARK: - Settings

    private mutating func readBehavior(
        _ behavior: PostmanBehavior, into definition: inout RequestDefinition
    ) {
        for (key, value) in behavior.values.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "followRedirects": definition.settings.followsRedirects = value.isTrue
            case "maxRedirects": definition.settings.maximumRedirects = value.text.flatMap { Int($0) }
            case "followAuthorizationHeader": definition.settings.forwardsAuthorization = value.isTrue
            case "strictSSL", "disableUrlEncoding", "disableBodyPruning": break
            case "disabledSystemHeaders":
                let names = (value.members ?? []).filter(\.value.isTrue).map(\.key)
                if !names.isEmpty {
                    note(
                        .warning, value,
                        "headers that Postman was set not to send automatically: \(names.joined(separator: ", "))")
                }
            default:
                let isOff = value.text == "false" || value.elements?.isEmpty == true || value.members?.isEmpty == true
                if !isOff { note(.error, value, "the setting \(key) has no counterpart and is left out") }
            }
        }
    }
}

extension RequestDefinition {
    /// Puts the parameters of OAuth 1 that are not sent in a header where Postman sends them: with a form of a POST and the like in its body.
    fileprivate mutating func placeOAuth1() {
        guard case .unsupported(var details) = auth, details.type == "oauth1", details.members["placement"] == "query",
            body.kind == .formURLEncoded, method.uppercased() != "GET"
        else { return }
        details.members["placement"] = "body"
        auth = .unsupported(details)
    }

    /// Returns the request with a URL, the rows of its query and its path parameters.
    ///
    /// - Parameter url: the URL; nil for the one of the node.
    func settingQuery(_ node: SourceNode?, url: String? = nil) -> RequestDefinition {
        var copy = self
        copy.parameters =
            PostmanParts.rows(node?["query"]).map { Parameter(.query, $0.field) }
            + PostmanParts.rows(node?["variable"]).map { row in
                var field = row.field
                if field.name.utf8.first == UInt8(ascii: ":") { field.name = field.name.droppingBytes(before: ":") }
                return Parameter(.path, field)
            }
        return copy.settingURL(url ?? PostmanParts.url(node))
    }
}

extension String {
    /// The text as a server decodes a name in a query.
    var removingPercentCoding: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return self }
        var request = RequestDefinition()
        request.url = "?" + replacingBytes(of: "&", with: "%26").replacingBytes(of: "=", with: "%3D")
        return request.queryRows.first?.field.name ?? self
    }

    /// The URL up to its path: "https://host", or "{{baseUrl}}".
    fileprivate var schemeAndHost: String {
        let rest = cut(at: "/").flatMap { before, after in
            before.utf8.last == UInt8(ascii: ":") && after.utf8.first == UInt8(ascii: "/")
                ? after.dropFirst().description : nil
        }
        guard let rest else { return cut(at: "/")?.before ?? self }
        let host = rest.cut(at: "/")?.before ?? rest
        return String(prefix(count - rest.count)) + host
    }
}

extension RequestExample {
    /// The example in Markdown, for a request whose kind has no place for examples.
    var asDocs: String {
        let status = response?.status.map { " (\(Int(exactly: $0) ?? 0))" } ?? ""
        let body = response?.body.map { "\n\n```\($0.type)\n\($0.data)\n```" } ?? ""
        return "### Example: \(name ?? "response")\(status)\(body)"
    }
}

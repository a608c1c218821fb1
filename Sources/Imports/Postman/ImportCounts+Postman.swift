import OpenCollection

extension ImportCounts {
    /// Counts what a Postman collection contains, in its JSON.
    init(postman root: SourceNode) {
        countCommon(of: root)
        count(docs: root["info"]?["description"] ?? root["description"])
        for item in PostmanParts.items(of: root) { count(item: item) }
    }

    /// Counts what a Postman environment contains.
    init(postmanEnvironment environment: SourceNode) {
        self = [.environments: 1, .variables: PostmanParts.rows(environment["values"]).count]
    }

    private mutating func count(item: SourceNode) {
        guard let kind = PostmanParts.kind(of: item) else { return }
        if kind != .folder { count(request: item) }
        if kind == .request { return }
        self[.folders] += 1
        if kind == .folder {
            countCommon(of: item)
            count(docs: item["description"])
        }
        for child in PostmanParts.items(of: item) { count(item: child) }
    }

    /// Counts variables, scripts and credentials.
    private mutating func countCommon(of node: SourceNode, auth: SourceNode? = nil) {
        self[.variables] += PostmanParts.rows(node["variable"]).count
        self[.scripts] += PostmanParts.events(node["event"]).count
        count(auth: auth ?? node["auth"])
    }

    private mutating func count(request item: SourceNode) {
        self[.requests] += 1
        self[.examples] += (item["response"]?.elements ?? []).filter(\.isObject).count
        countCommon(of: item, auth: item["request"]?["auth"])
        guard let request = item["request"] else { return }
        self[.headers] += PostmanParts.headers(request["header"]).count
        count(docs: request["description"] ?? item["description"])
        count(body: request["body"])
        let url = request.isObject ? request["url"] : request
        self[.pathParameters] += PostmanParts.rows(url?["variable"]).count
        self[.queryParameters] += Self.queryParameters(
            PostmanParts.url(url), PostmanParts.rows(url?["query"]).map { ($0.name, $0.isEnabled) })
    }

    /// Counts rows of the query: disabled ones are in the list alone, others also, or only, in the URL.
    ///
    /// - Parameter encodesURL: Whether percent signs are sent as such, and so are part of the names.
    static func queryParameters(
        _ url: String, _ rows: [(name: String, isEnabled: Bool)], encodesURL: Bool = false
    ) -> Int {
        var inURL = RequestDefinition()
        inURL.settings.isPresent = true
        inURL.settings.encodesURL = encodesURL
        inURL.url = url
        let listed = Dictionary(grouping: rows.filter(\.isEnabled)) {
            encodesURL ? $0.name : $0.name.removingPercentCoding
        }.mapValues(\.count)
        let typed = Dictionary(grouping: inURL.queryRows) { $0.field.name }.mapValues(\.count)
        return rows.count { !$0.isEnabled } + listed.merging(typed, uniquingKeysWith: max).values.reduce(0, +)
    }

    private mutating func count(auth: SourceNode?) {
        if let kind = PostmanParts.authKind(auth), kind != "noauth" { self[.auth] += 1 }
    }

    private mutating func count(docs: SourceNode?) {
        if docs.flatMap(PostmanParts.documentation) != nil { self[.descriptions] += 1 }
    }

    private mutating func count(body: SourceNode?) {
        guard let mode = PostmanParts.mode(body) else { return }
        self[.bodies] += 1
        if mode == .urlencoded || mode == .formdata {
            self[.formFields] += PostmanParts.formRows(body?[mode.rawValue]).count
        }
    }
}

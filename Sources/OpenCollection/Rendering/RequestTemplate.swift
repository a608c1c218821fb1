import Quoting
import Text

/// A request with all that it inherits, its placeholders left in place: what code in another language is made of.
///
/// Disabled rows are left out; of each header there is one, as it will be sent.
public struct RequestTemplate: Sendable, Hashable {
    /// The method in upper case.
    public var method: String
    /// The scheme, host and port: "{{baseUrl}}", "https://api.example.com"; empty when the URL begins with its path.
    public var base: String
    /// The user and password in the URL, `user:password`; nil without them.
    public var userInfo: String?
    /// The path between its slashes, "/" is one empty segment; none without a path.
    public var segments: [[PathPiece]]
    /// The values of path parameters that are set.
    public var pathValues: [String: String]
    /// The query as a server will decode it, in the order of sending.
    public var query: [QueryItem]
    public var headers: [Field]
    public var auth: EffectiveAuth
    /// The body without comments in JSON; a GraphQL query is the JSON that it is sent as.
    public var body: RequestBody
    /// The timeout; nil: no limit.
    public var timeout: Duration?
    public var followsRedirects: Bool
    /// The retry settings from `microscope.yaml`; nil if there are none.
    public var retry: RetrySettings?

    /// A part of a segment.
    public enum PathPiece: Sendable, Hashable {
        /// A template.
        case text(String)
        /// `:name`
        case parameter(String)
    }

    public struct QueryItem: Sendable, Hashable {
        public var name: String
        /// The value; nil without an equals sign.
        public var value: String?
    }
}

extension Collection {
    /// Returns the content of a request with all that it inherits.
    ///
    /// - Parameter path: the request's file, or the one it would have.
    public func template(of definition: RequestDefinition, at path: ItemPath) -> RequestTemplate {
        let definition = withInheritedSettings(definition, at: path)
        let url = definition.urlTemplate
        let (base, userInfo) = url.baseWithoutUser
        let settings = EffectiveSettings(definition.settings)
        return RequestTemplate(
            method: definition.method.uppercased(), base: base, userInfo: userInfo, segments: url.segments,
            pathValues: definition.pathValues, query: definition.sentQuery,
            headers: headerRows(of: definition, at: path).map(\.field).onePerName,
            auth: effectiveAuth(of: definition.auth, at: path),
            body: definition.body.withoutComments(operation: operationName(of: definition, at: path)),
            timeout: settings.timeout, followsRedirects: settings.followsRedirects,
            retry: effectivePolicies(at: path).retry?.value)
    }
}

extension RequestDefinition {
    fileprivate var pathValues: [String: String] {
        let rows = pathRows.filter { $0.isEnabled && !$0.value.isWhitespaceOnly }
        return Dictionary(rows.map { ($0.name, $0.value) }) { $1 }
    }

    fileprivate var sentQuery: [RequestTemplate.QueryItem] {
        let spelling = QuerySpelling(encodesURL: settings.effectiveEncodesURL)
        let pairs = urlTemplate.pairs.filter { !$0.name.isEmpty }.map { pair in
            RequestTemplate.QueryItem(name: spelling.shownName(pair), value: pair.value.map(spelling.shown))
        }
        return pairs + rowsSentAfterURL.map { RequestTemplate.QueryItem(name: $0.name, value: $0.value) }
    }
}

extension RequestBody {
    fileprivate func withoutComments(operation: String?) -> RequestBody {
        guard kind == .json || kind == .graphQL else { return self }
        var copy = self
        copy.kind = .json
        copy.text = kind == .graphQL ? queryText(operation) : JSONComments.stripped(from: text)
        return copy
    }

    private func queryText(_ operation: String?) -> String {
        let variables = JSONComments.stripped(from: graphQLVariables ?? "")
        let name =
            OperationChoice(of: operation, in: text).name.map { ",\"operationName\":\(JSONText.quoted($0))" } ?? ""
        return
            "{\"query\":\(JSONText.quoted(text)),\"variables\":\(variables.isWhitespaceOnly ? "{}" : variables)\(name)}"
    }
}

extension URLTemplate {
    fileprivate var baseWithoutUser: (base: String, userInfo: String?) {
        // The last one counts; one within a placeholder is part of a name.
        let parts = TemplateParts(authority).split(at: "@")
        let host = parts.last ?? ""
        let userInfo = parts.count > 1 ? parts.dropLast().joined(separator: "@") : nil
        return (scheme + host, userInfo)
    }

    fileprivate var segments: [[RequestTemplate.PathPiece]] {
        guard !path.isEmpty else { return [] }
        let text = path.droppingBytes(before: "/")
        return TemplateParts(text).split(at: "/").map(PathSegment.pieces(of:))
    }
}

extension [Field] {
    /// The last of each name, at the place of its first.
    fileprivate var onePerName: [Field] {
        var rows: [Field] = []
        for row in self {
            if let index = rows.firstIndex(where: { $0.name.equalsIgnoringASCIICase(row.name) }) {
                rows[index] = row
            } else {
                rows.append(row)
            }
        }
        return rows
    }
}

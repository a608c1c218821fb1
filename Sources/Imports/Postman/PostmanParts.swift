import OpenCollection
import Quoting
import Text

/// A row of a header list, a query, a form or a list of variables.
struct PostmanField {
    var node: SourceNode
    var name: String
    /// The value as text; nil when it is null or missing.
    var value: String?
    var isEnabled: Bool
    var description: String?

    init(_ node: SourceNode) {
        self.node = node
        name = (node["key"] ?? node["id"] ?? node["name"])?.text ?? ""
        value = node["value"].flatMap { $0.text ?? $0.value.json(indent: nil) }
        isEnabled = !(node["disabled"]?.isTrue ?? false) && node["enabled"]?.text != "false"
        description = node["description"].flatMap(PostmanParts.documentation)
    }

    init(_ node: SourceNode, _ name: String, _ value: String) {
        (self.node, self.name, self.value, isEnabled) = (node, name, value, true)
    }

    var field: Field { Field(name, value ?? "", isEnabled: isEnabled, description: description) }
}

/// The parts of a Postman collection as versions 2.0 and 2.1 spell them: one of several shapes each.
enum PostmanParts {
    /// Returns a description: a text, or an object with its content; nil when it is blank.
    static func documentation(_ node: SourceNode) -> String? {
        let text = node.string ?? node["content"]?.string
        return text.flatMap { $0.trimmingWhitespaceScalars().isEmpty ? nil : $0 }
    }

    // MARK: - Rows

    /// Returns headers: a list of objects or lines, a text with a header per line, or an object with a member for each.
    static func headers(_ node: SourceNode?) -> [PostmanField] {
        guard let node else { return [] }
        if let text = node.string { return headerLines(text, node) }
        if node.isObject { return node["key"] == nil ? rows(node) : [PostmanField(node)] }
        return (node.elements ?? []).flatMap { element in
            element.string.map { headerLines($0, element) } ?? (element.isObject ? [PostmanField(element)] : [])
        }.filter { !$0.name.isEmpty }
    }

    private static func headerLines(_ text: String, _ node: SourceNode) -> [PostmanField] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            guard let (name, value) = String(line).cut(at: ":") else { return nil }
            return PostmanField(node, name.trimmingWhitespaceScalars(), value.trimmingWhitespaceScalars())
        }
    }

    /// Returns the rows with a name, of a query or of variables: a list, or an object with a member for each.
    static func rows(_ node: SourceNode?) -> [PostmanField] {
        guard let node else { return [] }
        let rows =
            node.elements?.filter(\.isObject).map(PostmanField.init)
            ?? node.members?.map { PostmanField($0.value, $0.key, $0.value.text ?? $0.value.value.json(indent: nil)) }
            ?? []
        return rows.filter { !$0.name.isEmpty }
    }

    /// Returns the rows with a value and no name, which nothing sends.
    static func namelessRows(_ node: SourceNode?) -> [SourceNode] {
        (node?.elements ?? []).filter { element in
            guard element.isObject else { return false }
            let row = PostmanField(element)
            return row.name.isEmpty && row.value?.isEmpty == false
        }
    }

    /// Returns the rows of a form; one without a name counts when it has a value.
    static func formRows(_ node: SourceNode?) -> [PostmanField] {
        if let text = node?.string, let node {
            return QueryItem.all(in: text).map { PostmanField(node, $0.name, $0.value ?? "") }
        }
        return (node?.elements ?? []).filter(\.isObject).map(PostmanField.init).filter {
            !$0.name.isEmpty || $0.value?.isEmpty == false || $0.node["src"] != nil
        }
    }

    // MARK: - Scripts

    /// Returns the events with code, or with a file of it.
    static func events(_ node: SourceNode?) -> [SourceNode] {
        (node?.elements ?? []).filter { !code(of: $0).isEmpty || $0["script"]?["src"] != nil }
    }

    /// Returns the code of an event; empty when there is only white space.
    static func code(of event: SourceNode) -> String {
        let script = event["script"]
        let exec = script?["exec"] ?? script
        let lines = exec?.string.map { [$0] } ?? exec?.elements?.map { $0.text ?? "" } ?? []
        let code = lines.map { $0.droppingBytes(behind: "\r") }.joined(separator: "\n").replacingBytes(
            of: "\r\n", with: "\n")
        return code.trimmingWhitespaceScalars().isEmpty ? "" : code
    }

    // MARK: - Credentials

    /// Returns the kind of an `auth` object; nil where there is none.
    static func authKind(_ node: SourceNode?) -> String? {
        guard let node, node.isObject else { return nil }
        let kind = node["type"]?.string ?? node.members?.first { $0.key != "type" && $0.value.value != .null }?.key
        return kind.flatMap { $0.isEmpty || $0 == "inherit" ? nil : $0 }
    }

    // MARK: - Bodies

    enum Mode: String {
        case raw, urlencoded, formdata, file, graphql
    }

    /// Returns the mode of a body; nil for an empty one, and one of another mode than these. A text is a raw body.
    static func mode(_ body: SourceNode?) -> Mode? {
        if body?.string?.isEmpty == false { return .raw }
        guard let body, body.isObject else { return nil }
        let word = body["mode"]?.string
        let mode =
            word.flatMap(Mode.init)
            ?? [.raw, .urlencoded, .formdata, .graphql, .file].first { body[$0.rawValue] != nil }
        return mode.flatMap { hasContent(body, $0) ? $0 : nil }
    }

    /// Returns the word for what a body is when nothing of it can be read; nil for one that can be, and for none.
    static func unknownMode(_ body: SourceNode?) -> String? {
        guard let body, body.value != .null, body.string == nil, mode(body) == nil else { return nil }
        guard body.isObject else { return "not an object" }
        guard let word = body["mode"]?.text, word != "none", !word.isEmpty, Mode(rawValue: word) == nil else {
            return nil
        }
        return "of the mode \(word)"
    }

    private static func hasContent(_ body: SourceNode, _ mode: Mode) -> Bool {
        let content = body[mode.rawValue]
        switch mode {
        case .raw: return rawText(content)?.isEmpty == false
        case .urlencoded, .formdata: return !formRows(content).isEmpty
        case .file: return (content?.string ?? content?["src"]?.text ?? content?["content"]?.string)?.isEmpty == false
        case .graphql:
            return content?.string?.isEmpty == false || content?["query"]?.string?.isEmpty == false
                || content?["variables"].map { $0.string?.trimmingWhitespaceScalars().isEmpty != true } ?? false
        }
    }

    static func rawText(_ content: SourceNode?) -> String? {
        content.flatMap { $0.text ?? ($0.value == .null ? nil : $0.value.json()) }
    }

    // MARK: - Items

    enum ItemKind {
        case request, folder
        /// A request that holds items too.
        case both
    }

    static func kind(of item: SourceNode) -> ItemKind? {
        guard item.isObject else { return nil }
        let request = item["request"].map { $0.string != nil || $0.isObject } ?? false
        let hasItems = item["item"]?.elements?.isEmpty == false
        if request { return hasItems ? .both : .request }
        return .folder
    }

    /// Returns the items of a collection or a folder. A single one may be without a list.
    static func items(of node: SourceNode) -> [SourceNode] {
        guard let item = node["item"] else { return [] }
        return item.elements ?? (item.isObject ? [item] : [])
    }

    // MARK: - URLs

    /// Whether a URL is neither a text nor an object, and cannot be read.
    static func isUnreadable(url: SourceNode?) -> Bool {
        url.map { $0.value != .null && $0.string == nil && !$0.isObject } ?? false
    }

    /// Returns the URL as text: as it was typed, else put together from its parts.
    static func url(_ node: SourceNode?) -> String {
        guard let node else { return "" }
        if let text = node.string { return text.trimmingWhitespaceScalars() }
        if let raw = node["raw"]?.string?.trimmingWhitespaceScalars(), !raw.isEmpty { return raw }
        let `protocol` = node["protocol"]?.string.map { $0.endsWithBytes(of: "://") ? $0 : $0 + "://" } ?? ""
        let host = joined(node["host"], by: ".")
        let port = node["port"]?.text.map { $0.isEmpty ? "" : ":\($0)" } ?? ""
        let path = joined(node["path"], by: "/")
        let slash = path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? "" : "/"
        let query = node["query"]?.string ?? rows(node["query"]).filter(\.isEnabled).map(pair).joined(separator: "&")
        let hash = node["hash"]?.text.map { $0.isEmpty ? "" : "#\($0)" } ?? ""
        return `protocol` + host + port + slash + path + (query.isEmpty ? "" : "?\(query)") + hash
    }

    /// Returns a row as part of a URL. Signs that would end its value are encoded, as Postman encodes them.
    static func pair(_ row: PostmanField) -> String {
        func encoded(_ text: String) -> String {
            text.replacingBytes(of: "&", with: "%26").replacingBytes(of: "#", with: "%23")
        }
        let name = encoded(row.name).replacingBytes(of: "=", with: "%3D")
        return row.value.map { "\(name)=\(encoded($0))" } ?? name
    }

    private static func joined(_ node: SourceNode?, by mark: String) -> String {
        guard let node else { return "" }
        if let text = node.text { return text }
        return (node.elements ?? []).map { $0.text ?? $0["value"]?.text ?? "" }.joined(separator: mark)
    }
}

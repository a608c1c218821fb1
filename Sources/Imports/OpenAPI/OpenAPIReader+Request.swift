import OpenCollection
import Quoting
import Secrets
import Text

extension OpenAPIReader {
    mutating func request(
        _ method: String, _ path: String, _ pathItem: SourceNode, _ operation: SourceNode
    ) -> ImportedItem {
        let isCallback = callback != nil
        var request = RequestDefinition()
        request.settings.isPresent = true
        request.settings.encodesURL = false
        request.method = Self.word(for: method)
        let name = operation["summary"]?.title ?? operation["operationId"]?.title
        request.name = name ?? SourceNode(.text("\(request.method) \(callback ?? path)")).title
        var docs: [String] = []
        if operation["deprecated"]?.isTrue == true {
            docs.append("Deprecated.")
            request.tags.append("deprecated")
        }
        let texts = [pathItem["summary"], operation["description"] ?? pathItem["description"]].compactMap { $0?.string }
        docs += texts.filter { !$0.isEmpty }
        if let line = Self.externalDocs(operation) { docs.append(line) }
        request.tags += Self.tags(of: operation).compactMap { $0.text.flatMap(Self.tag) }
        let parameters = self.parameters(pathItem, operation)
        readServer(operation["servers"] ?? pathItem["servers"], into: &request, &docs)
        readBody(operation, parameters, into: &request, &docs)
        let own = operation["security"].map { credential($0, &docs) }
        // The credentials are for the API, and not for its users.
        let others = isCallback ? OpenAPICredential() : inherited
        request.auth = own?.auth ?? (isCallback ? .none : .inherit)
        read(parameters, own ?? others, at: callback.map(Self.path) ?? path, into: &request)
        // The URL is known only now.
        let sent = request
        for index in request.examples.indices { request.examples[index].request?.show(sent) }
        readResponses(operation, into: &request, &docs)
        readCallbacks(operation)
        request.docs = docs.paragraphs
        return ImportedItem(.request(request), origin: operation.origin)
    }

    /// Makes requests of callbacks, but not of those that callbacks have themselves.
    private mutating func readCallbacks(_ operation: SourceNode) {
        guard operation["callbacks"] != nil else { return }
        guard callback == nil else {
            note(.error, operation, "callbacks of callbacks are left out")
            return
        }
        for (_, node) in members(of: operation, "callbacks") {
            guard let node = resolved(node) else { continue }
            for (expression, pathItem) in node.members ?? [] where !expression.beginsWithBytes(of: "x-") {
                callback = expression
                webhooks += items(at: "", pathItem).map(\.0)
                callback = nil
            }
        }
    }

    /// Returns the text after the expression with which the address of a callback begins; other expressions in it are parameters.
    private static func path(ofCallback address: String) -> String {
        guard let start = address.prefixMatch(of: /{\$[^}]*}/) else { return "" }
        return String(address[start.range.upperBound...]).replacing(/{\$[^}]*?([^}.\/#]+)}/) { "{\($0.1)}" }
    }

    private static func word(for method: String) -> String {
        let upper = method.uppercased()
        return method == method.lowercased() ? upper : method
    }

    /// Returns a tag of letters, digits, `_` and `-`; nil if nothing is left.
    private static func tag(_ text: String) -> String? {
        let tag = text.keepingLetters(else: "-")
        return tag.contains { $0 != "-" } ? tag : nil
    }

    private mutating func readServer(
        _ servers: SourceNode?, into request: inout RequestDefinition, _ docs: inout [String]
    ) {
        let all = (servers?.elements ?? []).compactMap { node in node["url"]?.string.map { (node, $0) } }
        guard let (server, _) = all.first else { return }
        request.variables += variables(of: server)
        if all.count > 1 { docs.append("Further servers: " + all.dropFirst().map(\.1).joined(separator: ", ")) }
    }

    // MARK: - Parameters

    /// Returns the parameters of the path and of the operation, which go before; each name and place once.
    private mutating func parameters(_ pathItem: SourceNode, _ operation: SourceNode) -> [SourceNode] {
        var all: [SourceNode] = []
        for node in elements(of: pathItem, "parameters") + elements(of: operation, "parameters") {
            guard let parameter = resolved(node) else { continue }
            guard let place = Self.place(of: parameter), place == "body" || parameter["name"]?.text != nil else {
                note(.error, node, "this is not a parameter; it is left out")
                continue
            }
            let name = Self.name(of: parameter).lowercased()
            if place == "header", ["accept", "content-type"].contains(name) {
                note(.note, node, Self.ignoredHeader)
            } else {
                all.append(parameter)
            }
        }
        var known: Set<String> = []
        return all.reversed().filter {
            known.insert("\(Self.place(of: $0) ?? "") \(Self.name(of: $0))").inserted
        }
        .reversed()
    }

    private static let ignoredHeader =
        "Accept, Content-Type and Authorization are not parameters: bodies and credentials set them"

    static func name(of parameter: SourceNode) -> String { parameter["name"]?.text ?? "" }

    /// Returns "query", "header" and so on; nil for a place that no version has.
    static func place(of parameter: SourceNode) -> String? {
        let places: Set = ["query", "path", "header", "cookie", "body", "formdata", "querystring"]
        return parameter["in"]?.string.map { $0.lowercased() }.flatMap { places.contains($0) ? $0 : nil }
    }

    private mutating func read(
        _ parameters: [SourceNode], _ credential: OpenAPICredential, at path: String,
        into request: inout RequestDefinition
    ) {
        var (rows, query): ([Parameter], [Field]) = ([], [])
        var (cookies, unsentCookies) = (credential.cookies, [String]())
        let (path, expanded) = Self.withoutQueryExpansion(Self.withoutPatterns(path))
        let (route, writtenQuery, literal) = Self.url(for: path)
        query += writtenQuery.pairs.map { Field($0.name, $0.value) }
        let writtenNames = writtenQuery.placeholderNames
        query += expanded.map { Field($0.inQuery, "", isEnabled: false) }
        let writtenCount = query.count
        for parameter in parameters {
            let name = Self.name(of: parameter)
            switch Self.place(of: parameter) {
            case "query" where query[..<writtenCount].contains { $0.name == name } || !writtenNames.contains(name):
                for row in queryRows(parameter) {
                    if let index = query[..<writtenCount].firstIndex(where: { $0.name == row.name }) {
                        query[index].take(row)
                    } else {
                        query.append(row)
                    }
                }
            case "querystring": query += queryRows(parameter)
            case "path" where literal.contains(name), "query":
                let text = text(of: parameter)
                // A made secret is a variable of the environment, by the same name.
                guard text != "{{\(name)}}" else { continue }
                request.variables.append(Variable(name, text, description: description(of: parameter)))
            case "path":
                let name = Self.expandedName(name)
                rows.append(
                    Parameter(.path, Field(name, text(of: parameter), description: description(of: parameter))))
            case "header" where name.lowercased() == "authorization" && credential.setsAuthorization:
                note(.note, parameter, Self.ignoredHeader)
            case "header":
                let isCredential = name.lowercased() == "authorization"
                let text = isCredential ? sample.secret(.null, under: name).plainText ?? "" : text(of: parameter)
                request.headers.append(
                    Field(name, text, isEnabled: isSent(parameter), description: description(of: parameter)))
            case "cookie":
                let pair = cookie(parameter, &request)
                if isSent(parameter) { cookies.append(pair) } else { unsentCookies.append(pair) }
            default: break
            }
        }
        let used = Set(([route] + query.map(\.value)).flatMap(\.placeholderNames))
        let known = sample.neededSecrets.union(request.variables.map(\.name))
        for name in literal where used.contains(name) && !known.contains(name) {
            request.variables.append(Variable(name, "string"))
        }
        for (pairs, isSent) in [(cookies, true), (unsentCookies, false)] where !pairs.isEmpty {
            request.headers.append(Field("Cookie", pairs.joined(separator: "; "), isEnabled: isSent))
        }
        request.headers += credential.headers
        query += credential.query
        request.parameters = rows
        request = request.settingURL((callback == nil ? "{{baseUrl}}" : "{{callbackUrl}}") + route)
        request.parameters += query.map { Parameter(.query, $0) }
        let sent = query.filter(\.isEnabled).map { "\($0.name)=\($0.value)" }
        if !sent.isEmpty { request.url += "?" + sent.joined(separator: "&") }
        for index in request.parameters.indices where request.parameters[index].kind == .path {
            let name = request.parameters[index].field.name
            guard request.parameters[index].field.value.isEmpty else { continue }
            // A colon that begins a segment and is no parameter's is sent as it is.
            request.parameters[index].field.value = path.containsBytes(of: "/:\(name)") ? ":\(name)" : "string"
        }
    }

    /// Returns a path with `:name` for segments that are a parameter, its query, and the names of parameters that are only a part of their
    /// segment.
    static func url(for path: String) -> (route: String, query: String, literal: [String]) {
        var literal: [String] = []
        let path = withoutPatterns(path)
        let route = path.cut(at: "#")?.before ?? path
        let (steps, query) = route.cut(at: "?").map { ($0.before, template($0.after)) } ?? (route, "")
        let segments = steps.split(at: "/").map { segment -> String in
            guard segment.contains("{") else { return segment }
            let name = segment.dropFirst().dropLast()
            if segment.first == "{", segment.last == "}", !name.isEmpty, !name.contains(where: { "{}".contains($0) }) {
                return ":\(expandedName(String(name)))"
            }
            let text = template(segment)
            literal += text.placeholderNames
            return text
        }
        literal += query.placeholderNames
        return (segments.joined(separator: "/"), query, literal)
    }

    /// Returns the name in an expression of a URI template (RFC 6570) or of a router, as in `{+path}`, `{proxy+}` and `{id:int}`.
    private static func expandedName(_ name: String) -> String {
        let isMark = { (mark: Character) in "+*#;".contains(mark) }
        var name = (name.cut(at: ":")?.before ?? name).drop(while: isMark)
        while name.last.map(isMark) == true { name.removeLast() }
        return String(name)
    }

    /// Returns a path with `{id}` for `{id:[0-9]{2}}`, as routers have it.
    private static func withoutPatterns(_ path: String) -> String {
        path.utf8.contains(UInt8(ascii: ":"))
            ? path.replacing(/{([^{}:\/]+):(?:[^{}]|{[^{}]*})*}/) { "{\($0.1)}" } : path
    }

    /// Cuts `{?a,b}` off a path, and returns the names in it; `{a?}` is no query.
    private static func withoutQueryExpansion(_ path: String) -> (path: String, names: [String]) {
        guard path.utf8.contains(where: { "?&".utf8.contains($0) }) else { return (path, []) }
        let path = path.replacingBytes(of: "?}", with: "}")
        let expression = /{[?&]([^{}]*)}/
        let names = path.matches(of: expression).flatMap { String($0.1).split(at: ",").map(expandedName) }
        return (path.replacing(expression, with: ""), names.filter { !$0.isEmpty })
    }

    /// Whether a parameter is sent: one that is required, or that the document shows a value of.
    private mutating func isSent(_ parameter: SourceNode) -> Bool {
        if parameter["required"]?.isTrue == true || shownValue(of: parameter) != nil { return true }
        let schema = resolved(parameter["schema"])
        return schema?["example"] != nil || schema?["examples"]?.elements?.isEmpty == false
    }

    /// Returns the description of a parameter, else of its schema, with the conditions of the schema.
    mutating func description(of parameter: SourceNode) -> String? {
        let parts = sample.parts(of: resolved(parameter["schema"]) ?? parameter)
        let items = parts.lazy.compactMap { $0["items"] }.first.map { sample.parts(of: $0) } ?? []
        let facts = Self.facts(parts, items).joined(separator: ", ")
        let isDeprecated = ([parameter] + parts).contains { $0["deprecated"]?.isTrue == true }
        let texts = [
            isDeprecated ? "Deprecated." : "",
            ([parameter] + parts).lazy.compactMap { $0["description"]?.string }.first { !$0.isEmpty } ?? "",
            facts.isEmpty ? "" : "(\(facts))",
        ].filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    // MARK: - Values

    /// Returns the example of a parameter, else a value of its type.
    ///
    /// - Parameter isText: Whether a value of a media type is spelled out.
    private mutating func value(of parameter: SourceNode, isText: Bool = true) -> SourceValue {
        if let value = shownValue(of: parameter) { return value }
        if let media = resolved(parameter["content"]?.members?.first?.value) {
            let value = example(media) ?? sample.value(of: media["schema"])
            return isText && value.plainText == nil ? .text(value.json(indent: nil)) : value
        }
        let schema = parameter["schema"] ?? parameter
        let value = sample.value(of: schema)
        if value == .number("0"), OpenAPISample.shown(resolved(schema) ?? schema) == nil { return .number("1") }
        return sample.secret(value, under: Self.name(of: parameter))
    }

    /// Returns the first value that the document shows of a parameter itself; nil if it shows none.
    private mutating func shownValue(of parameter: SourceNode) -> SourceValue? {
        if let example = parameter["example"] ?? parameter["x-example"] { return example.value }
        for (_, node) in parameter["examples"]?.members ?? [] {
            guard let example = resolved(node), let value = valueShown(by: example) else { continue }
            let pairs = example["serializedValue"]?.string?.pairs ?? []
            let hasName = ["query", "cookie"].contains(Self.place(of: parameter)) && !pairs.isEmpty
            guard hasName, pairs.allSatisfy({ $0.name == Self.name(of: parameter) }),
                value == example["serializedValue"]?.value
            else { return value }
            // Queries and cookies that are spelled out have the name before each value.
            let values = pairs.map { SourceValue.text($0.value.removingPercentCoding) }
            return values.count == 1 ? values[0] : .list(values)
        }
        return nil
    }

    /// Returns the value as a path or a header has it.
    private mutating func text(of parameter: SourceNode) -> String {
        let explodes = parameter["explode"]?.isTrue == true
        let (name, value) = (Self.name(of: parameter), value(of: parameter))
        var parts = [Self.joined(value, by: ",")]
        switch value {
        case .object(let members) where explodes: parts = members.map { "\($0.key)=\(Self.joined($0.value, by: ","))" }
        case .list(let elements) where explodes: parts = elements.map { Self.joined($0, by: ",") }
        default: break
        }
        switch (Self.place(of: parameter), parameter["style"]?.string) {
        case ("path", "label"): return parts.map { "." + $0 }.joined()
        case ("path", "matrix"):
            if explodes, case .object = value { return parts.map { ";" + $0 }.joined() }
            return parts.map { ";\(name)=\($0)" }.joined()
        default: return parts.joined(separator: ",")
        }
    }

    /// Returns a pair for the header. Its value is a variable: every literal in a Cookie header is taken for a secret.
    private mutating func cookie(_ parameter: SourceNode, _ request: inout RequestDefinition) -> String {
        let (name, text) = (Self.name(of: parameter), text(of: parameter))
        guard !SecretVocabulary.isAlwaysSecret(under: name) else { return "\(name)=\(text)" }
        request.variables.append(Variable(name, text, description: description(of: parameter)))
        return "\(name)={{\(name)}}"
    }

    private static func joined(_ value: SourceValue, by mark: String) -> String {
        switch value {
        case .list(let elements): elements.map { joined($0, by: mark) }.joined(separator: mark)
        case .object(let members):
            members.map { "\($0.key)\(mark)\(joined($0.value, by: mark))" }.joined(separator: mark)
        default: value.plainText ?? ""
        }
    }

    /// Returns the rows of a query parameter, spelled as its style has it.
    ///
    /// A whole query (`querystring`) is an object with a member for each row, or a text.
    private mutating func queryRows(_ parameter: SourceNode) -> [Field] {
        if Self.place(of: parameter) == "querystring" {
            guard case .object(let members) = value(of: parameter, isText: false) else {
                return text(of: parameter).pairs.map { name, value in
                    Field(name, value, isEnabled: isSent(parameter), description: description(of: parameter))
                }
            }
            return members.map {
                Field(
                    $0.key.inQuery, Self.joined($0.value, by: ",").inQuery, isEnabled: isSent(parameter),
                    description: description(of: parameter))
            }
        }
        return spread(value(of: parameter), Self.name(of: parameter), as: parameter).map { name, text in
            Field(name.inQuery, text.inQuery, isEnabled: isSent(parameter), description: description(of: parameter))
        }
    }

    /// Returns a name and a text for each row that a value takes.
    ///
    /// - Parameter node: the object with `style` and `explode`, or `collectionFormat` in version 2.0.
    func spread(_ value: SourceValue, _ name: String, as node: SourceNode?) -> [(name: String, text: String)] {
        let style = node?["style"]?.string ?? "form"
        let format = node?["collectionFormat"]?.string
        let explodes =
            format.map { $0 == "multi" } ?? node?["explode"].map(\.isTrue) ?? (style == "form" && !isSwagger)
        let mark =
            ["spaceDelimited": " ", "pipeDelimited": "|"][style] ?? ["ssv": " ", "tsv": "\t", "pipes": "|"][
                format ?? ""] ?? ","
        switch value {
        case .list where style == "deepObject", .object where style == "deepObject": return Self.deep(value, name)
        case .list(let elements) where explodes && !elements.isEmpty:
            return elements.map { (name, Self.joined($0, by: ",")) }
        case .object(let members) where explodes && !members.isEmpty:
            return members.map { ($0.key, Self.joined($0.value, by: ",")) }
        default: return [(name, Self.joined(value, by: mark))]
        }
    }
}

extension OpenAPIReader {
    /// Returns what a schema says of its values in words: its type, and their limits.
    ///
    /// - Parameters:
    ///   - parts: the schema, and those that it combines.
    ///   - items: the same for the elements of a list.
    private static func facts(_ parts: [SourceNode], _ items: [SourceNode]) -> [String] {
        func text(_ key: String) -> String? { parts.lazy.compactMap { $0[key]?.text }.first { !$0.isEmpty } }
        /// Returns a limit in words. Before version 3.1 an exclusive limit is a flag beside the limit.
        func limit(_ key: String, _ exclusive: String, _ words: (closed: String, open: String)) -> String? {
            if let open = text(exclusive), open != "true", open != "false" { return "\(words.open) \(open)" }
            return text(key).map { "\(text(exclusive) == "true" ? words.open : words.closed) \($0)" }
        }
        func count(_ key: String, _ words: String, _ thing: String) -> String? {
            text(key).map { "\(words) \($0) \(thing)\($0 == "1" ? "" : "s")" }
        }
        let words = (parts + items).lazy.compactMap { $0["enum"]?.elements?.compactMap(\.text) }.first { !$0.isEmpty }
        return [
            parts.lazy.compactMap { part in part["type"].flatMap { _ in OpenAPISample.type(part) } }.first,
            text("format"), words.map { "one of: \($0.joined(separator: ", "))" },
            limit("minimum", "exclusiveMinimum", ("at least", "more than")),
            limit("maximum", "exclusiveMaximum", ("at most", "less than")),
            count("minLength", "at least", "character"), count("maxLength", "at most", "character"),
            count("minItems", "at least", "item"), count("maxItems", "at most", "item"),
            text("pattern").map { "pattern \($0)" }, text("default").map { "default \($0)" },
        ].compactMap(\.self)
    }

    /// Returns a row for each scalar, as most servers read them: `a[b][c]` for members, and `a[]` for elements.
    private static func deep(_ value: SourceValue, _ name: String) -> [(name: String, text: String)] {
        let rows =
            switch value {
            case .list(let elements): elements.flatMap { deep($0, "\(name)[]") }
            case .object(let members): members.flatMap { deep($0.value, "\(name)[\($0.key)]") }
            case .null, .flag, .number, .text: [(name: name, text: value.plainText ?? "")]
            }
        return rows.isEmpty ? [(name, "")] : rows
    }
}

extension Field {
    /// Takes what a parameter says of a row that the path itself has: a value, unless it has one.
    fileprivate mutating func take(_ row: Field) {
        description = row.description
        guard !isEnabled || !value.placeholderNames.isEmpty else { return }
        value = row.value
        isEnabled = isEnabled || row.isEnabled
    }
}

extension [String] {
    /// The texts with an empty line between them; nil if there are none.
    var paragraphs: String? { isEmpty ? nil : joined(separator: "\n\n") }
}

extension String {
    /// Returns the text with a mark for each scalar that is no letter and none of some others.
    func keepingLetters(and others: String = "0123456789_-", else mark: Unicode.Scalar) -> String {
        let scalars = unicodeScalars.map {
            $0.properties.isAlphabetic || others.unicodeScalars.contains($0) ? $0 : mark
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The names and the values of a query.
    var pairs: [(name: String, value: String)] {
        QueryItem.all(in: self).map { ($0.name, $0.value ?? "") }
    }

    /// The text as a part of a query: what would end it, or be read as something else, is encoded.
    fileprivate var inQuery: String {
        let text = unicodeScalars.map { queryCodes[$0] ?? String($0) }.joined()
        guard utf8.contains(UInt8(ascii: "{")) else { return text }
        // Two braces that are not closed would take what comes after them for a name.
        return text.replacing(/{{((?:[^}]|}(?!}))*)$/) { "%7B%7B\($0.1)" }
    }
}

private let queryCodes: [Unicode.Scalar: String] = [
    "%": "%25", "&": "%26", "=": "%3D", "#": "%23", "+": "%2B", " ": "%20", "\t": "%09", "\n": "%0A", "\r": "%0D",
]

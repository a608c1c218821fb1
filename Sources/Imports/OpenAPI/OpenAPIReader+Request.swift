import OpenCollection
import Quoting

extension OpenAPIReader {
    mutating func request(
        _ method: String, _ path: String, _ pathItem: SourceNode, _ operation: SourceNode
    ) -> ImportedItem {
        var request = RequestDefinition()
        request.settings.isPresent = true
        request.settings.encodesURL = false
        request.method = Self.word(for: method)
        request.name = operation["summary"]?.title ?? operation["operationId"]?.title ?? "\(request.method) \(path)"
        request.auth = .inherit
        var docs: [String] = []
        if operation["deprecated"]?.isTrue == true {
            docs.append("Deprecated.")
            request.tags.append("deprecated")
        }
        if let text = operation["description"]?.string ?? pathItem["description"]?.string, !text.isEmpty {
            docs.append(text)
        }
        request.tags += (operation["tags"]?.elements ?? []).compactMap { $0.text.flatMap(Self.tag) }
        let parameters = self.parameters(pathItem, operation)
        readServer(operation["servers"] ?? pathItem["servers"], into: &request, &docs)
        readBody(operation, parameters, into: &request, &docs)
        read(parameters, at: path, into: &request)
        if let security = operation["security"] { request.auth = auth(security, &docs, &request) }
        request.examples = examples(operation, request)
        if operation["callbacks"]?.members?.isEmpty == false {
            note(.warning, operation, "callbacks of an operation are left out: they are requests to you")
        }
        request.docs = docs.isEmpty ? nil : docs.joined(separator: "\n\n")
        return ImportedItem(.request(request), origin: operation.origin)
    }

    private static func word(for method: String) -> String {
        let upper = method.uppercased()
        return method == method.lowercased() ? upper : method
    }

    /// Letters, digits, `_` and `-`; nil when nothing is left.
    private static func tag(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map {
            $0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0) ? $0 : "-"
        }
        let tag = String(String.UnicodeScalarView(scalars))
        return tag.contains { $0 != "-" } ? tag : nil
    }

    private mutating func readServer(
        _ servers: SourceNode?, into request: inout RequestDefinition, _ docs: inout [String]
    ) {
        let all = (servers?.elements ?? []).compactMap { node in node["url"]?.string.map { (node, $0) } }
        guard let (node, url) = all.first else { return }
        request.variables.append(Variable("baseUrl", Self.baseURL(Self.template(url))))
        for (name, variable) in node["variables"]?.members ?? [] {
            request.variables.append(Variable(name, variable["default"]?.text ?? ""))
        }
        if all.count > 1 { docs.append("Further servers: " + all.dropFirst().map(\.1).joined(separator: ", ")) }
    }

    // MARK: - Parameters

    /// Those of the path and of the operation, which go before; each name and place once.
    private mutating func parameters(_ pathItem: SourceNode, _ operation: SourceNode) -> [SourceNode] {
        var all: [SourceNode] = []
        for node in (pathItem["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? []) {
            guard let parameter = resolved(node), parameter["name"]?.string != nil, parameter["in"]?.string != nil
            else {
                note(.error, node, "this is no parameter; it is left out")
                continue
            }
            all.removeAll {
                $0["name"]?.string == parameter["name"]?.string && $0["in"]?.string == parameter["in"]?.string
            }
            all.append(parameter)
        }
        return all
    }

    private mutating func read(_ parameters: [SourceNode], at path: String, into request: inout RequestDefinition) {
        var rows: [Parameter] = []
        var cookies: [String] = []
        let (url, literal) = Self.url(for: path)
        for parameter in parameters {
            let name = parameter["name"]?.string ?? ""
            switch parameter["in"]?.string {
            case "query": rows += queryRows(parameter).map { Parameter(.query, $0) }
            case "path" where literal.contains(name):
                request.variables.append(Variable(name, text(of: parameter), description: description(of: parameter)))
            case "path":
                rows.append(
                    Parameter(.path, Field(name, pathText(of: parameter), description: description(of: parameter))))
            case "header":
                request.headers.append(
                    Field(
                        name, credentialText(of: parameter, named: name), isEnabled: isSent(parameter),
                        description: description(of: parameter)))
            case "cookie": cookies.append("\(name)=\(credentialText(of: parameter, named: "Cookie"))")
            default: break
            }
        }
        for name in literal where !request.variables.contains(where: { $0.name == name }) {
            request.variables.append(Variable(name, "string"))
        }
        if !cookies.isEmpty { request.headers.append(Field("Cookie", cookies.joined(separator: "; "))) }
        let query = rows.filter { $0.kind == .query && $0.field.isEnabled }.map { "\($0.field.name)=\($0.field.value)" }
        let mark = url.contains("?") ? "&" : "?"
        request.parameters = rows
        request = request.settingURL("{{baseUrl}}" + url + (query.isEmpty ? "" : mark + query.joined(separator: "&")))
        for index in request.parameters.indices where request.parameters[index].kind == .path {
            if request.parameters[index].field.value.isEmpty { request.parameters[index].field.value = "string" }
        }
    }

    /// A path with `:name` for segments that are a parameter, and the names of those that are only a part of their segment.
    private static func url(for path: String) -> (url: String, literal: [String]) {
        var literal: [String] = []
        let path = path.cut(at: "#")?.before ?? path
        let (route, query) = path.cut(at: "?").map { ($0.before, "?\(template($0.after))") } ?? (path, "")
        let segments = route.split(at: "/").map { segment -> String in
            guard segment.contains("{") else { return segment }
            let name = segment.dropFirst().dropLast()
            if segment.first == "{", segment.last == "}", !name.contains(where: { "{}".contains($0) }) {
                return ":\(name)"
            }
            let text = template(segment)
            literal += text.placeholderNames
            return text
        }
        literal += query.placeholderNames
        return (segments.joined(separator: "/") + query, literal)
    }

    private func isSent(_ parameter: SourceNode) -> Bool {
        parameter["required"]?.isTrue == true || parameter["example"] != nil
            || parameter["examples"]?.members?.isEmpty == false
    }

    /// Its description, with what its schema asks for.
    func description(of parameter: SourceNode) -> String? {
        let schema = parameter["schema"] ?? parameter
        let words = (schema["enum"]?.elements ?? []).compactMap(\.text)
        let facts = [
            schema["type"]?.string, words.isEmpty ? nil : "one of: \(words.joined(separator: ", "))",
            schema["minimum"]?.text.map { "at least \($0)" }, schema["maximum"]?.text.map { "at most \($0)" },
            schema["default"]?.text.map { "default \($0)" },
        ].compactMap { $0 }
        let description = parameter["description"]?.string ?? ""
        let text =
            facts.isEmpty
            ? description : description + (description.isEmpty ? "" : " ") + "(\(facts.joined(separator: ", ")))"
        return text.isEmpty ? nil : text
    }

    // MARK: - Values

    /// What the document shows for a parameter, else a value of its type.
    private mutating func value(of parameter: SourceNode) -> SourceValue {
        if let example = parameter["example"] { return example.value }
        if let first = parameter["examples"]?.members?.first, let example = resolved(first.value),
            let value = example["value"]
        {
            return value.value
        }
        if let media = parameter["content"]?.members?.first?.value {
            return media["example"]?.value ?? .text(sample.value(of: media["schema"]).json(indent: nil))
        }
        let schema = parameter["schema"] ?? parameter
        if case .number("0") = sample.value(of: schema), OpenAPISample.shown(resolved(schema) ?? schema) == nil {
            return .number("1")
        }
        return sample.value(of: schema)
    }

    private mutating func text(of parameter: SourceNode) -> String { Self.joined(value(of: parameter), by: ",") }

    /// The value of a header: of one that holds a secret, a secret variable, unless the document shows a value.
    private mutating func credentialText(of parameter: SourceNode, named header: String) -> String {
        let isShown = parameter["example"] != nil || parameter["examples"]?.members?.isEmpty == false
        guard !isShown, LiteralSecret.isAlwaysOne(under: header) else { return text(of: parameter) }
        let name = parameter["name"]?.string ?? header
        collection.neededSecrets.insert(name)
        return "{{\(name)}}"
    }

    private mutating func pathText(of parameter: SourceNode) -> String {
        let text = text(of: parameter)
        switch parameter["style"]?.string {
        case "label": return "." + text
        case "matrix": return ";\(parameter["name"]?.string ?? "")=\(text)"
        default: return text
        }
    }

    private static func joined(_ value: SourceValue, by mark: String) -> String {
        switch value {
        case .list(let elements): elements.map { joined($0, by: mark) }.joined(separator: mark)
        case .object(let members):
            members.map { "\($0.key)\(mark)\(joined($0.value, by: mark))" }.joined(separator: mark)
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .null: ""
        }
    }

    /// The rows of a query parameter, spelled as its style has it.
    private mutating func queryRows(_ parameter: SourceNode) -> [Field] {
        let name = parameter["name"]?.string ?? ""
        let style = parameter["style"]?.string ?? "form"
        let format = parameter["collectionFormat"]?.string
        let explodes =
            format.map { $0 == "multi" } ?? parameter["explode"].map(\.isTrue) ?? (style == "form" && !isSwagger)
        let mark =
            ["spaceDelimited": " ", "pipeDelimited": "|"][style] ?? ["ssv": " ", "tsv": "\t", "pipes": "|"][
                format ?? ""] ?? ","
        func row(_ name: String, _ value: String) -> Field {
            Field(
                name.inQuery, value.inQuery, isEnabled: isSent(parameter), description: description(of: parameter))
        }
        switch value(of: parameter) {
        case .list(let elements) where explodes && !elements.isEmpty:
            return elements.map { row(name, Self.joined($0, by: ",")) }
        case .object(let members) where style == "deepObject" && !members.isEmpty:
            return members.map { row("\(name)[\($0.key)]", Self.joined($0.value, by: ",")) }
        case .object(let members) where explodes && !members.isEmpty:
            return members.map { row($0.key, Self.joined($0.value, by: ",")) }
        case let value: return [row(name, Self.joined(value, by: mark))]
        }
    }
}

extension String {
    /// As a part of a query: what would end it, or be read as something else, is encoded.
    fileprivate var inQuery: String {
        let codes: [Unicode.Scalar: String] = [
            "%": "%25", "&": "%26", "=": "%3D", "#": "%23", "+": "%2B", " ": "%20", "\t": "%09", "\n": "%0A",
            "\r": "%0D",
        ]
        return unicodeScalars.map { codes[$0] ?? String($0) }.joined()
    }
}

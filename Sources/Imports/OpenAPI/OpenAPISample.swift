import OpenCollection
import Quoting
import Secrets

/// Makes values that fit schemas: what the document shows, else what its types allow.
struct OpenAPISample {
    private(set) var references: OpenAPIReferences
    /// The message that values are made for.
    var form = Form.request

    enum Form {
        case request, response

        /// The keyword of members that such a message does not have.
        fileprivate var omitted: String { self == .request ? "readOnly" : "writeOnly" }
        /// The most levels of a sample. An operation has one body and many responses, which are only looked at.
        fileprivate var maximumDepth: Int { self == .request ? 6 : 4 }
        fileprivate var maximumValues: Int { self == .request ? 2000 : 500 }
    }

    /// The number of values that the sample may still have: some schemas grow exponentially.
    private var budget = 0
    private var open: [String] = []
    /// Names of the secret variables that are used instead of made-up secrets.
    private(set) var neededSecrets: Set<String> = []
    /// Whether a name is that of a secret, for names that were asked about: the same ones come again and again.
    private var verdicts: [String: Bool] = [:]

    /// Largest number of references followed at once: a schema may combine another, which combines another, and so on.
    private static let longestChain = 100
    /// A text is not made longer than this to fit its schema, in characters.
    private static let longestText = 1000

    init(_ references: OpenAPIReferences) { self.references = references }

    mutating func resolved(_ node: SourceNode?) -> SourceNode? { references.resolved(node) }
    func text(of path: String, from file: String) -> String? { references.text(of: path, from: file) }

    /// Returns a value for a schema as a message has it: a request has no read-only members, a response no write-only ones.
    mutating func value(of schema: SourceNode?) -> SourceValue {
        budget = form.maximumValues
        return value(of: schema, depth: 0)
    }

    private mutating func value(of schema: SourceNode?, depth: Int) -> SourceValue {
        guard let schema, budget > 0, depth <= form.maximumDepth else { return .null }
        budget -= 1
        let place = place(schema)
        if let place, open.contains(place) || open.count == Self.longestChain { return .null }
        guard let node = references.resolved(schema), node.isObject else { return .null }
        if let place { open.append(place) }
        defer { if place != nil { open.removeLast() } }
        if let shown = Self.shown(node) { return shown }
        var value = made(node, depth)
        for part in node["allOf"]?.elements ?? [] {
            value = filled(value, schema, references.resolved(part)?["discriminator"])
        }
        return value
    }

    /// Returns a value that the schema itself shows; nil if there is none.
    static func shown(_ node: SourceNode) -> SourceValue? {
        (node["example"] ?? node["examples"]?.elements?.first ?? node["x-example"] ?? node["default"] ?? node["const"]
            ?? node["enum"]?.elements?.first)?.value
    }

    // MARK: - By type

    private mutating func made(_ node: SourceNode, _ depth: Int) -> SourceValue {
        let type = Self.type(node)?.lowercased()
        var parts: [SourceValue] = (node["allOf"]?.elements ?? []).map { value(of: $0, depth: depth) }
        if type == "object" { parts.append(object(node, depth)) }
        if let branch = Self.branch(node) {
            parts.append(filled(value(of: branch, depth: depth), branch, node["discriminator"]))
        }
        switch type {
        case "object": break
        case "array":
            if let items = node["prefixItems"]?.elements, depth < form.maximumDepth {
                return .list(items.map { value(of: $0, depth: depth + 1) })
            }
            guard node["items"] != nil, depth < form.maximumDepth else { return .list([]) }
            let item = value(of: node["items"], depth: depth + 1)
            return .list(item == .null ? [] : [item])
        case "integer", "number", "int", "long", "float", "double":
            return .number(Self.number(node))
        case "boolean", "bool": return .flag(true)
        case nil where !parts.isEmpty: break
        case nil, "null", "file": return .null
        default: return .text(Self.text(node))
        }
        return Self.merged(parts)
    }

    /// Returns the first of several schemas that a value may have.
    private static func branch(_ node: SourceNode) -> SourceNode? {
        (node["oneOf"] ?? node["anyOf"])?.elements?.first { type($0) != "null" }
    }

    /// Returns a schema, then those that it combines, and, of several that a value may have, the first, unless the schema has a type itself.
    mutating func parts(of schema: SourceNode) -> [SourceNode] {
        var parts: [SourceNode] = []
        var seen: Set<String> = []
        add(schema, to: &parts, &seen)
        return parts
    }

    private mutating func add(_ schema: SourceNode, to parts: inout [SourceNode], _ seen: inout Set<String>) {
        if let place = place(schema), !seen.insert(place).inserted { return }
        guard parts.count < Self.longestChain, let node = resolved(schema) else { return }
        parts.append(node)
        let branch = Self.type(node) == nil ? Self.branch(node) : nil
        for part in (node["allOf"]?.elements ?? []) + [branch].compactMap(\.self) { add(part, to: &parts, &seen) }
    }

    /// The properties of a schema and of the schemas that it combines, and the names of the required ones.
    struct Properties {
        fileprivate(set) var all: [String: SourceNode] = [:]
        fileprivate(set) var required: Set<String> = []
        /// Each schema is combined once: some combine each other, or one of them many times.
        fileprivate var seen: Set<String> = []
    }

    mutating func properties(of schema: SourceNode?) -> Properties {
        var properties = Properties()
        add(schema, to: &properties)
        return properties
    }

    private mutating func add(_ schema: SourceNode?, to properties: inout Properties) {
        if let place = schema.flatMap(place) {
            guard properties.seen.count < Self.longestChain, properties.seen.insert(place).inserted else { return }
        }
        guard let node = resolved(schema) else { return }
        for part in (node["allOf"]?.elements ?? []) + [Self.branch(node)].compactMap({ $0 }) {
            add(part, to: &properties)
        }
        for (key, property) in node["properties"]?.members ?? [] { properties.all[key] = property }
        properties.required.formUnion((node["required"]?.elements ?? []).compactMap(\.string))
    }

    /// Returns the place that a schema refers to; nil if it is no reference.
    private func place(_ schema: SourceNode) -> String? {
        schema["$ref"]?.string.map { references.place(of: $0, from: schema.file)?.text ?? $0 }
    }

    static func type(_ node: SourceNode) -> String? {
        let type = node["type"]
        if let word = type?.string { return word }
        if let words = type?.elements?.compactMap(\.string) { return words.first { $0 != "null" } ?? words.first }
        if node["properties"] != nil || node["additionalProperties"]?.isObject == true { return "object" }
        return node["items"] != nil ? "array" : nil
    }

    private mutating func object(_ node: SourceNode, _ depth: Int) -> SourceValue {
        var members: [SourceValue.Member] = []
        guard depth < form.maximumDepth else { return .object([]) }
        for (key, property) in node["properties"]?.members ?? [] {
            guard budget > 0, references.resolved(property)?[form.omitted]?.isTrue != true else { continue }
            let value = value(of: property, depth: depth + 1)
            members.append(SourceValue.Member(key: key, value: value == .null ? value : secret(value, under: key)))
        }
        if members.isEmpty, let further = node["additionalProperties"], further.isObject {
            members.append(SourceValue.Member(key: "key", value: value(of: further, depth: depth + 1)))
        }
        return .object(members)
    }

    /// Returns a secret variable for a made value with the name of a secret, and stars in a response: it never means the word "string", or the
    /// number zero. In an object or a list, each made value is one.
    mutating func secret(_ value: SourceValue, under name: String) -> SourceValue {
        let isSecret =
            verdicts[name] ?? (SecretVocabulary.isAlwaysSecret(under: name) && !name.contains { "{}".contains($0) })
        verdicts[name] = isSecret
        guard isSecret else { return value }
        return hidden(value == .null ? .text(Self.word) : value, as: name)
    }

    private mutating func hidden(_ value: SourceValue, as name: String) -> SourceValue {
        switch value {
        case .list(let elements): return .list(elements.map { hidden($0, as: name) })
        case .object(let members):
            return .object(members.map { SourceValue.Member(key: $0.key, value: hidden($0.value, as: name)) })
        case _ where value == .number("0") || Self.isFiller(value):
            guard form == .request else { return .text("***") }
            neededSecrets.insert(name)
            // A number stays one: its variable has no quotes.
            return value == .number("0") ? .number("{{\(name)}}") : .text("{{\(name)}}")
        case .null, .flag, .number, .text: return value
        }
    }

    private static let word = "string"

    /// Returns a text of this length that repeats ``word``.
    private static func filler(_ count: Int) -> String {
        guard count != word.count else { return word }
        return String(repeatElement(word, count: count / word.count + 1).joined().prefix(count))
    }

    private static func isFiller(_ value: SourceValue) -> Bool {
        guard case .text(let text) = value, text.utf8.count <= longestText, text.utf8.first == word.utf8.first else {
            return false
        }
        return text == filler(text.utf8.count)
    }

    /// Returns an object with the name of its schema in the member that distinguishes schemas.
    private func filled(_ value: SourceValue, _ branch: SourceNode, _ discriminator: SourceNode?) -> SourceValue {
        var members: [SourceValue.Member] = []
        if case .object(let own) = value { members = own } else if value != .null { return value }
        guard let name = discriminator?["propertyName"]?.string ?? discriminator?.string,
            let reference = branch["$ref"]?.string
        else { return value }
        let mapped = discriminator?["mapping"]?.members?.first { $0.value.string == reference }?.key
        let word = mapped ?? reference.split(at: "/").last ?? reference
        let member = SourceValue.Member(key: name, value: .text(word))
        if let index = members.firstIndex(where: { $0.key == name }) {
            members[index] = member
        } else {
            members.insert(member, at: 0)
        }
        return .object(members)
    }

    /// Returns one object with the members of all, or the first value if none is an object.
    private static func merged(_ parts: [SourceValue]) -> SourceValue {
        var members: [SourceValue.Member] = []
        for case .object(let part) in parts {
            for member in part {
                if let index = members.firstIndex(where: { $0.key == member.key }) {
                    members[index] = member
                } else {
                    members.append(member)
                }
            }
        }
        guard members.isEmpty else { return .object(members) }
        return parts.first { $0 != .object([]) } ?? parts.first ?? .null
    }

    /// Returns the smallest number that a schema allows, as the document spells it; zero where that is allowed.
    private static func number(_ node: SourceNode) -> String {
        func limit(_ key: String, exclusive: String, step: Int) -> (text: String, value: Double)? {
            let isFlag = node[exclusive]?.isTrue == true
            let (closed, open) = (node[key]?.text, isFlag ? node[key]?.text : node[exclusive]?.text)
            if let open, let value = Double(open), let whole = Int(exactly: value.rounded(step > 0 ? .down : .up)) {
                let (sum, isTooLarge) = whole.addingReportingOverflow(step)
                return isTooLarge ? nil : (String(sum), Double(sum))
            }
            return closed.flatMap { text in Double(text).map { (text, $0) } }
        }
        if let least = limit("minimum", exclusive: "exclusiveMinimum", step: 1), least.value > 0 { return least.text }
        if let most = limit("maximum", exclusive: "exclusiveMaximum", step: -1), most.value < 0 { return most.text }
        return "0"
    }

    private static func limit(_ key: String, _ node: SourceNode) -> Int? { node[key]?.text.flatMap { Int($0) } }

    private static func text(_ node: SourceNode) -> String {
        switch node["format"]?.string {
        case "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6"
        case "date": "2024-01-31"
        case "date-time": "2024-01-31T12:00:00Z"
        case "time": "12:00:00Z"
        case "email": "user@example.com"
        case "uri", "url": "https://example.com"
        case "hostname": "example.com"
        case "ipv4": "192.0.2.1"
        case "ipv6": "2001:db8::1"
        case "byte": "ZXhhbXBsZQ=="
        case "binary": ""
        default:
            filler(
                min(
                    max(word.count, limit("minLength", node) ?? 0), max(0, limit("maxLength", node) ?? longestText),
                    longestText))
        }
    }
}

import OpenCollection
import Quoting

/// A body that is a text, with the type that curl gives it.
struct CurlText {
    static let form = "application/x-www-form-urlencoded"

    private let text: String
    /// The rows of a form that are sent as this text; nil if there are none.
    private let rows: [Field]?
    /// The type that curl sends if no header says one.
    private let type: String

    init(_ text: String, rows: [Field]?, type: String) {
        (self.text, self.rows, self.type) = (text, rows, type)
    }

    func put(into definition: inout RequestDefinition, _ report: inout CurlReport) {
        let given = definition.value(ofHeader: "Content-Type")
        let kind = Self.kind(of: given ?? type)
        definition.body.kind = kind
        if kind == .formURLEncoded, let rows {
            definition.body.form = rows
        } else {
            if kind == .formURLEncoded { definition.body.kind = .text }
            definition.body.text = text
            if !isSent(by: definition) { definition.body.kind = .text }
        }
        setType(given, of: &definition, &report)
    }

    /// A body of JSON loses what is a comment to it.
    private func isSent(by definition: RequestDefinition) -> Bool {
        guard definition.body.kind == .json, text.utf8.contains(UInt8(ascii: "/")) else { return true }
        let collection = Collection(name: "")
        let scopes = VariableScopes(collection: collection, environment: nil, itemPath: "x.yml", request: definition)
        let rendered = RequestRenderer.render(
            definition, at: "x.yml", in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: ""))
        return rendered.body.bytes.elementsEqual(text.utf8)
    }

    private func setType(_ given: String?, of definition: inout RequestDefinition, _ report: inout CurlReport) {
        let own = Self.type(of: definition.body.kind)
        if let given {
            if given.hasSameBytes(as: own) { definition.headers.removeAll { $0.name.lowercased() == "content-type" } }
        } else if type != own {
            definition.headers.append(Field("Content-Type", type))
            if text.first.map("{[".contains) == true {
                report.notes.append(
                    "curl sends this body as \(type), though it looks like JSON: the header Content-Type says so.")
            }
        }
    }

    private static func kind(of type: String) -> RequestBody.Kind {
        let type = type.split(separator: ";").first.map { $0.trimmedWhitespace.lowercased() } ?? ""
        if type == "application/json" || type.hasSuffix("+json") { return .json }
        if ["application/xml", "text/xml"].contains(type) || type.hasSuffix("+xml") { return .xml }
        if type == "application/sparql-query" { return .sparql }
        return type == form ? .formURLEncoded : .text
    }

    private static func type(of kind: RequestBody.Kind) -> String {
        switch kind {
        case .json: "application/json"
        case .xml: "application/xml"
        case .sparql: "application/sparql-query"
        case .formURLEncoded: form
        default: "text/plain"
        }
    }
}

/// Lines about an import, beside the request.
struct CurlReport {
    /// Remarks that do not matter to the request that is sent.
    var notes: [String] = []
    /// Parts of the command that the request lacks.
    var losses: [String] = []

    mutating func add(_ other: CurlReport) {
        notes += other.notes
        losses += other.losses
    }
}

extension RequestDefinition {
    func value(ofHeader name: String) -> String? {
        headers.last { $0.name.lowercased() == name.lowercased() }?.value
    }

    mutating func addUnlessSet(_ name: String, _ value: String) {
        if self.value(ofHeader: name) == nil { headers.append(Field(name, value)) }
    }
}

/// The value of `-F` after its sign.
struct CurlPartReading {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = text[...].unicodeScalars }

    mutating func skip() { rest = rest.dropFirst() }

    mutating func values(separatedByCommas: Bool) -> [String] {
        var values = [word(until: separatedByCommas ? ",;" : ";")]
        while separatedByCommas, rest.first == "," {
            rest = rest.dropFirst()
            values.append(word(until: ",;"))
        }
        return values
    }

    /// `;type=text/plain;filename=x`
    mutating func options() -> [(name: String, value: String)] {
        var options: [(String, String)] = []
        while rest.first == ";" {
            rest = rest.dropFirst()
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            if rest.first == "=" { rest = rest.dropFirst() }
            options.append((String(name).trimmedWhitespace, word(until: ";")))
        }
        return options
    }

    private mutating func word(until ends: String) -> String {
        guard rest.first == "\"" else {
            let word = rest.prefix { !ends.unicodeScalars.contains($0) }
            rest = rest.dropFirst(word.count)
            return String(word)
        }
        rest = rest.dropFirst()
        var word = String.UnicodeScalarView()
        while let next = rest.popFirst(), next != "\"" {
            let isEscape = next == "\\" && rest.first.map("\"\\".unicodeScalars.contains) == true
            word.append(isEscape ? rest.removeFirst() : next)
        }
        return String(word)
    }
}

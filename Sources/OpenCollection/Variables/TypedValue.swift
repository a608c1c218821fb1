import Text

/// A value that paths can enter: what a variable's `type` and `data` mean, or what a capture found.
public enum TypedValue: Sendable, Hashable, ExpressibleByStringLiteral {
    case null
    case boolean(Bool)
    case number(Double)
    /// A number that a `Double` would not keep as it is written: of too many digits, in the JSON of a response or in what an assertion compares with.
    /// A row of data keeps any spelling in it, such as 19.90. It is never a variable of a file.
    case longNumber(String)
    case string(String)
    case list([TypedValue])
    /// Members in the order of their text.
    case object([Member])

    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: TypedValue

        public init(_ name: String, _ value: TypedValue) {
            self.name = name
            self.value = value
        }
    }

    public init(stringLiteral value: String) { self = .string(value) }

    /// Reads `text` as the type says; text that is not a value of that type stays a string.
    public init(_ text: String, as type: Variable.ValueType) {
        switch type {
        case .string, .null: self = .string(text)
        case .number: self = JavaScriptNumber.parse(text).map { .number($0) } ?? .string(text)
        case .boolean: self = text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : .string(text)
        case .object:
            switch try? JSONText.parse(text) {
            case .object(let members)?: self = .object(members)
            case .list(let elements)?: self = .list(elements)
            default: self = .string(text)
            }
        }
    }

    /// Reads compact JSON as ``jsonText`` writes it, numbers with all their digits; nil for what is not JSON.
    public init?(json: String) {
        guard let value = try? JSONText.parse(json, number: TypedValue.init(jsonNumber:)) else { return nil }
        self = value
    }

    /// Reads JSON in which numbers keep their text: 19.90, 1E400; nil for what is not JSON.
    public init?(jsonAsWritten json: String) {
        guard let value = try? JSONText.parse(json, number: TypedValue.init(numberAsWritten:)) else { return nil }
        self = value
    }

    private init(numberAsWritten text: String) {
        let number = Double(text) ?? .nan
        self = JavaScriptNumber.text(of: number) == text ? .number(number) : .longNumber(text)
    }

    /// A number as JSON writes it: as a `Double` unless that would lose digits of a whole number.
    public init(jsonNumber text: String) {
        let isWhole = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        let number = Double(text) ?? .nan
        let isKept = !isWhole || text.utf8.count < 16 || JavaScriptNumber.text(of: number) == text
        self = isKept ? .number(number) : .longNumber(text)
    }

    /// The text for a template: strings as they are, numbers re-printed, objects and lists as compact JSON.
    public var text: String {
        switch self {
        case .string(let text): text
        default: jsonText
        }
    }

    /// The value as compact JSON.
    public var jsonText: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): number.isFinite ? JavaScriptNumber.text(of: number) : "null"
        case .longNumber(let digits): digits
        case .string(let text): JSONText.quoted(text)
        case .list(let elements): "[\(elements.map(\.jsonText).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(JSONText.quoted($0.name)):\($0.value.jsonText)" }.joined(separator: ","))}"
        }
    }

    /// The member or element that one step of a path names; nil when there is none. The last of equal names counts.
    package func child(_ step: String) -> TypedValue? {
        switch self {
        case .object(let members): members.last { $0.name == step }?.value
        case .list(let elements): Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }
}

extension TypedValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral {
    public init(dictionaryLiteral members: (String, TypedValue)...) { self = .object(members.map { Member($0, $1) }) }
    public init(arrayLiteral elements: TypedValue...) { self = .list(elements) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

/// A place in a typed value: `a.b`, `a[0]`, `a.0`, `a["k"]`.
enum ValuePath {
    /// The steps of a path, the variable's name first; nil when the text is a plain name or no path.
    static func steps(_ text: String) -> [String]? {
        var steps: [String] = []
        var current = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case ".":
                if !current.isEmpty { steps.append(current) }
                current = ""
            case "[":
                guard let end = rest.firstIndex(of: "]") else { return nil }
                if !current.isEmpty { steps.append(current) }
                current = ""
                steps.append(unquoted(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            default: current.append(character)
            }
        }
        if !current.isEmpty { steps.append(current) }
        return steps.count > 1 ? steps : nil
    }

    private static func unquoted(_ text: Substring) -> String {
        for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return String(text.dropFirst().dropLast())
        }
        return String(text)
    }
}

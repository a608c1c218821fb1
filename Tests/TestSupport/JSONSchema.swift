public import OpenCollection

/// A JSON Schema (draft 2020-12) with the keywords that this program writes. Another keyword is a complaint.
public struct JSONSchema {
    private let root: TypedValue

    public init?(_ text: String) {
        guard let root = TypedValue(json: text) else { return nil }
        self.root = root
    }

    /// Returns what is wrong with a document, each with its place; empty if it is valid.
    public func complaints(about text: String) -> [String] {
        guard let value = TypedValue(json: text) else { return ["not JSON"] }
        return complaints(about: value)
    }

    public func complaints(about value: TypedValue) -> [String] { complaints(value, root, "$") }

    private func complaints(_ value: TypedValue, _ schema: TypedValue, _ place: String) -> [String] {
        switch schema {
        case .boolean(let isAllowed): isAllowed ? [] : ["\(place) is not known"]
        case .object(let keywords): keywords.flatMap { complaints(value, $0, in: schema, place) }
        default: ["\(place): the schema is no schema"]
        }
    }

    private func complaints(
        _ value: TypedValue, _ keyword: TypedValue.Member, in schema: TypedValue, _ place: String
    ) -> [String] {
        switch (keyword.name, keyword.value) {
        case ("type", let type):
            types(type).contains { value.hasType($0) } ? [] : ["\(place) is not \(type.jsonText)"]
        case ("const", let only): value == only ? [] : ["\(place) is not \(only.jsonText)"]
        case ("enum", .list(let values)):
            values.contains(value) ? [] : ["\(place) is not one of \(keyword.value.jsonText)"]
        case ("minimum", .number(let least)): value.number.map { $0 < least } == true ? ["\(place) is too small"] : []
        case ("maximum", .number(let most)): value.number.map { $0 > most } == true ? ["\(place) is too large"] : []
        case ("minLength", .number(let least)):
            value.hasType("string") && value.text.unicodeScalars.count < Int(least) ? ["\(place) is too short"] : []
        case ("minItems", .number(let least)):
            value.hasType("array") && value.elements.count < Int(least) ? ["\(place) has too few elements"] : []
        case ("minProperties", .number(let least)):
            value.memberCount.map { $0 < Int(least) } == true ? ["\(place) has too few members"] : []
        case ("pattern", .string(let pattern)):
            value.hasType("string") && !matches(value.text, pattern) ? ["\(place) does not match \(pattern)"] : []
        case ("required", .list(let keys)): missing(keys, in: value, place)
        case ("properties", .object(let properties)):
            properties.flatMap { key in
                value.member(key.name).map { complaints($0, key.value, "\(place).\(key.name)") } ?? []
            }
        case ("additionalProperties", let rule): others(value, rule, schema, place)
        case ("items", let rule):
            value.elements.enumerated().flatMap { complaints($1, rule, "\(place)[\($0)]") }
        case ("allOf", .list(let schemas)): schemas.flatMap { complaints(value, $0, place) }
        case ("anyOf", .list(let schemas)): fitsAny(of: schemas, value, place)
        case ("if", let condition): chosen(value, condition, schema, place)
        case ("$ref", .string(let reference)):
            referenced(reference).map { complaints(value, $0, place) } ?? ["no \(reference)"]
        case ("then", _), ("else", _), ("$defs", _), ("$schema", _), ("title", _), ("description", _),
            ("default", _):
            []
        default: ["\(place): the keyword \(keyword.name) is not known here"]
        }
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        (try? Regex(pattern)).map { text.contains($0) } ?? false
    }

    private func types(_ type: TypedValue) -> [TypedValue] { type.elements.isEmpty ? [type] : type.elements }

    private func missing(_ keys: [TypedValue], in value: TypedValue, _ place: String) -> [String] {
        guard case .object = value else { return [] }
        return keys.map(\.text).filter { value.member($0) == nil }.map { "\(place) has no \($0)" }
    }

    private func others(_ value: TypedValue, _ rule: TypedValue, _ schema: TypedValue, _ place: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.filter { schema.member("properties")?.member($0.name) == nil }
            .flatMap { complaints($0.value, rule, "\(place).\($0.name)") }
    }

    private func fitsAny(of schemas: [TypedValue], _ value: TypedValue, _ place: String) -> [String] {
        let all = schemas.map { complaints(value, $0, place) }
        return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? ["\(place): nothing is allowed"]
    }

    private func chosen(_ value: TypedValue, _ condition: TypedValue, _ schema: TypedValue, _ place: String) -> [String]
    {
        let branch = complaints(value, condition, place).isEmpty ? "then" : "else"
        return schema.member(branch).map { complaints(value, $0, place) } ?? []
    }

    private func referenced(_ reference: String) -> TypedValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(root) { $0?.member(String($1)) }
    }
}

extension TypedValue {
    fileprivate func member(_ name: String) -> TypedValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    fileprivate var elements: [TypedValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    fileprivate var memberCount: Int? { if case .object(let members) = self { members.count } else { nil } }

    fileprivate var number: Double? {
        switch self {
        case .number(let number): number
        case .longNumber(let digits): Double(digits)
        default: nil
        }
    }

    fileprivate func hasType(_ type: TypedValue) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.boolean, "boolean"), (.string, "string"), (.list, "array"), (.object, "object"),
            (.number, "number"), (.longNumber, "number"), (.longNumber, "integer"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }
}

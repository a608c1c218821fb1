/// A rule for the value at a place of a file. The rules are values: ``Schema`` is the table, ``SchemaCheck`` reads it.
package indirect enum SchemaRule: Sendable {
    case text
    case number
    /// A number within limits.
    case numberWithin(ClosedRange<Double>, isWhole: Bool)
    case boolean
    /// This value and no other.
    case only(Bool)
    case null
    /// One of these texts.
    case word([String])
    /// A text that this regular expression of JSON Schema matches; the expectation is for messages: "an absolute path".
    case matching(String, expectation: String)
    /// A text, list or mapping with something in it.
    case notEmpty(SchemaRule)
    case list(of: SchemaRule)
    /// A mapping with keys of one's own, all values of one rule.
    case map(of: SchemaRule)
    case object(ObjectRule)
    /// A mapping whose value under `key` says what else it holds.
    case byWord(key: String, [(word: String, rule: SchemaRule)])
    /// A mapping that is the first of these whose key it has.
    case byKey([(key: String, rule: SchemaRule)], otherwise: SchemaRule? = nil)
    /// A mapping of the one kind where a key says true, else of the other.
    case ifTrue(key: String, SchemaRule, otherwise: SchemaRule)
    /// Any one of several shapes, no two of which can be the same node.
    case either([SchemaRule])
    /// A folder or request of a bundled collection.
    case item
    case anything
}

/// A kind of mapping and its keys.
package struct ObjectRule: Sendable {
    /// The name for messages: "a header".
    let title: String
    package let keys: [KeyRule]

    package init(_ title: String, _ keys: [KeyRule]) { (self.title, self.keys) = (title, keys) }

    init(
        _ title: String, required: KeyValuePairs<String, SchemaRule> = [:],
        _ optional: KeyValuePairs<String, SchemaRule> = [:],
        beyondSchema: KeyValuePairs<String, SchemaRule> = [:]
    ) {
        self.title = title
        keys =
            required.map { KeyRule($0.key, $0.value) }
            + optional.map { KeyRule($0.key, $0.value, isRequired: false) }
            + beyondSchema.map { KeyRule($0.key, $0.value, isRequired: false) }
    }
}

package struct KeyRule: Sendable {
    package let name: String
    package let rule: SchemaRule
    package let isRequired: Bool
    /// The meaning of the value, for JSON Schemas and tables of keys; nil if the name says it.
    package let meaning: String?
    /// The value that counts without the key, for JSON Schemas; nil if there is none, or more words say it.
    package let standard: TypedValue?

    package init(
        _ name: String, _ rule: SchemaRule, isRequired: Bool = true, _ meaning: String? = nil,
        standard: TypedValue? = nil
    ) {
        (self.name, self.rule, self.isRequired, self.meaning) = (name, rule, isRequired, meaning)
        self.standard = standard
    }
}

extension SchemaRule {
    /// The expectation for messages: "a text".
    var expectation: String {
        switch self {
        case .text: "a text"
        case .number, .numberWithin: "a number"
        case .boolean: "true or false"
        case .only(let value): "\(value)"
        case .null: "nothing"
        case .word(let words): words.count == 1 ? "the word \(words[0])" : "one word of a list"
        case .matching(_, let expectation): expectation
        case .notEmpty(let rule): rule.expectation
        case .list: "a list"
        case .object(let object): "a mapping (\(object.title))"
        case .map, .byWord, .byKey, .ifTrue, .item: "a mapping"
        case .either(let rules):
            rules.filter { !$0.isNull }.map(\.expectation)
                .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " or ")
        case .anything: "anything"
        }
    }

    private var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension SchemaRule {
    /// Whether a quoted text would be what is expected without its quotes: a number, true or false.
    func fits(unquoted text: String) -> Bool {
        switch self {
        case .number, .numberWithin: Double(text) != nil
        case .boolean: ["true", "false"].contains(text)
        case .notEmpty(let rule): rule.fits(unquoted: text)
        case .either(let rules):
            !rules.contains(where: \.takesTexts) && rules.contains { $0.fits(unquoted: text) }
        default: false
        }
    }

    private var takesTexts: Bool {
        switch self {
        case .text, .matching: true
        default: false
        }
    }
}

extension SchemaRule {
    /// Mappings with keys of the format that are allowed there, or in the rows of a list.
    var objects: [ObjectRule] {
        switch self {
        case .object(let object): [object]
        case .list(of: let rule), .notEmpty(let rule): rule.objects
        case .byWord(_, let cases): cases.flatMap(\.rule.objects)
        case .byKey(let cases, let other): cases.flatMap(\.rule.objects) + (other?.objects ?? [])
        case .ifTrue(_, let rule, let other): rule.objects + other.objects
        case .either(let rules): rules.flatMap(\.objects)
        case .text, .number, .numberWithin, .boolean, .only, .null, .word, .matching, .map, .item, .anything: []
        }
    }
}

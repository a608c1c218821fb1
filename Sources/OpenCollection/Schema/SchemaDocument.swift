import Text

/// A rule as a JSON Schema. Long schemas that occur more than once become definitions, named after the first key that has them.
///
/// - Source: JSON Schema draft 2020-12.
package struct SchemaDocument {
    /// The length in bytes from which a schema becomes a definition.
    private static let longest = 200

    private var counts: [TypedValue: Int] = [:]
    private var names: [TypedValue: String] = [:]
    private var definitions: [TypedValue.Member] = []

    /// Returns the schema as indented JSON with a line end.
    package static func text(of rule: SchemaRule, title: String) -> String {
        var document = SchemaDocument()
        let root = document.root(rule, title: title)
        var output = JSONOutput(isIndented: true)
        root.write(to: &output)
        output.put("\n")
        return String(decoding: output.takeBytes(), as: UTF8.self)
    }

    private mutating func root(_ rule: SchemaRule, title: String) -> TypedValue {
        let schema = rule.jsonSchema
        // A folder of a bundled collection has items again.
        let items = schema.jsonText.contains(SchemaRule.itemReference) ? Schema.bundledItem : nil
        for schema in [schema, items].compactMap(\.self) { count(schema) }
        let root = schema.mappingSchemas(at: "file") { shared($0, at: $1) }
        if let items {
            let item = items.mappingSchemas(at: "item") { shared($0, at: $1) }
            definitions.insert(TypedValue.Member("item", item), at: 0)
        }
        let head: TypedValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
        ]
        return head.adding(root).adding(definitions.isEmpty ? [:] : ["$defs": .object(definitions)])
    }

    private mutating func count(_ schema: TypedValue) {
        _ = schema.mappingSchemas(at: "") { part, _ in
            let bare = part.bare
            counts[bare, default: 0] += 1
            if counts[bare] == 1 { count(bare) }
            return part
        }
    }

    /// Returns a reference for what is long and occurs more than once, else the schema with its parts replaced.
    private mutating func shared(_ schema: TypedValue, at key: String) -> TypedValue {
        let bare = schema.bare
        guard counts[bare, default: 0] > 1, bare.jsonText.utf8.count > Self.longest else {
            return schema.mappingSchemas(at: key) { shared($0, at: $1) }
        }
        let reference: TypedValue = ["$ref": .string("#/$defs/\(names[bare] ?? define(bare, as: key))")]
        return reference.adding(schema.ofKey)
    }

    private mutating func define(_ schema: TypedValue, as key: String) -> String {
        let taken = definitions.map(\.name) + ["item"]
        let name = taken.contains(key) ? "\(key)\(taken.count)" : key
        names[schema] = name
        let place = definitions.count
        definitions.append(TypedValue.Member(name, .null))
        definitions[place].value = schema.mappingSchemas(at: key) { shared($0, at: $1) }
        return name
    }
}

extension SchemaRule {
    fileprivate static let itemReference = "#/$defs/item"

    var jsonSchema: TypedValue {
        switch self {
        case .text: ["type": "string"]
        case .number: ["type": "number"]
        case .numberWithin(let range, let isWhole): Self.number(in: range, isWhole: isWhole)
        case .boolean: ["type": "boolean"]
        case .only(let value): ["const": .boolean(value)]
        case .null: ["type": "null"]
        case .word(let words): words.count == 1 ? ["const": .string(words[0])] : ["enum": .texts(words)]
        case .matching(let pattern, _): ["type": "string", "pattern": .string(pattern)]
        case .notEmpty(let rule): rule.jsonSchema.withSomething
        case .list(let element): ["type": "array", "items": element.jsonSchema]
        case .map(let value): ["type": "object", "additionalProperties": value.jsonSchema]
        case .object(let object): object.jsonSchema
        case .byWord(let key, let cases): Self.byWord(key, cases)
        case .byKey(let cases, let otherwise): Self.byKey(cases[...], otherwise, of: cases.map(\.key))
        case .ifTrue(let key, let rule, let otherwise):
            .choice(.having(key, ["const": true]), rule.jsonSchema, otherwise.jsonSchema)
        case .either(let rules): Self.either(rules.map(\.jsonSchema))
        case .item: ["$ref": .string(Self.itemReference)]
        case .anything: [:]
        }
    }

    private static func number(in range: ClosedRange<Double>, isWhole: Bool) -> TypedValue {
        guard range.lowerBound < range.upperBound else { return ["const": .number(range.lowerBound)] }
        return [
            "type": isWhole ? "integer" : "number", "minimum": .number(range.lowerBound),
            "maximum": .number(range.upperBound),
        ]
    }

    private static func byWord(_ key: String, _ cases: [(word: String, rule: SchemaRule)]) -> TypedValue {
        let choices = cases.map { TypedValue.choice(.having(key, ["const": .string($0.word)]), $0.rule.jsonSchema) }
        let known = TypedValue.having(key, ["enum": .texts(cases.map(\.word))])
        return TypedValue.object([.init("type", "object")]).adding(known).adding(["allOf": .list(choices)])
    }

    fileprivate static func byKey(
        _ cases: ArraySlice<(key: String, rule: SchemaRule)>, _ otherwise: SchemaRule?, of keys: [String]
    ) -> TypedValue {
        guard let (key, rule) = cases.first else {
            let none: TypedValue = ["type": "object", "anyOf": .list(keys.map { ["required": .texts([$0])] })]
            return otherwise?.jsonSchema ?? none
        }
        let rest = byKey(cases.dropFirst(), otherwise, of: keys)
        return .choice(["type": "object", "required": .texts([key])], rule.jsonSchema, rest)
    }

    /// Returns one schema for several; a null beside a plain schema only adds to its type.
    private static func either(_ schemas: [TypedValue]) -> TypedValue {
        let plain = schemas.filter { $0 != SchemaRule.null.jsonSchema }
        guard plain.count == 1, schemas.count == 2, case .object(var members) = plain[0],
            case .string(let type)? = plain[0].child("type"), plain[0].child("allOf") == nil
        else { return ["anyOf": .list(schemas)] }
        members[0].value = .texts([type, "null"])
        return .object(members)
    }
}

extension ObjectRule {
    fileprivate var jsonSchema: TypedValue {
        let required = keys.filter(\.isRequired).map(\.name)
        let properties = keys.map { key in
            let standard = key.standard.map { ["default": $0] as TypedValue }
            let meaning = key.meaning.map { ["description": TypedValue.string($0)] as TypedValue }
            return TypedValue.Member(key.name, key.rule.jsonSchema.adding(standard ?? [:]).adding(meaning ?? [:]))
        }
        return TypedValue.object([.init("type", "object")])
            .adding(required.isEmpty ? [:] : ["required": .texts(required)])
            .adding(["properties": .object(properties), "additionalProperties": false])
    }
}

extension Schema {
    /// An item of a file or of a bundled collection: by its type, else by the keys that it has.
    fileprivate static var bundledItem: TypedValue {
        let isTyped: TypedValue = ["anyOf": [.having("info", .having("type", [:])), .having("type", [:])]]
        let known: TypedValue = ["anyOf": .list(items.map { type($0.type) })]
        let choices = items.map { TypedValue.choice(type($0.type), SchemaRule.object($0.rule).jsonSchema) }
        let byKey = itemKeys.map { key, type in
            (key: key, rule: items.first { $0.type == type }.map { SchemaRule.object($0.rule) } ?? .anything)
        }
        return .choice(
            isTyped, ["allOf": .list([known] + choices)], SchemaRule.byKey(byKey[...], nil, of: byKey.map(\.key)))
    }

    /// Only scripts have their type at the top.
    private static func type(_ word: String) -> TypedValue {
        let type = TypedValue.having("type", ["const": .string(word)])
        return word == "script" ? type : .having("info", type)
    }
}

extension TypedValue {
    fileprivate static func texts(_ texts: [String]) -> TypedValue { .list(texts.map { .string($0) }) }

    /// An object with this key.
    fileprivate static func having(_ key: String, _ schema: TypedValue) -> TypedValue {
        ["type": "object", "required": .texts([key]), "properties": .object([Member(key, schema)])]
    }

    fileprivate static func choice(_ condition: Self, _ schema: Self, _ otherwise: Self? = nil) -> TypedValue {
        (["if": condition, "then": schema] as TypedValue).adding(otherwise.map { ["else": $0] } ?? [:])
    }

    /// The object with the members of another one, without those whose names it has.
    fileprivate func adding(_ other: TypedValue) -> TypedValue {
        guard case .object(let members) = self, case .object(let more) = other else { return self }
        return .object(members + more.filter { member in !members.contains { $0.name == member.name } })
    }

    /// The schema of a text, list or mapping, for those with something in them.
    fileprivate var withSomething: TypedValue {
        switch child("type")?.text {
        case "array": adding(["minItems": .number(1)])
        case "object": adding(["minProperties": .number(1)])
        default: adding(["minLength": .number(1)])
        }
    }

    /// The schema without what is said of the key that has it.
    fileprivate var bare: TypedValue { TypedValue.object(members.filter { !Self.isOfKey($0) }) }
    fileprivate var ofKey: TypedValue { TypedValue.object(members.filter(Self.isOfKey)) }

    private static func isOfKey(_ member: Member) -> Bool { ["default", "description"].contains(member.name) }

    private var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The schema with its parts changed, each with the key that leads to it.
    fileprivate func mappingSchemas(at key: String, _ change: (TypedValue, String) -> TypedValue) -> TypedValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                switch (member.name, member.value) {
                case ("properties", .object(let keys)):
                    Member("properties", .object(keys.map { Member($0.name, change($0.value, $0.name)) }))
                case ("allOf", .list(let parts)), ("anyOf", .list(let parts)):
                    Member(member.name, .list(parts.map { change($0, key) }))
                case ("then", let part): Member("then", change(part, child("if")?.subject ?? key))
                case ("items", let part), ("additionalProperties", let part), ("else", let part):
                    Member(member.name, change(part, key))
                default: member
                }
            })
    }

    /// The word or key that a condition is about.
    private var subject: String? {
        if case .string(let word)? = child("const") { return word }
        guard case .object(let keys)? = child("properties"), let first = keys.first else {
            guard case .list(let keys)? = child("required"), case .string(let key)? = keys.first else { return nil }
            return key
        }
        return first.value.subject ?? first.name
    }

    /// Writes the value indented; lists of scalars, and short objects without parts, are on one line.
    fileprivate func write(to output: inout JSONOutput) {
        switch self {
        case .object(let members) where members.contains { $0.value.hasParts } || jsonText.utf8.count > 80:
            output.open("{")
            for member in members {
                output.name(member.name)
                member.value.write(to: &output)
            }
            output.close("}")
        case .list(let elements) where elements.contains(where: \.hasParts):
            output.open("[")
            for element in elements {
                output.element()
                element.write(to: &output)
            }
            output.close("]")
        default: output.put(jsonText)
        }
    }

    private var hasParts: Bool {
        switch self {
        case .object: true
        case .list(let elements): elements.contains(where: \.hasParts)
        default: false
        }
    }
}

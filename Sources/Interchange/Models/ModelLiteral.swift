import OpenCollection

/// Writes the values of a request's body in terms of its model.
struct ModelLiteral {
    var values: SampleValues
    /// The declarations by name, which is unique at every level of nesting.
    private let declarations: [String: Place]

    private struct Place {
        var declaration: ModelDeclaration
        /// "Body.Address"
        var fullName: String
    }

    init(_ model: Model, values: SampleValues) {
        self.values = values
        var all: [String: Place] = [:]
        Self.gather(model.declarations, into: &all, within: "")
        declarations = all
    }

    private static func gather(
        _ declarations: [ModelDeclaration], into all: inout [String: Place], within prefix: String
    ) {
        for declaration in declarations {
            let fullName = prefix + declaration.name
            all[declaration.name] = Place(declaration: declaration, fullName: fullName)
            switch declaration {
            case .structure(let structure): gather(structure.nested, into: &all, within: fullName + ".")
            case .choice(let choice): gather(choice.nested, into: &all, within: fullName + ".")
            }
        }
    }

    /// Returns a literal of a type; nil if the value has none.
    mutating func expression(_ tree: JSONTree, _ type: ModelType, key: String = "") -> SwiftExpression? {
        switch (tree, type) {
        case (_, .anything): anything(tree, key: key)
        case (.null, .optional): .text("nil")
        case (_, .optional(let wrapped)): expression(tree, wrapped, key: key)
        case (.bool(let value), .bool): .text("\(value)")
        case (.number(let text), .int), (.number(let text), .unsigned), (.number(let text), .double): .text(text)
        case (.string(let text), .string): string(text, key: key)
        case (.array(let elements), .array(let type)): array(elements, type, key: key)
        case (.object(let members), .dictionary(let type)): dictionary(members, type)
        case (_, .named(let name)): named(tree, name, key: key)
        default: nil
        }
    }

    /// A `JSONValue`.
    private mutating func anything(_ tree: JSONTree, key: String) -> SwiftExpression? {
        let (name, type): (String, ModelType) =
            switch tree {
            case .null: ("null", .anything)
            case .bool: ("bool", .bool)
            case .number: ("number", .double)
            case .string: ("string", .string)
            case .array: ("array", .array(.anything))
            case .object: ("object", .dictionary(.anything))
            }
        if tree == .null { return .text(".null") }
        // A `Double` holds no longer integers.
        if case .number(let text) = tree, text.count > 15 { return nil }
        return expression(tree, type, key: key).map { .call(".\(name)", [.init(nil, $0)]) }
    }

    private mutating func string(_ text: String, key: String) -> SwiftExpression {
        .text(values.text(text, credential: SampleValues.credential(key, text)).expression)
    }

    private mutating func array(_ elements: [JSONTree], _ type: ModelType, key: String) -> SwiftExpression? {
        var texts: [SwiftExpression.Element] = []
        for element in elements {
            guard let text = expression(element, type, key: key) else { return nil }
            texts.append(.init(nil, text))
        }
        return .list(open: "[", texts, close: "]")
    }

    private mutating func dictionary(_ members: [JSONTree.Member], _ type: ModelType) -> SwiftExpression? {
        var texts: [SwiftExpression.Element] = []
        for member in members {
            guard let text = expression(member.value, type, key: member.key) else { return nil }
            texts.append(.init("\(SwiftLiteral.string(member.key)):", text))
        }
        return texts.isEmpty ? .text("[:]") : .list(open: "[", texts, close: "]")
    }

    private mutating func named(_ tree: JSONTree, _ name: String, key: String) -> SwiftExpression? {
        guard let place = declarations[name] else { return nil }
        switch (place.declaration, tree) {
        case (.structure(let structure), .object(let members)): return object(members, structure, place.fullName)
        case (.choice(let choice), _):
            for one in choice.cases {
                guard let value = expression(tree, one.type, key: key) else { continue }
                return .call(".\(one.name)", [.init(nil, value)])
            }
            return nil
        default: return nil
        }
    }

    private mutating func object(
        _ members: [JSONTree.Member], _ structure: ModelStructure, _ fullName: String
    ) -> SwiftExpression? {
        var arguments: [SwiftExpression.Element] = []
        for property in structure.properties {
            guard let member = members.last(where: { $0.key == property.key }) else { continue }
            guard let value = expression(member.value, property.type, key: property.key) else { return nil }
            arguments.append(.init("\(SwiftName.label(property.name)):", value))
        }
        return .call(fullName, arguments)
    }
}

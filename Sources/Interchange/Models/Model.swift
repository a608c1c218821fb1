/// A type of a model.
indirect enum ModelType: Sendable, Hashable {
    case bool, int, unsigned, decimal, double, string, date
    /// Anything: what was null, empty or missing whenever it was seen.
    case anything
    case array(ModelType)
    case dictionary(ModelType)
    case optional(ModelType)
    /// A type that is declared beside the model.
    case named(String)

    /// The type as Swift writes it.
    var text: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .unsigned: "UInt64"
        case .decimal: "Decimal"
        case .double: "Double"
        case .string: "String"
        case .date: "Date"
        case .anything: "JSONValue"
        case .array(let element): "[\(element.text)]"
        case .dictionary(let value): "[String: \(value.text)]"
        case .optional(let wrapped): wrapped.text + "?"
        case .named(let name): name
        }
    }
}

/// A declaration that a model needs.
enum ModelDeclaration: Sendable, Hashable {
    case structure(ModelStructure)
    case choice(ModelChoice)

    var name: String {
        switch self {
        case .structure(let structure): structure.name
        case .choice(let choice): choice.name
        }
    }
}

/// An object.
struct ModelStructure: Sendable, Hashable {
    struct Property: Sendable, Hashable {
        var key: String
        /// The name without backticks.
        var name: String
        var type: ModelType
    }

    var name: String
    var properties: [Property] = []
    /// Types that only this one needs.
    var nested: [ModelDeclaration] = []

    /// Whether a property is named otherwise than its key.
    var needsCodingKeys: Bool { properties.contains { !$0.name.utf8.elementsEqual($0.key.utf8) } }
}

/// A value of one of several kinds.
struct ModelChoice: Sendable, Hashable {
    struct Case: Sendable, Hashable {
        var name: String
        var type: ModelType
    }

    var name: String
    /// The cases in the order in which they are tried.
    var cases: [Case] = []
    var nested: [ModelDeclaration] = []
}

/// A type with everything that it needs.
struct Model: Sendable, Hashable {
    var type: ModelType
    var declarations: [ModelDeclaration]
    /// Whether ``ModelType/anything`` occurs in it.
    var needsAnything: Bool
    /// The format of its dates; nil without dates.
    var dates: DateShape?
}

/// Makes types of what was seen.
struct ModelMaker {
    /// Names that no other type of the output may have.
    private(set) var taken: Set<String>
    /// Whether the model is of what is sent: dates stay texts, so that they go out as written, and null is a value.
    var isForSending = false
    /// The name that the next type is to have, although all others have to keep off it.
    private var promised: String?
    private var needsAnything = false
    private var dates: DateShape?

    /// - Parameter taken: names of types that are declared around the models.
    init(taken: Set<String> = []) { self.taken = taken.union(Self.known) }

    /// - Parameters:
    ///   - name: The name of the type, if it is an object.
    ///   - element: the same for an array of objects.
    mutating func model(of shape: JSONShape, name: String, element: String) -> Model {
        promised = name
        needsAnything = false
        dates = nil
        var declarations: [ModelDeclaration] = []
        var type = type(of: shape, name: name, element: element, in: &declarations)
        // Decoders of the library hand a text out as it came, quotes and all; so the top is read as any other value.
        if type == .string || type == .date { type = anything() }
        if shape.hasNull, type != .anything { type = .optional(type) }
        return Model(type: type, declarations: declarations, needsAnything: needsAnything, dates: dates)
    }

    // MARK: Kinds

    private mutating func type(
        of shape: JSONShape, name: String, element: String? = nil, in declarations: inout [ModelDeclaration]
    ) -> ModelType {
        if shape.hasUnknown || shape.kinds == 0 { return anything() }
        if shape.kinds > 1 { return choice(of: shape, name: name, in: &declarations) }
        if let array = shape.array {
            return self.array(array, element: element ?? SwiftName.singular(name) ?? name, in: &declarations)
        }
        if let object = shape.object { return self.object(object, name: name, in: &declarations) }
        return scalar(shape)
    }

    private mutating func scalar(_ shape: JSONShape) -> ModelType {
        if let number = shape.number { return number.type }
        guard let string = shape.string else { return .bool }
        guard !isForSending, let date = string.date else { return .string }
        dates = DateShape(hasFraction: date.hasFraction || dates?.hasFraction == true)
        return .date
    }

    private mutating func array(
        _ array: ArrayShape, element: String, in declarations: inout [ModelDeclaration]
    ) -> ModelType {
        guard let shape = array.elements.first else { return .array(anything()) }
        let type = type(of: shape, name: element, in: &declarations)
        return .array(shape.hasNull && type != .anything ? .optional(type) : type)
    }

    private mutating func object(
        _ object: ObjectShape, name: String, in declarations: inout [ModelDeclaration]
    ) -> ModelType {
        if let value = object.dictionaryValue {
            let type = type(of: value, name: SwiftName.singular(name) ?? name + "Value", in: &declarations)
            return .dictionary(value.hasNull && type != .anything ? .optional(type) : type)
        }
        if object.fields.isEmpty { return .dictionary(anything()) }
        let structure = structure(object, name: name)
        declarations.append(.structure(structure))
        return .named(structure.name)
    }

    private mutating func anything() -> ModelType {
        needsAnything = true
        return .anything
    }

    // MARK: Declarations

    private mutating func structure(_ object: ObjectShape, name: String) -> ModelStructure {
        var structure = ModelStructure(name: claim(name))
        var names: Set<String> = []
        for field in object.fields {
            let name = SwiftName.unique(SwiftName.property(field.key), among: names)
            names.insert(name)
            var type = type(of: field.shape, name: SwiftName.type(field.key), in: &structure.nested)
            let isNull = field.shape.hasNull && !(isForSending && type == .anything)
            if isNull || object.isOptional(field) { type = .optional(type) }
            structure.properties.append(.init(key: field.key, name: name, type: type))
        }
        return structure
    }

    private mutating func choice(
        of shape: JSONShape, name: String, in declarations: inout [ModelDeclaration]
    ) -> ModelType {
        var choice = ModelChoice(name: claim(name))
        if shape.hasBool { choice.cases.append(.init(name: "bool", type: .bool)) }
        if let number = shape.number { choice.cases.append(.init(name: "number", type: number.type)) }
        // A string beside other kinds is seldom a date on purpose.
        if shape.string != nil { choice.cases.append(.init(name: "string", type: .string)) }
        if let array = shape.array {
            let type = self.array(array, element: name + "Element", in: &choice.nested)
            choice.cases.append(.init(name: "array", type: type))
        }
        if let object = shape.object {
            let type = self.object(object, name: name + "Object", in: &choice.nested)
            choice.cases.append(.init(name: "object", type: type))
        }
        declarations.append(.choice(choice))
        return .named(choice.name)
    }

    private mutating func claim(_ name: String) -> String {
        if name == promised {
            promised = nil
            return name
        }
        let own = SwiftName.unique(Self.known.contains(name) ? name + "Model" : name, among: taken)
        taken.insert(own)
        return own
    }

    /// Types that the output speaks of, and that would mean something else if a model had their name.
    private static let known: Set<String> = [
        "Any", "Array", "Body", "Bool", "Client", "Codable", "CodingKey", "CodingKeys", "Connect", "Data", "Date",
        "Decimal",
        "Decodable", "Decoder", "DecodingError", "Delete", "Dictionary", "Double", "Duration", "Element", "Encodable",
        "Encoder", "Error", "Get", "HTTPMethod", "Hashable", "Head", "Hasher", "HttpRequest", "Int", "JSONDecoder",
        "JSONValue", "MultipartForm", "Never", "NetworkClient", "NetworkClientError", "NetworkConfiguration",
        "NetworkRequest", "NetworkResponse", "Optional", "Options", "Patch", "Path", "Post", "Protocol", "Put", "Query",
        "RequestWriter", "Response", "Result", "Self", "Sendable", "Set", "String", "Swift", "TextField", "FileField",
        "Trace", "Type", "UInt64", "URL", "URLFormItem", "URLQueryItem", "Void", "VoidRequest", "VoidResponse",
    ]
}

extension NumberShape {
    var type: ModelType {
        switch self {
        case .int: .int
        case .unsigned: .unsigned
        case .decimal: .decimal
        case .double: .double
        }
    }
}

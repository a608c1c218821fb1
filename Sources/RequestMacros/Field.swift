import DeclarationScanner

/// A property of a request, and its role.
struct Field {
    enum Role: Hashable {
        case path
        /// A query item, with its name in the URL.
        case query(String)
        case body
        case headers
        case timeout
        case cachePolicy
        /// No role in the request.
        case none
    }

    var role: Role
    var property: Property
    var binding: Property.Binding
    /// Whether the macro declares it: the property `body` for a type marked @Body.
    var isAdded = false

    init(role: Role, property: Property, binding: Property.Binding) {
        self.role = role
        self.property = property
        self.binding = binding
    }

    /// Creates the field `let body: Book`, at the place of `@Body struct Book`.
    init(bodyOf type: Declaration) {
        role = .body
        (property, binding) = type.property(named: "body")
        isAdded = true
    }

    var isStored: Bool {
        !property.isStatic && binding.accessors != .computed && !property.has("lazy")
    }

    /// Whether it is no parameter of an initializer, since it has a value that is constant or private.
    var isSettled: Bool { binding.value != nil && (property.isLet || isPrivate) }
    var isPrivate: Bool { property.has("private") || property.has("fileprivate") }

    /// Returns the name as written, backticks included.
    func name(_ scanner: SourceScanner) -> String { isAdded ? binding.name : scanner.text(binding.nameRange) }

    static let placeAttributes = ["Path", "Query", "Body"]
}

/// The fields of a request with the `#if`s around them.
indirect enum FieldTree {
    case field(Field)
    case conditional([Branch])

    struct Branch {
        var directive: String
        var trees: [FieldTree]
    }

    var fields: [Field] {
        switch self {
        case .field(let field): [field]
        case .conditional(let branches): branches.flatMap(\.trees).flatMap(\.fields)
        }
    }
}

extension [FieldTree] {
    /// Returns the lines for each field, in the `#if`s around it.
    func lines(_ lines: (Field) -> [String]) -> [String] {
        flatMap { tree -> [String] in
            switch tree {
            case .field(let field): return lines(field)
            case .conditional(let branches):
                let bodies = branches.map { ($0.directive, $0.trees.lines(lines)) }
                guard bodies.contains(where: { !$0.1.isEmpty }) else { return [] }
                return bodies.flatMap { [$0.0] + $0.1 } + ["#endif"]
            }
        }
    }
}

extension [Member] {
    /// Returns the fields in order of declaration.
    ///
    /// - Parameters:
    ///   - role: Returns the role of a property.
    ///   - addsBody: Returns whether the macro declares a property for a nested type.
    func fieldTrees(
        role: (Property, Property.Binding) -> Field.Role, addsBody: (Declaration) -> Bool
    ) -> [FieldTree] {
        flatMap { member -> [FieldTree] in
            switch member {
            case .property(let property):
                return property.bindings.map {
                    .field(Field(role: role(property, $0), property: property, binding: $0))
                }
            case .conditional(let branches):
                return [
                    .conditional(
                        branches.map {
                            .init(
                                directive: $0.directive, trees: $0.members.fieldTrees(role: role, addsBody: addsBody))
                        })
                ]
            case .type(let type): return addsBody(type) ? [.field(Field(bodyOf: type))] : []
            case .initializer, .other: return []
            }
        }
    }

    var hasInitializer: Bool {
        contains { member in
            switch member {
            case .initializer: true
            case .conditional(let branches): branches.contains { $0.members.hasInitializer }
            case .property, .type, .other: false
            }
        }
    }
}

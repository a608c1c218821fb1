import DeclarationScanner

/// A property of a request, and what becomes of it.
struct Field {
    enum Role: Hashable {
        case path
        /// The name in the URL.
        case query(String)
        case body
        case headers
        case timeout
        case cachePolicy
        /// The request's own business.
        case none
    }

    var role: Role
    var property: Property
    var binding: Property.Binding

    var isStored: Bool {
        !property.isStatic && binding.accessors != .computed && !property.has("lazy")
    }

    /// Whether it is no parameter of an initializer: it has its value, for good or for this file.
    var isSettled: Bool { binding.value != nil && (property.isLet || isPrivate) }
    var isPrivate: Bool { property.has("private") || property.has("fileprivate") }

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

extension [Member] {
    /// The fields in order of declaration; `role` says what each one is.
    func fieldTrees(role: (Property, Property.Binding) -> Field.Role) -> [FieldTree] {
        flatMap { member -> [FieldTree] in
            switch member {
            case .property(let property):
                return property.bindings.map {
                    .field(Field(role: role(property, $0), property: property, binding: $0))
                }
            case .conditional(let branches):
                return [
                    .conditional(
                        branches.map { .init(directive: $0.directive, trees: $0.members.fieldTrees(role: role)) })
                ]
            case .initializer, .other: return []
            }
        }
    }

    var hasInitializer: Bool {
        contains { member in
            switch member {
            case .initializer: true
            case .conditional(let branches): branches.contains { $0.members.hasInitializer }
            case .property, .other: false
            }
        }
    }
}

/// A type declaration, as far as its source shows it. Ranges are UTF-8 offsets in the scanned source.
public struct Declaration: Sendable, Hashable {
    public var attributes: [Attribute]
    public var modifiers: [Modifier]
    /// The keyword: "struct", "class", "enum", "actor", "protocol" or "extension".
    public var keyword: String
    public var keywordRange: Range<Int>
    /// The name without backticks; empty when there is none.
    public var name: String
    public var nameRange: Range<Int>
    /// Whether it has parameters in angle brackets.
    public var isGeneric = false
    public var members: [Member]
    /// The offset after the opening brace; nil when there is none.
    public var bodyStart: Int?
}

extension Declaration {
    /// Returns a property of this type, with the range of this type's name.
    public func property(named name: String) -> (property: Property, binding: Property.Binding) {
        let binding = Property.Binding(name: name, nameRange: nameRange, type: nameRange, accessors: .none)
        let property = Property(
            attributes: attributes, modifiers: modifiers, isLet: true, start: keywordRange.lowerBound,
            bindings: [binding])
        return (property, binding)
    }
}

/// An attribute such as `@Query("q")`.
public struct Attribute: Sendable, Hashable {
    /// The last component of its name: "Query" also for `@MicroClientMacros.Query`.
    public var name: String
    /// The range from the `@` to the end of the arguments.
    public var range: Range<Int>
    /// The range between the parentheses; nil without them.
    public var arguments: Range<Int>?
}

/// An argument in an attribute's parentheses.
public struct Argument: Sendable, Hashable {
    /// The word before the colon; nil if there is none.
    public var label: String?
    public var value: Range<Int>
}

/// A modifier such as `public`, `static` or `private(set)`.
public struct Modifier: Sendable, Hashable {
    public var name: String
    /// The text in parentheses, such as "set"; nil without them.
    public var detail: String?
}

/// A member in the body of a type.
public indirect enum Member: Sendable, Hashable {
    case property(Property)
    case initializer
    /// A nested type, whose own members are not read.
    case type(Declaration)
    /// Any other member, such as a function or a subscript, by its keyword.
    case other(String)
    /// The branches from `#if` to `#endif`.
    case conditional([Branch])

    public struct Branch: Sendable, Hashable {
        /// The line of the directive, such as "#if os(Linux)", "#else".
        public var directive: String
        public var members: [Member]
    }
}

/// A `let` or `var` with all its bindings.
public struct Property: Sendable, Hashable {
    public var attributes: [Attribute]
    public var modifiers: [Modifier]
    public var isLet: Bool
    /// The offset after the attributes: that of the modifiers, or else of `let` or `var`.
    public var start: Int
    public var bindings: [Binding]

    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
    public func has(_ modifier: String) -> Bool { modifiers.contains { $0.name == modifier && $0.detail == nil } }
    public var isStatic: Bool { has("static") || has("class") }

    public struct Binding: Sendable, Hashable {
        /// The name without backticks; empty for a pattern of several names.
        public var name: String
        /// The range of the name as written, backticks included.
        public var nameRange: Range<Int>
        public var type: Range<Int>?
        public var value: Range<Int>?
        public var accessors: Accessors
    }

    public enum Accessors: Sendable, Hashable { case none, computed, observers }
}

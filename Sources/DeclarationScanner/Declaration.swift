/// A type as far as its own words say what it is. Ranges are UTF-8 offsets in the source that was scanned.
public struct Declaration: Sendable, Hashable {
    public var attributes: [Attribute]
    public var modifiers: [Modifier]
    /// "struct", "class", "enum", "actor", "protocol", "extension".
    public var keyword: String
    public var keywordRange: Range<Int>
    /// Without backticks; empty when there is none.
    public var name: String
    public var nameRange: Range<Int>
    /// Whether it has parameters in angle brackets.
    public var isGeneric = false
    public var members: [Member]
    /// After the opening brace; nil when there is none.
    public var bodyStart: Int?
}

extension Declaration {
    /// A property of this type, at the place of its name.
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
    /// The last of its names: "Query" also of `@MicroClientMacros.Query`.
    public var name: String
    /// From the `@` to the end of the arguments.
    public var range: Range<Int>
    /// Between the parentheses; nil without them.
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
    /// "set"; nil without parentheses.
    public var detail: String?
}

/// What stands in the body of a type.
public indirect enum Member: Sendable, Hashable {
    case property(Property)
    case initializer
    /// A nested type, whose own members are not read.
    case type(Declaration)
    /// A function, a subscript, and whatever else there is, by its keyword.
    case other(String)
    /// `#if` to `#endif`.
    case conditional([Branch])

    public struct Branch: Sendable, Hashable {
        /// The line of the directive: "#if os(Linux)", "#else".
        public var directive: String
        public var members: [Member]
    }
}

/// A `let` or `var` with all its bindings.
public struct Property: Sendable, Hashable {
    public var attributes: [Attribute]
    public var modifiers: [Modifier]
    public var isLet: Bool
    /// After the attributes: the modifiers, or else `let` or `var`.
    public var start: Int
    public var bindings: [Binding]

    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
    public func has(_ modifier: String) -> Bool { modifiers.contains { $0.name == modifier && $0.detail == nil } }
    public var isStatic: Bool { has("static") || has("class") }

    public struct Binding: Sendable, Hashable {
        /// Without backticks; empty for a pattern of several names.
        public var name: String
        /// As written, backticks included.
        public var nameRange: Range<Int>
        public var type: Range<Int>?
        public var value: Range<Int>?
        public var accessors: Accessors
    }

    public enum Accessors: Sendable, Hashable { case none, computed, observers }
}

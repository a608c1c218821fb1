/// The types of a GraphQL server. It never changes, and is the same as another one only if it is that one.
public final class GraphQLSchema: Sendable, Hashable {
    public let types: [String: GraphQLType]
    /// The names of types in the order of their document.
    let order: [String]
    let directives: [GraphQLMember]
    /// The fields that can be asked for of each type: its own, and those that every server has.
    let selectable: [String: [GraphQLMember]]
    /// The names of the types that operations begin with, by "query", "mutation" and "subscription".
    let roots: [String: String]

    init(_ types: [GraphQLType], directives: [GraphQLMember], roots: [String: String]) {
        let own = Set(types.map(\.name))
        let types =
            types
            + Self.standardTypes.filter { !own.contains($0) }.map { GraphQLType(kind: .scalar, name: $0) }
        self.types = Dictionary(types.map { ($0.name, $0) }) { $1 }
        var known: Set<String> = []
        order = types.map(\.name).filter { known.insert($0).inserted }
        let written = Set(directives.map(\.name))
        self.directives = directives + Self.standardDirectives.filter { !written.contains($0.name) }
        let usual = ["query": "Query", "mutation": "Mutation", "subscription": "Subscription"]
        self.roots = (roots.isEmpty ? usual : roots).filter { known.contains($0.value) }
        let first = self.roots["query"]
        selectable = self.types.mapValues {
            $0.fields + [Self.typeName] + ($0.name == first ? Self.ofIntrospection : [])
        }
    }

    /// - Source: GraphQL specification, section 3.5.
    static let standardTypes = ["Int", "Float", "String", "Boolean", "ID"]

    /// - Source: GraphQL specification, section 3.13.
    private static let standardDirectives = ["include", "skip"].map {
        GraphQLMember($0, arguments: [GraphQLMember("if", type: "Boolean!")])
    }

    /// - Source: GraphQL specification, section 4.
    private static let typeName = GraphQLMember("__typename", type: "String!")
    private static let ofIntrospection = [
        GraphQLMember("__schema", type: "__Schema!"),
        GraphQLMember("__type", type: "__Type", arguments: [GraphQLMember("name", type: "String!")]),
    ]

    /// The type that operations of a kind begin with.
    func root(of operation: String) -> GraphQLType? { roots[operation].flatMap { types[$0] } }

    /// The types that can be meant in the place of an interface or a union.
    func possibleTypes(of type: GraphQLType) -> [GraphQLType] {
        switch type.kind {
        case .union: type.members.compactMap { types[$0] }
        case .interface: order.compactMap { types[$0] }.filter { $0.members.contains(type.name) }
        default: []
        }
    }

    public static func == (one: GraphQLSchema, other: GraphQLSchema) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type of a schema.
public struct GraphQLType: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case scalar, object, interface, union
        case enumeration = "enum"
        case input
    }

    var kind: Kind
    var name: String
    var description: String?
    /// The fields, and the values of an enumeration.
    var fields: [GraphQLMember] = []
    /// The types of a union, else the interfaces that it implements.
    var members: [String] = []

    var hasSelections: Bool { [.object, .interface, .union].contains(kind) }

    func field(_ name: String) -> GraphQLMember? { fields.first { $0.name == name } }
}

/// A field, an argument, a directive or a value of an enumeration.
public struct GraphQLMember: Sendable, Hashable {
    var name: String
    /// As it is written: "[User!]!"; empty where it has none.
    var type: String
    var description: String?
    var arguments: [GraphQLMember]
    /// As it is written; nil without one.
    var defaultValue: String?
    /// Why it is deprecated; nil if it is not.
    var deprecation: String?
    /// Where a directive may stand.
    var locations: [String] = []

    init(_ name: String, type: String = "", arguments: [GraphQLMember] = []) {
        (self.name, self.type, self.arguments) = (name, type, arguments)
    }

    /// "User" of "[User!]!".
    var typeName: String { type.filter { !"[]!".contains($0) } }
}

/// Why there is no schema: a sentence that says what to do.
public struct GraphQLSchemaProblem: Error, Sendable, Hashable {
    public var words: String

    public init(_ words: String) { self.words = words }
}

extension GraphQLSchema {
    /// Longer texts are no schemas, in bytes.
    public static let longestText = 16 << 20

    /// Reads a schema: the response to ``introspectionQuery``, or a text in the schema definition language.
    public static func read(_ text: String) throws(GraphQLSchemaProblem) -> GraphQLSchema {
        guard text.utf8.count <= longestText else {
            throw GraphQLSchemaProblem(
                "The schema has more than \(longestText >> 20) MB: give a smaller file with graphqlSchema.")
        }
        let first = text.utf8.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        let schema =
            first == UInt8(ascii: "{")
            ? try IntrospectionReader.schema(text) : SchemaLanguageReader.schema(text)
        guard schema.types.count > standardTypes.count else {
            throw GraphQLSchemaProblem(
                "There are no types in it: SDL, or the JSON of an introspection, was expected.")
        }
        return schema
    }
}

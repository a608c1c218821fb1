import Text

extension GraphQLSchema {
    /// Asks a server for its types, in the words that every version of the specification has.
    ///
    /// - Source: GraphQL specification (October 2021), section 4.
    public static let introspectionQuery = """
        query IntrospectionQuery {
          __schema {
            queryType { name }
            mutationType { name }
            subscriptionType { name }
            types { ...FullType }
            directives { name description locations args { ...InputValue } }
          }
        }
        fragment FullType on __Type {
          kind
          name
          description
          fields(includeDeprecated: true) {
            name
            description
            args { ...InputValue }
            type { ...TypeRef }
            isDeprecated
            deprecationReason
          }
          inputFields { ...InputValue }
          interfaces { ...TypeRef }
          enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
          possibleTypes { ...TypeRef }
        }
        fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
        fragment TypeRef on __Type {
          kind name
          ofType { kind name ofType { kind name ofType { kind name ofType { kind name
            ofType { kind name ofType { kind name ofType { kind name } } }
          } } } }
        }
        """
}

/// Reads the response to an introspection, or what was saved of it: with or without `data` around it.
struct IntrospectionReader {
    static func schema(_ text: String) throws(GraphQLSchemaProblem) -> GraphQLSchema {
        let root = try tree(text)
        guard let schema = root["data"]?["__schema"] ?? root["__schema"] else {
            throw problem(of: root)
        }
        let types = schema.elements("types").compactMap(type)
        let roots = ["query", "mutation", "subscription"].compactMap { word in
            schema["\(word)Type"]?["name"]?.text.map { (word, $0) }
        }
        return GraphQLSchema(
            types, directives: schema.elements("directives").compactMap(member),
            roots: Dictionary(uniqueKeysWithValues: roots))
    }

    private static func tree(_ text: String) throws(GraphQLSchemaProblem) -> Node {
        var text = text
        do {
            return try text.withUTF8 { bytes in
                var reader = JSONReader(bytes, maximumDepth: 64, isLenient: true)
                let node = try Node(&reader)
                try reader.end()
                return node
            }
        } catch {
            throw GraphQLSchemaProblem(
                "The response to the introspection is not JSON: is the URL that of a GraphQL server? graphqlSchema can name a file."
            )
        }
    }

    /// Servers of production often refuse: their own words are the best reason.
    private static func problem(of root: Node) -> GraphQLSchemaProblem {
        let advice =
            "Save its schema in a file of the collection and name that with graphqlSchema in microscope.yaml."
        guard let message = root.elements("errors").first?["message"]?.text else {
            return GraphQLSchemaProblem(
                "The response has no __schema: the server does not answer introspection. \(advice)")
        }
        return GraphQLSchemaProblem(
            "The server refuses introspection: \(String(message.prefix(200))). \(advice)")
    }

    private static func type(_ node: Node) -> GraphQLType? {
        guard let name = name(of: node) else { return nil }
        let kinds: [String: GraphQLType.Kind] = [
            "SCALAR": .scalar, "OBJECT": .object, "INTERFACE": .interface, "UNION": .union,
            "ENUM": .enumeration,
            "INPUT_OBJECT": .input,
        ]
        guard let kind = node["kind"]?.text.flatMap({ kinds[$0] }) else { return nil }
        var type = GraphQLType(kind: kind, name: name, description: node["description"]?.text)
        type.fields = ["fields", "inputFields", "enumValues"].flatMap {
            node.elements($0).compactMap(member)
        }
        type.members = node.elements(kind == .union ? "possibleTypes" : "interfaces").compactMap(
            Self.name)
        return type
    }

    private static func member(_ node: Node) -> GraphQLMember? {
        guard let name = name(of: node) else { return nil }
        var member = GraphQLMember(name, type: node["type"].map { text(ofType: $0) } ?? "")
        member.description = node["description"]?.text
        member.arguments = node.elements("args").compactMap(Self.member)
        member.defaultValue = node["defaultValue"]?.text
        member.locations = node.elements("locations").compactMap(\.text)
        if node["isDeprecated"]?.text == "true" {
            member.deprecation = node["deprecationReason"]?.text ?? "no longer supported"
        }
        return member
    }

    /// Nil for what cannot be a name in a query.
    private static func name(of node: Node) -> String? {
        guard let name = node["name"]?.text, !name.isEmpty, name.utf8.allSatisfy(GraphQLLexer.isOfName)
        else {
            return nil
        }
        return name
    }

    private static func text(ofType node: Node) -> String {
        let inner = node["ofType"].map { text(ofType: $0) } ?? ""
        return switch node["kind"]?.text {
        case "NON_NULL": inner + "!"
        case "LIST": "[\(inner)]"
        default: name(of: node) ?? inner
        }
    }
}

/// A value of JSON.
private indirect enum Node {
    case object([String: Node])
    case list([Node])
    /// Nil: null.
    case scalar(String?)

    init(_ reader: inout JSONReader) throws {
        switch try reader.peek() {
        case UInt8(ascii: "{"):
            var members: [String: Node] = [:]
            try reader.object { members[$1] = try Node(&$0) }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [Node] = []
            try reader.array { elements.append(try Node(&$0)) }
            self = .list(elements)
        default:
            switch try reader.scalar() {
            case .null: self = .scalar(nil)
            case .bool(let flag): self = .scalar(flag ? "true" : "false")
            case .number(let text), .string(let text): self = .scalar(text)
            }
        }
    }

    subscript(name: String) -> Node? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var text: String? { if case .scalar(let text) = self { text } else { nil } }

    func elements(_ name: String) -> [Node] {
        if case .list(let elements)? = self[name] { elements } else { [] }
    }
}

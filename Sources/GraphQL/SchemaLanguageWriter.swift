extension GraphQLSchema {
    /// The schema in the schema definition language. Types that every server has are left out.
    public var text: String {
        return ([rootsText] + directives.map(Self.text(ofDirective:)) + ownTypes.map(Self.text(of:)))
            .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// The number of types that not every server has.
    public var typeCount: Int { ownTypes.count }

    private var ownTypes: [GraphQLType] {
        order.filter { !$0.hasPrefix("__") && !Self.standardTypes.contains($0) }.compactMap {
            types[$0]
        }
    }

    private var rootsText: String {
        let names = ["query", "mutation", "subscription"].compactMap { word in
            roots[word].map { "  \(word): \($0)\n" }
        }
        return names.isEmpty ? "" : "schema {\n\(names.joined())}"
    }

    private static func text(ofDirective directive: GraphQLMember) -> String {
        guard !standardDirectiveNames.contains(directive.name), !directive.locations.isEmpty else {
            return ""
        }
        let head = directive.description.map { GraphQLString.written($0, indent: "") } ?? ""
        return
            "\(head)directive @\(directive.name)\(text(ofArguments: directive)) on \(directive.locations.joined(separator: " | "))"
    }

    private static let standardDirectiveNames: Set = ["include", "skip", "deprecated", "specifiedBy"]

    private static func text(of type: GraphQLType) -> String {
        let head = (type.description.map { GraphQLString.written($0, indent: "") } ?? "")
        let members =
            type.members.isEmpty
            ? ""
            : type.kind == .union
                ? " = \(type.members.joined(separator: " | "))"
                : " implements \(type.members.joined(separator: " & "))"
        let word = type.kind == .object ? "type" : type.kind.rawValue
        guard type.kind != .scalar, type.kind != .union else {
            return "\(head)\(word) \(type.name)\(members)"
        }
        return "\(head)\(word) \(type.name)\(members) {\n\(type.fields.map(line).joined())}"
    }

    private static func line(_ field: GraphQLMember) -> String {
        let head = field.description.map { GraphQLString.written($0, indent: "  ") } ?? ""
        return "\(head)  \(field.name)\(text(ofArguments: field))\(tail(of: field))\n"
    }

    private static func text(ofArguments field: GraphQLMember) -> String {
        guard !field.arguments.isEmpty else { return "" }
        guard field.arguments.contains(where: { $0.description != nil }) else {
            return "(\(field.arguments.map { $0.name + tail(of: $0) }.joined(separator: ", ")))"
        }
        let lines = field.arguments.map { argument in
            let head = argument.description.map { GraphQLString.written($0, indent: "    ") } ?? ""
            return "\(head)    \(argument.name)\(tail(of: argument))\n"
        }
        return "(\n\(lines.joined())  )"
    }

    private static func tail(of member: GraphQLMember) -> String {
        let type = member.type.isEmpty ? "" : ": \(member.type)"
        let value = member.defaultValue.map { " = \($0)" } ?? ""
        let reason = member.deprecation.map {
            " @deprecated(reason: \(GraphQLString.written($0.filter { !$0.isNewline }, indent: "").dropLast()))"
        }
        return type + value + (reason ?? "")
    }
}

import DeclarationScanner

/// One use of `@Get` or its siblings on a type: what the compiler gave, read once.
struct RequestMacro {
    let verb: RequestVerb
    let attribute: MacroSource
    let source: MacroSource
    let scanner: SourceScanner
    let declaration: Declaration
    let trees: [FieldTree]
    /// The path as it stands in the attribute, and where.
    let path: Literal
    let pathRange: Range<Int>

    /// - Parameters:
    ///   - attribute: `@Get("/users/:id")`.
    ///   - source: the declaration it is attached to.
    init?(verb: RequestVerb, attribute: MacroSource, source: MacroSource) {
        let scanner = SourceScanner(source.text)
        guard let declaration = scanner.declaration() else { return nil }
        self.verb = verb
        self.attribute = attribute
        self.source = source
        self.scanner = scanner
        self.declaration = declaration
        (path, pathRange) = Self.path(in: attribute)
        trees = declaration.members.fieldTrees { Self.role(of: $0, $1, scanner) }
    }

    var fields: [Field] { trees.flatMap(\.fields) }
    var isStruct: Bool { declaration.keyword == "struct" }

    /// What the user reads: `@Get`.
    var name: String { "@\(verb.rawValue)" }

    private static func role(
        of property: Property, _ binding: Property.Binding, _ scanner: SourceScanner
    ) -> Field.Role {
        if property.attribute("Path") != nil { return .path }
        if let query = property.attribute("Query") { return .query(queryName(query, scanner) ?? binding.name) }
        if property.attribute("Body") != nil { return .body }
        if property.isStatic { return .none }
        switch binding.name {
        case "body": return .body
        case "headers": return .headers
        case "timeout": return .timeout
        case "cachePolicy": return .cachePolicy
        default: return .none
        }
    }

    /// The name in `@Query("name")`.
    private static func queryName(_ attribute: Attribute, _ scanner: SourceScanner) -> String? {
        guard let arguments = attribute.arguments, case .text(let plain) = scanner.literal(in: arguments) else {
            return nil
        }
        return plain.text
    }

    /// What is in the attribute's parentheses, and where that is.
    private static func path(in source: MacroSource) -> (Literal, Range<Int>) {
        let scanner = SourceScanner(source.text)
        guard let attribute = scanner.leadingAttribute() else { return (.other, 0..<0) }
        guard let arguments = attribute.arguments else { return (.other, attribute.range) }
        return (scanner.literal(in: arguments), arguments)
    }

    /// Nil when the path is no text.
    var template: PathTemplate? {
        guard case .text(let plain) = path else { return nil }
        return PathTemplate(plain)
    }

    /// Of what is generated: "public " where the type is public, else nothing.
    var access: String {
        let name = ["public", "open", "package"].first { word in declaration.modifiers.contains { $0.name == word } }
        return name.map { $0 == "open" ? "public " : "\($0) " } ?? ""
    }
}

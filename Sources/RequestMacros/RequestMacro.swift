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
    /// The argument `of: User.self`; nil without one.
    let response: Argument?

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
        let attributeScanner = SourceScanner(attribute.text)
        (path, pathRange) = Self.path(in: attributeScanner)
        response = attributeScanner.leadingArguments.first { $0.label == "of" }
        let role = { Self.role(of: $0, $1, scanner) }
        let bodyTypes = declaration.members.fieldTrees(role: role) { _ in false }.flatMap(\.fields)
            .filter { $0.role == .body }.compactMap { $0.binding.type.map(scanner.text)?.typeName }
        trees = declaration.members.fieldTrees(role: role) { type in
            type.attributes.contains { $0.name == "Body" } && Self.isBodyType(type) && !bodyTypes.contains(type.name)
        }
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

    /// The first argument, and where that is.
    private static func path(in scanner: SourceScanner) -> (Literal, Range<Int>) {
        guard let path = scanner.leadingArguments.first?.value else {
            return (.other, scanner.leadingAttribute()?.range ?? 0..<0)
        }
        return (scanner.literal(in: path), path)
    }

    /// Whether `@Body` before the type says what the body is made of.
    static func isBodyType(_ type: Declaration) -> Bool {
        ["struct", "enum"].contains(type.keyword) && !type.isGeneric
    }

    /// The protocol that the struct gets.
    var conformance: String { response == nil ? "HttpRequest" : "TypedHttpRequest" }

    /// `User` of `of: User.self`; nil without it, and where it is no type by its name.
    var responseType: String? {
        guard let text = response.map({ SourceScanner(attribute.text).text($0.value) }), text.hasSuffix(".self") else {
            return nil
        }
        return String(text.dropLast(5))
    }

    /// Nil when the path is no text.
    var template: PathTemplate? {
        guard case .text(let plain) = path else { return nil }
        return PathTemplate(plain)
    }

    /// Of what is generated: "public " where the type is public, else nothing.
    var access: String { declaration.modifiers.access }
}

extension [Modifier] {
    /// "public ", "package ", or nothing.
    var access: String {
        let name = ["public", "open", "package"].first { word in contains { $0.name == word } }
        return name.map { $0 == "open" ? "public " : "\($0) " } ?? ""
    }
}

extension SourceScanner {
    /// Those of the attribute with which the source begins.
    fileprivate var leadingArguments: [Argument] { leadingAttribute()?.arguments.map(arguments) ?? [] }
}

extension String {
    /// "Book" of "Outer.Book?".
    fileprivate var typeName: String {
        String(prefix { $0 != "?" && $0 != "!" }.split(separator: ".").last ?? "")
    }
}

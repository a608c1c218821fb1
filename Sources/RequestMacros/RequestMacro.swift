import DeclarationScanner

/// One use of `@Get` or a similar macro on a type: the compiler's input, read once.
struct RequestMacro {
    let verb: RequestVerb
    let attribute: MacroSource
    let source: MacroSource
    let scanner: SourceScanner
    let declaration: Declaration
    let trees: [FieldTree]
    /// The path as written in the attribute; its range is next.
    let path: Literal
    let pathRange: Range<Int>
    /// The argument `of: User.self`; nil if there is none.
    let response: Argument?

    /// - Parameters:
    ///   - attribute: The attribute, such as `@Get("/users/:id")`.
    ///   - source: The declaration that it is attached to.
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

    /// The name as the user writes it, such as `@Get`.
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

    /// Returns the name in `@Query("name")`.
    private static func queryName(_ attribute: Attribute, _ scanner: SourceScanner) -> String? {
        guard let arguments = attribute.arguments, case .text(let plain) = scanner.literal(in: arguments) else {
            return nil
        }
        return plain.text
    }

    /// Returns the first argument, and its range.
    private static func path(in scanner: SourceScanner) -> (Literal, Range<Int>) {
        guard let path = scanner.leadingArguments.first?.value else {
            return (.other, scanner.leadingAttribute()?.range ?? 0..<0)
        }
        return (scanner.literal(in: path), path)
    }

    /// Returns whether `@Body` before the type declares it as the type of the body.
    static func isBodyType(_ type: Declaration) -> Bool {
        ["struct", "enum"].contains(type.keyword) && !type.isGeneric
    }

    /// The protocol that the struct gets.
    var conformance: String { response == nil ? "HttpRequest" : "TypedHttpRequest" }

    /// The type in `of: User.self`, such as `User`; nil without the argument, and if it is not written as a type's name.
    var responseType: String? {
        guard let text = response.map({ SourceScanner(attribute.text).text($0.value) }), text.hasSuffix(".self") else {
            return nil
        }
        return String(text.dropLast(5))
    }

    /// The parsed path; nil when it is not a text.
    var template: PathTemplate? {
        guard case .text(let plain) = path else { return nil }
        return PathTemplate(plain)
    }

    /// The access level of generated declarations: "public " if the type is public; empty if it has none.
    var access: String { declaration.modifiers.access }
}

extension [Modifier] {
    /// The access level, such as "public " or "package "; empty if there is none.
    var access: String {
        let name = ["public", "open", "package"].first { word in contains { $0.name == word } }
        return name.map { $0 == "open" ? "public " : "\($0) " } ?? ""
    }
}

extension SourceScanner {
    /// The arguments of the attribute with which the source begins.
    fileprivate var leadingArguments: [Argument] { leadingAttribute()?.arguments.map(arguments) ?? [] }
}

extension String {
    /// The name of the type, such as "Book" for "Outer.Book?".
    fileprivate var typeName: String {
        String(prefix { $0 != "?" && $0 != "!" }.split(separator: ".").last ?? "")
    }
}

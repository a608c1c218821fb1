import DeclarationScanner

/// The expansion of the macros by the names of their declarations. An unknown name expands to nothing.
public enum RequestExpansion {
    /// Expands `@Get` and the others as members: those that the request lacks.
    public static func members(of macro: String, attribute: MacroSource, declaration: MacroSource) -> Expansion {
        guard let verb = RequestVerb(rawValue: macro),
            let request = RequestMacro(verb: verb, attribute: attribute, source: declaration)
        else { return Expansion() }
        return Expansion(source: MemberWriter(macro: request).source())
    }

    /// Expands `@Get` and the others as an extension: the conformance, and all diagnostics of the request.
    ///
    /// - Parameters:
    ///   - type: The full name of the type.
    ///   - missing: The protocols that the type does not conform to yet.
    public static func conformance(
        of macro: String, attribute: MacroSource, declaration: MacroSource, type: String, missing: [String]
    ) -> Expansion {
        guard let verb = RequestVerb(rawValue: macro),
            let request = RequestMacro(verb: verb, attribute: attribute, source: declaration)
        else { return Expansion() }
        let check = RequestCheck(macro: request, type: type)
        let diagnostics = check.diagnostics()
        guard request.isStruct, !check.isOutOfReach, !check.hasUnreadableResponse else {
            return Expansion(diagnostics: diagnostics)
        }
        let writer = ExtensionWriter(
            macro: request, type: type, conforms: missing.contains(request.conformance))
        return Expansion(source: writer.source(), diagnostics: diagnostics)
    }

    /// Expands `@Path`, `@Query` and `@Body`: only marks, which have a meaning on a property of a request only.
    ///
    /// - Parameter context: The declarations around the marked one, the innermost first; nil when the compiler does not report them.
    public static func mark(
        _ macro: String, attribute: MacroSource, declaration: MacroSource, context: [String]?
    ) -> Expansion {
        guard Field.placeAttributes.contains(macro), let context else { return Expansion() }
        let around = context.first.flatMap { SourceScanner($0).declaration() }
        let message: String
        if around?.attributes.contains(where: RequestVerb.isOne) != true {
            message = "@\(macro) marks a property of a request: a struct with @Get, @Post or another method"
        } else if let kind = SourceScanner(declaration.text).members().first?.kindWithoutPlace(macro) {
            let what = macro == "Body" ? "a property, or the struct that is the body" : "a property"
            message = "@\(macro) marks \(what); this is \(kind)"
        } else {
            return Expansion()
        }
        let range = SourceScanner(attribute.text).leadingAttribute()?.range ?? 0..<0
        return Expansion(diagnostics: [Diagnostic(severity: .error, message: message, spot: attribute.spot(range))])
    }
}

extension Member {
    /// Returns the kind of member with an article; nil if the mark is allowed on it.
    fileprivate func kindWithoutPlace(_ mark: String) -> String? {
        switch self {
        case .property, .conditional: nil
        case .initializer: "an initializer"
        case .type(let type) where mark == "Body" && RequestMacro.isBodyType(type): nil
        case .type(let type): type.isGeneric ? "a generic \(type.keyword)" : type.kind
        case .other("func"): "a function"
        case .other("typealias"): "a type alias"
        case .other(let word): "a \(word)"
        }
    }
}

extension Declaration {
    /// The kind with an article, such as "a struct", "an enum".
    var kind: String { "\("aeiou".contains(keyword.prefix(1)) ? "an" : "a") \(keyword)" }
}

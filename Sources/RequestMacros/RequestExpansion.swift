import DeclarationScanner

/// The macros by the names that their declarations give them. A name that is none expands to nothing.
public enum RequestExpansion {
    /// `@Get` and the others, as members: the initializer where one is needed.
    public static func members(of macro: String, attribute: MacroSource, declaration: MacroSource) -> Expansion {
        guard let verb = RequestVerb(rawValue: macro),
            let request = RequestMacro(verb: verb, attribute: attribute, source: declaration)
        else { return Expansion() }
        return Expansion(source: InitializerWriter(macro: request).source())
    }

    /// `@Get` and the others, as an extension: the conformance, and all that is to be said against the request.
    ///
    /// - Parameters:
    ///   - type: the type's whole name.
    ///   - conforms: false when the type has the conformance already.
    public static func conformance(
        of macro: String, attribute: MacroSource, declaration: MacroSource, type: String, conforms: Bool
    ) -> Expansion {
        guard let verb = RequestVerb(rawValue: macro),
            let request = RequestMacro(verb: verb, attribute: attribute, source: declaration)
        else { return Expansion() }
        let check = RequestCheck(macro: request, type: type)
        let diagnostics = check.diagnostics()
        guard request.isStruct, !check.isOutOfReach else { return Expansion(diagnostics: diagnostics) }
        let writer = ExtensionWriter(macro: request, type: type, conforms: conforms)
        return Expansion(source: writer.source(), diagnostics: diagnostics)
    }

    /// `@Path`, `@Query` and `@Body`: nothing but a mark, which means something in a request only.
    ///
    /// - Parameter context: the declarations around the property, the innermost first; nil when the compiler does not say.
    public static func mark(_ macro: String, attribute: MacroSource, context: [String]?) -> Expansion {
        guard Field.placeAttributes.contains(macro), let context else { return Expansion() }
        let around = context.first.flatMap { SourceScanner($0).declaration() }
        guard around?.attributes.contains(where: RequestVerb.isOne) != true else { return Expansion() }
        let range = SourceScanner(attribute.text).leadingAttribute()?.range ?? 0..<0
        let message = "@\(macro) marks a property of a request: a struct with @Get, @Post or another method"
        return Expansion(diagnostics: [Diagnostic(severity: .error, message: message, spot: attribute.spot(range))])
    }
}

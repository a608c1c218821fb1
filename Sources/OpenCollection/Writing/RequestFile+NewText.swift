import YAMLTree

extension RequestFile {
    /// A whole new file for a request, in the style that Bruno writes. It says what the definition says, no more: a
    /// fresh request with the settings that Bruno gives one is ``RequestDefinition/fresh(named:sequence:)``.
    ///
    /// A body of a kind that the format does not have is left out.
    public static func newText(for definition: RequestDefinition) -> String {
        let runtime = YAMLMapping(said: [
            ("variables", .rows(definition.variables)), ("scripts", .rows(definition.scripts)),
            ("assertions", .rows(definition.assertions)), ("actions", .rows(definition.actions)),
        ])
        let file = YAMLMapping(said: [
            ("info", .mapping(definition.info)), (definition.kind.rawValue, .mapping(definition.details)),
            ("runtime", runtime.nonEmpty), ("settings", definition.settings.writtenAnew),
            ("examples", .rows(definition.examples)), ("docs", .text(definition.docs)),
            ("app", definition.app?.written),
        ])
        return YAMLValue.mapping(file).emitted(blankLineBefore: .separatedKeys)
    }
}

extension Set<String> {
    /// The keys that Bruno puts an empty line before.
    static var separatedKeys: Set<String> {
        ["info", "http", "graphql", "grpc", "websocket", "runtime", "settings", "examples", "docs", "items", "request"]
    }
}

extension RequestSettings {
    /// As in a file that had none.
    fileprivate var writtenAnew: YAMLValue? {
        if isPresent { return .mapping(written) }
        return written.entries.isEmpty ? .none : .mapping(written.keepingEncodingOff)
    }
}

extension RequestDefinition {
    /// A new request as Bruno begins one: authentication inherited, settings written whole.
    public static func fresh(
        named name: String, sequence: Double? = nil, kind: RequestKind = .http
    ) -> RequestDefinition {
        var definition = RequestDefinition()
        definition.kind = kind
        definition.method = kind.defaultMethod
        if kind == .graphQL { definition.body.kind = .graphQL }
        definition.name = name
        definition.sequence = sequence
        definition.auth = .inherit
        definition.settings.isPresent = true
        definition.settings.encodesURL = true
        definition.settings.followsRedirects = true
        definition.settings.maximumRedirects = 5
        definition.settings.forwardsAuthorization = false
        return definition
    }

    fileprivate var info: YAMLMapping {
        YAMLMapping(said: [
            ("name", .text(name)), ("type", .string(kind.rawValue)), ("seq", sequence.map { .number($0) }),
            ("tags", .texts(tags)), ("description", .text(description)),
        ])
    }

    fileprivate var details: YAMLMapping {
        YAMLMapping(said: [
            ("method", .string(method)), ("url", .string(url)), ("headers", .rows(headers)),
            ("params", .rows(parameters)), ("body", .rows(writtenVariants) ?? body.written), ("auth", auth.written),
        ])
    }
}

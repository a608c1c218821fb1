import YAMLTree

extension RequestFile {
    /// A whole new file for a request, in the style that Bruno writes. It says what the definition says, no more: a
    /// fresh request with the settings that Bruno gives one is ``RequestDefinition/fresh(named:sequence:)``.
    ///
    /// A body of a kind that the format does not have is left out.
    public static func newText(for definition: RequestDefinition) -> String {
        let file = RequestDefinition.fields(of: definition.kind).written(definition)
        return YAMLValue.mapping(file).emitted(blankLineBefore: .separatedKeys)
    }
}

extension Set<String> {
    /// The keys that Bruno puts an empty line before.
    static var separatedKeys: Set<String> {
        ["info", "http", "graphql", "grpc", "websocket", "runtime", "settings", "examples", "docs", "items", "request"]
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
}

import YAMLTree

extension RequestFile {
    /// A whole new file for a request, in the style that Bruno writes. It says what the definition says, no more: a
    /// fresh request with the settings that Bruno gives one is ``RequestDefinition/fresh(named:sequence:)``.
    ///
    /// A body or authentication of a kind that cannot be written is left out.
    public static func newText(for definition: RequestDefinition) -> String {
        var file: YAMLMapping = ["info": .mapping(definition.info), "http": .mapping(definition.http)]
        if !definition.variables.isEmpty {
            file["runtime"] = ["variables": .sequence(definition.variables.map(\.written))]
        }
        let settings = definition.settings.written
        if definition.settings.isPresent || !settings.entries.isEmpty {
            file["settings"] = .mapping(definition.settings.isPresent ? settings : settings.keepingEncodingOff)
        }
        file["docs"] = definition.docs.map { .string($0) }
        return YAMLValue.mapping(file).emitted(blankLineBefore: ["info", "http", "runtime", "settings", "docs"])
    }
}

extension RequestDefinition {
    /// A new request as Bruno begins one: authentication inherited, settings written whole.
    public static func fresh(named name: String, sequence: Double? = nil) -> RequestDefinition {
        var definition = RequestDefinition()
        definition.name = name
        definition.sequence = sequence
        definition.auth = .inherit
        definition.settings.isPresent = true
        definition.settings.encodesURL = true
        definition.settings.timeoutInMilliseconds = 0
        definition.settings.followsRedirects = true
        definition.settings.maximumRedirects = 5
        definition.settings.forwardsAuthorization = false
        return definition
    }

    fileprivate var info: YAMLMapping {
        var info = YAMLMapping()
        info["name"] = name.map { .string($0) }
        info["type"] = "http"
        info["seq"] = sequence.map { .number($0) }
        if !tags.isEmpty { info["tags"] = .sequence(tags.map { .string($0) }) }
        return info
    }

    fileprivate var http: YAMLMapping {
        var http: YAMLMapping = ["method": .string(method), "url": .string(url)]
        if !headers.isEmpty { http["headers"] = .sequence(headers.map(\.written)) }
        if !parameters.isEmpty { http["params"] = .sequence(parameters.map(\.written)) }
        http["body"] = body.written
        http["auth"] = auth.written
        return http
    }
}

extension YAMLMapping {
    /// Settings where there were none: the block alone would switch encoding on.
    var keepingEncodingOff: YAMLMapping {
        self["encodeUrl"] == nil ? YAMLMapping([Entry(key: "encodeUrl", value: false)] + entries) : self
    }
}

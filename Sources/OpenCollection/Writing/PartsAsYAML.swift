import YAMLTree

extension RequestBody {
    /// Nil without body, and for kinds that are not written.
    var yaml: YAMLValue? {
        guard let word = kind.word else { return nil }
        switch kind {
        case .none, .unsupported: return nil
        case .json, .text, .xml, .sparql: return .pairs([("type", .string(word)), ("data", .string(text))])
        case .formURLEncoded: return .pairs([("type", .string(word)), ("data", .sequence(form.map(\.yaml)))])
        case .multipart: return .pairs([("type", .string(word)), ("data", .sequence(parts.map(\.yaml)))])
        case .file: return .pairs([("type", .string(word)), ("data", .sequence([]))])
        }
    }
}

extension MultipartPart {
    var yaml: YAMLValue {
        let value: YAMLValue = isFile ? .sequence(values.map { .string($0) }) : .string(values.first ?? "")
        return .pairs([
            ("name", .string(name)), ("type", isFile ? "file" : "text"), ("value", value),
            ("contentType", contentType.map { .string($0) }), ("disabled", isEnabled ? nil : .bool(true)),
        ])
    }
}

extension Auth {
    /// The word in the file; nil without auth.
    var word: String? {
        switch self {
        case .none: nil
        case .inherit: "inherit"
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "apikey"
        case .unsupported(let word): word
        }
    }

    /// Its members in the file's order, without `type`; nil for words alone.
    var pairs: [(String, String?)]? {
        switch self {
        case .none, .inherit, .unsupported: nil
        case .basic(let username, let password): [("username", username), ("password", password)]
        case .bearer(let token): [("token", token)]
        case .apiKey(let name, let value, let placement):
            [("key", name), ("value", value), ("placement", placement?.rawValue)]
        }
    }

    /// Nil without auth, and for kinds that are not written.
    var yaml: YAMLValue? {
        if self == .inherit { return "inherit" }
        guard let word, let pairs else { return nil }
        return .pairs([("type", .string(word))] + pairs.map { ($0.0, $0.1.map { .string($0) }) })
    }
}

extension RequestSettings {
    /// Every key of the block in its order, nil where absent.
    var pairs: [(String, YAMLValue?)] {
        [
            ("encodeUrl", encodesURL.map { .bool($0) }), ("timeout", timeoutInMilliseconds.map { .int($0) }),
            ("followRedirects", followsRedirects.map { .bool($0) }),
            ("maxRedirects", maximumRedirects.map { .int($0) }),
            ("forwardAuthorizationHeader", forwardsAuthorization.map { .bool($0) }),
        ]
    }

    /// What a new request says.
    public static var fresh: RequestSettings {
        var settings = RequestSettings()
        settings.isPresent = true
        settings.encodesURL = true
        settings.timeoutInMilliseconds = 0
        settings.followsRedirects = true
        settings.maximumRedirects = 5
        settings.forwardsAuthorization = false
        return settings
    }
}

extension RequestDefinition {
    /// A new request as the format's tools begin one: auth inherited, settings written out.
    public static func fresh(
        name: String, method: String = "GET", url: String = "", sequence: Double? = nil
    ) -> RequestDefinition {
        var definition = RequestDefinition()
        definition.name = name
        definition.method = method
        definition.sequence = sequence
        definition.auth = .inherit
        definition.settings = .fresh
        return definition.settingURL(url)
    }

    /// The text of a new file, laid out as the reference implementation writes it.
    ///
    /// A definition without a settings block gets one that says what holds without: `encodeUrl: false`.
    public var newFileText: String {
        var settings = RequestSettings.fresh
        settings.encodesURL = self.settings.effectiveEncodesURL
        settings.timeoutInMilliseconds = self.settings.timeoutInMilliseconds ?? 0
        settings.followsRedirects = self.settings.followsRedirects ?? true
        settings.maximumRedirects = self.settings.maximumRedirects ?? 5
        settings.forwardsAuthorization = self.settings.forwardsAuthorization ?? !self.settings.isPresent
        let file = YAMLValue.pairs([
            ("info", infoYAML), ("http", httpYAML),
            ("runtime", variables.isEmpty ? nil : .pairs([("variables", .sequence(variables.map(\.yaml)))])),
            ("settings", .pairs(settings.pairs)), ("docs", docs.flatMap { $0.isEmpty ? nil : .string($0) }),
        ])
        return file.emitted(blankLineBefore: FilePlaces.separatedKeys)
    }

    private var infoYAML: YAMLValue {
        .pairs([
            ("name", .string(name ?? "")), ("type", "http"), ("seq", .number(sequence ?? 1)),
            ("tags", tags.isEmpty ? nil : .sequence(tags.map { .string($0) })),
        ])
    }

    private var httpYAML: YAMLValue {
        .pairs([
            ("method", .string(method)), ("url", .string(url)),
            ("headers", headers.isEmpty ? nil : .sequence(headers.map(\.yaml))),
            ("params", parameters.isEmpty ? nil : .sequence(parameters.map(\.yaml))), ("body", body.yaml),
            ("auth", auth.yaml),
        ])
    }
}

import YAMLTree

extension CompanionFile {
    /// Where it stands in a collection.
    public static let path: ItemPath = "microscope.yaml"

    /// Reads `microscope.yaml`.
    ///
    /// - Throws: when it is no YAML, of another version, or a value has the wrong shape. Unknown keys are passed over and kept.
    public static func read(text: String) throws(FileProblem) -> CompanionFile {
        var reading = try FileReading(text: text, path: path)
        reading.passesOverUnknownKeys = true
        let root = try reading.rootMapping()
        if let version = root["version"], version.string != "1" {
            throw reading.problem(
                version, "version is \(version.string ?? "no number"); this Microscope reads version 1")
        }
        var file = CompanionFile()
        file.text = text
        file.collection = reading.policies(root["collection"], "collection")
        file.folders = reading.policiesByPath(root["folders"], "folders")
        file.requests = reading.policiesByPath(root["requests"], "requests")
        file.filters = reading.filters(root["requests"], "requests")
        file.differences = reading.differencesByPath(root["requests"], "requests")
        let collection = reading.mapping(root["collection"], "collection")
        file.collectionDifferences = reading.differences(collection?["diff"], "collection.diff")
        file.publicNames = Set(reading.texts(root["notSecret"], "notSecret"))
        file.secretSources = reading.secretSources(root["secrets"], "secrets")
        file.environments = reading.environmentPolicies(root["environments"], "environments")
        // Half of a policy could be worse than none.
        if let problem = reading.notes.first { throw problem }
        return file
    }
}

extension FileReading {
    /// What the members of a mapping say, by their names; nothing of those that say nothing.
    private mutating func members<Value>(
        _ node: YAMLNode?, _ name: String, _ read: (inout Self, YAMLNode, String) -> Value?
    ) -> [String: Value] {
        var members: [String: Value] = [:]
        for entry in mapping(node, name)?.entries ?? [] {
            let key = entry.key.string ?? ""
            members[key] = read(&self, entry.value, "\(name).\(key)")
        }
        return members
    }

    private mutating func membersByPath<Value>(
        _ node: YAMLNode?, _ name: String, _ read: (inout Self, YAMLNode, String) -> Value?
    ) -> [ItemPath: Value] {
        Dictionary(members(node, name, read).map { (ItemPath($0), $1) }) { first, _ in first }
    }

    fileprivate mutating func policiesByPath(_ node: YAMLNode?, _ name: String) -> [ItemPath: RequestPolicies] {
        membersByPath(node, name) { $0.policies($1, $2) }
    }

    fileprivate mutating func policies(_ node: YAMLNode?, _ name: String) -> RequestPolicies {
        var policies = RequestPolicies()
        RequestPolicies.fields.read(mapping(node, name), name, into: &policies, &self)
        return policies
    }

    fileprivate mutating func filters(_ node: YAMLNode?, _ name: String) -> [ItemPath: String] {
        membersByPath(node, name) { reading, node, name in
            guard let said = reading.mapping(node, name)?["filter"], !said.isNull,
                let filter = reading.text(said, "\(name).filter")
            else { return nil }
            if filter.isEmpty {
                reading.note(said, "\(name).filter is empty; a path, or a filter of jq, was expected")
            }
            return filter
        }
    }

    fileprivate mutating func differencesByPath(_ node: YAMLNode?, _ name: String) -> [ItemPath: DifferenceSettings] {
        membersByPath(node, name) { reading, node, name in
            let said = reading.differences(reading.mapping(node, name)?["diff"], "\(name).diff")
            return said.isEmpty ? nil : said
        }
    }

    fileprivate mutating func differences(_ node: YAMLNode?, _ name: String) -> DifferenceSettings {
        var settings = DifferenceSettings()
        DifferenceSettings.fields.read(mapping(node, name), name, into: &settings, &self)
        return settings
    }

    fileprivate mutating func environmentPolicies(_ node: YAMLNode?, _ name: String) -> [String: EnvironmentPolicies] {
        members(node, name) { reading, node, name in
            var policies = EnvironmentPolicies()
            EnvironmentPolicies.fields.read(reading.mapping(node, name), name, into: &policies, &reading)
            return policies
        }
    }

    mutating func secretSources(_ node: YAMLNode?, _ name: String) -> [String: SecretSource] {
        members(node, name) { $0.secretSource($1, $2) }
    }

    private mutating func secretSource(_ node: YAMLNode, _ name: String) -> SecretSource? {
        if let command = node["command"] {
            // Words apart from each other, since no shell takes them apart.
            let words = list(command, "\(name).command") ?? []
            if words.first?.isEmpty != false {
                note(command, "\(name).command names no program: a list like [pass, show, api/token] was expected")
            }
            return .command(words)
        }
        if let keyring = node["keyring"] {
            var attributes: [KeyringAttribute] = []
            for entry in mapping(keyring, "\(name).keyring")?.entries ?? [] {
                let key = entry.key.string ?? ""
                attributes.append(KeyringAttribute(key, text(entry.value, "\(name).keyring.\(key)") ?? ""))
            }
            if attributes.isEmpty {
                note(keyring, "\(name).keyring names no entry: {service: my-api, account: me} was expected")
            }
            return .keyring(attributes)
        }
        note(node, "\(name) says neither command nor keyring")
        return nil
    }
}

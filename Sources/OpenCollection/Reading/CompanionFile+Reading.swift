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
        file.collection = reading.value(root["collection"], "collection")
        file.folders = reading.members(root["folders"], "folders", by: \.itemPath) { $0.value($1, $2) }
        file.requests = reading.members(root["requests"], "requests", by: \.itemPath) { $0.value($1, $2) }
        file.filters = reading.filters(root["requests"], "requests")
        file.differences = reading.differencesByPath(root["requests"], "requests")
        let collection = reading.mapping(root["collection"], "collection")
        file.collectionDifferences = reading.value(collection?["diff"], "collection.diff")
        file.publicNames = Set(reading.texts(root["notSecret"], "notSecret"))
        file.secretSources = reading.secretSources(root["secrets"], "secrets")
        file.scripts = reading.scripts(root["scripts"])
        file.environments = reading.members(root["environments"], "environments", by: \.self) { $0.value($1, $2) }
        // Half of a policy could be worse than none.
        if let problem = reading.notes.first { throw problem }
        return file
    }
}

extension FileReading {
    /// The values of a mapping's members by their names; those that say nothing are left out, and of equal names the last one counts.
    fileprivate mutating func members<Key: Hashable, Value>(
        _ node: YAMLNode?, _ name: String, by key: KeyPath<String, Key>,
        _ read: (inout Self, YAMLNode, String) -> Value?
    ) -> [Key: Value] {
        var members: [Key: Value] = [:]
        for entry in mapping(node, name)?.entries ?? [] {
            let text = entry.key.string ?? ""
            members[text[keyPath: key]] = read(&self, entry.value, "\(name).\(text)")
        }
        return members
    }

    fileprivate mutating func filters(_ node: YAMLNode?, _ name: String) -> [ItemPath: String] {
        members(node, name, by: \.itemPath) { reading, node, name in
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
        members(node, name, by: \.itemPath) { reading, node, name in
            let said: DifferenceSettings = reading.value(reading.mapping(node, name)?["diff"], "\(name).diff")
            return said.isEmpty ? nil : said
        }
    }

    fileprivate mutating func scripts(_ node: YAMLNode?) -> ScriptSettings {
        var settings = ScriptSettings()
        let said = mapping(node, "scripts")
        for (name, range) in ScriptSettings.ranges {
            guard let node = said?[name], !node.isNull, let value = number(node, "scripts.\(name)") else { continue }
            if !range.contains(value) {
                let (low, high) = (ScriptSettings.words(range.lowerBound), ScriptSettings.words(range.upperBound))
                note(node, "scripts.\(name) is not between \(low) and \(high)")
            }
            settings[name] = value
        }
        return settings
    }

    mutating func secretSources(_ node: YAMLNode?, _ name: String) -> [String: SecretSource] {
        members(node, name, by: \.self) { $0.secretSource($1, $2) }
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

extension String {
    fileprivate var itemPath: ItemPath { ItemPath(self) }
}

import YAMLTree

extension Assertion: SavedRow {
    var identity: String { "\(expression) \(`operator`)" }

    var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("expression", .string(expression)), ("operator", .string(`operator`)), ("value", .text(value)),
                ("description", .text(description)), ("disabled", .disabled(unless: isEnabled)),
            ]))
    }
}

extension VariableAction: SavedRow {
    var identity: String { variable }

    var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("type", .string(type)), ("phase", .text(phase)),
                ("selector", ["expression": .string(expression), "method": .string(method)]),
                ("variable", ["name": .string(variable), "scope": .string(scope)]),
                ("description", .text(description)), ("disabled", .disabled(unless: isEnabled)),
            ]))
    }
}

extension Script: SavedRow {
    var identity: String { type }
    var written: YAMLValue { ["type": .string(type), "code": .string(code)] }
}

extension FileWriting {
    /// The last row takes the mapping around its list with it when nothing else is in that.
    mutating func saveRows<Row: SavedRow>(_ path: YAMLPath, _ old: [Row], _ new: [Row]) throws(FileProblem) {
        if new.isEmpty, !old.isEmpty { try remove(path, pruning: true) } else { try save(path, old, new) }
    }

    /// The settings of a request.
    mutating func save(_ old: RequestSettings, _ new: RequestSettings) throws(FileProblem) {
        let members = new.members
        guard members.contains(where: { $0.value != nil }) || new.isPresent else { return try remove(["settings"]) }
        if !old.isPresent { return try addSettings(new) }
        for (member, former) in zip(members, old.members) where member.value != former.value {
            let path: YAMLPath = ["settings", .key(member.key)]
            if let value = member.value { try set(path, value) } else { try remove(path) }
        }
    }

    /// The block alone switches encoding on: it says that it stays off.
    private mutating func addSettings(_ new: RequestSettings) throws(FileProblem) {
        guard !new.written.entries.isEmpty else { return }
        try set(["settings"], .mapping(new.written.keepingEncodingOff))
    }
}

extension RequestSettings {
    /// In the format's order.
    fileprivate var members: [(key: String, value: YAMLValue?)] {
        let values: [YAMLValue?] = [
            encodesURL.map { .bool($0) }, timeoutInMilliseconds.map { .int($0) }, followsRedirects.map { .bool($0) },
            maximumRedirects.map { .int($0) }, forwardsAuthorization.map { .bool($0) },
        ]
        return zip(Key.allCases, values).map { key, value in
            (key.rawValue, value ?? (inherited.contains(key) ? .string("inherit") : .none))
        }
    }

    /// What is said.
    var written: YAMLMapping { YAMLMapping(said: members.map { ($0.key, $0.value) }) }
}

extension YAMLMapping {
    /// Settings where there were none: the block alone would switch encoding on.
    var keepingEncodingOff: YAMLMapping {
        self["encodeUrl"] == nil ? YAMLMapping([Entry(key: "encodeUrl", value: false)] + entries) : self
    }
}

import YAMLTree

extension RequestFile {
    /// The text of this file with only that edited in which `new` differs from ``definition``; the same definition
    /// gives the same text.
    ///
    /// Rows are tied to their lines by `origin`: those that stay keep comments and style wherever they move to. A first
    /// setting written into a file without `settings` comes with `encodeUrl: false`, since the block alone would
    /// switch encoding on.
    ///
    /// - Throws: when the file can only be read, or an edit has no spelling that leaves everything else as it is (a value
    ///   shared by an alias); the problem's `path` is empty, since a file does not know where it stands.
    public func saving(_ new: RequestDefinition) throws(FileProblem) -> String {
        guard new != definition else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .request)
        try writing.saveInfo(definition, new)
        try writing.saveHTTP(definition, new)
        try writing.saveVariables(definition.variables, new.variables)
        try writing.save(definition.settings, new.settings)
        if new.docs != definition.docs { try writing.set(["docs"], documentation: new.docs) }
        return writing.text
    }
}

extension FileWriting {
    fileprivate mutating func saveInfo(_ old: RequestDefinition, _ new: RequestDefinition) throws(FileProblem) {
        if new.name != old.name { try set(["info", "name"], text: new.name) }
        if new.sequence != old.sequence {
            if let sequence = new.sequence {
                try set(["info", "seq"], .number(sequence))
            } else {
                try remove(["info", "seq"])
            }
        }
        if new.tags != old.tags {
            try save(["info", "tags"], old.tags.map { .string($0) }, new.tags.map { .string($0) })
        }
    }

    fileprivate mutating func saveHTTP(_ old: RequestDefinition, _ new: RequestDefinition) throws(FileProblem) {
        if new.method != old.method { try set(["http", "method"], .string(new.method)) }
        if new.url != old.url { try set(["http", "url"], .string(new.url)) }
        try save(["http", "headers"], old.headers, new.headers)
        try save(["http", "params"], old.parameters, new.parameters)
        try save(old.body, new.body)
        try save(old.auth, new.auth)
    }

    /// The last variable takes `runtime` with it when nothing else is in it.
    fileprivate mutating func saveVariables(_ old: [Variable], _ new: [Variable]) throws(FileProblem) {
        let path: YAMLPath = ["runtime", "variables"]
        if new.isEmpty, !old.isEmpty { try remove(path, pruning: true) } else { try save(path, old, new) }
    }

    fileprivate mutating func save(_ old: RequestSettings, _ new: RequestSettings) throws(FileProblem) {
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
        return Array(zip(Self.keys, values))
    }

    /// What is said.
    var written: YAMLMapping {
        YAMLMapping(members.compactMap { member in member.value.map { (member.key, $0) } })
    }
}

extension YAMLValue {
    /// A number without a point where it needs none.
    static func number(_ value: Double) -> YAMLValue {
        Int(exactly: value).map { .int($0) } ?? .double(value)
    }
}

import YAMLTree

extension CompanionFile {
    /// The file with other policies at one place, edited where they differ; all else keeps its bytes.
    ///
    /// What says nothing any more is taken out, with the mappings that it leaves empty. A file that does not exist yet
    /// begins with its version.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(_ policies: RequestPolicies, for holder: PolicyHolder) throws(FileProblem) -> CompanionFile {
        let old = self[holder]
        guard policies != old else { return self }
        guard !text.isBlank else { return try CompanionFile.read(text: Self.newText(policies, for: holder)) }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        let place = YAMLPath(holder.keys.map { .key($0) })
        try writing.save(old.retry, policies.retry, at: place.appending(key: "retry"))
        try writing.save(
            old.verifiesTLS, policies.verifiesTLS, at: place.appending(key: "tls").appending(key: "verify"))
        try writing.save(old.login, policies.login, at: place.appending(key: "login"))
        try writing.save(old.keepsHistory, policies.keepsHistory, at: place.appending(key: "history"))
        return try CompanionFile.read(text: writing.text)
    }

    /// The policies of a request.
    public func saving(_ policies: RequestPolicies, for path: ItemPath) throws(FileProblem) -> CompanionFile {
        try saving(policies, for: .request(path))
    }

    /// The file with an environment protected, or no longer, edited there alone.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(isProtected: Bool, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        guard (environments[name]?.isProtected ?? false) != isProtected else { return self }
        return try saving("protected", isProtected ? true : nil, ofEnvironment: name)
    }

    /// The file with what is sent to an environment kept in the history, or no longer, edited there alone.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(keepsHistory: Bool, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        guard (environments[name]?.keepsHistory ?? true) != keepsHistory else { return self }
        return try saving("history", keepsHistory ? nil : false, ofEnvironment: name)
    }

    private func saving(_ key: String, _ flag: Bool?, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        guard !text.isBlank else {
            guard let flag else { return self }
            let said: YAMLMapping = ["version": 1, "environments": .mapping([name: .mapping([key: .bool(flag)])])]
            return try CompanionFile.read(text: YAMLValue.mapping(said).emitted(blankLineBefore: ["environments"]))
        }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        let place = YAMLPath(["environments", name, key].map { .key($0) })
        if let flag { try writing.set(place, .bool(flag)) } else { try writing.remove(place, pruning: true) }
        return try CompanionFile.read(text: writing.text)
    }

    /// The file with what the answers of a request are filtered by, or with nothing, edited there alone.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(filter: String?, of path: ItemPath) throws(FileProblem) -> CompanionFile {
        guard filter != filters[path] else { return self }
        if text.isBlank {
            guard let filter else { return self }
            let said: YAMLMapping = [
                "version": 1, "requests": .mapping([path.text: .mapping(["filter": .string(filter)])]),
            ]
            return try CompanionFile.read(text: YAMLValue.mapping(said).emitted(blankLineBefore: ["requests"]))
        }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        let place = YAMLPath(["requests", path.text, "filter"].map { .key($0) })
        if let filter { try writing.set(place, .string(filter)) } else { try writing.remove(place, pruning: true) }
        return try CompanionFile.read(text: writing.text)
    }

    private static func newText(_ policies: RequestPolicies, for holder: PolicyHolder) -> String {
        let keys = holder.keys
        let said = keys.dropFirst().reversed().reduce(YAMLValue.mapping(policies.written)) { value, key in
            .mapping(YAMLMapping([(key, value)]))
        }
        let file = YAMLMapping([("version", 1), (keys[0], said)])
        return YAMLValue.mapping(file).emitted(blankLineBefore: [keys[0]])
    }
}

extension RequestPolicies {
    /// What is said.
    fileprivate var written: YAMLMapping {
        var policies = YAMLMapping()
        policies["retry"] = retry.map { .mapping($0.written) }
        policies["tls"] = verifiesTLS.map { ["verify": .bool($0)] }
        policies["login"] = login.map { .string($0.text) }
        policies["history"] = keepsHistory.map { .bool($0) }
        return policies
    }
}

extension FileWriting {
    fileprivate mutating func save(_ old: Bool?, _ new: Bool?, at path: YAMLPath) throws(FileProblem) {
        guard new != old else { return }
        if let new { try set(path, .bool(new)) } else { try remove(path, pruning: true) }
    }

    fileprivate mutating func save(_ old: LoginRule?, _ new: LoginRule?, at path: YAMLPath) throws(FileProblem) {
        guard new != old else { return }
        if let new { try set(path, .string(new.text)) } else { try remove(path, pruning: true) }
    }

    fileprivate mutating func save(
        _ old: RetrySettings?, _ new: RetrySettings?, at path: YAMLPath
    ) throws(FileProblem) {
        guard new != old else { return }
        guard let new else { return try remove(path, pruning: true) }
        guard let old else { return try set(path, .mapping(new.written)) }
        for (member, former) in zip(new.members, old.members) where member.value != former.value {
            try saveMember(path.appending(key: member.key), former.value, member.value)
        }
    }

    private mutating func saveMember(
        _ path: YAMLPath, _ old: YAMLValue?, _ new: YAMLValue?
    ) throws(FileProblem) {
        switch (old, new) {
        case (_, nil): try remove(path)
        case (.sequence(let old)?, .sequence(let new)?) where !new.isEmpty: try save(path, old, new)
        case (_, let new?): try set(path, new)
        }
    }
}

extension RetrySettings {
    /// In the order of ``keys``.
    fileprivate var members: [(key: String, value: YAMLValue?)] {
        let values: [YAMLValue?] = [
            .int(count), backoff.map { .string($0) }, base.map { .number($0) }, cap.map { .number($0) },
            budget.map { .number($0) }, retryAfterCap.map { .number($0) }, jitter.map { .string($0) },
            methods.map { .sequence($0.map { .string($0) }) }, statuses.map { .sequence($0.map { .int($0) }) },
        ]
        return Array(zip(Self.keys, values))
    }

    /// What is said.
    fileprivate var written: YAMLMapping {
        YAMLMapping(members.compactMap { member in member.value.map { (member.key, $0) } })
    }
}

import YAMLTree

extension CompanionFile {
    /// Its name at the collection root.
    public static let fileName = "microscope.yaml"

    /// Reads `microscope.yaml`. What is not as expected is noted and left out; the rest counts.
    ///
    /// - Throws: ``FileProblem`` when the text is no YAML.
    public static func read(
        text: String
    ) throws(FileProblem) -> (file: CompanionFile, notes: [FileProblem]) {
        var reader = try TreeReader(text, path: ItemPath(fileName))
        var file = reader.companion()
        file.text = text
        return (file, reader.notes)
    }
}

extension TreeReader {
    fileprivate mutating func companion() -> CompanionFile {
        let known: Set = ["version", "collection", "environments", "folders", "requests"]
        noteUnknownKeys(of: root, known: known, in: "the file")
        if !root.isNull, root["version"]?.scalar?.resolved != .int(1) {
            note(root["version"] ?? root, "an unknown version; expected version: 1")
        }
        var file = CompanionFile()
        file.collection = policies(root["collection"], "collection")
        file.requests = policiesByPath(root["requests"], "requests")
        file.folders = policiesByPath(root["folders"], "folders")
        for entry in mapping(root["environments"], "environments")?.entries ?? [] {
            let name = entry.key.string ?? ""
            file.environments[name] = environment(entry.value, "environment \(name)")
        }
        return file
    }

    private mutating func policiesByPath(_ node: YAMLNode?, _ what: String) -> [ItemPath: RequestPolicies] {
        var policies: [ItemPath: RequestPolicies] = [:]
        for entry in mapping(node, what)?.entries ?? [] {
            let path = entry.key.string ?? ""
            policies[ItemPath(path)] = self.policies(entry.value, path)
        }
        return policies
    }

    private mutating func policies(_ node: YAMLNode?, _ what: String) -> RequestPolicies {
        var policies = RequestPolicies()
        guard let node = mapping(node, what) else { return policies }
        noteUnknownKeys(of: node, known: ["retry", "tls"], in: what)
        policies.retry = retry(node["retry"])
        if let tls = mapping(node["tls"], "tls") {
            noteUnknownKeys(of: tls, known: ["verify"], in: "tls")
            policies.verifiesTLS = flag(tls["verify"], "verify")
        }
        return policies
    }

    private mutating func environment(_ node: YAMLNode, _ what: String) -> EnvironmentPolicies {
        var policies = EnvironmentPolicies()
        guard let node = mapping(node, what) else { return policies }
        noteUnknownKeys(of: node, known: ["protected", "history"], in: what)
        policies.isProtected = flag(node["protected"], "protected") ?? false
        policies.keepsHistory = flag(node["history"], "history") ?? true
        return policies
    }

    private mutating func retry(_ node: YAMLNode?) -> RetrySettings? {
        guard let node = mapping(node, "retry") else { return nil }
        noteUnknownKeys(of: node, known: Set(RetrySettings.keys), in: "retry")
        guard let count = wholeNumber(node["count"], "count"), count >= 0 else {
            note(node["count"] ?? node, "retry is not read; expected count: 0 or more")
            return nil
        }
        var retry = RetrySettings(count: count)
        retry.backoff = word(node["backoff"], "backoff", of: ["exponential", "constant"])
        retry.base = seconds(node["base"], "base")
        retry.cap = seconds(node["cap"], "cap")
        retry.budget = seconds(node["budget"], "budget")
        retry.retryAfterCap = seconds(node["retryAfterCap"], "retryAfterCap")
        retry.jitter = word(node["jitter"], "jitter", of: ["full", "none"])
        retry.methods = node["methods"]?.items.map { $0.compactMap(\.string) }
        retry.statuses = node["statuses"]?.items.map { $0.compactMap { $0.string.flatMap { Int($0) } } }
        return retry
    }

    private mutating func word(_ node: YAMLNode?, _ key: String, of words: [String]) -> String? {
        guard let node, !node.isNull else { return nil }
        if let word = node.string, words.contains(word) { return word }
        note(node, "\(key) is not read; expected \(words.joined(separator: " or "))")
        return nil
    }

    private mutating func seconds(_ node: YAMLNode?, _ key: String) -> Double? {
        guard let node, let seconds = number(node, key) else { return nil }
        if seconds >= 0 { return seconds }
        note(node, "\(key) is not read; expected seconds, 0 or more")
        return nil
    }
}

extension RetrySettings {
    /// Its keys in `microscope.yaml`, in the order of writing.
    static let keys = [
        "count", "backoff", "base", "cap", "budget", "retryAfterCap", "jitter", "methods", "statuses",
    ]
}

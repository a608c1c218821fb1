import YAMLTree

extension CompanionFile {
    /// Where it stands in a collection.
    public static let path: ItemPath = "microscope.yaml"

    /// Reads `microscope.yaml`.
    ///
    /// - Throws: when it is no YAML, of another version, or a value has the wrong shape. Unknown keys are passed over and kept.
    public static func read(text: String) throws(FileProblem) -> CompanionFile {
        var reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        if let version = root["version"], version.string != "1" {
            throw reading.problem(
                version, "version is \(version.string ?? "no number"); this Microscope reads version 1")
        }
        var file = CompanionFile()
        file.text = text
        file.collection = try reading.policies(root["collection"], "collection")
        file.folders = try reading.policiesByPath(root["folders"], "folders")
        file.requests = try reading.policiesByPath(root["requests"], "requests")
        file.filters = try reading.filters(root["requests"], "requests")
        file.publicNames = Set(reading.list(root["notSecret"], "notSecret") ?? [])
        file.secretSources = try reading.secretSources(root["secrets"], "secrets")
        for entry in reading.mapping(root["environments"], "environments")?.entries ?? [] {
            let name = entry.key.string ?? ""
            file.environments[name] = try reading.environmentPolicies(entry.value, "environments.\(name)")
        }
        // Half of a policy could be worse than none.
        if let problem = reading.notes.first { throw problem }
        return file
    }
}

extension FileReading {
    fileprivate mutating func policiesByPath(
        _ node: YAMLNode?, _ name: String
    ) throws(FileProblem) -> [ItemPath: RequestPolicies] {
        var policies: [ItemPath: RequestPolicies] = [:]
        for entry in mapping(node, name)?.entries ?? [] {
            let key = entry.key.string ?? ""
            policies[ItemPath(key)] = try self.policies(entry.value, "\(name).\(key)")
        }
        return policies
    }

    fileprivate mutating func policies(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> RequestPolicies {
        var policies = RequestPolicies()
        guard let node = mapping(node, name) else { return policies }
        policies.retry = try retry(mapping(node["retry"], "\(name).retry"), "\(name).retry")
        policies.verifiesTLS = boolean(mapping(node["tls"], "\(name).tls")?["verify"], "\(name).tls.verify")
        policies.login = try login(node["login"], "\(name).login")
        policies.keepsHistory = boolean(node["history"], "\(name).history")
        return policies
    }

    fileprivate mutating func filters(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> [ItemPath: String] {
        var filters: [ItemPath: String] = [:]
        for entry in mapping(node, name)?.entries ?? [] {
            let key = entry.key.string ?? ""
            guard let said = mapping(entry.value, "\(name).\(key)")?["filter"], !said.isNull,
                let filter = text(said, "\(name).\(key).filter")
            else { continue }
            guard !filter.isEmpty else {
                throw problem(said, "\(name).\(key).filter is empty; a path, or a filter of jq, was expected")
            }
            filters[ItemPath(key)] = filter
        }
        return filters
    }

    private mutating func login(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> LoginRule? {
        guard let node, !node.isNull, let text = text(node, name) else { return nil }
        guard !text.isEmpty else { throw problem(node, "\(name) is empty; the path of a request or none was expected") }
        return LoginRule(text)
    }

    private mutating func retry(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> RetrySettings? {
        guard let node else { return nil }
        var retry = RetrySettings(count: try count(node["count"], "\(name).count") ?? 0)
        retry.backoff = try word(node["backoff"], "\(name).backoff", of: ["exponential", "constant"])
        retry.jitter = try word(node["jitter"], "\(name).jitter", of: ["full", "none"])
        retry.base = try seconds(node["base"], "\(name).base")
        retry.cap = try seconds(node["cap"], "\(name).cap")
        retry.budget = try seconds(node["budget"], "\(name).budget")
        retry.retryAfterCap = try seconds(node["retryAfterCap"], "\(name).retryAfterCap")
        retry.methods = list(node["methods"], "\(name).methods")
        retry.statuses = try statuses(node["statuses"], "\(name).statuses")
        return retry
    }

    fileprivate mutating func list(_ node: YAMLNode?, _ name: String) -> [String]? {
        guard let node, !node.isNull else { return nil }
        var texts: [String] = []
        for item in items(node, name) { texts.append(text(item, name) ?? "") }
        return texts
    }

    private mutating func statuses(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> [Int]? {
        guard let texts = list(node, name), let node else { return nil }
        let numbers = texts.compactMap { Int($0) }.filter { (100...599).contains($0) }
        guard numbers.count == texts.count else {
            throw problem(node, "\(name) holds what is no status from 100 to 599")
        }
        return numbers
    }

    /// A number from 0 on that is small enough for a wait or a count.
    private mutating func seconds(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> Double? {
        guard let node, let value = number(node, name) else { return nil }
        guard (0...1_000_000).contains(value) else { throw problem(node, "\(name) is not between 0 and 1,000,000") }
        return value
    }

    private mutating func count(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> Int? {
        guard let node, let value = try seconds(node, name) else { return nil }
        guard let count = Int(exactly: value) else { throw problem(node, "\(name) is no whole number") }
        return count
    }

    private mutating func word(_ node: YAMLNode?, _ name: String, of words: [String]) throws(FileProblem) -> String? {
        guard let node, let word = text(node, name) else { return nil }
        guard words.contains(word) else {
            throw problem(node, "\(name) is \"\(word)\"; \(words.joined(separator: " or ")) was expected")
        }
        return word
    }

    fileprivate mutating func environmentPolicies(
        _ node: YAMLNode?, _ name: String
    ) throws(FileProblem) -> EnvironmentPolicies {
        var policies = EnvironmentPolicies()
        guard let node = mapping(node, name) else { return policies }
        policies.isProtected = boolean(node["protected"], "\(name).protected") ?? false
        policies.keepsHistory = boolean(node["history"], "\(name).history") ?? true
        policies.secretSources = try secretSources(node["secrets"], "\(name).secrets")
        return policies
    }

    fileprivate mutating func secretSources(
        _ node: YAMLNode?, _ name: String
    ) throws(FileProblem) -> [String: SecretSource] {
        var sources: [String: SecretSource] = [:]
        for entry in mapping(node, name)?.entries ?? [] {
            let key = entry.key.string ?? ""
            sources[key] = try secretSource(entry.value, "\(name).\(key)")
        }
        return sources
    }

    private mutating func secretSource(_ node: YAMLNode, _ name: String) throws(FileProblem) -> SecretSource {
        if let command = node["command"] {
            // Words apart from each other, since no shell takes them apart.
            let words = list(command, "\(name).command") ?? []
            guard words.first?.isEmpty == false else {
                throw problem(
                    command, "\(name).command names no program: a list like [pass, show, api/token] was expected")
            }
            return .command(words)
        }
        if let keyring = node["keyring"] {
            var attributes: [KeyringAttribute] = []
            for entry in mapping(keyring, "\(name).keyring")?.entries ?? [] {
                let key = entry.key.string ?? ""
                attributes.append(KeyringAttribute(key, text(entry.value, "\(name).keyring.\(key)") ?? ""))
            }
            guard !attributes.isEmpty else {
                throw problem(keyring, "\(name).keyring names no entry: {service: my-api, account: me} was expected")
            }
            return .keyring(attributes)
        }
        throw problem(node, "\(name) says neither command nor keyring")
    }
}

import YAMLTree

extension RequestDefinition: Mergeable {
    /// A request keeps the kind that their file has.
    public static func merged(
        _ versions: Versions<RequestDefinition>, _ merging: inout FieldMerging
    ) -> RequestDefinition {
        var merged = versions.theirs
        merged.name = merging.value("Name", versions.name)
        merged.description = merging.value("Description", versions.description)
        merged.sequence = merging.value("Place in the folder", versions.sequence)
        merged.tags = merging.texts("Tag", versions.tags)
        merged.method = merging.value("Method", versions.method)
        merged.mergeURL(versions, &merging)
        merged.parameters = merging.rows("Parameter", versions.parameters)
        merged.headers = merging.rows("Header", versions.headers)
        merged.mergeBody(versions, &merging)
        merged.auth = Auth.merged(versions.auth, &merging)
        merged.mergeRuntime(versions, &merging)
        merged.settings = RequestSettings.merged(versions.settings, &merging)
        merged.examples = merging.rows("Example", versions.examples)
        merged.docs = merging.value("Docs", versions.docs)
        merged.app = merging.value("App", versions.app) { $0?.code }
        return merged
    }

    private mutating func mergeRuntime(_ versions: Versions<RequestDefinition>, _ merging: inout FieldMerging) {
        variables = merging.rows("Variable", versions.variables)
        scripts = merging.rows("Script", versions.scripts)
        assertions = merging.rows("Assertion", versions.assertions)
        actions = merging.rows("Capture", versions.actions)
    }

    /// The query is merged pair by pair, since two people who change different parameters change one text.
    private mutating func mergeURL(_ versions: Versions<RequestDefinition>, _ merging: inout FieldMerging) {
        if let agreed = versions.url.agreed {
            url = agreed
            return
        }
        let urls = versions.map { URLTemplate($0.url, hashIsData: $0.settings.effectiveEncodesURL) }
        let places = urls.map { $0.scheme + $0.authority + $0.path }
        let place = merging.value("URL", places)
        let pairs = merging.rows("Query parameter", urls.map { $0.pairs.map { QueryPairRow(pair: $0) } }).map(\.pair)
        let fragment = merging.value("URL, fragment", urls.fragment)
        let query = pairs.isEmpty ? nil : pairs.map(\.text).joined(separator: "&")
        url = place + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
    }
}

/// A pair of a URL's query.
private struct QueryPairRow: MergedRow {
    var pair: QueryPair
    var origin: Int?

    var identity: String { pair.name }
    var written: YAMLValue { .string(pair.text) }
    var mergeText: String { pair.value ?? "" }

    static func merged(
        _ versions: Versions<QueryPairRow>, _ name: String, _ merging: inout FieldMerging
    ) -> QueryPairRow {
        let value = merging.value(name, versions.pair.value)
        return QueryPairRow(pair: QueryPair(name: versions.theirs.pair.name, value: value))
    }
}

extension RequestSettings {
    static func merged(_ versions: Versions<RequestSettings>, _ merging: inout FieldMerging) -> RequestSettings {
        if let agreed = versions.agreed { return agreed }
        var merged = versions.theirs
        merged.isPresent = merging.value("Settings", versions.isPresent)
        merged.encodesURL = merging.value("Encode URL", versions.encodesURL)
        merged.timeoutInMilliseconds = merging.value("Timeout", versions.timeoutInMilliseconds)
        merged.followsRedirects = merging.value("Follow redirects", versions.followsRedirects)
        merged.maximumRedirects = merging.value("Redirects at most", versions.maximumRedirects)
        merged.forwardsAuthorization = merging.value("Forward authorization", versions.forwardsAuthorization)
        for key in Key.allCases {
            let isInherited = merging.value("\(key.rawValue), inherited", versions.map { $0.inherited.contains(key) })
            if isInherited { merged.inherited.insert(key) } else { merged.inherited.remove(key) }
        }
        if !merged.written.entries.isEmpty { merged.isPresent = true }
        return merged
    }
}

extension RequestPolicies: Mergeable {
    public static func merged(_ versions: Versions<RequestPolicies>, _ merging: inout FieldMerging) -> RequestPolicies {
        var merged = versions.theirs
        merged.retry = merging.part("Retries", versions.retry) {
            String($0.count)
        } fields: {
            RetrySettings.merged($0, &$1)
        }
        merged.verifiesTLS = merging.value("Verify TLS", versions.verifiesTLS)
        merged.keepsHistory = merging.value("Keep in history", versions.keepsHistory)
        merged.login = merging.value("Log in with", versions.map(\.login)) { $0?.text }
        return merged
    }
}

extension RetrySettings {
    fileprivate static func merged(
        _ versions: Versions<RetrySettings>, _ merging: inout FieldMerging
    ) -> RetrySettings {
        var merged = versions.theirs
        merged.count = merging.value("Retries", versions.count)
        merged.backoff = merging.value("Retry backoff", versions.backoff)
        merged.base = merging.value("Retry first wait", versions.map(\.base))
        merged.cap = merging.value("Retry longest wait", versions.cap)
        merged.budget = merging.value("Retry budget", versions.budget)
        merged.retryAfterCap = merging.value("Retry-After at most", versions.retryAfterCap)
        merged.jitter = merging.value("Retry jitter", versions.jitter)
        merged.methods = merging.value("Retried methods", versions.methods)
        merged.statuses = merging.value("Retried statuses", versions.statuses) {
            $0.map { $0.map(String.init).joined(separator: ", ") }
        }
        return merged
    }
}

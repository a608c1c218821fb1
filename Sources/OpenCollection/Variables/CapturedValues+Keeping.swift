extension CapturedValues {
    /// A value as a private file keeps it, with what is needed to ask before it goes elsewhere.
    public struct StoredValue: Codable, Sendable, Hashable {
        public var name: String
        /// The value as JSON.
        public var json: String
        public var isSecret: Bool
        /// The path of the request whose action captured it; nil: not known.
        public var request: String?
        /// The origin of the response that it was taken from; nil: it was not taken from a response.
        public var origin: String?
        /// Whether the value has characters of Latin-1 for bytes; nil: it has not.
        public var isLatin1: Bool?
        /// The scope for which a script set it, as ``ScriptScope`` has it; nil for values of actions.
        public var scope: String?
    }

    /// All values, by name.
    public var kept: [StoredValue] {
        ScriptScope.allCases.flatMap { scope in
            let own = self[scope]
            return own.values.sorted { $0.key < $1.key }.map { name, value in
                var kept = StoredValue(name: name, json: value.jsonText, isSecret: own.secretNames.contains(name))
                if own.latin1Names.contains(name) { kept.isLatin1 = true }
                if own.scope(of: name) != nil { kept.scope = scope.rawValue }
                if case .captured(_, let request, let origin)? = own.sources(of: name).first {
                    (kept.request, kept.origin) = (request, origin)
                }
                return kept
            }
        }
    }

    public init(_ kept: [StoredValue]) {
        self.init()
        for value in kept {
            let source = value.request.map { ValueSource.captured(value.name, by: $0, from: value.origin) }
            set(
                value.name, json: value.json, isSecret: value.isSecret, sources: [source].compactMap { $0 },
                isLatin1: value.isLatin1 ?? false, of: value.scope.flatMap { ScriptScope(rawValue: $0) })
        }
    }
}

extension Collection {
    /// Returns the first request that captures each variable, in the order of a run. Only requests that are read whole say so.
    public func requestsCapturing(_ names: Set<String>) -> [String: ItemPath] {
        var found: [String: ItemPath] = [:]
        for item in allItems {
            guard case .request(let file) = item.kind else { continue }
            for name in capturedNames(of: file.definition, at: item.path).intersection(names) where found[name] == nil {
                found[name] = item.path
            }
        }
        return found
    }
}

extension Collection {
    /// Returns the names of the variables that the actions of a request keep of its response.
    public func capturedNames(of definition: RequestDefinition, at path: ItemPath) -> Set<String> {
        DraftContent(definition: definition, policies: companion[.request(path)]).capturedNames
    }
}

extension DraftContent {
    /// Names of the variables that its own actions capture from a response.
    public var capturedNames: Set<String> {
        let actions = definition.actions + policies.captures
        return Set(
            actions.filter { $0.isEnabled && $0.type == "set-variable" && $0.known == .afterResponse }.map(\.variable))
    }
}

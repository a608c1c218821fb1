import YAMLTree

extension CompanionFile {
    /// The text of `microscope.yaml` with the retry policy of a request set, or (nil) taken away; what it says besides
    /// stays byte for byte. A file that does not exist begins here.
    ///
    /// - Throws: ``FileProblem`` when the change cannot be written without touching something else.
    public func settingRetry(_ retry: RetrySettings?, of request: ItemPath) throws(FileProblem) -> String {
        guard retry != requests[request]?.retry else { return text }
        do {
            if text.isBlank { return retry.map { Self.newText($0, request) } ?? text }
            var editor = try DocumentEditor(text)
            try editor.setRetry(retry, from: requests[request]?.retry, of: request.text)
            return editor.document.text
        } catch let error as YAMLSyntaxError {
            throw FileProblem(error, path: ItemPath(Self.fileName))
        } catch {
            throw FileProblem(path: ItemPath(Self.fileName), message: "cannot be saved: \(error)")
        }
    }

    private static func newText(_ retry: RetrySettings, _ request: ItemPath) -> String {
        let policies = YAMLValue.pairs([(request.text, .pairs([("retry", .pairs(retry.pairs))]))])
        return YAMLValue.pairs([("version", 1), ("requests", policies)]).emitted()
    }
}

extension RetrySettings {
    /// Every key in its order, nil where nothing is said.
    fileprivate var pairs: [(String, YAMLValue?)] {
        [
            ("count", .int(count)), ("backoff", backoff.map { .string($0) }), ("base", base.map { .number($0) }),
            ("cap", cap.map { .number($0) }), ("budget", budget.map { .number($0) }),
            ("retryAfterCap", retryAfterCap.map { .number($0) }), ("jitter", jitter.map { .string($0) }),
            ("methods", methods.map { .sequence($0.map { .string($0) }) }),
            ("statuses", statuses.map { .sequence($0.map { .int($0) }) }),
        ]
    }
}

extension DocumentEditor {
    private static let topKeys = ["version", "collection", "environments", "folders", "requests"]

    fileprivate mutating func setRetry(_ new: RetrySettings?, from old: RetrySettings?, of request: String) throws {
        let policies: YAMLPath = ["requests", .key(request)]
        guard let new else { return try removeRetry(policies) }
        guard let old, node(policies.appending(key: "retry")) != nil else { return try addRetry(new, request) }
        for (before, after) in zip(old.pairs, new.pairs) where before.1 != after.1 {
            try set(after.0, in: policies.appending(key: "retry"), to: after.1, order: RetrySettings.keys)
        }
    }

    private mutating func addRetry(_ retry: RetrySettings, _ request: String) throws {
        let value = YAMLValue.pairs(retry.pairs)
        let policies = YAMLValue.pairs([("retry", value)])
        if node(["requests", .key(request)])?.entries != nil {
            try set("retry", in: ["requests", .key(request)], to: value, order: [])
        } else if node(["requests"])?.entries != nil {
            try set(request, in: ["requests"], to: policies, order: [])
        } else {
            try set("requests", in: [], to: .pairs([(request, policies)]), order: Self.topKeys)
        }
    }

    /// Takes the mappings along that become empty.
    private mutating func removeRetry(_ policies: YAMLPath) throws {
        var path = policies.appending(key: "retry")
        while let parent = node(YAMLPath(path.components.dropLast())), path.components.count > 1,
            parent.entries?.count == 1
        {
            path = YAMLPath(path.components.dropLast())
        }
        if node(path) != nil { try apply(.removeKey(path)) }
    }
}

/// The differences of two sends.
public struct ExchangeDifference: Sendable {
    public struct Change<Value: Sendable & Hashable>: Sendable, Hashable {
        public var old: Value
        public var new: Value
    }

    /// The results if at least one has no response: "HTTP 200", "could not resolve host"; nil if both have one, or failed alike.
    public internal(set) var outcome: Change<String>?
    /// Whether each of them has a response.
    var hasResponse = Change(old: true, new: true)
    /// The statuses; nil if they are equal.
    public internal(set) var status: Change<Int>?
    /// The place where a replay was redirected another way than the recorded request, in words; nil if it was not, or the new one is not a replay
    /// of the old one.
    public var redirects: String?
    /// The reason phrases, which are reported, but are not a difference, since only people read them; nil if they are equal, or one has none.
    public internal(set) var reason: Change<String>?
    /// The HTTP versions, which are reported, but are not a difference; nil if they are equal, or not known.
    public internal(set) var version: Change<String>?
    public internal(set) var headers: [HeaderDifference] = []
    public internal(set) var body: BodyDifference = .equal
    public internal(set) var timing: TimingDifference
}

extension HeaderDifference {
    /// Whether the shape is the same: for a header only its presence; for `Content-Type` the part before its parameters.
    fileprivate var hasSameShape: Bool {
        guard !old.isEmpty, !new.isEmpty else { return false }
        return name.lowercased() != "content-type" || old.map(Self.mediaType) == new.map(Self.mediaType)
    }

    private static func mediaType(_ value: String) -> String {
        String(value.prefix { $0 != ";" }).trimmed.lowercased()
    }
}

/// Compares two sends: reads both bodies, so it needs its own thread.
public struct ExchangeComparison: Sendable {
    public let old: ExchangeSide
    public let new: ExchangeSide
    /// The rules for what is ignored. Default: ``IgnoreRules/standard``.
    public var rules = IgnoreRules.standard
    public var options = JSONComparisonOptions()

    public init(old: ExchangeSide, new: ExchangeSide) { (self.old, self.new) = (old, new) }

    /// Compares the sends; nil if cancelled.
    public func run(isCancelled: () -> Bool = { false }) -> ExchangeDifference? {
        var difference = ExchangeDifference(timing: TimingDifference(old: old.timing, new: new.timing))
        guard case .response(let before) = old.outcome, case .response(let after) = new.outcome else {
            let (one, other) = (Self.words(old.outcome), Self.words(new.outcome))
            difference.hasResponse = .init(old: old.outcome.isResponse, new: new.outcome.isResponse)
            if one != other { difference.outcome = .init(old: one, new: other) }
            return difference
        }
        if before.status != after.status { difference.status = .init(old: before.status, new: after.status) }
        difference.reason = Self.change(before.reason, after.reason)
        difference.version = Self.change(before.version ?? "", after.version ?? "")
        guard let body = body(before, after, isCancelled) else { return nil }
        difference.body = body
        difference.headers = headers(before, after, body)
        return difference
    }

    private static func words(_ outcome: ExchangeSide.Outcome) -> String {
        switch outcome {
        case .response(let response): "HTTP \(response.status)"
        case .failure(let reason): reason
        }
    }

    private static func change(_ old: String, _ new: String) -> ExchangeDifference.Change<String>? {
        old.isEmpty || new.isEmpty || old == new ? nil : .init(old: old, new: new)
    }

    private func headers(
        _ before: ExchangeSide.Response, _ after: ExchangeSide.Response, _ body: BodyDifference
    ) -> [HeaderDifference] {
        var headers = HeaderDifference.differences(before.headers, after.headers, ReadyRules(rules))
        if options.comparesShapes { headers.removeAll(where: \.hasSameShape) }
        if case .unknown = body { return headers }
        for index in headers.indices where headers[index].name.lowercased() == "content-length" {
            headers[index].ignoredBy = .followsFromBody
        }
        return headers
    }

    private func body(
        _ before: ExchangeSide.Response, _ after: ExchangeSide.Response, _ isCancelled: () -> Bool
    ) -> BodyDifference? {
        guard let one = before.body, let other = after.body else {
            if let hash = before.bodyHash, hash == after.bodyHash { return .equal }
            if before.body == nil, after.body == nil { return .unknown("neither body was kept whole") }
            return .unknown("the \(before.body == nil ? "old" : "new") body was not kept")
        }
        var comparison = BodyDifferencing(old: one, new: other)
        (comparison.oldType, comparison.newType) = (before.contentType, after.contentType)
        (comparison.rules, comparison.options) = (rules, options)
        return comparison.run(isCancelled: isCancelled)
    }
}

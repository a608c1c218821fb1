/// In what two sends differ.
public struct ExchangeDifference: Sendable {
    public struct Change<Value: Sendable & Hashable>: Sendable, Hashable {
        public var old: Value
        public var new: Value
    }

    /// What each came to where at least one has no answer: "HTTP 200", "could not resolve host". Nil: both have one, or failed alike.
    public internal(set) var outcome: Change<String>?
    /// Which of them have an answer.
    var hasAnswer = Change(old: true, new: true)
    /// Nil: equal.
    public internal(set) var status: Change<Int>?
    /// Where a replay was led another way than the recorded request, in words. Nil: nowhere, or the new one is no replay of the old one.
    public var redirects: String?
    /// Told, and no difference: nothing but people read it. Nil: equal, or one of them has none.
    public internal(set) var reason: Change<String>?
    /// Told, and no difference. Nil: equal, or not known.
    public internal(set) var version: Change<String>?
    public internal(set) var headers: [HeaderDifference] = []
    public internal(set) var body: BodyDifference = .equal
    public internal(set) var timing: TimingDifference
}

extension HeaderDifference {
    /// Of a header only that it is there is its shape; of `Content-Type` what it says before its parameters.
    fileprivate var hasSameShape: Bool {
        guard !old.isEmpty, !new.isEmpty else { return false }
        return name.lowercased() != "content-type" || old.map(Self.mediaType) == new.map(Self.mediaType)
    }

    private static func mediaType(_ value: String) -> String {
        String(value.prefix { $0 != ";" }).trimmed.lowercased()
    }
}

/// Compares two sends: reads both bodies, so that it belongs on a thread of its own.
public struct ExchangeComparison: Sendable {
    public let old: ExchangeSide
    public let new: ExchangeSide
    /// Default: ``IgnoreRules/standard``.
    public var rules = IgnoreRules.standard
    public var options = JSONComparisonOptions()

    public init(old: ExchangeSide, new: ExchangeSide) { (self.old, self.new) = (old, new) }

    /// Nil when cancelled.
    public func run(isCancelled: () -> Bool = { false }) -> ExchangeDifference? {
        var difference = ExchangeDifference(timing: TimingDifference(old: old.timing, new: new.timing))
        guard case .answer(let before) = old.outcome, case .answer(let after) = new.outcome else {
            let (one, other) = (Self.words(old.outcome), Self.words(new.outcome))
            difference.hasAnswer = .init(old: old.outcome.isAnswer, new: new.outcome.isAnswer)
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
        case .answer(let answer): "HTTP \(answer.status)"
        case .failure(let reason): reason
        }
    }

    private static func change(_ old: String, _ new: String) -> ExchangeDifference.Change<String>? {
        old.isEmpty || new.isEmpty || old == new ? nil : .init(old: old, new: new)
    }

    private func headers(
        _ before: ExchangeSide.Answer, _ after: ExchangeSide.Answer, _ body: BodyDifference
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
        _ before: ExchangeSide.Answer, _ after: ExchangeSide.Answer, _ isCancelled: () -> Bool
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

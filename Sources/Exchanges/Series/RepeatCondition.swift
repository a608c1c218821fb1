/// The condition for ending a repetition.
public enum RepeatCondition: Sendable, Hashable {
    /// The status lies in this range; negated, a response has another one.
    case status(ClosedRange<Int>, isNegated: Bool)
    /// All assertions pass, and there is at least one.
    case passes
    /// There is no whole response, a status of 500 or more, or a failed assertion: the send counts as failed.
    case fails
    /// The response differs from the first one, by the rules for what is ignored.
    case changes

    /// Understands "status:200", "5xx", "-503", "passes", "fails" and "changes".
    ///
    /// - Throws: ``RepeatConditionError``, with advice about what to write instead.
    public init(_ text: String) throws(RepeatConditionError) {
        let word = text.trimmingSpacesAround.lowercased()
        if let named = Self.named.first(where: { $0.name == word }) {
            self = named.condition
            return
        }
        let isNegated = word.hasPrefix("-") || word.hasPrefix("!")
        let rest = isNegated ? word.dropFirst() : word[...]
        let range = HistoryStatusRange.range(String(rest.hasPrefix("status:") ? rest.dropFirst(7) : rest))
        guard let range else { throw RepeatConditionError(text: text) }
        self = .status(range, isNegated: isNegated)
    }

    private static let named: [(name: String, condition: RepeatCondition)] = [
        ("passes", .passes), ("fails", .fails), ("changes", .changes),
    ]

    /// The condition as it is typed: parsed again, it is the same condition.
    public var text: String {
        switch self {
        case .status(let range, let isNegated): "\(isNegated ? "-" : "")status:\(HistoryStatusRange.text(of: range))"
        case .passes: "passes"
        case .fails: "fails"
        case .changes: "changes"
        }
    }

    /// Whether it needs assertions, which are evaluated with the request as it is now.
    public var needsAssertions: Bool { self == .passes }

    /// - Parameter verdict: The comparison of the response with the first one; nil if there is none.
    public func holds(for outcome: SendOutcome, _ verdict: SeriesVerdict?) -> Bool {
        switch self {
        case .status(let range, let isNegated):
            outcome.failure == nil && outcome.status.map { range.contains($0) != isNegated } ?? false
        case .passes: outcome.failure == nil && outcome.assertions.passed > 0 && !outcome.hasProblems
        case .fails: outcome.isFailure && !outcome.isCancelled
        case .changes: verdict?.kind == .differs
        }
    }
}

/// A text that is not a condition.
public struct RepeatConditionError: Error, Sendable, Hashable, CustomStringConvertible {
    public var text: String

    public var advice: String { "write a status (200, 5xx, -503), passes, fails or changes" }
    public var description: String { "\"\(text)\" is not a condition: \(advice)" }
}

/// A time between sends, or for all of them, as it is typed.
public enum RepeatSpan {
    /// Understands "2s", "500ms", "1m 30s"; a number alone is in seconds. nil for any other text, and for zero.
    ///
    /// - Parameter text: The text as typed.
    public static func duration(_ text: String) -> Duration? {
        let duration = HistorySpan.duration(text) ?? HistorySpan.duration(text + "s")
        return duration.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Returns the duration as it is typed: "1.5s".
    ///
    /// - Parameter duration: The duration, rounded to the microsecond.
    public static func text(of duration: Duration) -> String { HistorySpan.text(of: duration) }
}

extension String {
    fileprivate var trimmingSpacesAround: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

public import BodyStore
public import Exchanges
import OpenCollection
import Secrets

/// An answer of the history, to be judged anew: its secrets are markers, and its body may be cut, or gone.
public struct KeptAnswer: Sendable {
    let record: RecordedExchange
    /// Why nothing can be told of its body; nil: all of it is there.
    let bodyProblem: String?
    /// Whether markers stand in its body.
    let isBodyMasked: Bool

    /// Nil: there is no whole answer, and so nothing to judge.
    ///
    /// - Parameter body: of the answer as it is kept; nil without one, and when it is no longer there.
    public init?(_ kept: KeptExchange, body: BodyStore?) {
        guard kept.failure == nil, let head = kept.head else { return nil }
        isBodyMasked = kept.responseBody?.isMasked ?? false
        bodyProblem =
            kept.responseBody?.isCut == true
            ? "only the beginning of the body is kept"
            : body == nil && kept.responseBody != nil ? "the body is no longer kept" : nil
        let store = isBodyMasked ? body.map(BareMarkers.quoted) : body
        record = RecordedExchange(
            id: kept.id, exchange: kept.exchange, origin: kept.origin, sentAt: kept.sentAt, head: head,
            responseBody: store ?? BodyStore([]))
    }
}

/// What comes of today's checks on an answer of before: nothing of it is kept.
public struct ChecksOfToday: Sendable, Hashable {
    /// What actions would keep.
    public var captures: [RecordedCapture]
    public var assertions: [RecordedAssertion]

    public init(captures: [RecordedCapture] = [], assertions: [RecordedAssertion] = []) {
        (self.captures, self.assertions) = (captures, assertions)
    }
}

extension AnswerChecks {
    /// Judges an answer of the history. What asks for something that is masked, or not kept, is not evaluated. Reads the body, so not for a
    /// thread that must not wait.
    ///
    /// - Parameters:
    ///   - decode: bodies of other charsets than UTF-8.
    ///   - uptime: stops patterns that need too long.
    ///   - isCancelled: asked between assertions and within patterns; what is left then is not evaluated. Default: never.
    public func results(
        of kept: KeptAnswer, decode: @escaping Decode, uptime: @escaping @Sendable () -> Duration,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> ChecksOfToday {
        let patience = Patience(uptime: uptime, asksToStop: isCancelled)
        let results = results(of: kept.record, secrets: SecretSet(), decode: decode, patience: patience, kept: kept)
        return ChecksOfToday(captures: results.captures, assertions: results.assertions)
    }
}

extension NoValue {
    static let masked = NoValue.notEvaluated("the value is masked in the history")
}

extension FoundValue {
    /// Whether a marker stands in it.
    var isMasked: Bool { if case .value(let value) = self { value.isMasked } else { false } }
}

extension TypedValue {
    fileprivate var isMasked: Bool {
        switch self {
        case .string(let text): BareMarkers.isIn(text)
        case .list(let elements): elements.contains(where: \.isMasked)
        case .object(let members): members.contains { $0.value.isMasked }
        case .null, .boolean, .number, .longNumber: false
        }
    }
}

extension AssertionOperator {
    /// Whether it asks only whether there is a value, which a mask does not hide.
    var asksForPresence: Bool { [.isDefined, .isUndefined, .isNull].contains(self) }
}

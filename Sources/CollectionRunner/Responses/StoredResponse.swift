public import BodyStore
public import Exchanges
import OpenCollection
import Secrets

/// A response of the history to be checked again: its secrets are markers, and its body may be cut or missing.
public struct StoredResponse: Sendable {
    let record: RecordedExchange
    /// The reason why the body cannot be checked; nil if all of it is there.
    let bodyProblem: String?
    /// Whether the body holds markers.
    let isBodyMasked: Bool

    /// Creates a response to check; nil if the exchange failed or has no response.
    ///
    /// - Parameter body: The body as it is kept; nil if there was none or it is no longer there.
    public init?(_ kept: StoredExchange, body: BodyStore?) {
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

/// The results of today's checks on a response of the history; none of them is kept.
public struct ChecksOfToday: Sendable, Hashable {
    /// The values that actions would capture.
    public var captures: [RecordedCapture]
    public var assertions: [RecordedAssertion]

    public init(captures: [RecordedCapture] = [], assertions: [RecordedAssertion] = []) {
        (self.captures, self.assertions) = (captures, assertions)
    }
}

extension ResponseChecks {
    /// Checks a response of the history. An expression that needs something masked or not kept is not evaluated. Reads the body, so do not call it on
    /// a thread that must not block.
    ///
    /// - Parameters:
    ///   - decode: Decodes bodies in charsets other than UTF-8.
    ///   - uptime: The clock that stops patterns that need too long.
    ///   - isCancelled: Called between assertions and within patterns; once it returns true, the rest is not evaluated. Default: never.
    public func results(
        of kept: StoredResponse, decode: @escaping Decode, uptime: @escaping @Sendable () -> Duration,
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
    /// Whether the value contains a marker.
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

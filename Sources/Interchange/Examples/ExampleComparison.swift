import BodyStore
public import Differences
import Exchanges
import Foundation
public import OpenCollection

/// Compares an answer with an example of its request: with as much of an answer as the example says.
///
/// A status, a header or a body that the example does not have is not compared; what is masked in it matches anything. Reads the body,
/// so that it belongs on a thread of its own.
public struct ExampleComparison: Sendable {
    private let example: RequestExample
    private let answer: ExchangeSide.Answer
    private let timing: ExchangeTiming
    /// Default: ``Differences/IgnoreRules/standard``.
    public var rules = IgnoreRules.standard
    public var options = JSONComparisonOptions()
    /// Whether the answer comes from the history, where secrets are masked too. Default: false.
    public var isAnswerMasked = false

    /// - Parameters:
    ///   - answer: its body in UTF-8 where it is text.
    ///   - timing: of the answer, to be told.
    public init(_ example: RequestExample, answer: ExchangeSide.Answer, timing: ExchangeTiming = ExchangeTiming()) {
        (self.example, self.answer, self.timing) = (example, answer, timing)
    }

    /// Nil when cancelled.
    public func run(isCancelled: () -> Bool = { false }) -> ExchangeDifference? {
        let expected = example.response ?? RequestExample.Response()
        var new = answer
        let names = Set(expected.headers.map { $0.name.lowercased() })
        new.bodyType = answer.headers.first { $0.name.lowercased() == "content-type" }?.value
        new.headers = answer.headers.filter { names.contains($0.name.lowercased()) }
        new.body = expected.body.map { $0.comparable(answer.body) } ?? BodyStore([])
        var comparison = ExchangeComparison(
            old: ExchangeSide(.answer(expected.answer(beside: answer))), new: ExchangeSide(.answer(new), timing: timing)
        )
        comparison.rules = IgnoreRules(rules.rules + [.masked(onBothSides: isAnswerMasked)])
        comparison.options = options
        return comparison.run(isCancelled: isCancelled)
    }
}

extension RequestExample {
    /// Whether it says anything of an answer.
    public var isComparable: Bool {
        response.map { $0.status != nil || !$0.headers.isEmpty || $0.body != nil } ?? false
    }

    /// What it is called.
    public var shownName: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? "unnamed" }
}

extension RequestExample.Response {
    /// What it says, and in the place of what it does not say what came.
    fileprivate func answer(beside new: ExchangeSide.Answer) -> ExchangeSide.Answer {
        var answer = ExchangeSide.Answer(
            status: status.flatMap { Int(exactly: $0) } ?? new.status, reason: statusText ?? "",
            headers: headers.map { .init($0.name, $0.value) }, body: body?.store(beside: new.body) ?? BodyStore([]))
        answer.bodyType = body?.comparedType
        return answer
    }
}

extension RequestExample.Body {
    fileprivate var comparedType: String {
        switch type {
        case "binary" where markedText != nil: "text/plain"
        case "json": "application/json"
        case "xml": "application/xml"
        case "html": "text/html"
        case "binary": "application/octet-stream"
        default: "text/plain"
        }
    }

    /// Of bytes: the text that they are, when something in it is masked. Nil for all others.
    private var markedText: [UInt8]? {
        guard type == "binary", let bytes = Data(base64Encoded: data, options: .ignoreUnknownCharacters),
            let text = String(validating: bytes, as: UTF8.self), BareMarkers.isIn(text)
        else { return nil }
        return Array(bytes)
    }

    /// An answer's body as it is held against this one: an example of text is written without a byte order mark.
    fileprivate func comparable(_ body: BodyStore?) -> BodyStore? {
        guard let body, type != "binary" || markedText != nil else { return body }
        let bytes = body.copy(0..<min(3, body.count))
        return bytes.withoutByteOrderMark == bytes ? body : BodyStore(body.copy(3..<body.count))
    }

    /// Bytes are written in base64. What was written by hand may end its last line where the server does not.
    fileprivate func store(beside new: BodyStore?) -> BodyStore {
        if type == "binary", let bytes = Data(base64Encoded: data, options: .ignoreUnknownCharacters) {
            return BodyStore(Array(bytes))
        }
        // In the place of a number of JSON a marker has no quotes; in other text, none of it is to be changed.
        let bytes = type == "json" ? BareMarkers.quoted(Array(data.utf8)) : Array(data.utf8)
        guard bytes.last == UInt8(ascii: "\n"), let new, new.count > 0,
            new.copy(new.count - 1..<new.count) != [UInt8(ascii: "\n")]
        else { return BodyStore(bytes) }
        return BodyStore(Array(bytes.dropLast()))
    }
}

/// What comparing an answer with one example came to.
public struct ExampleResult: Sendable {
    public let example: RequestExample
    public let difference: ExchangeDifference
    public let verdict: Verdict

    public init(_ example: RequestExample, _ difference: ExchangeDifference) {
        (self.example, self.difference) = (example, difference)
        verdict = Verdict(difference)
    }

    /// The verdict without what is not to be told of the answer.
    public func verdict(hiding hide: @escaping Verdict.Hiding) -> Verdict { Verdict(difference, hiding: hide) }

    /// Whether the answer is what the example shows.
    public var isSame: Bool {
        switch verdict.kind {
        case .same, .sameButForIgnored: true
        case .differs, .unknown: false
        }
    }

    /// Less is nearer: the status first, then how much differs.
    fileprivate var distance: (Int, Int, Int, Int) {
        let headers = difference.headers.count { $0.ignoredBy == nil }
        let isUnknown = verdict.kind == .unknown ? 1 : 0
        return (
            difference.status == nil ? 0 : 1, isUnknown, difference.body.countedCount + headers,
            difference.body.ignoredCount
        )
    }
}

extension [ExampleResult] {
    /// The one that the answer is nearest to: of several that are the same, the first.
    public var nearest: ExampleResult? { self.min { $0.distance < $1.distance } }
}

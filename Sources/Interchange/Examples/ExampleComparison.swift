import BodyStore
public import Differences
import Exchanges
import Foundation
public import OpenCollection

/// Compares a response with an example of its request: with as much of a response as the example has.
///
/// A status, a header or a body that the example does not have is not compared; what is masked in it matches anything. Reads the body,
/// so that it belongs on its own thread.
public struct ExampleComparison: Sendable {
    private let example: RequestExample
    private let response: ExchangeSide.Response
    private let timing: ExchangeTiming
    /// The rules for what is ignored. Default: ``Differences/IgnoreRules/standard``.
    public var rules = IgnoreRules.standard
    public var options = JSONComparisonOptions()
    /// Whether the response comes from the history, where secrets are masked too. Default: false.
    public var isResponseMasked = false

    /// - Parameters:
    ///   - response: The response, its body in UTF-8 if it is text.
    ///   - timing: The timing of the response, to be shown.
    public init(_ example: RequestExample, response: ExchangeSide.Response, timing: ExchangeTiming = ExchangeTiming()) {
        (self.example, self.response, self.timing) = (example, response, timing)
    }

    /// Returns the difference; nil if cancelled.
    public func run(isCancelled: () -> Bool = { false }) -> ExchangeDifference? {
        let expected = example.response ?? RequestExample.Response()
        var new = response
        let names = Set(expected.headers.map { $0.name.lowercased() })
        new.bodyType = response.headers.first { $0.name.lowercased() == "content-type" }?.value
        new.headers = response.headers.filter { names.contains($0.name.lowercased()) }
        new.body = expected.body.map { $0.comparable(response.body) } ?? BodyStore([])
        var comparison = ExchangeComparison(
            old: ExchangeSide(.response(expected.response(beside: response))),
            new: ExchangeSide(.response(new), timing: timing)
        )
        comparison.rules = IgnoreRules(rules.rules + [.masked(onBothSides: isResponseMasked)])
        comparison.options = options
        return comparison.run(isCancelled: isCancelled)
    }
}

extension RequestExample {
    /// Whether it says anything about a response.
    public var isComparable: Bool {
        response.map { $0.status != nil || !$0.headers.isEmpty || $0.body != nil } ?? false
    }

    /// The name of the example, or "unnamed".
    public var shownName: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? "unnamed" }
}

extension RequestExample.Response {
    /// Returns the example's response, completed with the new response where the example says nothing.
    fileprivate func response(beside new: ExchangeSide.Response) -> ExchangeSide.Response {
        var response = ExchangeSide.Response(
            status: status.flatMap { Int(exactly: $0) } ?? new.status, reason: statusText ?? "",
            headers: headers.map { .init($0.name, $0.value) }, body: body?.store(beside: new.body) ?? BodyStore([]))
        response.bodyType = body?.comparedType
        return response
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

    /// The text of a binary body if something in it is masked; nil for all others.
    private var markedText: [UInt8]? {
        guard type == "binary", let bytes = Data(base64Encoded: data, options: .ignoreUnknownCharacters),
            let text = String(validating: bytes, as: UTF8.self), BareMarkers.isIn(text)
        else { return nil }
        return Array(bytes)
    }

    /// Returns a response's body as it is compared with this one: an example of text is written without a byte order mark.
    fileprivate func comparable(_ body: BodyStore?) -> BodyStore? {
        guard let body, type != "binary" || markedText != nil else { return body }
        let bytes = body.copy(0..<min(3, body.count))
        return bytes.withoutByteOrderMark == bytes ? body : BodyStore(body.copy(3..<body.count))
    }

    /// Returns the body as a store; bytes are written in base64. A text written by hand may end its last line where the server does not.
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

/// The outcome of comparing a response with one example.
public struct ExampleResult: Sendable {
    public let example: RequestExample
    public let difference: ExchangeDifference
    public let verdict: Verdict

    public init(_ example: RequestExample, _ difference: ExchangeDifference) {
        (self.example, self.difference) = (example, difference)
        verdict = Verdict(difference)
    }

    /// Returns the verdict without what must not be shown of the response.
    public func verdict(hiding hide: @escaping Verdict.Hiding) -> Verdict { Verdict(difference, hiding: hide) }

    /// Whether the response is what the example shows.
    public var isSame: Bool {
        switch verdict.kind {
        case .same, .sameButForIgnored: true
        case .differs, .unknown: false
        }
    }

    /// The distance, of which less is nearer: the status first, then how much differs.
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
    /// The result nearest to the response; the first of several that are the same.
    public var nearest: ExampleResult? { self.min { $0.distance < $1.distance } }
}

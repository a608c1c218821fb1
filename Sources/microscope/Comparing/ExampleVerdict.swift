import BodyStore
import Differences
import Exchanges
import Explorer
import Interchange
import MicroClient
import OpenCollection

/// Compares responses with examples of their requests.
///
/// Reads bodies, so that it belongs on a thread of its own.
enum ExampleVerdict {
    /// Returns the comparison with each example, in their order.
    static func results(
        of record: RecordedExchange, _ examples: [RequestExample], _ rules: DifferenceRules
    ) -> [ExampleResult] {
        guard record.failure == nil, let head = record.head else { return [] }
        let body = record.responseBody?.inUTF8(contentType: head.headers["Content-Type"]) ?? BodyStore([])
        return results(
            of: ExchangeSide.Response(head, body: body), timing: ExchangeTiming(record.exchange), isMasked: false,
            examples, rules)
    }

    /// Compares a response of the history, in which secrets are markers.
    static func results(
        of past: PastExchange, _ examples: [RequestExample], _ rules: DifferenceRules
    ) -> [ExampleResult] {
        let side = ExchangeSide(past)
        guard case .response(let response) = side.outcome else { return [] }
        return results(of: response, timing: side.timing, isMasked: true, examples, rules)
    }

    /// Compares a response of the history with an example, with everything that the screen shows of it.
    ///
    /// - Returns: The difference; nil if cancelled, or without a response.
    static func shown(
        _ past: PastExchange, _ example: RequestExample, rules: DifferenceRules, isCancelled: () -> Bool
    ) -> ShownDifference? {
        guard let result = results(of: past, [example], rules).first, !isCancelled() else { return nil }
        let rows = ExchangeVerdict.rows(of: result.difference.body, isCancelled: isCancelled)
        guard !isCancelled() else { return nil }
        return ShownDifference(
            old: past.kept, new: past.kept, result.difference, sideBySide: rows?.sideBySide, inline: rows?.inline,
            notes: rules.complaints, example: example)
    }

    private static func results(
        of response: ExchangeSide.Response, timing: ExchangeTiming, isMasked: Bool, _ examples: [RequestExample],
        _ rules: DifferenceRules
    ) -> [ExampleResult] {
        examples.filter(\.isComparable).compactMap { example in
            var comparison = ExampleComparison(example, response: response, timing: timing)
            (comparison.rules, comparison.options) = (rules.ignored, rules.options)
            comparison.isResponseMasked = isMasked
            return comparison.run().map { ExampleResult(example, $0) }
        }
    }
}

extension ExchangeSide.Response {
    /// - Parameter body: The body, in UTF-8 if it is text; nil if it was not kept.
    init(_ head: ResponseHead, body: BodyStore?) {
        let fields = head.headers.map { ExchangeSide.HeaderField($0.name, $0.value) }
        self.init(
            status: head.status, reason: head.reason, version: head.httpVersion.map { "HTTP/\($0)" }, headers: fields,
            body: body)
    }
}

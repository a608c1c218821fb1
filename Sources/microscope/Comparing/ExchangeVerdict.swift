import BodyStore
import BodyView
import Differences
import Exchanges
import Explorer
import MicroClient

/// Compares exchanges of the history: both sides as they are kept, masked alike.
///
/// Reads bodies, so that it belongs on a thread of its own.
enum ExchangeVerdict {
    /// Compares two exchanges; `Verdict(difference)` puts the difference into words.
    ///
    /// - Returns: The difference; nil if cancelled.
    static func compare(
        _ old: PastExchange, _ new: PastExchange, rules: DifferenceRules = DifferenceRules(),
        isCancelled: () -> Bool = { false }
    ) -> ExchangeDifference? {
        var difference = compare(ExchangeSide(old), ExchangeSide(new), rules: rules, isCancelled: isCancelled)
        if new.kept.source == .replay(of: old.kept.id) {
            difference?.redirects = ReplayDeviation(of: new.kept.exchange, from: old.kept.exchange)?.words
        }
        return difference
    }

    static func compare(
        _ old: ExchangeSide, _ new: ExchangeSide, rules: DifferenceRules, isCancelled: () -> Bool = { false }
    ) -> ExchangeDifference? {
        var comparison = ExchangeComparison(old: old, new: new)
        (comparison.rules, comparison.options) = (rules.ignored, rules.options)
        return comparison.run(isCancelled: isCancelled)
    }

    /// Compares two exchanges, with everything that the screen shows of it: what an effect reports as `EffectResult.difference`.
    ///
    /// - Returns: The difference; nil if cancelled.
    static func shown(
        _ old: PastExchange, _ new: PastExchange, rules: DifferenceRules, isCancelled: () -> Bool = { false }
    ) -> ShownDifference? {
        guard let difference = compare(old, new, rules: rules, isCancelled: isCancelled) else { return nil }
        let rows = rows(of: difference.body, isCancelled: isCancelled)
        guard !isCancelled() else { return nil }
        return ShownDifference(
            old: old.kept, new: new.kept, difference, sideBySide: rows?.sideBySide, inline: rows?.inline,
            notes: rules.complaints)
    }

    // MARK: - Bodies by lines

    struct Rows {
        var sideBySide: DifferenceRows
        var inline: DifferenceRows
    }

    /// Bodies that are text, by lines; JSON laid out, with what it means. Nil for other bodies, for JSON that would take long to lay out,
    /// and when cancelled.
    static func rows(of body: BodyDifference, isCancelled: () -> Bool = { false }) -> Rows? {
        switch body {
        case .text(let text, _):
            return Rows(sideBySide: DifferenceRows(text, .sideBySide), inline: DifferenceRows(text, .inline))
        case .json(let differences):
            guard let text = laidOut(differences, isCancelled) else { return nil }
            return Rows(
                sideBySide: DifferenceRows(text, .sideBySide, meaning: differences),
                inline: DifferenceRows(text, .inline, meaning: differences))
        case .equal, .binary, .unknown: return nil
        }
    }

    /// The number of bytes of both bodies up to which they are laid out.
    private static let mostLaidOut = 64 << 20

    private static func laidOut(_ differences: JSONDifferences, _ isCancelled: () -> Bool) -> TextDifference? {
        guard differences.old.count + differences.new.count <= mostLaidOut,
            let old = document(differences.old, isCancelled), let new = document(differences.new, isCancelled)
        else { return nil }
        return TextComparison(old: old, new: new).run(isCancelled: isCancelled)
    }

    private static func document(_ store: BodyStore, _ isCancelled: () -> Bool) -> BodyDocument? {
        let kind = BodyKind.detect(contentType: nil, head: store.copy(0..<min(store.count, BodyKind.headLength)))
        return BodyDocument(whole: store, kind: kind == .jsonLines ? kind : .json, isCancelled: isCancelled)
    }
}

extension ExchangeSide {
    /// Creates the side of an exchange as it is kept.
    init(_ past: PastExchange) {
        let timing = ExchangeTiming(past.kept.exchange)
        guard past.kept.failure == nil, let head = past.kept.head else {
            let failure = past.kept.failure.map { "\($0.stage.words): \($0.message)" }
            self.init(.failure(failure ?? "it did not complete"), timing: timing)
            return
        }
        var response = Response(head, body: past.comparedBody)
        response.bodyHash = past.kept.responseBody?.hashOfAll
        self.init(.response(response), timing: timing)
    }
}

extension StoredBody {
    /// The hash of the body as it came; nil if only its masked form is known.
    fileprivate var hashOfAll: String? { wholeHash ?? (isMasked ? nil : hash) }
}

extension PastExchange {
    /// Whether the response had no body. An archive may only say that there was one.
    private var isWithoutBody: Bool {
        kept.responseBody == nil && (kept.exchange.attempts.last?.hops.last?.bodyBytes ?? 0) == 0
    }

    /// The body to compare, in UTF-8 if it is text; nil if it was not kept, or not all of it.
    fileprivate var comparedBody: BodyStore? {
        guard kept.responseBody?.isCut != true else { return nil }
        guard let body = responseBody else { return isWithoutBody ? BodyStore([]) : nil }
        let type = kept.head?.headers["Content-Type"]
        let readable = body.inUTF8(contentType: type)
        guard kept.responseBody?.isMasked == true else { return readable }
        // A number of JSON that was masked has no quotes: it would be none.
        let head = BareMarkers.quoted(readable.copy(0..<min(readable.count, BodyKind.headLength)))
        let kind = BodyKind.detect(contentType: type, head: head)
        return kind == .json || kind == .jsonLines ? BareMarkers.quoted(readable) : readable
    }
}

extension BodyStore {
    /// Returns the store itself, or a copy in UTF-8 if it is text in another charset.
    func inUTF8(contentType: String?) -> BodyStore {
        let head = copy(0..<min(count, BodyKind.headLength))
        let kind = BodyKind.detect(contentType: contentType, head: head)
        guard kind != .hex, let charset = BodyCharset.detect(contentType: contentType, head: head) else { return self }
        return utf8(from: charset) ?? self
    }
}

extension ExchangeTiming {
    /// Creates the timing of the last hop; the total is that of the whole send.
    init(_ exchange: Exchange) {
        let timings = exchange.attempts.last?.hops.last?.timings ?? Transfer.Timings()
        let phases: [(String, Duration?)] = [
            ("lookup", timings.nameLookup), ("connect", timings.connect), ("tls", timings.tls), ("send", timings.send),
            ("wait", timings.wait), ("download", timings.download),
        ]
        self.init(phases.compactMap { name, time in time.map { Phase(name, $0) } }, total: exchange.duration)
    }
}

public import Exchanges
public import Foundation
public import Interchange
import MicroClient

/// The output of `--verbose` for a send: the bytes on the wire, hop by hop, in the manner of curl.
public enum WireReport {
    /// Returns the lines, without anything that a terminal obeys.
    public static func lines(
        of record: RecordedExchange, mask: SecretMask, masks: Bool, now: Date, showsNonASCII: Bool
    ) -> [String] {
        let attempts = record.exchange.attempts
        return (0...attempts.count).flatMap { index in
            let before = record.auxiliaryExchanges.filter { min($0.attemptsBefore, attempts.count) == index }
            let auxiliaryExchanges = before.flatMap { auxiliary in
                (auxiliary.exchange?.attempts ?? []).flatMap {
                    lines(of: $0, auxiliary.purpose.text, mask, masks: true, now)
                }
            }
            let own = attempts[index...].prefix(1).flatMap { lines(of: $0, nil, mask, masks: masks, now) }
            return auxiliaryExchanges + own
        }.map { TerminalText.line(mask.text($0), showsNonASCII: showsNonASCII) }
    }

    private static func lines(
        of attempt: Exchange.Attempt, _ purpose: String?, _ mask: SecretMask, masks: Bool, _ now: Date
    ) -> [String] {
        let hops = attempt.hops.enumerated().flatMap { index, hop in
            let number = attempt.hops.count > 1 ? ", hop \(index + 1)" : ""
            return ["* \(purpose.map { "\($0), " } ?? "")attempt \(attempt.number)\(number)"]
                + transcript(of: hop, mask, masks: masks, now).lines.map(\.marked)
        }
        guard let retry = attempt.retry else { return hops }
        return hops + ["* sent again after \(Wording.duration(retry.wait)): \(retry.reason)"]
    }

    private static func transcript(of hop: Exchange.Hop, _ mask: SecretMask, masks: Bool, _ now: Date) -> WireTranscript
    {
        WireTranscript(
            hop, masks: masks, secrets: mask.secrets, now: now,
            hide: { mask.text($0, isCut: $1) })
    }
}

import Exchanges
import MicroClient
import TextGrid

/// One line per try: how it ended, how long it took, why it was repeated, how long was waited.
struct AttemptLines {
    let lines: [[StyledText]]

    init(_ session: RequestSession, _ signs: Signs) {
        let attempts = Self.attempts(of: session)
        guard !attempts.isEmpty else {
            lines = [[StyledText("No attempts yet: s sends the request.", .dimmed)]]
            return
        }
        lines = attempts.flatMap { [Self.line($0, signs)] + Self.redirects($0, signs) }
    }

    /// Those of the send under way, else of the last one.
    static func attempts(of session: RequestSession) -> [Attempt] {
        if let running = session.running, !running.attempts.isEmpty { return running.attempts }
        return session.answer?.exchange?.attempts ?? []
    }

    private static func line(_ attempt: Attempt, _ signs: Signs) -> [StyledText] {
        var runs = [StyledText("\(attempt.number)  ", .label)] + outcome(attempt, signs)
        if let total = time(of: attempt) { runs.append(StyledText("  \(Wording.duration(total))", .plain)) }
        if let retry = attempt.retry {
            let source = retry.source == .retryAfter ? " (Retry-After)" : ""
            runs.append(StyledText("  \(signs.retried) waited \(Wording.duration(retry.wait))\(source)", .running))
            if !runs.contains(where: { $0.text.contains(retry.reason) }) {
                runs.append(StyledText(": \(retry.reason)", .plain))
            }
        }
        return runs
    }

    private static func outcome(_ attempt: Attempt, _ signs: Signs) -> [StyledText] {
        switch attempt.outcome {
        case .running: [StyledText("\(signs.running) running", .running)]
        case .cancelled: [StyledText("\(signs.failure) cancelled", .failure)]
        case .failure(let failure): [StyledText("\(signs.failure) \(failure.message)", .failure)]
        case .response(let status):
            [StyledText("\(signs.sign(forStatus: status)) \(status)\(reason(attempt))", .status(status))]
        }
    }

    private static func reason(_ attempt: Attempt) -> String {
        guard let reason = attempt.hops.last?.response?.reason, !reason.isEmpty else { return "" }
        return " \(reason)"
    }

    private static func redirects(_ attempt: Attempt, _ signs: Signs) -> [[StyledText]] {
        attempt.hops.dropLast().enumerated().map { index, hop in
            let status = hop.response?.status ?? 0
            let target = attempt.hops[index + 1].request
            return [
                StyledText("   \(signs.redirect) \(status) ", .redirect),
                StyledText("\(target.method) \(Redaction.url(target.url))", .plain),
            ]
        }
    }

    private static func time(of attempt: Attempt) -> Duration? {
        guard let last = attempt.hops.last, let total = last.timings.total else { return nil }
        return last.startedAfter + total - attempt.startedAfter
    }
}

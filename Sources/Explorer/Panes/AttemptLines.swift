import Exchanges
import ExplorerKit
import MicroClient
import TextGrid

/// A line for each attempt: how it ended, how long it took, why it was repeated, how long was waited; and the helper requests between.
struct AttemptLines {
    let lines: [[StyledText]]

    init(_ session: RequestSession, _ glyphs: Glyphs) {
        let attempts = Self.attempts(of: session)
        let auxiliaryExchanges = Self.auxiliaryExchanges(of: session)
        guard !attempts.isEmpty || !auxiliaryExchanges.isEmpty else {
            lines = [[StyledText("No attempts yet: s sends the request.", .dimmed)]]
            return
        }
        lines = attempts.lines(
            after: auxiliaryExchanges, \.attemptsBefore, of: { Self.lines(of: $0, glyphs) },
            { [Self.line($0, glyphs)] + Self.redirects($0, glyphs) })
    }

    static func auxiliaryExchanges(of session: RequestSession) -> [AuxiliaryExchange] {
        if let running = session.running, running.hasBegun { return running.auxiliaryExchanges }
        return session.response?.auxiliaryExchanges ?? []
    }

    /// Returns the lines of a helper request, with each of its attempts: "login: auth/login.yml".
    private static func lines(of auxiliary: AuxiliaryExchange, _ glyphs: Glyphs) -> [[StyledText]] {
        let title = StyledText("   \(auxiliary.purpose.text)  ", .label)
        let tries = (auxiliary.exchange?.attempts ?? []).map { attempt in
            [title] + outcome(attempt, glyphs)
                + (time(of: attempt).map { [StyledText("  \(Wording.duration($0))", .plain)] } ?? [])
        }
        guard !tries.isEmpty, auxiliary.isDone else {
            let sign = auxiliary.isDone ? glyphs.success : glyphs.failure
            let words = StyledText("\(sign) \(auxiliary.summary)", auxiliary.isDone ? .plain : .warning)
            return tries + [tries.isEmpty ? [title, words] : [StyledText("   ", .plain), words]]
        }
        return tries
    }

    /// Returns the attempts of the send under way, else of the last one.
    static func attempts(of session: RequestSession) -> [Exchange.Attempt] {
        if let running = session.running, running.hasBegun { return running.attempts }
        return session.response?.exchange?.attempts ?? []
    }

    private static func line(_ attempt: Exchange.Attempt, _ glyphs: Glyphs) -> [StyledText] {
        var runs = [StyledText("\(attempt.number)  ", .label)] + outcome(attempt, glyphs)
        if let total = time(of: attempt) { runs.append(StyledText("  \(Wording.duration(total))", .plain)) }
        if let retry = attempt.retry { runs += why(retry, after: runs, glyphs) }
        return runs
    }

    private static func why(_ retry: Exchange.Attempt.Retry, after runs: [StyledText], _ glyphs: Glyphs) -> [StyledText]
    {
        guard retry.wait > .zero else { return [StyledText("  \(glyphs.retried) \(retry.reason)", .running)] }
        let source = retry.source == .retryAfter ? " (Retry-After)" : ""
        let wait = StyledText("  \(glyphs.retried) waited \(Wording.duration(retry.wait))\(source)", .running)
        guard !runs.contains(where: { $0.text.contains(retry.reason) }) else { return [wait] }
        return [wait, StyledText(": \(retry.reason)", .plain)]
    }

    private static func outcome(_ attempt: Exchange.Attempt, _ glyphs: Glyphs) -> [StyledText] {
        switch attempt.outcome {
        case .running: [StyledText("\(glyphs.running) running", .running)]
        case .cancelled: [StyledText("\(glyphs.failure) cancelled", .failure)]
        case .failure(let failure): [StyledText("\(glyphs.failure) \(failure.message)", .failure)]
        case .response(let status):
            [StyledText("\(glyphs.sign(forStatus: status)) \(status)\(reason(attempt))", .status(status))]
        }
    }

    private static func reason(_ attempt: Exchange.Attempt) -> String {
        guard let reason = attempt.hops.last?.response?.reason, !reason.isEmpty else { return "" }
        return " \(reason)"
    }

    private static func redirects(_ attempt: Exchange.Attempt, _ glyphs: Glyphs) -> [[StyledText]] {
        attempt.hops.dropLast().enumerated().map { index, hop in
            let status = hop.response?.status ?? 0
            let target = attempt.hops[index + 1].request
            if [401, 407].contains(status) {
                return [
                    StyledText("   \(glyphs.retried) \(status) ", .redirect), StyledText("challenge answered", .plain),
                ]
            }
            return [
                StyledText("   \(glyphs.redirect) \(status) ", .redirect),
                StyledText("\(target.method) \(Redaction.url(target.url))", .plain),
            ]
        }
    }

    private static func time(of attempt: Exchange.Attempt) -> Duration? {
        guard let last = attempt.hops.last, let total = last.timings.total else { return nil }
        return last.startedAfter + total - attempt.startedAfter
    }
}

extension [Exchange.Attempt] {
    /// Returns the lines of each attempt, after those of the helper requests sent before it.
    ///
    /// - Parameter place: Returns how many attempts came before a helper request.
    func lines<Auxiliary, Line>(
        after auxiliaryExchanges: [Auxiliary], _ place: (Auxiliary) -> Int, of linesOfAuxiliary: (Auxiliary) -> [Line],
        _ lines: (Exchange.Attempt) -> [Line]
    ) -> [Line] {
        (0...count).flatMap { index in
            auxiliaryExchanges.filter { Swift.min(place($0), count) == index }.flatMap(linesOfAuxiliary)
                + self[index...].prefix(1).flatMap(lines)
        }
    }
}

extension RunningSend {
    /// Whether there is something to show of it.
    var hasBegun: Bool { !attempts.isEmpty || !auxiliaryExchanges.isEmpty }
}

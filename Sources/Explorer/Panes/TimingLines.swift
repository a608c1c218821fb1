import Exchanges
import ExplorerKit
import MicroClient
import TextGrid

/// The waterfall: every hop of every attempt with its phases on one time axis, waits between attempts and what was sent on the request's
/// behalf included.
struct TimingLines {
    let lines: [[StyledText]]

    /// - Parameter columns: The width of a line.
    init(_ session: RequestSession, _ glyphs: Glyphs, columns: Int) {
        let attempts = AttemptLines.attempts(of: session)
        let auxiliaryExchanges = Self.auxiliaryExchanges(of: session)
        let end = session.response?.exchange?.duration?.inSeconds ?? attempts.last.map(Self.end) ?? 0
        let span = Self.span(to: end, auxiliaryExchanges)
        guard span.upperBound > span.lowerBound, attempts.contains(where: { !$0.hops.isEmpty }) else {
            lines = [[StyledText("No timings yet: s sends the request.", .dimmed)]]
            return
        }
        let axis = Axis(span: span, columns: max(8, columns - Self.labelColumns - Self.durationColumns))
        var lines = attempts.lines(
            after: auxiliaryExchanges, \.attemptsBefore, of: { Self.lines(of: $0, axis, glyphs) },
            { Self.lines(of: $0, axis, glyphs) })
        if let share = session.response?.exchange?.clientShare, share > .zero {
            lines.append(
                [StyledText(Self.label("client"), .label), StyledText(axis.blank, .plain)]
                    + Self.duration(share.inSeconds))
        }
        lines.append([])
        let total = span.upperBound - span.lowerBound
        lines.append([StyledText(Self.label("total"), .label), StyledText(axis.blank, .plain)] + Self.duration(total))
        self.lines = lines
    }

    private static func lines(of attempt: Exchange.Attempt, _ axis: Axis, _ glyphs: Glyphs) -> [[StyledText]] {
        var lines = attempt.hops.enumerated().flatMap { [heading(attempt, $1, $0)] + phases(of: $1, axis, glyphs) }
        if let retry = attempt.retry, retry.wait > .zero {
            lines.append(wait(retry, after: end(attempt), axis, glyphs))
        }
        return lines
    }

    // MARK: Helper requests

    /// A helper request, in seconds from the start of the exchange: before it, for a token, or between attempts.
    private struct Auxiliary {
        var purpose: AuxiliaryExchange.Purpose
        var attemptsBefore: Int
        var attempts: [Exchange.Attempt]
        var start: Double
        var end: Double
    }

    private static func auxiliaryExchanges(of session: RequestSession) -> [Auxiliary] {
        guard let begun = session.response?.exchange?.startedAt else { return [] }
        return AttemptLines.auxiliaryExchanges(of: session).compactMap { auxiliary in
            guard let exchange = auxiliary.exchange, let last = exchange.attempts.last else { return nil }
            let start = exchange.startedAt.timeIntervalSince(begun)
            let time = exchange.duration?.inSeconds ?? end(last)
            return Auxiliary(
                purpose: auxiliary.purpose, attemptsBefore: auxiliary.attemptsBefore, attempts: exchange.attempts,
                start: start, end: start + time)
        }
    }

    /// Returns the span from the first byte that was sent to the last one that was received.
    private static func span(to end: Double, _ auxiliaryExchanges: [Auxiliary]) -> ClosedRange<Double> {
        let start = auxiliaryExchanges.map(\.start).reduce(0, min)
        return start...max(start, auxiliaryExchanges.map(\.end).reduce(end, max))
    }

    private static func lines(of auxiliary: Auxiliary, _ axis: Axis, _ glyphs: Glyphs) -> [[StyledText]] {
        [[StyledText(auxiliary.purpose.text, .heading)]]
            + auxiliary.attempts.flatMap(\.hops).flatMap { phases(of: $0, from: auxiliary.start, axis, glyphs) }
    }

    private static let labelColumns = 14
    private static let durationColumns = 10

    /// Seconds from the start of the exchange as columns.
    private struct Axis {
        let span: ClosedRange<Double>
        let columns: Int
        var blank: String { String(repeating: " ", count: columns) }

        private func column(of time: Double) -> Double {
            (time - span.lowerBound) / (span.upperBound - span.lowerBound) * Double(columns)
        }

        /// Returns a bar from one time to another, at least one cell wide.
        func bar(_ start: Double, _ end: Double, _ sign: String, _ style: Style) -> [StyledText] {
            let first = max(0, min(columns - 1, Int(column(of: start).rounded(.down))))
            let last = min(columns, max(first + 1, Int(column(of: end).rounded())))
            return [
                StyledText(String(repeating: " ", count: first), .plain),
                StyledText(String(repeating: sign, count: last - first), style),
                StyledText(String(repeating: " ", count: columns - last), .plain),
            ]
        }
    }

    private static func heading(_ attempt: Exchange.Attempt, _ hop: Exchange.Hop, _ index: Int) -> [StyledText] {
        let hopText = attempt.hops.count > 1 ? " hop \(index + 1)" : ""
        let reused = hop.connection?.isReused == true ? ", reused" : ""
        let address = hop.connection?.remoteAddress.map { " \($0)\(hop.connection?.remotePort.map { ":\($0)" } ?? "")" }
        return [
            StyledText("Attempt \(attempt.number)\(hopText)", .heading),
            StyledText(" \(hop.request.method) \(Redaction.url(hop.request.url))", .plain),
            StyledText("\(address ?? "")\(reused)", .dimmed),
        ]
    }

    /// - Parameter origin: the start of what the hop belongs to, in seconds from the start of the exchange.
    private static func phases(
        of hop: Exchange.Hop, from origin: Double = 0, _ axis: Axis, _ glyphs: Glyphs
    ) -> [[StyledText]] {
        var start = origin + hop.startedAfter.inSeconds
        return Phase.allCases.compactMap { phase in
            guard let time = phase.time(in: hop.timings)?.inSeconds else { return nil }
            defer { start += time }
            return [StyledText(label(phase.title), .label)]
                + axis.bar(start, start + time, glyphs.bar, phase.style) + duration(time)
        }
    }

    private static func wait(
        _ retry: Exchange.Attempt.Retry, after start: Double, _ axis: Axis, _ glyphs: Glyphs
    ) -> [StyledText] {
        let time = retry.wait.inSeconds
        return [StyledText(label("pause"), .label)]
            + axis.bar(start, start + time, glyphs.pause, .dimmed) + duration(time)
    }

    private static func label(_ text: String) -> String {
        DisplayWidth.padded("  " + text, toColumns: labelColumns)
    }

    private static func duration(_ seconds: Double) -> [StyledText] {
        [StyledText(" \(Wording.duration(.seconds(seconds)))", .plain)]
    }

    /// Returns when the last hop of an attempt was over.
    private static func end(_ attempt: Exchange.Attempt) -> Double {
        guard let hop = attempt.hops.last else { return attempt.startedAfter.inSeconds }
        return hop.startedAfter.inSeconds + (hop.timings.total?.inSeconds ?? 0)
    }

    private enum Phase: CaseIterable {
        case lookup, connect, tls, send, wait, download

        func time(in timings: Transfer.Timings) -> Duration? {
            switch self {
            case .lookup: timings.nameLookup
            case .connect: timings.connect
            case .tls: timings.tls
            case .send: timings.send
            case .wait: timings.wait
            case .download: timings.download
            }
        }

        var title: String {
            switch self {
            case .lookup: "name lookup"
            case .connect: "connect"
            case .tls: "TLS"
            case .send: "sending"
            case .wait: "waiting"
            case .download: "download"
            }
        }

        var style: Style {
            switch self {
            case .lookup: .lookup
            case .connect: .connect
            case .tls: .tls
            case .send: .send
            case .wait: .wait
            case .download: .download
            }
        }
    }
}

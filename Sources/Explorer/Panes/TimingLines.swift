import Exchanges
import MicroClient
import TextGrid

/// The waterfall: every hop of every attempt with its phases on one time axis, waits between attempts included.
struct TimingLines {
    let lines: [[StyledText]]

    /// - Parameter columns: what there is for a line.
    init(_ session: RequestSession, _ signs: Signs, columns: Int) {
        let attempts = AttemptLines.attempts(of: session)
        let total = session.answer?.exchange?.duration?.inSeconds ?? attempts.last.map(Self.end) ?? 0
        guard total > 0, attempts.contains(where: { !$0.hops.isEmpty }) else {
            lines = [[StyledText("No timings yet: s sends the request.", .dimmed)]]
            return
        }
        let axis = Axis(total: total, columns: max(8, columns - Self.labelColumns - Self.durationColumns))
        var lines: [[StyledText]] = []
        for attempt in attempts {
            for (index, hop) in attempt.hops.enumerated() {
                lines.append(Self.heading(attempt, hop, index))
                lines += Self.phases(of: hop, axis, signs)
            }
            if let retry = attempt.retry, retry.wait > .zero {
                lines.append(Self.wait(retry, after: Self.end(attempt), axis, signs))
            }
        }
        lines.append([])
        lines.append([StyledText(Self.label("total"), .label), StyledText(axis.blank, .plain)] + Self.duration(total))
        self.lines = lines
    }

    private static let labelColumns = 14
    private static let durationColumns = 10

    /// Seconds from the start of the exchange as columns.
    private struct Axis {
        let total: Double
        let columns: Int
        var blank: String { String(repeating: " ", count: columns) }

        /// A bar from one time to another, at least one cell wide.
        func bar(_ start: Double, _ end: Double, _ sign: String, _ style: Style) -> [StyledText] {
            let first = min(columns - 1, Int((start / total * Double(columns)).rounded(.down)))
            let last = min(columns, max(first + 1, Int((end / total * Double(columns)).rounded())))
            return [
                StyledText(String(repeating: " ", count: first), .plain),
                StyledText(String(repeating: sign, count: last - first), style),
                StyledText(String(repeating: " ", count: columns - last), .plain),
            ]
        }
    }

    private static func heading(_ attempt: Attempt, _ hop: Hop, _ index: Int) -> [StyledText] {
        let hopText = attempt.hops.count > 1 ? " hop \(index + 1)" : ""
        let reused = hop.connection?.isReused == true ? ", reused" : ""
        let address = hop.connection?.remoteAddress.map { " \($0)\(hop.connection?.remotePort.map { ":\($0)" } ?? "")" }
        return [
            StyledText("Attempt \(attempt.number)\(hopText)", .heading),
            StyledText(" \(hop.request.method) \(Redaction.url(hop.request.url))", .plain),
            StyledText("\(address ?? "")\(reused)", .dimmed),
        ]
    }

    private static func phases(of hop: Hop, _ axis: Axis, _ signs: Signs) -> [[StyledText]] {
        var start = hop.startedAfter.inSeconds
        return Phase.allCases.compactMap { phase in
            guard let time = phase.time(in: hop.timings)?.inSeconds else { return nil }
            defer { start += time }
            return [StyledText(label(phase.title), .label)]
                + axis.bar(start, start + time, signs.bar, phase.style) + duration(time)
        }
    }

    private static func wait(
        _ retry: Attempt.Retry, after start: Double, _ axis: Axis, _ signs: Signs
    ) -> [StyledText] {
        let time = retry.wait.inSeconds
        return [StyledText(label("pause"), .label)]
            + axis.bar(start, start + time, signs.bullet, .dimmed) + duration(time)
    }

    private static func label(_ text: String) -> String {
        "  " + text + String(repeating: " ", count: max(0, labelColumns - 2 - text.count))
    }

    private static func duration(_ seconds: Double) -> [StyledText] {
        [StyledText(" \(Wording.duration(.seconds(seconds)))", .plain)]
    }

    /// When the last hop of an attempt was over.
    private static func end(_ attempt: Attempt) -> Double {
        guard let hop = attempt.hops.last else { return attempt.startedAfter.inSeconds }
        return hop.startedAfter.inSeconds + (hop.timings.total?.inSeconds ?? 0)
    }

    private enum Phase: CaseIterable {
        case lookup, connect, tls, send, wait, download

        func time(in timings: TransferTimings) -> Duration? {
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

import CursesTerminal
import Exchanges
import Foundation

/// Drives a series at the command line: sends, compares and waits, until it is over or Ctrl-C stops it.
struct SeriesRun {
    private(set) var series: Series
    let signals: SignalPipe
    private let deadline: Date?

    /// - Throws: when signals cannot be watched.
    init(_ plan: Series.Plan) throws {
        series = Series(plan)
        signals = try SignalPipe([SIGINT, SIGTERM])
        deadline = plan.timeout.map { Date().addingTimeInterval($0.inSeconds) }
    }

    /// What it has others do.
    struct Means {
        /// Sends the one of a number, and gives it up at a moment, if there is one.
        let send: (Int, Date?) throws -> SendOutcome
        /// Compares the answer of a number.
        let judge: (Int, Series) -> SeriesVerdict?
        /// One is over.
        let tell: (Int, Series) throws -> Void
    }

    /// - Throws: what the means throw; what was sent before is in ``series``.
    mutating func run(_ means: Means) throws {
        var told = 0
        var action = series.begin(at: Date())
        while true {
            switch action {
            case .send(let number):
                let outcome = try means.send(number, deadline)
                if outcome.isCancelled { _ = series.tick(at: Date()) }
                action = series.ended(outcome, at: Date())
            case .judge(let number): action = series.judged(means.judge(number, series), at: Date())
            case .finish: return
            case .cancel, nil: action = wait()
            }
            while told < series.entries.count, series.stage != .judging || told < series.entries.count - 1 {
                try means.tell(told, series)
                told += 1
            }
        }
    }

    /// For its time, for the end of all time, or for a signal.
    private mutating func wait() -> Series.Action? {
        guard case .waiting(let moment) = series.stage else { return series.stop() }
        var source = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&source, 1, Waiting.milliseconds(until: deadline.map { min($0, moment) } ?? moment))
        return signals.read().isEmpty ? series.tick(at: Date()) : series.stop()
    }
}

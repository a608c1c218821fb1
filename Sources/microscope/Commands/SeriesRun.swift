import CursesTerminal
import Exchanges
import Foundation

/// Drives a series at the command line: sends, compares and waits, until it is over or Ctrl-C stops it.
struct SeriesRun {
    private(set) var series: Series
    let signals: SignalPipe
    private let clock = SteadyClock()
    private let deadline: Date?

    /// - Throws: when signals cannot be watched.
    init(_ plan: Series.Plan) throws {
        series = Series(plan)
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
        deadline = plan.timeout.map { [clock] in clock.now.addingTimeInterval($0.inSeconds) }
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
        var action = series.begin(at: clock.now)
        while true {
            switch action {
            case .send(let number):
                let outcome = try means.send(number, deadline.map(clock.date))
                if outcome.isCancelled { _ = series.tick(at: clock.now) }
                action = series.ended(outcome, at: clock.now)
            case .judge(let number): action = series.judged(means.judge(number, series), at: clock.now)
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
        poll(&source, 1, Waiting.milliseconds(until: clock.date(deadline.map { min($0, moment) } ?? moment)))
        return signals.read().isEmpty ? series.tick(at: clock.now) : series.stop()
    }
}

/// Tells moments that go on evenly from its making on, whatever is done to the system's clock meanwhile.
private struct SteadyClock {
    private let start = (date: Date(), instant: ContinuousClock.now)

    var now: Date { start.date.addingTimeInterval(start.instant.duration(to: .now).inSeconds) }

    /// The same moment by the system's clock as it stands.
    func date(_ moment: Date) -> Date { Date().addingTimeInterval(moment.timeIntervalSince(now)) }
}

import CursesTerminal
import Exchanges
import Foundation

/// Drives a series at the command line: sends, compares and waits, until it is over or Ctrl-C stops it.
struct SeriesRun {
    private(set) var series: Series
    let signals: SignalPipe
    private let clock = SteadyClock()
    private let deadline: Date?

    /// - Throws: An error if signals cannot be watched.
    init(_ plan: Series.Plan) throws {
        series = Series(plan)
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
        deadline = plan.timeout.map { [clock] in clock.now.addingTimeInterval($0.inSeconds) }
    }

    /// The actions that a series leaves to its caller.
    struct Handlers {
        /// Sends the request with a number, and gives it up at a date, if there is one.
        let send: (Int, Date?) throws -> SendOutcome
        /// Compares the response with a number.
        let judge: (Int, Series) -> SeriesVerdict?
        /// Reports that a request is over.
        let show: (Int, Series) throws -> Void
    }

    /// - Throws: The errors of the means; what was sent before is in ``series``.
    mutating func run(_ handlers: Handlers) throws {
        var reported = 0
        var action = series.begin(at: clock.now)
        while true {
            switch action {
            case .send(let number):
                let outcome = try handlers.send(number, deadline.map(clock.date))
                if outcome.isCancelled { _ = series.tick(at: clock.now) }
                action = series.ended(outcome, at: clock.now)
            case .judge(let number): action = series.judged(handlers.judge(number, series), at: clock.now)
            case .finish: return
            case .cancel, nil: action = wait()
            }
            while reported < series.entries.count, series.stage != .judging || reported < series.entries.count - 1 {
                try handlers.show(reported, series)
                reported += 1
            }
        }
    }

    /// Waits for the next time, for the deadline, or for a signal.
    private mutating func wait() -> Series.Action? {
        guard case .waiting(let moment) = series.stage else { return series.stop() }
        var source = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&source, 1, Waiting.milliseconds(until: clock.date(deadline.map { min($0, moment) } ?? moment)))
        return signals.read().isEmpty ? series.tick(at: clock.now) : series.stop()
    }
}

/// A clock that goes on evenly from its creation on, whatever is done to the system's clock meanwhile.
private struct SteadyClock {
    private let start = (date: Date(), instant: ContinuousClock.now)

    var now: Date { start.date.addingTimeInterval(start.instant.duration(to: .now).inSeconds) }

    /// Returns the same moment by the system's clock as it is now.
    func date(_ moment: Date) -> Date { Date().addingTimeInterval(moment.timeIntervalSince(now)) }
}

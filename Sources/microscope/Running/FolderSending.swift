import CollectionRunner
import CommandLineTool
import CursesTerminal
import Exchanges
import Foundation
import MicroClient
import OpenCollection

/// Sends the requests of a run, several at a time if wanted, and reports each as soon as it is over. Ctrl-C ends it, and the report stays.
struct FolderSending {
    private(set) var schedule: RunSchedule
    private(set) var report: RunReport
    /// All sends with their bodies, if an archive is written.
    private(set) var records: [RecordedExchange] = []
    /// The reason why the rest was not sent; nil without one.
    private(set) var refusal: UsageError?
    private let sender: RunSend
    private let deadline: Date?
    private let signals: SignalPipe
    private let arrivals = Arrivals<(step: RunSchedule.Step, outcome: RunSend.Outcome)>()
    private var tasks: [RunSchedule.Step: Task<Void, Never>] = [:]
    private var begun = 0
    private let line = LiveLine()
    private var printsLines: Bool

    /// - Throws: An error if signals cannot be watched.
    init(_ schedule: RunSchedule, _ sender: RunSend, report: RunReport, deadline: Date?) throws {
        (self.schedule, self.sender, self.report, self.deadline) = (schedule, sender, report, deadline)
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
        printsLines = !sender.arguments.printsReport
    }

    /// - Throws: ``StandardStreams/WriteError`` when lines cannot be written, but not when their reader has gone.
    mutating func run() throws {
        defer {
            for task in tasks.values { task.cancel() }
            line.clear()
        }
        while true {
            switch schedule.next() {
            case .finish: return
            case .skip(let step, let reason): try skip(step, reason)
            case .send(let step, let captured): start(step, captured)
            case .wait: try wait()
            }
        }
    }

    private mutating func start(_ step: RunSchedule.Step, _ captured: CapturedValues) {
        begun += 1
        let waits = sender.arguments.delay > .zero && begun > sender.arguments.parallel
        let (sender, arrivals) = (sender, arrivals)
        show(step.path)
        tasks[step] = Task { arrivals.add((step, await sender.run(step, captured, waits: waits))) }
    }

    private func show(_ path: ItemPath?) { line.show(report.liveLine(of: schedule.count, at: path)) }

    // MARK: - What comes back

    private mutating func wait() throws {
        let isUnderWay = sender.interruption.withLock { $0 == nil }
        arrivals.wait(orFor: signals.fileDescriptor, until: isUnderWay ? deadline : nil)
        let isSignalled = !signals.read().isEmpty
        if isSignalled || deadline.map({ $0 <= Date() }) ?? false { interrupt(isSignalled ? .cancelled : .outOfTime) }
        for (step, outcome) in arrivals.take() { try take(outcome, of: step) }
    }

    private mutating func interrupt(_ reason: RecordedFailure) {
        report.interruption = report.interruption ?? reason
        sender.interruption.withLock { $0 = $0 ?? reason }
        schedule.stop()
        for task in tasks.values { task.cancel() }
    }

    private mutating func take(_ outcome: RunSend.Outcome, of step: RunSchedule.Step) throws {
        tasks[step] = nil
        switch outcome {
        case .ended(let ended):
            schedule.ended(ended.records[ended.records.count - 1], at: step, hasFailed: ended.entry.hasFailed)
            if sender.arguments.reports.contains(where: { $0.format == .har }) { records += ended.records }
            line.clear()
            for note in ended.notes { StandardStreams.complain("\(step.path.withoutSuffix): \(note)") }
            try add(ended.entry, step)
        case .skipped(let reason):
            schedule.abandoned(step)
            try skip(step, reason)
        case .refused(let error):
            schedule.abandoned(step)
            schedule.stop()
            refusal = refusal ?? error
            report.interruption = report.interruption ?? RecordedFailure(stage: .build, message: "\(error)")
        case .cancelled:
            schedule.abandoned(step)
            schedule.stop()
            try skip(step, "the run ended before it was sent")
        }
    }

    private mutating func skip(_ step: RunSchedule.Step, _ reason: String) throws {
        try add(.init(step.path, .skipped(reason: reason), row: sender.row(of: step)?.title), step)
    }

    /// Prints the lines of an entry as soon as it is known, unless a report takes standard output.
    private mutating func add(_ entry: RunReport.Entry, _ step: RunSchedule.Step) throws {
        let lines = report.add(entry, at: schedule.place(of: step))
        line.clear()
        do throws(StandardStreams.WriteError) {
            if printsLines { try StandardStreams.printLines(lines) }
        } catch {
            // The reader of the lines has seen enough; the status and the reports are those of the whole run.
            guard error.isClosedPipe else { throw error }
            printsLines = false
        }
        show(entry.path)
    }
}

import CollectionRunner
import CommandLineTool
import CursesTerminal
import Exchanges
import Explorer
import Foundation
import OpenCollection

/// `microscope send --repeat`: sends one request again and again, with a line that shows its progress and a summary.
struct SendRepeating {
    private let arguments: SendArguments
    private let plan: Series.Plan
    private let environment: [String: String]
    private let history: HistoryRecorder

    init(
        _ arguments: SendArguments, _ plan: Series.Plan, environment: [String: String], history: HistoryRecorder
    ) {
        self.arguments = arguments
        self.plan = plan
        self.environment = environment
        self.history = history
    }

    func run() throws -> ExitStatus {
        var opened = try OpenedCollection(arguments.settings, processEnvironment: environment)
        let (path, file) = try opened.open(arguments)
        try requireHistory(in: opened, of: path)
        let session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
        let sending = try CommandLineSend(
            opened, arguments.settings, cookies: session.cookies, environment: environment)
        var run = try SeriesRun(plan)
        var captured = session.captured
        let keeping = SeriesKeeping(history: history)
        let settings = opened.collection.companion.differenceSettings(of: path)
        let signals = run.signals
        let line = LiveLine()
        let report = { [opened] (series: Series) in
            RepeatReport(request: path.text, environment: opened.environment?.name, series)
        }
        // What was sent before is reported all the same.
        var refusal: UsageError?
        do {
            try run.run(
                SeriesRun.Handlers(
                    send: { [opened] _, deadline in
                        let ready = try sending.prepare(file, at: path, in: opened, captured: captured)
                        let send = InterruptibleSend(ready, showsProgress: false, history: history)
                        let record = send.run(watching: signals, until: deadline).record
                        captured.add(CapturedValues(all: record))
                        var outcome = SendOutcome(record)
                        let words = SendCommand.Words(ready.rendered, opened.environment, record)
                        if let failure = record.failure { outcome.failure?.message = words.text(of: failure) }
                        return outcome
                    },
                    judge: { number, series in
                        guard let first = series.reference, let new = series.entries[number].outcome?.id else {
                            return nil
                        }
                        return keeping.verdict(on: new, comparedWith: first, settings)
                    },
                    show: { _, series in
                        line.show { report(series).liveLine(columns: $0, showsNonASCII: StandardStreams.showsNonASCII) }
                    }))
        } catch let error as UsageError {
            refusal = error
        }
        line.clear()
        for note in session.keep(captured) { StandardStreams.complain("note: \(note)") }
        let status = run.series.entries.isEmpty ? nil : try show(report(run.series), run.series, keeping, path)
        if let refusal { throw refusal }
        return status ?? report(run.series).status(failsOnStatus: arguments.failsOnStatus)
    }

    /// Requires the history if responses are compared, as they are read from it.
    private func requireHistory(in opened: OpenedCollection, of path: ItemPath) throws {
        guard plan.condition == .changes else { return }
        let isKept = opened.collection.keepsHistory(of: path, in: opened.environment?.name)
        guard isKept, history.isOn, history.store.value != nil else {
            throw UsageError(
                "changes of the response cannot be seen without the history",
                advice: "leave out --no-history, or choose another condition")
        }
    }

    private func show(
        _ report: RepeatReport, _ series: Series, _ keeping: SeriesKeeping, _ path: ItemPath
    ) throws -> ExitStatus {
        let name = "repeat of \(path.withoutSuffix)"
        let set = keeping.keepAtCommandLine(
            SeriesSet(name: name, note: "again, \(series.endWords ?? "")", isRepeat: true, ids: series.ids))
        do {
            if arguments.printsJSON {
                try BodyOutput.whole { try report.writeJSON(set: set, to: $0) }
            } else {
                let lines = report.summary(
                    set: set, columns: StandardStreams.columns ?? 72, showsNonASCII: StandardStreams.showsNonASCII)
                try StandardStreams.write(bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
            }
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
        return report.status(failsOnStatus: arguments.failsOnStatus)
    }
}

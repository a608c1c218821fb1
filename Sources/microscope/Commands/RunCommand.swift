import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Foundation
import Interchange
import OpenCollection

/// `microscope run`: the requests of a folder, a line each on standard output, a summary on standard error.
struct RunCommand {
    private let arguments: RunArguments
    private let environment: [String: String]
    private let history: HistoryRecorder
    private let deadline: Date?

    init(_ arguments: RunArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        history = .atCommandLine(environment, isOn: arguments.settings.keepsHistory)
        deadline = arguments.settings.limits.deadline
    }

    func run() throws -> Int32 {
        defer { history.finish() }
        var opened = try OpenedCollection(arguments.settings, processEnvironment: environment)
        let folder =
            try arguments.folder.map { [collection = opened.collection] in try collection.requireFolder($0) } ?? .root
        let session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
        var run = FolderRun(
            try plan(of: folder, in: opened.collection), bails: arguments.bails, captured: session.captured)
        var report = RunReport()
        let sending = try CommandLineSend(
            opened, arguments.settings, cookies: session.cookies, environment: environment, history: history,
            isRun: true)
        // What was sent before is reported all the same.
        var refusal: UsageError?
        do {
            do {
                try go(&run, &opened, sending, &report)
            } catch let error as UsageError {
                refusal = error
            }
            if arguments.printsJSON { try BodyOutput.whole(report.writeJSON) }
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
        for note in session.keep(run.captured) { StandardStreams.complain("note: \(note)") }
        for problem in run.problems { StandardStreams.complain(problem) }
        if arguments.writesVariables {
            let writing = WrittenVariables(opened: opened, environment: environment)
            for line in writing.write(run.captured) { StandardStreams.complain("note: \(line)") }
        }
        StandardStreams.note(report.summary)
        if let refusal { throw refusal }
        return (run.isEndless ? ExitStatus.gravest(of: [report.status, .notBuilt]) : report.status).rawValue
    }

    /// Plans the run. Tags that leave nothing are a mistake, not a successful run.
    private func plan(of folder: ItemPath, in collection: OpenCollection.Collection) throws(UsageError) -> RunPlan {
        let plan = RunPlan(of: folder, in: collection, tags: arguments.tags)
        guard plan.entries.isEmpty, !arguments.tags.isEmpty else { return plan }
        let tags = Set(collection.allItems.flatMap { $0.kind.requestHead?.tags ?? [] }).sorted()
        let advice = tags.isEmpty ? "no request has tags" : "there are: \(tags.joined(separator: ", "))"
        throw UsageError("no request matches these tags", advice: advice)
    }

    private func go(
        _ run: inout FolderRun, _ opened: inout OpenedCollection, _ sending: CommandLineSend,
        _ report: inout RunReport
    ) throws {
        while true {
            switch run.next() {
            case .finish: return
            case .skip(let path, let reason): try show(report.add(path, .skipped(reason: reason)))
            case .send(let path): try send(path, &opened, sending, &run, &report)
            }
        }
    }

    private func send(
        _ path: ItemPath, _ opened: inout OpenedCollection, _ sending: CommandLineSend,
        _ run: inout FolderRun, _ report: inout RunReport
    ) throws {
        let file: RequestFile
        do throws(UsageError) {
            file = try opened.open(request: path.text).file
        } catch {
            return try show(report.add(path, .skipped(reason: error.advice)))
        }
        let ready: CommandLineSend.Ready
        switch try sending.attempt(file, at: path, in: opened, captured: run.captured) {
        case .ready(let request): ready = request
        case .failed(let record, _):
            run.ended(record)
            let mask = SecretMask(record.allSecrets)
            complain(of: path, record.consoleLines(mask))
            return try show(report.add(path, .sent(record, failure: record.failure?.message), mask: mask))
        }
        let (record, _) = try InterruptibleSend(ready, history: history).run(endingBy: deadline)
        run.ended(record)
        let words = SendCommand.Words(ready.rendered, opened.environment, record)
        let notes = words.notes(on: record) + ready.notes.map { "note: \($0)" }
        complain(of: path, notes + record.consoleLines(words.mask))
        guard record.flow != .skipRequest else {
            return try show(report.add(path, .skipped(reason: "its script skips it")))
        }
        let outcome = RunReport.Outcome.sent(record, failure: record.failure.map(words.text))
        try show(report.add(path, outcome, mask: words.mask))
    }

    private func complain(of path: ItemPath, _ lines: [String]) {
        for line in lines { StandardStreams.complain("\(path.withoutSuffix): \(line)") }
    }

    /// Prints lines as soon as they are known, unless everything is printed at the end.
    private func show(_ lines: [String]) throws {
        if !arguments.printsJSON { try StandardStreams.printLines(lines) }
    }

}

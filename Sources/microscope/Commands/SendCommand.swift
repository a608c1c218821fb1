import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Foundation
import Interchange
import MicroClient
import MicroClientCurl
import OpenCollection

/// `microscope send`: one saved request, its body on standard output or in a file, one line about it on standard error.
struct SendCommand {
    private let arguments: SendArguments
    private let environment: [String: String]
    private let history: HistoryRecorder
    private let deadline: Date?

    init(_ arguments: SendArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        history = .atCommandLine(environment, isOn: arguments.settings.keepsHistory)
        deadline = arguments.settings.limits.deadline
    }

    func run() throws -> Int32 {
        defer { history.finish() }
        let names = arguments.settings.environmentNames
        if let plan = arguments.repetition {
            return try SendRepeating(arguments, plan, environment: environment, history: history).run().rawValue
        }
        guard names.count > 1 else {
            guard let path = arguments.output else {
                return try send(try prepare(names.first), to: Self.standardOutput).status.rawValue
            }
            return try send(to: OutputFile(path, mode: 0o666, replaces: arguments.replaces), named: path).rawValue
        }
        // Nothing goes out unless everything can.
        return try send(try names.map { (name: $0, ready: try prepare($0)) }).rawValue
    }

    /// A request that is ready to be sent in one environment.
    private struct Prepared {
        let ready: CommandLineSend.Ready
        let opened: OpenedCollection
        let session: CommandSession

        /// Returns the words for a record; tokens that were issued meanwhile are masked too.
        func words(for record: RecordedExchange) -> Words {
            Words(ready.rendered, opened.environment, record)
        }
    }

    private func prepare(_ environmentName: String?) throws -> Prepared {
        var opened = try OpenedCollection(
            arguments.settings.inEnvironment(environmentName), processEnvironment: environment)
        for warning in opened.warningsAboutPairs { StandardStreams.complain("warning: \(warning)") }
        let (path, file) = try opened.open(arguments)
        let session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
        let sending = try CommandLineSend(
            opened, arguments.settings, cookies: session.cookies, environment: environment, history: history)
        let ready = try sending.prepare(file, at: path, in: opened, captured: session.captured)
        let words = Words(ready.rendered, opened.environment)
        if arguments.settings.environmentNames.count > 1, !ready.logsInFirst, let reason = words.buildFailure {
            throw UsageError("nothing was sent: \(environmentName ?? "")", advice: reason, status: .notBuilt)
        }
        return Prepared(ready: ready, opened: opened, session: session)
    }

    private static var standardOutput: BodyOutput { BodyOutput(advice: "-o FILE saves it") }

    private func send(to file: OutputFile, named path: String) throws -> ExitStatus {
        let prepared = try prepare(arguments.settings.environmentNames.first)
        var status = ExitStatus.success
        try file.write { handle in
            let sent = try send(prepared, to: BodyOutput(to: handle, named: path))
            status = sent.status
            return sent.isAllWritten
        }
        return status
    }

    /// - Returns: The status, the record, and whether the output has everything that belongs into it.
    private func send(
        _ prepared: Prepared, to output: BodyOutput
    ) throws -> (status: ExitStatus, record: RecordedExchange, isAllWritten: Bool) {
        let printsBody = !arguments.printsJSON && arguments.filter == nil
        let send = InterruptibleSend(prepared.ready, output: printsBody ? output : nil, history: history)
        var (record, writeError) = try send.run(endingBy: deadline)
        if arguments.printsJSON, arguments.settings.environmentNames.count < 2 {
            let report = report(record, prepared.words(for: record))
            writeError = writeError ?? write(to: output) { try report.write(to: $0) }
        }
        let filtered = arguments.filter.map { FilterPrinting($0).run(on: record, to: output) }
        writeError = writeError ?? filtered?.writeError
        let isWhole = arguments.printsJSON || record.failure == nil && filtered?.foundAll != false
        let missing = record.failure?.stage == .build ? prepared.ready.rendered.missing : []
        let notes =
            prepared.ready.notes + prepared.opened.notes(onMissing: missing)
            + prepared.session.keep(CapturedValues(all: record))
        let status = show(record, prepared.words(for: record), notes: notes, writeError)
        for line in filtered?.lines ?? [] { StandardStreams.complain(line) }
        let foundLess = filtered?.foundAll == false && status == .success
        return (foundLess ? .found : status, record, isWhole && writeError == nil)
    }

    /// Sends one after the other, with a heading before each.
    private func send(_ all: [(name: String, ready: Prepared)]) throws -> ExitStatus {
        var statuses: [ExitStatus] = []
        var reports: [SendReport] = []
        for (name, prepared) in all where !statuses.contains(.cancelled) {
            StandardStreams.note("\(TerminalText.line(name, showsNonASCII: StandardStreams.showsNonASCII)):")
            let (status, record, _) = try send(prepared, to: Self.standardOutput)
            statuses.append(status)
            reports.append(report(record, prepared.words(for: record), environment: name))
        }
        if arguments.printsJSON, let error = write(to: Self.standardOutput, { try SendReport.write(reports, to: $0) }),
            !error.isClosedPipe
        {
            StandardStreams.complain("\(error)")
            return .noResponse
        }
        return .gravest(of: statuses)
    }

    // MARK: - What came of it

    private func show(
        _ record: RecordedExchange, _ words: Words, notes: [String], _ writeError: StandardStreams.WriteError?
    ) -> ExitStatus {
        if arguments.isVerbose {
            let mask = arguments.showsSecrets ? SecretMask.none : words.mask
            let lines = WireReport.lines(
                of: record, mask: mask, masks: !arguments.showsSecrets, now: Date(),
                showsNonASCII: StandardStreams.showsNonASCII)
            for line in lines { StandardStreams.note(line) }
        }
        for line in words.notes(on: record) + notes.map({ "note: \($0)" }) { StandardStreams.complain(line) }
        for line in record.consoleLines(words.mask) { StandardStreams.complain(line) }
        for line in record.checkLines(words.mask) { StandardStreams.complain(line) }
        if let line = StatusLine.text(of: record, showsNonASCII: StandardStreams.showsNonASCII) {
            StandardStreams.note(line)
        }
        if let writeError { return ended(record, by: writeError) }
        if let failure = record.failure { StandardStreams.complain(words.text(of: failure)) }
        return ExitStatus(record, failsOnStatus: arguments.failsOnStatus)
    }

    /// Returns the record of a send that a write error ended: a reader that has seen enough is no failure, though the send was cancelled for it.
    private func ended(_ record: RecordedExchange, by error: StandardStreams.WriteError) -> ExitStatus {
        guard error.isClosedPipe else {
            StandardStreams.complain("\(error)")
            return .noResponse
        }
        var record = record
        if record.failure?.stage == .cancelled { record.failure = nil }
        return ExitStatus(record, failsOnStatus: arguments.failsOnStatus)
    }

    private func report(
        _ record: RecordedExchange, _ words: Words, environment: String? = nil
    ) -> SendReport {
        SendReport(record, mask: arguments.showsSecrets ? .none : words.mask, environment: environment)
    }

    /// - Returns: The error if the output did not take all of it; nil if it did.
    private func write(
        to output: BodyOutput, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) -> StandardStreams.WriteError? {
        do {
            try output.whole(body)
        } catch {
            return error as? StandardStreams.WriteError
        }
        return nil
    }
}

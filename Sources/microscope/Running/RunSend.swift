import CollectionRunner
import CommandLineTool
import Exchanges
import Explorer
import FilterWorker
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// Sends one request of a run, and again as `--retry` and its polling say.
struct RunSend: Sendable {
    let arguments: RunArguments
    let opened: OpenedCollection
    let sending: CommandLineSend
    let history: HistoryRecorder
    /// The rows of data; empty without data.
    let rows: [Row]
    /// The reason why sends are cancelled; nil while they are not.
    let interruption = Locked<RecordedFailure?>(nil)

    /// A row of data.
    struct Row: Sendable {
        /// The name in reports.
        var title: String
        var forScripts: ScriptDependencies.Row
    }

    /// A request that is over.
    enum Outcome: Sendable {
        case ended(Ended)
        case skipped(reason: String)
        /// Somebody has to agree first, or something that the run needs is missing.
        case refused(UsageError)
        /// The run ended before it was sent.
        case cancelled
    }

    struct Ended: Sendable {
        var entry: RunReport.Entry
        /// All sends with their bodies, the one that counts last.
        var records: [RecordedExchange]
        /// Lines for standard error.
        var notes: [String]
    }

    /// - Parameters:
    ///   - captured: The values in sight.
    ///   - waits: Whether `--delay` is waited for first.
    func run(_ step: RunSchedule.Step, _ captured: CapturedValues, waits: Bool) async -> Outcome {
        do {
            if waits { try await Task.sleep(for: arguments.delay) }
            let request: Request
            do throws(UsageError) {
                request = try self.request(at: step.path, in: row(of: step))
            } catch {
                return .skipped(reason: error.advice)
            }
            return .ended(try await send(request, captured))
        } catch let error as UsageError {
            return .refused(error)
        } catch {
            return .cancelled
        }
    }

    func row(of step: RunSchedule.Step) -> Row? { rows.isEmpty ? nil : rows[step.row] }

    /// A request with the row that it is sent for.
    private struct Request: Sendable {
        let row: Row?
        let path: ItemPath
        let file: RequestFile
        let opened: OpenedCollection
    }

    private func request(at path: ItemPath, in row: Row?) throws(UsageError) -> Request {
        var opened = opened
        let file = try opened.open(path)
        return Request(row: row, path: path, file: file, opened: opened)
    }

    // MARK: - Again

    private func send(_ request: Request, _ captured: CapturedValues) async throws -> Ended {
        if let poll = request.opened.collection.companion[.request(request.path)].poll {
            return try await send(request, captured, until: poll)
        }
        var sends = [try await sendOnce(request, captured)]
        while true {
            let entry = try entry(of: sends, request)
            let isWorthwhile = entry.hasFailed && !sends[sends.count - 1].isOver
            guard isWorthwhile, sends.count <= arguments.retries else { return ended(entry, sends) }
            sends.append(try await sendOnce(request, captured))
        }
    }

    private func send(
        _ request: Request, _ captured: CapturedValues, until poll: PollSettings
    ) async throws -> Ended {
        let condition: RepeatCondition
        do throws(RepeatConditionError) { condition = try RepeatCondition(poll.until) } catch {
            throw UsageError("poll of \(request.path): \(error)", advice: "change microscope.yaml")
        }
        let limit = poll.maxTime ?? PollSettings.usualLimit
        let deadline = ContinuousClock.now + .seconds(limit)
        var series = Series(
            Series.Plan(
                limit: nil, pace: .every(.seconds(poll.every ?? PollSettings.usualInterval)), condition: condition,
                timeout: .seconds(limit), endsUnsent: true))
        var sends: [Sent] = []
        var action = series.begin(at: Date())
        while series.end == nil {
            if case .send? = action {
                let sent = try await sendOnce(request, captured, until: deadline)
                sends.append(sent)
                action = sent.isOver ? series.stop() : series.ended(SendOutcome(sent.record), at: Date())
            } else {
                if case .waiting(let date) = series.stage {
                    try await Task.sleep(for: .seconds(min(max(0, date.timeIntervalSinceNow), limit)))
                }
                action = series.tick(at: Date())
            }
            if sends.last?.isOver == true { break }
        }
        var entry = try entry(of: sends, request)
        entry.isPolled = true
        if series.end == .timedOut || sends.last?.record.failure?.stage == .poll {
            entry.problem = "poll: \(condition.text) was not met within \(Wording.duration(.seconds(limit)))"
        }
        return ended(entry, sends)
    }

    // MARK: - Once

    /// A send that is over.
    private struct Sent: Sendable {
        var record: RecordedExchange
        var words: SendCommand.Words?
        var notes: [String]

        /// Whether sending it again is of no use: it could not be built, or was cancelled.
        var isOver: Bool {
            [.build, .cancelled, .outOfTime, .poll].contains(record.failure?.stage) || record.flow == .skipRequest
        }
    }

    /// - Parameter deadline: The end of its polling, when it is cancelled. Default: none.
    private func sendOnce(
        _ request: Request, _ captured: CapturedValues, until deadline: ContinuousClock.Instant? = nil
    ) async throws -> Sent {
        let sending = sending.inRow(request.row?.forScripts)
        let attempt = try await BlockingWork.run(endingScripts: { worker in
            try sending.attempt(request.file, at: request.path, in: request.opened, captured: captured, worker)
        })
        switch attempt {
        case .failed(let record, _): return Sent(record: record, words: nil, notes: [])
        case .ready(let ready): return await send(ready, request, until: deadline)
        }
    }

    private func send(
        _ ready: CommandLineSend.Ready, _ request: Request, until deadline: ContinuousClock.Instant?
    ) async -> Sent {
        let runner = InterruptibleSend.runner(spillDirectory: history.spillDirectory)
        var record = await RecordedExchange.sent(until: deadline) {
            await runner.run(
                ready.rendered, checks: ready.checks, origin: ready.origin, dependencies: ready.dependencies
            ) { event in
                if let line = event.line { StandardStreams.complain("note: \(line)") }
            }
        }
        // Nothing more is sent, even if only the checks of the response were left.
        let interruption = interruption.withLock { $0 } ?? (record.failure?.stage == .cancelled ? .cancelled : nil)
        if let interruption { record = record.cut(by: interruption) }
        history.keep(record, isWanted: ready.isKept)
        if arguments.reports.contains(where: { $0.format == .har }) {
            // A file that is gone by now: the archive is written without it.
            try? await record.readRequestBody(HistoryMasking.BodyLimits(), spillDirectory: history.spillDirectory)
        }
        let words = SendCommand.Words(ready.rendered, request.opened.environment, record)
        let notes = words.notes(on: record) + ready.notes.map { "note: \($0)" }
        return Sent(record: record, words: words, notes: notes)
    }

    // MARK: - The outcome

    private func entry(of sends: [Sent], _ request: Request) throws -> RunReport.Entry {
        guard let last = sends.last else { throw CancellationError() }
        let record = last.record
        guard record.flow != .skipRequest else {
            return RunReport.Entry(request.path, .skipped(reason: "its script skips it"), row: request.row?.title)
        }
        let mask = last.words?.mask ?? SecretMask(record.allSecrets)
        let failure = record.failure.map { last.words?.text(of: $0) ?? mask.text($0.message) }
        var entry = RunReport.Entry(request.path, .sent(record, failure: failure), row: request.row?.title, mask: mask)
        entry.earlier = sends.dropLast().map(\.record)
        if let status = record.head?.status, status >= 400, arguments.failsOnStatus,
            !record.assertions.contains(where: \.isAboutStatus)
        {
            entry.problem = "status \(status), and no check of the request is about the status"
        }
        entry.comparison = try comparison(of: record, with: request, mask)
        return entry
    }

    private func comparison(
        of record: RecordedExchange, with request: Request, _ mask: SecretMask
    ) throws(UsageError) -> RunReport.Comparison? {
        let examples = request.file.definition.examples.filter(\.isComparable)
        guard arguments.verifies, !examples.isEmpty else { return nil }
        let rules = try DifferenceRules(of: request.path, in: request.opened.collection)
        return ExampleVerdict.results(of: record, examples, rules).nearest.map { RunReport.Comparison($0, mask: mask) }
    }

    private func ended(_ entry: RunReport.Entry, _ sends: [Sent]) -> Ended {
        let console = sends.last.map { $0.record.consoleLines($0.words?.mask ?? SecretMask($0.record.allSecrets)) }
        return Ended(entry: entry, records: sends.map(\.record), notes: (sends.last?.notes ?? []) + (console ?? []))
    }
}

extension RecordedAssertion {
    /// Whether it checks the status of the response: an assertion on it, or a test of a script that read it.
    fileprivate var isAboutStatus: Bool {
        if isTest { return readsStatus }
        return [.status, .statusText].contains(ServedExpression(expression)?.root)
    }
}

extension RecordedExchange {
    /// Returns the record of a send that is cancelled at a moment; nil: never.
    fileprivate static func sent(
        until deadline: ContinuousClock.Instant?, _ send: @escaping @Sendable () async -> RecordedExchange
    ) async -> RecordedExchange {
        guard let deadline else { return await send() }
        let sending = Task { await send() }
        let isLate = Locked(false)
        let alarm = Task {
            try await Task.sleep(until: deadline)
            isLate.withLock { $0 = true }
            sending.cancel()
        }
        let record = await withTaskCancellationHandler {
            await sending.value
        } onCancel: {
            sending.cancel()
        }
        alarm.cancel()
        let isCut = record.failure?.stage == .cancelled && isLate.withLock { $0 }
        return isCut ? record.cut(by: .pollIsOver) : record
    }
}

extension RecordedFailure {
    fileprivate static let pollIsOver = RecordedFailure(
        stage: .poll, message: "Timeout: cancelled when maxTime of poll was over",
        advice: "Raise maxTime in microscope.yaml.")
}

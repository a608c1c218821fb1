import CollectionRunner
import CommandLineTool
import CursesTerminal
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection

/// One send that Ctrl-C cancels. The main thread waits; the send has a task of its own, and its body's copy a thread.
struct InterruptibleSend {
    private typealias Observer = @Sendable (CollectionRunner.RunEvent) -> Void

    private let perform: @Sendable (CollectionRunner, @escaping Observer) async -> RecordedExchange
    private let isKept: Bool
    private let source: StoredExchange.Source?
    private let output: BodyOutput?
    private let showsProgress: Bool
    private let history: HistoryRecorder

    /// - Parameters:
    ///   - output: The output for the response's body as it comes; nil: none.
    ///   - showsProgress: whether a line on the terminal says how much of a long body has been transferred.
    ///   - history: The history that keeps it, in the background.
    init(
        _ ready: CommandLineSend.Ready, output: BodyOutput? = nil, showsProgress: Bool = true, history: HistoryRecorder
    ) {
        perform = { runner, observer in
            await runner.run(
                ready.rendered, checks: ready.checks, origin: ready.origin, dependencies: ready.dependencies,
                observer: observer)
        }
        (isKept, source) = (ready.isKept, nil)
        self.history = history
        (self.output, self.showsProgress) = (output, showsProgress)
    }

    /// Creates a send of an exchange of the history, again as it was.
    ///
    /// - Parameter isKept: whether the collection wants it in the history.
    init(
        replaying id: HistoryRow.ID, _ ready: ReplayPreparation.Ready, isKept: Bool, history: HistoryRecorder
    ) {
        perform = { runner, observer in await runner.replay(ready.request, ready.terms, observer: observer) }
        (self.isKept, source) = (isKept, .replay(of: id))
        self.history = history
        (output, showsProgress) = (nil, true)
    }

    /// - Parameter deadline: The time at which it is given up, as --max-time says; nil: never.
    /// - Returns: The record, and the error if standard output did not take all of the body.
    /// - Throws: An error if signals cannot be watched.
    func run(endingBy deadline: Date?) throws -> (record: RecordedExchange, writeError: StandardStreams.WriteError?) {
        try run(watching: SignalPipe([SIGINT, SIGTERM, SIGHUP]), until: deadline, lateness: .outOfTime)
    }

    /// - Parameters:
    ///   - signals: those that cancel it.
    ///   - deadline: The time at which it is cancelled; nil: never.
    ///   - lateness: The failure if it was cancelled for being late.
    func run(
        watching signals: SignalPipe, until deadline: Date? = nil, lateness: RecordedFailure = .cancelled
    ) -> (record: RecordedExchange, writeError: StandardStreams.WriteError?) {
        let result = Arrivals<RecordedExchange>()
        var ended: RecordedExchange?
        let printer = output.map { BodyPrinter($0) { result.wake() } }
        let task = start(printer, result)
        var interruption: RecordedFailure?
        while true {
            result.wait(orFor: signals.fileDescriptor, until: interruption == nil ? deadline : nil)
            let isSignalled = !signals.read().isEmpty
            if isSignalled || deadline.map({ $0 <= Date() }) ?? false {
                interruption = interruption ?? (isSignalled ? .cancelled : lateness)
                task.cancel()
                printer?.abandon()
            }
            if printer?.failure != nil { task.cancel() }
            ended = ended ?? result.take().first
            guard let record = ended, printer?.isDone ?? true else { continue }
            // A run sends nothing more, even if only the checks of the response were left.
            let isAbandoned = printer?.isAbandoned ?? (interruption != nil)
            let isCut = isAbandoned || record.failure?.stage == .cancelled
            let ended = isCut ? record.cut(by: interruption ?? .cancelled) : record
            history.keep(ended, isWanted: isKept, source: source)
            return (ended, printer?.failure)
        }
    }

    private static let environment = ProcessInfo.processInfo.environment
    /// The tokens of all requests of a run.
    private static let tokens = TokenKeeper(environment: environment)
    private static let logins = LoginKeeper()

    /// - Parameter spillDirectory: The directory for bodies too large for memory. Default: that for temporary files.
    static func runner(spillDirectory: URL? = nil) -> CollectionRunner {
        CollectionRunner(
            client: NetworkClient(transport: CurlTransport.keepingWireLog),
            spillDirectory: spillDirectory ?? FileManager.default.temporaryDirectory,
            tokens: Self.tokens, logins: Self.logins, decode: { $0.utf8(from: $1) })
    }

    private func start(_ printer: BodyPrinter?, _ result: Arrivals<RecordedExchange>) -> Task<Void, Never> {
        let (perform, spillDirectory) = (perform, history.spillDirectory)
        let progress = showsProgress ? ProgressLine(showsDownloads: output?.isTerminal != true) : nil
        return Task {
            let runner = Self.runner(spillDirectory: spillDirectory)
            let record = await perform(runner) { event in
                if case .exchange(let event) = event { return progress?.note(event) ?? () }
                progress?.clear()
                if let line = event.line { StandardStreams.complain("note: \(line)") }
                if case .receiving(let head, let store) = event {
                    printer?.start(store, contentType: head.headers["Content-Type"])
                }
            }
            progress?.clear()
            result.add(record)
        }
    }
}

extension RecordedExchange {
    /// Returns the record of a send that was interrupted, of whose response not all was printed.
    func cut(by interruption: RecordedFailure) -> RecordedExchange {
        var record = self
        if facts.failure == nil || facts.failure?.stage == .cancelled { record.failure = interruption }
        return record
    }
}

extension RecordedFailure {
    static let cancelled = RecordedFailure(stage: .cancelled, message: "Cancelled.")
    static let outOfTime = RecordedFailure(
        stage: .outOfTime, message: "Timeout: --max-time is over", advice: "Give it more.")
}

extension TimeLimits {
    /// The time by which everything that begins now has to be over; nil if there is none.
    var deadline: Date? { inAll.map { Date().addingTimeInterval($0.inSeconds) } }
}

import CollectionRunner
import CursesTerminal
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection

/// One send that Ctrl-C cancels. The main thread waits; the send has a task of its own, and its body's copy a thread.
struct InterruptibleSend {
    private let ready: CommandLineSend.Ready
    private let printsBody: Bool
    private let history: HistoryKeeper

    /// - Parameters:
    ///   - printsBody: whether the answer's body goes to standard output, as it comes.
    ///   - history: what it is kept in, behind the back of whoever waits for it.
    init(_ ready: CommandLineSend.Ready, printsBody: Bool, history: HistoryKeeper) {
        self.ready = ready
        self.history = history
        self.printsBody = printsBody
    }

    /// - Returns: what came of it, and why standard output has not all of the body.
    /// - Throws: when signals cannot be watched.
    func run() throws -> (record: RecordedExchange, writeError: StandardStreams.WriteError?) {
        let signals = try SignalPipe([SIGINT, SIGTERM])
        let result = Result()
        let printer = BodyPrinter { result.wake() }
        let task = start(printer, result)
        var isInterrupted = false
        while true {
            result.wait(orFor: signals.fileDescriptor)
            if !signals.read().isEmpty {
                isInterrupted = true
                task.cancel()
                printer.abandon()
            }
            if printer.failure != nil { task.cancel() }
            guard let record = result.value, printer.isDone else { continue }
            // Of a run, nothing more is sent, also when only the answer's checks were left.
            let isCut = printer.isAbandoned || isInterrupted && !printsBody
            let told = isCut ? record.cancelled : record
            history.keep(told, isWanted: ready.isKept)
            return (told, printer.failure)
        }
    }

    private static let environment = ProcessInfo.processInfo.environment
    /// One for all requests of a run.
    private static let tokens = TokenKeeper(environment: environment)
    private static let logins = LoginKeeper()

    private func start(_ printer: BodyPrinter, _ result: Result) -> Task<Void, Never> {
        let (ready, printsBody, spillDirectory) = (ready, printsBody, history.spillDirectory)
        return Task {
            let runner = CollectionRunner(
                client: NetworkClient(transport: CurlTransport.keepingWireLog), spillDirectory: spillDirectory,
                tokens: Self.tokens, logins: Self.logins, decode: { $0.utf8(from: $1) })
            let record = await runner.run(
                ready.rendered, checks: ready.checks, origin: ready.origin, means: ready.means
            ) { event in
                if let line = event.line { StandardStreams.complain("note: \(line)") }
                if printsBody, case .answering(_, let store) = event { printer.start(store) }
            }
            result.set(record)
        }
    }

    /// Set once; wakes who waits.
    private final class Result: @unchecked Sendable {
        // @unchecked: `stored` is touched under the lock only.
        private let lock = NSLock()
        private var stored: RecordedExchange?
        private let pipe = Pipe()
        var value: RecordedExchange? { lock.withLock { stored } }

        func set(_ record: RecordedExchange) {
            lock.withLock { stored = record }
            wake()
        }

        func wake() { pipe.fileHandleForWriting.write(Data([0])) }

        /// Returns after a wake, or when the other descriptor is readable.
        func wait(orFor other: Int32) {
            let own = pipe.fileHandleForReading.fileDescriptor
            var sources = [other, own].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&sources, nfds_t(sources.count), -1) > 0, sources[1].revents != 0 else { return }
            var byte: UInt8 = 0
            _ = read(own, &byte, 1)
        }
    }
}

extension RecordedExchange {
    /// Whatever came: not all of it was given out.
    fileprivate var cancelled: RecordedExchange {
        var record = self
        record.failure = failure ?? RecordedFailure(stage: .cancelled, message: "Cancelled.")
        return record
    }
}

import CollectionFiles
import CollectionRunner
import CommandLineTool
import CursesTerminal
import ExchangeStore
import Explorer
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import TextGrid

/// The explorer on the screen: puts the rooms together, runs the loop, cleans up.
struct ExplorerProgram {
    struct Arguments {
        var collectionDirectory: URL
        var environmentName: String?
        var sessionValues: [String: String] = [:]
        /// Nil: the first of the collection.
        var shownRequest: ItemPath?
        /// A request from elsewhere, to be drafted; nil: none.
        var received: String?
        /// Where a line per frame goes; nil: nowhere.
        var traceDescriptor: Int32?
    }

    private let arguments: Arguments
    private let environment: [String: String]
    private let directories: MicroscopeDirectories

    init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.arguments = arguments
        self.environment = environment
        directories = MicroscopeDirectories(environment: environment)
    }

    /// - Returns: the exit status.
    func run() throws -> Int32 {
        let mailbox = try Mailbox()
        let collection = try CollectionOpening(environment: environment).open(
            arguments.collectionDirectory, environmentName: arguments.environmentName,
            sessionValues: arguments.sessionValues)
        let drafts = openDrafts(mailbox)
        let runner = CollectionRunner(client: client(logTo: mailbox))
        let effects = EffectRunner(
            mailbox: mailbox, runner: runner, drafts: drafts, environment: environment)
        let signals = try SignalPipe([SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT])
        let stderr = try StderrCapture()
        defer { stderr.finish() }
        let terminal = try Terminal.claim(Terminal.Options(environment: environment))
        defer { terminal.restore() }
        let loop = EventLoop(
            state: state(terminal), terminal: terminal, mailbox: mailbox, signals: signals, effects: effects,
            palette: palette, trace: arguments.traceDescriptor.map(FrameTrace.init))
        let received = arguments.received.map { [Event.input(.paste($0))] } ?? []
        loop.run(after: [.collectionOpened(collection, showing: arguments.shownRequest)] + received)
        effects.finish()
        return loop.endingSignal.map { 128 + $0 } ?? 0
    }

    /// Before any collection is open.
    private func state(_ terminal: Terminal) -> ExplorerState {
        ExplorerState(
            .none, clientDefaults: .microscope, size: terminal.size,
            signs: terminal.showsNonASCII ? .unicode : .ascii, now: Date(),
            secondsFromGMT: TimeZone.current.secondsFromGMT())
    }

    private var palette: Palette { environment["NO_COLOR"].map(\.isEmpty) == false ? Theme.plain : Theme.standard }

    private func client(logTo mailbox: Mailbox) -> NetworkClient {
        var configuration = NetworkClient(transport: CurlTransport.shared).configuration
        configuration.logger = MailboxLogger(post: mailbox.post)
        configuration.logLevel = .debug
        return NetworkClient(configuration: configuration)
    }

    /// Without a journal one can work; the log says so.
    private func openDrafts(_ mailbox: Mailbox) -> DraftStore? {
        do {
            try MicroscopeDirectories.makePrivate(directories.state)
            return try DraftStore(path: directories.state.appendingPathComponent("drafts.sqlite").path)
        } catch {
            let message = "Drafts are not kept for after a crash: \(error)"
            mailbox.post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            return nil
        }
    }
}

/// The log pane: the library's lines become events.
private struct MailboxLogger: Logger {
    let post: @Sendable (Event) -> Void

    func log(level: LogLevel, message: String) {
        post(.logged(LogState.Entry(at: Date(), level: LogEntryLevel(level), message: message)))
    }
}

extension LogEntryLevel {
    fileprivate init(_ level: LogLevel) {
        switch level {
        case .debug: self = .debug
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}

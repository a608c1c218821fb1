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
    private let orders: [OpenOrder]
    private let imported: [String]
    private let arguments: ExploreArguments
    private let environment: [String: String]
    private let directories: MicroscopeDirectories

    /// - Parameters:
    ///   - orders: The collections and requests to open at the start; the first is shown. Empty: the user is asked.
    ///   - imported: paths of collections of other tools, which are previewed.
    ///   - arguments: The other arguments of the command line.
    init(
        _ orders: [OpenOrder], importing imported: [String] = [], _ arguments: ExploreArguments,
        environment: [String: String]
    ) {
        (self.orders, self.imported) = (orders, imported)
        self.arguments = arguments
        self.environment = environment
        directories = MicroscopeDirectories(environment: environment)
    }

    /// - Returns: the exit status.
    func run() throws -> Int32 {
        let mailbox = try Mailbox()
        let drafts = LazyValue { openDrafts(mailbox) }
        let opener = CollectionOpener(environment: environment) { self.drafts(of: $0, in: drafts) }
        defer { opener.finish() }
        let first = try firstEvents(opener)
        let tokens = TokenKeeper(environment: environment)
        let history = HistoryRecorder(environment: environment, isOn: arguments.keepsHistory, source: .screen) { line in
            mailbox.post(.logged(LogState.Entry(at: Date(), level: .warning, message: line)))
        } kept: {
            mailbox.post(.historyGrew)
        }
        let runner = LazyValue {
            CollectionRunner(
                client: client(logTo: mailbox), spillDirectory: history.spillDirectory, tokens: tokens,
                decode: { $0.utf8(from: $1) })
        }
        let effects = EffectRunner(
            mailbox: mailbox, opener: opener, runner: runner, drafts: drafts, tokens: tokens, history: history,
            environment: environment)
        let signals = try SignalPipe([SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT])
        let stderr = try StderrCapture()
        defer { stderr.finish() }
        var options = Terminal.Options(environment: environment)
        options.lastWords = "Start it again: unsaved edits are restored.\n"
        let terminal = try Terminal.claim(options)
        // A Ctrl-C while the terminal is given back must not end the program half way: signals are caught until that is done.
        defer { withExtendedLifetime(signals) { terminal.restore() } }
        let loop = EventLoop(
            state: state(terminal, keepsHistory: history.isOn), terminal: terminal, mailbox: mailbox, signals: signals,
            effects: effects,
            trace: arguments.traceDescriptor.map(FrameTrace.init))
        let loading = DispatchGroup()
        loop.run(after: first) {
            opener.noteOpened(post: mailbox.post)
            if orders.isEmpty { opener.listDrafts(post: mailbox.post) }
        } onceUsed: {
            // Loading libcurl, and the 25 libraries that it needs, takes longer than a request on this machine: the first send does not wait for it.
            loading.enter()
            Background.run {
                _ = runner.value
                loading.leave()
            }
        }
        effects.finish()
        // A library that is loaded while the process exits may find parts of it gone.
        loading.wait()
        return loop.endingSignal.map { 128 + $0 } ?? 0
    }

    private func firstEvents(_ opener: CollectionOpener) throws -> [Event] {
        let terms = CollectionOpener.Settings(
            environmentName: arguments.environmentName, globalEnvironmentName: arguments.globalEnvironmentName,
            sessionValues: arguments.sessionValues)
        let events = try opener.openNow(orders, terms)
        let settings = Event.settingsRead(SettingsEffect(environment: environment).read())
        return [settings] + (events.isEmpty ? [.startListed(opener.factsAtOnce)] : events)
            + (imported.isEmpty ? [] : [.importFound(.files(imported))])
    }

    /// Returns the state before any collection is open.
    private func state(_ terminal: Terminal, keepsHistory: Bool) -> ExplorerState {
        var state = ExplorerState(
            .none, clientDefaults: .microscope(environment), size: terminal.size,
            glyphs: .shown(onTerminal: environment["TERM"] ?? "", showsNonASCII: terminal.showsNonASCII), now: Date(),
            secondsFromGMT: TimeZone.current.secondsFromGMT())
        (state.preferences.recallsResponses, state.preferences.keepsHistory) = (keepsHistory, keepsHistory)
        state.preferences.keepsRestorableState = true
        state.preferences.digests = .openSSL
        state.preferences.savePlaces = SavePlaces(environment: environment)
        state.display.asksForPlain = arguments.isPlain || ExplorerState.asksForPlain(environment["MICROSCOPE_PLAIN"])
        return state
    }

    private func client(logTo mailbox: Mailbox) -> NetworkClient {
        var configuration = NetworkClient(transport: CurlTransport.keepingWireLog).configuration
        configuration.logger = MailboxLogger(post: mailbox.post)
        configuration.logLevel = .debug
        return NetworkClient(configuration: configuration)
    }

    private var journal: URL { directories.state.appendingPathComponent("drafts.sqlite") }

    /// Returns the paths with unsaved drafts; none if there is no journal yet, as looking must not create one.
    private func drafts(of root: String, in store: LazyValue<DraftStore?>) -> [String] {
        guard FileManager.default.fileExists(atPath: journal.path) else { return [] }
        return (try? store.value?.itemsNow(of: root)) ?? []
    }

    /// Opens the journal of drafts; nil if that fails, which the log reports.
    private func openDrafts(_ mailbox: Mailbox) -> DraftStore? {
        do {
            try MicroscopeDirectories.makePrivate(directories.state)
            let instances = directories.state.appendingPathComponent("instances", isDirectory: true)
            return try DraftStore(path: journal.path, instance: RunningInstance(in: instances))
        } catch {
            let message = "Drafts cannot be recovered after a crash: \(ErrorWords.text(of: error))"
            mailbox.post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            return nil
        }
    }
}

/// The log pane: the library's lines become events.
private struct MailboxLogger: Logger {
    let post: @Sendable (Event) -> Void

    func log(level: LogLevel, message: String) {
        let send = LoggedSend.current
        let message = send?.hiding(message) ?? message
        post(.logged(LogState.Entry(at: Date(), level: level, message: message, place: send?.place)))
    }
}

import CollectionFiles
import CursesTerminal
import Explorer
import ExplorerKit
import Foundation
import OpenCollection
import TextGrid

/// The main thread: waits for keys, signals and events, handles all that came, draws once.
final class EventLoop {
    private var state: ExplorerState
    private let terminal: Terminal
    private let mailbox: Mailbox
    private let signals: SignalPipe
    private let effects: EffectRunner
    private let watchers: CollectionWatchers
    private let settings: SettingsWatcher
    private var trace: FrameTrace?
    /// The effects that were ordered before the first frame, held back so that they do not slow it down; nil once it is drawn.
    private var held: [Effect]? = []
    /// The last signal that asked to end, for the exit status.
    private(set) var endingSignal: Int32?

    init(
        state: ExplorerState, terminal: Terminal, mailbox: Mailbox, signals: SignalPipe, effects: EffectRunner,
        trace: FrameTrace?
    ) {
        self.state = state
        self.terminal = terminal
        self.mailbox = mailbox
        self.signals = signals
        self.effects = effects
        watchers = CollectionWatchers(post: mailbox.post)
        settings = SettingsWatcher(environment: effects.environment)
        self.trace = trace
    }

    /// Returns when the person has quit, or the terminal has gone.
    ///
    /// - Parameters:
    ///   - events: The events before the first frame.
    ///   - isDrawn: called when the first frame is on screen.
    ///   - isUsed: called when the first key was handled, and what it changed is on screen.
    func run(after events: [Event], onceDrawn isDrawn: () -> Void, onceUsed isUsed: () -> Void) {
        handle(.input(.resize(terminal.size)))
        for event in events { handle(event) }
        draw(after: "start", since: .now)
        performHeld()
        isDrawn()
        settings.begin()
        var wasUsed = false
        while !state.hasQuit, !terminal.isGone {
            watchers.watch(state.collections.filter(\.exists))
            let ready = wait()
            let start = ContinuousClock.now
            guard let word = handleAll(ready, since: start) else { continue }
            draw(after: word, since: start)
            if word == "key", !wasUsed, !state.hasQuit {
                wasUsed = true
                isUsed()
            }
        }
        // The terminal has gone: what is under way is kept as at any other end. The first time may wait for files.
        while !state.hasQuit { handle(.terminationRequested) }
    }

    // MARK: - Waiting

    private struct Ready {
        var keys = false
        var signals = false
        var mail = false
        var timedOut = false
        var settings = false
        /// Collections whose files were touched.
        var touched: [String] = []
    }

    private func wait() -> Ready {
        let watched = watchers.descriptors
        // A descriptor below zero is waited for in vain.
        let descriptors = [
            terminal.inputFileDescriptor, signals.fileDescriptor, mailbox.wakeDescriptor, settings.descriptor ?? -1,
        ]
        var sources = (descriptors + watched.map(\.descriptor)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&sources, nfds_t(sources.count), timeoutInMilliseconds)
        let wakes = Int16(POLLIN | POLLHUP | POLLERR)
        return Ready(
            keys: sources[0].revents & wakes != 0, signals: sources[1].revents & wakes != 0,
            mail: sources[2].revents & wakes != 0, timedOut: count == 0, settings: sources[3].revents & wakes != 0,
            touched: zip(watched, sources.dropFirst(descriptors.count)).filter { $1.revents & wakes != 0 }.map(\.0.path)
        )
    }

    /// The time to wait: a tenth of a second while something moves, the rest of a lone Escape's delay, otherwise for ever.
    private var timeoutInMilliseconds: Int32 {
        var timeout: Int32 = state.needsTicks ? 100 : -1
        if let deadline = terminal.pendingEscapeDeadline {
            let left = (deadline - .now).components
            let milliseconds = Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
            timeout = timeout < 0 ? max(0, milliseconds) : min(timeout, max(0, milliseconds))
        }
        return timeout
    }

    // MARK: - Handling

    /// - Returns: A word for what was handled: keys come first, then what changes more than the size; nil if there was nothing.
    private func handleAll(_ ready: Ready, since start: ContinuousClock.Instant) -> String? {
        var word: String?
        let wasMoving = state.needsTicks
        if ready.signals { for signal in signals.read() { word = handle(signal: signal) } }
        if ready.keys || terminal.pendingEscapeDeadline != nil {
            let inputs = terminal.readInput()
            for (number, input) in inputs.enumerated() {
                trapIfAsked(input)
                handle((number == 0 ? [currentTime] : []) + [.input(input)])
                word = "key"
            }
        }
        if !ready.touched.isEmpty || ready.settings { handle(currentTime) }
        // Only orders a reading: what comes of it is drawn.
        for path in ready.touched { handle(.filesTouched(watchers.touched(in: path), collection: path)) }
        if ready.settings, settings.hasChanged() { handle(.settingsTouched) }
        // The frame of a key that sends waits a moment for the first events: drawn at once, it would compete with the send for the processor,
        // and a quick response would wait for its end.
        if ready.mail || state.needsTicks && !wasMoving {
            handleMail(since: start)
            word = word ?? "event"
        }
        if ready.timedOut, state.needsTicks {
            handle(currentTime)
            word = "tick"
        }
        return word
    }

    /// The time in which what arrives is put into the same frame as the events before it.
    private static let timeForOneFrame = Duration.milliseconds(4)

    /// Handles the events that came, and those that come meanwhile: a frame takes longer than an event, and a send has many. While one is under
    /// way, its next event is waited for a moment, so that a quick response is not drawn in pieces, each of which holds up the next.
    private func handleMail(since start: ContinuousClock.Instant) {
        repeat {
            let events = mailbox.takeAll()
            if !events.isEmpty { handle([currentTime] + events) }
        } while .now - start < Self.timeForOneFrame
            && (mailbox.hasEvents || state.needsTicks && mailbox.waitForEvent(milliseconds: 1))
    }

    /// Sets the time, before anything that is noted with its time.
    private var currentTime: Event { .tick(Date()) }

    /// Traps on the key that `MICROSCOPE_TRAP_ON_KEY` names, as a fault of ours would; for stories.
    private func trapIfAsked(_ input: TerminalInput) {
        guard let key = effects.environment["MICROSCOPE_TRAP_ON_KEY"]?.first else { return }
        // The trap itself is the point: what a fault of ours does to the terminal is seen in no other way.
        if input == .key(.character(key)) { fatalError("a trap was asked for by MICROSCOPE_TRAP_ON_KEY") }
    }

    private func handle(_ event: Event) { handle([event]) }

    private func handle(_ events: [Event]) {
        for effect in update(&state, events) { perform(effect) }
    }

    private func handle(signal: Int32) -> String? {
        switch signal {
        case SIGWINCH:
            terminal.resized(to: terminal.size)
            handle(.input(.resize(terminal.size)))
            return "resize"
        case SIGTSTP: suspend()
        case SIGCONT: break
        default:
            endingSignal = signal
            handle(.terminationRequested)
        }
        return "signal"
    }

    private func performHeld() {
        let effects = held ?? []
        held = nil
        effects.forEach(perform)
    }

    /// Performs an effect: here, on the terminal's thread, if it concerns the terminal; otherwise through the runner.
    private func perform(_ effect: Effect) {
        switch effect.order {
        case .redrawScreen: terminal.redrawAll()
        case .suspend: suspend()
        case .copy(let clip): copy(clip)
        case .openEditor(let text, let suffix, let reply): edit(text, suffix, reply)
        case .editFile(let path, let line, let reply): edit(path, line, of: effect.collection, reply)
        case .pageBody(let order, let reply): page(order, reply)
        case .open(let path, let reply): handle(effects.open(path, of: effect.collection, reply))
        case .quit: break
        case .readSettings:
            settings.begin()
            effects.perform(effect)
        case _ where held != nil: held?.append(effect)
        default: effects.perform(effect)
        }
    }

    /// Copies to the terminal, which reaches the user's clipboard also over ssh but never reports success, and in other ways too.
    private func copy(_ clip: Clip) {
        let text = clip.textForTerminal
        if let text { terminal.copyToClipboard(text) }
        effects.copy(clip, isTaken: text != nil && terminal.takesClipboard)
    }

    /// Returns to the shell until the user comes back.
    private func suspend() {
        terminal.suspend()
        // The whole job, as the terminal itself would: a script that started us must stop too.
        kill(0, SIGSTOP)
        terminal.resume()
        handle(.input(.resize(terminal.size)))
    }

    /// Lends the terminal to a program of the same job. A Ctrl-C or Ctrl-Z in that program reaches this one too, and is ignored.
    private func lendTerminal<Result>(to program: () -> Result) -> Result {
        terminal.suspend()
        let result = program()
        terminal.resume()
        for signal in signals.read() where signal != SIGINT && signal != SIGTSTP { _ = handle(signal: signal) }
        return result
    }

    private func edit(_ text: String, _ suffix: String, _ reply: Reply<String>) {
        let result = lendTerminal { OutsideEditor(environment: effects.environment).edit(text, fileExtension: suffix) }
        switch result {
        case .success(let edited) where edited != text: handle(reply(edited))
        case .success: break
        case .failure(let error): handle(reply.show(StatusMessage(.error, error.message)))
        }
        handle(.input(.resize(terminal.size)))
    }

    /// Opens a file in the editor and reads it again afterwards, even if files are not watched or the editor failed.
    private func edit(_ path: ItemPath, _ line: Int?, of collection: String, _ reply: Reply<StatusMessage>) {
        let file = CollectionLoader(root: URL(fileURLWithPath: collection)).fileURL(of: path)
        let problem = lendTerminal { OutsideEditor(environment: effects.environment).edit(file, line: line) }
        if let problem { handle(reply(StatusMessage(.error, problem.message))) }
        handle(.filesTouched(.paths([path]), collection: collection))
        handle(.input(.resize(terminal.size)))
    }

    private func page(_ order: BodyFileOrder, _ reply: Reply<StatusMessage>) {
        let message = lendTerminal { OutsidePager(environment: effects.environment).show(order) }
        handle(reply(message))
        handle(.input(.resize(terminal.size)))
    }

    // MARK: - Drawing

    private func draw(after word: String, since start: ContinuousClock.Instant) {
        terminal.setMouse(state.usesMouse)
        let palette = terminal.showsColours ? state.palette : Theme.withoutColours(state.palette)
        let bytes = terminal.draw(view(state), palette)
        trace?.note(event: word, duration: .now - start, bytes: bytes)
    }
}

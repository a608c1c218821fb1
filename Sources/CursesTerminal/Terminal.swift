internal import CTerminalGuard
import Foundation
import TextGrid

/// The terminal while it is ours: its screen, its keys and its modes.
///
/// Belongs to the thread that claimed it. `claim` and `restore` are a pair on every way out: `restore` is called by the
/// owner and when the value goes; a fatal signal restores by the handler of `CTerminalGuard`. One at a time in a process,
/// since curses is one.
public final class Terminal {
    let options: Options
    let line: TerminalLine
    let screen: CursesScreen
    private var savedModes: termios
    private var decoder: KeyDecoder
    private(set) var isOnScreen = false
    private var isRestored = false
    private var usesMouse = false
    /// The grid that the terminal shows, and its palette; nil before the first frame.
    var shown: (grid: Grid, palette: Palette)?
    var cellText: CellText

    /// The time when a lone Escape becomes the key, or an incomplete response is given up; nil while none waits. Call `readInput` then, even if
    /// nothing came.
    public private(set) var pendingEscapeDeadline: ContinuousClock.Instant?
    /// The terminal has gone away (hang-up): nothing will be read or shown any more.
    public internal(set) var isGone = false

    /// Whether characters beyond ASCII are shown; in a C locale they are shown by ``Options/asciiForms``.
    public var showsNonASCII: Bool { cellText.isUTF8 }
    /// Whether colours are shown; not on a terminal without colours, and where none are wanted.
    public var showsColours: Bool { screen.depth > .none }
    /// The size as the kernel knows it now.
    public var size: Size { line.size }
    /// Readable when `readInput` has something to read.
    public var inputFileDescriptor: Int32 { options.inputFD }

    private static let claimed = Claim()

    /// Takes the screen: raw modes, alternate screen, bracketed paste.
    ///
    /// - Throws: ``TerminalError`` when input or output is no terminal, TERM is missing, unknown or too simple, or a screen is claimed
    ///   already; the terminal is then as it was.
    public static func claim(_ options: Options) throws(TerminalError) -> Terminal {
        guard claimed.take() else {
            throw TerminalError(
                code: .alreadyClaimed, operation: "newterm", message: "the screen is in use already", systemError: nil)
        }
        do {
            return try Terminal(options)
        } catch {
            claimed.give()
            throw error
        }
    }

    private init(_ options: Options) throws(TerminalError) {
        self.options = options
        line = try TerminalLine(input: options.inputFD, output: options.outputFD)
        guard let type = options.environment["TERM"], !type.isEmpty else { throw .noType }
        savedModes = try line.modes()
        cellText = CellText(
            isUTF8: LocaleCharset.adopt(options.charset, options.environment), asciiForms: options.asciiForms)
        terminal_guard_keep_handlers()
        defer { terminal_guard_return_handlers() }
        screen = try CursesScreen(type: type, colour: options.colour, environment: options.environment)
        decoder = KeyDecoder(sequences: KeySequences(capabilities: screen.capabilities.strings))
        screen.resize(line.size)
        // Without the words, if they are too long.
        _ = terminal_guard_set_last_words(options.lastWords)
        enter()
    }

    deinit { restore() }

    /// Gives the terminal back as it was. Does nothing the second time.
    public func restore() {
        guard !isRestored else { return }
        isRestored = true
        leave()
        Terminal.claimed.give()
    }

    /// Gives the terminal back for a while: before stopping on Ctrl-Z, or for an editor.
    public func suspend() { leave() }

    /// Takes it again after `suspend`; the next frame is sent whole.
    public func resume() {
        guard !isRestored, !isOnScreen else { return }
        // The shell may have changed them meanwhile.
        if let modes = try? line.modes() { savedModes = modes }
        resized(to: line.size)
        enter()
    }

    /// Returns everything typed until now; never waits.
    public func readInput() -> [TerminalInput] {
        guard isOnScreen, let bytes = line.read() else {
            isGone = isOnScreen
            return []
        }
        if bytes.isEmpty { return escapeIfDue() }
        let hasWaited = decoder.awaitsEndOfResponse
        let inputs = decoder.received(bytes)
        // A response that never ends must not swallow what is typed meanwhile.
        if !(hasWaited && decoder.awaitsEndOfResponse) { pendingEscapeDeadline = delay.map { .now + $0 } }
        return inputs
    }

    /// The time allowed for the rest of an incomplete input.
    private var delay: Duration? {
        decoder.awaitsEndOfResponse ? options.responseDelay : decoder.awaitsEscapeDelay ? options.escapeDelay : nil
    }

    private func escapeIfDue() -> [TerminalInput] {
        guard let deadline = pendingEscapeDeadline, deadline <= .now else { return [] }
        pendingEscapeDeadline = nil
        return decoder.escapeDelayPassed()
    }

    /// Lets clicks and the wheel arrive as input, or leaves them to the terminal's own selection. Off at first.
    public func setMouse(_ isOn: Bool) {
        guard usesMouse != isOn else { return }
        usesMouse = isOn
        if isOnScreen { send(isOn ? Sequence.mouseOn : Sequence.mouseOff) }
    }

    /// Whether its description says that it takes text for the clipboard. One that does not may do so all the same.
    ///
    /// - Source: the capability `Ms`, in ncurses' user_caps(5).
    public var takesClipboard: Bool { !screen.capabilities.bytes("Ms").isEmpty }

    /// Puts text on the clipboard of the person's machine, also over ssh, where the terminal allows it (OSC 52).
    public func copyToClipboard(_ text: String) {
        send(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8))
    }

    func send(_ bytes: [UInt8]) {
        if !line.write(bytes) { isGone = true }
    }
}

extension Terminal {
    /// Escape sequences that terminfo has no name for. Source: xterm's ctlseqs.
    enum Sequence {
        static let pasteOn = Array("\u{1B}[?2004h".utf8)
        static let pasteOff = Array("\u{1B}[?2004l".utf8)
        /// Terminals that reorder lines with letters from right to left leave that while the screen is ours: it would move columns.
        /// Source: ECMA-48, BDSM; the terminal working group's "BiDi in Terminal Emulators". Others ignore it.
        static let cellsAsSent = Array("\u{1B}[8l".utf8)
        static let linesReordered = Array("\u{1B}[8h".utf8)
        static let mouseOn = Array("\u{1B}[?1002h\u{1B}[?1006h".utf8)
        static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1002l".utf8)
    }

    private func enter() {
        line.set(TerminalLine.raw(savedModes))
        armGuard()
        isOnScreen = true
        screen.forgetPhysicalScreen()
        shown = nil
        send(screen.flush(cursor: nil) + screen.capabilities.bytes("smkx") + orderOn + Sequence.pasteOn)
        send(screen.spanScrollRegion(size))
        screen.forgetPhysicalScreen()
        if usesMouse { send(Sequence.mouseOn) }
    }

    /// Arms the guard, again for each size: the bytes name the last line.
    func armGuard() {
        var modes = savedModes
        let bytes = emergencyBytes
        _ = terminal_guard_arm(options.inputFD, options.outputFD, &modes, bytes, bytes.count)
    }

    /// The sequence against reordering letters; empty in ASCII, which has none to reorder.
    private var orderOn: [UInt8] { showsNonASCII ? Sequence.cellsAsSent : [] }
    private var orderOff: [UInt8] { showsNonASCII ? Sequence.linesReordered : [] }

    private func leave() {
        guard isOnScreen else { return }
        isOnScreen = false
        let mouse = usesMouse ? Sequence.mouseOff : []
        send(mouse + Sequence.pasteOff + orderOff + screen.capabilities.bytes("rmkx") + screen.leave())
        send(screen.clearLastLine(line.size))
        line.set(savedModes)
        terminal_guard_disarm()
    }

    /// Prepared for the signal handler, which may not ask curses.
    private var emergencyBytes: [UInt8] {
        let names = ["sgr0", "op", "rmkx", "cnorm", "rmcup"]
        return Sequence.mouseOff + orderOff + Sequence.pasteOff + names.flatMap(screen.capabilities.bytes)
            + screen.clearLastLine(line.size)
    }
}

/// Whether the one screen of this process is taken.
private final class Claim: Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private var isTaken = false

    func take() -> Bool {
        lock.withLock {
            defer { isTaken = true }
            return !isTaken
        }
    }

    func give() { lock.withLock { isTaken = false } }
}

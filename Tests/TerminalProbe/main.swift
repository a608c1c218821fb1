import CursesTerminal
import Foundation
import TextGrid

// Holds the screen, shows what it reads, and ends in the way that a key asks for.

func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

func fail(_ error: TerminalError) -> Never {
    say(error.message)
    exit(2)
}

func screen(_ terminal: Terminal, _ log: [String]) -> Grid {
    var grid = Grid(size: terminal.size)
    grid.write("ready \(terminal.size.columns)x\(terminal.size.rows)", at: Point(column: 0, row: 0))
    grid.write("the last line", at: Point(column: 0, row: terminal.size.rows - 1))
    for (row, line) in log.suffix(5).enumerated() { grid.write(line, at: Point(column: 0, row: row + 1)) }
    grid.cursor = Point(column: 0, row: 0)
    return grid
}

/// A real one, not a raised one: the kernel's frame and the faulting address are there.
func readNowhere() {
    let address = UnsafePointer<Int>(bitPattern: ProcessInfo.processInfo.arguments.count * 8)
    print(address.map { $0.pointee } ?? 0)
}

func overflow(_ depth: Int) -> Int { depth == -1 ? 0 : overflow(depth + 1) + depth % 3 }

func run() throws(TerminalError) {
    let capture = try StderrCapture()
    let signals = try SignalPipe([SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT])
    var options = Terminal.Options(environment: ProcessInfo.processInfo.environment)
    options.lastWords = "these are the last words\n"
    let terminal = try Terminal.claim(options)
    var log: [String] = []
    terminal.draw(screen(terminal, log), Palette())
    while !terminal.isGone {
        var entries = [
            pollfd(fd: terminal.inputFileDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&entries, 2, terminal.pendingEscapeDeadline == nil ? -1 : 5)
        for signal in signals.read() {
            if signal == SIGWINCH { terminal.resized(to: terminal.size) }
            if signal == SIGTERM || signal == SIGHUP || signal == SIGINT {
                terminal.restore()
                capture.finish()
                exit(128 + signal)
            }
        }
        for input in terminal.readInput() {
            guard case .key(let stroke) = input else {
                if case .paste(let text) = input { log.append("pasted \(text.utf8.count)") }
                continue
            }
            log.append("key \(stroke.key) \(stroke.modifiers.rawValue)")
            switch stroke {
            case .character("q"):
                terminal.restore()
                capture.finish()
                exit(0)
            case .character("e"): say("said to stderr")
            case .character("t"): fatalError("trapped on purpose")
            case .character("s"): readNowhere()
            case .character("o"): log.append("\(overflow(0))")
            case .character("a"): abort()
            case .character("b"): raise(SIGBUS)
            case .character("f"): raise(SIGFPE)
            case .character("i"): raise(SIGILL)
            case .character("m"): terminal.setMouse(true)
            case .control("z"):
                terminal.suspend()
                raise(SIGSTOP)
                terminal.resume()
            default: break
            }
        }
        terminal.draw(screen(terminal, log), Palette())
    }
}

do {
    try run()
} catch {
    fail(error)
}

import Foundation
import TestSupport
import TextGrid

/// The program in the hands of a ``Monkey``: started again whenever it was ended, and looked at all the time.
final class MonkeyRun {
    let place: StoryPlace
    /// Every event, to be done again.
    let log: EventLog
    /// The number of times that the screen was compared with itself drawn again, and that the program was started.
    private(set) var checks = 0
    private(set) var starts = 0
    private var session: TerminalSession
    private let surroundings: MonkeySurroundings
    /// The statuses with which the program may end.
    private var ways = MonkeyRun.waysToEnd
    private static let waysToEnd: Set<Int32> = [0, 128 + SIGTERM, 128 + SIGHUP]

    init(named name: String) throws {
        place = try StoryPlace()
        surroundings = try MonkeySurroundings(place)
        log = try EventLog(named: name)
        session = try surroundings.start()
        starts = 1
    }

    /// A fault: what went wrong, the events before it, and the screen.
    struct Fault: Error, CustomStringConvertible { let description: String }

    /// - Throws: ``Fault``, or the error of the terminal.
    func perform(_ event: MonkeyEvent) throws {
        log.note("\(event)")
        switch event {
        case .type(let bytes):
            if !bytes.allSatisfy(Self.isForProgram) { try calm() }
            try session.type(bytes)
            session.waitForSilence(of: 0.002, atMost: bytes.allSatisfy(Self.isForProgram) ? 0.05 : 1)
        case .pause: session.waitForSilence(of: 0.04, atMost: 0.2)
        case .resize(let size): try session.resize(size)
        case .suspend: try suspend { try session.type([0x1A]) }
        case .signal(SIGTSTP): try suspend { try send(SIGTSTP) }
        case .signal(let number): try end(by: number)
        case .quit: try quit()
        }
        try follow()
    }

    /// Whether a byte is for the program, and not one that a shell would take once the program has given the terminal back.
    private static func isForProgram(_ byte: UInt8) -> Bool { ![0x03, 0x1A, 0x1C].contains(byte) }

    /// Waits until everything that was typed is done.
    private func calm() throws {
        session.waitForSilence(of: 0.03, atMost: 2)
        try follow()
    }

    private func suspend(by order: () throws -> Void) throws {
        try calm()
        let frames = session.trace.count
        try order()
        let deadline = Date(timeIntervalSinceNow: session.patience)
        while !session.isStopped, session.statusIfEnded == nil {
            // Where it is no key to suspend by, it was a key all the same.
            if session.trace.dropFirst(frames).contains(where: { $0.contains(" key ") }) { return }
            guard Date() < deadline else { throw fault("It neither stopped nor drew anything.") }
            session.waitForSilence(of: 0.01, atMost: 0.02)
        }
    }

    /// Sends a signal. A program that has ended meanwhile, as after a second Ctrl-C, gets none; its end is looked at like any other.
    private func send(_ signal: Int32) throws {
        do {
            try session.send(signal: signal)
        } catch let failure as SystemFailure where failure.code == ESRCH {
            _ = try session.waitForExit()
        }
    }

    private func end(by signal: Int32) throws {
        try calm()
        try send(signal)
        if signal == SIGINT { ways.insert(128 + SIGINT) }
        guard [SIGTERM, SIGHUP].contains(signal) else { return }
        _ = try session.waitForExit()
    }

    private func quit() throws {
        for _ in 0..<30 where session.statusIfEnded == nil {
            try calm()
            // The last may come when the terminal is given back already, or not taken yet, and Ctrl-C is a signal again.
            ways.insert(128 + SIGINT)
            if session.statusIfEnded == nil { try session.type([0x03]) }
            session.waitForSilence(of: 0.05, atMost: 2)
        }
        if session.statusIfEnded == nil { _ = try session.waitForExit() }
    }

    /// Continues a program that was stopped, and starts one again that is over.
    private func follow() throws {
        if session.isStopped {
            try session.bringToForeground()
            session.waitForSilence(of: 0.05, atMost: 5)
        }
        guard session.statusIfEnded != nil else { return }
        try expectGivenBack()
        session = try surroundings.start()
        starts += 1
        ways = Self.waysToEnd
    }

    /// Ends the program, and looks at what it leaves.
    func finish() throws {
        try quit()
        try expectGivenBack()
    }

    private func expectGivenBack() throws {
        let status = try session.waitForExit()
        guard ways.contains(status) else { throw fault("It ended with status \(status).") }
        guard try session.modes() == session.modesBefore, session.screen.modes == [7, 25] else {
            throw fault("The terminal was not given back: \(session.screen.modes)")
        }
        guard !String(decoding: session.output.suffix(20_000), as: UTF8.self).contains("Fatal error") else {
            throw fault("It died.")
        }
    }

    // MARK: - Looking

    /// Checks that a screen on which nothing moves is the same when it is drawn again, and that memory has a bound.
    func check() throws {
        try calm()
        try checkMemory()
        guard session.waitForSilence(of: 0.15, atMost: 1.5), !isAtWork() else {
            // Something runs: it is left to the next time.
            try session.type([0x1B])
            return try calm()
        }
        // The frame that was drawn while it was asked what it does.
        session.waitForSilence(of: 0.01, atMost: 0.1)
        guard session.statusIfEnded == nil else { return try follow() }
        let before = (cells: session.screen.cells, frames: session.trace.count)
        try send(SIGWINCH)
        let deadline = Date(timeIntervalSinceNow: session.patience)
        while session.trace.count == before.frames {
            // What was typed before may stop or end it only now.
            if session.isStopped || session.statusIfEnded != nil { return try follow() }
            guard Date() < deadline else { throw fault("It was not drawn anew.") }
            session.waitForSilence(of: 0.01, atMost: 0.02)
        }
        session.waitForSilence(of: 0.03, atMost: 1)
        // What came in between would be another picture.
        guard session.trace.count == before.frames + 1, session.trace.last?.contains(" resize ") == true else { return }
        checks += 1
        if let difference = session.screen.cells.difference(from: before.cells) {
            throw fault("What was shown was not what is to be seen: \(difference)")
        }
    }

    /// Whether one of its threads computes: a screen that is silent may be one whose next frame takes long. False where the system does
    /// not say.
    private func isAtWork() -> Bool {
        guard let process = try? session.processIdentifier(),
            let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        else { return false }
        return threads.contains { thread in
            // The state follows the name, which is in parentheses and may hold any letter.
            let words = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
            let state = words?.split(separator: ")").last?.split(separator: " ").first
            return state == "R" || state == "D"
        }
    }

    /// The limit of memory in kibibytes. A debug build takes more than a release.
    private static let mostMemory = 700_000

    private func checkMemory() throws {
        guard let process = try? session.processIdentifier(),
            let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
            let used = Int(line.filter(\.isNumber))
        else { return }
        guard used < Self.mostMemory else { throw fault("It uses \(used) KiB.") }
    }

    /// Expects that what the monkey was not asked to touch is as it was.
    func expectSurroundingsUntouched() throws { try surroundings.expectUntouched() }
    func expectCollectionUntouched() throws { try surroundings.expectCollectionUntouched() }

    private func fault(_ words: String) -> Fault {
        Fault(
            description: """
                \(words)
                All events: \(log.file.path); MICROSCOPE_MONKEY_LOG=FILE does them again. The last of them:
                \(log.last(40))
                Its frames:
                \(session.trace.suffix(12).joined(separator: "\n"))
                \(ScreenComparison.framed(session.screen.text, columns: session.screen.size.columns))
                """)
    }
}

extension VirtualScreen {
    /// The cells of all rows.
    var cells: [[Cell]] {
        (0..<size.rows).map { row in (0..<size.columns).map { self[column: $0, row: row] } }
    }
}

extension [[VirtualScreen.Cell]] {
    /// Returns the first rows that are not the same, in words; nil if all are.
    fileprivate func difference(from other: Self) -> String? {
        guard self != other else { return nil }
        guard count == other.count else { return "\(other.count) rows, then \(count)" }
        let rows = indices.filter { self[$0] != other[$0] }
        return rows.prefix(3).map { row in
            let (now, before) = (self[row].map(\.text).joined(), other[row].map(\.text).joined())
            let cells = self[row].indices.filter { self[row][$0] != other[row][$0] }.prefix(5).map {
                "  column \($0): \(other[row][$0]), then \(self[row][$0])\n"
            }
            return "row \(row), shown:\n\(before)\ndrawn anew:\n\(now)\n" + cells.joined()
        }.joined()
    }
}

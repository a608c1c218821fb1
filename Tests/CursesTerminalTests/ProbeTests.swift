import CursesTerminal
import Foundation
import TestSupport
import Testing
import TextGrid

/// The probe, built beside the tests.
func probePath() -> String { builtProgram("terminal-probe") }

@Suite("A program that holds the screen", .serialized)
struct ProbeTests {
    private func start(
        _ program: String = probePath(), _ environment: [String: String] = [:], size: Size = Size(columns: 60, rows: 12)
    ) throws -> TerminalSession {
        let session = try TerminalSession(program, environment: environment, size: size)
        try session.waitFor("ready \(size.columns)x\(size.rows)")
        return session
    }

    private func expectRestored(_ session: TerminalSession) throws {
        #expect(try session.modes() == session.modesBefore)
        #expect(session.screen.modes == [7, 25], "\(session.screen.modes)")
        #expect(session.screen.cursor != nil)
    }

    @Test("takes the screen whole: alternate, raw, bracketed paste")
    func claims() throws {
        let session = try start()
        #expect(session.screen.isAlternate)
        #expect(session.screen.hasBracketedPaste)
        #expect(!session.screen.hasMouse)
        #expect(try !session.modes().isCooked)
        try session.type("m")
        try session.waitFor("the mouse on") { $0.hasMouse }
    }

    @Test("leaves the terminal as it was when it quits")
    func quits() throws {
        let session = try start()
        try session.type("m")
        try session.waitFor("the mouse on") { $0.hasMouse }
        try session.type("q")
        #expect(try session.waitForExit() == 0)
        try expectRestored(session)
    }

    @Test("what went to stderr while the screen was held is shown afterwards")
    func standardError() throws {
        let session = try start()
        try session.type("e")
        try session.waitFor("key character(\"e\")")
        #expect(!session.screenText.contains("said to stderr"))
        try session.type("q")
        #expect(try session.waitForExit() == 0)
        #expect(session.screenText.contains("said to stderr"))
    }

    static let deaths: [(key: String, signals: [Int32])] =
        [
            ("t", [SIGILL, SIGTRAP]), ("s", [SIGSEGV]), ("a", [SIGABRT]), ("b", [SIGBUS]), ("f", [SIGFPE]),
            ("i", [SIGILL]),
        ] + (isSanitized ? [] : [("o", [SIGSEGV, SIGBUS])])

    /// Whether a sanitizer runs: those handle a stack that overflows themselves, before the program can.
    static let isSanitized = ProcessInfo.processInfo.environment["MICROSCOPE_SANITIZER"] != nil

    @Test("a fatal signal restores the terminal, and still is what ends the program", arguments: deaths)
    func dies(key: String, signals: [Int32]) throws {
        let session = try start(size: Size(columns: 120, rows: 12))
        try session.type("m")
        try session.waitFor("the mouse on") { $0.hasMouse }
        try session.type(key)
        let status = try session.waitForExit()
        #expect(signals.contains(status - 128), "status \(status)")
        try expectRestored(session)
        if key == "t" { #expect(session.screenText.contains("trapped on purpose"), "\(session.screenText)") }
    }

    #if os(Linux)
        @Test(
            "a crash says which fault it was, the command that tells where, and what becomes of the user's work",
            .enabled("binutils is not installed") { (try? ChildProgram.run(["addr2line", "--version"]).status) == 0 })
        func reportsTheCrash() throws {
            try expectPlaces(ofCrashIn: probePath())
        }

        @Test(
            "one whose names were taken out at the installation names the places by the file beside it",
            .enabled("binutils is not installed") { (try? ChildProgram.run(["addr2line", "--version"]).status) == 0 })
        func reportsTheCrashWithoutNames() throws {
            let prefix = NSTemporaryDirectory() + "crash-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: prefix) }
            for name in ["bin", "lib/probe"] {
                try FileManager.default.createDirectory(
                    atPath: "\(prefix)/\(name)", withIntermediateDirectories: true)
            }
            let (program, symbols) = ("\(prefix)/bin/probe", "\(prefix)/lib/probe/symbols")
            for command in [
                ["objcopy", "--only-keep-debug", probePath(), symbols], ["gzip", symbols],
                ["strip", probePath(), "-o", program],
            ] {
                #expect(try ChildProgram.run(command).status == 0, "\(command)")
            }
            let text = try expectPlaces(ofCrashIn: program)
            #expect(text.contains("/symbols.gz") && text.contains("Build: "), "\(text)")
        }

        /// - Returns: The text on the screen.
        @discardableResult
        private func expectPlaces(ofCrashIn program: String) throws -> String {
            let session = try start(program, size: Size(columns: 1_000, rows: 12))
            try session.type("s")
            #expect(try session.waitForExit() == 128 + SIGSEGV)
            let text = session.screenText
            #expect(text.contains("Crashed: SIGSEGV at 0x8\n"), "\(text)")
            #expect(text.contains("these are the last words"), "\(text)")
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Where it was: ") }, "\(text)")
            let command = String(line.dropFirst("Where it was: ".count))
            let places = try ChildProgram.run(["sh", "-c", command])
            // Who called it is on the stack only.
            #expect(places.outputText.contains("readNowhere"), "\(command): \(places)")
            #expect(places.outputText.contains("terminal_probe3run"), "\(command): \(places)")
            return text
        }
    #endif

    @Test(
        "so does one that somebody else sends",
        arguments: [SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGSYS, SIGVTALRM, SIGPROF])
    func diesOfOthers(signal: Int32) throws {
        let session = try start()
        try session.type("m")
        try session.waitFor("the mouse on") { $0.hasMouse }
        try session.send(signal: signal)
        #expect(try session.waitForExit() == 128 + signal)
        try expectRestored(session)
        #expect(!session.screenText.contains("Crashed"))
    }

    @Test(
        "where there is no second screen, the shell goes on in the last line, cleared, at any size",
        arguments: ["linux", "vt100", "ansi"], ["q", "a"])
    func cleanLine(type: String, key: String) throws {
        let session = try start(probePath(), ["TERM": type])
        try session.resize(Size(columns: 50, rows: 9))
        try session.waitFor("all of it at the new size") {
            $0.text(row: 0) == "ready 50x9" && $0.text(row: 8) == "the last line"
        }
        try session.type(key)
        #expect([0, 128 + SIGABRT].contains(try session.waitForExit()))
        #expect(!session.screenText.contains("the last line"), "\(session.screenText)")
        #expect(session.screen.cursor == Point(column: 0, row: 8))
    }

    @Test("SIGTERM, SIGHUP and SIGINT arrive as bytes and end it in order", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signals(signal: Int32) throws {
        let session = try start()
        try session.send(signal: signal)
        #expect(try session.waitForExit() == 128 + signal)
        try expectRestored(session)
    }

    @Test("is stopped with the terminal restored, and comes back with the screen")
    func suspends() throws {
        let session = try start()
        try session.type("xy")
        try session.waitFor("key character(\"y\")")
        try session.press(.control("z"))
        try session.waitUntilStopped()
        try session.waitFor("the main screen") { !$0.isAlternate }
        try expectRestored(session)
        try session.bringToForeground()
        try session.waitFor("the screen again") { $0.isAlternate && $0.text.contains("key character(\"y\")") }
        #expect(try !session.modes().isCooked)
        try session.type("q")
        #expect(try session.waitForExit() == 0)
        try expectRestored(session)
    }

    @Test("takes another size")
    func resizes() throws {
        let session = try start()
        try session.resize(Size(columns: 100, rows: 30))
        try session.waitFor("ready 100x30")
        try session.resize(Size(columns: 20, rows: 5))
        try session.waitFor("ready 20x5")
    }

    @Test("a paste of a megabyte arrives whole, as one input")
    func pastes() throws {
        let session = try start()
        let line = String(repeating: "pasted text, ", count: 8) + "ä\n"
        let text = String(repeating: line, count: 10_000)
        try session.paste(text)
        try session.waitFor("pasted \(text.utf8.count)")
    }

    @Test("Escape alone is the key, after its delay")
    func escape() throws {
        let session = try start()
        try session.press(.escape)
        try session.waitFor("key escape 0")
        try session.press(KeyStroke(.character("x"), .alt))
        try session.waitFor("key character(\"x\") 2")
    }

    @Test("says what is missing when it cannot take the screen")
    func refuses() throws {
        for (type, message) in [
            ("", "TERM is not set"), ("no-such", "TERM=no-such is unknown"), ("dumb", "TERM=dumb"),
        ] {
            let session = try TerminalSession(probePath(), environment: ["TERM": type])
            #expect(try session.waitForExit() == 2)
            #expect(session.screenText.contains(message), "\(session.screenText)")
            try expectRestored(session)
        }
        let piped = try TerminalSession("/bin/sh", ["-c", "\(probePath()) | cat"])
        _ = try piped.waitForExit()
        #expect(piped.screenText.contains("standard output is not a terminal"), "\(piped.screenText)")
    }

    @Test(
        "keys of each terminal type, as it sends them",
        arguments: ["xterm-256color", "screen-256color", "tmux-256color", "linux", "vt100"])
    func types(type: String) throws {
        let session = try start(probePath(), ["TERM": type])
        for key in [KeyStroke(.up), KeyStroke(.function(1)), .control("_"), KeyStroke(.enter)] {
            try session.press(key)
        }
        try session.waitFor("key up 0")
        try session.waitFor("key function(1) 0")
        try session.waitFor("key character(\"_\") 1")
        try session.waitFor("key enter 0")
    }
}

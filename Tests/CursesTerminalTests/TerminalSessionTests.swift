import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("The terminal of the tests", .serialized)
struct TerminalSessionTests {
    private func shell(_ script: String) throws -> TerminalSession {
        try TerminalSession("/bin/sh", ["-c", script], size: Size(columns: 30, rows: 4))
    }

    @Test("shows what a program writes, and its status")
    func output() throws {
        let session = try shell(#"printf '\033[1;31mred\033[0m \033]2;a title\007%s' "$(pwd)"; exit 7"#)
        try session.waitFor("red ")
        #expect(session.cell(at: Point(column: 0, row: 0)).look == Appearance(.indexed(1), on: .standard, .bold))
        #expect(try session.waitForExit() == 7)
        #expect(session.screen.title == "a title")
    }

    @Test("a condition that never comes true is told with the screen")
    func failure() throws {
        let session = try shell("echo here; sleep 60")
        try session.waitFor("here")
        session.patience = 0.1
        let error = #expect(throws: ScreenNeverCame.self) { try session.waitFor("there") }
        let text = try #require(error).description
        #expect(text.contains("waited in vain for the text \"there\""))
        #expect(text.contains("|here                          |"))
    }

    @Test("a program that ends too early is told with its status")
    func earlyEnd() throws {
        let session = try shell("echo gone; exit 3")
        let error = #expect(throws: ScreenNeverCame.self) { try session.waitFor("there") }
        #expect(try #require(error).description.contains("the program has ended with status 3"))
    }

    @Test("sees modes left behind")
    func modes() throws {
        let session = try shell("stty raw -echo; exit 0")
        #expect(session.modesBefore.isCooked)
        #expect(try session.waitForExit() == 0)
        #expect(try session.modes() != session.modesBefore)
        #expect(try !session.modes().isCooked)
    }

    @Test("runs where and with what it is told, and takes a trace on its own descriptor")
    func surroundings() throws {
        let session = try TerminalSession(
            "/bin/sh", ["-c", "echo \"frame 1 $HERE\" >&5; pwd; stty size; read answer; echo \"got $answer\""],
            environment: ["HERE": "set"], size: Size(columns: 40, rows: 8), directory: "/usr")
        try session.waitFor("8 40")
        #expect(session.screenText.hasPrefix("/usr\n"))
        try session.waitForTrace("the first frame") { $0 == ["frame 1 set"] }
        try session.type("yes\r")
        try session.waitFor("got yes")
        #expect(try session.waitForExit() == 0)
    }

    @Test("a lost connection is SIGHUP to the program")
    func hangUp() throws {
        let path = NSTemporaryDirectory() + "hangup-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let session = try shell("trap 'echo hup > \(path); exit' HUP; echo ready; while :; do sleep 0.02; done")
        try session.waitFor("ready")
        session.hangUp()
        let deadline = Date(timeIntervalSinceNow: 20)
        while !FileManager.default.fileExists(atPath: path), Date() < deadline { usleep(10_000) }
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("screens are compared side by side")
    func comparison() throws {
        #expect(ScreenComparison.difference(expected: "a\nb  \n\n", actual: "a  \nb") == nil)
        let text = try #require(ScreenComparison.difference(expected: "same\nleft", actual: "same\nright\nmore"))
        #expect(
            text == """
                  expected │ actual
                  same     │ same
                > left     │ right
                > (none)   │ more
                """)
    }
}

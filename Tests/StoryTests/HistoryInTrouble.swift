import ExchangeStore
import Exchanges
import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the history cannot be used, and all else goes on", .serialized)
struct HistoryInTrouble {
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "echo.yml": Fixture.request("Echo", url: "{{baseUrl}}/echo?page={{page}}"),
        ])
    }

    private static func state(_ place: StoryPlace) -> URL { place.home.appendingPathComponent("state") }
    private static func database(_ place: StoryPlace) -> URL {
        state(place).appendingPathComponent("history/history.sqlite")
    }

    private static func words(_ place: StoryPlace, page: String = "1") -> [String] {
        ["send", "Echo", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)", "--var", "page=\(page)"]
    }

    private func send(_ place: StoryPlace, page: String = "1") throws -> ProgramRun {
        try ProgramRun(Self.words(place, page: page), at: place)
    }

    /// Expects that a send went as ever, with one note on the history.
    private func expectNote(
        _ sent: ProgramRun, _ texts: String..., location: SourceLocation = #_sourceLocation
    ) {
        #expect(sent.status == 0 && sent.output.contains("/echo"), "\(sent.errors)", sourceLocation: location)
        expectNote(sent.errors, texts, location)
    }

    private func expectNote(_ errors: String, _ texts: [String], _ location: SourceLocation) {
        let notes = errors.split(separator: "\n").filter { $0.contains("istory") }
        #expect(notes.count == 1, "\(errors)", sourceLocation: location)
        for text in texts { #expect(errors.contains(text), "\(errors)", sourceLocation: location) }
        // A person's words, no dump of an error.
        #expect(
            !errors.contains("SQLiteError(") && !errors.contains("Error Domain"), "\(errors)", sourceLocation: location)
    }

    /// Sends from the screen, reads the log and the list, edits and quits: all but the history works.
    private func useScreen(_ session: TerminalSession, says: String...) throws {
        try session.send("echo.yml", named: "Echo", until: "✓ 200 OK")
        try session.type("4")
        try session.waitFor("a line of the log") { screen in says.allSatisfy { screen.text.contains($0) } }
        try session.type("3H")
        try session.waitFor("why the list is empty") { $0.contains("There is no history: the log (4) says why.") }
        try session.closeList()
        try session.type("t")
        try session.waitFor("the same of the times") {
            $0.contains("There is no history: the log (4) says why.") && !$0.contains("Latency of")
        }
        try session.type("3s")
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)
    }

    private static func integrity(_ place: StoryPlace) throws -> String {
        try ChildProgram.run(["sqlite3", database(place).path, "PRAGMA integrity_check"]).outputText
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Moves everything from the database's log into the database: the last program to close it does that.
    private static func putIntoOneFile(_ place: StoryPlace) throws {
        _ = try HistoryStore(directory: database(place).deletingLastPathComponent()).count()
        #expect(!FileManager.default.fileExists(atPath: database(place).path + "-wal"))
    }

    private static let hasSQLite = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

    // MARK: - The file

    @Test("a file that is no database stays as it is; it is said what to do")
    func noDatabase() throws {
        let place = try Self.place()
        try FileManager.default.createDirectory(
            at: Self.database(place).deletingLastPathComponent(), withIntermediateDirectories: true)
        let text = String(repeating: "somebody's own notes\n", count: 300)
        try Data(text.utf8).write(to: Self.database(place))
        expectNote(try send(place), "it is not a database: move ", "the next start creates a new one")
        try place.write(#"{"log": {"entries": [{"request": {"url": "http://a.test/"}}]}}"#, to: "a.har")
        for words in [
            ["history", "list"], ["diff", "@"], ["diff", "@-1", "@"], ["history", "import", "a.har"],
        ] {
            let run = try ProgramRun(words, at: place)
            #expect(run.status == 4 && run.errors.contains("the history is not a database; move "), "\(run.errors)")
            #expect(!run.errors.contains("sqlite3_"), "\(words)")
        }
        try useScreen(
            try place.start(size: .large, variables: ["page": "2"]), says: "The history is not saved",
            "is not a database")
        #expect(try String(contentsOf: Self.database(place), encoding: .utf8) == text)
        // What was said to be done helps.
        try FileManager.default.moveItem(
            at: Self.database(place).deletingLastPathComponent(), to: place.home.appendingPathComponent("old"))
        #expect(try send(place).errors.contains("istory") == false)
        #expect(try ProgramRun(["history", "list"], at: place).output.contains("echo"))
    }

    @Test("pages of the database are damaged: what is sent is answered, what can be read is still there")
    func damaged() throws {
        let place = try Self.place()
        for page in 1...3 { #expect(try send(place, page: "\(page)").status == 0) }
        let file = Self.database(place)
        try Self.putIntoOneFile(place)
        var bytes = try Data(contentsOf: file)
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        #expect(bytes.count > 4 * size)
        for page in 2..<bytes.count / size {
            bytes.replaceSubrange(page * size..<page * size + 64, with: Data(repeating: 0xAA, count: 64))
        }
        try bytes.write(to: file)
        expectNote(try send(place, page: "9"), "is damaged: move ", "(.recover)")
        for words in [["history", "list"], ["diff", "@"]] {
            let run = try ProgramRun(words, at: place)
            #expect(run.status == 4 && run.errors.contains("the history is damaged; "), "\(run.errors)\(run.output)")
        }
        let session = try place.start(size: .large, variables: ["page": "2"])
        try session.send("echo.yml", named: "Echo", until: "✓ 200 OK")
        try session.type("H")
        try session.waitFor("why nothing is listed") {
            $0.contains("The history is damaged: move ") || $0.contains("There is no history: the log (4) says why.")
        }
        try session.closeList()
        try session.type("3s")
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("a database of a later version is left alone; it is said which version to start")
    func newer() throws {
        let place = try Self.place()
        #expect(try send(place).status == 0)
        let file = Self.database(place)
        try Self.putIntoOneFile(place)
        var bytes = try Data(contentsOf: file)
        // The user version.
        // - Source: <https://www.sqlite.org/fileformat.html>, section 1.3.
        bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
        try bytes.write(to: file)
        expectNote(try send(place), "it was made by a later version of this program: start that version")
        let list = try ProgramRun(["history", "latency", "Echo"], at: place)
        #expect(list.status == 4 && list.errors.contains("later version"), "\(list.errors)")
        try useScreen(
            try place.start(size: .large, variables: ["page": "2"]), says: "The history is not saved", "later version")
        #expect(try Data(contentsOf: file) == bytes)
    }

    // MARK: - The disk

    @Test(
        "a state directory that belongs to somebody else: all works, and it is said whose it must be",
        .enabled(if: getuid() == 0, "needs another user"))
    func foreign() throws {
        let place = try Self.place()
        try FileManager.default.createDirectory(at: Self.state(place), withIntermediateDirectories: true)
        chmod(Self.state(place).path, 0o755)
        chmod(place.home.path, 0o777)
        let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        guard try ChildProgram.run(nobody + [StoryPlace.program(), "version"]).status == 0 else { return }
        let own = ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "TZ": "UTC", "LANG": "C.UTF-8"]
        let sent = try ChildProgram.run(
            nobody + ["env"] + own.map { "\($0.key)=\($0.value)" } + [StoryPlace.program()] + Self.words(place)
                + ["-c", place.collection.path])
        #expect(sent.status == 0 && sent.outputText.contains("/echo"), "\(sent.errorText)")
        expectNote(sent.errorText, ["it is read-only: make ", "writable"], #_sourceLocation)
        let session = try TerminalSession(
            "/usr/bin/setpriv",
            Array(nobody.dropFirst()) + [
                try StoryPlace.program(), "--trace-frames", "\(TerminalSession.traceDescriptor)", place.collection.path,
                "--env", "local", "--var", "baseUrl=\(place.server.baseURL)", "--var", "page=1",
            ], environment: own, size: .large)
        session.companions = [place]
        try session.waitForTrace("the first frame") { !$0.isEmpty }
        try useScreen(session, says: "The history is not saved", "is read-only")
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.state(place).path).isEmpty)
    }

    private static let canMount: Bool = {
        guard getuid() == 0 else { return false }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("mount-\(UUID().uuidString)").path
        guard mkdir(directory, 0o700) == 0 else { return false }
        defer { rmdir(directory) }
        guard let made = try? ChildProgram.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory]),
            made.status == 0
        else { return false }
        return (try? ChildProgram.run(["umount", directory]))?.status == 0
    }()

    /// Takes all the room that is left.
    private static func fill(_ file: URL) throws {
        let descriptor = open(file.path, O_CREAT | O_WRONLY, 0o600)
        defer { close(descriptor) }
        for size in [65_536, 4_096, 512, 1] {
            let bytes = [UInt8](repeating: 65, count: size)
            while write(descriptor, bytes, size) == size {}
        }
        #expect(errno == ENOSPC)
    }

    @Test(
        "the disk is full from the start, and later: all works, what was kept is there, and with room it goes on",
        .enabled(if: canMount, "needs a file system of its own"))
    func full() throws {
        let place = try Self.place()
        let state = Self.state(place)
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", state.path]
        try #require(try ChildProgram.run(mount).status == 0)
        defer { _ = try? ChildProgram.run(["umount", "-l", state.path]) }
        let filler = state.appendingPathComponent("filler")
        try Self.fill(filler)
        expectNote(try send(place), "it is on a disk that is full: free some space there")
        try useScreen(
            try place.start(size: .large, variables: ["page": "1"]), says: "The history is not saved",
            "disk that is full")

        // There is room: it is kept. Then there is none.
        try FileManager.default.removeItem(at: filler)
        let session = try place.start(size: .large, variables: ["page": "2"])
        try session.send("echo.yml", named: "Echo", until: "✓ 200 OK")
        try session.type("3H")
        try session.waitFor("what was kept") { $0.contains("History of echo.yml · 1 exchange ") }
        try session.closeList()
        let store = try HistoryStore(directory: Self.database(place).deletingLastPathComponent())
        try Self.fill(filler)
        try session.type("4")
        // The database's files may have room of their own for some of them.
        for _ in 0..<200 where !session.screen.contains("A send was not saved") {
            let count = try store.count()
            try session.type("s")
            try session.waitFor("that it is kept, or not") {
                $0.contains("A send was not saved") || ((try? store.count()) ?? count) > count
            }
        }
        try session.waitFor("that it is not kept") {
            $0.contains("A send was not saved: the history is on a disk that is full")
        }
        try session.type("3H")
        try session.waitFor("what was kept before") { $0.contains("History of echo.yml") && $0.contains("✓ 200") }
        try session.closeList()
        #expect(try session.quit() == 0)

        try FileManager.default.removeItem(at: filler)
        #expect(try send(place, page: "room").errors.contains("istory") == false)
        let list = try ProgramRun(["history", "list", "-n", "0"], at: place)
        #expect(list.output.contains("page=room") && list.output.contains("page=2"), "\(list.output)")
        if Self.hasSQLite { #expect(try Self.integrity(place) == "ok") }
    }

    // MARK: - Several at once

    @Test("two screens and several commands write at once: every send is kept, once, and whole")
    func several() throws {
        let place = try Self.place()
        let screens = try ["a", "b"].map { try place.start(size: .small, variables: ["page": $0]) }
        for screen in screens { try screen.showRequest("echo.yml", named: "Echo") }
        let store = try HistoryStore(directory: Self.database(place).deletingLastPathComponent())
        for round in 1...5 {
            for screen in screens { try screen.type("s") }
            let commands = try (0..<3).map { try send(place, page: "\(round)-\($0)") }
            for command in commands {
                #expect(command.status == 0 && !command.errors.contains("istory"), "\(command.errors)")
            }
            for screen in screens {
                try screen.waitFor("all of this round kept") { _ in ((try? store.count()) ?? 0) == round * 5 }
            }
        }
        for screen in screens { #expect(try screen.quit() == 0) }
        let rows = try store.rows(limit: 100)
        #expect(rows.count == 25 && Set(rows.map(\.id)).count == 25)
        for row in rows {
            let kept = try #require(try store.exchange(row.id))
            #expect(try kept.responseBody.flatMap { try store.body($0) } != nil)
        }
        for round in 1...5 {
            for number in 0..<3 { #expect(rows.contains { $0.url.hasSuffix("page=\(round)-\(number)") }) }
        }
        if Self.hasSQLite { #expect(try Self.integrity(place) == "ok") }
    }
}

extension TerminalSession {
    /// Closes the list. A key right after Esc would be another key.
    fileprivate func closeList() throws {
        try press(.escape)
        try waitFor("the panes again") { !$0.contains("History of") && $0.contains(" 3 Response ") }
    }
}

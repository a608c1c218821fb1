import Foundation
import TestSupport
import Testing

@Suite("Story: where a body goes")
struct WhereABodyGoes {
    private static func place(_ url: String = "{{baseUrl}}/image.png") throws -> StoryPlace {
        try StoryPlace(["opencollection.yml": Fixture.root, "a.yml": Fixture.request("A", url: url)])
    }

    private static func response(_ body: String, type: String = "text/plain", length: Int? = nil) throws -> RawServer {
        try RawServer(
            responding:
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n"
                + body)
    }

    private static func arguments(_ place: StoryPlace, _ more: [String] = []) -> [String] {
        ["send", "a", "--var", "baseUrl=\(place.server.baseURL)"] + more
    }

    private static func onTerminal(_ arguments: [String], at place: StoryPlace) throws -> TerminalSession {
        let session = try TerminalSession(
            StoryPlace.program(), arguments,
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path],
            directory: place.collection.path)
        session.companions = [place]
        return session
    }

    // MARK: A terminal

    @Test("bytes that are no text are not written to a terminal, whatever their type claims; a note says so")
    func binary() throws {
        let place = try Self.place()
        let session = try Self.onTerminal(Self.arguments(place), at: place)
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("B image/png is not written to a terminal: -o FILE saves it, | pipes it"))
        #expect(!session.screen.contains("IHDR") && session.screen.contains("200 OK"))
        let shown = try Self.onTerminal(["history", "show", "@", "--body"], at: place)
        #expect(try shown.waitForExit() == 0)
        #expect(shown.screen.contains("B image/png is not written to a terminal: > FILE saves it, | pipes it"))
    }

    @Test("a text that is called a picture is written, and nothing in it steers the terminal")
    func text() throws {
        let server = try Self.response("red \u{1B}[31m alert \u{7}\u{1B}]0;title\u{7}", type: "image/png")
        let place = try Self.place(server.baseURL)
        let session = try Self.onTerminal(Self.arguments(place), at: place)
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("red ␛[31m alert ␇␛]0;title␇"))
    }

    @Test("while a long body is transferred the terminal says how much of it, and nothing of that stays")
    func progress() throws {
        let isSeen = Latch()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n")
            var rest = 4000
            while rest > 2000, isSeen.value == 0, connection.write([UInt8](repeating: 0x61, count: 1000)) {
                // The pace of a slow server: the line comes only after a second.
                usleep(5_000)
                rest -= 1
            }
            for _ in 0..<rest { connection.write([UInt8](repeating: 0x61, count: 1000)) }
        }
        let place = try Self.place(server.baseURL)
        let session = try Self.onTerminal(Self.arguments(place, ["-o", "out.bin"]), at: place)
        try session.waitFor("progress") { $0.text.contains("B of 4.0 MB (") && $0.text.contains("%) · ") }
        _ = isSeen.next()
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.contains("%") && session.screen.contains("4.0 MB written to out.bin"))
        let inPipe = try ProgramRun(Self.arguments(place), at: place)
        #expect(!inPipe.errors.contains("%"))
    }

    // MARK: A file

    @Test("-o writes the body into a file as it came, tells so, and replaces none unless asked to")
    func file() throws {
        let place = try Self.place()
        let file = place.collection.appendingPathComponent("a.png")
        let run = try ProgramRun(Self.arguments(place, ["-o", "a.png", "-v"]), at: place)
        #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.hasSuffix("B written to a.png\n") && run.errors.contains("200 OK"), "\(run.errors)")
        let picture = try Data(contentsOf: file)
        #expect(picture == (try ProgramRun(Self.arguments(place, ["-o", "-"]), at: place)).outputBytes)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.collection.path).sorted() == [
                "a.png", "a.yml", "opencollection.yml",
            ])
        try Data("mine".utf8).write(to: file)
        let refused = try ProgramRun(Self.arguments(place, ["--output", "a.png"]), at: place)
        #expect(refused.status == 2 && refused.errors == "microscope: a.png already exists; --force replaces it\n")
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        #expect(try ProgramRun(Self.arguments(place, ["--output", "a.png", "--force"]), at: place).status == 0)
        #expect(try Data(contentsOf: file) == picture)
        #expect(try ProgramRun(Self.arguments(place, ["-o", "/dev/null"]), at: place).status == 0)
    }

    @Test("-o gets what --filter finds, and the report of --json")
    func reports() throws {
        let server = try Self.response(#"{"a":[1,2]}"#, type: "application/json")
        let place = try Self.place(server.baseURL)
        let filtered = try ProgramRun(Self.arguments(place, ["--filter", ".a[1]", "-o", "f"]), at: place)
        #expect(filtered.status == 0 && filtered.output.isEmpty, "\(filtered.errors)")
        #expect(try String(contentsOf: place.collection.appendingPathComponent("f"), encoding: .utf8) == "2\n")
        #expect(try ProgramRun(Self.arguments(place, ["--json", "-o", "j"]), at: place).status == 0)
        #expect(try String(contentsOf: place.collection.appendingPathComponent("j"), encoding: .utf8).hasPrefix("{"))
        let none = try ProgramRun(Self.arguments(place, ["--filter", ".b.c", "-o", "n"]), at: place)
        #expect(none.status == 1 && !FileManager.default.fileExists(atPath: place.collection.path + "/n"))
    }

    @Test("what came of a body that is cut off gets a name of its own")
    func part() throws {
        let server = try Self.response("half", length: 1000)
        let place = try Self.place(server.baseURL)
        let run = try ProgramRun(Self.arguments(place, ["-o", "a.txt"]), at: place)
        #expect(run.status == 3 && run.errors.hasSuffix("4 B, incomplete, written to a.txt.part\n"))
        #expect(!FileManager.default.fileExists(atPath: place.collection.path + "/a.txt"))
        #expect(try String(contentsOfFile: place.collection.path + "/a.txt.part", encoding: .utf8) == "half")
    }

    @Test(
        "a send that is cancelled, or whose terminal is gone, leaves nothing hidden beside the file",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func cancelled(signal: Int32) throws {
        let asked = Latch()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
            asked.open()
            // Until the client leaves.
            _ = connection.read(1)
        }
        let place = try Self.place(server.baseURL)
        let run = try ProgramRun(Self.arguments(place, ["-o", "a.txt"]), at: place)
        #expect(asked.wait())
        run.send(signal: signal)
        #expect(run.status == 130)
        let files = try FileManager.default.contentsOfDirectory(atPath: place.collection.path)
        #expect(Set(files).isSubset(of: ["a.yml", "opencollection.yml", "a.txt.part"]), "\(files)")
    }

    @Test("under nohup a download goes on when its terminal is gone")
    func nohup() throws {
        let (asked, goesOn) = (Latch(), Latch())
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf")
            asked.open()
            _ = goesOn.wait()
            connection.write("half")
        }
        let place = try Self.place(server.baseURL)
        let program = try StoryPlace.program()
        let session = try TerminalSession(
            "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" \"$@\"", program] + Self.arguments(place, ["-o", "a.txt"]),
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path],
            directory: place.collection.path)
        #expect(asked.wait())
        try session.send(signal: SIGHUP)
        goesOn.open()
        #expect(try session.waitForExit() == 0)
        #expect(try String(contentsOfFile: place.collection.path + "/a.txt", encoding: .utf8) == "halfhalf")
    }

    @Test("where no file can be written nothing is sent")
    func refusal() throws {
        let place = try Self.place()
        for (path, words) in [("no/such/file", "no/such/file cannot be written"), (".", ". is a directory")] {
            let run = try ProgramRun(Self.arguments(place, ["-o", path]), at: place)
            #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
        }
        #expect(try ProgramRun(["history", "list"], at: place).output.isEmpty)
    }
}

import DemoAPI
import Foundation
import TestSupport
import Testing

@Suite("Story: the commands beside send")
struct OtherCommands {
    @Test("outside any collection, a bare microscope names what to type")
    func nothingHere() throws {
        let place = try StoryPlace()
        let run = try ProgramRun([], at: place, in: place.home)
        #expect(run.status == 2)
        #expect(
            run.errors.contains("microscope PATH") && run.errors.contains("microscope init")
                && run.errors.contains("microscope demo"))
        #expect(run.errors.hasPrefix("microscope: ") && run.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("a path that does not exist is told")
    func noSuchPath() throws {
        let run = try ProgramRun(["./demo"], at: StoryPlace())
        #expect(run.status == 2)
        #expect(run.errors.contains("demo does not exist"))
    }

    @Test("--help and --version go to stdout")
    func helpAndVersion() throws {
        let place = try StoryPlace()
        let help = try ProgramRun(["--help"], at: place)
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.output.hasPrefix("Usage: microscope [OPTIONS] [PATH|URL...]\n"))
        let version = try ProgramRun(["--version"], at: place)
        #expect(version.status == 0 && version.output.hasPrefix("microscope "))
    }

    @Test("a file that may not grow is an error that is told, not the end of the program")
    func fileLimit() throws {
        let place = try StoryPlace()
        let file = place.home.appendingPathComponent("long.curl")
        try Data("curl http://127.0.0.1:1/ -d '\(String(repeating: "x", count: 60_000))'".utf8).write(to: file)
        let run = try ChildProgram.run(
            [
                "/bin/sh", "-c", #"ulimit -f 8; exec "$0" "$@""#, StoryPlace.program(), "import", file.path, "-c",
                place.collection.path,
            ], environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path])
        #expect(run.status != 128 + SIGXFSZ && run.status != 0)
        #expect(run.errorText.contains("could not be made") && run.errorText.contains("File too large"))
    }

    @Test("with too few files that may be open it says so and ends; a limit that may be raised is raised")
    func openFiles() throws {
        let place = try StoryPlace()
        let check = { (limit: String) in
            try ChildProgram.run(
                [
                    "/bin/sh", "-c", #"ulimit \#(limit); exec "$0" "$@""#, StoryPlace.program(), "check",
                    place.collection.path,
                ], environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path])
        }
        let few = try check("-n 13")
        #expect(few.status == 4)
        #expect(
            few.errorText
                == "microscope: only 13 files may be open at once here, and 64 are needed; run `ulimit -n 1024` first\n"
        )
        #expect(try check("-S -n 13").status == 0)
    }

    @Test("where names the four directories and the collection")
    func whereThingsAre() throws {
        let place = try StoryPlace()
        let run = try ProgramRun(["where"], at: place)
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        #expect(lines.map(\.first) == ["config", "data", "state", "cache", "collection"])
        #expect(lines.dropLast().allSatisfy { $0[1].contains(place.home.lastPathComponent) })
        #expect(lines.last?[1].contains(place.collection.lastPathComponent) == true)
    }

    @Test("demo-api prints its address, serves, and ends by SIGTERM")
    func demoAPI() throws {
        let place = try StoryPlace()
        let api = try ProgramRun(["demo-api", "--port", "0"], at: place)
        try api.wait { api.outputSoFar.hasSuffix("\n") }
        let address = api.outputSoFar.trimmingCharacters(in: .newlines)
        #expect(address.hasPrefix("http://127.0.0.1:"))
        let send = try ProgramRun(["send", "users/get", "--var", "baseUrl=\(address)"], at: place)
        #expect(send.status == 0, "\(send.errors)")
        api.send(signal: SIGTERM)
        #expect(api.status == 0 && api.errors.isEmpty)
    }

    @Test("demo-api on a port that is taken says so")
    func takenPort() throws {
        let place = try StoryPlace()
        let run = try ProgramRun(["demo-api", "--port", "\(place.server.port)"], at: place)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("microscope: port \(place.server.port) is in use by another program"))
    }

    @Test("demo unpacks its collection into the home, explores it there, and its API answers on whatever port is free")
    func demo() throws {
        let place = try StoryPlace()
        // The usual port is taken, unless another program has it already.
        let usual = try? DemoServer(port: 8642)
        defer { usual?.stop() }
        let session = try TerminalSession(
            StoryPlace.program(), ["demo"], environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path])
        try session.waitFor("the tree") { $0.contains("Users") }
        try session.send("users/get", named: "Get user", until: "200 OK")
        #expect(try session.quit() == 0)
        let unpacked = place.home.appendingPathComponent("data/demo/users/get.yml")
        #expect(try String(contentsOf: unpacked, encoding: .utf8) == place.text(of: "users/get.yml"))
    }

    @Test("the pages of the jobs name keys that there are", arguments: ["explore", "share", "replay", "automate"])
    func jobs(job: String) throws {
        let place = try StoryPlace()
        let page = try ProgramRun(["manual", "job-\(job)"], at: place)
        #expect(page.status == 0 && page.output.contains("| You want to | Keys |"), "\(page.errors)")
        let man = try ProgramRun(["manual", "man-\(job)"], at: place)
        #expect(man.status == 0 && man.output.contains("Keys: "), "\(man.errors)")
    }
}

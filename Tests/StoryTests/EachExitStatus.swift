import Foundation
import TestSupport
import Testing

/// One command line for each row of the table of exit statuses, which `help --json` prints.
@Suite("Story: each exit status", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
struct EachExitStatus {
    /// By command and status, its arguments. Marks before them: `>` is for standard output on a full disk, `^` for Ctrl-C while it waits, `!` for a
    /// history that is no database, `~` for a terminal on which the answer is no, `#` for one on which it is quit.
    private static let lines: [String: [Int32: String]] = [
        "": [0: "#.", 4: ""], "demo": [0: "#", 4: ""],
        "send": [0: "same/get", 1: "same/gone --fail", 3: "down/get", 4: "lacks/get", 130: "^wait/get"],
        "run": [0: "same", 1: "same --fail", 3: "down", 4: "lacks", 130: "^wait"],
        "verify": [0: "same", 1: "wrong", 2: "plain", 3: "down", 4: "lacks", 130: "^wait"],
        "export": [0: "same/get --as url", 1: "digest --as locust", 4: ">same/get --as url"],
        "check": [0: ".", 1: "../bad", 4: ">../bad --json"],
        "import": [0: "../one.sh --dry-run", 1: "../part.sh --dry-run", 4: "../nowhere.json"],
        "lift": [0: "--dry-run", 4: ">--dry-run --json"],
        "replace": [0: "users people --dry-run", 1: "nowhere x", 4: ">users people --dry-run --json"],
        "init": [0: "../new", 4: ">../newer"], "review": [0: "../asks", 1: "../leaky", 4: "../bad"],
        "token": [
            0: "", 1: "tokens/down", 3: "tokens/down --fetch", 4: "tokens/lacks --fetch", 130: "^tokens/wait --fetch",
        ],
        "graphql": [
            0: "queries/get", 1: "queries/refused", 3: "queries/down", 4: "queries/lacks", 130: "^queries/wait",
        ],
        "trust": [0: ".", 4: "../asks"], "session": [0: "", 4: ">--json"], "session list": [0: "", 4: ">--json"],
        "session delete": [0: "kept"],
        "history": [0: "", 4: "!"], "history list": [0: "nothing-matches", 4: "!"],
        "history show": [0: "same/get@", 3: "down/get@ --body", 4: "!@"],
        "history check": [0: "same/get@", 1: "wrong/get@", 4: "!@"], "history pin": [0: "same/get@", 4: "!@"],
        "history unpin": [0: "same/get@", 4: "!@"], "history note": [0: "same/get@ good", 4: "!@ good"],
        "history delete": [0: "posted/get@ --yes", 4: "!@ --yes", 130: "~same/get@"], "history sets": [0: "", 4: "!"],
        "history prune": [0: "", 4: "!"], "history latency": [0: "same/get", 4: "!same/get"],
        "history replay": [
            0: "same/get@", 1: "flaky/get@", 3: "wait/get@ --max-time 100ms", 4: "key@", 130: "^wait/get@",
        ],
        "history export": [0: "same/get@ -o ../out.har", 4: "!@"],
        "history import": [0: "../kept.har", 4: "!../bare.har"],
        "diff": [
            0: "../a.json ../a.json", 1: "../a.json ../b.json", 3: "@-1 @ --all", 4: "!@", 130: "^../a.json ../pipe",
        ],
        "demo-api": [0: "--port 0", 4: ">--port 0", 130: "^--port 0"],
        "where": [0: "", 4: ">"], "schema": [0: "request", 4: ">request"], "help": [0: "send", 4: ">send"],
        "version": [0: "", 4: ">"],
    ]

    /// Statuses that only a failing disk has, where the tests run as root.
    private static let unproven: [String: Set<Int32>] = ["session delete": [4]]

    @Test("each command ends with each status of its row in the table, and the table has no others")
    func everyRow() throws {
        let stage = try Stage()
        let table = try stage.table()
        let proven = Self.lines.map { command, lines in
            (command, Set(lines.keys).union([2]).union(Self.unproven[command] ?? []))
        }
        #expect(table.mapValues { Set($0) } == Dictionary(uniqueKeysWithValues: proven))
        for (command, lines) in Self.lines.sorted(by: { $0.key < $1.key }) {
            // What has no line of its own for it is called with an option that nothing has.
            for (status, line) in lines.merging([2: "--no-such-option"], uniquingKeysWith: { own, _ in own }) {
                let (found, words) = try stage.end(of: command, line)
                #expect(found == status, "\(command) \(line): \(words)")
            }
        }
    }
}

/// A collection with requests that go well and go wrong, and a history with some of them.
private struct Stage {
    private let place: StoryPlace
    /// A home whose history is no database.
    private let broken: StoryPlace
    private let queries: GraphQLServer
    private let refusing: GraphQLServer
    /// Never responds.
    private let silent: RawServer
    private let arrivals = Latch()

    init() throws {
        place = try StoryPlace(["opencollection.yml": "info: {name: Fixture}\n"])
        broken = try StoryPlace(["opencollection.yml": "info: {name: Fixture}\n"])
        queries = try GraphQLServer()
        refusing = try GraphQLServer(refusesIntrospection: true)
        let arrivals = arrivals
        silent = try RawServer { connection, _ in
            _ = connection.readHead()
            _ = arrivals.next()
            connection.waitForClose()
        }
        try writeRequests()
        try writeFiles()
        for words in [
            ["plain/get", "--session", "kept"], ["same/get"], ["wrong/get"], ["down/get"], ["flaky/get"],
            ["posted/get"],
            ["key", "--var", "apiKey=k3y-of-nobody-else"],
        ] { _ = try ProgramRun(["send"] + words, at: place).status }
        #expect(try end(of: "send", "^wait/get").0 == 130)
        let har = try ProgramRun(["history", "export", "same/get@", "-o", "../kept.har"], at: place)
        let bare = try ProgramRun(["history", "import", "../bare.har"], at: place)
        #expect(har.status == 0 && bare.status == 0, "\(har.errors)\(bare.errors)")
    }

    private func writeRequests() throws {
        let (base, down) = (place.server.baseURL, "http://127.0.0.1:9")
        let example = #"examples: [{name: e, response: {status: 200, body: {type: json, data: '{"status": 200}'}}}]"#
        let capture =
            "runtime: {actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.id, method: jsonq}, variable: {name: id, scope: runtime}}]}"
        let wrong = "runtime: {assertions: [{expression: res.status, operator: eq, value: '201'}]}"
        for (path, url, more) in [
            ("same/get", "\(base)/status/200", example), ("same/gone", "\(base)/status/404", ""),
            ("wrong/get", "\(base)/users/1", "\(example)\n\(wrong)"), ("down/get", down, example),
            ("lacks/get", "{{nothing}}", example), ("wait/get", silent.baseURL, example),
            ("plain/get", "\(base)/users/1", capture), ("posted/get", "\(base)/echo", ""),
            ("flaky/get", "\(base)/flaky?key=exits&fails=1&retryAfter=none", ""),
            ("key", "\(base)/echo?key={{apiKey}}", ""),
        ] {
            try place.write(
                "info: {name: \(path), type: http}\nhttp: {method: GET, url: '\(url)'}\n\(more)\n", to: "\(path).yml")
        }
        try place.write(
            "info: {name: d, type: http}\nhttp: {method: GET, url: '\(base)', auth: {type: digest, username: u, password: '{{p}}'}}\n",
            to: "digest/get.yml")
        for (name, url) in [("down", down), ("lacks", "{{nothing}}"), ("wait", silent.baseURL)] {
            let auth =
                "{type: oauth2, flow: client_credentials, accessTokenUrl: '\(url)/token', credentials: {clientId: c, clientSecret: '{{s}}'}}"
            try place.write(
                "info: {name: \(name), type: http}\nhttp: {method: GET, url: '\(base)', auth: \(auth)}\nruntime: {variables: [{name: s, value: s}]}\n",
                to: "tokens/\(name).yml")
        }
        for (name, url) in [
            ("get", queries.url), ("refused", refusing.url), ("down", down), ("lacks", "{{nothing}}"),
            ("wait", silent.baseURL),
        ] {
            try place.write(
                "info: {name: \(name), type: graphql}\ngraphql: {url: '\(url)', body: {query: '{ a }'}}\n",
                to: "queries/\(name).yml")
        }
    }

    private func writeFiles() throws {
        let token = "Bearer abcdefghijklmnop0123456789"
        let entry =
            #"{"startedDateTime": "2099-01-01T00:00:00Z", "time": 1, "request": {"method": "GET", "url": "http://a.test/"}, "response": {"status": 200, "content": {"size": 10, "mimeType": "text/plain"}, "bodySize": 10}}"#
        for (path, text) in [
            "bad/opencollection.yml": "info: {name: Bad, nonsense\n",
            "leaky/opencollection.yml": "info: {name: Leaky}\n",
            "leaky/a.yml":
                "info: {name: a, type: http}\nhttp: {method: GET, url: 'http://a.test', headers: [{name: Authorization, value: \(token)}]}\n",
            "asks/opencollection.yml": "info: {name: Asks}\n",
            "asks/microscope.yaml": "version: 1\nsecrets: {t: {command: [pass, t]}}\n",
            "asks/a.yml": "info: {name: a, type: http}\nhttp: {method: GET, url: 'http://a.test/{{t}}'}\n",
            "one.sh": "curl http://a.test/x\n", "part.sh": "curl --interface eth0 http://a.test/x\n",
            "a.json": "{\"a\": 1}\n", "b.json": "{\"a\": 2}\n",
            "bare.har": "{\"log\": {\"version\": \"1.2\", \"entries\": [\(entry), \(entry)]}}\n",
        ] { try place.write(text, to: "../\(path)") }
        for name in ["asks", "leaky"] {
            for words in [["init", "--quiet"], ["add", "-A"]] {
                _ = try ChildProgram.run(["git", "-C", "\(place.collection.path)/../\(name)"] + words)
            }
        }
        mkfifo("\(place.collection.path)/../pipe", 0o600)
        try broken.write("somebody's notes\n", to: "../home/state/history/history.sqlite")
    }

    /// The statuses of each command, as the program prints them.
    func table() throws -> [String: [Int32]] {
        struct Help: Decodable {
            struct Command: Decodable { var name: String, exitStatuses: [Status] }
            struct Status: Decodable { var status: Int32 }
            var commands: [Command]
        }
        let help = try JSONDecoder().decode(Help.self, from: ProgramRun(["help", "--json"], at: place).outputBytes)
        return Dictionary(uniqueKeysWithValues: help.commands.map { ($0.name, $0.exitStatuses.map(\.status)) })
    }

    /// Runs a command to its end.
    ///
    /// - Returns: The status as a shell has it, and what it wrote to standard error.
    func end(of command: String, _ line: String) throws -> (Int32, String) {
        let mark = line.first.flatMap { ">^!~#".contains($0) ? $0 : nil }
        let arguments = "\(command) \(mark == nil ? line : String(line.dropFirst()))".split(separator: " ").map(
            String.init)
        switch mark {
        case ">":
            let script = ["-c", "exec \"$0\" \"$@\" >/dev/full", try StoryPlace.program()]
            return result(try ProgramRun(script + arguments, at: place, program: "/bin/sh"))
        case "^": return result(try interrupted(arguments))
        case "!": return result(try ProgramRun(arguments, at: broken))
        case "#": return (try place.run(arguments, in: place.collection).quit(), "")
        case "~": return (try refused(arguments), "")
        default:
            let run = try ProgramRun(arguments, at: place)
            // The server of the demo ends well when it is asked to.
            if command == "demo-api", line == "--port 0" {
                try run.wait { run.outputSoFar.contains("http") }
                run.send(signal: SIGTERM)
            }
            return result(run)
        }
    }

    private func result(_ run: ProgramRun) -> (Int32, String) { (run.statusInShell, run.errors) }

    private func interrupted(_ arguments: [String]) throws -> ProgramRun {
        let before = arrivals.value
        let run = try ProgramRun(arguments, at: place)
        switch arguments[0] {
        case "demo-api": try run.wait { run.outputSoFar.contains("http") }
        // It is opened as soon as it is read.
        case "diff": close(open("\(place.collection.path)/../pipe", O_WRONLY))
        default: try run.wait { arrivals.value > before }
        }
        run.send(signal: SIGINT)
        return run
    }

    private func refused(_ arguments: [String]) throws -> Int32 {
        let own = ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "LANG": "C.UTF-8"]
        let session = try TerminalSession(
            StoryPlace.program(), arguments, environment: own, directory: place.collection.path)
        try session.waitFor("for good")
        try session.type("no\r")
        return try session.waitForExit()
    }
}

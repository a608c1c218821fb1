import OpenCollection
import Testing

@testable import CommandLineTool

@Suite struct CommandParsingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let line: String
        let command: Command

        init(_ id: String, _ line: String, _ command: Command) {
            (self.id, self.line, self.command) = (id, line, command)
        }

        var testDescription: String { "\(id): microscope \(line)" }
    }

    private static func explore(_ path: String? = nil, _ change: (inout ExploreArguments) -> Void = { _ in }) -> Command
    {
        var arguments = ExploreArguments()
        if let path { arguments.targets = [.path(path)] }
        change(&arguments)
        return .explore(arguments)
    }

    private static func demo(_ change: (inout ExploreArguments) -> Void) -> Command {
        var arguments = ExploreArguments()
        change(&arguments)
        return .demo(arguments)
    }

    private static func replacing(_ source: String, _ directory: String) -> Command {
        var arguments = ImportArguments()
        (arguments.files, arguments.newCollection, arguments.replaces) = ([source], directory, true)
        return .importRequest(arguments)
    }

    private static func send(_ request: String, _ change: (inout SendArguments) -> Void = { _ in }) -> Command {
        var arguments = SendArguments(request: request)
        change(&arguments)
        return .send(arguments)
    }

    private static func run(_ folder: String? = nil, _ change: (inout RunArguments) -> Void = { _ in }) -> Command {
        var arguments = RunArguments(folder: folder)
        change(&arguments)
        return .run(arguments)
    }

    private static func export(
        _ request: String, _ format: ExportFormat, _ change: (inout ExportArguments) -> Void = { _ in }
    ) -> Command {
        var arguments = ExportArguments(request: request, format: format)
        change(&arguments)
        return .export(arguments)
    }

    static let rows = [
        Row("run", "run", run()), Row("run folder", "run users", run("users")),
        Row(
            "run options", "run -c api users --env dev --bail --json --var id=7",
            run("users") {
                ($0.bails, $0.reports) = (true, [RunReportFile(.json, "-")])
                ($0.settings.collection, $0.settings.environmentNames) = ("api", ["dev"])
                $0.settings.sessionValues = ["id": "7"]
            }),
        Row(
            "run tags", "run --tag a --exclude-tag c --tag=b --global-env prod",
            run {
                $0.tags = TagFilter(included: ["a", "b"], excluded: ["c"])
                $0.settings.globalEnvironmentName = "prod"
            }),
        Row(
            "run in CI", "run --report junit=j.xml --har run.har --report html=a=b.html --fail --verify --retry 2",
            run {
                $0.reports = [
                    RunReportFile(.junit, "j.xml"), RunReportFile(.html, "a=b.html"), RunReportFile(.har, "run.har"),
                ]
                ($0.failsOnStatus, $0.verifies, $0.retries) = (true, true, 2)
            }),
        Row(
            "run with data", "run users --data - --parallel 16 --delay 500ms",
            run("users") { ($0.data, $0.parallel, $0.delay) = ("-", 16, .milliseconds(500)) }),
        Row("global-env", "--global-env prod api", explore("api") { $0.globalEnvironmentName = "prod" }),
        Row("bare", "", explore()),
        Row("path", "api", explore("api")),
        Row("path-like-command", "./demo", explore("./demo")),
        Row("path-after-dashes", "-- demo", explore("demo")),
        Row("path-with-dash", "-- -x", explore("-x")),
        Row("env", "--env local api", explore("api") { $0.environmentName = "local" }),
        Row("env-equals", "api --env=local", explore("api") { $0.environmentName = "local" }),
        Row("env-last-wins", "--env a --env b", explore { $0.environmentName = "b" }),
        Row("vars", "--var a=1 --var b=x=y --var a=2", explore { $0.sessionValues = ["a": "2", "b": "x=y"] }),
        Row("var-empty", "--var a=", explore { $0.sessionValues = ["a": ""] }),
        Row("trace", "--trace-frames 3", explore { $0.traceDescriptor = 3 }),
        Row("demo", "demo", .demo(ExploreArguments())),
        Row(
            "option-before-command", "--env other demo",
            .demo(
                {
                    var arguments = ExploreArguments()
                    arguments.environmentName = "other"
                    return arguments
                }())),
        Row("demo-api", "demo-api", .demoAPI(port: nil)),
        Row("demo-api-port", "demo-api --port 0", .demoAPI(port: 0)),
        Row("export", "export users/get --as swift", export("users/get", .request)),
        Row("export-builder", "export --as=swift-builder get", export("get", .builder)),
        Row(
            "export-all", "export get --as swift-macros -c api --env e --var a=1 --answer -",
            export("get", .macros) {
                $0.settings.collection = "api"
                $0.settings.environmentNames = ["e"]
                $0.settings.sessionValues = ["a": "1"]
                $0.response = "-"
            }),
        Row(
            "export-options-first", "--as swift -c api export get",
            export("get", .request) { $0.settings.collection = "api" }),
        Row("send", "send users/get", send("users/get")),
        Row("send-command-name", "send send", send("send")),
        Row("send-dash", "send -- --json", send("--json")),
        Row("send-collection", "send -c api get", send("get") { $0.settings.collection = "api" }),
        Row("send-collection-attached", "send -capi get", send("get") { $0.settings.collection = "api" }),
        Row("send-collection-long", "send get --collection=api", send("get") { $0.settings.collection = "api" }),
        Row("collection-before-command", "-c api send get", send("get") { $0.settings.collection = "api" }),
        Row(
            "send-all", "send get --json --fail --show-secrets --env e --var a=1",
            send("get") {
                ($0.printsJSON, $0.failsOnStatus, $0.showsSecrets) = (true, true, true)
                ($0.settings.environmentNames, $0.settings.sessionValues) = (["e"], ["a": "1"])
            }),
        Row(
            "send-to-several", "send get --env b --env a --env b",
            send("get") { $0.settings.environmentNames = ["b", "a"] }),
        Row("send-filter", "send get --filter .items[0]", send("get") { $0.filter = ".items[0]" }),
        Row("send-trust", "send get --trust", send("get") { $0.settings.consent.agreesToAll = true }),
        Row("send-yes", "send get --yes", send("get") { $0.settings.consent.sendsToProtected = true }),
        Row(
            "run-consent", "run users --yes --trust",
            run("users") { ($0.settings.consent.agreesToAll, $0.settings.consent.sendsToProtected) = (true, true) }),
        Row("url", "https://h.example/a?b=c#d", explore { $0.targets = [.url("https://h.example/a?b=c#d")] }),
        Row("archive", "../a/Failing.HAR", explore { $0.targets = [.archive("../a/Failing.HAR")] }),
        Row("archive-url", "http://h/a.har", explore { $0.targets = [.url("http://h/a.har")] }),
        Row("url-capitals", "HTTP://h", explore { $0.targets = [.url("HTTP://h")] }),
        Row("url-port", "localhost:8080/users", explore { $0.targets = [.pathOrURL("localhost:8080/users")] }),
        Row("url-port-only", "127.0.0.1:80", explore { $0.targets = [.pathOrURL("127.0.0.1:80")] }),
        Row("url-ipv6", "[::1]:80?a", explore { $0.targets = [.pathOrURL("[::1]:80?a")] }),
        Row(
            "several", "a localhost:1 b", explore { $0.targets = [.path("a"), .pathOrURL("localhost:1"), .path("b")] }),
        Row("no-url-host", "h.example/users", explore("h.example/users")),
        Row("no-url-port", "localhost:99999/x", explore("localhost:99999/x")),
        Row("no-url-path", "./http://h", explore("./http://h")),
        Row("no-url-text", "a:b/c", explore("a:b/c")),
        Row("no-url-line", "get.yml:12:3", explore("get.yml:12:3")),
        Row("init", "init", .initCollection(InitArguments())),
        Row(
            "init-all", "init shop --name Shop",
            .initCollection(
                {
                    var arguments = InitArguments()
                    (arguments.directory, arguments.name) = ("shop", "Shop")
                    return arguments
                }())),
        Row("import", "import", .importRequest(ImportArguments())),
        Row(
            "import-report", "import --report",
            .importRequest(
                {
                    var arguments = ImportArguments()
                    arguments.printsLastReport = true
                    return arguments
                }())),
        Row(
            "import-new", "import api.json dev.json - --new shop --as postman --dry-run --json --no-store",
            .importRequest(
                {
                    var arguments = ImportArguments()
                    (arguments.files, arguments.newCollection) = (["api.json", "dev.json", "-"], "shop")
                    (arguments.format, arguments.isDryRun) = (.postman, true)
                    (arguments.printsJSON, arguments.keepsSecrets) = (true, false)
                    return arguments
                }())),
        Row(
            "import-into", "import a.json --into users -c api",
            .importRequest(
                {
                    var arguments = ImportArguments()
                    (arguments.files, arguments.folder, arguments.collection) = (["a.json"], "users", "api")
                    return arguments
                }())),
        Row(
            "import-openapi", "import a.yaml --group paths --as openapi --examples --root ..",
            .importRequest(
                {
                    var arguments = ImportArguments()
                    (arguments.files, arguments.format) = (["a.yaml"], .openAPI)
                    (arguments.openAPI.grouping, arguments.openAPI.makesExamples) = (.paths, true)
                    arguments.openAPI.root = ".."
                    return arguments
                }())),
        Row("import-replace", "import a/bruno.json --replace", replacing("a/bruno.json", "a")),
        Row("import-replace-here", "import bruno.json --replace", replacing("bruno.json", ".")),
        Row("import-replace-named", "import a --new ./a --replace", replacing("a", "./a")),
        Row("check", "check", .check(CheckArguments())),
        Row("check-path", "check api/users/get.yml", .check(CheckArguments(collection: "api/users/get.yml"))),
        Row(
            "check-all", "--strict check api --json",
            .check(
                {
                    var arguments = CheckArguments(collection: "api")
                    (arguments.printsJSON, arguments.isStrict) = (true, true)
                    return arguments
                }())),
        Row("where", "where", .where),
        Row("version", "--version", .version()),
        Row("version-short", "-V", .version()),
        Row("version-word", "version", .version()),
        Row("plain", "--plain", explore { $0.isPlain = true }),
        Row("tour", "demo --tour --plain", demo { ($0.takesTour, $0.isPlain) = (true, true) }),
        Row("help", "--help", .help(.program)),
        Row("help-short", "-h", .help(.program)),
        Row("help-word", "help", .help(.program)),
        Row("help-command", "help demo-api", .help(.demoAPI)),
        Row("help-of-help", "help --help", .help(.help)),
        Row("help-in-command", "send --help", .help(.send)),
        Row("help-beats-errors", "send --jsno --help", .help(.send)),
        Row("no-help-after-dashes", "send -- --help", send("--help")),
    ]

    @Test("understands a command line", arguments: rows)
    func parses(_ row: Row) throws {
        #expect(try Command.parse(row.line.split(separator: " ").map(String.init)) == row.command)
    }

    @Test(
        "an empty argument, such as an unset variable of a shell, is an error, and not the whole collection",
        arguments: [
            (["run", ""], "folder", "the whole collection"), (["verify", ""], "folder", "the whole collection"),
            (["check", ""], "collection", "the nearest one"), (["review", ""], "collection", "the nearest one"),
            (["trust", "", "--agree"], "collection", "the nearest one"),
            (["lift", "a", ""], "request or folder", "the whole collection"),
            (["token", "", "--forget"], "request", "the whole collection"),
            (["init", ""], "directory", "the current one"),
        ])
    func empty(_ words: [String], _ kind: String, _ everything: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(words) }
        #expect(error?.description == "\"\" is not a \(kind); name one, or leave it out for \(everything)")
        #expect(error?.status == .usage)
    }

    @Test(
        "says in one line what is wrong and what to do",
        arguments: [
            ("send --jsno x", "unknown option --jsno; did you mean --json?"),
            ("send --colection x y", "unknown option --colection; did you mean --collection?"),
            ("send --frobnicate x", "unknown option --frobnicate; microscope send --help lists the options"),
            ("-x", "unknown option -x; microscope --help lists the options"),
            ("--port 1", "unknown option --port; microscope --help lists the options"),
            ("send", "no request is given; usage: microscope send [OPTIONS] REQUEST"),
            ("send a b", "unexpected argument \"b\"; usage: microscope send [OPTIONS] REQUEST"),
            ("check --stric", "unknown option --stric; did you mean --strict?"),
            ("check a b", "unexpected argument \"b\"; usage: microscope check [OPTIONS] [COLLECTION]"),
            ("demo here", "unexpected argument \"here\"; usage: microscope demo [OPTIONS]"),
            ("send x --env", "--env has no value; write --env NAME"),
            ("send x --env --json", "--env has no value; write --env NAME"),
            ("send x --json=1", "--json takes no value; write --json alone"),
            ("send x --filter", "--filter has no value; write --filter FILTER"),
            ("send x -o f --env a --env b", "--output is for the result of one send; give one --env"),
            ("send x -o - --force", "--force is for a file; name it with --output FILE"),
            ("send x --json --filter .a", "--filter and --json contradict each other; give one of them"),
            ("send x --var a", "--var a is not an assignment; write --var NAME=VALUE"),
            ("send x --var =a", "--var =a is not an assignment; write --var NAME=VALUE"),
            ("demo-api --port 65536", "--port 65536 is not a port; give a number from 0 to 65535"),
            ("demo-api --port x", "--port x is not a port; give a number from 0 to 65535"),
            ("--trace-frames=-1", "--trace-frames -1 is not a descriptor; give a number from 0 to 2147483647"),
            ("send x --session=", "the name of --session is invalid; give a short one, without control characters"),
            ("session lst", "microscope session has no command \"lst\"; did you mean microscope session list?"),
            ("session x", "microscope session has no command \"x\"; there are: list, delete"),
            ("help sned", "unknown command \"sned\"; did you mean send?"),
            ("help frobnicate", "unknown command \"frobnicate\"; microscope --help lists the commands"),
            ("ftp://h/x", "ftp://h/x is not an HTTP URL; only http:// and https:// are supported"),
            ("https:///x", "https:///x has no host; write https://HOST/PATH"),
            ("http://", "http:// has no host; write http://HOST/PATH"),
            ("run --report x", "--report x is not a report; write one of junit=FILE, json=FILE, html=FILE"),
            ("run --report har=x", "--report har=x is not a report; write one of junit=FILE, json=FILE, html=FILE"),
            ("run --report junit=", "a report has no file; write --report junit=FILE"),
            ("run --json --report html=-", "two reports go to stdout; give each a file of its own"),
            ("run --har a --report html=a", "two reports go to a; give each a file of its own"),
            ("run --parallel 0", "--parallel 0 is not a number of requests; give a number from 1 to 256"),
            ("run --parallel x", "--parallel x is not a number of requests; give a number from 1 to 256"),
            ("run --delay soon", "--delay soon is not a time; write 2s, 500ms or 1m, for example"),
            ("import - -", "standard input can be read once; name a file for the other"),
            ("import a --new b --into c", "--new contradicts --into; give one of them"),
            ("import a --as postmann", "there is no format \"postmann\"; did you mean postman?"),
            (
                "import a b --replace",
                "--replace is for one directory of Bruno; name it: microscope import DIR --replace"
            ),
            (
                "import a --replace --into b",
                "--replace contradicts --into; leave one out: --replace is for an import in place"
            ),
            ("import a --group path", "there is no way of grouping \"path\"; did you mean paths?"),
            (
                "import a --as bruno --examples",
                "--examples contradicts --as bruno; leave one out: --examples is for OpenAPI documents"
            ),
            (
                "import a --as postman --group none",
                "--group contradicts --as postman; leave one out: --group is for OpenAPI documents"
            ),
            ("init a b", "unexpected argument \"b\"; usage: microscope init [OPTIONS] [DIR]"),
        ])
    func refuses(_ line: String, _ message: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(line.split(separator: " ").map(String.init)) }
        #expect(error?.description == message)
    }

    @Test(
        "a URL without its scheme is recognised, a file name is none",
        arguments: [
            ("h.example/users", "https://h.example/users"), ("api.h.example", "https://api.h.example"),
            ("h.example?x", "https://h.example?x"), ("get.yml", nil), ("users/get", nil), ("./h.example", nil),
            ("localhost/x", nil), ("http:/h/x", "http://h/x"), ("HTTPS:h", "HTTPS://h"), ("http:", nil),
        ] as [(String, String?)])
    func nearestURL(_ word: String, _ url: String?) {
        #expect(ExploreTarget.nearestURL(to: word) == url)
    }

    @Test("a URL with blanks says how they are written, a curl command where it can be pasted")
    func spaces() {
        let url = #expect(throws: UsageError.self) { try ExploreTarget.named("http://h/a b") }
        #expect(url?.description == "a URL has no spaces; write %20 for each of them")
        let command = #expect(throws: UsageError.self) { try ExploreTarget.named("curl -d a=b http://h/") }
        #expect(command?.description.contains("paste it there, or pipe it to microscope import") == true)
    }

    @Test(
        "a misspelt command is recognised",
        arguments: [
            ("sedn", "send"), ("demoapi", "demo-api"), ("dmeo", "demo"), ("users", nil), ("wher", "where"),
        ] as [(String, String?)])
    func nearestCommand(_ word: String, _ command: String?) {
        #expect(Command.nearestCommand(to: word) == command)
    }
}

import Imports
import OpenCollection

/// The syntax of one command: what the parser accepts and help prints, from one table.
struct CommandSyntax: Sendable {
    let topic: HelpTopic
    let summary: String
    var operands: [Operand] = []
    var options: [OptionSyntax] = []
    /// Whether its operands are a filter of the history.
    var takesFilter = false
    /// The paragraphs below the options.
    var details: [String] = []
    var examples: [Example] = []

    struct Operand: Sendable {
        let name: String
        var isRequired = false
        /// Whether it may be given several times.
        var isRepeated = false

        /// The operand in a usage line, such as "[PATH...]".
        var usage: String {
            let text = isRepeated ? "\(name)..." : name
            return isRequired ? text : "[\(text)]"
        }
    }

    struct Example: Sendable {
        let line: String
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The usage line, such as "microscope send [OPTIONS] REQUEST".
    var usage: String {
        let command = HelpTopic.verbs(of: topic).isEmpty ? "" : "COMMAND"
        let words = ["microscope", topic.rawValue, command, options.isEmpty ? "" : "[OPTIONS]"]
        return (words + operands.map(\.usage)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The command for messages, such as "microscope send".
    var title: String { topic == .program ? "microscope" : "microscope \(topic.rawValue)" }
}

struct OptionSyntax: Sendable, Hashable {
    /// The name with its dashes.
    let name: String
    var short: Character?
    /// The placeholder of the value in help; nil for a switch.
    var value: String?
    let summary: String
    var isForTests = false
    /// The words that its value may be; empty if any may be.
    var words: [String] = []
    /// The value that it has when it is not given, in words.
    var fallback: String?
    /// Whether each of several values counts.
    var isRepeated = false

    /// The summary with the value by default.
    var help: String { fallback.map { "\(summary); default: \($0)" } ?? summary }

    /// The option in help, such as "-c, --collection DIR".
    var usage: String {
        let short = short.map { "-\($0), " } ?? "    "
        return short + name + (value.map { " " + $0 } ?? "")
    }
}

extension OptionSyntax {
    static func json(_ summary: String) -> OptionSyntax { OptionSyntax(name: "--json", summary: summary) }

    static let environment = OptionSyntax(
        name: "--env", value: "NAME", summary: "use this environment of the collection")
    static let environments = OptionSyntax(
        name: "--env", value: "NAME", summary: "use this environment; given several times, one send for each",
        isRepeated: true)
    static let globalEnvironment = OptionSyntax(
        name: "--global-env", value: "NAME", summary: "use this environment of the workspace around the collection too")
    static let includedTag = OptionSyntax(
        name: "--tag", value: "TAG", summary: "only requests with this tag; given several times, with any of them",
        isRepeated: true)
    static let excludedTag = OptionSyntax(
        name: "--exclude-tag", value: "TAG", summary: "no requests with this tag; may be given several times",
        isRepeated: true)
    static let trust = OptionSyntax(
        name: "--trust", summary: "allow the external access of the collection for this run")
    static let yes = OptionSyntax(
        name: "--yes", summary: "send requests that may change something to a protected environment too")
    static let variable = OptionSyntax(
        name: "--var", value: "NAME=VALUE", summary: "a value that overrides all files; may be given several times",
        isRepeated: true)
    static let collection = OptionSyntax(
        name: "--collection", short: "c", value: "DIR", summary: "the collection", fallback: "the nearest one")
    static let bail = OptionSyntax(name: "--bail", summary: "stop at the first request that fails")
    static let noCookies = OptionSyntax(
        name: "--no-cookies", summary: "send no cookies of the environment's jar, and store none")
    static let noScripts = OptionSyntax(
        name: "--no-scripts", summary: "run no scripts; the summary shows how many were left out")
    static let writeVariables = OptionSyntax(
        name: "--write-variables",
        summary: "save variables that scripts set for the environment or the collection to their files")
    static let noHistory = OptionSyntax(
        name: "--no-history", summary: "save nothing of what is sent in the history")
    static let filter = OptionSyntax(
        name: "--filter", value: "FILTER",
        summary: "print only the values that a path (.a[0].b, /a/0/b) or a filter of jq finds in the body")
    static let refresh = OptionSyntax(
        name: "--refresh", summary: "ask the server, although its schema is kept from before")
    static let operation = OptionSyntax(
        name: "--operation", value: "NAME", summary: "the operation to send of a GraphQL query that has several")
    static let fail = OptionSyntax(
        name: "--fail", summary: "exit with 1 when the status is 400 or more")
    static let showSecrets = OptionSyntax(
        name: "--show-secrets", summary: "do not mask credentials in the output of --json and --verbose")
    static let verbose = OptionSyntax(
        name: "--verbose", short: "v", summary: "print the traffic to stderr, as curl -v does")
    static let output = OptionSyntax(
        name: "--output", short: "o", value: "FILE", summary: "write to a file instead of stdout; - is stdout")
    static let privateOutput = OptionSyntax(
        name: "--output", short: "o", value: "FILE", summary: "write it to a file that only you can read; - is stdout")
    static let replaceOutput = OptionSyntax(name: "--force", summary: "replace that file if it exists")
    static let format = OptionSyntax(
        name: "--as", value: "FORMAT", summary: "yaml, curl, url, swift, swift-builder, swift-macros or locust",
        words: ExportFormat.allCases.map(\.rawValue))
    static let into = OptionSyntax(
        name: "--into", value: "FOLDER", summary: "the folder that gets it", fallback: "the collection's root")
    static let newCollection = OptionSyntax(
        name: "--new", value: "DIR", summary: "make a new collection there; the directory is created if needed")
    static let importFormat = OptionSyntax(
        name: "--as", value: "FORMAT",
        summary: "the format of the files, whatever they look like", words: ImportFormat.readable.map(\.rawValue))
    static let importGrouping = OptionSyntax(
        name: "--group", value: "WAY", summary: "folders of an OpenAPI document: tags, paths or none",
        words: ImportGrouping.allCases.map(\.rawValue), fallback: "tags")
    static let importExamples = OptionSyntax(
        name: "--examples",
        summary: "make examples from schemas for responses without an example in the OpenAPI document")
    static let importRoot = OptionSyntax(
        name: "--root", value: "DIR",
        summary: "follow $ref to files below DIR, instead of the directory of the OpenAPI document")
    static let replaceBruno = OptionSyntax(
        name: "--replace", summary: "import a Bruno directory in place, and move its files to the trash")
    static let dryRun = OptionSyntax(name: "--dry-run", summary: "write nothing; show what would be written")
    static let replacedParts = OptionSyntax(
        name: "--in", value: "PARTS", summary: "only in these parts: \(TextReplacement.Part.list), with commas between")
    static let regex = OptionSyntax(
        name: "--regex", summary: "OLD is a regular expression; in NEW, $1 to $9 are its groups, $$ is a dollar")
    static let lastReport = OptionSyntax(
        name: "--report", summary: "print the report of the last import, with every place, and import nothing")
    static let noStore = OptionSyntax(
        name: "--no-store", summary: "leave out values of secrets, instead of storing them in the private store")
    static let collectionName = OptionSyntax(
        name: "--name", value: "NAME", summary: "the name of the collection", fallback: "that of its directory")
    static let response = OptionSyntax(
        name: "--answer", value: "FILE", summary: "a response body to make models from; - for stdin")
    static let rows = OptionSyntax(
        name: "--data", value: "FILE",
        summary: "of a load test: take variables from the rows of this CSV, JSON or JSON Lines file beside it")
    static let fetch = OptionSyntax(name: "--fetch", summary: "get one now, even if a valid one is stored")
    static let forgetToken = OptionSyntax(
        name: "--forget", summary: "delete it; without REQUEST, all of the collection")
    static let printToken = OptionSyntax(name: "--print", summary: "print the token itself, and nothing else")
    static let agree = OptionSyntax(
        name: "--agree", summary: "allow everything that is listed, until any of it changes")
    static let forgetTrust = OptionSyntax(name: "--forget", summary: "revoke what was allowed; you are asked again")
    static let strict = OptionSyntax(name: "--strict", summary: "exit with 1 for warnings too")
    static let port = OptionSyntax(
        name: "--port", value: "N", summary: "listen on this port; 0: a free port", fallback: "8642")
    static let traceFrames = OptionSyntax(
        name: "--trace-frames", value: "FD", summary: "write a line per frame to this descriptor", isForTests: true)
    static let plain = OptionSyntax(
        name: "--plain", summary: "for screen readers: one pane at a time, words instead of symbols, no drawing")
    static let tour = OptionSyntax(name: "--tour", summary: "take the 1-minute tour")
    static let bashLine = OptionSyntax(
        name: "--bash", value: "LINE", summary: "complete this line, and print what bash puts in place of WORD"
    )
    static let help = OptionSyntax(name: "--help", short: "h", summary: "print this help")
    static let version = OptionSyntax(name: "--version", short: "V", summary: "print the version")
}

extension CommandSyntax {
    /// The syntax of every topic.
    static let all: [HelpTopic: CommandSyntax] = {
        let all = [
            program, send, run, verify, export, check, importRequest, lift, replace, initCollection, review, token,
            graphQL, trust,
            session, sessionList, sessionDelete, history, historyList, historyShow, historyCheck, historyPin,
            historyUnpin, historyNote, historyDelete, historySets, historyPrune, historyLatency, historyReplay,
            historyExport, historyImport, diff, demo, demoAPI, whereSyntax, schema, complete,
            CommandSyntax(
                topic: .help, summary: "Prints help.", operands: [Operand(name: "COMMAND")],
                options: [.json("print commands, options and exit statuses as JSON"), .help]),
            CommandSyntax(
                topic: .version, summary: "Prints the version.",
                options: [.json("print version, commit and the libraries in use as JSON"), .help]),
            CommandSyntax(
                topic: .manual, summary: "Prints a page of the manual, in Markdown.",
                operands: [Operand(name: "PAGE", isRequired: true)], options: [.help]),
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.topic, $0) })
    }()

    static func of(_ topic: HelpTopic) -> CommandSyntax { all[topic] ?? program }

    private static let program = CommandSyntax(
        topic: .program, summary: "Explores HTTP APIs in the terminal.",
        operands: [Operand(name: "PATH|URL", isRepeated: true)],
        options: [.environment, .globalEnvironment, .variable, .noHistory, .plain, .traceFrames, .help, .version],
        details: [
            """
            PATH is a collection's directory, a file with a whole collection, or a request file; several are opened together. \
            Without it, the nearest opencollection.yml upwards is used, else the only one in a directory below, else you are \
            asked for one.
            """,
            """
            A URL, or a host with its port, becomes an unsaved request in Scratch, a collection of its own; nothing is sent \
            automatically. Without a port, write its scheme.
            """,
            """
            An HTTP archive, a file that ends in .har, is imported into the history, and its exchanges are listed, to view, compare and \
            send again.
            """,
            """
            A Postman or Bruno collection, an OpenAPI document or a curl command is previewed, and imported when you press Enter, as with \
            microscope import.
            """,
            "A command takes precedence over a path of the same name: use ./demo for the path.",
        ],
        examples: [
            Example("microscope", "explore the collection of the current directory"),
            Example("microscope api/users/get.yml", "the same, with this request on screen"),
            Example("microscope shop billing", "two collections in one window"),
            Example("microscope localhost:8080/users", "draft a request to this URL"),
            Example("microscope failing.har", "view the recording of a browser or a colleague"),
            Example("microscope shop.json dev.json", "preview and import a Postman collection and its environment"),
            Example("microscope demo", "try it: a demo API and its collection"),
        ])

    private static let send = CommandSyntax(
        topic: .send, summary: "Sends one saved request: the body to stdout, one status line to stderr.",
        operands: [Operand(name: "REQUEST", isRequired: true)],
        options: [
            .collection, .environments, .globalEnvironment, .variable, .trust, .yes,
            .operation, .json("print request, attempts, response, checks and error as JSON"), .filter, .output,
            .replaceOutput, .verbose, .fail, .showSecrets, .noCookies, .noScripts, .noHistory,
        ] + OptionSyntax.limits + OptionSyntax.connecting + [.session] + OptionSyntax.repeating + [.help],
        details: [
            "REQUEST is the path of a request below the collection, without .yml, or its name.",
            """
            A request without a timeout of its own ends after 120 s without a byte, and every send when the time of --max-time is over. \
            A timeout counts as no response: 3.
            """,
            """
            Programs that a collection runs for its secrets, and files outside of it, are not used before you allow it: on screen, \
            where this is remembered, or here with --trust. The same permission is needed before secrets go to another origin, or \
            through a proxy of the collection. Without it, stderr lists them, and nothing is sent.
            """,
            """
            Its actions and assertions are evaluated on the response: stderr lists each assertion that fails, and each that cannot be \
            evaluated without JavaScript: a check that did not run has not passed. A GraphQL response that lists errors ends with 1 as well, \
            whatever its status is, unless an assertion about them passed.
            """,
            """
            Cookies are those of the collection and its environment, as on screen: cookies that servers set are stored for the next \
            sends until they expire; session cookies only until this command ends.
            """,
            """
            With --filter, each value found is printed on a line of its own. Plain paths give the bytes as they were sent; anything \
            else is done by jq, in a process with limits. A filter that finds nothing, or not everything because the body is invalid, \
            or that jq rejects, ends with 1, and stderr says why.
            """,
            """
            With --output, the output goes to FILE instead of stdout: the body, the values found by --filter, or the report of --json. \
            FILE appears when it is complete; the received part of a truncated body is in FILE.part. A binary body is not printed to a \
            terminal. While a long body is transferred, a line on the terminal shows the progress.
            """,
            """
            With --json, values of credentials and secrets are masked in URLs, headers, the request's body and errors; the \
            response's body is printed as received. Times are in seconds; unknown values are null. With several environments it is an \
            array that names them; stderr has a heading before each. The exit status is that of the most severe one: 130, 3, 4, 1.
            """,
        ] + repeatDetails,
        examples: [
            Example("microscope send users/get --env local", "by its path"),
            Example("microscope send \"List users\" --var pageSize=20", "by its name, with a value of your own"),
            Example("microscope send users/get --env staging --env prod", "to both, one after the other"),
            Example("microscope send users/get --json | jq .attempts", "the attempts on the network"),
            Example("microscope send files/report -o report.pdf", "into a file"),
            Example("microscope send health --every 2s --until 200 --max-time 1m", "wait until it responds with 200"),
        ])

    private static let export = CommandSyntax(
        topic: .export,
        summary: "Prints a request as YAML, curl, a URL or code; a folder as a load test.",
        operands: [Operand(name: "REQUEST|FOLDER", isRequired: true)],
        options: [
            .format, .response, .rows, .output, .replaceOutput, .collection, .environment, .globalEnvironment,
            .variable,
            .trust, .help,
        ],
        details: [
            "REQUEST is the path of a request below the collection, without .yml, or its name.",
            """
            yaml is the text of its file; curl a command for a POSIX shell, with everything the request inherits from the collection; url \
            the final URL. Secrets, and literals that look like them, are variables there, of the shell in curl; other variables are written \
            with their values. A file that is a link out of the collection is exported once you allow it (--trust).
            """,
            """
            swift is a NetworkRequest of MicroClient, swift-builder its chainable builder, swift-macros a struct with a macro; \
            each with Codable models of the bodies of request and response. Secrets and credentials are parameters: their \
            values are never printed.
            """,
            """
            locust is a file for Locust (PyPI), which sends the requests of FOLDER, or of the collection with ".", in their order, with many \
            users and on several machines. Variables are at its top; secrets, and the token of OAuth 2 as ACCESS_TOKEN, come from its \
            process environment. Captures and assertions decide there, too; without assertions a status of 400 or more is a failure. \
            What Locust cannot do, such as digest, signatures and scripts, is listed on stderr.
            """,
        ],
        examples: [
            Example("microscope export users --as locust -o load.py --env staging", "a load test of a folder"),
            Example("microscope export users/get --as curl", "a request for a shell"),
            Example("microscope export users/get --as swift", "a request as Swift"),
            Example("microscope send users/get > user.json", "a response to make models from"),
            Example("microscope export users/get --as swift-macros --answer user.json", "with models of it"),
        ])

    private static let check = CommandSyntax(
        topic: .check, summary: "Reads every file of a collection and prints its problems.",
        operands: [Operand(name: "COLLECTION")], options: [.json("print the problems as JSON"), .strict, .help],
        details: [
            """
            COLLECTION is a collection's directory; without it, that of the current directory. Given a file of a collection, only the \
            problems of that file are printed.
            """,
            """
            Each line is FILE:LINE:COLUMN: error or warning: the problem; what to do. Errors are violations of the format, and parts \
            that are not read. Warnings are probable mistakes: unknown keys, variables that are missing in some environment, \
            duplicate names, files that do not exist, literals that look like secrets, assertions that are not evaluated.
            """,
        ],
        examples: [
            Example("microscope check", "the collection of the current directory"),
            Example("microscope check api --strict", "in CI: warnings fail too"),
            Example("microscope check api --json | jq .problems", "for other programs"),
        ])

    private static let importRequest = CommandSyntax(
        topic: .importRequest,
        summary: "Imports Postman, Bruno, OpenAPI, curl, a URL or requests in YAML.",
        operands: [Operand(name: "FILE|DIR|URL", isRepeated: true)],
        options: [
            .into, .newCollection, .collection, .importFormat, .importGrouping, .importExamples, .importRoot,
            .replaceBruno, .dryRun, .json("print the report as JSON"), .noStore, .lastReport, .help,
        ],
        details: [
            """
            Postman collections (2.0 and 2.1), environments, globals and data dumps, OpenAPI documents (2.0 to 3.2, JSON or YAML), \
            OpenCollection collections in one file and Bruno's .bru files are recognized by their content; - is standard input. Of a \
            directory, every JSON or YAML file in it that is one of these is read, and the .bru files below it as one collection for each \
            bruno.json. A ZIP archive is read like a directory. A URL is downloaded once (no credentials, at most 50 MB and 30 s), and read \
            as a file. The files of one call belong together: a collection and its environments. Inside a collection they become a new \
            folder, which --into puts into another one; elsewhere, and with --new, a new collection. --new DIR with the directory of \
            Bruno's files itself writes beside them; --replace does so, and then moves the files that were read to the trash of the \
            collection, unless something is missing.
            """,
            """
            Values that look like secrets become secret variables of the environments: the value goes to the private store, never into \
            a file. The report on stderr counts the parts of the source and of the result, and lists every difference and every \
            missing variable.
            """,
            """
            Otherwise, FILE or standard input contains the YAML of a request file, a URL, requests as text as in .http files, or a bash \
            script with curl commands, as copied from a browser or from documentation. Nothing of it is run. One request is added to the \
            folder; several (URLs, patterns like [1-3], --next, commands, ###) become files of a new folder. The paths of the new files \
            go to stdout. No file is overwritten.
            """,
            """
            Options of a command that a request does not support are errors on stderr; the files are written \
            anyway. $NAME becomes {{process.env.NAME}} unless the script sets it; $(...) is left unchanged. Files in it are read from \
            the collection's directory when the request is sent.
            """,
        ],
        examples: [
            Example("pbpaste | microscope import --into users", "the clipboard, into a folder"),
            Example("microscope import request.curl", "from a file"),
            Example("microscope import shop.json dev.json --new shop", "a Postman collection with its environment"),
            Example("microscope import openapi.yaml --new petstore", "an OpenAPI document"),
            Example("microscope import openapi.yaml --group paths", "its folders by paths, not by tags"),
            Example("microscope import shop/openapi.yaml --root .", "with the files beside shop that it refers to"),
            Example("microscope import https://api.example.com/openapi.json", "the same, downloaded"),
            Example("microscope import bruno/shop --new shop", "a directory with .bru files"),
            Example("microscope import . --replace", "the same in place: Bruno's files go to the trash"),
            Example("microscope import shop.json --dry-run", "preview the result"),
            Example("microscope import --report", "what the last import, here or on screen, left out"),
        ])

    private static let lift = CommandSyntax(
        topic: .lift, summary: "Turns scripts that only check and capture into assertions and captures.",
        operands: [Operand(name: "FOLDER|REQUEST", isRepeated: true)],
        options: [
            .collection, .dryRun, .json("print the result for each script, and each file's change, as JSON"), .help,
        ],
        details: [
            """
            FOLDER and REQUEST are paths below the collection, without .yml, or names; without one, all scripts of the collection are \
            converted. A script is converted completely or not at all: only if everything in it checks the response or captures a part of it \
            in a variable. It is then removed, and its requests no longer need an engine or permission. The results of the checks stay the same.
            """,
            """
            stdout lists the changed files; with --dry-run nothing is written, and stdout is the change as a patch. stderr lists the \
            scripts that are left unchanged, each with the line and the reason. A script also stays if another one needs a variable it sets.
            """,
        ],
        examples: [
            Example("microscope lift --dry-run", "what would change"),
            Example("microscope lift users", "the scripts of a folder"),
            Example("microscope lift --dry-run --json | jq '.kept[].reason'", "why the others stay"),
        ])

    private static let replace = CommandSyntax(
        topic: .replace, summary: "Replaces a text across a collection.",
        operands: [Operand(name: "OLD", isRequired: true), Operand(name: "NEW", isRequired: true)],
        options: [
            .replacedParts, .regex, .collection, .dryRun,
            .json("print the changed files, with counts and changes, as JSON"),
            .help,
        ],
        details: [
            """
            All occurrences of OLD become NEW in URLs with their parameters, in headers, in bodies, in documentation and descriptions, and in \
            variables of requests, folders, environments and the collection. Only the lines with OLD change; values of secrets, which are \
            not in files, stay. Case-sensitive.
            """,
            """
            stdout lists the changed files; with --dry-run nothing is written, and stdout is the change as a patch. All files are written, \
            or none.
            """,
        ],
        examples: [
            Example("microscope replace api.old.test api.new.test --dry-run", "what would change"),
            Example(
                "microscope replace '{{host}}' '{{baseUrl}}' --in url,headers", "another variable in URLs and headers"),
            Example("microscope replace --regex '/v1/(\\w+)' '/v2/$1' --in url", "with a group"),
        ])

    private static let initCollection = CommandSyntax(
        topic: .initCollection, summary: "Makes a new collection and lists the files it wrote.",
        operands: [Operand(name: "DIR")], options: [.collectionName, .help],
        details: [
            """
            DIR is ./\(InitArguments.usualDirectory) by default; it is created if needed. The collection has an opencollection.yml, \
            an environment, a request, and a .gitignore that excludes .env files. No file is overwritten; if there is a collection \
            already, nothing is written.
            """
        ],
        examples: [
            Example("microscope init", "in ./\(InitArguments.usualDirectory)"),
            Example("microscope init . --name \"Shop API\"", "in this directory"),
        ])

    private static let review = CommandSyntax(
        topic: .review, summary: "Lists what git would push, and values in it that look like secrets.",
        operands: [Operand(name: "COLLECTION")], options: [.json("print the result as JSON"), .help],
        details: [
            """
            Files that differ from the branch's upstream, else from the last commit, and untracked files: each with literals that look \
            like secrets, the files and hosts it uses, and scripts. Only git itself is run.
            """
        ],
        examples: [Example("microscope review && git push", "check before sharing")])

    private static let graphQL = CommandSyntax(
        topic: .graphQL, summary: "Prints the schema of the server of a GraphQL request.",
        operands: [Operand(name: "REQUEST", isRequired: true)],
        options: [
            .refresh, .json("print the schema and where it comes from as JSON"), .collection, .environment,
            .globalEnvironment, .variable, .trust, .yes,
            .timeout, .maximumTime, .session, .noCookies, .noScripts, .noHistory,
        ] + OptionSyntax.connecting + [.help],
        details: [
            """
            REQUEST is the path of a GraphQL request below the collection, without .yml, else its name. Its schema goes to stdout in the schema \
            definition language (SDL).
            """,
            """
            The schema is that of the file that graphqlSchema in microscope.yaml names; else the one that was kept of the URL and the \
            environment; else the server is asked with the standard introspection query, as send would send the request: with its header fields, credentials and \
            connection, and after the same questions. It is kept for the completion and the check of queries, on screen and in microscope check.
            """,
        ],
        examples: [
            Example("microscope graphql users/search", "the types of its server"),
            Example("microscope graphql users/search --refresh > schema.graphql", "a file for graphqlSchema"),
        ])

    private static let token = CommandSyntax(
        topic: .token, summary: "Lists stored OAuth 2 tokens, gets one, deletes them.",
        operands: [Operand(name: "REQUEST")],
        options: [
            .fetch, .forgetToken, .printToken, .json("print the details of tokens as JSON, without the tokens"),
            .collection, .environment, .variable, .trust, .authorities, .connectTimeout, .help,
        ],
        details: [
            """
            REQUEST is the path of a request below the collection, without .yml, or its name: its credentials, own or inherited, \
            and the environment choose the token. Without it, all stored tokens of the collection are listed, those of one environment \
            with --env.
            """,
            """
            Each line on stdout is a token: its environment, client and server, until when it is valid, its scope, when it was received. \
            The token itself is printed by --print only. If consent in a browser is needed, --fetch opens it as send does.
            """,
        ],
        examples: [
            Example("microscope token", "the tokens of the collection of the current directory"),
            Example("microscope token users/get --env prod --fetch", "log in before a run"),
            Example("curl -H \"Authorization: Bearer $(microscope token users/get --print)\" URL", "for another tool"),
        ])

    private static let trust = CommandSyntax(
        topic: .trust, summary: "Lists the external access of a collection, and what you allowed.",
        operands: [Operand(name: "COLLECTION")],
        options: [.agree, .forgetTrust, .json("print the list as JSON"), .help],
        details: [
            """
            Programs and keyring entries that secrets are read from, files outside of the collection, and where secrets are sent, in each \
            environment: the origin, the collection's own proxy, and whether certificates are checked. Nothing is run, read or sent for \
            it; values that only a program or a response provides are unknown here.
            """,
            """
            Each line on stdout begins with its state: agreed; asks, before the first use; or first, for secrets that were entered for \
            this collection and have not been sent yet: the first origin is remembered. Secrets from the process environment, .env, \
            programs and keyrings ask for their first origin too. Every further origin, a proxy of the collection and unchecked \
            certificates ask. Permission belongs to the source of the secret, not to the request that sends it, and is remembered as on screen.
            """,
        ],
        examples: [
            Example("microscope trust", "the collection of the current directory"),
            Example("microscope trust api --agree", "for a machine without a screen, after reading the list"),
            Example("microscope trust api --json | jq '.uses[] | select(.status == \"asks\")'", "not allowed yet"),
        ])

    private static let demo = CommandSyntax(
        topic: .demo, summary: "Explores the demo collection, with the demo API beside it.",
        options: [.environment, .variable, .noHistory, .tour, .plain, .traceFrames, .help],
        details: [
            """
            The collection is unpacked into the data directory (see microscope where); files you have changed there \
            stay unchanged. The API listens on 127.0.0.1 only, on port 8642 if that is free.
            """
        ],
        examples: [
            Example("microscope demo", "send a request, look, change one thing, send again"),
            Example("microscope demo --tour", "with the 1-minute tour"),
        ])

    private static let demoAPI = CommandSyntax(
        topic: .demoAPI, summary: "Serves the demo API alone, on 127.0.0.1, until Ctrl-C.",
        options: [.port, .help],
        details: ["The first line on stdout is its address; GET / there lists its endpoints."],
        examples: [
            Example("microscope demo-api", "on port 8642"), Example("microscope demo-api --port 0", "on any free port"),
        ])

    private static let whereSyntax = CommandSyntax(
        topic: .where, summary: "Prints the directories in use, and the collection of the current directory.",
        options: [.help],
        details: ["MICROSCOPE_HOME puts all of them under one directory; otherwise XDG_CONFIG_HOME etc. are used."])

    private static let schema = CommandSyntax(
        topic: .schema, summary: "Prints the JSON Schema of a kind of file, or of a command's --json.",
        operands: [Operand(name: "KIND", isRequired: true), Operand(name: "COMMAND", isRepeated: true)],
        options: [.help],
        details: [
            """
            KIND is \(SchemaChoice.files), for files of a collection: what microscope check accepts, for editors and other \
            programs. The schemas are of draft 2020-12.
            """,
            """
            KIND output is followed by a COMMAND that has --json, such as history list: the schema of what it prints. Values that are \
            unknown are null; a key that may be absent is not among the required ones.
            """,
        ],
        examples: [
            Example("microscope schema request > request.schema.json", "for an editor"),
            Example("microscope schema output check", "the keys of microscope check --json"),
        ])

    static let complete = CommandSyntax(
        topic: .complete, summary: "Prints completions for the end of a command line, for a shell's script.",
        operands: [Operand(name: "WORD", isRepeated: true)], options: [.bashLine, .help],
        details: [
            """
            The WORDs follow `--`, as the program would get them; the last is being typed. Each line is a candidate, and after a \
            tab its description; :files and :directories mean file and directory names.
            """
        ],
        examples: [Example("microscope complete -- send us", "requests that begin with us")])
}

import Imports
import OpenCollection

/// How one command is written: what the parser accepts and help prints, from one table.
struct CommandSyntax: Sendable {
    let topic: HelpTopic
    let summary: String
    var operands: [Operand] = []
    var options: [OptionSyntax] = []
    /// Whether its operands are a filter of the history.
    var takesFilter = false
    /// Paragraphs below the options.
    var details: [String] = []
    var examples: [Example] = []

    struct Operand: Sendable {
        let name: String
        var isRequired = false
        /// Whether it may be given several times.
        var isRepeated = false

        /// "[PATH...]"
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

    /// "microscope send [OPTIONS] REQUEST"
    var usage: String {
        let command = HelpTopic.verbs(of: topic).isEmpty ? "" : "COMMAND"
        let words = ["microscope", topic.rawValue, command, options.isEmpty ? "" : "[OPTIONS]"]
        return (words + operands.map(\.usage)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// "microscope send", for messages.
    var title: String { topic == .program ? "microscope" : "microscope \(topic.rawValue)" }
}

struct OptionSyntax: Sendable, Hashable {
    /// With its dashes.
    let name: String
    var short: Character?
    /// What stands for the value in help; nil for a switch.
    var value: String?
    let summary: String
    var isForTests = false
    /// The words that its value may be; none: any.
    var words: [String] = []

    /// "-c, --collection DIR"
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
        name: "--env", value: "NAME", summary: "use this environment; given several times, one send for each")
    static let globalEnvironment = OptionSyntax(
        name: "--global-env", value: "NAME", summary: "use this environment of the workspace around the collection too")
    static let includedTag = OptionSyntax(
        name: "--tag", value: "TAG", summary: "only requests with this tag; given several times, with any of them")
    static let excludedTag = OptionSyntax(
        name: "--exclude-tag", value: "TAG", summary: "no requests with this tag; may be given several times")
    static let trust = OptionSyntax(
        name: "--trust", summary: "agree, for this run, to what the collection does outside of itself")
    static let yes = OptionSyntax(
        name: "--yes", summary: "send what may change something to a protected environment too")
    static let variable = OptionSyntax(
        name: "--var", value: "NAME=VALUE", summary: "a value that wins over all files; may be given several times")
    static let collection = OptionSyntax(
        name: "--collection", short: "c", value: "DIR", summary: "the collection; default: the one around here")
    static let bail = OptionSyntax(name: "--bail", summary: "stop at the first request that fails")
    static let noCookies = OptionSyntax(
        name: "--no-cookies", summary: "send no cookies of the environment's jar, and keep none")
    static let noScripts = OptionSyntax(
        name: "--no-scripts", summary: "run no scripts; the summary says how many were left out")
    static let writeVariables = OptionSyntax(
        name: "--write-variables",
        summary: "write what scripts set for the environment or the collection into their files")
    static let noHistory = OptionSyntax(
        name: "--no-history", summary: "keep nothing of what is sent in the history")
    static let filter = OptionSyntax(
        name: "--filter", value: "FILTER",
        summary: "print only the values that a path (.a[0].b, /a/0/b) or a filter of jq finds in the body")
    static let fail = OptionSyntax(
        name: "--fail", summary: "exit with 1 when the status is 400 or more, or GraphQL lists errors")
    static let showSecrets = OptionSyntax(
        name: "--show-secrets", summary: "do not mask credentials in what --json and --verbose print")
    static let verbose = OptionSyntax(
        name: "--verbose", short: "v", summary: "print what was said on the wire to stderr, as curl -v does")
    static let output = OptionSyntax(
        name: "--output", short: "o", value: "FILE", summary: "write to a file instead of stdout; - is stdout")
    static let privateOutput = OptionSyntax(
        name: "--output", short: "o", value: "FILE", summary: "write it to a file that only you can read; - is stdout")
    static let replaceOutput = OptionSyntax(name: "--force", summary: "replace that file if it is there already")
    static let format = OptionSyntax(
        name: "--as", value: "FORMAT", summary: "yaml, curl, url, swift, swift-builder or swift-macros",
        words: ExportFormat.allCases.map(\.rawValue))
    static let into = OptionSyntax(
        name: "--into", value: "FOLDER", summary: "the folder that gets it; default: the collection's root")
    static let newCollection = OptionSyntax(
        name: "--new", value: "DIR", summary: "make a new collection there; the directory need not be there yet")
    static let importFormat = OptionSyntax(
        name: "--as", value: "FORMAT",
        summary: "what the files are, whatever they look like", words: ImportFormat.readable.map(\.rawValue))
    static let importGrouping = OptionSyntax(
        name: "--group", value: "WAY", summary: "folders of an OpenAPI document: tags (default), paths or none",
        words: ImportGrouping.allCases.map(\.rawValue))
    static let importExamples = OptionSyntax(
        name: "--examples",
        summary: "make examples from schemas for responses of which an OpenAPI document shows none")
    static let importRoot = OptionSyntax(
        name: "--root", value: "DIR",
        summary: "follow $ref to files below DIR, in place of the directory of the OpenAPI document")
    static let replaceBruno = OptionSyntax(
        name: "--replace", summary: "import a directory of Bruno in place, and move its files to the trash")
    static let dryRun = OptionSyntax(name: "--dry-run", summary: "write nothing; say what would be written")
    static let replacedParts = OptionSyntax(
        name: "--in", value: "PARTS", summary: "only in these parts: \(TextReplacement.Part.list), with commas between")
    static let regex = OptionSyntax(
        name: "--regex", summary: "OLD is a regular expression; in NEW, $1 to $9 are its groups, $$ is a dollar")
    static let lastReport = OptionSyntax(
        name: "--report", summary: "print the report of the last import, with every place, and import nothing")
    static let noStore = OptionSyntax(
        name: "--no-store", summary: "leave out values of secrets, instead of keeping them in the private store")
    static let collectionName = OptionSyntax(
        name: "--name", value: "NAME", summary: "what the collection is called; default: as its directory")
    static let answer = OptionSyntax(
        name: "--answer", value: "FILE", summary: "an answer's body, from which models are made; - for stdin")
    static let fetch = OptionSyntax(name: "--fetch", summary: "get one now, whether or not a good one is kept")
    static let forgetToken = OptionSyntax(
        name: "--forget", summary: "forget it; without REQUEST, all of the collection")
    static let printToken = OptionSyntax(name: "--print", summary: "print the token itself, and nothing else")
    static let agree = OptionSyntax(
        name: "--agree", summary: "agree to all that is listed, until any of it changes")
    static let forgetTrust = OptionSyntax(name: "--forget", summary: "forget what was agreed to; it is asked again")
    static let strict = OptionSyntax(name: "--strict", summary: "exit with 1 for warnings too")
    static let port = OptionSyntax(
        name: "--port", value: "N", summary: "listen there; 0 takes a free port. Default: 8642")
    static let traceFrames = OptionSyntax(
        name: "--trace-frames", value: "FD", summary: "write a line per frame to this descriptor", isForTests: true)
    static let plain = OptionSyntax(
        name: "--plain", summary: "for screen readers: one pane at a time, words instead of signs, no drawing")
    static let tour = OptionSyntax(name: "--tour", summary: "take the tour: what there is, in under a minute")
    static let bashLine = OptionSyntax(
        name: "--bash", value: "LINE", summary: "complete this line, and print what bash shall put in the place of WORD"
    )
    static let help = OptionSyntax(name: "--help", short: "h", summary: "print this help")
    static let version = OptionSyntax(name: "--version", short: "V", summary: "print the version")
}

extension CommandSyntax {
    /// Every topic has one.
    static let all: [HelpTopic: CommandSyntax] = {
        let all = [
            program, send, run, verify, export, check, importRequest, lift, replace, initCollection, review, token,
            trust,
            session, sessionList, sessionDelete, history, historyList, historyShow, historyCheck, historyPin,
            historyUnpin, historyNote, historyDelete, historySets, historyPrune, historyLatency, historyReplay,
            historyExport, historyImport, diff, demo, demoAPI, whereSyntax, complete,
            CommandSyntax(topic: .help, summary: "Prints help.", operands: [Operand(name: "COMMAND")]),
            CommandSyntax(topic: .version, summary: "Prints the version."),
            CommandSyntax(
                topic: .manual, summary: "Prints a page of the manual, in Markdown.",
                operands: [Operand(name: "PAGE", isRequired: true)]),
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
            PATH is a collection's directory, one file that holds a whole collection, or a request file; several are opened \
            together. Without it, the nearest opencollection.yml upwards counts, else the only one in a directory below, else \
            one is asked for.
            """,
            """
            A URL, or a host with its port, is drafted as a request in Scratch, a collection of its own; nothing is sent unasked. \
            Without a port, write its scheme.
            """,
            """
            An HTTP archive, a file that ends in .har, is imported into the history, and its exchanges are listed, to be looked at, compared and \
            sent again.
            """,
            """
            A collection of Postman or Bruno, an OpenAPI document or a curl command is previewed, and imported when you press Enter: what \
            microscope import takes.
            """,
            "A command wins over a path of the same name: write ./demo for the path.",
        ],
        examples: [
            Example("microscope", "explore the collection around here"),
            Example("microscope api/users/get.yml", "the same, with this request on screen"),
            Example("microscope shop billing", "two collections in one window"),
            Example("microscope localhost:8080/users", "draft a request to this URL"),
            Example("microscope failing.har", "look at what a browser or a colleague recorded"),
            Example("microscope shop.json dev.json", "preview and import a Postman collection and its environment"),
            Example("microscope demo", "try it: a demo API and its collection"),
        ])

    private static let send = CommandSyntax(
        topic: .send, summary: "Sends one saved request: the body to stdout, one status line to stderr.",
        operands: [Operand(name: "REQUEST", isRequired: true)],
        options: [
            .collection, .environments, .globalEnvironment, .variable, .trust, .yes,
            .json("print request, attempts, response, checks and error as JSON"), .filter, .output,
            .replaceOutput, .verbose, .fail, .showSecrets, .noCookies, .noScripts, .noHistory,
        ] + OptionSyntax.limits + OptionSyntax.connecting + [.session] + OptionSyntax.repeating + [.help],
        details: [
            "REQUEST is the path of a request below the collection, without .yml, else its name.",
            """
            Nobody waits for ever here: a request that has no timeout of its own ends after 120 s without a byte, and every send with the time \
            of --max-time. Such an end counts as no answer: 3.
            """,
            """
            Programs that a collection names for its secrets, and files outside of it, are not touched before somebody has agreed: \
            on screen, where it is remembered, or here with --trust. Secrets go to another origin, or through a proxy of the collection, \
            only after the same question. Without that, stderr lists them, and the exit status is 4.
            """,
            """
            Its actions and assertions are done with the answer: stderr names each assertion that fails, and each that cannot be \
            evaluated without JavaScript: a check that did not run has not passed.
            """,
            """
            Cookies are those of the collection and its environment, as on screen: what servers set is kept, for the next send, until \
            it is over; cookies without an end of their own only until this command ends.
            """,
            """
            With --filter, each value found is printed on a line of its own. Plain paths give the bytes as they were sent; anything \
            else is done by jq, in a bounded process. A filter that finds nothing where it leads, or not all of it since \
            the body is broken, or that jq does not take, ends with 1, and stderr says why.
            """,
            """
            With --output, FILE gets what stdout would get: the body, what --filter finds, or the report of --json. It appears when \
            it is whole; what came of a body that was cut off is in FILE.part. A terminal is not given a body that is no text. While a long \
            body is transferred, a line on the terminal says how much of it.
            """,
            """
            With --json, values of credentials and secrets are masked in URLs, headers, the request's body and errors; the \
            response's body is printed as it came. Times are in seconds; what is unknown is null. With several environments it is an array \
            that names them; stderr has a heading before each. The exit status is the gravest.
            """,
        ] + repeatDetails,
        examples: [
            Example("microscope send users/get --env local", "by its path"),
            Example("microscope send \"List users\" --var pageSize=20", "by its name, with a value of one's own"),
            Example("microscope send users/get --env staging --env prod", "to both, one after the other"),
            Example("microscope send users/get --json | jq .attempts", "what happened on the wire"),
            Example("microscope send files/report -o report.pdf", "into a file"),
            Example("microscope send health --every 2s --until 200 --max-time 1m", "wait until it answers well"),
        ])

    private static let run = CommandSyntax(
        topic: .run, summary: "Sends the requests of a folder, one after the other, and judges the answers.",
        operands: [Operand(name: "FOLDER")],
        options: [
            .collection, .environment, .globalEnvironment, .variable, .includedTag, .excludedTag, .trust, .yes, .bail,
            .timeout, .maximumTime, .session, .json("print what came of each request as JSON"), .noCookies, .noScripts,
            .writeVariables, .noHistory,
        ] + OptionSyntax.connecting + [.help],
        details: [
            """
            FOLDER is a folder's path below the collection, else its name, or a request; without it, the whole collection is run. Folders \
            come first, then requests in their order. What actions keep of an answer, the next requests see.
            """,
            """
            Each line on stdout is a request: ok, warn, FAIL or skip, and below it the assertions that do not hold and the variables that \
            were not set. A request fails when it has no answer, cannot be built, a script before it fails, or an assertion of it fails or \
            cannot be evaluated; a status of 400 alone is no failure, nor is a test that the script skips. warn: its GraphQL response lists errors, and no assertion is about them. A summary goes to stderr.
            """,
            """
            The exit status is that of send, the gravest of all requests: 3 before 4 before 1, which a failed script before a request counts as. \
            What cannot be sent, such as gRPC requests, is skipped and changes nothing. A request that somebody has to agree to first (--trust, --yes) ends the run, and so \
            does the time of --max-time.
            """,
        ],
        examples: [
            Example("microscope run users --env local", "a folder"),
            Example("microscope run --tag smoke --exclude-tag slow", "those with one tag and without another"),
            Example("microscope run --bail", "everything, up to the first failure"),
            Example("microscope run users --json | jq '.requests[] | select(.outcome == \"failed\")'", "in CI"),
        ])

    private static let export = CommandSyntax(
        topic: .export, summary: "Prints one saved request as YAML, a curl command, a URL or code.",
        operands: [Operand(name: "REQUEST", isRequired: true)],
        options: [.format, .answer, .collection, .environment, .globalEnvironment, .variable, .trust, .help],
        details: [
            "REQUEST is the path of a request below the collection, without .yml, else its name.",
            """
            yaml is the text of its file; curl a command for a POSIX shell, with all that the collection gives to the request; url \
            the final URL. Secrets, and literals that look like them, are variables there, of the shell in curl; other variables are written \
            with their values. A file that is a link out of the collection is exported once somebody has agreed to it (--trust).
            """,
            """
            swift is a NetworkRequest of MicroClient, swift-builder its chainable builder, swift-macros a struct with a macro; \
            each with Codable models of the request's body and of the answer. Secrets and credentials are parameters: their \
            values are never printed.
            """,
        ],
        examples: [
            Example("microscope export users/get --as curl", "a request for a shell"),
            Example("microscope export users/get --as swift", "a request as Swift"),
            Example("microscope send users/get > user.json", "an answer to make models of"),
            Example("microscope export users/get --as swift-macros --answer user.json", "with models of it"),
        ])

    private static let check = CommandSyntax(
        topic: .check, summary: "Reads every file of a collection and prints what is wrong.",
        operands: [Operand(name: "COLLECTION")], options: [.json("print the problems as JSON"), .strict, .help],
        details: [
            """
            COLLECTION is a collection's directory; without it, the one around here counts. Named a file of one, only that \
            file's problems are printed.
            """,
            """
            Each line is FILE:LINE:COLUMN: error or warning: what is wrong; what to do. Errors are what the format does not \
            allow, or what is not read. Warnings are what is probably not meant: unknown keys, variables that some \
            environment lacks, names that stand twice, files that do not exist, literals that look like secrets, \
            assertions that are not evaluated.
            """,
            """
            The exit status is 0 without errors, 1 with errors (with --strict: with anything), 2 when the command line is \
            wrong, 4 when the collection cannot be read.
            """,
        ],
        examples: [
            Example("microscope check", "the collection around here"),
            Example("microscope check api --strict", "in CI: nothing may be found"),
            Example("microscope check api --json | jq .problems", "for other programs"),
        ])

    private static let importRequest = CommandSyntax(
        topic: .importRequest,
        summary: "Takes over Postman, Bruno, OpenAPI, curl, a URL or requests in YAML.",
        operands: [Operand(name: "FILE|DIR|URL", isRepeated: true)],
        options: [
            .into, .newCollection, .collection, .importFormat, .importGrouping, .importExamples, .importRoot,
            .replaceBruno, .dryRun, .json("print the report as JSON"), .noStore, .lastReport, .help,
        ],
        details: [
            """
            Postman collections (2.0 and 2.1), environments, globals and data dumps, OpenAPI documents (2.0 to 3.2, JSON or YAML) \
            collections of OpenCollection in one file and Bruno's .bru files are recognized by their content; - is standard input, and of a directory every JSON or YAML file in it \
            counts that is one of these, and the .bru files below it as one collection for each bruno.json. A ZIP archive is read like a directory. A URL is downloaded once (no \
            credentials, at most 50 MB and 30 s), and read as a file. The files of one call belong together: a collection and its environments. Inside a collection they become a new folder, which --into puts into another one; \
            elsewhere, and with --new, a new collection. --new DIR with the directory of Bruno's files itself writes beside them; \
            --replace does so, and then moves those that were read to the trash of the collection, unless something is missing.
            """,
            """
            What looks like a secret becomes a secret variable of the environments: its value goes to the private store, never into \
            a file. The report on stderr counts what the source contains and what was made of it, and lists every difference \
            and every name without a value. The exit status is 1 when something is missing, and 4, with nothing written, for a \
            file that is missing, cannot be read or is in another format.
            """,
            """
            Else FILE, or standard input, holds the YAML of a request file, a URL, requests as text as .http files have them, or a \
            script for bash with curl in it: what browsers copy, and what documentation shows. Nothing of it is run. One request \
            goes among those of the folder; several (URLs, patterns like [1-3], --next, commands, ###) become files of a new folder. \
            The paths of the new files go to stdout. No file is ever written over.
            """,
            """
            What a request cannot keep of a command goes to stderr as an error with its option, and the exit status is 1; the \
            files are written all the same. $NAME becomes {{process.env.NAME}} unless the script sets it; $(...) stays as it is \
            written. Files that it names are read from the collection's directory when the request is sent.
            """,
        ],
        examples: [
            Example("pbpaste | microscope import --into users", "what is on the clipboard, into a folder"),
            Example("microscope import request.curl", "from a file"),
            Example("microscope import shop.json dev.json --new shop", "a Postman collection with its environment"),
            Example("microscope import openapi.yaml --new petstore", "an OpenAPI document"),
            Example("microscope import openapi.yaml --group paths", "its folders by paths, not by tags"),
            Example("microscope import shop/openapi.yaml --root .", "with the files beside shop that it refers to"),
            Example("microscope import https://api.example.com/openapi.json", "the same, downloaded"),
            Example("microscope import bruno/shop --new shop", "a directory with .bru files"),
            Example("microscope import . --replace", "the same in place: Bruno's files go to the trash"),
            Example("microscope import shop.json --dry-run", "what would be made of it"),
            Example("microscope import --report", "what the last import, here or on screen, could not keep"),
        ])

    private static let lift = CommandSyntax(
        topic: .lift, summary: "Turns scripts that only check and capture into assertions and captures.",
        operands: [Operand(name: "FOLDER|REQUEST", isRepeated: true)],
        options: [
            .collection, .dryRun, .json("print what becomes of each script, and each file's change, as JSON"), .help,
        ],
        details: [
            """
            FOLDER and REQUEST are paths below the collection, without .yml, or names; without one, all scripts of the collection count. \
            A script is lifted as a whole or not at all: if everything in it is a check of the response or keeps a part of it in a variable. \
            It is removed then, and its requests need no engine and no consent any more. The verdict on a response stays the same.
            """,
            """
            stdout has the files that were changed; with --dry-run nothing is written, and stdout is the change as a patch. stderr has the \
            scripts that stay what they are, each with the line and the reason. A script also stays if another one needs what it sets.
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
            variables of requests, folders, environments and the collection. Only the lines with OLD change; values of secrets, which no file \
            has, stay. Capitals count.
            """,
            """
            stdout has the files that were changed; with --dry-run nothing is written, and stdout is the change as a patch. All files are \
            written, or none. Where OLD is not found, the exit status is 1.
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
            DIR is ./\(InitArguments.usualDirectory) unless named; it need not be there yet. The collection begins with \
            opencollection.yml, an environment, a request, and a .gitignore that keeps .env files out. No file is ever written \
            over; where a collection is already, nothing is written.
            """
        ],
        examples: [
            Example("microscope init", "in ./\(InitArguments.usualDirectory)"),
            Example("microscope init . --name \"Shop API\"", "in this directory"),
        ])

    private static let review = CommandSyntax(
        topic: .review, summary: "Lists what git would send of a collection, and what looks like a secret in it.",
        operands: [Operand(name: "COLLECTION")], options: [.json("print what was found as JSON"), .help],
        details: [
            """
            Files that differ from the branch's upstream, else from the last commit, and those that git does not know yet: each \
            with literals that look like secrets, files and hosts named, and scripts. Only git itself is run. With a literal \
            that looks like a secret the exit status is 1.
            """
        ],
        examples: [Example("microscope review && git push", "look before sharing")])

    private static let token = CommandSyntax(
        topic: .token, summary: "Tells which OAuth 2 tokens are kept, gets one, forgets them.",
        operands: [Operand(name: "REQUEST")],
        options: [
            .fetch, .forgetToken, .printToken, .json("print what is known of tokens as JSON, without them"),
            .collection, .environment, .variable, .trust, .authorities, .connectTimeout, .help,
        ],
        details: [
            """
            REQUEST is the path of a request below the collection, without .yml, else its name: its credentials, own or inherited, \
            and the environment say which token is meant. Without it, all that are kept for the collection are listed, those of one \
            environment with --env.
            """,
            """
            Each line on stdout is a token: its environment, client and server, until when it is good, its scope, when it came. The token \
            itself is printed by --print only. Where a person has to agree in a browser, --fetch opens it as send does.
            """,
            """
            The exit status is 0 when the token is good, or something is listed; 1 when there is none, or it has expired; \
            else as that of send.
            """,
        ],
        examples: [
            Example("microscope token", "what is kept for the collection around here"),
            Example("microscope token users/get --env prod --fetch", "log in before a run"),
            Example("curl -H \"Authorization: Bearer $(microscope token users/get --print)\" URL", "for another tool"),
        ])

    private static let trust = CommandSyntax(
        topic: .trust, summary: "Lists what a collection could run, read and reach, and what was agreed to.",
        operands: [Operand(name: "COLLECTION")],
        options: [.agree, .forgetTrust, .json("print the list as JSON"), .help],
        details: [
            """
            Programs and keyring entries that are asked for secrets, files outside of the collection, and where secrets go, in each \
            environment: the origin, the collection's own proxy, and whether certificates are checked. Nothing is run, read or sent for \
            it; what only a program or a response tells is not known here.
            """,
            """
            Each line on stdout begins with what holds: agreed; asks, before it is done for the first time; or first, for secrets that \
            were entered for this collection and have not been sent yet: the first origin is remembered. Secrets from the process \
            environment, .env, programs and keyrings ask for their first origin too. Every further origin, a proxy of the collection and \
            certificates that are not checked ask. Agreeing belongs to the source of the secret, not to the request that sends it, and \
            is remembered as on screen.
            """,
            "The exit status is 0 when nothing asks, 4 when something does.",
        ],
        examples: [
            Example("microscope trust", "the collection around here"),
            Example("microscope trust api --agree", "for a machine without a screen, after reading the list"),
            Example("microscope trust api --json | jq '.uses[] | select(.standing == \"asks\")'", "what is new"),
        ])

    private static let demo = CommandSyntax(
        topic: .demo, summary: "Explores the demo collection, with the demo API beside it.",
        options: [.environment, .variable, .noHistory, .tour, .plain, .traceFrames, .help],
        details: [
            """
            The collection is unpacked into the directory for data (see microscope where); files you have changed there \
            stay as they are. The API listens on 127.0.0.1 only, on port 8642 if that is free.
            """
        ],
        examples: [
            Example("microscope demo", "send something, look, change one thing, send again"),
            Example("microscope demo --tour", "with a guide, in under a minute"),
        ])

    private static let demoAPI = CommandSyntax(
        topic: .demoAPI, summary: "Serves the demo API alone, on 127.0.0.1, until Ctrl-C.",
        options: [.port, .help],
        details: ["The first line on stdout is its address; GET / there lists what it answers."],
        examples: [
            Example("microscope demo-api", "on port 8642"), Example("microscope demo-api --port 0", "on any free port"),
        ])

    private static let whereSyntax = CommandSyntax(
        topic: .where, summary: "Prints the directories that are used, and the collection around here.",
        options: [.help],
        details: ["MICROSCOPE_HOME puts all of them under one directory; else XDG_CONFIG_HOME and the like count."])

    static let complete = CommandSyntax(
        topic: .complete, summary: "Prints what may stand at the end of a command line, for a shell's script.",
        operands: [Operand(name: "WORD", isRepeated: true)], options: [.bashLine, .help],
        details: [
            """
            The WORDs stand behind `--`, as the program would be given them; the last is being typed. Each line is a candidate, and \
            behind a tab what it means; :files and :directories stand for those.
            """
        ],
        examples: [Example("microscope complete -- send us", "requests that begin with us")])
}

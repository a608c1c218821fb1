public import Exchanges
public import Imports
public import Interchange
public import OpenCollection

/// The words of `export --as`.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// Text of the request's file.
    case yaml
    /// A command for a shell.
    case curl
    /// The final URL.
    case url
    case request = "swift"
    case builder = "swift-builder"
    case macros = "swift-macros"

    /// Nil for what is no Swift.
    public var swiftForm: SwiftForm? { SwiftForm(rawValue: rawValue) }
}

/// What a person asked the program for.
public enum Command: Sendable, Hashable {
    /// The explorer, on a collection.
    case explore(ExploreArguments)
    /// The explorer on the demo collection, with the demo API beside it.
    case demo(ExploreArguments)
    /// The demo API alone. Nil: its usual port.
    case demoAPI(port: UInt16?)
    /// One saved request, without the screen.
    case send(SendArguments)
    /// The requests of a folder, one after the other.
    case run(RunArguments)
    /// Requests that have examples, their answers compared with them.
    case verify(VerifyArguments)
    /// One saved request in the words of another tool or language.
    case export(ExportArguments)
    /// What is wrong in a collection's files.
    case check(CheckArguments)
    /// A request from elsewhere as a file of a collection.
    case importRequest(ImportArguments)
    /// Scripts of a collection as assertions and captures.
    case lift(LiftArguments)
    case replace(ReplaceArguments)
    /// A new collection in a directory.
    case initCollection(InitArguments)
    /// What git would send of a collection.
    case review(ReviewArguments)
    /// Tokens of OAuth 2 that are kept for a collection.
    case token(TokenArguments)
    /// The types of a GraphQL server.
    case graphQL(GraphQLArguments)
    /// What a collection could do outside of itself, and what of it was agreed to.
    case trust(TrustArguments)
    /// What commands keep for each other.
    case session(SessionArguments)
    /// What was sent and answered before.
    case history(HistoryArguments)
    /// In what two answers differ.
    case diff(DiffArguments)
    /// Which directories are used.
    case `where`
    case help(HelpTopic)
    case version
    /// What a shell offers at the end of a line; help does not list it.
    case complete(CompletionLine)
    /// A page of the manual, for the project's scripts; help does not list it.
    case manual(ManualPage)
}

/// A command line that is being typed.
public enum CompletionLine: Sendable, Hashable {
    /// Behind the program's name, taken apart by the shell; the last is being typed.
    case words([String])
    case bash(BashLine)
}

/// Pages that grow from tables in the source.
public enum ManualPage: String, Sendable, Hashable, CaseIterable {
    case keys
    case commandLine = "command-line"
    case historyFilters = "history-filters"
    /// Keys and colours of one's own.
    case settings
    /// The program's page for `man`.
    case man
    /// The page of keys for `man`.
    case manKeys = "man-keys"
    /// A page per job for `man`, and the same for people who read the sources.
    case manExplore = "man-explore"
    case manShare = "man-share"
    case manReplay = "man-replay"
    case jobExplore = "job-explore"
    case jobShare = "job-share"
    case jobReplay = "job-replay"
    case bashCompletion = "completion-bash"
    case zshCompletion = "completion-zsh"
    case fishCompletion = "completion-fish"
}

/// How the explorer starts.
public struct ExploreArguments: Sendable, Hashable {
    /// What shall be opened, the first of them shown; none: the collection around the current directory. None for the demo.
    public var targets: [ExploreTarget] = []
    public var environmentName: String?
    /// Of the workspace around the collection.
    public var globalEnvironmentName: String?
    /// `--var`: values that live until quitting.
    public var sessionValues: [String: String] = [:]
    /// Where a line per frame goes; nil: nowhere.
    public var traceDescriptor: Int32?
    /// Whether what is sent is kept in the history.
    public var keepsHistory = true
    /// Whether the screen is for a screen reader.
    public var isPlain = false
    /// Whether the demo begins with the tour.
    public var takesTour = false

    public init(_ targets: ExploreTarget...) { self.targets = targets }
}

/// What `send` sends, and what it says of it.
public struct SendArguments: Sendable, Hashable {
    /// A path without `.yml`, or a name.
    public var request: String
    public var printsJSON = false
    /// What of the body is printed: a path, or a filter of jq; nil: all of it.
    public var filter: String?
    /// The file that gets what is printed; nil: standard output.
    public var output: String?
    /// Whether a file that is there already is replaced.
    public var replaces = false
    /// How it is sent again and again; nil: it is sent once.
    public var repetition: Series.Plan?
    /// The operation of a GraphQL query; nil: the one that `microscope.yaml` names.
    public var operation: String?
    /// Whether a status of 400 and more is a failure.
    public var failsOnStatus = false
    public var showsSecrets = false
    /// Whether stderr is told what stood on the wire.
    public var isVerbose = false
    public var settings = SendSettings()

    public init(request: String) { self.request = request }
}

/// Which requests `run` sends, and how it tells of them.
public struct RunArguments: Sendable, Hashable {
    /// A folder's path or name, or a request's path; nil: the whole collection.
    public var folder: String?
    /// Which of the requests are sent.
    public var tags = TagFilter()
    /// Whether the first failure ends it.
    public var bails = false
    /// Whether what scripts set for the environment or the collection is written into their files.
    public var writesVariables = false
    public var printsJSON = false
    public var settings = SendSettings()

    public init(folder: String? = nil) { self.folder = folder }
}

/// What `export` writes.
public struct ExportArguments: Sendable, Hashable {
    /// A path without `.yml`, or a name.
    public var request: String
    public var format: ExportFormat
    /// A file with an answer to the request, "-" for standard input; nil: none.
    public var answer: String?
    public var settings = SendSettings()

    public init(request: String, format: ExportFormat) {
        self.request = request
        self.format = format
    }
}

/// What `check` reads, and how it says what it found.
public struct CheckArguments: Sendable, Hashable {
    /// A collection's directory, or one file of it; nil: the collection around the current directory.
    public var collection: String?
    public var printsJSON = false
    /// Whether warnings count as found.
    public var isStrict = false

    public init(collection: String? = nil) { self.collection = collection }
}

/// The arguments of `microscope import`.
public struct ImportArguments: Sendable, Hashable {
    /// Files and directories; "-" is standard input, as is an empty list.
    public var files: [String] = []
    /// Nil: the collection around the current directory.
    public var collection: String?
    /// A folder of the collection, by its path; nil: the root.
    public var folder: String?
    /// The directory of a new collection; nil: none is asked for.
    public var newCollection: String?
    /// The format that was named; nil: each file is in the one that it looks like.
    public var format: ImportFormat?
    /// Whether files of Bruno that become a collection in place are moved to the trash.
    public var replaces = false
    /// The choices that were made for OpenAPI documents.
    public var openAPI = ImportReading.OpenAPIOptions()
    /// Whether nothing is written.
    public var isDryRun = false
    public var printsJSON = false
    /// Whether values of secrets are kept in the private store.
    public var keepsSecrets = true
    /// Whether the report of the last import is printed, and nothing imported.
    public var printsLastReport = false

    public init() {}

    /// The arguments of `microscope import --report`.
    static let lastReport: ImportArguments = {
        var arguments = ImportArguments()
        arguments.printsLastReport = true
        return arguments
    }()
}

/// What `init` makes.
public struct InitArguments: Sendable, Hashable {
    public static let usualDirectory = "api"

    /// Need not be there yet.
    public var directory = usualDirectory
    /// Nil: the directory's.
    public var name: String?

    public init() {}
}

/// The scripts that `lift` is about.
public struct LiftArguments: Sendable, Hashable {
    /// Folders and requests, by paths or names. Empty: the whole collection.
    public var targets: [String] = []
    /// Nil: the collection around the current directory.
    public var collection: String?
    public var isDryRun = false
    public var printsJSON = false

    public init() {}
}

/// The texts of `replace`, and the collection that it changes.
public struct ReplaceArguments: Sendable, Hashable {
    public var replacement: TextReplacement
    /// The collection's directory; nil: the collection around the current one.
    public var collection: String?
    public var isDryRun = false
    public var printsJSON = false

    public init(_ replacement: TextReplacement) { self.replacement = replacement }
}

/// What `review` looks at.
public struct ReviewArguments: Sendable, Hashable {
    /// Nil: the collection around the current directory.
    public var collection: String?
    public var printsJSON = false

    public init(collection: String? = nil) { self.collection = collection }
}

/// Which tokens `token` tells of, and what it does to them.
public struct TokenArguments: Sendable, Hashable {
    /// A path without `.yml`, or a name; nil: all that are kept for the collection.
    public var request: String?
    /// Whether one is got now.
    public var fetches = false
    public var forgets = false
    /// Whether the token itself is printed.
    public var printsToken = false
    public var printsJSON = false
    public var settings = SendSettings()

    public init(request: String? = nil) { self.request = request }
}

/// Whose schema `graphql` prints.
public struct GraphQLArguments: Sendable, Hashable {
    /// A path without `.yml`, or a name.
    public var request: String
    /// Whether the server is asked, although a schema of it is kept.
    public var refreshes = false
    public var printsJSON = false
    public var settings = SendSettings()

    public init(request: String) { self.request = request }
}

/// Of which collection `trust` tells, and what it does.
public struct TrustArguments: Sendable, Hashable {
    /// Nil: the collection around the current directory.
    public var collection: String?
    /// Whether everything that is listed is agreed to from now on.
    public var agrees = false
    /// Whether everything that was agreed to is asked again.
    public var forgets = false
    public var printsJSON = false

    public init(collection: String? = nil) { self.collection = collection }
}

/// What help is asked about.
public enum HelpTopic: String, Sendable, Hashable, CaseIterable {
    /// The program as a whole.
    case program = ""
    case send
    case run
    case verify
    case export
    case check
    case importRequest = "import"
    case lift
    case replace
    case initCollection = "init"
    case review
    case token
    case graphQL = "graphql"
    case trust
    case session
    case sessionList = "session list"
    case sessionDelete = "session delete"
    case history
    case historyList = "history list"
    case historyShow = "history show"
    case historyCheck = "history check"
    case historyPin = "history pin"
    case historyUnpin = "history unpin"
    case historyNote = "history note"
    case historyDelete = "history delete"
    case historySets = "history sets"
    case historyPrune = "history prune"
    case historyLatency = "history latency"
    case historyReplay = "history replay"
    case historyExport = "history export"
    case historyImport = "history import"
    case diff
    case demo
    case demoAPI = "demo-api"
    case `where`
    case help
    case version
    /// For the scripts of shells.
    case complete
    /// For the project's own scripts.
    case manual
}

/// How the program ends.
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// Answered.
    case success = 0
    /// An assertion failed; a GraphQL response lists errors; `--fail`, and a status of 400 or more; `check` found something; `review` found what looks like a secret; two answers
    /// differ; an answer drifted from its examples; a condition of `--until` never held.
    case found = 1
    /// The command line was wrong, or named what is not there.
    case usage = 2
    /// No answer, or not the whole of it.
    case noAnswer = 3
    /// The request could not be built: a missing variable, an unreadable file; or nobody has agreed to what it would do; or a check needs a
    /// library that is not installed.
    case notBuilt = 4
    case cancelled = 130

    /// For the manual.
    public var meaning: String {
        switch self {
        case .success: "answered"
        case .found:
            "an assertion failed or could not be evaluated; a GraphQL response lists errors; --filter found nothing, or not all; --fail was given, and the status is 400 or more; check or review found something; import could not keep all; diff or verify or history replay found a difference; the condition of --until never held"
        case .usage: "the command line was wrong, or named what is not there"
        case .noAnswer:
            "no answer, or not the whole of it; a cut gzip body that is as long as its Content-Length says passes for whole"
        case .notBuilt:
            "the request could not be built: a missing variable, an unreadable file; or nobody has agreed to what it does; or a check needs a library that is not installed"
        case .cancelled: "cancelled with Ctrl-C"
        }
    }
}

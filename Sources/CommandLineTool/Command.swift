public import Exchanges
public import Imports
public import Interchange
public import OpenCollection

/// The words of `export --as`.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// The text of the request's file.
    case yaml
    /// A command for a shell.
    case curl
    /// The final URL.
    case url
    case request = "swift"
    case builder = "swift-builder"
    case macros = "swift-macros"
    /// A file for Locust, with all requests of a folder.
    case locust

    /// The form of Swift code; nil if the format is not Swift.
    public var swiftForm: SwiftForm? { SwiftForm(rawValue: rawValue) }
    /// The format of a load test; nil if the format is that of one request.
    public var loadTestFormat: LoadTest.Format? { LoadTest.Format(rawValue: rawValue) }
}

/// A command that the user asked the program for.
public enum Command: Sendable, Hashable {
    /// Opens the explorer on a collection.
    case explore(ExploreArguments)
    /// Opens the explorer on the demo collection, with the demo API beside it.
    case demo(ExploreArguments)
    /// Serves the demo API alone. A nil port means the usual one.
    case demoAPI(port: UInt16?)
    /// Sends one saved request, without the screen.
    case send(SendArguments)
    /// Sends the requests of a folder, one after the other.
    case run(RunArguments)
    /// Sends requests that have examples, and compares their responses with them.
    case verify(VerifyArguments)
    /// Writes one saved request in the words of another tool or language.
    case export(ExportArguments)
    /// Finds the problems in a collection's files.
    case check(CheckArguments)
    /// Writes a request from elsewhere as a file of a collection.
    case importRequest(ImportArguments)
    /// Turns scripts of a collection into assertions and captures.
    case lift(LiftArguments)
    case replace(ReplaceArguments)
    /// Creates a collection in a directory.
    case initCollection(InitArguments)
    /// Reviews what git would send of a collection.
    case review(ReviewArguments)
    /// Lists, gets or forgets the OAuth 2 tokens that are kept for a collection.
    case token(TokenArguments)
    /// The types of a GraphQL server.
    case graphQL(GraphQLArguments)
    /// Lists what a collection could do outside of itself, and what of it was agreed to.
    case trust(TrustArguments)
    /// Lists or deletes what commands keep for each other.
    case session(SessionArguments)
    /// Reads or changes the history of requests and responses.
    case history(HistoryArguments)
    /// Compares two responses.
    case diff(DiffArguments)
    /// Prints the directories that are used.
    case `where`
    case help(HelpTopic, asJSON: Bool = false)
    case version(asJSON: Bool = false)
    /// Prints a JSON Schema.
    case schema(SchemaChoice)
    /// Prints what a shell offers at the end of a line; help does not list it.
    case complete(CompletionLine)
    /// Prints a page of the manual, for the project's scripts; help does not list it.
    case manual(ManualPage)
}

/// A command line that is being typed.
public enum CompletionLine: Sendable, Hashable {
    /// The words after the program's name, taken apart by the shell; the last one is being typed.
    case words([String])
    case bash(BashLine)
}

/// The pages that are generated from tables in the source.
public enum ManualPage: String, Sendable, Hashable, CaseIterable {
    case keys
    case commandLine = "command-line"
    case historyFilters = "history-filters"
    /// The page on the user's own keys and colours.
    case settings
    /// The page of the keys of `--json` and of files.
    case jsonKeys = "json-keys"
    /// The program's page for `man`.
    case man
    /// The page of keys for `man`.
    case manKeys = "man-keys"
    /// A page per job for `man`, and the same for people who read the sources.
    case manExplore = "man-explore"
    case manShare = "man-share"
    case manReplay = "man-replay"
    case manAutomate = "man-automate"
    case jobExplore = "job-explore"
    case jobShare = "job-share"
    case jobReplay = "job-replay"
    case jobAutomate = "job-automate"
    /// The page about the files of a collection for `man`, and the same for people who read the sources.
    case manFormat = "man-format"
    case requestFormat = "request-format"
    case bashCompletion = "completion-bash"
    case zshCompletion = "completion-zsh"
    case fishCompletion = "completion-fish"
}

/// The options of the explorer's start.
public struct ExploreArguments: Sendable, Hashable {
    /// The targets to open; the first is shown. Empty: the collection around the current directory. The demo has none.
    public var targets: [ExploreTarget] = []
    public var environmentName: String?
    /// The name of an environment of the workspace around the collection.
    public var globalEnvironmentName: String?
    /// The values of `--var`, which live until quitting.
    public var sessionValues: [String: String] = [:]
    /// The descriptor that gets a line per frame; nil if none does.
    public var traceDescriptor: Int32?
    /// Whether what is sent is kept in the history.
    public var keepsHistory = true
    /// Whether the screen is for a screen reader.
    public var isPlain = false
    /// Whether the demo begins with the tour.
    public var takesTour = false

    public init(_ targets: ExploreTarget...) { self.targets = targets }
}

/// The arguments of `microscope send`.
public struct SendArguments: Sendable, Hashable {
    /// The request's path without `.yml`, or its name.
    public var request: String
    public var printsJSON = false
    /// The filter of the printed body: a path, or a filter of jq; nil prints all of it.
    public var filter: String?
    /// The file that gets the output; nil for standard output.
    public var output: String?
    /// Whether a file that is there already is replaced.
    public var replaces = false
    /// The plan for sending it repeatedly; nil if it is sent once.
    public var repetition: Series.Plan?
    /// The operation of a GraphQL query; nil: the one that `microscope.yaml` names.
    public var operation: String?
    /// Whether a status of 400 and more is a failure.
    public var failsOnStatus = false
    public var showsSecrets = false
    /// Whether standard error gets what was on the wire.
    public var isVerbose = false
    public var settings = SendSettings()

    public init(request: String) { self.request = request }
}

/// The arguments of `microscope export`.
public struct ExportArguments: Sendable, Hashable {
    /// The request's path without `.yml`, or its name; of a load test, the folder's.
    public var request: String
    public var format: ExportFormat
    /// The file that gets it; nil: standard output.
    public var output: String?
    /// Whether a file that is there already is replaced.
    public var replaces = false
    /// The file with the rows of variables of a load test.
    public var rows: String?
    /// A file with a response to the request, "-" for standard input; nil if there is none.
    public var response: String?
    public var settings = SendSettings()

    public init(request: String, format: ExportFormat) {
        self.request = request
        self.format = format
    }
}

/// The arguments of `microscope check`.
public struct CheckArguments: Sendable, Hashable {
    /// A collection's directory, or one file of it; nil: the collection around the current directory.
    public var collection: String?
    public var printsJSON = false
    /// Whether warnings count as problems that were found.
    public var isStrict = false

    public init(collection: String? = nil) { self.collection = collection }
}

/// The arguments of `microscope import`.
public struct ImportArguments: Sendable, Hashable {
    /// Files and directories; "-" is standard input, as is an empty list.
    public var files: [String] = []
    /// The collection's directory; nil uses the collection around the current directory.
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

/// The arguments of `microscope init`.
public struct InitArguments: Sendable, Hashable {
    public static let usualDirectory = "api"

    /// The collection's directory, which need not exist yet.
    public var directory = usualDirectory
    /// The collection's name; nil uses the directory's.
    public var name: String?

    public init() {}
}

/// The scripts that `lift` is about.
public struct LiftArguments: Sendable, Hashable {
    /// Folders and requests, by paths or names. Empty: the whole collection.
    public var targets: [String] = []
    /// The collection's directory; nil uses the collection around the current directory.
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

/// The arguments of `microscope review`.
public struct ReviewArguments: Sendable, Hashable {
    /// The collection's directory; nil uses the collection around the current directory.
    public var collection: String?
    public var printsJSON = false

    public init(collection: String? = nil) { self.collection = collection }
}

/// The arguments of `microscope token`.
public struct TokenArguments: Sendable, Hashable {
    /// The request's path without `.yml`, or its name; nil lists all tokens that are kept for the collection.
    public var request: String?
    /// Whether a token is requested now.
    public var fetches = false
    public var forgets = false
    /// Whether the token itself is printed.
    public var printsToken = false
    public var printsJSON = false
    public var settings = SendSettings()

    public init(request: String? = nil) { self.request = request }
}

/// The arguments of `microscope graphql`.
public struct GraphQLArguments: Sendable, Hashable {
    /// A path without `.yml`, or a name.
    public var request: String
    /// Whether the server is asked although its schema is kept.
    public var refreshes = false
    public var printsJSON = false
    public var settings = SendSettings()

    public init(request: String) { self.request = request }
}

/// The arguments of `microscope trust`.
public struct TrustArguments: Sendable, Hashable {
    /// The collection's directory; nil uses the collection around the current directory.
    public var collection: String?
    /// Whether everything that is listed is agreed to from now on.
    public var agrees = false
    /// Whether everything that was agreed to is asked about again.
    public var forgets = false
    public var printsJSON = false

    public init(collection: String? = nil) { self.collection = collection }
}

/// The topics of help.
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
    case schema
    case help
    case version
    /// Completes command lines for the scripts of shells.
    case complete
    /// Prints pages of the manual for the project's own scripts.
    case manual
}

public import OpenCollection

/// The arguments of `microscope run`.
public struct RunArguments: Sendable, Hashable {
    /// A folder's path or name, or a request's path; nil: the whole collection.
    public var folder: String?
    /// The filter of the requests that are sent, by their tags.
    public var tags = TagFilter()
    /// Whether the first failure ends it.
    public var bails = false
    /// Whether a status of 400 and more is a failure where no assertion is about the status.
    public var failsOnStatus = false
    /// Whether responses are compared with the examples of their requests.
    public var verifies = false
    /// How often a request that failed is sent again.
    public var retries = 0
    /// The most requests under way at a time.
    public var parallel = 1
    /// The time between the end of a request and the beginning of the next one.
    public var delay = Duration.zero
    /// The file with rows of data, "-" for standard input; nil: one run without data.
    public var data: String?
    /// The reports that are written.
    public var reports: [RunReportFile] = []
    /// Whether what scripts set for the environment or the collection is written into their files.
    public var writesVariables = false
    public var settings = SendSettings()

    public init(folder: String? = nil) { self.folder = folder }

    /// Whether a report takes standard output, where no lines for people belong then.
    public var printsReport: Bool { reports.contains { $0.path == RunReportFile.standardOutput } }
}

/// A file that is written about a run.
public struct RunReportFile: Sendable, Hashable {
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case junit, json, html
        /// All exchanges as an HTTP archive.
        case har
    }

    public static let standardOutput = "-"
    public var format: Format
    /// The path, or ``standardOutput``.
    public var path: String

    public init(_ format: Format, _ path: String) { (self.format, self.path) = (format, path) }
}

extension RunArguments {
    init(_ reader: ArgumentReader) throws(UsageError) {
        self.init(folder: try reader.optional("folder", otherwise: "the whole collection"))
        settings = try SendSettings(reader)
        tags = TagFilter(included: reader.values(of: .includedTag), excluded: reader.values(of: .excludedTag))
        (bails, failsOnStatus, verifies) = (reader.has(.bail), reader.has(.failOfRun), reader.has(.verifyRun))
        retries = try reader.number(.runRetry, "number of retries") ?? 0
        parallel = try reader.number(.parallel, "number of requests", in: 1...Self.mostParallel) ?? 1
        delay = try reader.span(.delay) ?? .zero
        data = reader.value(of: .data)
        reports = try Self.reports(reader)
        writesVariables = reader.has(.writeVariables)
    }

    /// More connections than this are more than a process may have open by default.
    private static let mostParallel = 256

    private static func reports(_ reader: ArgumentReader) throws(UsageError) -> [RunReportFile] {
        var reports = reader.printsJSON ? [RunReportFile(.json, RunReportFile.standardOutput)] : []
        for text in reader.values(of: .report) { reports.append(try report(text)) }
        reports += reader.values(of: .archive).map { RunReportFile(.har, $0) }
        for (index, report) in reports.enumerated() {
            guard !report.path.isEmpty else {
                throw UsageError("a report has no file", advice: "write --report \(report.format.rawValue)=FILE")
            }
            guard !reports[..<index].contains(where: { $0.path == report.path }) else {
                let name = report.path == RunReportFile.standardOutput ? "stdout" : report.path
                throw UsageError("two reports go to \(name)", advice: "give each a file of its own")
            }
        }
        return reports
    }

    private static func report(_ text: String) throws(UsageError) -> RunReportFile {
        let formats = RunReportFile.Format.allCases.filter { $0 != .har }
        guard let (name, path) = text.cut(at: "="), let format = formats.first(where: { $0.rawValue == name }) else {
            let forms = formats.map { "\($0.rawValue)=FILE" }.joined(separator: ", ")
            throw UsageError("--report \(text) is not a report", advice: "write one of \(forms)")
        }
        return RunReportFile(format, path)
    }
}

extension OptionSyntax {
    static let failOfRun = OptionSyntax(
        name: "--fail",
        summary: "a status of 400 or more fails, unless an assertion or a test of a script is about the status")
    static let verifyRun = OptionSyntax(
        name: "--verify", summary: "a response that differs from the examples of its request fails")
    static let runRetry = OptionSyntax(
        name: "--retry", value: "N", summary: "send a request that failed again at once, up to N times")
    static let parallel = OptionSyntax(
        name: "--parallel", value: "N", summary: "up to N requests at a time. Default: 1")
    static let delay = OptionSyntax(
        name: "--delay", value: "TIME",
        summary: "wait after each request: 2s, 500ms; with --parallel, each of the N waits")
    static let data = OptionSyntax(
        name: "--data", value: "FILE",
        summary: "run once for each row of a CSV, JSON or JSON Lines file, with its columns as variables; - is stdin")
    static let report = OptionSyntax(
        name: "--report", value: "FORMAT=FILE",
        summary: "write junit=FILE, json=FILE or html=FILE; several are possible; - is stdout")
    static let archive = OptionSyntax(
        name: "--har", value: "FILE", summary: "write all exchanges to an HTTP archive: microscope FILE opens it")
}

extension CommandSyntax {
    static let run = CommandSyntax(
        topic: .run, summary: "Sends the requests of a folder and checks the responses, in CI too.",
        operands: [Operand(name: "FOLDER")],
        options: [
            .collection, .environment, .globalEnvironment, .variable, .data, .includedTag, .excludedTag, .trust, .yes,
            .report, .archive, .json("the same as --report json=-"), .verifyRun, .failOfRun, .bail, .runRetry,
            .parallel, .delay, .timeout, .maximumTime, .session, .noCookies, .noScripts, .writeVariables, .noHistory,
        ] + OptionSyntax.connecting + [.help],
        details: [
            """
            FOLDER is a folder's path below the collection, or its name, or a request; without it, the whole collection is run. Folders \
            come first, then requests in their order. Variables captured from a response are available to the next requests.
            """,
            """
            Each line on stdout is a request: ok, FAIL or skip, and below it the failed assertions and the variables that were not \
            set. A request fails when it has no response, cannot be built, a script before it fails, or an assertion of it fails or \
            cannot be evaluated; without --fail, a status of 400 alone is not a failure, nor is a test that the script skips. A GraphQL \
            response that lists errors is one, unless an assertion about them passed. A summary goes to stderr, and on a terminal a line \
            that shows the progress. When the reader of stdout ends, as head does, the run goes on without lines.
            """,
            """
            With --data, each row is a run of its own: a CSV file whose first row has the names, a JSON array of objects, or one object \
            per line. Values that one row captures are not available to the others; --var overrides a column. Numbers are \
            sent as the file has them. Reports name the row.
            """,
            """
            With --parallel, a request waits for earlier ones that capture, or whose scripts set, a variable that it names; several rows run \
            at the same time too. Cookies do not count. If a script calls setNextRequest, requests are sent one after the other. A request \
            with poll in microscope.yaml is sent until its condition is met.
            """,
            """
            Reports are written at the end, also when requests fail or you press Ctrl-C; a file that cannot be written is an error before \
            the first request. They have every attempt, with secrets masked as send --json masks them. In JUnit, each request is a suite \
            with the path of its file, and a test case for the response and for each assertion. HTML is one page that loads nothing.
            """,
            """
            Requests that cannot be sent, such as gRPC, are skipped and do not affect the exit status, which is that of the most severe \
            failure: 130, 3, 4, 1. A request that needs your permission \
            (--trust, --yes) ends the run, and so does the end of --max-time.
            """,
        ],
        examples: [
            Example("microscope run users --env local", "a folder"),
            Example("microscope run --tag smoke --exclude-tag slow", "those with one tag and without another"),
            Example("microscope run --bail", "everything, up to the first failure"),
            Example("microscope run --fail --report junit=junit.xml --har run.har", "in CI"),
            Example("microscope run orders --data orders.csv --parallel 8", "a run for each row, 8 at a time"),
            Example("microscope run users --json | jq '.requests[] | select(.outcome == \"failed\")'", "what failed"),
        ])
}

/// A script of one file: it runs as a function of its own.
public struct ScriptSegment: Codable, Sendable, Hashable {
    /// The path of the file below the collection: "users/get.yml".
    public var file: String
    /// The line of the file on which the code begins, from 1.
    public var line: Int
    /// Number of spaces before each line of the code in the file.
    public var indent: Int
    public var code: String

    public init(file: String, line: Int, indent: Int = 0, code: String) {
        self.file = file
        self.line = line
        self.indent = indent
        self.code = code
    }
}

/// The values that scripts find.
public struct ScriptState: Encodable, Sendable, Hashable {
    /// The name of the request.
    public var name = ""
    /// The path of the request below the collection.
    public var path = ""
    /// The name of the environment; nil: none is chosen.
    public var environment: String?
    /// The name of the collection.
    public var collection = ""
    /// "standalone" for a single send, "runner" for one of a folder.
    public var mode = "standalone"
    /// The variables by scope (runtime, request, folder, environment, collection, global) and name, each as JSON.
    public var scopes: [String: [String: String]] = [:]
    /// The variables of the process environment that the collection may read.
    public var process: [String: String] = [:]
    /// The row of a data file; nil: there is none.
    public var data: [String: String]?
    /// The index of that row, and the number of rows.
    public var iteration = 0, iterationCount = 1
    public var request = Request()
    /// The response; nil before the request is sent.
    public var response: Response?

    public init() {}

    public struct Request: Encodable, Sendable, Hashable {
        /// Templates, as the file has them.
        public var url = "", method = "", body = ""
        /// Names and values, in their order.
        public var headers: [[String]] = []
        /// Names and values of a form, in their order; of parts, the texts.
        public var form: [[String]] = []
        /// "none", "json", "text", "xml" or another word for a body that scripts can only read.
        public var bodyKind = "none"
        /// The timeout in milliseconds; 0: none.
        public var timeout = 0
        public var pathParams: [String: String] = [:]
        public var tags: [String] = []
        public var authMode = "none"

        public init() {}
    }

    public struct Response: Encodable, Sendable, Hashable {
        /// The body that an earlier script set in the place of the one that came, as JSON; nil: none did.
        public var made: String?
        public var status = 0
        public var statusText = ""
        public var headers: [[String]] = []
        /// Response time in milliseconds.
        public var time = 0
        public var url = ""
        public var size = Size()
        /// The reason why the body cannot be read; nil: it can.
        public var bodyProblem: String?

        public init() {}
    }

    /// Sizes of a response, in bytes.
    public struct Size: Encodable, Sendable, Hashable {
        public var header = 0, body = 0, total = 0

        public init() {}
    }
}

/// A variable that a script set, or took away.
public struct ScriptVariable: Encodable, Sendable, Hashable {
    /// "runtime", "environment", "collection" or "global".
    public var scope: String
    public var name: String
    /// The value as JSON; nil: it was taken away.
    public var json: String?
    /// Whether a request set it that the script ran.
    public var isOfRun = false

    public init(scope: String, name: String, json: String?) {
        (self.scope, self.name, self.json) = (scope, name, json)
    }
}

/// The outcome of one `test` of a script.
public struct ScriptTest: Sendable, Hashable {
    public enum Outcome: String, Sendable, Hashable { case passed, failed, skipped }

    public var name: String
    public var outcome: Outcome
    /// The reason; empty for one that passed.
    public var message = ""
    /// The value that was found, and the one that was expected, as text; nil: the assertion has none.
    public var actual: String?, expected: String?
    public var place: ScriptPlace?
    /// Whether it read the status of the response.
    public var readsStatus = false
}

/// A line that a script wrote to the console.
public struct ScriptLine: Sendable, Hashable {
    /// "debug", "info", "warning" or "error".
    public var level: String
    public var text: String

    public init(level: String, text: String) { (self.level, self.text) = (level, text) }
}

/// A place in a file of the collection, both from 1.
public struct ScriptPlace: Sendable, Hashable {
    public var file: String
    public var line: Int
    public var column: Int

    /// "users/get.yml:34:12".
    public var text: String { "\(file):\(line):\(column)" }

    /// Returns the place as it is in the file: the engine counts the text before the first line of a script, and not its indentation.
    func inFile(of segments: [ScriptSegment]) -> ScriptPlace {
        guard let segment = segments.last(where: { $0.file == file && $0.line <= line }) else { return self }
        var place = self
        if line == segment.line { place.column = max(1, column - ScriptSegment.opening.utf8.count) }
        place.column += segment.indent
        return place
    }
}

extension ScriptSegment {
    /// The text before the first line of a script: the beginning of a function that may wait.
    static var opening: String { "__worker.follow((async () => {" }
}

/// An error that ended a script.
public struct ScriptProblem: Error, Sendable, Hashable {
    public var message: String
    /// The place; nil if it is unknown.
    public var place: ScriptPlace?

    public init(_ message: String, at place: ScriptPlace? = nil) {
        self.message = message
        self.place = place
    }

    /// "users/get.yml:34:12: TypeError: undefined is not an object".
    public var text: String { place.map { "\($0.text): \(message)" } ?? message }
}

/// The request that a script asks for to be sent next, or that nothing is.
public enum ScriptFlow: Sendable, Hashable {
    /// The request of a run with this name.
    case next(String)
    case skipRequest
    case stop
}

/// The changes of a script to a request; nil: that part stays.
public struct ScriptedRequest: Decodable, Sendable, Hashable {
    public var url: String?, method: String?, body: String?, bodyKind: String?
    public var headers: [[String]]?
    /// Names and values of a urlencoded form.
    public var form: [[String]]?
    /// Timeout in milliseconds.
    public var timeout: Double?
    public var maxRedirects: Double?
    /// The body that scripts set in the place of that of the response, as JSON.
    public var responseBody: String?

    public init() {}
}

/// A request that a script asks to be sent.
public struct ScriptSend: Decodable, Sendable, Hashable {
    public var url: String
    public var method: String
    public var headers: [[String]]
    public var body: String?
    /// The timeout in milliseconds; 0: the usual one.
    public var timeout: Double
}

/// The response to a request of a script.
public struct ScriptSendResult: Encodable, Sendable, Hashable {
    public var status = 0
    public var statusText = ""
    public var headers: [[String]] = []
    public var body = ""
    public var time = 0
    public var url = ""
    public var size = ScriptState.Size()

    public init() {}
}

/// The result of a request of the collection that a script ran.
public struct ScriptRunResult: Encodable, Sendable, Hashable {
    /// The response; nil without one.
    public var response: ScriptSendResult?
    /// The reason why there is no response, and a word for it: "skipped", "error".
    public var problem: String?, status: String?
    /// The variables that it set, in their order.
    public var variables: [ScriptVariable] = []
    /// The lines that its scripts wrote to the console.
    var lines: [ScriptLine] = []

    private enum CodingKeys: CodingKey { case response, problem, status, variables }

    public init(_ variables: [ScriptVariable], _ lines: [ScriptLine]) {
        self.variables = variables
        self.lines = lines
    }
}

/// A wish of a script about the cookies of the environment.
public struct ScriptCookieCall: Sendable, Hashable {
    /// "all", "set", "delete", all of a URL, or "clear".
    public var action: String
    public var url: String
    /// The name of the only one that is deleted; nil: all are.
    public var name: String?
    /// The cookie to set.
    public var cookie: ScriptCookie?

    public init(action: String, url: String, name: String? = nil, cookie: ScriptCookie? = nil) {
        (self.action, self.url, self.name, self.cookie) = (action, url, name, cookie)
    }
}

/// A cookie as scripts see it.
public struct ScriptCookie: Codable, Sendable, Hashable {
    public var name: String
    public var value: String
    public var domain: String?, path: String?, sameSite: String?
    public var isSecure: Bool?, isHTTPOnly: Bool?, isHostOnly: Bool?
    /// The end in milliseconds since 1970; nil: that of the session.
    public var expires: Double?
    /// The seconds until its end; nil: not said.
    public var maxAge: Double?

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

/// The results of the scripts of one stage.
public struct ScriptOutcome: Sendable, Hashable {
    public var variables: [ScriptVariable] = []
    public var tests: [ScriptTest] = []
    public var lines: [ScriptLine] = []
    public var request = ScriptedRequest()
    public var flow: ScriptFlow?
    /// Whether no engine is installed, so that nothing ran.
    public var lacksEngine = false
    /// Whether the kernel confined the process that ran them; nil: they did not run to their end.
    public var isConfined: Bool?
    /// The error that ended the scripts; nil: they ran to their end.
    public var problem: ScriptProblem?

    public init() {}
}

/// The limits of a script.
public struct ScriptLimits: Sendable, Hashable {
    /// Processor time for each script, in seconds.
    public var seconds = 5.0
    /// Time by the clock for all scripts of a stage, without that of pauses and requests, in seconds. Default: twice the processor time of one.
    public var wallSeconds = 10.0
    /// Memory beyond that of the engine, in bytes.
    public var memory = 256 << 20
    /// Lines of the console, tests and variables, each.
    public var messages = 1_000
    /// Bytes of all messages together.
    public var bytes = 16 << 20
    /// Requests.
    public var sends = 1_000
    /// The time of all pauses together, in seconds.
    public var pauses = 300.0

    public init() {}

    /// - Parameters:
    ///   - seconds: Processor time for each script; nil: the default.
    ///   - megabytes: Memory in MiB; nil: the default.
    public init(seconds: Double?, megabytes: Int?) {
        if let seconds { (self.seconds, wallSeconds) = (seconds, seconds * 2) }
        if let megabytes { memory = megabytes << 20 }
    }

    static func timeProblem(_ seconds: Double) -> String {
        "the script ran longer than \(seconds.formatted()) s: scripts.timeout in config.yaml allows more"
    }

    static var moreMemory: String { "scripts.memory in config.yaml allows more" }
}

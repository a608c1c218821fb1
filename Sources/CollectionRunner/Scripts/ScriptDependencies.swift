import Dispatch
public import Exchanges
public import FilterWorker
public import MicroClient
public import OpenCollection
import ScriptWorker

/// The means that scripts of a send may use.
public struct ScriptDependencies: Sendable {
    /// Started as ``ScriptWorkerProgram``.
    public var program: WorkerProgram
    /// Files that they may require. Default: none.
    public var files: RequestFiles
    /// Reads the limits that this person sets. Default: nothing is said.
    public var settings: @Sendable () -> ScriptSettings = { ScriptSettings() }
    /// Whether the send is one of a run over a folder.
    public var isRun: Bool
    /// The row of data that the send belongs to; nil without data.
    public var row: Row?
    /// The values of requests that scripts send and that say nothing else.
    public var defaults = ClientDefaults(userAgent: "")
    /// The cookies that they may read and set. Default: none.
    public var cookies = CookieJar.Use.off
    /// Sends a request of a script; throws ``ScriptProblem`` if nobody has agreed to it. Default: nothing is sent.
    public var send: (@Sendable (RenderedRequest) async throws -> RecordedExchange)?
    /// Requests of the collection that they may run. Default: none.
    public var runs: Runs?
    /// The requests whose scripts run the one that is sent, the outermost first.
    var chain: [ItemPath] = []
    /// The state that all requests run by the scripts of one send share.
    var shared = Locked(Shared())

    /// A row of data of a run.
    public struct Row: Sendable {
        /// The index of the row, and the number of rows.
        public var index: Int, count: Int
        /// The values that are no secrets, as texts.
        public var values: [String: String]

        public init(index: Int, count: Int, values: [String: String]) {
            (self.index, self.count, self.values) = (index, count, values)
        }
    }

    /// The functions that run a request of the collection.
    public struct Runs: Sendable {
        /// Returns what has to be agreed to before a request is run.
        public var uses: @Sendable (ItemPath, ScriptDependencies) -> [OutsideUse]
        /// Sends a request as any other, with values that scripts have set, and the means of its own scripts.
        public var run: @Sendable (ItemPath, CapturedValues, ScriptDependencies) async throws -> RecordedExchange

        public init(
            uses: @escaping @Sendable (ItemPath, ScriptDependencies) -> [OutsideUse],
            run: @escaping @Sendable (ItemPath, CapturedValues, ScriptDependencies) async throws -> RecordedExchange
        ) {
            (self.uses, self.run) = (uses, run)
        }
    }

    struct Shared {
        /// The number of requests that were run.
        var count = 0
        /// Requests whose uses are known.
        var asked: Set<ItemPath> = []
    }

    public init(program: WorkerProgram, files: RequestFiles = .none, isRun: Bool = false) {
        self.program = program
        self.files = files
        self.isRun = isRun
    }
}

extension WorkerHandle {
    /// Waits for a task, which is cancelled with the worker. The thread is one that scripts run on, which may wait.
    func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let result = Locked<Result<Value, any Error>?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        let task = Task {
            do {
                let value = try await work()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            isOver.signal()
        }
        return try cancelling(with: task.cancel) {
            isOver.wait()
            guard let value = try result.withLock({ $0 })?.get() else { throw CancellationError() }
            return value
        }
    }
}

/// The files of the collection that scripts require, by their paths.
struct ScriptModules: Sendable {
    private(set) var texts: [String: String] = [:]

    /// The texts in the order of their paths.
    var inOrder: [String] { texts.sorted { $0.key < $1.key }.map(\.value) }

    private static let longest = 1 << 20
    private static let most = 100

    /// Reads the files that the text of scripts names, and those that they name.
    init(_ plan: ScriptPlan, _ files: RequestFiles) {
        for code in plan.code { read(code, in: "", files) }
    }

    private mutating func read(_ code: String, in folder: String, _ files: RequestFiles) {
        guard code.contains("require") else { return }
        for match in code.matches(of: /require\s*\(\s*["'`]([^"'`\n]+)["'`]\s*\)/) {
            for path in Self.paths(of: String(match.1), in: folder) where texts[path] == nil && texts.count < Self.most
            {
                guard let text = try? files.text(of: path, upTo: Self.longest) else { continue }
                texts[path] = text
                read(text, in: Self.folder(of: path), files)
                break
            }
        }
    }

    /// - Throws: ``ScriptProblem`` for a file that was not agreed to, or that there is none of.
    func module(_ name: String, in folder: String) throws -> (path: String, code: String) {
        guard let path = Self.paths(of: name, in: folder).first(where: { texts[$0] != nil }), let text = texts[path]
        else {
            let isFile = name.hasPrefix(".") || name.hasPrefix("/")
            throw ScriptProblem(
                isFile
                    ? "there is no file \(name) below the collection, or the script does not name it where it requires it"
                    : "there is no module \(name) here; modules of npm are not loaded")
        }
        return (path, text)
    }

    /// Returns the paths that a name may mean; none for a module, and for what leads out of the collection.
    private static func paths(of name: String, in folder: String) -> [String] {
        guard name.hasPrefix("./") || name.hasPrefix("../") else { return [] }
        var steps = folder.split(separator: "/").map(String.init)
        for step in name.split(separator: "/") where step != "." {
            if step != ".." {
                steps.append(String(step))
            } else if steps.popLast() == nil {
                return []
            }
        }
        let path = steps.joined(separator: "/")
        return path.isEmpty ? [] : path.hasSuffix(".js") ? [path] : [path + ".js", path + "/index.js", path]
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }
}

extension RequestFiles {
    /// Returns the texts of the files that scripts require, in the order of their paths.
    public func modules(of plan: ScriptPlan) -> [String] { ScriptModules(plan, self).inOrder }
}

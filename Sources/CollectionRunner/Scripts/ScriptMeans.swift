import Dispatch
public import Exchanges
public import FilterWorker
public import MicroClient
public import OpenCollection
public import ScriptWorker

/// The means that scripts of a send may use.
public struct ScriptMeans: Sendable {
    /// Started as ``ScriptWorkerProgram``.
    public var program: WorkerProgram
    /// Files that they may require. Default: none.
    public var files: RequestFiles
    public var limits: ScriptLimits
    /// Whether the send is one of a run over a folder.
    public var isRun: Bool
    /// The values of requests that scripts send and that say nothing else.
    public var defaults = ClientDefaults(userAgent: "")
    /// The cookies that they may read and set. Default: none.
    public var cookies = CookieJar.Use.off
    /// Sends a request of a script, and blocks until its response is there; throws ``ScriptProblem``. Default: nothing is sent.
    var send: (@Sendable (RenderedRequest) throws -> ScriptSendResult)?

    public init(
        program: WorkerProgram, files: RequestFiles = .none, limits: ScriptLimits = ScriptLimits(), isRun: Bool = false
    ) {
        self.program = program
        self.files = files
        self.limits = limits
        self.isRun = isRun
    }

    /// Lets scripts send requests.
    ///
    /// - Parameters:
    ///   - defaults: The values of requests that say nothing else.
    ///   - send: Sends one; throws ``ScriptProblem`` if nobody has agreed to it.
    public mutating func sends(
        _ defaults: ClientDefaults, _ send: @escaping @Sendable (RenderedRequest) async throws -> RecordedExchange
    ) {
        self.defaults = defaults
        self.send = { request in
            // The thread is one that scripts run on, which may wait.
            let result = Locked<Result<RecordedExchange, any Error>?>(nil)
            let isOver = DispatchSemaphore(value: 0)
            Task {
                do {
                    let record = try await send(request)
                    result.withLock { $0 = .success(record) }
                } catch {
                    result.withLock { $0 = .failure(error) }
                }
                isOver.signal()
            }
            isOver.wait()
            guard let record = try result.withLock({ $0 })?.get() else { throw ScriptProblem("nothing was sent") }
            return try ScriptSendResult(record)
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
    /// The texts of the files that scripts require, in the order of their paths.
    public func modules(of plan: ScriptPlan) -> [String] { ScriptModules(plan, self).inOrder }
}

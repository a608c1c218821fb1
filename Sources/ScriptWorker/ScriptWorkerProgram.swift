internal import CScriptEngine
import FilterWorker
import Foundation

/// The worker itself: a process without files, network or environment, which runs the scripts of one send, a stage at a time.
public enum ScriptWorkerProgram {
    /// The exit statuses by which the worker says what no message can.
    enum Status: Int32 {
        case noEngine = 2
        case disconnected = 3
    }

    /// Runs the worker in a process that was started for it. Its input and output have to be pipes.
    ///
    /// - Returns: the exit status.
    public static func run() -> Int32 {
        // It is started in one thread and used in others, and a script may go on without ever reading.
        WorkerProcess.begin(endsWithParent: false)
        WorkerProcess.endWithInput(status: Status.disconnected.rawValue)
        // Scripts are tiny: nothing is compiled, so no memory is writable and executable. Without it 72 GB of address space are reserved, and
        // no limit of it would hold. Both are read when the library is loaded.
        setenv("JSC_useJIT", "0", 1)
        setenv("GIGACAGE_ENABLED", "0", 1)
        // The engine says on stdout that the second is switched off: messages have a descriptor of their own.
        let output = dup(STDOUT_FILENO)
        let null = open("/dev/null", O_WRONLY)
        guard output >= 0, null >= 0, dup2(null, STDOUT_FILENO) >= 0 else { return Status.disconnected.rawValue }
        let host = ScriptHostCalls(output: output)
        guard let engine = JavaScriptCore(host) else { return Status.noEngine.rawValue }
        // The engine's threads are there from the first script on.
        engine.begin()
        _ = try? engine.run("1", file: "prelude", line: 1, seconds: 5)
        host.isConfined = ScriptConfinement.begin()
        let memory = ScriptMemory()
        guard WorkerLimits.forbidFiles() else { return Status.disconnected.rawValue }
        if !ScriptFrame.isReady(STDIN_FILENO) { try? ScriptPrelude.run(in: engine) }
        while let text = ScriptFrame.read(from: STDIN_FILENO),
            let order = try? JSONDecoder().decode(ScriptOrder.self, from: Data(text.utf8)),
            memory.limit(to: order.memory)
        {
            host.state = order.state
            engine.begin()
            ScriptSegments(engine: engine, host: host, order: order).run()
        }
        return Status.disconnected.rawValue
    }
}

/// The rights of this process.
package enum ScriptConfinement {
    /// Takes sockets, files to write, programs and processes from it, permanently.
    ///
    /// - Returns: false where the kernel cannot do that; `errno` says why.
    package static func begin() -> Bool { microscope_script_sandbox() == 0 }
}

/// The memory of this process.
struct ScriptMemory {
    #if os(Linux)
        /// The file of the process's sizes, opened while files may be: each read gets the current ones.
        private let sizes = open("/proc/self/statm", O_RDONLY)
    #endif

    /// Limits it to its current size and `more` bytes, until it is limited again.
    func limit(to more: Int) -> Bool {
        #if os(Linux)
            // Size of the process in pages, first of the line.
            var text = [UInt8](repeating: 0, count: 64)
            guard pread(sizes, &text, text.count, 0) > 0,
                let pages = Int(String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
            else { return false }
            let kind = __rlimit_resource_t(RLIMIT_AS.rawValue)
            var limits = rlimit()
            guard getrlimit(kind, &limits) == 0 else { return false }
            limits.rlim_cur = min(rlim_t(pages * Int(sysconf(Int32(_SC_PAGESIZE))) + more), limits.rlim_max)
            return setrlimit(kind, &limits) == 0
        #else
            return true
        #endif
    }
}

/// Calls of scripts to the process that started the worker.
final class ScriptHostCalls {
    private let output: Int32
    /// The state as JSON. Default: as little as the prelude can be compiled with.
    var state: String
    /// Whether the kernel confines this process.
    var isConfined = false

    init(output: Int32) {
        self.output = output
        var state = ScriptState()
        state.response = ScriptState.Response()
        self.state = ScriptState.json(state)
    }

    /// Hands a message on. A call waits for its reply.
    func handle(_ text: String) -> String? {
        guard text.hasPrefix(#"{"kind":"call""#) else {
            send(text)
            return nil
        }
        if text.hasPrefix(#"{"kind":"call","call":"state""#) { return #"{"value":\#(state)}"# }
        send(text)
        guard let reply = ScriptFrame.read(from: STDIN_FILENO) else {
            _exit(ScriptWorkerProgram.Status.disconnected.rawValue)
        }
        return reply
    }

    func send(_ text: String) {
        if !ScriptFrame.write(text, to: output) { _exit(ScriptWorkerProgram.Status.disconnected.rawValue) }
    }
}

/// Runs the segments of an order, one after the other, up to the first error.
struct ScriptSegments<Engine: ScriptEngine> {
    let engine: Engine
    let host: ScriptHostCalls
    let order: ScriptOrder

    func run() {
        do throws(ScriptProblem) {
            if order.isOnlyRead {
                for segment in order.segments { try check(segment) }
                return report(["kind": "done"], raw: [:])
            }
            try ScriptPrelude.run(in: engine)
            for segment in order.segments { try run(segment) }
            report(
                ["kind": "done", "isConfined": "\(host.isConfined)"], raw: ["changes": try ask("__worker.changes()")])
        } catch {
            report(error)
        }
    }

    private func run(_ segment: ScriptSegment) throws(ScriptProblem) {
        do throws(ScriptProblem) {
            _ = try engine.run(
                "\(ScriptSegment.opening)\(segment.code)\n})())", file: segment.file, line: segment.line,
                seconds: order.seconds)
            try finish()
            _ = try ask("__worker.endLegacy()")
            try finish()
        } catch {
            // The tests before the error are reported all the same.
            _ = try? ask("__worker.endLegacy()")
            throw error.shown(in: segment, seconds: order.seconds)
        }
    }

    private func check(_ segment: ScriptSegment) throws(ScriptProblem) {
        do throws(ScriptProblem) {
            try engine.check("\(ScriptSegment.opening)\(segment.code)\n})())", file: segment.file, line: segment.line)
        } catch {
            throw error.shown(in: segment, seconds: order.seconds)
        }
    }

    /// Runs timers, and waits for promises, until nothing is left to do.
    private func finish() throws(ScriptProblem) {
        while true {
            switch try ask("__worker.step()") {
            case "more": continue
            case "stuck":
                throw ScriptProblem("the script waits for a promise that nothing will settle")
            default:
                let problem = try ask("__worker.problem()")
                if problem.isEmpty { return }
                throw ScriptProblem(json: problem)
            }
        }
    }

    private func ask(_ code: String) throws(ScriptProblem) -> String {
        try engine.run(code, file: "prelude", line: 1, seconds: order.seconds)
    }

    private func report(_ problem: ScriptProblem) {
        var values = ["kind": "failed", "message": problem.message]
        values["file"] = problem.place?.file
        let place = problem.place.map { ["line": "\($0.line)", "column": "\($0.column)"] } ?? [:]
        report(values, raw: place)
    }

    /// - Parameter raw: members that are JSON already.
    private func report(_ values: [String: String], raw: [String: String]) {
        let texts = values.compactMap { name, value -> String? in
            (try? JSONEncoder().encode(value)).map { "\"\(name)\":\(String(decoding: $0, as: UTF8.self))" }
        }
        host.send("{\((texts + raw.map { "\"\($0)\":\($1)" }).joined(separator: ","))}")
    }
}

extension ScriptProblem {
    /// Reads the error of a promise.
    fileprivate init(json: String) {
        let values = try? JSONDecoder().decode(ScriptMessageProblem.self, from: Data(json.utf8))
        let place = values.flatMap { values in
            values.line.map { ScriptPlace(file: values.file ?? "", line: $0, column: values.column ?? 0) }
        }
        self.init(values?.message ?? json, at: place)
    }

    /// Returns the error as it is in the file.
    fileprivate func shown(in segment: ScriptSegment, seconds: Double) -> ScriptProblem {
        var problem = self
        if message.contains("execution terminated") {
            problem.message = ScriptLimits.timeProblem(seconds)
        }
        if message.contains("Out of memory") { problem.message += ": \(ScriptLimits.moreMemory)" }
        // The prelude is where a check of ours threw: the script that called it is known.
        let isKnown = place?.file == segment.file
        problem.place =
            isKnown ? place?.inFile(of: [segment]) : ScriptPlace(file: segment.file, line: segment.line, column: 1)
        return problem
    }
}

private struct ScriptMessageProblem: Decodable {
    var message: String
    var file: String?
    var line: Int?
    var column: Int?
}

/// The scripts of our own that run first.
enum ScriptPrelude {
    /// Runs them. The engine compiles them once.
    static func run(in engine: some ScriptEngine) throws(ScriptProblem) {
        for file in files { _ = try engine.run(file.code, file: file.name, line: 1, seconds: 5) }
    }

    private static var files: [(name: String, code: String)] {
        [
            ("expect.js", PackageResources.expect_js), ("prelude.js", PackageResources.prelude_js),
            ("postman.js", PackageResources.postman_js), ("schema.js", PackageResources.schema_js),
            ("html.js", PackageResources.html_js), ("moment.js", PackageResources.moment_js),
            ("lodash.js", PackageResources.lodash_js), ("modules.js", PackageResources.modules_js),
        ].map { ($0, String(decoding: $1, as: UTF8.self)) }
    }
}

public import FilterWorker
import Foundation
import Spawning

/// The functions that scripts may call in the program. Each call comes on the thread that runs the scripts.
public struct ScriptHost: Sendable {
    /// Returns the body of the response as text. Throws: ``ScriptProblem``.
    public var body: @Sendable () throws -> String = { throw ScriptProblem("there is no response") }
    /// Returns a digest, or a signature with a key, by the name of its algorithm: "sha256".
    public var digest: @Sendable (_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8]?) -> [UInt8]? = { _, _, _ in nil
    }
    public var random: @Sendable (_ count: Int) -> [UInt8] = { count in
        (0..<count).map { _ in UInt8.random(in: 0...255) }
    }
    /// Returns the value of a dynamic name: "$guid"; nil: there is none.
    public var dynamicValue: @Sendable (_ name: String) -> String? = { _ in nil }
    /// Returns the text of a file that a script requires, with its path below the collection. Throws: ``ScriptProblem``.
    public var module: @Sendable (_ name: String, _ folder: String) throws -> (path: String, code: String) = {
        name, _ in
        throw ScriptProblem("there is no module \(name)")
    }
    /// Sends a request of a script. Throws: ``ScriptProblem``.
    public var send: @Sendable (ScriptSend) throws -> ScriptSendResult = { _ in
        throw ScriptProblem("not agreed to: sendRequest")
    }

    /// Reads or changes cookies. Throws: ``ScriptProblem``.
    public var cookies: @Sendable (ScriptCookieCall) throws -> [ScriptCookie] = { _ in
        throw ScriptProblem("not agreed to: cookies")
    }

    public init() {}
}

/// Runs the scripts of one stage in a worker, and answers what they ask for.
public struct ScriptRun {
    private let segments: [ScriptSegment]
    private let state: ScriptState
    private let limits: ScriptLimits
    private let program: WorkerProgram
    private let host: ScriptHost

    /// - Parameters:
    ///   - segments: in the order in which they run; an error ends them all.
    ///   - program: started as ``ScriptWorkerProgram``.
    public init(
        _ segments: [ScriptSegment], _ state: ScriptState, limits: ScriptLimits = ScriptLimits(),
        program: WorkerProgram,
        host: ScriptHost = ScriptHost()
    ) {
        self.segments = segments
        self.state = state
        self.limits = limits
        self.program = program
        self.host = host
    }

    /// Runs them. Blocks the calling thread until they have ended, or were ended at a limit.
    ///
    /// SIGPIPE has to be ignored in the process.
    ///
    /// - Parameter handle: ends them from another thread.
    /// - Returns: what came of them, as far as they got.
    public func run(_ handle: WorkerHandle = WorkerHandle()) -> ScriptOutcome { run(handle, isOnlyRead: false) }

    /// Reads a script without running anything of it. Blocks the calling thread, for some milliseconds.
    ///
    /// - Returns: The first place where it is no JavaScript, with its line and column from 1; nil if there is none, and where no engine is installed.
    public static func fault(in code: String, program: WorkerProgram) -> ScriptProblem? {
        let segment = ScriptSegment(file: "script", line: 1, code: code)
        let outcome = ScriptRun([segment], ScriptState(), program: program).run(WorkerHandle(), isOnlyRead: true)
        // A worker that cannot be started, or dies, says nothing of the script.
        return outcome.problem.flatMap { $0.message.hasPrefix("SyntaxError") ? $0 : nil }
    }

    private func run(_ handle: WorkerHandle, isOnlyRead: Bool) -> ScriptOutcome {
        var exchange: ScriptExchange
        do throws(WorkerError) {
            exchange = try ScriptExchange(limits, host, handle, try WorkerPipes())
            try exchange.start(program)
        } catch {
            var outcome = ScriptOutcome()
            outcome.problem = ScriptProblem("the process for scripts cannot be started: \(error.text)")
            return outcome
        }
        defer { exchange.close() }
        let text = (try? JSONEncoder().encode(state)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        let order = ScriptOrder(
            memory: limits.memory, seconds: limits.seconds, segments: segments, state: text, isOnlyRead: isOnlyRead)
        exchange.run(order)
        exchange.finish(segments)
        return exchange.outcome
    }
}

/// The messages of one worker, and the limits on them.
private struct ScriptExchange {
    private let limits: ScriptLimits
    private let host: ScriptHost
    private let handle: WorkerHandle
    private var pipes: WorkerPipes
    private var received: [UInt8] = []
    private var receivedCount = 0
    private var messages = 0
    private var sends = 0
    private var pauses = 0.0
    private var tests: [Int: ScriptTest] = [:]
    private var isDone = false
    private var deadline: ContinuousClock.Instant
    private(set) var outcome = ScriptOutcome()

    init(
        _ limits: ScriptLimits, _ host: ScriptHost, _ handle: WorkerHandle, _ pipes: WorkerPipes
    ) throws(WorkerError) {
        (self.limits, self.host, self.handle, self.pipes) = (limits, host, handle, pipes)
        deadline = .now + .seconds(limits.wallSeconds)
    }

    func start(_ program: WorkerProgram) throws(WorkerError) {
        defer { pipes.closeTheirs() }
        handle.note(try pipes.start(program.path, program.words))
    }

    mutating func close() { pipes.closeOurs() }

    // MARK: - Messages

    mutating func run(_ order: ScriptOrder) {
        guard let data = try? JSONEncoder().encode(order), send(String(decoding: data, as: UTF8.self)) else { return }
        while !isDone, let text = next() {
            guard let message = try? JSONDecoder().decode(ScriptMessage.self, from: Data(text.utf8)) else {
                return end("the process for scripts said something that nobody understands")
            }
            take(message)
        }
    }

    /// Waits for the next message; nil at the end, and at a limit.
    private mutating func next() -> String? {
        while true {
            if let text = ScriptFrame.take(from: &received) { return text }
            if (ScriptFrame.length(of: received) ?? 0) > limits.bytes || receivedCount > limits.bytes {
                end("the script wrote more than \(limits.bytes >> 20) MB")
                return nil
            }
            guard wait(for: pipes.output, POLLIN), receive() else { return nil }
        }
    }

    /// Writes a message, as fast as the worker reads.
    ///
    /// - Returns: false at the time limit, and when nobody reads any more.
    private mutating func send(_ text: String) -> Bool {
        var rest = ScriptFrame.bytes(text)[...]
        while !rest.isEmpty {
            guard wait(for: pipes.input, POLLOUT) else { return false }
            let count = rest.withUnsafeBytes { write(pipes.input, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EAGAIN || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Waits until a pipe can be read or written, or the worker is gone.
    ///
    /// - Returns: false at the time limit, which ends the script.
    private mutating func wait(for descriptor: Int32, _ events: Int32) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else {
                end("the script ran longer than \(limits.wallSeconds.formatted()) s")
                return false
            }
            if Self.wait(for: descriptor, events, left) { return true }
        }
    }

    /// - Returns: whether it came about within a time.
    private static func wait(for descriptor: Int32, _ events: Int32, _ time: Duration) -> Bool {
        var source = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&source, 1, Int32(clamping: Int64(time / .milliseconds(1)) + 1)) > 0
    }

    private mutating func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = buffer.withUnsafeMutableBytes { read(pipes.output, $0.baseAddress, $0.count) }
        guard count > 0 else { return count < 0 && errno == EINTR }
        received += buffer[..<count]
        receivedCount += count
        return true
    }

    private mutating func end(_ message: String) {
        outcome.problem = outcome.problem ?? ScriptProblem(message)
        isDone = true
        handle.end()
    }

    private mutating func take(_ message: ScriptMessage) {
        if message.kind != "call" {
            messages += 1
            guard messages <= limits.messages * 3 else {
                return end("the script said more than \(limits.messages * 3) things")
            }
        }
        switch message.kind {
        case "log": outcome.lines.append(ScriptLine(level: message.level ?? "info", text: message.text ?? ""))
        case "test": if let index = message.index { tests[index] = ScriptTest(message) }
        case "set", "unset":
            guard let scope = message.scope, let name = message.name else { return }
            let json = message.kind == "set" ? message.value : nil
            outcome.variables.append(ScriptVariable(scope: scope, name: name, json: json))
        case "flow": outcome.flow = ScriptFlow(message) ?? outcome.flow
        case "failed":
            outcome.problem = ScriptProblem(message.message ?? "", at: ScriptPlace(message))
            isDone = true
        case "done":
            outcome.request = message.changes ?? ScriptedRequest()
            outcome.isConfined = message.isConfined == "true"
            isDone = true
        case "call": answer(message)
        default: end("the process for scripts said something that nobody understands")
        }
    }

    // MARK: - Calls

    /// The time that a call takes is not the script's.
    private mutating func answer(_ message: ScriptMessage) {
        let began = ContinuousClock.now
        let reply = reply(to: message)
        deadline += began.duration(to: .now)
        // Where nobody reads any more, the next message does not come either.
        if !isDone { _ = send(reply) }
    }

    private mutating func reply(to message: ScriptMessage) -> String {
        do {
            switch message.call {
            case "body": return ScriptReply.value(try host.body())
            case "sleep": return try pause(message.milliseconds ?? 0)
            case "random":
                return ScriptReply.value(
                    Data(host.random(min(65_536, max(0, message.count ?? 0)))).base64EncodedString())
            case "digest":
                let bytes = message.data.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
                let key = message.key.map { Data(base64Encoded: $0).map(Array.init) ?? [] }
                guard let digest = host.digest(message.algorithm ?? "", bytes, key) else {
                    return ScriptReply.error("there is no digest \(message.algorithm ?? "")")
                }
                return ScriptReply.value(Data(digest).base64EncodedString())
            case "dynamic": return ScriptReply.value(host.dynamicValue(message.name ?? ""))
            case "module":
                let file = try host.module(message.name ?? "", message.folder ?? "")
                let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
                return ScriptReply.value(["path": file.path, "code": file.code, "folder": folder])
            case "sendRequest":
                guard let request = message.request else { return ScriptReply.error("a request needs a URL") }
                sends += 1
                guard sends <= limits.sends else {
                    return ScriptReply.error("more than \(limits.sends) requests are not sent")
                }
                return ScriptReply.value(try host.send(request))
            case "cookies":
                let call = ScriptCookieCall(
                    action: message.action ?? "", url: message.url ?? "", name: message.name, cookie: message.cookie)
                return ScriptReply.value(try host.cookies(call))
            case let call?: return ScriptReply.error("\(call) is not available")
            case nil: return ScriptReply.error("there is no such call")
            }
        } catch {
            return ScriptReply.error((error as? ScriptProblem)?.message ?? "\(error)")
        }
    }

    private mutating func pause(_ milliseconds: Double) throws -> String {
        let seconds = max(0, milliseconds) / 1000
        pauses += seconds
        guard pauses <= limits.pauses else {
            throw ScriptProblem("pauses are longer than \(limits.pauses.formatted()) s in all")
        }
        // The worker says nothing meanwhile: its end is all that can come.
        _ = Self.wait(for: pipes.output, 0, .seconds(seconds))
        return ScriptReply.nothing
    }

    // MARK: - The end

    /// Waits for the end of the worker. One that is not done with its scripts died, or was ended.
    mutating func finish(_ segments: [ScriptSegment]) {
        pipes.closeInput()
        if isDone { handle.end() }
        let end = handle.wait()
        outcome.tests = tests.sorted { $0.key < $1.key }.map { _, test in
            var test = test
            test.place = test.place?.inFile(of: segments)
            return test
        }
        if !isDone, outcome.problem == nil {
            outcome.lacksEngine = end == .status(ScriptWorkerProgram.Status.noEngine.rawValue)
            outcome.problem = handle.isCancelled ? ScriptProblem("the script was cancelled") : ScriptProblem(end)
        }
        if outcome.problem != nil, outcome.problem?.place == nil, let segment = segments.first {
            outcome.problem?.place = ScriptPlace(file: segment.file, line: segment.line, column: 1)
        }
    }
}

extension ScriptTest {
    fileprivate init(_ message: ScriptMessage) {
        self.init(
            name: message.name ?? "", outcome: message.outcome.flatMap(Outcome.init) ?? .failed,
            message: message.message ?? "", actual: message.actual, expected: message.expected,
            place: ScriptPlace(message))
    }
}

extension ScriptPlace {
    fileprivate init?(_ message: ScriptMessage) {
        guard let line = message.line else { return nil }
        self.init(file: message.file ?? "", line: line, column: message.column ?? 0)
    }
}

extension ScriptFlow {
    fileprivate init?(_ message: ScriptMessage) {
        switch message.action {
        case "next": self = .next(message.name ?? "")
        case "skip": self = .skipRequest
        case "stop": self = .stop
        default: return nil
        }
    }
}

extension ScriptProblem {
    /// The end of a worker that was not done.
    fileprivate init(_ end: ChildProcess.End) {
        switch end {
        case .status(ScriptWorkerProgram.Status.noEngine.rawValue):
            self.init("scripts need JavaScriptCore, which is not installed: apt install libjavascriptcoregtk-4.1-0")
        case .status(let status): self.init("the process for scripts ended with status \(status)")
        case .signal(let number):
            self.init(
                "the process for scripts died by signal \(number) (\(String(cString: strsignal(number)))), most likely since it needed more memory than it may use"
            )
        }
    }
}

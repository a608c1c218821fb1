import FilterWorker
import Foundation
import Spawning

/// The messages of one stage between the program and a worker, and the limits on them.
struct ScriptExchange {
    private let stage: ScriptStage
    private let handle: WorkerHandle
    private let pipes: WorkerPipes
    private var limits: ScriptLimits { stage.limits }
    private var received: [UInt8] = []
    private var receivedCount = 0
    private var messages = 0
    private var sends = 0
    private var pauses = 0.0
    private var tests: [Int: ScriptTest] = [:]
    private var isDone = false
    private var deadline: ContinuousClock.Instant
    private var outcome = ScriptOutcome()

    init(_ stage: ScriptStage, _ handle: WorkerHandle, _ pipes: WorkerPipes) {
        (self.stage, self.handle, self.pipes) = (stage, handle, pipes)
        deadline = .now + .seconds(stage.limits.wallSeconds)
    }

    // MARK: - Messages

    mutating func run(_ order: ScriptOrder) {
        guard let data = try? JSONEncoder().encode(order), send(String(decoding: data, as: UTF8.self)) else { return }
        while !isDone, let text = next() {
            guard let message = try? JSONDecoder().decode(ScriptMessage.self, from: Data(text.utf8)) else {
                return end("the process for scripts sent an invalid message")
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
    /// - Returns: Whether it was written; false at the time limit, and when nobody reads any more.
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
                end(ScriptLimits.timeProblem(limits.wallSeconds))
                return false
            }
            if Self.wait(for: descriptor, events, left) { return true }
        }
    }

    /// - Returns: Whether an event came within the time.
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
                return end("the script sent more than \(limits.messages * 3) messages")
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
        default: end("the process for scripts sent an invalid message")
        }
    }

    // MARK: - Calls

    /// Handles a call of a script; the time that it takes is not the script's.
    private mutating func answer(_ message: ScriptMessage) {
        let began = ContinuousClock.now
        let reply: String
        do {
            reply = try self.reply(to: message)
        } catch {
            reply = ScriptReply.error((error as? ScriptProblem)?.message ?? "\(error)")
        }
        deadline += began.duration(to: .now)
        // Where nobody reads any more, the next message does not come either.
        if !isDone { _ = send(reply) }
    }

    private mutating func reply(to message: ScriptMessage) throws -> String {
        switch message.call {
        case "sleep": return try pause(message.milliseconds ?? 0)
        case "runRequest":
            try countSend()
            let result = try stage.host.run(message.path ?? "", outcome.variables)
            outcome.variables += result.variables
            outcome.lines += result.lines
            return ScriptReply.value(result)
        case "sendRequest": try countSend()
        default: break
        }
        return try stage.host.reply(to: message)
    }

    private mutating func countSend() throws {
        sends += 1
        guard sends <= limits.sends else { throw ScriptProblem("more than \(limits.sends) requests are not sent") }
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

    /// Whether the worker waits for another stage.
    var isReadyForMore: Bool { isDone && outcome.problem == nil && received.isEmpty && !handle.isCancelled }

    /// Ends a worker that is not ready for more, and says why if its scripts have not ended.
    mutating func end(with handle: WorkerHandle) {
        // One that is not done is gone, or going.
        if isDone { handle.end() }
        let end = handle.wait()
        guard !isDone, outcome.problem == nil else { return }
        outcome.lacksEngine = end == .status(ScriptWorkerProgram.Status.noEngine.rawValue)
        outcome.problem = handle.isCancelled ? ScriptProblem("the script was cancelled") : ScriptProblem(end)
    }

    /// The result of the scripts, with the places as they are in the files.
    var finished: ScriptOutcome {
        var outcome = outcome
        outcome.tests = tests.sorted { $0.key < $1.key }.map { _, test in
            var test = test
            test.place = test.place?.inFile(of: stage.segments)
            return test
        }
        if outcome.problem != nil, outcome.problem?.place == nil, let segment = stage.segments.first {
            outcome.problem?.place = ScriptPlace(file: segment.file, line: segment.line, column: 1)
        }
        return outcome
    }
}

extension ScriptTest {
    fileprivate init(_ message: ScriptMessage) {
        self.init(
            name: message.name ?? "", outcome: message.outcome.flatMap(Outcome.init) ?? .failed,
            message: message.message ?? "", actual: message.actual, expected: message.expected,
            place: ScriptPlace(message), readsStatus: message.readsStatus ?? false)
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
    /// Creates the error of a worker that ended before it was done.
    fileprivate init(_ end: ChildProcess.End) {
        switch end {
        case .status(ScriptWorkerProgram.Status.noEngine.rawValue):
            self.init("scripts need JavaScriptCore, which is not installed: apt install libjavascriptcoregtk-4.1-0")
        case .status(let status): self.init("the process for scripts ended with status \(status)")
        case .signal(let number):
            self.init(
                "the process for scripts died by signal \(number) (\(String(cString: strsignal(number)))), most likely since it needed more memory than it may use: \(ScriptLimits.moreMemory)"
            )
        }
    }
}

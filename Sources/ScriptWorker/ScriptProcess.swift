public import FilterWorker
import Foundation
import Spawning

/// The scripts of one stage of a send, with what they find and may call.
public struct ScriptStage: Sendable {
    /// The scripts in the order in which they run; an error ends them all.
    public var segments: [ScriptSegment]
    public var state: ScriptState
    public var limits: ScriptLimits
    public var host: ScriptHost

    public init(
        _ segments: [ScriptSegment], _ state: ScriptState, limits: ScriptLimits = ScriptLimits(),
        host: ScriptHost = ScriptHost()
    ) {
        (self.segments, self.state, self.limits, self.host) = (segments, state, limits, host)
    }
}

/// A process that runs the scripts of one send, a stage at a time. It ends with the last reference to this.
///
/// Each stage has a global object of its own. After an error the next stage has another process: the state of the old one is unknown.
public final class ScriptProcess: @unchecked Sendable {
    // @unchecked: what changes is touched under the lock only.
    private let program: WorkerProgram
    private let lock = NSLock()
    private var running: (process: ChildProcess, pipes: WorkerPipes)?

    /// - Parameter program: started as ``ScriptWorkerProgram``, when it is needed.
    public init(_ program: WorkerProgram) { self.program = program }

    deinit {
        running?.process.kill()
        _ = running?.process.waitForEnd()
        running?.pipes.closeOurs()
    }

    /// Starts the process ahead of its first stage, since the engine needs some time; the first stage says why it cannot be started.
    public func start() { lock.withLock { _ = try? started() } }

    private func started() throws(WorkerError) -> (process: ChildProcess, pipes: WorkerPipes) {
        if let running { return running }
        let pipes = try WorkerPipes()
        defer { pipes.closeTheirs() }
        let started = (try pipes.start(program.path, program.words), pipes)
        running = started
        return started
    }

    /// Runs a stage. Blocks the calling thread until its scripts have ended, or were ended at a limit.
    ///
    /// SIGPIPE has to be ignored in the process.
    ///
    /// - Parameter handle: Ends them from another thread, at once.
    /// - Returns: The results of the scripts, as far as they got.
    public func run(_ stage: ScriptStage, _ handle: WorkerHandle = WorkerHandle()) -> ScriptOutcome {
        run(stage, handle, isOnlyRead: false)
    }

    /// Reads a script without running anything of it. Blocks the calling thread, for some milliseconds.
    ///
    /// - Returns: The first place where it is no JavaScript, with its line and column from 1; nil if there is none, and where no engine is installed.
    public static func fault(in code: String, program: WorkerProgram) -> ScriptProblem? {
        let stage = ScriptStage([ScriptSegment(file: "script", line: 1, code: code)], ScriptState())
        let outcome = ScriptProcess(program).run(stage, WorkerHandle(), isOnlyRead: true)
        // A worker that cannot be started, or dies, says nothing of the script.
        return outcome.problem.flatMap { $0.message.hasPrefix("SyntaxError") ? $0 : nil }
    }

    private func run(_ stage: ScriptStage, _ handle: WorkerHandle, isOnlyRead: Bool) -> ScriptOutcome {
        lock.withLock {
            do throws(WorkerError) {
                let running = try started()
                handle.note(running.process)
                var exchange = ScriptExchange(stage, handle, running.pipes)
                exchange.run(ScriptOrder(stage, isOnlyRead: isOnlyRead))
                if exchange.isReadyForMore { handle.forget() } else { end(handle, &exchange) }
                return exchange.finished
            } catch {
                var outcome = ScriptOutcome()
                outcome.problem = ScriptProblem("the process for scripts cannot be started: \(error.text)")
                return outcome
            }
        }
    }

    private func end(_ handle: WorkerHandle, _ exchange: inout ScriptExchange) {
        exchange.end(with: handle)
        running?.pipes.closeOurs()
        running = nil
    }
}

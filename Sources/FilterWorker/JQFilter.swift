public import BodyStore

/// A filter of jq, done by a worker process.
public struct JQFilter: Sendable {
    private let filter: String
    private let program: WorkerProgram
    private let limits: WorkerLimits

    public init(_ filter: String, program: WorkerProgram, limits: WorkerLimits = WorkerLimits()) {
        self.filter = filter
        self.program = program
        self.limits = limits
    }

    /// Runs the filter. Blocks the calling thread, one of the caller's own, until the worker has ended.
    ///
    /// SIGPIPE has to be ignored in the process.
    /// - Parameters:
    ///   - body: The whole body.
    ///   - store: Gets the values, each on a line of its own, and is finished.
    ///   - handle: Kills the worker.
    /// - Returns: The result; nil if cancelled.
    public func run(_ body: BodyStore, into store: BodyStore, _ handle: WorkerHandle = WorkerHandle()) -> WorkerResult?
    {
        WorkerExchange.run(body, filter, into: store, program, limits, handle)
    }
}

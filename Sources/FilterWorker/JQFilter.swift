public import BodyStore
import Foundation

/// What jq made of a body.
public struct JQResult: Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        /// libjq is not there.
        case notInstalled
        /// jq does not take the filter, in its own words.
        case refused(String)
        /// It could not be done for a value, in jq's own words; others may have gone well.
        case failed(String)
        /// The body is not JSON, in jq's own words.
        case broken(String)
        case outOfMemory(limit: Int)
        /// A signal ended it, such as libjq gets where it does not notice that there is no more memory; in the system's words.
        case crashed(String, limit: Int)
        case outOfTime(seconds: Int)
        /// The worker died, or could not be started.
        case died(String)
        /// What it wrote could not be kept.
        case notKept(String)
    }

    /// Values written.
    public var count = 0
    public var problem: Problem?
    /// Whether there was more than is kept.
    public var isCut = false
    /// Whether numbers that nobody reckoned with keep their digits.
    public var keepsDigits = false

    public init() {}
}

/// A filter of jq, done by a worker process.
public struct JQFilter: Sendable {
    /// Of the program that becomes the worker, and the words that make it one.
    public struct Program: Sendable, Hashable {
        public var path: String
        public var words: [String]

        public init(path: String, words: [String]) {
            self.path = path
            self.words = words
        }
    }

    private let filter: String
    private let program: Program
    private let limits: WorkerLimits

    public init(_ filter: String, program: Program, limits: WorkerLimits = WorkerLimits()) {
        self.filter = filter
        self.program = program
        self.limits = limits
    }

    /// Blocks the calling thread, one of its caller's own, until the worker has ended.
    ///
    /// SIGPIPE has to be ignored in the process.
    /// - Parameters:
    ///   - body: the whole of it.
    ///   - store: gets the values, each on a line of its own, and is finished.
    ///   - handle: kills the worker.
    /// - Returns: nil when cancelled.
    public func run(_ body: BodyStore, into store: BodyStore, _ handle: WorkerHandle = WorkerHandle()) -> JQResult? {
        defer { store.finish() }
        do {
            var exchange = try WorkerExchange(body, filter, into: store, limits)
            defer { exchange.close() }
            try exchange.start(program, handle)
            exchange.run(handle)
            let end = handle.wait()
            return handle.isCancelled ? nil : exchange.result(end)
        } catch {
            var result = JQResult()
            result.problem = .died(error.text)
            return result
        }
    }
}

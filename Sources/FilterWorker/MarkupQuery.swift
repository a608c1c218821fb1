public import BodyStore

/// An expression of XPath 1.0, evaluated on a body of XML or HTML by a worker process.
public struct MarkupQuery: Sendable {
    private let order: MarkupOrder
    private let program: WorkerProgram
    private let limits: WorkerLimits

    /// The value of an expression; of a list of nodes, the text of the first.
    public enum Value: Sendable, Hashable {
        case nothing
        case text(String)
        case number(Double)
        case boolean(Bool)
    }

    public enum Outcome: Sendable, Hashable {
        case value(Value)
        case problem(WorkerResult.Problem)
        /// The text has more bytes than the worker may write.
        case tooLong
    }

    /// - Parameter limits: Its `outputBytes` bound the length of a text.
    public init(_ expression: String, isHTML: Bool, program: WorkerProgram, limits: WorkerLimits = WorkerLimits()) {
        order = MarkupOrder(isHTML: isHTML, expression: expression)
        self.program = program
        var limits = limits
        limits.outputValues = .max
        self.limits = limits
    }

    /// Runs the query. Blocks the calling thread, one of the caller's own, until the worker has ended.
    ///
    /// SIGPIPE has to be ignored in the process.
    /// - Parameters:
    ///   - body: The whole body, in UTF-8.
    ///   - handle: Kills the worker.
    /// - Returns: The outcome; nil if cancelled.
    public func run(_ body: BodyStore, _ handle: WorkerHandle = WorkerHandle()) -> Outcome? {
        let store = BodyStore()
        return WorkerExchange.run(body, order.text, into: store, program, limits, handle).map { outcome($0, store) }
    }

    private func outcome(_ result: WorkerResult, _ store: BodyStore) -> Outcome {
        if result.isCut { return .tooLong }
        if let problem = result.problem { return .problem(problem) }
        let parts = String(decoding: store.copy(0..<store.count), as: UTF8.self)
            .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return .value(.nothing) }
        switch parts[0] {
        // No number of JSON, as that of a text that is none: there is nothing to keep or to compare.
        case "number": return .value(Double(parts[1]).flatMap { $0.isFinite ? .number($0) : nil } ?? .nothing)
        case "boolean": return .value(.boolean(parts[1] == "true"))
        default: return .value(.text(parts[1]))
        }
    }
}

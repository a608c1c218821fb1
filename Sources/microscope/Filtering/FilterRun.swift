import BodyStore
import BodyView
import Explorer
import FilterWorker
import Foundation

/// Filters one body: plain paths here, everything else in a worker.
struct FilterRun {
    private let order: FilterOrder
    private let handle: WorkerHandle

    /// - Parameter handle: Ends the filter from another thread.
    init(_ order: FilterOrder, _ handle: WorkerHandle = WorkerHandle()) {
        self.order = order
        self.handle = handle
    }

    /// The argument that starts this program as a worker.
    static let workerWord = "--filter-worker"

    /// Returns the outcome; nil if it was cancelled. Blocks the calling thread.
    func run() -> FilterOutcome? {
        switch order.filter {
        case .path(let path): follow(path)
        case .query(let text): ask(text)
        case .fault(let reason): FilterOutcome(nil, problem: reason)
        case .unfinished: FilterOutcome(nil, problem: "The path is incomplete.")
        case .whole: whole
        }
    }

    /// The body as it came, broken or not.
    private var whole: FilterOutcome {
        let fault = order.document.index.fault
        let notes = fault.map { ["The body is invalid at \($0); this is all that was received."] } ?? []
        return FilterOutcome(order.document, count: 1, notes: notes, isPartial: fault != nil)
    }

    private func follow(_ path: PlainPath) -> FilterOutcome? {
        let store = BodyStore()
        do throws(BodyStoreError) {
            let filtering = PathFiltering(order.document, path: path)
            guard let found = try filtering.run(into: store, isCancelled: { handle.isCancelled }) else { return nil }
            if found.count == 0, let problem = problem(of: found) { return FilterOutcome(nil, problem: problem) }
            return outcome(store, found.count, notes(on: found), isPartial: found.isPartial)
        } catch {
            return FilterOutcome(nil, problem: "The result cannot be saved: \(ErrorWords.text(of: error))")
        }
    }

    /// Returns the reason that nothing was found; nil if the path leads to nothing here, which is no problem.
    private func problem(of found: PathFinding) -> String? {
        guard let fault = order.document.index.fault else { return found.firstMiss }
        if let path = found.brokenOffAt {
            return "The body is invalid at \(fault), before the end of \(path): \(path)[] finds the part received."
        }
        return found.firstMiss ?? "The body is invalid at \(fault); before that, the path finds nothing."
    }

    private func notes(on found: PathFinding) -> [String] {
        let broken = order.document.index.fault.map { "The body is invalid at \($0); this is from before the error." }
        let missed = found.firstMiss.map { miss in
            found.misses == 1
                ? "One value has no match: \(miss)." : "\(found.misses) values have no match, first \(miss)."
        }
        return [broken, missed].compactMap { $0 }
    }

    private func ask(_ text: String) -> FilterOutcome? {
        let store = BodyStore()
        let filter = JQFilter(text, program: .own(Self.workerWord), limits: Self.limits)
        guard let result = filter.run(order.document.store, into: store, handle) else { return nil }
        let problem = result.problem.map { self.words(for: $0) }
        if result.count == 0, let problem { return FilterOutcome(nil, problem: problem) }
        let cut = result.isCut ? "There is more; only the first \(Self.limit(result.count)) are shown." : nil
        let taken = takenFault(result.problem)
        let notes = [problem, taken, cut, result.keepsDigits ? nil : roundingNote].compactMap { $0 }
        guard !handle.isCancelled else { return nil }
        return outcome(
            store, result.count, notes, isPartial: problem != nil || result.isCut || order.document.index.fault != nil)
    }

    /// Returns a fault of the body that jq accepts, such as `NaN` or `007`; nil if there is none, or if jq reported one itself.
    private func takenFault(_ problem: WorkerResult.Problem?) -> String? {
        if case .broken = problem { return nil }
        return order.document.index.fault.map {
            "The body is invalid at \($0); jq accepts it anyway, in its own way."
        }
    }

    private static func limit(_ count: Int) -> String {
        count == WorkerLimits().outputValues
            ? "\(count) values" : "\(WorkerLimits().outputBytes >> 20) MB, \(count) values,"
    }

    /// The note that integers are rounded, as before 1.7 jq holds every number as a double; nil if none is.
    private var roundingNote: String? {
        order.document.firstLargeInteger { handle.isCancelled }.map {
            "This libjq is older than 1.7 and rounds integers beyond 2^53, such as \($0.prefix(40)); plain paths do not."
        }
    }

    static let limits = WorkerLimits(environment: ProcessInfo.processInfo.environment)

    private static let moreMemory =
        "Start with \(WorkerLimits.memoryVariable)=4096 to give it 4 GB; paths like .a[0].b and .[] need none."

    private func words(for problem: WorkerResult.Problem) -> String {
        switch problem {
        case .notInstalled:
            "libjq is not installed: apt install libjq1, or brew install jq. Paths like .a[0].b, .[] and /a/0/b work without it."
        case .refused(let text): "jq: \(text)"
        // What it says up to 1.6, and since.
        case .failed("break"), .failed("No more inputs"):
            "jq: No more inputs: `input` takes the body's next value, and there is none."
        case .failed(let text): "jq: \(text)"
        case .broken(let text): "jq: \(text)"
        case .outOfMemory(let limit):
            "jq exceeded its memory limit of \(limit >> 20) MB. \(Self.moreMemory)"
        case .crashed(let text, let limit):
            "jq crashed (\(text)), probably over its memory limit of \(limit >> 20) MB. \(Self.moreMemory)"
        case .outOfTime(let seconds):
            "jq was stopped: it used more than \(seconds) seconds of CPU time, or was killed. "
                + "Start with \(WorkerLimits.secondsVariable)=60 to give it more."
        case .died(let text): "The process that runs jq failed: \(text)."
        case .notKept(let text): "The jq result cannot be saved: \(text)"
        }
    }

    /// Returns the outcome with its lines, which are found here, where there is time.
    private func outcome(
        _ store: BodyStore, _ count: Int, _ notes: [String], isPartial: Bool
    ) -> FilterOutcome? {
        var document = BodyDocument(store: store, kind: count == 0 ? .empty : count == 1 ? .json : .jsonLines)
        while !handle.isCancelled {
            guard !document.index.extend(over: store, budget: 16 << 20).isComplete else {
                return FilterOutcome(document, count: count, notes: notes, isPartial: isPartial)
            }
        }
        return nil
    }
}

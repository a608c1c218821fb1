import Foundation

/// Work beside the screen that does without the threads shared by libdispatch and by Swift's concurrency: on Linux, once used, they wake every second to
/// look after themselves, and a program that waits for a key is to leave the processor alone.
enum Background {
    /// Does work that may block on a thread of its own.
    ///
    /// - Parameter givesWay: Whether it waits while the screen's thread, or any other, has something to do: work for all processors.
    static func run(givesWay: Bool = false, _ work: @escaping @Sendable () -> Void) {
        Thread {
            if givesWay { giveWay() }
            work()
        }.start()
    }

    private static func giveWay() {
        #if canImport(Darwin)
            Thread.current.qualityOfService = .utility
        #else
            // Of this thread alone, and of those that it starts.
            setpriority(.init(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }

    /// Starts a task whose asynchronous functions run on threads that end when nothing is left to do.
    static func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return Task { await work() } }
        return Task(executorPreference: TaskThreads.shared) { await work() }
    }
}

/// Runs the parts of tasks on serial queues, each of which has a thread while it has work.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class TaskThreads: TaskExecutor, @unchecked Sendable {
    // @unchecked: `waiting` is touched under the lock only.
    static let shared = TaskThreads()

    private let queues = (0..<ProcessInfo.processInfo.activeProcessorCount).map {
        DispatchQueue(label: "microscope.tasks.\($0)")
    }
    private let lock = NSLock()
    /// The number of jobs that each queue has.
    private var waiting: [Int]

    private init() { waiting = Array(repeating: 0, count: queues.count) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = takePlace()
        queues[queue].async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            lock.withLock { waiting[queue] -= 1 }
        }
    }

    /// Returns the queue with the least to do.
    private func takePlace() -> Int {
        lock.withLock {
            let queue = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
            waiting[queue] += 1
            return queue
        }
    }
}

import Foundation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CurlTransport {
    /// Runs tasks on the transport's thread: no thread waits for another between a response and the next request, which makes small requests one
    /// after the other about a tenth faster.
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(CurlTransport.shared.taskExecutor) {
    ///     for id in ids { try await store(client.send(GetUser(id: id))) }
    /// }
    /// ```
    ///
    /// All transfers of the transport wait while a task computes there: long work, and many requests at once where there is more than one processor,
    /// belong to another executor. A task that blocks the thread until a transfer ends waits forever.
    public var taskExecutor: any TaskExecutor { mailbox }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CommandQueue: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard !post(.run(job)) else { return }
        // The task outlives the transport.
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension UnownedJob {
    /// Runs it on the thread that obeys the commands of a queue.
    func run(for queue: CommandQueue) {
        // Only the executor makes such a command, and it is there from these versions on.
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        runSynchronously(on: queue.asUnownedTaskExecutor())
    }
}

/// Work that is done once for all callers that want its result at the same time.
///
/// Cancelling one caller does not cancel the work for the others.
package actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    private let outlivesWaiters: Bool
    private var flights: [Key: Flight] = [:]
    private var lastNumber = 0

    private typealias Landing = (value: Value, isNew: Bool)

    private struct Flight {
        var number: Int
        var task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Landing, any Error>] = [:]
    }

    /// - Parameter outlivesWaiters: Whether work continues when nobody waits for it any more; otherwise the last waiter to leave cancels it.
    package init(outlivesWaiters: Bool = false) { self.outlivesWaiters = outlivesWaiters }

    /// Returns how many callers are waiting for the key now.
    package func waiting(for key: Key) -> Int { flights[key]?.waiting.count ?? 0 }

    /// Returns the result that is already there, else that of the work in progress, else that of this work, which starts now.
    ///
    /// - Parameter current: Returns a result that makes the work unnecessary; called again right before the work starts, since other work may have
    ///   ended meanwhile.
    /// - Returns: The result, and whether `work` was run for this call.
    /// - Throws: The error of the work; `CancellationError`.
    package func value(
        for key: Key, current: @escaping @Sendable () async -> Value? = { nil },
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> (value: Value, isOwn: Bool) {
        if let value = await current() { return (value, false) }
        let isFirst = flights[key] == nil
        if isFirst {
            start(key) {
                if let value = await current() { return (value, false) }
                return (try await work(), true)
            }
        }
        let (value, isNew) = try await arrival(of: key)
        return (value, isFirst && isNew)
    }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func start(_ key: Key, _ work: @escaping @Sendable () async throws -> Landing) {
        let number = nextNumber()
        let task = Task {
            let result: Result<Landing, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            land(key, number, result)
        }
        flights[key] = Flight(number: number, task: task)
    }

    private func land(_ key: Key, _ number: Int, _ result: Result<Landing, any Error>) {
        guard let flight = flights[key], flight.number == number else { return }
        flights[key] = nil
        for continuation in flight.waiting.values { continuation.resume(with: result) }
    }

    private func arrival(of key: Key) async throws -> Landing {
        let number = nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled, flights[key] != nil else {
                    leave(key, number)
                    return continuation.resume(throwing: CancellationError())
                }
                flights[key]?.waiting[number] = continuation
            }
        } onCancel: {
            Task { await leave(key, number) }
        }
    }

    private func leave(_ key: Key, _ number: Int) {
        flights[key]?.waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
        guard !outlivesWaiters, let flight = flights[key], flight.waiting.isEmpty else { return }
        flights[key] = nil
        flight.task.cancel()
    }
}

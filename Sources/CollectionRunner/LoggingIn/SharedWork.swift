/// Work that is done once for all who want its result at the same time.
///
/// Cancelling one who waits leaves the work to the others; the last to leave ends it.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    private var flights: [Key: Flight] = [:]
    private var lastNumber = 0

    private struct Flight {
        var number: Int
        var task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    }

    /// How many wait for it now.
    func waiting(for key: Key) -> Int { flights[key]?.waiting.count ?? 0 }

    /// The result of the work under way, else of this work, which begins now.
    ///
    /// - Returns: also whether it was begun here.
    /// - Throws: what the work throws; `CancellationError`.
    func value(
        for key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> (value: Value, isOwn: Bool) {
        let isOwn = flights[key] == nil
        if isOwn { start(key, work) }
        return (try await arrival(of: key), isOwn)
    }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func start(_ key: Key, _ work: @escaping @Sendable () async throws -> Value) {
        let number = nextNumber()
        let task = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            land(key, number, result)
        }
        flights[key] = Flight(number: number, task: task)
    }

    private func land(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        guard let flight = flights[key], flight.number == number else { return }
        flights[key] = nil
        for continuation in flight.waiting.values { continuation.resume(with: result) }
    }

    private func arrival(of key: Key) async throws -> Value {
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
        guard let flight = flights[key], flight.waiting.isEmpty else { return }
        flights[key] = nil
        flight.task.cancel()
    }
}

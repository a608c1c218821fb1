import Dispatch

extension Array where Element: Sendable {
    /// The elements transformed, in their order, on as many threads as there are processors; returns when all are.
    ///
    /// May be called within itself. The order in which `transform` runs is open.
    func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        [Result](unsafeUninitializedCapacity: count) { slots, initializedCount in
            guard let start = slots.baseAddress else { return }
            // Unsafe for the compiler only: each call writes a slot of its own, and all have returned before it is read.
            nonisolated(unsafe) let first = start
            DispatchQueue.concurrentPerform(iterations: count) { index in
                (first + index).initialize(to: transform(self[index]))
            }
            initializedCount = count
        }
    }
}

import Foundation

/// A latch that opens once, and a counter, for threads of a test.
final class Latch: Sendable {
    private let condition = NSCondition()
    // Both guarded by the condition.
    nonisolated(unsafe) private var isOpen = false
    nonisolated(unsafe) private var count = 0

    var value: Int { condition.withLock { count } }

    /// Counts on, from 1.
    func next() -> Int {
        condition.withLock {
            count += 1
            return count
        }
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// Waits for the latch to open. Returns false if it did not within half a minute.
    func wait() -> Bool {
        let deadline = Date(timeIntervalSinceNow: 30)
        return condition.withLock {
            while !isOpen, condition.wait(until: deadline) {}
            return isOpen
        }
    }
}

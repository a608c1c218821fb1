import Foundation

/// Lets threads pass when a number of them have come.
public final class Gate: Sendable {
    private let condition = NSCondition()
    private let missing: Missing

    private final class Missing: @unchecked Sendable {  // Touched under the condition only.
        var count: Int
        init(_ count: Int) { self.count = count }
    }

    public init(_ count: Int) { missing = Missing(count) }

    public func pass() {
        condition.lock()
        missing.count -= 1
        condition.broadcast()
        while missing.count > 0 { condition.wait() }
        condition.unlock()
    }
}

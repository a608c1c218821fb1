import Foundation

/// A value behind a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {  // The value is touched under the lock only.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func exchange(_ new: Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return Swift.exchange(&value, with: new)
    }
}

private func exchange<Value>(_ place: inout Value, with new: Value) -> Value {
    let old = place
    place = new
    return old
}

import Foundation

/// A value protected by a lock, which is held while a closure runs and never across an `await`.
///
/// Lock and value share one allocation, which copies of this struct own together.
///
/// `@unchecked Sendable`: the value is reached through ``withLock(_:)`` only.
package struct Locked<Value>: @unchecked Sendable {
    private let storage: ManagedBuffer<Value, pthread_mutex_t>

    package init(_ value: Value) {
        storage = Storage<Value>.create(minimumCapacity: 1) { storage in
            storage.withUnsafeMutablePointerToElements { mutex in
                mutex.initialize(to: pthread_mutex_t())
                pthread_mutex_init(mutex, nil)
            }
            return value
        }
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try storage.withUnsafeMutablePointers { value, mutex in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }

    private final class Storage<Kept>: ManagedBuffer<Kept, pthread_mutex_t> {
        deinit { withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) } }
    }
}

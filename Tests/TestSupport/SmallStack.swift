import Foundation

/// A thread with the stack that threads have which are not the first: code that calls itself for each level of a text ends on it.
public enum SmallStack {
    /// The size in bytes; macOS gives as much.
    public static let size = 512 << 10

    /// - Parameter size: The size in bytes. Default: ``size``.
    public static func run<Value: Sendable>(
        size: Int = size, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result(catching: body)) }
            thread.stackSize = size
            thread.start()
        }
    }
}

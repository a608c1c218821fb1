import Foundation
import MicroClient

/// Keeps every log line.
///
/// `@unchecked Sendable`: the lines are reached under the lock.
public final class RecordingLogger: MicroClient.Logger, @unchecked Sendable {
    public struct Line: Sendable, Hashable {
        public var level: LogLevel
        public var message: String
    }

    private let lock = NSLock()
    private var kept: [Line] = []

    public init() {}

    public var lines: [Line] {
        lock.lock()
        defer { lock.unlock() }
        return kept
    }

    public func messages(_ level: LogLevel) -> [String] { lines.filter { $0.level == level }.map(\.message) }

    public func log(level: LogLevel, message: String) {
        lock.lock()
        defer { lock.unlock() }
        kept.append(Line(level: level, message: message))
    }
}

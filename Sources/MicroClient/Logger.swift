/// The severity of a log line. Ordered: a threshold passes its own level and higher ones.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// The levels, from the least to the most severe. Debug lines matter only to developers.
    case debug, info, warning, error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// The name of the level: "Debug", "Info", "Warning" or "Error".
    public var description: String {
        switch self {
        case .debug: "Debug"
        case .info: "Info"
        case .warning: "Warning"
        case .error: "Error"
        }
    }
}

/// A receiver of the library's log lines. Called in order for one send, from an unspecified thread; must return at once.
public protocol Logger: Sendable {
    /// Logs one line, or a block of lines.
    func log(level: LogLevel, message: String)
}

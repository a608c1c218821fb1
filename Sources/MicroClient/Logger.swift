/// How much a log line matters. Ordered; a threshold lets its own level and higher ones pass.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// From what only a developer wants to know to what went wrong.
    case debug, info, warning, error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// "Debug", "Info", "Warning", "Error".
    public var description: String {
        switch self {
        case .debug: "Debug"
        case .info: "Info"
        case .warning: "Warning"
        case .error: "Error"
        }
    }
}

/// Takes the library's log lines. Called in order for one send, from an unspecified thread; must return at once.
public protocol Logger: Sendable {
    /// Takes one line, or a block of lines.
    func log(level: LogLevel, message: String)
}

/// A logger that prints every line to standard output, its level first: "[Info] GET http://127.0.0.1/ (attempt 1)".
public struct ConsoleLogger: Logger {
    /// Creates a logger.
    public init() {}

    /// Prints the line.
    public func log(level: LogLevel, message: String) { print("[\(level)] \(message)") }
}

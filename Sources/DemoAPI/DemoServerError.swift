/// The reason why the demo API could not start.
public struct DemoServerError: Error, CustomStringConvertible, Sendable {
    /// The kind of error, for code that reacts to it.
    public enum Code: Sendable {
        /// Another program listens on the port.
        case portInUse
        /// The system does not let this user listen on the port (ports below 1024, usually).
        case portNotPermitted
        /// A socket call failed for another reason.
        case socketFailed
        /// libmicrohttpd did not start: no threads or no file descriptors are left.
        case daemonFailed
    }

    public let code: Code
    /// The port asked for; 0 when any free one would have done.
    public let port: UInt16
    /// The C function that failed, `bind` for example.
    public let operation: String
    /// The system's own words.
    public let message: String

    /// One line: what failed, and what to try next.
    public var description: String {
        switch code {
        case .portInUse:
            "port \(port) is in use by another program: stop it, or choose another port (0 takes a free one)"
        case .portNotPermitted:
            "port \(port) may not be opened by this user: choose a port above 1023 (0 takes a free one)"
        case .socketFailed, .daemonFailed:
            "the demo API could not start on port \(port): \(operation): \(message)"
        }
    }
}

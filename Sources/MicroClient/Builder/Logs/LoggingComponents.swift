extension NetworkClient {
    /// The parts of a call that are logged.
    public struct LoggingComponents: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A random id, the same in all lines of a call.
        public static let uuid = NetworkClient.LoggingComponents(rawValue: 1 << 0)
        /// The place of the call in the source.
        public static let location = NetworkClient.LoggingComponents(rawValue: 1 << 1)
        /// The method, such as "PUT".
        public static let method = NetworkClient.LoggingComponents(rawValue: 1 << 2)
        /// The path of the URL.
        public static let path = NetworkClient.LoggingComponents(rawValue: 1 << 3)
        /// The query of the URL, secrets masked.
        public static let query = NetworkClient.LoggingComponents(rawValue: 1 << 4)
        /// The scheme, host and port.
        public static let baseURL = NetworkClient.LoggingComponents(rawValue: 1 << 5)
        /// The size of bodies.
        public static let size = NetworkClient.LoggingComponents(rawValue: 1 << 6)
        /// The header fields of the request, secrets masked.
        public static let headers = NetworkClient.LoggingComponents(rawValue: 1 << 7)
        /// The bodies that are text, secrets masked.
        public static let body = NetworkClient.LoggingComponents(rawValue: 1 << 8)
        /// The status, such as "200 OK".
        public static let status = NetworkClient.LoggingComponents(rawValue: 1 << 9)
        /// The duration in milliseconds: the hops of the attempt, without waits between attempts.
        public static let duration = NetworkClient.LoggingComponents(rawValue: 1 << 10)
        /// A line when a request is sent, not only when the response arrives.
        public static let request = NetworkClient.LoggingComponents(rawValue: 1 << 11)

        /// One line for the request, one for the response.
        public static let basic: NetworkClient.LoggingComponents = [
            .method, .path, .query, .size, .status, .duration, .request,
        ]
        /// The ``basic`` components, the header fields of requests, the place of the call in the source, and its id.
        public static let standard: NetworkClient.LoggingComponents = [.basic, .uuid, .location, .headers]
        /// All components, bodies too.
        public static let full: NetworkClient.LoggingComponents = [.standard, .baseURL, .body]
    }
}

extension NetworkClient.Configs {
    /// The logger. Default: the configuration's; without one, nothing is logged.
    public var logger: (any Logger)? {
        get { configuration.logger }
        set { configuration.logger = newValue }
    }

    /// The lowest level that is logged. Default: ``LogLevel/info``.
    public var logLevel: LogLevel {
        get { configuration.logLevel }
        set { configuration.logLevel = newValue }
    }

    /// The parts that are logged. Default: ``NetworkClient/LoggingComponents/standard``.
    public var loggingComponents: NetworkClient.LoggingComponents {
        get { self[\.loggingComponents] ?? .standard }
        set { self[\.loggingComponents] = newValue }
    }
}

extension NetworkClient {
    /// Sets the logger of calls: `.logger(ConsoleLogger())`; `.logger(nil)`, or `.none`, logs nothing.
    ///
    /// A logger of swift-log needs six lines:
    /// ```swift
    /// struct SwiftLog: MicroClient.Logger {
    ///     let logger: Logging.Logger
    ///     func log(level: LogLevel, message: String) {
    ///         logger.log(level: .init(rawValue: "\(level)".lowercased()) ?? .info, "\(message)")
    ///     }
    /// }
    /// ```
    public func logger(_ logger: (any Logger)?) -> NetworkClient { configs(\.logger, logger) }

    /// Sets the lowest level that is logged: requests and responses are of level info, retries warnings, failures errors.
    public func log(level: LogLevel) -> NetworkClient { configs(\.logLevel, level) }

    /// Sets the parts of a call that are logged: `.loggingComponents(.basic)`; `[]` logs nothing.
    public func loggingComponents(_ components: NetworkClient.LoggingComponents) -> NetworkClient {
        configs(\.loggingComponents, components)
    }
}

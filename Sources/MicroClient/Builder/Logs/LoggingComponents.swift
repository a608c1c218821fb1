extension NetworkClient {
    /// What a log says of a call.
    public struct LoggingComponents: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A random name, the same in all lines of a call.
        public static let uuid = NetworkClient.LoggingComponents(rawValue: 1 << 0)
        /// Where in the source the call stands.
        public static let location = NetworkClient.LoggingComponents(rawValue: 1 << 1)
        /// "PUT".
        public static let method = NetworkClient.LoggingComponents(rawValue: 1 << 2)
        /// Of the URL.
        public static let path = NetworkClient.LoggingComponents(rawValue: 1 << 3)
        /// Of the URL, secrets masked.
        public static let query = NetworkClient.LoggingComponents(rawValue: 1 << 4)
        /// Scheme, host and port.
        public static let baseURL = NetworkClient.LoggingComponents(rawValue: 1 << 5)
        /// Of bodies.
        public static let size = NetworkClient.LoggingComponents(rawValue: 1 << 6)
        /// Of the request, secrets masked.
        public static let headers = NetworkClient.LoggingComponents(rawValue: 1 << 7)
        /// Bodies of text, in which secrets are masked.
        public static let body = NetworkClient.LoggingComponents(rawValue: 1 << 8)
        /// "200 OK".
        public static let status = NetworkClient.LoggingComponents(rawValue: 1 << 9)
        /// In milliseconds: the hops of the attempt, without waits between attempts.
        public static let duration = NetworkClient.LoggingComponents(rawValue: 1 << 10)
        /// A line when a request goes out, not only when it is answered.
        public static let request = NetworkClient.LoggingComponents(rawValue: 1 << 11)

        /// One line for what was asked, one for the answer.
        public static let basic: NetworkClient.LoggingComponents = [
            .method, .path, .query, .size, .status, .duration, .request,
        ]
        /// Also the header fields of requests, where the call stands, and its name.
        public static let standard: NetworkClient.LoggingComponents = [.basic, .uuid, .location, .headers]
        /// All, bodies too.
        public static let full: NetworkClient.LoggingComponents = [.standard, .baseURL, .body]
    }
}

extension NetworkClient.Configs {
    /// Default: the configuration's; without one, silence.
    public var logger: (any Logger)? {
        get { configuration.logger }
        set { configuration.logger = newValue }
    }

    /// Lines below this level are not logged. Default: ``LogLevel/info``.
    public var logLevel: LogLevel {
        get { configuration.logLevel }
        set { configuration.logLevel = newValue }
    }

    /// Default: ``NetworkClient/LoggingComponents/standard``.
    public var loggingComponents: NetworkClient.LoggingComponents {
        get { self[\.loggingComponents] ?? .standard }
        set { self[\.loggingComponents] = newValue }
    }
}

extension NetworkClient {
    /// What calls are logged to: `.logger(ConsoleLogger())`; `.logger(nil)`, or `.none`, is silent.
    ///
    /// A logger of swift-log is one by six lines:
    /// ```swift
    /// struct SwiftLog: MicroClient.Logger {
    ///     let logger: Logging.Logger
    ///     func log(level: LogLevel, message: String) {
    ///         logger.log(level: .init(rawValue: "\(level)".lowercased()) ?? .info, "\(message)")
    ///     }
    /// }
    /// ```
    public func logger(_ logger: (any Logger)?) -> NetworkClient { configs(\.logger, logger) }

    /// Lines below this level are not logged: requests and answers are of level info, retries warnings, ends without an answer errors.
    public func log(level: LogLevel) -> NetworkClient { configs(\.logLevel, level) }

    /// What is said of a call: `.loggingComponents(.basic)`; `[]` says nothing.
    public func loggingComponents(_ components: NetworkClient.LoggingComponents) -> NetworkClient {
        configs(\.loggingComponents, components)
    }
}

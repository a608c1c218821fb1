import Foundation

/// An interceptor that accepts further statuses: their bodies are decoded like those of 2xx. A 304 has no body, so its model must be
/// ``VoidResponse``, `Data` or an `Optional`.
public struct AcceptedStatusesInterceptor: NetworkResponseInterceptor {
    /// The statuses that are accepted besides 200 to 299.
    public let statuses: Set<Int>

    /// Creates an interceptor that accepts these statuses besides 200 to 299.
    public init(_ statuses: Set<Int>) { self.statuses = statuses }

    public func intercept(_ response: InterceptedResponse) -> InterceptedResponse {
        var response = response
        if statuses.contains(response.status) { response.isAccepted = true }
        return response
    }
}

/// An interceptor that reports the metrics of every response.
public struct MetricsInterceptor: NetworkResponseInterceptor {
    /// The metrics of one typed request that got a response; a send that failed has its exchange on the error.
    public struct Metrics: Sendable, Hashable {
        /// The method of the last attempt.
        public var method: HTTPMethod
        /// The URL of the last attempt, secrets masked.
        public var url: String
        /// The status, whatever it is.
        public var status: Int
        /// The time from the start of the send to the last byte, retries and their waits included.
        public var duration: Duration
        /// The number of attempts; 1 without retries.
        public var attempts: Int
        /// The size of the body sent, in bytes; nil when not known beforehand.
        public var bytesSent: Int64?
        /// The size of the received body in bytes, after decoding.
        public var bytesReceived: Int
    }

    private let collect: @Sendable (Metrics) async -> Void

    /// Creates an interceptor.
    ///
    /// - Parameter collect: Called on the task of the send, which continues when it returns.
    public init(collect: @escaping @Sendable (Metrics) async -> Void) { self.collect = collect }

    public func intercept(_ response: InterceptedResponse) async -> InterceptedResponse {
        await collect(Metrics(response))
        return response
    }
}

extension MetricsInterceptor.Metrics {
    init(_ response: InterceptedResponse) {
        self.init(
            method: response.request.method, url: Redaction.url(response.request.url), status: response.status,
            duration: response.exchange.duration ?? .zero, attempts: response.exchange.attempts.count,
            bytesSent: response.request.body.length, bytesReceived: response.body.count)
    }
}

/// An interceptor that logs every response in one line; at level ``LogLevel/debug`` its header fields and a text body too. Secrets are masked.
public struct ResponseLoggingInterceptor: NetworkResponseInterceptor {
    /// The logger that gets the lines.
    public let logger: any Logger
    /// The lowest level that is logged.
    public let logLevel: LogLevel

    /// Creates an interceptor; by default it logs to standard output, without the header fields.
    public init(logger: any Logger = ConsoleLogger(), logLevel: LogLevel = .info) {
        self.logger = logger
        self.logLevel = logLevel
    }

    public func intercept(_ response: InterceptedResponse) -> InterceptedResponse {
        let size = ByteText.of(Int64(response.body.count))
        log(.info, "\(response.request.description): \(response.head.statusText), \(size)")
        for field in response.head.headers { log(.debug, "< \(field.description)") }
        guard logLevel <= .debug,
            let text = BodyText.excerpt(response.body, inResponseTo: Exchange.SentRequest(response.request))
        else { return response }
        log(.debug, "< \(text)")
        return response
    }

    private func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level >= logLevel else { return }
        logger.log(level: level, message: message())
    }
}

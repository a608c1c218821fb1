import Foundation

/// Accepts further statuses: their bodies are decoded like those of 2xx. A 304 has no body, so that its model is ``VoidResponse``,
/// `Data` or an `Optional`.
public struct AcceptedStatusesInterceptor: NetworkResponseInterceptor {
    /// Accepted besides 200 to 299.
    public let statuses: Set<Int>

    /// Accepts these besides 200 to 299.
    public init(_ statuses: Set<Int>) { self.statuses = statuses }

    public func intercept(_ answer: NetworkAnswer) -> NetworkAnswer {
        var answer = answer
        if statuses.contains(answer.status) { answer.isAccepted = true }
        return answer
    }
}

/// Hands out the numbers of every answer.
public struct MetricsInterceptor: NetworkResponseInterceptor {
    /// What one typed request cost. Answers only: a send that failed has its exchange on the error.
    public struct Metrics: Sendable, Hashable {
        /// Of the last attempt.
        public var method: HTTPMethod
        /// Secrets masked.
        public var url: String
        /// Whatever it is.
        public var status: Int
        /// From the start of the send to the last byte, retries and their waits included.
        public var duration: Duration
        /// 1 without retries.
        public var attempts: Int
        /// Of the body sent; nil when not known beforehand.
        public var bytesSent: Int64?
        /// Of the body, decoded.
        public var bytesReceived: Int
    }

    private let collect: @Sendable (Metrics) async -> Void

    /// - Parameter collect: called on the task of the send, which goes on when it returns.
    public init(collect: @escaping @Sendable (Metrics) async -> Void) { self.collect = collect }

    public func intercept(_ answer: NetworkAnswer) async -> NetworkAnswer {
        await collect(Metrics(answer))
        return answer
    }
}

extension MetricsInterceptor.Metrics {
    init(_ answer: NetworkAnswer) {
        self.init(
            method: answer.request.method, url: Redaction.url(answer.request.url), status: answer.status,
            duration: answer.exchange.duration ?? .zero, attempts: answer.exchange.attempts.count,
            bytesSent: answer.request.body.length, bytesReceived: answer.body.count)
    }
}

/// Logs every answer in one line, with its header fields and a text as its body below at level ``LogLevel/debug``. Secrets are masked.
public struct AnswerLoggingInterceptor: NetworkResponseInterceptor {
    /// Gets the lines.
    public let logger: any Logger
    /// Lines below this level are not logged.
    public let logLevel: LogLevel

    /// Default: to standard output, without the header fields.
    public init(logger: any Logger = ConsoleLogger(), logLevel: LogLevel = .info) {
        self.logger = logger
        self.logLevel = logLevel
    }

    public func intercept(_ answer: NetworkAnswer) -> NetworkAnswer {
        let size = ByteText.of(Int64(answer.body.count))
        log(.info, "\(answer.request.description): \(answer.head.statusText), \(size)")
        for field in answer.head.headers { log(.debug, "< \(field.description)") }
        guard logLevel <= .debug,
            let text = BodyText.excerpt(answer.body, answering: Exchange.SentRequest(answer.request))
        else { return answer }
        log(.debug, "< \(text)")
        return answer
    }

    private func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level >= logLevel else { return }
        logger.log(level: level, message: message())
    }
}

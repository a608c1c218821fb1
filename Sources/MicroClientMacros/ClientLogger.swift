#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A logger of the requests and responses of a ``Client``. The requests contain everything that was sent, secrets included: see `Redaction`.
public protocol ClientLogger: Sendable {
    /// Logs a request; called before each attempt, after the middlewares.
    func logPerform(request: URLRequest)
    /// Logs a response; called after the last attempt, whatever the status, before the interceptors.
    func logResponse(request: URLRequest, response: URLResponse, data: Data)
}

/// A logger that prints a line for each attempt and each response to standard output, without secrets; the default of a ``Client``.
public struct ConsoleClientLogger: ClientLogger {
    private let logger: any MicroClient.Logger

    /// Creates a logger that prints.
    public init() { self.init(ConsoleLogger()) }

    /// Creates a logger that writes to another one.
    ///
    /// - Parameter logger: The logger that gets the lines, at level info.
    public init(_ logger: any MicroClient.Logger) { self.logger = logger }

    public func logPerform(request: URLRequest) { logger.log(level: .info, message: subject(request)) }

    public func logResponse(request: URLRequest, response: URLResponse, data: Data) {
        let status = (response as? HTTPURLResponse).map { "\($0.statusCode)" } ?? "an answer"
        logger.log(level: .info, message: "\(status), \(data.count) bytes: \(subject(request))")
    }

    private func subject(_ request: URLRequest) -> String {
        "\(request.httpMethod ?? "GET") \(Redaction.url(request.url?.absoluteString ?? ""))"
    }
}

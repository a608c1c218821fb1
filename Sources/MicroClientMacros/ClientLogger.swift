#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Told of what a ``Client`` sends and gets. The requests hold what was really sent, secrets included: see `Redaction`.
public protocol ClientLogger: Sendable {
    /// Before each attempt, after the middlewares.
    func logPerform(request: URLRequest)
    /// After the last attempt, whatever the status, before the interceptors.
    func logResponse(request: URLRequest, response: URLResponse, data: Data)
}

/// Prints a line for each attempt and each answer to standard output, without secrets; what a ``Client`` has at first.
public struct ConsoleClientLogger: ClientLogger {
    private let logger: any MicroClient.Logger

    /// Prints the lines.
    public init() { self.init(ConsoleLogger()) }

    /// - Parameter logger: gets the lines, at level info.
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

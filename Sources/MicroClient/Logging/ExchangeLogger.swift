import Foundation

/// Logs the events of a send: requests and responses at level info, retries as warnings, failures as errors, header fields, connections
/// and redirects at level debug. Secrets are masked.
struct ExchangeLogger: Sendable {
    let logger: any Logger
    let level: LogLevel
    let maximumRetries: Int

    func take(_ event: Exchange.Event) {
        switch event {
        case .attemptStarted(let number, let request): started(number, request)
        case .connected(let facts): debug("Connected to \(facts.line)")
        case .redirected(let hop, let url):
            debug("\(hop.response?.statusText ?? "Redirect"), following to \(Redaction.url(url))")
        case .resending(let hop):
            debug("\(hop.failure?.line ?? hop.response?.statusText ?? "No response"), sending once more")
        case .responseHead(let head): debugHeaders(head.headers, "<")
        case .attemptFinished(let attempt): finished(attempt)
        case .retrying(let retry, let next): retrying(retry, next)
        case .prepared, .uploadProgress, .downloadProgress: break
        case .finished(let exchange): ended(exchange)
        }
    }

    private func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level >= self.level else { return }
        logger.log(level: level, message: message())
    }

    private func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

    private func debugHeaders(_ headers: HeaderFields, _ sign: String) {
        guard level <= .debug else { return }
        for field in headers { debug("\(sign) \(field.name): \(Redaction.value(field.value, of: field.name))") }
    }

    private func started(_ number: Int, _ request: Exchange.SentRequest) {
        log(.info, "\(request.method) \(Redaction.url(request.url)) (attempt \(number))")
        debugHeaders(request.headers, ">")
        guard level <= .debug, let length = request.bodyLength, length > 0 else { return }
        debug(
            request.body.flatMap { BodyText.excerpt($0, inResponseTo: request) }.map { "> \($0)" }
                ?? "> body of \(ByteText.of(length))")
    }

    private static func time(of attempt: Exchange.Attempt) -> Duration {
        attempt.hops.compactMap(\.timings.total).reduce(.zero, +)
    }

    private func finished(_ attempt: Exchange.Attempt) {
        switch attempt.outcome {
        // The last one is logged with the total time, once that is known.
        case .response:
            if attempt.retry != nil { received(attempt, in: Self.time(of: attempt)) }
        case .failure(let failure):
            log(attempt.retry == nil ? .error : .warning, "\(attempt.request.subject) failed: \(failure.line)")
        case .cancelled: log(.info, "\(attempt.request.subject) cancelled")
        case .running: break
        }
    }

    private func received(_ attempt: Exchange.Attempt, in time: Duration) {
        guard let hop = attempt.hops.last, let head = hop.response else { return }
        let size = ByteText.of(hop.bodyBytes)
        log(.info, "\(attempt.request.subject): \(head.statusText) in \(time.inMilliseconds), \(size)")
        guard hop.bodyBytes > 0 else { return }
        debug("< body of \(ByteText.of(hop.bodyBytes)), \(head.headers["Content-Type"] ?? "no content type")")
    }

    private func retrying(_ retry: Exchange.Attempt.Retry, _ next: Int) {
        log(.warning, "Retrying request... Attempt \(next - 1)/\(maximumRetries)")
        debug("because of \(retry.reason), after \(retry.wait.inMilliseconds)")
    }

    /// Logs the end. An attempt without hops has not been logged yet: it failed, or was cancelled, before anything was sent.
    private func ended(_ exchange: Exchange) {
        guard let last = exchange.attempts.last else { return }
        if case .response = last.outcome { received(last, in: max(exchange.duration ?? .zero, Self.time(of: last))) }
        if last.hops.isEmpty { finished(last) }
    }
}

extension SendDefaults {
    /// Logs a received text at level debug.
    func log(_ body: Data, inResponseTo exchange: @autoclosure () -> Exchange) {
        guard let logger, logLevel <= .debug, !body.isEmpty else { return }
        let text = BodyText.excerpt(body, inResponseTo: exchange().attempts.last?.request)
        if let text { logger.log(level: .debug, message: "< \(text)") }
    }
}

extension Exchange.Failure {
    /// The failure in one line, such as "connection lost while receiving: the transport's own words".
    fileprivate var line: String { "\(reason) (\(stage.rawValue)): \(message)" }
}

extension Exchange.SentRequest {
    /// The method and URL, such as "GET http://host/path", without secrets.
    var subject: String { "\(method) \(Redaction.url(url))" }
}

extension ConnectionFacts {
    fileprivate var line: String {
        let peer = remoteAddress.map { $0 + (remotePort.map { " port \($0)" } ?? "") } ?? "the server"
        return peer + (tlsVersion.map { ", \($0)" } ?? "") + (isReused == true ? " (reused)" : "")
    }
}

extension Duration {
    /// The duration such as "84 ms"; below 10 ms with a tenth, "0.4 ms".
    var inMilliseconds: String {
        let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\(tenths / 10) ms"
    }
}

/// Formats sizes for reading: "512 bytes", "12 KB", "3.4 MB"; a thousand bytes are a kilobyte.
enum ByteText {
    static func of(_ bytes: Int64) -> String {
        switch bytes {
        case 1: return "1 byte"
        case ..<1000: return "\(bytes) bytes"
        case ..<1_000_000: return "\(tenths(bytes, 1000)) KB"
        case ..<1_000_000_000: return "\(tenths(bytes, 1_000_000)) MB"
        default: return "\(tenths(bytes, 1_000_000_000)) GB"
        }
    }

    private static func tenths(_ bytes: Int64, _ unit: Int64) -> String {
        let whole = bytes / unit
        let tenth = bytes % unit * 10 / unit
        return whole >= 10 || tenth == 0 ? "\(whole)" : "\(whole).\(tenth)"
    }
}

import Foundation
import Secrets
import Text

/// Logs one call as blocks of lines: one for each request that is sent, one for each response.
///
/// ```
/// [29CDD5AE-1A5D-4135-B76E-52A8973985E4] ModuleName/FileName.swift/72
/// --> 🌐 PUT /petstore (9-byte body)
/// Content-Type: application/json
/// --> END PUT
/// [29CDD5AE-1A5D-4135-B76E-52A8973985E4]
/// <-- ✅ 200 OK (100ms, 15-byte body)
/// ```
/// Secrets are masked.
struct CallLog: Sendable {
    private let logger: any Logger
    private let level: LogLevel
    private let parts: NetworkClient.LoggingComponents
    private let id: String
    private let site: CallSite?

    /// Creates a log; nil when nothing is to be logged.
    init?(_ configs: NetworkClient.Configs) {
        guard let logger = configs.logger, !configs.loggingComponents.isEmpty else { return nil }
        self.logger = logger
        level = configs.logLevel
        parts = configs.loggingComponents
        id = UUID().uuidString
        site = configs.callSite
    }

    /// Returns an observer that logs and calls another observer.
    func observer(beside other: Exchange.Observer?) -> Exchange.Observer {
        { event in
            take(event)
            other?(event)
        }
    }

    private func take(_ event: Exchange.Event) {
        switch event {
        case .attemptStarted(_, let request): started(request)
        case .attemptFinished(let attempt): finished(attempt)
        case .retrying(let retry, let next):
            log(.warning, [head(), "🔁 attempt \(next) after \(retry.wait.inWholeMilliseconds): \(retry.reason)"])
        case .finished(let exchange): ended(exchange)
        default: break
        }
    }

    private func log(_ level: LogLevel, _ lines: @autoclosure () -> [String]) {
        guard level >= self.level else { return }
        logger.log(level: level, message: lines().filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    /// Returns the line above a block.
    private func head(isFirst: Bool = false) -> String {
        let id = parts.contains(.uuid) ? "[\(id)]" : nil
        let site = isFirst && parts.contains(.location) ? site?.description : nil
        return [id, site].compactMap { $0 }.joined(separator: " ")
    }

    // MARK: Requests

    private func started(_ request: Exchange.SentRequest) {
        guard parts.contains(.request) else { return }
        log(.info, [head(isFirst: true), line(of: request)] + details(of: request))
    }

    private func line(of request: Exchange.SentRequest) -> String {
        var url = URLReference(Redaction.url(request.url))
        url.fragment = nil
        if !parts.contains(.query) { url.query = nil }
        if url.path.isEmpty { url.path = "/" }
        if !parts.contains(.path) { url.path = "" }
        if !parts.contains(.baseURL) { (url.scheme, url.authority) = (nil, nil) }
        let words = [parts.contains(.method) ? request.method.rawValue : "", url.text, size(of: request.bodyLength)]
        return (["--> 🌐"] + words).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func size(of length: Int64?) -> String {
        guard parts.contains(.size), let length, length > 0 else { return "" }
        return "(\(length)-byte body)"
    }

    private func details(of request: Exchange.SentRequest) -> [String] {
        var lines: [String] = []
        if parts.contains(.headers) { lines += self.lines(of: request.headers) }
        if parts.contains(.body), let body = request.body { lines += self.lines(of: body, request) }
        return lines.isEmpty ? [] : lines + ["--> END \(request.method)"]
    }

    private func lines(of fields: HeaderFields) -> [String] {
        fields.map { "\($0.name): \(Redaction.value($0.value, of: $0.name))" }
    }

    private func lines(of body: Data, _ request: Exchange.SentRequest) -> [String] {
        BodyText.redacted(body, secrets: SecretMatcher(request.secrets)).map { [$0] } ?? []
    }

    // MARK: Responses

    /// Logs the end of an attempt. The last attempt's response is logged with its body by ``received(_:body:)``.
    private func finished(_ attempt: Exchange.Attempt) {
        switch attempt.outcome {
        case .response: if attempt.retry != nil { received(attempt, body: nil) }
        case .failure(let failure):
            let level = attempt.retry == nil ? LogLevel.error : .warning
            log(level, [head(), "<-- 🛑 \(failure.reason): \(failure.message)"])
        case .cancelled: log(.info, [head(), "<-- 🛑 cancelled"])
        case .running: break
        }
    }

    /// Logs the end. An attempt without hops has not been logged yet: it failed, or was cancelled, before anything was sent.
    private func ended(_ exchange: Exchange) {
        guard let last = exchange.attempts.last, last.hops.isEmpty else { return }
        finished(last)
    }

    /// - Parameter body: The body; nil when it is not in memory.
    func received(_ exchange: Exchange, body: Data?) {
        if let last = exchange.attempts.last { received(last, body: body) }
    }

    private func received(_ attempt: Exchange.Attempt, body: Data?) {
        guard let hop = attempt.hops.last, let response = hop.response else { return }
        let sign = response.status < 400 ? "✅" : "❌"
        let line = [sign, parts.contains(.status) ? response.statusText : "", facts(of: attempt, hop)]
        var lines = [head(), "<-- " + line.filter { !$0.isEmpty }.joined(separator: " ")]
        let isDetailed = parts.contains(.body)
        if isDetailed { lines += self.lines(of: response.headers) }
        if isDetailed, let body { lines += self.lines(of: body, attempt.request) }
        log(.info, lines + (isDetailed ? ["<-- END"] : []))
    }

    /// Returns duration and size, such as "(100ms, 15-byte body)".
    private func facts(of attempt: Exchange.Attempt, _ hop: Exchange.Hop) -> String {
        var facts: [String] = []
        if parts.contains(.duration) {
            facts.append(attempt.hops.compactMap(\.timings.total).reduce(.zero, +).inWholeMilliseconds)
        }
        if parts.contains(.size) { facts.append("\(hop.bodyBytes)-byte body") }
        return facts.isEmpty ? "" : "(\(facts.joined(separator: ", ")))"
    }
}

extension CallLog? {
    /// Returns an observer that logs, if there is a log, and calls another observer.
    func observer(beside other: Exchange.Observer?) -> Exchange.Observer? {
        map { $0.observer(beside: other) } ?? other
    }

    func received(_ exchange: Exchange, body: Data?) { self?.received(exchange, body: body) }

    /// Logs also a response that an interceptor refuses, which never arrives with its body.
    func noting<Value>(_ send: () async throws -> Value) async throws -> Value {
        do {
            return try await send()
        } catch {
            if let exchange = error.exchange, case .response? = exchange.attempts.last?.outcome {
                received(exchange, body: nil)
            }
            throw error
        }
    }
}

extension Duration {
    /// The duration such as "100ms".
    fileprivate var inWholeMilliseconds: String {
        "\(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)ms"
    }
}

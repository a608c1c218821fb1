import Foundation

/// Sees the answer of every typed request, whatever its status, before the status rule and the decoding.
///
/// It gets the answer that ends the retries, with its body in memory, and may pass it on as it is, change it, accept its status, or
/// throw. Many form a chain, in the order of their array. Raw sends do not run them: their bodies stream.
///
/// To send again, an interceptor holds a client without itself:
/// ```swift
/// func intercept(_ answer: NetworkAnswer) async throws -> NetworkAnswer {
///     guard answer.status == 401 else { return answer }
///     var request = answer.request
///     request.headers["Authorization"] = "Bearer \(try await tokens.renewed())"
///     return try await NetworkAnswer(client.send(request), to: request)
/// }
/// ```
public protocol NetworkResponseInterceptor: Sendable {
    /// - Throws: any error; the caller gets ``NetworkClientError/unknown(_:)`` around it, and finds it by `error.innermost(as:)`.
    ///   `CancellationError` stays what it is.
    func intercept(_ answer: NetworkAnswer) async throws -> NetworkAnswer
}

/// A whole answer, on its way to the one who asked.
public struct NetworkAnswer: Sendable {
    /// As the last attempt sent it, all interceptors of requests behind it.
    public let request: WireRequest
    /// Status and fields, as they came or as an interceptor left them.
    public var head: ResponseHead
    /// Decoded of its `Content-Encoding`.
    public var body: Data
    /// Every attempt and hop so far; it ends up on the response or the error.
    public var exchange: Exchange
    /// As an interceptor said it; nil when none did.
    private(set) var acceptance: Bool?

    /// An answer of these parts: what a test, or an interceptor with a cache, hands out.
    public init(request: WireRequest, head: ResponseHead, body: Data, exchange: Exchange) {
        self.request = request
        self.head = head
        self.body = body
        self.exchange = exchange
    }

    /// The answer to a raw send, read to its end.
    ///
    /// - Parameters:
    ///   - response: its body must not have been read.
    ///   - request: what was sent.
    ///   - limit: in bytes, of the body. Default: 256 MiB.
    /// - Throws: what ``WireResponse/collect(upTo:)`` throws.
    public init(_ response: WireResponse, to request: WireRequest, upTo limit: Int = 256 << 20) async throws {
        let body = try await response.collect(upTo: limit)
        self.init(request: request, head: response.head, body: body, exchange: response.exchange())
    }

    /// That of ``head``.
    public var status: Int { head.status }

    /// Whether the body is decoded; otherwise the status is an error. Default: whether the status is one of 200 to 299.
    public var isAccepted: Bool {
        get { acceptance ?? (200...299).contains(head.status) }
        set { acceptance = newValue }
    }
}

extension NetworkAnswer {
    func intercepted(by interceptors: [any NetworkResponseInterceptor]) async throws -> NetworkAnswer {
        var answer = self
        for interceptor in interceptors {
            do {
                answer = try await interceptor.intercept(answer)
            } catch {
                throw answer.failure(error, of: interceptor)
            }
        }
        return answer
    }

    private func failure(_ error: any Error, of interceptor: any NetworkResponseInterceptor) -> any Error {
        guard !error.isCancellation else { return CancellationError() }
        let failure = NetworkClientError.InterceptorFailure(
            error, interceptor: "\(type(of: interceptor))", stage: .response)
        return NetworkClientError.unknown(NetworkClientError.ExchangeFailure(failure, exchange: exchange))
    }
}

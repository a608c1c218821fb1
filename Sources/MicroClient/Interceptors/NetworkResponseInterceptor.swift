import Foundation

/// An interceptor of the response of every typed request, whatever its status, before the status is checked and the body decoded.
///
/// It gets the response that ends the retries, with its body in memory, and may pass it on unchanged, change it, accept its status, or
/// throw. Several form a chain, in the order of their array. Raw sends do not run them: their bodies stream.
///
/// To send again, an interceptor uses a client without this interceptor:
/// ```swift
/// func intercept(_ response: InterceptedResponse) async throws -> InterceptedResponse {
///     guard response.status == 401 else { return response }
///     var request = response.request
///     request.headers["Authorization"] = "Bearer \(try await tokens.renewed())"
///     return try await InterceptedResponse(client.send(request), to: request)
/// }
/// ```
public protocol NetworkResponseInterceptor: Sendable {
    /// Returns the response to pass on.
    ///
    /// - Throws: Any error; the caller gets ``NetworkClientError/unknown(_:)`` around it, and finds it by `error.innermost(as:)`.
    ///   `CancellationError` is passed on unchanged.
    func intercept(_ response: InterceptedResponse) async throws -> InterceptedResponse
}

/// A complete response on its way to the caller.
public struct InterceptedResponse: Sendable {
    /// The request as the last attempt sent it, after all interceptors of requests.
    public let request: WireRequest
    /// The status and header fields, as received or as an interceptor left them.
    public var head: ResponseHead
    /// The body, decoded by its `Content-Encoding`.
    public var body: Data
    /// The exchange with every attempt and hop so far; it becomes that of the response or the error.
    public var exchange: Exchange
    /// Whether an interceptor accepted it; nil when none decided.
    private(set) var acceptance: Bool?

    /// Creates a response, for a test or an interceptor with a cache.
    public init(request: WireRequest, head: ResponseHead, body: Data, exchange: Exchange) {
        self.request = request
        self.head = head
        self.body = body
        self.exchange = exchange
    }

    /// Creates a response by reading that of a raw send to its end.
    ///
    /// - Parameters:
    ///   - response: The response; its body must not have been read.
    ///   - request: The request that was sent.
    ///   - limit: The largest body to accept, in bytes. Default: 256 MiB.
    /// - Throws: The errors of ``WireResponse/collect(upTo:)``.
    public init(_ response: WireResponse, to request: WireRequest, upTo limit: Int = 256 << 20) async throws {
        let body = try await response.collect(upTo: limit)
        self.init(request: request, head: response.head, body: body, exchange: response.exchange())
    }

    /// The status of ``head``.
    public var status: Int { head.status }

    /// Whether the body is decoded; otherwise the status is an error. Default: whether the status is in 200 to 299.
    public var isAccepted: Bool {
        get { acceptance ?? (200...299).contains(head.status) }
        set { acceptance = newValue }
    }
}

extension InterceptedResponse {
    func intercepted(by interceptors: [any NetworkResponseInterceptor]) async throws -> InterceptedResponse {
        var response = self
        for interceptor in interceptors {
            do {
                response = try await interceptor.intercept(response)
            } catch {
                throw response.failure(error, of: interceptor)
            }
        }
        return response
    }

    private func failure(_ error: any Error, of interceptor: any NetworkResponseInterceptor) -> any Error {
        guard !error.isCancellation else { return CancellationError() }
        let failure = NetworkClientError.InterceptorFailure(
            error, interceptor: "\(type(of: interceptor))", stage: .response)
        return NetworkClientError.unknown(NetworkClientError.ExchangeFailure(failure, exchange: exchange))
    }
}

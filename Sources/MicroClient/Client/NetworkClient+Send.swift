import Foundation

extension NetworkClient {
    /// Sends a request and returns when the head of the final answer is there: retries and redirects are over, the body streams to
    /// the reader.
    ///
    /// - Parameters:
    ///   - options: what this send does differently from the configuration.
    ///   - observer: sees every event in order, the last of which carries the finished exchange, also of a failure or a cancellation.
    /// - Throws: ``NetworkClientError/malformedURL``, ``NetworkClientError/transportError(_:)``, ``NetworkClientError/unknown(_:)`` from an
    ///   interceptor, each with `error.exchange`; `CancellationError`. A status is never an error here.
    public func send(
        _ request: WireRequest, options: SendOptions = SendOptions(), observer: ExchangeObserver? = nil
    ) async throws -> WireResponse {
        try await sending(request, options: options, observer: observer).respond()
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The reasons why a request failed. Cancellation is not among them: it stays `CancellationError`.
///
/// The underlying errors carry what happened on the wire: `error.exchange` works on every error that a client throws.
public enum NetworkClientError: Error {
    /// The request's URL is not a valid HTTP URL. Nothing was sent.
    case malformedURL
    /// No response arrived, or only a part of it. See ``TransferError``, reached by `error.transferError`.
    case transportError(any Error)
    /// The status of the response is outside 200 to 299. The body is nil when it could not be read.
    case unacceptableStatusCode(statusCode: Int, response: HTTPURLResponse?, data: Data?)
    /// The body of the response could not be decoded.
    case decodingError(any Error)
    /// The body of the request could not be encoded. Nothing was sent.
    case encodingError(any Error)
    /// Any other error; an interceptor's error is an ``NetworkClientError/InterceptorFailure``.
    case unknown((any Error)?)
}

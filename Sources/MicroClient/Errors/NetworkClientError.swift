import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why a request gave no value. Cancellation is not among them: it stays `CancellationError`.
///
/// The errors inside carry what happened on the wire: `error.exchange` works on every error that a client throws.
public enum NetworkClientError: Error {
    /// The request's URL is none that HTTP could be spoken to. Nothing was sent.
    case malformedURL
    /// No answer arrived, or not the whole of it. See ``TransferError``, reached by `error.transferError`.
    case transportError(any Error)
    /// The server answered with a status outside 200 to 299. The body is nil when it could not be read.
    case unacceptableStatusCode(statusCode: Int, response: HTTPURLResponse?, data: Data?)
    /// The answer's body is not what was expected.
    case decodingError(any Error)
    /// The request's body could not be made. Nothing was sent.
    case encodingError(any Error)
    /// Everything else; an interceptor's error is an ``NetworkClientError/InterceptorFailure``.
    case unknown((any Error)?)
}

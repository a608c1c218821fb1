import Foundation

extension Exchange.Failure {
    /// Creates the failure that an error means for an attempt; a transport's own errors count as ``TransferError/Code/other``.
    init(_ error: any Error) {
        switch error {
        case let error as TransferError: self.init(stage: error.stage, code: error.code, message: error.message)
        case let error as NetworkClientError.InterceptorFailure:
            self.init(stage: .prepare, code: .other, message: error.localizedDescription)
        case NetworkClientError.malformedURL:
            self.init(stage: .prepare, code: .malformedURL, message: "The URL is not a valid HTTP URL.")
        default: self.init(stage: .receive, code: .other, message: error.localizedDescription)
        }
    }

    /// The failure in a few words, or in the transport's own if there are none: "connection refused".
    var reason: String { code.words ?? message }
}

extension TransferError.Code {
    /// A description in lower case, without a full stop; nil for codes that have no general meaning.
    var words: String? {
        switch self {
        case .malformedURL: "malformed URL"
        case .unsupportedProtocol: "unsupported protocol"
        case .couldNotResolveHost: "could not resolve host"
        case .couldNotConnect: "could not connect"
        case .tooManyOpenFiles: "too many open files"
        case .timedOut: "timed out"
        case .tlsHandshakeFailed: "TLS handshake failed"
        case .certificateNotTrusted: "certificate not trusted"
        case .connectionLost: "connection lost"
        case .emptyReply: "empty reply"
        case .malformedResponse: "malformed response"
        case .contentDecodingFailed: "content could not be decoded"
        case .uploadFailed: "upload failed"
        case .invalidRequest: "invalid request"
        case .proxyFailed: "proxy failed"
        case .headersTooLarge: "header fields too large"
        case .bodyTooLarge: "body too large"
        default: nil
        }
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransferError {
    /// Returns the transport error for what a session threw; cancellation stays `CancellationError`, and any error but a `URLError` is unchanged.
    static func of(_ error: any Error, request: WireRequest) -> any Error {
        guard let error = error as? URLError else { return error }
        if error.code == .cancelled { return CancellationError() }
        var (code, stage) = Self.byWords(error) ?? classify(error.code)
        let isUsedUp = [.couldNotConnect, .couldNotResolveHost, .other].contains(code) && OpenFiles.areUsedUp
        if isUsedUp { (code, stage) = (.tooManyOpenFiles, .connect) }
        let beforeSending: [Stage] = [.prepare, .nameLookup, .connect, .tls]
        return TransferError(
            code: code, stage: stage, message: isUsedUp ? OpenFiles.advice : error.localizedDescription,
            url: request.url,
            requestMayHaveBeenSent: !beforeSending.contains(stage), urlError: error)
    }

    /// Foundation on Linux keeps libcurl's message but loses most of its codes: a truncated body is "unknown" there, a response that is not HTTP an
    /// "unsupported URL".
    private static func byWords(_ error: URLError) -> (Code, Stage)? {
        #if canImport(FoundationNetworking)
            // These have codes of their own, and their message contains the host, which may contain any of these words.
            let isKnown = [.cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .timedOut].contains(error.code)
            let words = error.localizedDescription
            return isKnown ? nil : wordsOfLibcurl.first { words.contains($0.words) }.map { ($0.code, $0.stage) }
        #else
            nil
        #endif
    }

    private static let wordsOfLibcurl: [(words: String, code: Code, stage: Stage)] = [
        ("Empty reply from server", .emptyReply, .wait),
        ("transfer closed with", .connectionLost, .receive),
        ("chunked-encoding", .malformedResponse, .receive),
        ("Received HTTP/0.9", .malformedResponse, .receive),
        ("content unencoding", .contentDecodingFailed, .receive),
        ("SSL certificate problem", .certificateNotTrusted, .tls),
        ("certificate subject name", .certificateNotTrusted, .tls),
        ("SSL", .tlsHandshakeFailed, .tls),
    ]

    private static func classify(_ code: URLError.Code) -> (Code, Stage) {
        switch code {
        case .badURL: (.malformedURL, .prepare)
        case .unsupportedURL: (.unsupportedProtocol, .prepare)
        case .cannotFindHost, .dnsLookupFailed: (.couldNotResolveHost, .nameLookup)
        case .cannotConnectToHost, .notConnectedToInternet: (.couldNotConnect, .connect)
        case .timedOut: (.timedOut, .wait)
        case .networkConnectionLost: (.connectionLost, .receive)
        case .secureConnectionFailed: (.tlsHandshakeFailed, .tls)
        case .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
            (.certificateNotTrusted, .tls)
        case .badServerResponse, .cannotParseResponse: (.malformedResponse, .receive)
        case .cannotDecodeContentData, .cannotDecodeRawData: (.contentDecodingFailed, .receive)
        default: (.other, .receive)
        }
    }
}

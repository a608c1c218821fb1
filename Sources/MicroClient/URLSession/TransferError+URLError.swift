import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransferError {
    /// What a session threw, as a transport says it; cancellation and what is no `URLError` stay as they are.
    static func of(_ error: any Error, request: WireRequest) -> any Error {
        guard let error = error as? URLError else { return error }
        if error.code == .cancelled { return CancellationError() }
        let (code, stage) = classify(error.code)
        let beforeSending: [Stage] = [.prepare, .nameLookup, .connect, .tls]
        return TransferError(
            code: code, stage: stage, message: error.localizedDescription, url: request.url,
            requestMayHaveBeenSent: !beforeSending.contains(stage), urlError: error)
    }

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

internal import CCurl
import Foundation
import MicroClient

extension RunningHop {
    /// The error for a result of libcurl; nil when all went well.
    func failure(_ result: CURLcode) -> TransferError? {
        if let ownError { return ownError }
        guard result == CURLE_OK else { return failed(result) }
        guard hasFinalHead else {
            return error(.malformedResponse, stage: .receive, message: "The server ended without a final response.")
        }
        return nil
    }

    private func failed(_ result: CURLcode) -> TransferError {
        let (code, stage) = cause(of: result)
        return error(code, stage: stage ?? currentStage, message: message(for: result), operation: "curl_multi_perform")
    }

    private func message(for result: CURLcode) -> String {
        let own = easy.errorMessage
        let general = String(cString: curl_easy_strerror(result))
        guard !own.isEmpty else { return general }
        // libcurl repeats its general words at the end of the particular ones.
        return own.hasSuffix(": \(general)") ? String(own.dropLast(general.count + 2)) : own
    }

    func error(
        _ code: TransferError.Code, stage: TransferError.Stage, message: String, operation: String? = nil
    ) -> TransferError {
        TransferError(
            code: code, stage: stage, message: message, operation: operation, url: request.urlWithoutUser,
            timings: timings(failedAt: stage), connection: connection, requestMayHaveBeenSent: sentAt != nil)
    }

    /// For a request that must not be sent twice.
    var lostBeforeAnswer: TransferError {
        error(
            .connectionLost, stage: .wait,
            message:
                "The server closed the kept connection before it answered; \(request.method) is not sent twice unasked.",
            operation: "curl_multi_perform")
    }

    /// How far the hop has come.
    private var currentStage: TransferError.Stage {
        if hasAnswerBegun { return .receive }
        if isRequestComplete { return .wait }
        if sentAt != nil { return .send }
        let isLookedUp = easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0
        let isConnected = easy.offset(CURLINFO_CONNECT_TIME_T) > 0
        return isConnected && request.isTLS ? .tls : isLookedUp ? .connect : .nameLookup
    }

    /// The code, and the stage where the result alone tells it.
    private func cause(of result: CURLcode) -> (TransferError.Code, TransferError.Stage?) {
        switch result {
        case CURLE_URL_MALFORMAT: (.malformedURL, .prepare)
        case CURLE_UNSUPPORTED_PROTOCOL:
            sentAt == nil ? (.unsupportedProtocol, .prepare) : (.malformedResponse, .receive)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: (.couldNotResolveHost, .nameLookup)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: (.couldNotConnect, .connect)
        case CURLE_OPERATION_TIMEDOUT: (.timedOut, nil)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CACERT_BADFILE:
            (.certificateNotTrusted, .tls)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CLIENTCERT:
            (.tlsHandshakeFailed, .tls)
        case CURLE_GOT_NOTHING: (.emptyReply, .wait)
        case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: (.connectionLost, .send)
        case CURLE_PARTIAL_FILE: (.connectionLost, .receive)
        case CURLE_RECV_ERROR: (receiveFailure, nil)
        case CURLE_WEIRD_SERVER_REPLY, .tooLarge, CURLE_HTTP2, CURLE_HTTP2_STREAM: (.malformedResponse, nil)
        case CURLE_BAD_CONTENT_ENCODING: (.contentDecodingFailed, .receive)
        case CURLE_READ_ERROR: (.uploadFailed, .send)
        default: (TransferError.Code(rawValue: "libcurl \(result.rawValue)"), nil)
        }
    }

    /// `CURLE_RECV_ERROR` is a lost connection and, without TLS, where the system knows of no error, bad chunk sizes.
    private var receiveFailure: TransferError.Code {
        guard sentAt != nil else { return .couldNotConnect }
        return request.isTLS || easy.long(CURLINFO_OS_ERRNO) != 0 ? .connectionLost : .malformedResponse
    }
}

extension CURLcode {
    /// `CURLE_TOO_LARGE`, newer than the oldest libcurl we build with: header lines beyond its limits.
    fileprivate static let tooLarge = CURLcode(rawValue: 100)
}

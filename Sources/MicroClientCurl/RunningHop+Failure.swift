internal import CCurl
import Foundation
import MicroClient

extension RunningHop {
    /// Returns the error for a result of libcurl; nil on success.
    func failure(_ result: CURLcode) -> (any Error)? {
        if ownError == nil, result != CURLE_OK, isConnectingAgain { beginFailedHop() }
        if let ownError { return ownError }
        if endsWithHead, record.parser.hasFinalHead { return nil }
        guard result == CURLE_OK else { return failed(result) }
        if isBodyOnWireTooLarge { return ownError }
        guard record.parser.hasFinalHead else {
            return error(
                .connectionLost, stage: .receive,
                message: "The server closed the connection within the head of its response."
            )
        }
        return record.wrongCoding.map { name in
            error(
                .contentDecodingFailed, stage: .receive,
                message: "Content-Encoding says \(name), and the body is not \(name): it is kept as it came.",
                operation: "curl_multi_perform")
        }
    }

    private func failed(_ result: CURLcode) -> TransferError {
        let (code, stage) = cause(of: result)
        if record.sentAt == nil, OpenFiles.areUsedUp {
            return error(.tooManyOpenFiles, stage: stage ?? currentStage, message: OpenFiles.advice)
        }
        return error(code, stage: stage ?? currentStage, message: message(for: result), operation: "curl_multi_perform")
    }

    private func message(for result: CURLcode) -> String {
        if let words = ownWords(for: result) { return words }
        let own = easy.errorMessage
        let general = String(cString: curl_easy_strerror(result))
        guard !own.isEmpty else { return general }
        // libcurl repeats its general message at the end of the specific one.
        let particular = own.hasSuffix(": \(general)") ? String(own.dropLast(general.count + 2)) : own
        return certificateAdvice(for: result).map { "\(particular.withoutFullStop). \($0)" } ?? particular
    }

    /// Returns a message where libcurl's is misleading; else nil.
    private func ownWords(for result: CURLcode) -> String? {
        switch result {
        case CURLE_OUT_OF_MEMORY where record.parser.hasFinalHead:
            "The body decodes to so much at once that libcurl does not keep it: more than 64 MiB of one read."
        case _ where isHeaderLineTooLong(result):
            "A line of the response's header is longer than libcurl accepts, which is about 100 KiB."
        // No callback refused: that has an error of its own.
        case CURLE_WRITE_ERROR: "The body goes on after the end of its encoding."
        case CURLE_BAD_FUNCTION_ARGUMENT where record.sentAt != nil && !record.parser.hasFinalHead:
            "A header field of the response begins with a space."
        case CURLE_COULDNT_CONNECT: refusal
        case CURLE_COULDNT_RESOLVE_HOST: hostNotFound
        default: nil
        }
    }

    /// The system's reason with the address: "Connection refused: 127.0.0.1:9"; nil if libcurl knows no reason.
    private var refusal: String? {
        let reason = Int32(easy.long(CURLINFO_OS_ERRNO))
        guard reason != 0, let peer = unreachedPeer else { return nil }
        let host = peer.host.contains(":") ? "[\(peer.host)]" : peer.host
        return "\(String(cString: strerror(reason))): \(host):\(peer.port)"
    }

    /// "Host not found: example.invalid". libcurl's message names the host, which may be another one than the URL's: `connectTo`.
    private var hostNotFound: String? {
        let beginning = "Could not resolve host: "
        guard easy.errorMessage.hasPrefix(beginning) else { return nil }
        return "Host not found: \(easy.errorMessage.dropFirst(beginning.count))"
    }

    func error(
        _ code: TransferError.Code, stage: TransferError.Stage, message: String, operation: String? = nil
    ) -> TransferError {
        TransferError(
            code: code, stage: stage, message: message, operation: operation, url: request.urlWithoutUser,
            timings: timings(failedAt: stage), connection: record.connection,
            requestHeadersSent: record.requestHeadersSent, wire: record.wire,
            requestMayHaveBeenSent: record.sentAt != nil || resent.isAny)
    }

    /// The stage that the hop has reached.
    private var currentStage: TransferError.Stage {
        if record.hasResponseBegun { return .receive }
        if record.isRequestComplete { return .wait }
        if record.sentAt != nil { return .send }
        let isLookedUp = easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > record.base.lookedUp
        let isConnected = easy.offset(CURLINFO_CONNECT_TIME_T) > record.base.connected || isShakingHands
        return isConnected && request.isTLS ? .tls : isLookedUp ? .connect : .nameLookup
    }

    /// Whether the TLS handshake is running: libcurl counts a connection as made after the handshake, but knows its address before. A proxy has
    /// another port.
    private var isShakingHands: Bool {
        record.base.connected == 0 && easy.long(CURLINFO_PRIMARY_PORT) == request.port
    }

    /// Returns the code, and the stage if the result alone determines it.
    private func cause(of result: CURLcode) -> (TransferError.Code, TransferError.Stage?) {
        switch result {
        case CURLE_URL_MALFORMAT: (.malformedURL, .prepare)
        case CURLE_UNSUPPORTED_PROTOCOL:
            record.sentAt == nil ? (.unsupportedProtocol, .prepare) : (.malformedResponse, .receive)
        case CURLE_COULDNT_RESOLVE_HOST: (.couldNotResolveHost, .nameLookup)
        case CURLE_COULDNT_RESOLVE_PROXY: (.proxyFailed, .nameLookup)
        case CURLE_COULDNT_CONNECT: (isProxyUnreachable ? .proxyFailed : .couldNotConnect, .connect)
        case CURLE_PROXY: (.proxyFailed, .connect)
        case CURLE_OPERATION_TIMEDOUT: (.timedOut, nil)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CACERT_BADFILE:
            (.certificateNotTrusted, .tls)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, .clientCertificateWanted:
            (.tlsHandshakeFailed, .tls)
        case CURLE_GOT_NOTHING: (.emptyReply, .wait)
        case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: (.connectionLost, .send)
        case CURLE_PARTIAL_FILE: (.connectionLost, .receive)
        case CURLE_RECV_ERROR: receiveFailure
        case _ where isHeaderLineTooLong(result): (.headersTooLarge, .receive)
        case CURLE_OUT_OF_MEMORY where record.parser.hasFinalHead: (.bodyTooLarge, .receive)
        case CURLE_WEIRD_SERVER_REPLY: (.malformedResponse, .receive)
        case CURLE_BAD_FUNCTION_ARGUMENT where record.sentAt != nil: (.malformedResponse, .receive)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: (.malformedResponse, nil)
        case CURLE_WRITE_ERROR: (.contentDecodingFailed, .receive)
        case CURLE_BAD_CONTENT_ENCODING: (.contentDecodingFailed, .receive)
        case CURLE_READ_ERROR: (.uploadFailed, .send)
        case CURLE_LOGIN_DENIED, .authenticationFault: (.authenticationFailed, nil)
        default: (TransferError.Code(rawValue: "libcurl \(result.rawValue)"), nil)
        }
    }

    /// Returns whether a header line is too long. A libcurl without `CURLE_TOO_LARGE` then reports that it is out of memory.
    private func isHeaderLineTooLong(_ result: CURLcode) -> Bool {
        let isReadingHead = record.sentAt != nil && !record.parser.hasFinalHead
        return result == .tooLarge || (result == CURLE_OUT_OF_MEMORY && isReadingHead)
    }

    /// The cause of `CURLE_RECV_ERROR`: a proxy that opens no tunnel, a header beyond libcurl's limits, a TLS alert, a lost connection and,
    /// without TLS, if the system reports no error, bad chunk sizes.
    private var receiveFailure: (TransferError.Code, TransferError.Stage?) {
        guard record.sentAt != nil else { return (hasProxyRefused ? .proxyFailed : .couldNotConnect, .connect) }
        let words = easy.errorMessage
        if words.hasPrefix("Too large response headers") { return (.headersTooLarge, .receive) }
        // With TLS 1.3 the server checks the client's certificate after the client has begun to send.
        if words.contains("SSL routines") && words.contains("alert") { return (.tlsHandshakeFailed, .tls) }
        if words.contains("chunked-encoding") { return (.malformedResponse, .receive) }
        let isLost = request.isTLS || easy.long(CURLINFO_OS_ERRNO) != 0
        return (isLost ? .connectionLost : .malformedResponse, nil)
    }

    // MARK: Proxies

    /// Whether the response to `CONNECT` had a status other than 2xx.
    private var hasProxyRefused: Bool { easy.long(CURLINFO_HTTP_CONNECTCODE) != 0 }

    /// Whether the proxy could not be reached, which libcurl reports only as text.
    private var isProxyUnreachable: Bool {
        guard mayUseProxy, let peer = unreachedPeer else { return false }
        let isOrigin = peer.host.lowercased() == request.host && Int(peer.port) == request.port
        return !isOrigin && request.options.connectTarget?.host != peer.host
            && !request.options.addressOverrides.contains { $0.addresses.contains(peer.host) }
    }

    /// The host and port that could not be connected to, from libcurl's message "Failed to connect to HOST port PORT after"; nil for
    /// another message.
    private var unreachedPeer: (host: String, port: String)? {
        let words = easy.errorMessage.split(separator: " ")
        guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, words[5] == "port" else {
            return nil
        }
        return (String(words[4]), String(words[6]))
    }
}

extension CURLcode {
    /// The code `CURLE_SSL_CLIENTCERT`.
    fileprivate static let clientCertificateWanted = CURLcode(rawValue: 98)
    /// The code `CURLE_AUTH_ERROR`.
    fileprivate static let authenticationFault = CURLcode(rawValue: 94)
    /// The code `CURLE_TOO_LARGE`, newer than the oldest libcurl we build with: header lines beyond its limits.
    fileprivate static let tooLarge = CURLcode(rawValue: 100)
}

extension String {
    fileprivate var withoutFullStop: Substring { hasSuffix(".") ? dropLast() : self[...] }
}

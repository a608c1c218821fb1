import Foundation
import MicroClient
import Text

extension WireRequest {
    /// Checks that the request can be sent as it is: nothing in it may end a line or a field early.
    ///
    /// - Throws: ``TransferError`` with stage ``TransferError/Stage/prepare`` and code ``TransferError/Code/invalidRequest``,
    ///   ``TransferError/Code/malformedURL`` or ``TransferError/Code/unsupportedProtocol``.
    func check() throws(TransferError) {
        do { try checkHead() } catch { throw refusal(error.code, error.message) }
        try checkScheme()
        if let fault = signatureFault { throw refusal(.invalidRequest, fault) }
        if let fault = optionsFault { throw refusal(.invalidRequest, fault) }
    }

    private func checkScheme() throws(TransferError) {
        if !url.begins(with: "http://"), !url.begins(with: "https://") { throw schemeRefusal }
        guard url.allBytes({ $0 != 0 }) else { throw refusal(.malformedURL, "The URL has NUL in it.") }
    }

    private var schemeRefusal: TransferError {
        guard let end = url.range(of: "://")?.lowerBound, !url[..<end].contains(":") else {
            return refusal(.malformedURL, "The URL is not absolute: it must begin with http:// or https://.")
        }
        return refusal(
            .unsupportedProtocol, "The scheme \(url[..<end].lowercased()) is not supported: http and https are.")
    }

    private func refusal(_ code: TransferError.Code, _ message: String) -> TransferError {
        TransferError(code: code, stage: .prepare, message: message, url: urlWithoutUser, requestMayHaveBeenSent: false)
    }

    /// The URL without user information; nil when there is no URL.
    var urlWithoutUser: String? {
        url.isEmpty ? nil : URLReference(url).withoutUser.text
    }

    /// The host in lower case; empty if there is none.
    var host: String { URLReference(url).host ?? "" }

    /// The port as written, or the scheme's default.
    var port: Int { URLReference(url).port ?? (isTLS ? 443 : 80) }

    var isTLS: Bool { url.begins(with: "https:") }
}

import BodyStore
import Digests
public import Exchanges
import Foundation
import MicroClient

extension RecordedFailure {
    /// Creates the failure for an error of a send or of a token request, in words for a person.
    public init(_ error: any Error) {
        if error is CancellationError {
            self.init(stage: .cancelled, message: "Cancelled.")
        } else if let transfer = error.transferError {
            self.init(
                stage: Stage(transfer.stage), message: Self.words(for: transfer), advice: Self.advice(for: transfer))
        } else if let storeError = error as? BodyStoreError {
            self.init(
                stage: .store, message: "\(storeError)",
                advice: "Free some space in the temporary directory, then send again.")
        } else if let fileError = error.innermost(as: RequestFileError.self) {
            self.init(
                stage: .build, message: "\(fileError)",
                advice: "Paths begin at the collection's root: put the file there, or change the path.")
        } else if let failure = error as? TokenFailure {
            self.init(stage: .token, message: failure.message)
        } else if let failure = error.innermost(as: CredentialFailure.self) {
            self.init(stage: .build, message: failure.message)
        } else if let failure = error.innermost(as: DigestError.self) {
            self.init(stage: .build, message: "The request cannot be signed: \(failure)")
        } else if case .malformedURL? = error.innermost(as: NetworkClientError.self) {
            self.init(
                stage: .build, message: error.localizedDescription,
                advice: "Check the URL, and the values that are put into it.")
        } else {
            self.init(stage: .build, message: error.localizedDescription)
        }
    }

    private static func words(for error: TransferError) -> String { error.localizedDescription }

    /// Returns the next thing to try; nil when there is nothing better than to read the message.
    private static func advice(for error: TransferError) -> String? {
        switch error.code {
        case .couldNotConnect: "Is the server running, and is the port right?"
        case .couldNotResolveHost:
            "Check the host in the URL, the environment and the network; connection.resolve (--resolve) gives it an address."
        case .timedOut: "Give the request a longer timeout; its timings show where the time went."
        case .certificateNotTrusted:
            "If it is one of your own, set connection.ca to its file (--cacert); tls: verify: false disables the check."
        case .malformedURL: "Check the URL, and the values that are put into it."
        case .unsupportedProtocol: "Requests go to http:// and https:// only: check the URL's beginning."
        case .tlsHandshakeFailed: handshakeAdvice(words(for: error))
        case .connectionLost, .emptyReply:
            "Send again; if it fails again, \(wire) shows how far it came, and the server's log may say why."
        case .malformedResponse:
            "Is this an HTTP server? HTTP/2 without TLS needs connection.http: h2c (--http). See \(wire)."
        case .contentDecodingFailed:
            "Another body was sent than Content-Encoding says. Accept-Encoding: identity asks for it as it is."
        case .uploadFailed: "Can the file be read, and does it stay as it is while it is sent?"
        case .invalidRequest: "Change what the message names, in the request or in what it inherits."
        case .proxyFailed:
            "Check the proxy: in the tab Proxy of the collection, or in http_proxy and https_proxy of the environment."
        case .authenticationFailed:
            "Check the credentials in the tab Auth; \(wire) shows what the server asked for."
        case .headersTooLarge: "The server sends more headers than is sane: \(wire) shows them."
        case .bodyTooLarge: "Ask for less of it: a page, a range, or a filter of the API."
        default: "Send again; if it fails again, \(wire) shows more."
        }
    }

    /// The place where the screen and the command line show what went over the wire.
    private static let wire = "the tab Wire (-v at the command line)"

    /// Returns the advice for a failed handshake, by the name of the server's alert in OpenSSL's message (RFC 8446, section 6.2).
    private static func handshakeAdvice(_ message: String) -> String {
        if message.contains("alert certificate required") {
            return "The server demands a client certificate: the collection's tab Certificates adds one for this host."
        }
        let isCertificateRefused = ["unknown ca", "bad certificate", "certificate unknown", "certificate expired"]
            .contains { message.contains("alert \($0)") }
        return isCertificateRefused
            ? "The server refuses the client certificate: the first enabled one for this host is sent (tab Certificates)."
            // Before TLS 1.3 a server that misses a certificate says no more than that the handshake failed.
            : "Does the server speak TLS on this port? Does it demand a client certificate (the collection's tab Certificates)?"
    }
}

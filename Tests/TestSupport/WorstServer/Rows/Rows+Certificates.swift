import Foundation
import MicroClient

/// Servers that speak TLS, and should not be spoken to, or stop speaking in the middle.
extension WorstRow {
    static let certificates: [WorstRow] = refused + spoken

    private static func tls(
        _ id: String, _ sentence: String, _ expected: Seen,
        with tls: @escaping @Sendable (WorstCertificates) throws -> ServerTLS,
        play: @escaping Play = { $0.respondPolitely("hello") }
    ) -> WorstRow {
        WorstRow("tls-\(id)", sentence, expected, play: play).with {
            $0.target = .serverOverTLS
            $0.tls = tls
            if case .response = expected { $0.keepsConnection = true }
        }
    }

    private static let notTrusted = Seen.failure(.certificateNotTrusted, .tls)

    private static let refused: [WorstRow] = [
        tls("expired", "a certificate of yesterday is refused", notTrusted) { ServerTLS($0.expired) },
        tls("too-early", "and one of tomorrow", notTrusted) { ServerTLS($0.early) },
        tls("wrong-host", "and another host's", notTrusted) { ServerTLS($0.otherHost) },
        tls("self-signed", "and one that vouches for itself", notTrusted) { ServerTLS($0.selfSigned) },
        tls("stranger", "and one of an authority that is not trusted", notTrusted) { ServerTLS($0.stranger) },
        tls("expired-retried", "a refused certificate is not tried again", notTrusted) { ServerTLS($0.expired) }
            .with { $0.retry = twoRetries },
        tls("expired-unverified", "all of them are taken when the caller says so", .response(200, text: "hello")) {
            ServerTLS($0.expired)
        }.with { $0.options.verifiesTLS = false },
        tls("no-common-version", "a server with old versions only is refused", .failure(.tlsHandshakeFailed, .tls)) {
            ServerTLS($0.good, maximumVersion: .tls11)
        }.with { $0.options.tls.minimumVersion = .tls12 },
    ]

    private static func good(_ certificates: WorstCertificates) -> ServerTLS { ServerTLS(certificates.good) }

    private static let spoken: [WorstRow] = [
        tls("good", "a good one is taken", .response(200, text: "hello"), with: good),
        tls(
            "cut-without-goodbye",
            "a body that only the close ends is taken without TLS's goodbye: libcurl asks OpenSSL to pass that over",
            .response(200, text: "hello"), with: good
        ) { scene in
            scene.write("HTTP/1.1 200 OK\r\n\r\nhello")
            scene.connection.shutDown()
        }.with { $0.keepsConnection = false },
        tls("ended-with-goodbye", "with the goodbye it is whole", .response(200, text: "hello"), with: good) { scene in
            scene.write("HTTP/1.1 200 OK\r\n\r\nhello")
        }.with { $0.keepsConnection = false },
        tls("silent-close", "a close without a word and without goodbye", .failure(.emptyReply, .wait), with: good) {
            $0.connection.shutDown()
        },
        tls(
            "garbage-inside", "garbage within TLS is refused like garbage without",
            .failure(.malformedResponse, .receive), with: good
        ) {
            $0.write("garbage\r\n\r\n")
            $0.end(.waits)
        },
        tls("bad-chunk-inside", "and so is a bad chunk", .failure(.malformedResponse, .receive, after: 200), with: good)
        {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n")
            $0.end(.waits)
        },
    ]
}

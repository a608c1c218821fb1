import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("TLS")
struct TLSFactsTests {
    let transport = CurlTransport()

    private func keepingServer(_ tls: ServerTLS) throws -> RawServer {
        try RawServer(tls: tls) { connection, number in
            while connection.readHead() != nil { connection.write(ok("\(number)")) }
        }
    }

    private func request(_ url: String, trusting authority: TestAuthority? = nil) -> WireRequest {
        var request = WireRequest(url: url)
        request.options.tls.authorityFile = authority?.certificateFile
        request.options.verifiesTLS = authority != nil
        return request
    }

    @Test("tells version, cipher and the certificate's facts")
    func facts() async throws {
        let authority = try TestAuthority(name: "Facts Authority")
        let begin = Date(timeIntervalSince1970: 1_577_880_000)
        let end = Date(timeIntervalSince1970: 4_102_444_800)
        let certificate = try authority.issue(
            subject: "/O=Café, Ltd/CN=localhost", names: ["DNS:localhost", "DNS:*.example.com", "IP:127.0.0.1"],
            validFrom: begin, validTo: end)
        let server = try keepingServer(ServerTLS(certificate))
        let connection = try await transport.response(request(server.baseURL)).summary.connection
        #expect(connection.tlsVersion == "TLSv1.3")
        #expect(connection.tlsCipher == "TLS_AES_256_GCM_SHA384")
        let facts = try #require(connection.certificates.first)
        #expect(connection.certificates.count == 1)
        #expect(facts.subject == "CN=localhost,O=Café\\, Ltd")
        #expect(facts.issuer == "CN=Facts Authority")
        #expect(facts.alternativeNames == ["DNS:localhost", "DNS:*.example.com", "IP Address:127.0.0.1"])
        #expect(facts.notBefore == begin)
        #expect(facts.notAfter == end)
        #expect(facts.serialNumber.count >= 30 && facts.serialNumber.allSatisfy { "0123456789ABCDEF".contains($0) })
        #expect(facts.fingerprint.count == 32)
    }

    @Test("tells the same of a reused connection, and other things of another one")
    func reused() async throws {
        let authority = try TestAuthority()
        let first = try keepingServer(ServerTLS(authority.issue(subject: "/CN=first"), maximumVersion: .tls12))
        let second = try keepingServer(ServerTLS(authority.issue(subject: "/CN=second")))
        for round in 0..<3 {
            let one = try await transport.response(request(first.baseURL)).summary.connection
            let other = try await transport.response(request(second.baseURL)).summary.connection
            #expect(one.isReused == (round > 0) && other.isReused == (round > 0))
            #expect(one.tlsVersion == "TLSv1.2" && other.tlsVersion == "TLSv1.3")
            #expect(one.tlsCipher == "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384")
            #expect(one.certificates.map(\.subject) == ["CN=first"])
            #expect(other.certificates.map(\.subject) == ["CN=second"])
        }
    }

    @Test("tells nothing of TLS where there is none")
    func plain() async throws {
        let server = try RawServer(responding: ok())
        let connection = try await transport.response(WireRequest(url: server.baseURL)).summary.connection
        #expect(connection.tlsVersion == nil && connection.tlsCipher == nil && connection.certificates.isEmpty)
    }

    @Test("tells the chain as the server sent it")
    func chain() async throws {
        let authority = try TestAuthority(name: "Chain Authority")
        let server = try keepingServer(ServerTLS(authority.issue(withAuthority: true)))
        let certificates = try await transport.response(request(server.baseURL, trusting: authority)).summary.connection
            .certificates
        #expect(certificates.map(\.subject) == ["CN=localhost", "CN=Chain Authority"])
        #expect(Set(certificates.map(\.fingerprint)).count == 2)
    }

    @Test(
        "tells the same when a session is taken up again on a new connection",
        arguments: [ServerTLS.Version.tls12, .tls13])
    func resumed(version: ServerTLS.Version) async throws {
        let authority = try TestAuthority()
        let tls = ServerTLS(try authority.issue(withAuthority: true), maximumVersion: version)
        let server = try RawServer(tls: tls) { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(ok("", "Connection: close\r\n"))
        }
        var fingerprints: Set<[Data]> = []
        for _ in 0..<3 {
            let connection = try await transport.response(request(server.baseURL, trusting: authority)).summary
                .connection
            #expect(connection.isReused == false)
            fingerprints.insert(connection.certificates.map(\.fingerprint))
        }
        #expect(fingerprints.count == 1)
        #expect(fingerprints.first?.count == 2)
    }

    // MARK: Handshakes that fail

    /// A server's certificate, and what the caller reads.
    struct Refused: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: [String]
        var names = ["DNS:localhost", "IP:127.0.0.1"]
        var days: ClosedRange<Double> = -1...365
        var isSelfSigned = false
        var isTrusted = true
    }

    static let refused = [
        Refused(testDescription: "expired", words: ["has expired", "must renew"], days: -30...(-1)),
        Refused(testDescription: "not yet valid", words: ["not yet valid", "a later time"], days: 1...30),
        Refused(
            testDescription: "wrong host", words: ["127.0.0.1", "is for DNS:other.test."], names: ["DNS:other.test"]),
        Refused(
            testDescription: "several other names", words: ["is for DNS:a.test, DNS:b.test, DNS:c.test and 1 more."],
            names: ["DNS:a.test", "DNS:b.test", "DNS:c.test", "DNS:d.test"]),
        Refused(testDescription: "self-signed", words: ["self-signed", "Self-signed certificate"], isSelfSigned: true),
        Refused(
            testDescription: "unknown authority", words: ["local issuer", "Unknown certificate authority"],
            isTrusted: false),
    ]

    @Test("tells refused certificates apart, and what to do", arguments: refused)
    func refusedCertificate(row: Refused) async throws {
        let authority = try TestAuthority()
        let certificate = try authority.issue(
            names: row.names, validFrom: Date(timeIntervalSinceNow: row.days.lowerBound * 86_400),
            validTo: Date(timeIntervalSinceNow: row.days.upperBound * 86_400), isSelfSigned: row.isSelfSigned)
        let server = try keepingServer(ServerTLS(certificate))
        let trusted = row.isTrusted ? authority : try TestAuthority(name: "Another")
        let error = try #require(await transport.failure(request(server.baseURL, trusting: trusted)))
        #expect(error.code == .certificateNotTrusted)
        #expect(error.stage == .tls)
        #expect(!error.requestMayHaveBeenSent)
        for words in row.words { #expect(error.message.contains(words), "\(error.message)") }
    }

    @Test("reports a handshake that is cut off, or finds no common version")
    func handshake() async throws {
        let authority = try TestAuthority()
        let old = try keepingServer(ServerTLS(authority.issue(), maximumVersion: .tls11))
        let closing = try RawServer { _, _ in }
        for url in [old.baseURL, closing.baseURL.replacingOccurrences(of: "http:", with: "https:")] {
            let error = try #require(await transport.failure(request(url, trusting: authority)))
            #expect(error.code == .tlsHandshakeFailed)
            #expect(error.stage == .tls)
            #expect(!error.requestMayHaveBeenSent)
        }
    }

    @Test(
        "reports that the server wants a client's certificate, whenever it says so",
        arguments: [ServerTLS.Version.tls12, .tls13])
    func clientCertificateWanted(version: ServerTLS.Version) async throws {
        let authority = try TestAuthority()
        let server = try keepingServer(
            ServerTLS(authority.issue(), maximumVersion: version, clientAuthorityFile: authority.certificateFile))
        let error = try #require(await transport.failure(request(server.baseURL, trusting: authority)))
        #expect(error.code == .tlsHandshakeFailed, "\(error.message)")
        #expect(error.stage == .tls, "\(error)")
    }
}

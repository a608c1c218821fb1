import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("TLS options")
struct TLSOptionsTests {
    let transport = CurlTransport()

    private func server(_ tls: ServerTLS) throws -> RawServer {
        try RawServer(tls: tls) { connection, number in
            while connection.readHead() != nil { connection.write(ok("\(number)")) }
        }
    }

    private func request(_ server: RawServer, trusting authority: TestAuthority? = nil) -> WireRequest {
        var request = WireRequest(url: server.baseURL)
        request.options.tls.authorityFile = authority?.certificateFile
        return request
    }

    @Test("trusts the authorities of a file, and those only")
    func authorityFile() async throws {
        let authority = try TestAuthority()
        let server = try server(ServerTLS(authority.issue()))
        #expect(try await transport.response(request(server, trusting: authority)).head.status == 200)
        #expect(await transport.failure(request(server))?.code == .certificateNotTrusted)
        let other = try TestAuthority(name: "Another")
        #expect(await transport.failure(request(server, trusting: other))?.code == .certificateNotTrusted)
    }

    @Test("trusts the authorities of a directory, by the hash of their names, and those only")
    func authorityDirectory() async throws {
        let authority = try TestAuthority()
        let server = try server(ServerTLS(authority.issue()))
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var request = WireRequest(url: server.baseURL)
        request.options.tls.authorityDirectory = directory.path
        #expect(await transport.failure(request)?.code == .certificateNotTrusted)
        try FileManager.default.copyItem(
            atPath: authority.certificateFile,
            toPath: directory.appendingPathComponent(authority.nameInDirectory).path)
        #expect(try await CurlTransport().response(request).head.status == 200)
    }

    @Test("a connection that was made without verification is not used by a request with it")
    func verification() async throws {
        let server = try server(ServerTLS(TestAuthority().issue()))
        var request = request(server)
        request.options.verifiesTLS = false
        #expect(try await transport.response(request).text == "1")
        #expect(try await transport.response(request).summary.connection.isReused == true)
        request.options.verifiesTLS = true
        #expect(await transport.failure(request)?.code == .certificateNotTrusted)
    }

    @Test("a client certificate is shown, PEM and PKCS#12, and its connection is nobody else's")
    func clientCertificates() async throws {
        let authority = try TestAuthority()
        let server = try server(ServerTLS(authority.issue(), clientAuthorityFile: authority.certificateFile))
        let first = try authority.issue(subject: "/CN=first", names: [])
        let second = try authority.issue(subject: "/CN=second", names: [])
        let certificates: [TransferOptions.ClientCertificate] = [
            .pem(certificate: first.certificateFile, key: first.keyFile),
            .pem(
                certificate: second.certificateFile, key: try second.encryptedKey(password: "secret"),
                password: "secret"),
            .pkcs12(file: try first.pkcs12(password: "secret"), password: "secret"),
        ]
        var request = request(server, trusting: authority)
        var connections: Set<String> = []
        for certificate in certificates {
            request.options.tls.clientCertificate = certificate
            connections.insert(try await transport.response(request).text)
            #expect(try await transport.response(request).summary.connection.isReused == true)
        }
        #expect(connections.count == 3)
        request.options.tls.clientCertificate = nil
        #expect(await transport.failure(request) != nil)
    }

    @Test(
        "a key that its password does not open is a TLS error, and nobody is asked at the terminal",
        arguments: [nil, "wrong"])
    func wrongPassword(password: String?) async throws {
        let authority = try TestAuthority()
        let server = try server(ServerTLS(authority.issue(), clientAuthorityFile: authority.certificateFile))
        let client = try authority.issue(subject: "/CN=client", names: [])
        let key = try client.encryptedKey(password: "right")
        let wrong: [TransferOptions.ClientCertificate] = [
            .pem(certificate: client.certificateFile, key: key, password: password),
            .pkcs12(file: try client.pkcs12(password: "right"), password: password),
        ]
        for certificate in wrong {
            var request = request(server, trusting: authority)
            request.options.tls.clientCertificate = certificate
            let error = await transport.failure(request)
            #expect(error?.code == .tlsHandshakeFailed)
            #expect(error?.stage == .tls)
            #expect(error?.requestMayHaveBeenSent == false)
        }
    }

    @Test("a server that has no version as high as the lowest allowed is refused")
    func minimumVersion() async throws {
        let authority = try TestAuthority()
        let server = try server(ServerTLS(authority.issue(), maximumVersion: .tls12))
        var request = request(server, trusting: authority)
        request.options.tls.minimumVersion = .tls12
        #expect(try await transport.response(request).summary.connection.tlsVersion == "TLSv1.2")
        request.options.tls.minimumVersion = .tls13
        #expect(await transport.failure(request)?.code == .tlsHandshakeFailed)
    }

    @Test("files that cannot be read are named before anything is sent")
    func missingFiles() async throws {
        let authority = try TestAuthority()
        let missing = "/no/such/file.pem"
        var tls = TransferOptions.TLS()
        tls.authorityFile = missing
        var wrong = [(tls, missing)]
        for certificate: TransferOptions.ClientCertificate in [
            .pem(certificate: missing, key: authority.certificateFile),
            .pem(certificate: authority.certificateFile, key: missing), .pkcs12(file: missing),
        ] {
            var tls = TransferOptions.TLS()
            tls.clientCertificate = certificate
            wrong.append((tls, missing))
        }
        tls.authorityFile = NSTemporaryDirectory()
        wrong.append((tls, NSTemporaryDirectory()))
        tls.authorityFile = nil
        tls.authorityDirectory = missing
        wrong.append((tls, missing))
        for (tls, path) in wrong {
            var request = WireRequest(url: "https://127.0.0.1:1/")
            request.options.tls = tls
            let error = await transport.failure(request)
            #expect(error?.code == .invalidRequest)
            #expect(error?.requestMayHaveBeenSent == false)
            #expect(error?.message.contains(path) == true)
        }
    }
}

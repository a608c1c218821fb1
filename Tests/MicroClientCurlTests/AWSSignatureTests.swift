import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("AWS signatures")
struct AWSSignatureTests {
    let transport = CurlTransport()

    private func signed(_ request: WireRequest) async throws -> (authorization: String, fault: String?) {
        let body = if case .bytes(let data) = request.body { Array(data) } else { [UInt8]() }
        let text = try await transport.response(request).text
        let fault = try AWSSignatureChecker(secretKey: "s3cr3t").fault(in: text, body: body)
        #expect(!text.contains("s3cr3t"))
        return (field("Authorization", in: text) ?? "", fault)
    }

    @Test("signs for AWS: the scope that is given, the header, the body", arguments: [0, 5, 2 << 20])
    func awsSignature(size: Int) async throws {
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                _ = connection.read(field("Content-Length", in: head).flatMap { Int($0) } ?? 0)
                connection.write(ok(head))
            }
        }
        var request = authenticated(
            server.baseURL + "/a?b=c",
            .awsSignature(accessKey: "AKID", secretKey: "s3cr3t", region: "eu-west-1", service: "things"))
        if size > 0 {
            request.method = .put
            request.body = .bytes(Data(repeating: 7, count: size))
        }
        request.headers = [HeaderField("X-Amz-Target", "One.Two")]
        let (authorization, fault) = try await signed(request)
        #expect(fault == nil, "\(authorization)")
        #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
        #expect(authorization.contains("/eu-west-1/things/aws4_request, SignedHeaders="))
    }

    @Test("signs for AWS: service and region of the host")
    func awsHost() async throws {
        let server = try echoingServer()
        var request = authenticated(
            "http://bucket.s3.eu-north-1.amazonaws.com:\(server.port)/a",
            .awsSignature(accessKey: "AKID", secretKey: "s3cr3t"))
        request.options.addressOverrides = [
            TransferOptions.AddressOverride(
                host: "bucket.s3.eu-north-1.amazonaws.com", port: server.port, addresses: ["127.0.0.1"])
        ]
        let (authorization, fault) = try await signed(request)
        #expect(fault == nil, "\(authorization)")
        #expect(authorization.contains("/eu-north-1/s3/aws4_request, "))
        #expect(authorization.contains("x-amz-content-sha256"))
    }

    @Test("refuses to sign for AWS what it cannot: no region to be found, a body that is not there yet")
    func unsignable() async throws {
        let unknown = try #require(
            await transport.failure(
                authenticated("http://127.0.0.1/", .awsSignature(accessKey: "AKID", secretKey: "secret")))
        )
        #expect(unknown.code == .invalidRequest)
        #expect(unknown.message.contains("region"))
        let aws = TransferOptions.Authentication.awsSignature(
            accessKey: "AKID", secretKey: "secret", region: "eu-west-1", service: "s3")
        let error = try #require(
            await transport.failure(authenticated("http://127.0.0.1/", aws, method: .put, body: readOnce("x"))))
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains("x-amz-content-sha256"))
        for headers: HeaderFields in [
            [HeaderField("X-One", "")], [HeaderField("X-One", "1"), HeaderField("x-one", "2")],
        ] {
            var twice = authenticated("http://127.0.0.1/", aws)
            twice.headers = headers
            let error = try #require(await transport.failure(twice))
            #expect(error.code == .invalidRequest)
            #expect(error.message.contains("cannot be signed"))
        }
    }
}

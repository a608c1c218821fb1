import DemoAPI
import Foundation
import Testing

/// The signatures here were made with botocore 1.43, oauthlib 4.0 and Python's hashlib, for 30 August 2015, 12:36 UTC.
@Suite("Endpoints that verify signatures") struct SignatureEndpointTests {
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        server = try Self.makeServer(at: 0)
        client = try RawClient(port: server.port)
    }

    /// - Parameter offset: The seconds from the time of the signatures.
    private static func makeServer(at offset: Double) throws -> DemoServer {
        try DemoServer(options: .init(now: { Date(timeIntervalSince1970: 1_440_938_160 + offset) }))
    }

    private func reason(_ response: RawClient.Response) throws -> String {
        try response.status == 401 ? response.object()["error"] as? String ?? "" : "status \(response.status)"
    }

    // MARK: AWS

    private static let awsFields = [
        "X-Amz-Date: 20150830T123600Z",
        "Authorization: AWS4-HMAC-SHA256 Credential=demo-aws-access-key-id/20150830/us-east-1/service/aws4_request, "
            + "SignedHeaders=host;x-amz-date, Signature=01a7fafb669dd8424dc7cd4ac6191a331130de8f12a9362685e597bf78af7761",
    ]
    private static let awsTarget = "/auth/aws/a%20b?a=1&b=2"

    @Test("takes an AWS signature, and says for what it counts")
    func takesAWS() throws {
        let response = try client.get(Self.awsTarget, Self.awsFields)
        #expect(response.status == 200, "\(response.text)")
        let object = try response.object()
        #expect(object["service"] as? String == "service" && object["region"] as? String == "us-east-1")
        #expect(try client.get("/auth/aws/a%20b?b=2&a=1", Self.awsFields).status == 200)
    }

    @Test("takes S3's, whose path is encoded once and whose body is named")
    func takesStorage() throws {
        let fields = [
            "X-Amz-Date: 20150830T123600Z",
            "X-Amz-Content-SHA256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
            "Authorization: AWS4-HMAC-SHA256 Credential=demo-aws-access-key-id/20150830/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                + "Signature=835195831dabe05ca226fdf854ec82050daac09626f8194de7d4d61be8b90e7c",
        ]
        #expect(try client.send("PUT", "/auth/aws/a%20b", fields, body: Array("hello".utf8)).status == 200)
        let other = try client.send("PUT", "/auth/aws/a%20b", fields, body: Array("hullo".utf8))
        #expect(try reason(other) == "x-amz-content-sha256 is not the body's hash")
    }

    @Test(
        "refuses an AWS request that was changed, with the reason",
        arguments: [
            ("another query", "/auth/aws/a%20b?a=1&b=3", awsFields, "the signature does not match"),
            ("another path", "/auth/aws/a%20c?a=1&b=2", awsFields, "the signature does not match"),
            ("not signed", awsTarget, [], "no AWS signature"),
            ("another field", awsTarget, awsFields + ["X-Amz-Meta: 1"], "x-amz-meta was sent and is not signed"),
            ("no date", awsTarget, [awsFields[1]], "x-amz-date is signed and was not sent"),
            (
                "another key", awsTarget,
                [awsFields[0], awsFields[1].replacing("demo-aws-access", with: "other-access")],
                "the access key is not known"
            ),
        ] as [(String, String, [String], String)])
    func awsRefused(id: String, target: String, fields: [String], expected: String) throws {
        #expect(try reason(client.get(target, fields)) == expected)
    }

    @Test("refuses an AWS signature that is too old, or of the future", arguments: [-901.0, 901])
    func awsStale(offset: Double) throws {
        let server = try Self.makeServer(at: offset)
        defer { server.stop() }
        let response = try RawClient(port: server.port).get(Self.awsTarget, Self.awsFields)
        #expect(try reason(response) == "the time is off by more than 900 seconds")
    }

    // MARK: OAuth 1

    private static let oauthFields = [
        "Content-Type: application/x-www-form-urlencoded",
        "Authorization: OAuth oauth_nonce=\"once\", oauth_timestamp=\"1440938160\", oauth_version=\"1.0\", "
            + "oauth_signature_method=\"HMAC-SHA1\", oauth_consumer_key=\"demo-consumer-key\", "
            + "oauth_token=\"demo-access-token\", oauth_signature=\"2H9%2BoD6N7C%2BVnXXFJZl1cguy%2Bao%3D\"",
    ]
    private static let oauthForm = Array("a=1+2&b=%C3%A4".utf8)

    @Test("takes an OAuth 1 signature once")
    func takesOAuth() throws {
        let response = try client.send("POST", "/auth/oauth1?x=1", Self.oauthFields, body: Self.oauthForm)
        #expect(response.status == 200, "\(response.text)")
        #expect(try response.object()["token"] as? String == "demo-access-token")
        let again = try client.send("POST", "/auth/oauth1?x=1", Self.oauthFields, body: Self.oauthForm)
        #expect(try reason(again) == "the nonce was used before")
        #expect(again["WWW-Authenticate"] == "OAuth realm=\"demo\"")
    }

    @Test("refuses another form, no signature, two of them, and one that is too old")
    func oauthRefused() throws {
        let other = try client.send("POST", "/auth/oauth1?x=1", Self.oauthFields, body: Array("a=1+3".utf8))
        #expect(try reason(other) == "the signature does not match")
        #expect(try reason(client.get("/auth/oauth1")) == "no OAuth signature")
        let twice = try client.get("/auth/oauth1?oauth_signature=x", [Self.oauthFields[1]])
        #expect(try reason(twice) == "signed in two places")
        let lateServer = try Self.makeServer(at: 301)
        defer { lateServer.stop() }
        let late = try RawClient(port: lateServer.port)
        let stale = try late.send("POST", "/auth/oauth1?x=1", Self.oauthFields, body: Self.oauthForm)
        #expect(try reason(stale) == "the time is off by more than 300 seconds")
    }

    // MARK: WSSE

    private static func wsseFields(_ nonce: String, _ digest: String) -> [String] {
        [
            "X-WSSE: UsernameToken Username=\"demo\", PasswordDigest=\"\(digest)\", Nonce=\"\(nonce)\", "
                + "Created=\"2015-08-30T12:36:00Z\""
        ]
    }

    @Test("takes a WSSE token in both spellings of its digest, once")
    func takesWSSE() throws {
        let bytes = Self.wsseFields("n1", "Gv9vLLCBQcpXO7YfFnnGKe6jyeI=")
        #expect(try client.get("/auth/wsse", bytes).object()["digest"] as? String == "of bytes")
        #expect(try reason(client.get("/auth/wsse", bytes)) == "the nonce was used before")
        let hexadecimal = Self.wsseFields("n2", "NDU3ZjI5ZDZkY2FjYTNhY2YyYzgzN2NjMWQzODI2YmFmZjhiYWFhNA==")
        #expect(try client.get("/auth/wsse", hexadecimal).object()["digest"] as? String == "of hexadecimal text")
    }

    @Test("refuses a WSSE token that is wrong, too old or absent")
    func wsseRefused() throws {
        #expect(try reason(client.get("/auth/wsse")) == "no UsernameToken in X-WSSE")
        let wrong = Self.wsseFields("n1", "RX8p1tyso6zyyDfMHTgmuv+LqqQ=")
        #expect(try reason(client.get("/auth/wsse", wrong)) == "the digest does not match")
        let lateServer = try Self.makeServer(at: 301)
        defer { lateServer.stop() }
        let late = try RawClient(port: lateServer.port)
        let stale = try late.get("/auth/wsse", Self.wsseFields("n1", "Gv9vLLCBQcpXO7YfFnnGKe6jyeI="))
        #expect(try reason(stale) == "the time is off by more than 300 seconds")
    }

    // MARK: Digest

    private static func digestFields(_ count: String, _ response: String, nonce: String = "demo-nonce-1") -> [String] {
        [
            "Authorization: Digest username=\"demo\", realm=\"demo\", nonce=\"\(nonce)\", uri=\"/auth/digest\", "
                + "qop=auth, nc=\(count), cnonce=\"abc\", response=\"\(response)\", opaque=\"the demo API\", algorithm=MD5"
        ]
    }

    @Test("challenges with a nonce, and takes each of its counts once")
    func takesDigest() throws {
        let first = try client.get("/auth/digest")
        #expect(
            first["WWW-Authenticate"]
                == "Digest realm=\"demo\", qop=\"auth\", algorithm=MD5, nonce=\"demo-nonce-1\", opaque=\"the demo API\""
        )
        let one = Self.digestFields("00000001", "92381ec99ee3e716e641f2e072d426c7")
        #expect(try client.get("/auth/digest", one).status == 200)
        #expect(try reason(client.get("/auth/digest", one)) == "the nonce was used with that count before")
        let two = Self.digestFields("00000002", "d636dfc14b71f9e4f9ac8ce671bf5966")
        #expect(try client.get("/auth/digest", two).status == 200)
        #expect(try reason(client.get("/auth/digest?x", two)) == "uri is \"/auth/digest\", not \"/auth/digest?x\"")
        let wrong = Self.digestFields("00000003", "d636dfc14b71f9e4f9ac8ce671bf5966")
        #expect(try reason(client.get("/auth/digest", wrong)) == "the response does not match")
    }

    @Test("a nonce from before is stale, and the client is told to try again with another")
    func staleNonce() throws {
        let response = try client.get("/auth/digest", Self.digestFields("00000001", "92381ec99ee3e716e641f2e072d426c7"))
        #expect(try reason(response) == "the nonce is not known any more")
        #expect(response["WWW-Authenticate"]?.hasSuffix(", stale=true") == true)
        #expect(try client.get("/auth/digest?algorithm=ROT13").status == 400)
    }

    @Test("POST /reset forgets nonces")
    func reset() throws {
        let token = Self.wsseFields("n1", "Gv9vLLCBQcpXO7YfFnnGKe6jyeI=")
        #expect(try client.get("/auth/wsse", token).status == 200)
        #expect(try client.send("POST", "/reset").status == 204)
        #expect(try client.get("/auth/wsse", token).status == 200)
    }
}

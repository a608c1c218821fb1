import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

/// Values of AWS's published test suite ("AWS4 test suite", aws-sig-v4-test-suite) and of the S3 documentation's examples ("Signature
/// calculations for the Authorization header"). Those marked "botocore" were made with botocore 1.43.
@Suite("AWS signatures, version 4") struct AWSSignatureTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        var id: String
        var request: WireRequest
        var isStorage = false
        var token = ""
        var signature: String
        var signed = "host;x-amz-date"
        var testDescription: String { id }
    }

    private static let suite = "https://example.amazonaws.com"
    private static let bucket = "https://examplebucket.s3.amazonaws.com"
    private static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let token =
        "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwth"
        + "Ax7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9"
        + "q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=="

    static let vectors: [Vector] = [
        Vector(
            id: "get-vanilla", request: WireRequest(url: suite + "/"),
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            id: "get-vanilla, no path", request: WireRequest(url: suite),
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            id: "get-relative", request: WireRequest(url: suite + "/example/.."),
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            id: "get-slash", request: WireRequest(url: suite + "//"),
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            id: "get-vanilla-query-order-key-case", request: WireRequest(url: suite + "/?Param2=value2&Param1=value1"),
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            id: "get-vanilla-query-order-value, botocore",
            request: WireRequest(url: suite + "/?Param1=value2&Param1=Value1"),
            signature: "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"),
        Vector(
            id: "escapes encoded twice, botocore", request: WireRequest(url: suite + "/a%20b/%E1%88%B4:x!"),
            signature: "af9142b4e7ed88e2008efac3f7db941fcbe928e94e1d9679f0dfd9be5852a6bd"),
        Vector(
            id: "path made plain, botocore", request: WireRequest(url: suite + "/./example//x"),
            signature: "d5295ce309e2dca4b320cebca17c9ba05d6960b57138bf853abe396aa2a54655"),
        Vector(
            id: "post-vanilla", request: WireRequest(method: .post, url: suite + "/"),
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            id: "post-x-www-form-urlencoded",
            request: WireRequest(
                method: .post, url: suite + "/",
                headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
                body: .bytes(Data("Param1=value1".utf8))),
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
            signed: "content-type;host;x-amz-date"),
        Vector(
            id: "post-sts-header-before", request: WireRequest(method: .post, url: suite + "/"), token: token,
            signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
            signed: "host;x-amz-date;x-amz-security-token"),
        Vector(
            id: "S3, GET object",
            request: WireRequest(url: bucket + "/test.txt", headers: [HeaderField("Range", "bytes=0-9")]),
            isStorage: true, signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
            signed: "host;range;x-amz-content-sha256;x-amz-date"),
        Vector(
            id: "S3, PUT object",
            request: WireRequest(
                method: .put, url: bucket + "/test$file.text",
                headers: [
                    HeaderField("Date", "Fri, 24 May 2013 00:00:00 GMT"),
                    HeaderField("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ], body: .bytes(Data("Welcome to Amazon S3.".utf8))),
            isStorage: true, signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
            signed: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class"),
        Vector(
            id: "S3, GET bucket lifecycle", request: WireRequest(url: bucket + "/?lifecycle"), isStorage: true,
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
            signed: "host;x-amz-content-sha256;x-amz-date"),
        Vector(
            id: "S3, list objects", request: WireRequest(url: bucket + "/?max-keys=2&prefix=J"), isStorage: true,
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
            signed: "host;x-amz-content-sha256;x-amz-date"),
    ]

    @Test("signs as published", arguments: vectors)
    func published(vector: Vector) async throws {
        let scope = try #require(
            AWSScope(service: vector.isStorage ? "s3" : "service", region: "us-east-1", host: ""))
        let signature = AWSSignature(
            accessKeyID: "AKIDEXAMPLE",
            secretAccessKey: vector.isStorage
                ? "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" : "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            sessionToken: vector.token, scope: scope,
            time: Date(timeIntervalSince1970: vector.isStorage ? 1_369_353_600 : 1_440_938_160))
        let hash = try await vector.request.body.digest(.sha256).hexadecimal
        let authorization = try signature.sign(vector.request, bodyHash: hash).authorization
        #expect(authorization.hasSuffix("SignedHeaders=\(vector.signed), Signature=\(vector.signature)"))
    }

    private static let signer = AWSScope(service: "service", region: "r", host: "").map {
        AWSSignature(
            accessKeyID: "id", secretAccessKey: "key", sessionToken: "", scope: $0,
            time: Date(timeIntervalSince1970: 0))
    }

    @Test("what may change on the way is not signed; blanks within values are made one")
    func fields() throws {
        let signer = try #require(Self.signer)
        func signature(_ headers: HeaderFields) throws -> String {
            try signer.sign(WireRequest(url: "http://h:8080/", headers: headers), bodyHash: Self.emptyHash)
                .authorization
        }
        let plain = try signature([HeaderField("X-A", "a b")])
        #expect(plain.contains("SignedHeaders=host;x-a;x-amz-date,"))
        #expect(
            try plain
                == signature([
                    HeaderField("User-Agent", "u"), HeaderField("Cookie", "c"), HeaderField("x-a", " a   b "),
                    HeaderField("Accept-Encoding", "gzip"), HeaderField("Proxy-Connection", "close"),
                ]))
        #expect(try plain != signature([HeaderField("X-A", "a c")]))
    }

    @Test("the port counts unless it is the scheme's own, and a Host of one's own counts instead")
    func host() throws {
        let signer = try #require(Self.signer)
        func signature(_ url: String, _ headers: HeaderFields = []) throws -> String {
            try signer.sign(WireRequest(url: url, headers: headers), bodyHash: "").authorization
        }
        #expect(try signature("https://h:443/") == signature("https://H/"))
        #expect(try signature("https://h:80/") != signature("https://h/"))
        #expect(try signature("http://h:80/") == signature("http://h/"))
        #expect(try signature("http://h:80/", [HeaderField("Host", "h:9")]) == signature("http://h:9/"))
    }

    @Test("a plus in the query is a blank, and is signed as one")
    func plus() throws {
        let signer = try #require(Self.signer)
        func signature(_ url: String) throws -> String {
            try signer.sign(WireRequest(url: url), bodyHash: "").authorization
        }
        #expect(try signature("http://h/?a=b+c") == signature("http://h/?a=b%20c"))
        #expect(try signature("http://h/?a=b%2Bc") != signature("http://h/?a=b+c"))
        #expect(try signature("http://h/?b&a=%2f") == signature("http://h/?a=%2F&b="))
    }

    // MARK: Where a request belongs

    @Test(
        "service and region are the host's when they are not said",
        arguments: [
            ("dynamodb.eu-west-1.amazonaws.com", "dynamodb eu-west-1"), ("iam.amazonaws.com", "iam us-east-1"),
            ("s3.amazonaws.com", "s3 us-east-1"), ("bucket.s3.amazonaws.com", "s3 us-east-1"),
            ("bucket.s3.eu-west-1.amazonaws.com", "s3 eu-west-1"),
            ("a.b.s3-eu-west-1.amazonaws.com", "s3 eu-west-1"),
            ("s3.dualstack.us-west-2.amazonaws.com", "s3 us-west-2"),
            ("x.execute-api.us-east-2.amazonaws.com", "execute-api us-east-2"),
            ("search-x.us-east-1.es.amazonaws.com", "es us-east-1"),
            ("email.us-east-1.amazonaws.com", "ses us-east-1"),
            ("ec2.cn-north-1.amazonaws.com.cn", "ec2 cn-north-1"), ("sts.eu-west-1.amazonaws.com:443", "sts eu-west-1"),
            ("abc.lambda-url.eu-west-1.on.aws", "lambda eu-west-1"), ("example.com", nil), ("amazonaws.com", nil),
        ] as [(String, String?)])
    func scope(host: String, expected: String?) {
        let scope = AWSScope(service: "", region: "", host: host)
        #expect(scope.map { "\($0.service) \($0.region)" } == expected)
        let said = AWSScope(service: "sqs", region: "mars-1", host: host)
        #expect(said?.service == "sqs" && said?.region == "mars-1")
    }

    // MARK: Profiles

    private static let file = """
        # keys
        [default]
        aws_access_key_id = D1
        aws_secret_access_key=D2

        [profile work]
          AWS_ACCESS_KEY_ID = W1
        aws_secret_access_key = a=b #c
        ; aws_session_token = no
        aws_session_token = W3
        [empty]
        """

    @Test("a profile is found in the shared credentials file")
    func profiles() throws {
        let standard = try AWSProfile(named: "default", in: Self.file)
        #expect([standard.accessKeyID, standard.secretAccessKey, standard.sessionToken] == ["D1", "D2", ""])
        let work = try AWSProfile(named: "work", in: Self.file)
        #expect([work.accessKeyID, work.secretAccessKey, work.sessionToken] == ["W1", "a=b #c", "W3"])
    }

    @Test("a profile that is not there, or has no keys, is named")
    func profileProblems() {
        let absent = #expect(throws: CredentialFailure.self) { try AWSProfile(named: "nobody", in: Self.file) }
        #expect(absent?.message == "The shared credentials file has no profile nobody.")
        let empty = #expect(throws: CredentialFailure.self) { try AWSProfile(named: "empty", in: Self.file) }
        #expect(empty?.message.hasPrefix("The profile empty of the shared credentials file has no") == true)
    }
}

import Testing

@testable import MicroClientCurl

@Suite("AWSCredentialScope")
struct AWSScopeTests {
    @Test(
        "takes service and region from the host",
        arguments: [
            ("s3.eu-west-1.amazonaws.com", "s3 eu-west-1"), ("bucket.s3.eu-west-1.amazonaws.com", "s3 eu-west-1"),
            ("s3.amazonaws.com", "s3 us-east-1"), ("bucket.s3.amazonaws.com", "s3 us-east-1"),
            ("iam.amazonaws.com", "iam us-east-1"),
            ("abc.execute-api.us-gov-west-1.amazonaws.com", "execute-api us-gov-west-1"),
            ("search-x.eu-central-1.es.amazonaws.com", "es eu-central-1"),
            ("ec2.cn-north-1.amazonaws.com.cn", "ec2 cn-north-1"), ("storage.here.example.com", "storage here"),
            ("127.0.0.1", "none"), ("[::1]", "none"), ("localhost", "none"), ("amazonaws.com", "none"),
        ])
    func hosts(host: String, expected: String) {
        let scope = AWSCredentialScope(host: host, region: nil, service: nil)
        #expect(scope.map { "\($0.service) \($0.region)" } ?? "none" == expected)
    }

    @Test("prefers what is given")
    func given() {
        let scope = AWSCredentialScope(host: "s3.eu-west-1.amazonaws.com", region: "here", service: nil)
        #expect(scope?.region == "here" && scope?.service == "s3")
        #expect(AWSCredentialScope(host: "localhost", region: "here", service: "x") != nil)
    }
}

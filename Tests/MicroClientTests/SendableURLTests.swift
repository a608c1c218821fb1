import Testing
import Text

@testable import MicroClient

@Suite struct SendableURLTests {
    @Test(
        "B34: refuses what no request can be made of",
        arguments: [
            "", "/x", "host/x", "ftp://h/", "file:///etc/passwd", "http://", "http:///x", "http://:80/", "http://u@/x",
            "http://h/a b", "http://h/\r\nX: y", "http://h/\0", "http:/h", "http://?q",
        ])
    func notSendableB34(url: String) { #expect(!URLReference.isSendable(url)) }

    @Test(
        "takes any http or https URL as it is",
        arguments: ["http://h", "HTTPS://h/a|b?%zz", "http://u:p@h:1/", "http://[::1]/"])
    func sendable(url: String) { #expect(URLReference.isSendable(url)) }
}

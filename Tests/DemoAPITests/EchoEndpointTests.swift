import DemoAPI
import Foundation
import Testing

@Suite struct EchoEndpointTests {
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        server = try DemoServer(options: .init(keptBodyLimit: 1000))
        client = try RawClient(port: server.port)
    }

    @Test("path and query come back as they were sent")
    func target() throws {
        let echo = try client.get("/echo/a%2Fb/%zz//|?q=%C3%A4+b&empty=&flag").object()
        #expect(echo["path"] as? String == "/echo/a%2Fb/%zz//|")
        #expect(echo["query"] as? String == "q=%C3%A4+b&empty=&flag")
        #expect(echo["target"] as? String == "/echo/a%2Fb/%zz//|?q=%C3%A4+b&empty=&flag")
        #expect(try client.get("/echo").object()["query"] as? String == "")
    }

    @Test("header fields keep order, spelling and duplicates; as an object they are joined")
    func headers() throws {
        let echo = try client.get("/echo", ["x-B: 2", "X-a: 1", "X-b: 3", "X-Latin: \u{e4}"]).object()
        let fields = echo["headerFields"] as? [[String]]
        #expect(fields == [["Host", "127.0.0.1"], ["x-B", "2"], ["X-a", "1"], ["X-b", "3"], ["X-Latin", "ä"]])
        #expect((echo["headers"] as? [String: String])?["x-B"] == "2, 3")
    }

    @Test("any method is echoed", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PURGE"])
    func methods(method: String) throws {
        #expect(try client.send(method, "/echo/x").object()["method"] as? String == method)
    }

    @Test("HEAD gives the head alone")
    func head() throws {
        let response = try client.send("HEAD", "/echo")
        #expect(response.status == 200 && response["Content-Length"] != nil && response.body.isEmpty)
    }

    @Test("a body is text when it is UTF-8, else base64")
    func bodies() throws {
        let text = try client.send("POST", "/echo", body: Array("{\"a\":\"ä\"}\r\n\u{1}".utf8)).object()
        #expect(text["body"] as? String == "{\"a\":\"ä\"}\r\n\u{1}" && text["bodyBase64"] == nil)
        let binary = try client.send("PUT", "/echo", body: [0xFF, 0x00, 0xFE]).object()
        #expect(binary["body"] is NSNull && binary["bodyBase64"] as? String == "/wD+")
        #expect(binary["bodySize"] as? Int == 3)
    }

    @Test("a chunked body is put together")
    func chunkedBody() throws {
        let head = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        try client.write(Array((head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").utf8))
        #expect(try client.readResponse().object()["body"] as? String == "abcde")
    }

    @Test("a body over the limit is refused, with and without a length said beforehand")
    func limit() throws {
        let large = [UInt8](repeating: 0x61, count: 1001)
        let head = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n"
        try client.write(Array(head.utf8) + large + Array("\r\n0\r\n\r\n".utf8))
        #expect(try client.readResponse().status == 413)
        let refused = try client.send("POST", "/echo", body: large)
        #expect(refused.status == 413 && refused.text.contains("/count"))
    }

    @Test("a large body is counted without being kept")
    func count() throws {
        let body = [UInt8](repeating: 7, count: 3_000_000)
        #expect(try client.send("POST", "/count", body: body).object()["bodySize"] as? Int == 3_000_000)
    }

    @Test("an absolute target, as sent to a proxy, reaches its path")
    func absoluteTarget() throws {
        let echo = try client.get("http://example.com/echo/x?a=1").object()
        #expect(echo["path"] as? String == "/echo/x" && echo["target"] as? String == "http://example.com/echo/x?a=1")
    }
}

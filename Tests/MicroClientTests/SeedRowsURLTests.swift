import Foundation
import TestSupport
import Testing
import Text

@testable import MicroClient

/// The rows of the seeds that are about URLs, bodies and header fields, each as its request leaves the client.
@Suite struct SeedRowsURLTests {
    private func sent<Body, Response>(
        _ request: NetworkRequest<Body, Response>, base: String = "https://hostname.com/api/v3",
        _ change: (inout NetworkConfiguration) -> Void = { _ in }
    ) async throws -> WireRequest {
        var bench = try Bench(.response(200, body: ["null"]), base: base)
        change(&bench.configuration)
        _ = try await bench.client.run(request)
        return try bench.sent()
    }

    private func text(_ body: BodySource) -> String? {
        guard case .bytes(let data) = body else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private typealias Get = NetworkRequest<VoidRequest, VoidResponse>

    @Test(
        "A08: base and path are joined by one slash, whoever brings it",
        arguments: ["https://hostname.com/api/v3", "https://hostname.com/api/v3/"],
        ["/posts/bookmarks", "posts/bookmarks"])
    func slashes(base: String, path: String) async throws {
        let request = try await sent(Get(path: path, method: .get), base: base)
        #expect(request.url == "https://hostname.com/api/v3/posts/bookmarks")
    }

    @Test("A10: a request of path and method sends no query, no body and no field")
    func least() async throws {
        let request = try await sent(Get(path: "/posts/bookmarks", method: .get))
        #expect(request.method == .get && request.url == "https://hostname.com/api/v3/posts/bookmarks")
        #expect(request.headers.withoutDefaults.isEmpty && request.body.length == 0)
    }

    @Test("A11: without a path the base URL itself is meant, its query kept")
    func noPath() async throws {
        #expect(try await sent(Get(method: .get)).url == "https://hostname.com/api/v3")
        #expect(try await sent(Get(method: .get), base: "https://h/api/?key=1").url == "https://h/api/?key=1")
        #expect(try await sent(Get(path: "", method: .get), base: "https://h").url == "https://h")
    }

    @Test("A12: methods arrive as such", arguments: [HTTPMethod.get, .post, .put, .patch, .delete])
    func methods(method: HTTPMethod) async throws { #expect(try await sent(Get(method: method)).method == method) }

    @Test("A13: nil query items are dropped, order is kept")
    func query() async throws {
        let items = [
            URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "x", value: nil),
            URLQueryItem(name: "b", value: ""),
        ]
        let request = try await sent(Get(method: .get, queryItems: items))
        #expect(request.url == "https://hostname.com/api/v3?a=1&b=")
        let only = try await sent(Get(method: .get, queryItems: [items[1]]))
        #expect(only.url == "https://hostname.com/api/v3")
    }

    @Test("A13: + and % in a query mean themselves")
    func queryValues() async throws {
        let request = try await sent(
            Get(path: "/s", method: .get, queryItems: [URLQueryItem(name: "q", value: "a+b 50%&c=d")]))
        #expect(request.url == "https://hostname.com/api/v3/s?q=a%2Bb%2050%25%26c%3Dd")
    }

    @Test("A14: form items are the body of a POST, & and + encoded, with their type")
    func form() async throws {
        let items = [
            URLFormItem(name: "username", value: "user"), URLFormItem(name: "password", value: "p&+"),
            URLFormItem(name: "none", value: nil),
        ]
        let request = try await sent(Get(path: "/login", method: .post, formItems: items))
        #expect(text(request.body) == "username=user&password=p%26%2B")
        #expect(request.headers.values(for: "Content-Type") == ["application/x-www-form-urlencoded"])
    }

    @Test(
        "A14: a form is encoded as the WHATWG says",
        arguments: [
            ("a b", "a+b"), ("a+b", "a%2Bb"), ("50%", "50%25"), ("%20", "%2520"), ("ü", "%C3%BC"), ("~", "%7E"),
            ("*-._", "*-._"), ("a=b&c", "a%3Db%26c"), ("\r\n", "%0D%0A"), ("", ""), ("😀", "%F0%9F%98%80"),
        ])
    func formValues(value: String, encoded: String) {
        #expect(URLFormItem.encode([URLFormItem(name: value, value: value)]) == "\(encoded)=\(encoded)")
    }

    @Test("A15: the base URL of a request wins, and brings its own path and query")
    func requestBase() async throws {
        let request = try await sent(Get(path: "x", method: .get, baseURL: URL(string: "http://two.test:81/v1?k=1")))
        #expect(request.url == "http://two.test:81/v1/x?k=1")
    }

    @Test("A16: a body is JSON, with its type unless the request names one")
    func json() async throws {
        let request = try await sent(NetworkRequest<Thing, VoidResponse>(method: .post, body: Thing(a: 1)))
        #expect(text(request.body) == #"{"a":1}"#)
        #expect(request.headers.values(for: "Content-Type") == ["application/json"])
        let own = try await sent(
            NetworkRequest<Thing, VoidResponse>(
                method: .post, body: Thing(a: 1), additionalHeaders: ["content-type": "application/merge-patch+json"]))
        #expect(own.headers.values(for: "Content-Type") == ["application/merge-patch+json"])
    }

    @Test("A19: an additional header is sent, and overrides a default one")
    func additional() async throws {
        let request = try await sent(
            NetworkRequest<String, VoidResponse>(
                method: .post, body: "t",
                additionalHeaders: ["X-A": "1", "CONTENT-TYPE": "text/csv", "Host": "other.test"]))
        #expect(
            request.headers.withoutDefaults.map { "\($0.name): \($0.value)" } == [
                "CONTENT-TYPE: text/csv", "Host: other.test", "X-A: 1",
            ])
    }

    @Test("A19: a header value with CR, LF or NUL is refused by name", arguments: ["a\r\nX: y", "a\nb", "\u{0}"])
    func injection(value: String) async throws {
        let bench = try Bench()
        let request = Get(method: .get, additionalHeaders: ["X-Evil": value])
        let error = await #expect(throws: NetworkClientError.self) { try await bench.client.run(request) }
        #expect(error?.transferError?.code == .invalidRequest)
        #expect(error?.transferError?.message == "The value of header field X-Evil contains CR, LF or NUL.")
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("A20: VoidRequest and no body send no bytes and no type", arguments: [HTTPMethod.post, .get])
    func void(method: HTTPMethod) async throws {
        let request = try await sent(Get(method: method, body: VoidRequest()))
        #expect(request.body.length == 0 && request.headers.withoutDefaults.isEmpty)
    }

    @Test("A21: a multipart body goes out byte for byte, with the caller's type")
    func multipart() async throws {
        let bytes =
            Data("--x\r\nContent-Disposition: form-data; name=\"p\"\r\n\r\n".utf8) + Data([0, 255])
            + Data("\r\n--x--\r\n".utf8)
        let type = "multipart/form-data; boundary=x"
        let request = try await sent(
            NetworkRequest<Data, VoidResponse>(method: .post, body: bytes, additionalHeaders: ["Content-Type": type]))
        guard case .bytes(bytes) = request.body else { return #expect(Bool(false), "other bytes") }
        #expect(request.headers.values(for: "Content-Type") == [type])
    }

    @Test("B32: the form sample")
    func formSample() async throws {
        let items = [URLFormItem(name: "username", value: "user"), URLFormItem(name: "password", value: "pass")]
        #expect(text(try await sent(Get(method: .post, formItems: items)).body) == "username=user&password=pass")
    }

    @Test("B33: the query sample")
    func querySample() async throws {
        let items = [URLQueryItem(name: "q", value: "swift"), URLQueryItem(name: "limit", value: "10")]
        let request = try await sent(Get(path: "/search", method: .get, queryItems: items), base: "https://h")
        #expect(request.url == "https://h/search?q=swift&limit=10")
    }

    @Test(
        "B34: what cannot form a URL is malformedURL, and nothing is sent",
        arguments: ["file:///x", "ftp://h/x", "mailto:x@y", "/only", "http://h:99999/", "https://:80/"])
    func malformed(base: String) async throws {
        let bench = try Bench(base: base)
        let error = await #expect(throws: NetworkClientError.self) {
            try await bench.client.run(Get(path: "x", method: .get))
        }
        guard case .malformedURL? = error else { return #expect(Bool(false), "another error") }
        #expect(bench.transport.requests.isEmpty)
    }
}

@Suite struct URLPartsTests {
    @Test(
        "whatever the path looks like, it stays below the base",
        arguments: [
            ("P01", "https://h/api", "https://evil.test/x", "https://h/api/https://evil.test/x"),
            ("P02", "https://h/api", "//evil.test/x", "https://h/api//evil.test/x"),
            ("P03", "https://h", "//evil.test/x", "https://h//evil.test/x"),
            ("P04", "https://h", "@evil.test", "https://h/@evil.test"),
            ("P05", "https://h", ":81/x", "https://h/:81/x"),
            ("P06", "https://h/api", "../x/./y", "https://h/api/../x/./y"),
            ("P07", "https://h", "\\evil", "https://h/%5Cevil"),
            ("P08", "https://h/a?b=1", "c?d=2", "https://h/a/c?b=1&d=2"),
            ("P09", "https://h/a?", "c", "https://h/a/c?"),
            ("P10", "https://h/a?", "c?d=2", "https://h/a/c?d=2"), ("P11", "https://h/a", "c?", "https://h/a/c?"),
            ("P12", "https://h", "a?b=1#c", "https://h/a?b=1%23c"),
            ("P13", "https://h", "a?b=1+2%20?d", "https://h/a?b=1+2%20?d"),
            ("P14", "https://h", "a?ä b\r\n", "https://h/a?%C3%A4%20b%0D%0A"),
            ("P15", "https://h/a", "?b=1", "https://h/a?b=1"),
            ("P16", "https://h/a//", "/b", "https://h/a//b"),
            ("P17", "https://h", "a\u{338}/\u{338}b", "https://h/a%CC%B8/%CC%B8b"),
            ("P18", "https://bücher.example:81", "ü", "https://xn--bcher-kva.example:81/%C3%BC"),
            ("P19", "https://u:p@h", "x", "https://u:p@h/x"),
            ("P20", "https://[::1]:8080/", "x", "https://[::1]:8080/x"),
            ("P21", "https://h", "a/%2e%2E/b", "https://h/a/%2e%2E/b"),
            ("P22", "https://h/?a=%zz", nil, "https://h/?a=%zz"),
        ] as [(String, String, String?, String)])
    func below(id: String, base: String, path: String?, url: String) throws {
        #expect(try URLBuilder(base: base).url(path: path, queryItems: []) == url, "\(id)")
    }

    @Test("an empty query of the base adds no empty item")
    func emptyQuery() throws {
        let items = [URLQueryItem(name: "a", value: "1")]
        #expect(try URLBuilder(base: "http://h?").url(path: nil, queryItems: items) == "http://h?a=1")
    }

    @Test(
        "a host that is not ASCII is converted, percent-encoding in it is undone, all else stays as given",
        arguments: [
            ("http://hüst.de/ä|b?%zz=ü#ä", "http://xn--hst-hoa.de/ä|b?%zz=ü#ä"),
            ("HTTP://BÜCHER.example", "HTTP://xn--bcher-kva.example"),
            ("https://食狮.公司.cn:8443/x", "https://xn--85x722f.xn--55qx5d.cn:8443/x"),
            ("http://u:pä@Ü.com/", "http://u:pä@xn--tda.com/"), ("http://u\u{308}.com", "http://xn--tda.com"),
            ("http://faß.de?x", "http://xn--fa-hia.de?x"), ("http://ａｂｃ。com/", "http://abc.com/"),
            ("http://%C3%BC.com/%C3%BC", "http://xn--tda.com/%C3%BC"), ("http://xn--tda.com", "http://xn--tda.com"),
            ("http://H.Example:80/ä", "http://H.Example:80/ä"), ("http://[::1]:81/ü", "http://[::1]:81/ü"),
            ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/"), ("http://a_b.test/", "http://a_b.test/"),
            ("http://h:/", "http://h:/"), ("http://h:65535", "http://h:65535"),
            ("http://%41.test/", "http://A.test/"),
            ("http://[fe80::1%eth0]/", "http://[fe80::1%eth0]/"),
        ])
    func hosts(url: String, sendable: String) { #expect(URLReference.sendable(url) == sendable) }

    @Test(
        "what has no host that all readers would agree on cannot be sent",
        arguments: [
            "http://-ü.de/", "http://ü..de/", "http://ü de/", "http://a\u{200D}b.de/", "http://ü／x.de/",
            "http://ü℀.de/",
            "http://ü\\x/", "http://h:99999/", "http://h:8o/", "http://h:-1", "http://h:+80/", "http://a@b@c/",
            "http://a\\@b/", "http://a\\b/", "http://[::1/", "http://[]/", "http://[::1]x/", "http://::1/",
            "http://<h>/", "http://h\"/", "http://h{}/", "http://ü.de:x/", "http://%C3%BC%2F.de/", "http://h%/",
            "http://h%zz/", "http://h%FF/", "http://%5C.test/", "http://one.test%2F/", "http://[%5C.]/",
            "http://[one.test]/", "http://%%C3%BC/",
        ])
    func refused(url: String) { #expect(URLReference.sendable(url) == nil) }

    @Test("a mark behind a slash does not move the end of the host")
    func marks() {
        let reference = URLReference("http://two.test/\u{338}@one.test/\u{301}?\u{301}#\u{301}")
        #expect(reference.host == "two.test")
        #expect(reference.path.utf8.count == "/\u{338}@one.test/\u{301}".utf8.count)
        #expect(reference.query == "\u{301}" && reference.fragment == "\u{301}")
    }

    @Test("send converts the host of a raw request, after its interceptors")
    func send() async throws {
        struct Seeing: WireInterceptor {
            let seen = Locked("")
            func intercept(_ request: WireRequest) async throws -> WireRequest {
                seen.withLock { $0 = request.url }
                return request
            }
        }
        let transport = FakeTransport(.response(200))
        let seeing = Seeing()
        let response = try await NetworkClient(transport: transport).send(
            WireRequest(url: "http://bücher.example/ü"), options: SendOptions(interceptors: [seeing]))
        #expect(transport.requests.first?.url == "http://xn--bcher-kva.example/ü")
        #expect(response.exchange().request.url == "http://xn--bcher-kva.example/ü")
        #expect(seeing.seen.withLock { $0 } == "http://bücher.example/ü")
    }

    @Test("a Content-Length that is not the body's is refused", arguments: ["3", "05", "5, 5", "-5", "", "6"])
    func contentLength(value: String) async throws {
        let transport = FakeTransport()
        let request = WireRequest(
            method: .post, url: "http://h/", headers: [HeaderField("content-length", value)],
            body: .bytes(Data("12345".utf8)))
        let error = await #expect(throws: NetworkClientError.self) {
            try await NetworkClient(transport: transport).send(request)
        }
        #expect(error?.transferError?.message == "Content-Length says \(value), the body has 5 bytes.")
        #expect(transport.requests.isEmpty)
    }

    @Test("the right Content-Length is sent, as is any of a body whose length is not known")
    func rightLength() async throws {
        let transport = FakeTransport(.response(200), .response(200))
        let client = NetworkClient(transport: transport)
        let fields: HeaderFields = [HeaderField("Content-Length", "5")]
        for body in [BodySource.bytes(Data("12345".utf8)), .stream(BodySource.Stream { { nil } })] {
            _ = try await client.send(WireRequest(method: .post, url: "http://h/", headers: fields, body: body))
                .collect()
        }
        #expect(transport.requests.map { $0.headers["Content-Length"] } == ["5", "5"])
    }
}

import Foundation
import Testing

@testable import MicroClient

@Suite struct RedirectMachineTests {
    private func request(_ method: HTTPMethod = .get, body: BodySource = .none) -> WireRequest {
        WireRequest(
            method: method, url: "http://one.test/a/b?q=1",
            headers: [
                HeaderField("authorization", "Bearer t"), HeaderField("Proxy-Authorization", "p"),
                HeaderField("Cookie", "c=1"),
                HeaderField("Host", "one.test"), HeaderField("Content-Type", "text/plain"), HeaderField("X-Mine", "1"),
            ], body: body)
    }

    private func following(
        _ status: Int, _ location: String?, _ request: WireRequest, policy: RedirectPolicy = RedirectPolicy()
    ) -> WireRequest? {
        var machine = RedirectMachine(policy: policy)
        let headers = HeaderFields([location.map { HeaderField("Location", $0) }].compactMap { $0 })
        guard case .follow(let next) = machine.answered(ResponseHead(status: status, headers: headers), to: request)
        else {
            return nil
        }
        return next
    }

    @Test(
        "301, 302 and 303 become GET without a body for every method but HEAD; 307 and 308 keep both",
        arguments: [301, 302, 303, 307, 308], [HTTPMethod.get, .head, .post, .put, .delete, .patch, "PURGE"])
    func methods(status: Int, method: HTTPMethod) throws {
        let next = try #require(following(status, "/x", request(method, body: .bytes(Data("b".utf8)))))
        let keeps = status >= 307 || method == .head
        #expect(next.method == (keeps ? method : .get))
        #expect(next.body.length == (keeps ? 1 : 0))
        #expect(next.headers.contains(named: "content-type") == keeps)
    }

    @Test(
        "credentials, cookies and Host go to the same origin only",
        arguments: [
            ("/x", true), ("http://one.test:80/x", true), ("HTTP://ONE.test/x", true), ("https://one.test/x", false),
            ("http://one.test:81/x", false), ("http://two.test/x", false), ("//two.test/x", false),
            ("http://one.test@two.test/", false),
        ])
    func origins(location: String, keeps: Bool) throws {
        let next = try #require(following(302, location, request()))
        for name in ["Authorization", "Proxy-Authorization", "Cookie", "Host"] {
            #expect(next.headers.contains(named: name) == keeps, "\(name)")
        }
        #expect(next.headers["X-Mine"] == "1")
    }

    @Test(
        "finds the next URL from Location",
        arguments: [
            ("c", "http://one.test/a/c"), ("../c?d", "http://one.test/c?d"), ("?z", "http://one.test/a/b?z"),
            ("//two.test/y", "http://two.test/y"), ("https://t/|", "https://t/|"),
            ("/ä b", "http://one.test/%C3%A4%20b"),
            ("", "http://one.test/a/b?q=1"),
        ])
    func locations(location: String, url: String) {
        #expect(following(302, location, request())?.url == url)
    }

    @Test(
        "what cannot be followed is the response",
        arguments: [
            (302, nil), (302, "ftp://h/x"), (302, "file:///etc/passwd"), (302, "http://"), (302, "/a\u{0}b"),
            (300, "/x"),
            (304, "/x"), (305, "/x"), (200, "/x"), (201, "/x"), (404, "/x"),
        ] as [(Int, String?)])
    func delivered(status: Int, location: String?) { #expect(following(status, location, request()) == nil) }

    @Test("a body that cannot be sent again stops 307, and not 303")
    func streams() {
        let stream = BodySource.stream(BodyStream { { nil } })
        #expect(following(307, "/x", request(.post, body: stream)) == nil)
        #expect(following(303, "/x", request(.post, body: stream))?.method == .get)
    }

    @Test("stops at the maximum, 5 by default, 0 for none")
    func maximum() {
        for (policy, expected) in [(RedirectPolicy(), 5), (.follow(maximum: 2), 2), (.none, 0)] {
            var machine = RedirectMachine(policy: policy)
            var followed = 0
            let head = ResponseHead(status: 302, headers: [HeaderField("Location", "/x")])
            while case .follow = machine.answered(head, to: request()) { followed += 1 }
            #expect(followed == expected)
        }
    }
}

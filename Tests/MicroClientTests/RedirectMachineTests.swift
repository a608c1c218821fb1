import Foundation
import Testing

@testable import MicroClient

@Suite struct RedirectMachineTests {
    private func request(
        _ method: HTTPMethod = .get, url: String = "http://one.test/a/b?q=1", body: BodySource = .none
    ) -> WireRequest {
        var request = WireRequest(
            method: method, url: url,
            headers: [
                HeaderField("authorization", "Bearer t"), HeaderField("Proxy-Authorization", "p"),
                HeaderField("Cookie", "c=1"),
                HeaderField("Host", "one.test"), HeaderField("Content-Type", "text/plain"), HeaderField("X-Mine", "1"),
            ], body: body)
        request.options.authentication = .basic(user: "u", password: "p")
        request.options.tls.clientCertificate = .pem(certificate: "c", key: "k")
        request.options.tls.authorityFile = "ca"
        request.options.unixSocketPath = "socket"
        request.options.connectTarget = TransferOptions.ConnectTarget(host: "a", port: 80)
        request.options.verifiesTLS = false
        return request
    }

    private func following(
        _ status: Int, _ location: String?, _ request: WireRequest, policy: RedirectPolicy = RedirectPolicy()
    ) -> WireRequest? {
        var machine = RedirectMachine(policy: policy)
        return next(&machine, status, [location].compactMap { $0 }, request)
    }

    private func next(
        _ machine: inout RedirectMachine, _ status: Int, _ locations: [String], _ request: WireRequest
    ) -> WireRequest? {
        let head = ResponseHead(status: status, headers: HeaderFields(locations.map { HeaderField("Location", $0) }))
        guard case .follow(let next) = machine.received(head, to: request) else { return nil }
        return next
    }

    @Test(
        "method and body after each status, by each rule",
        arguments: [
            ("M01", RedirectPolicy.MethodChange.likeBrowsers, 301, HTTPMethod.post, true),
            ("M02", .likeBrowsers, 302, .post, true), ("M03", .likeBrowsers, 303, .post, true),
            ("M04", .likeBrowsers, 307, .post, false), ("M05", .likeBrowsers, 308, .post, false),
            ("M06", .likeBrowsers, 301, .put, false), ("M07", .likeBrowsers, 302, .delete, false),
            ("M08", .likeBrowsers, 302, .patch, false), ("M09", .likeBrowsers, 303, .put, true),
            ("M10", .likeBrowsers, 303, .head, false), ("M11", .likeBrowsers, 302, .head, false),
            ("M12", .likeBrowsers, 302, .get, false), ("M13", .likeBrowsers, 303, .get, true),
            ("M14", .likeBrowsers, 303, "PURGE", true), ("M15", .likeBrowsers, 302, "PURGE", false),
            ("M16", .everyMethod, 301, .put, true), ("M17", .everyMethod, 302, .delete, true),
            ("M18", .everyMethod, 303, .patch, true), ("M19", .everyMethod, 307, .put, false),
            ("M20", .everyMethod, 302, .head, false), ("M21", .seeOtherOnly, 301, .post, false),
            ("M22", .seeOtherOnly, 302, .post, false), ("M23", .seeOtherOnly, 303, .post, true),
            ("M24", .seeOtherOnly, 308, .post, false),
        ])
    func methods(
        id: String, rule: RedirectPolicy.MethodChange, status: Int, method: HTTPMethod, becomesGET: Bool
    ) throws {
        var policy = RedirectPolicy()
        policy.methodChange = rule
        let next = try #require(following(status, "/x", request(method, body: .bytes(Data("b".utf8))), policy: policy))
        #expect(next.method == (becomesGET ? .get : method), "\(id)")
        #expect(next.body.length == (becomesGET ? 0 : 1), "\(id)")
        #expect(next.headers.contains(named: "content-type") == !becomesGET, "\(id)")
    }

    @Test(
        "credentials, cookies, Host, client certificate and Unix socket go to the same origin only",
        arguments: [
            ("O01", "/x", true), ("O02", "http://one.test:80/x", true), ("O03", "HTTP://ONE.test/x", true),
            ("O04", "https://one.test/x", false), ("O05", "http://one.test:81/x", false),
            ("O06", "http://two.test/x", false), ("O07", "//two.test/x", false),
            ("O08", "http://one.test@two.test/", false), ("O09", "http://one.test./x", false),
            ("O10", "http://x.one.test/", false), ("O11", "http://one.test.two.test/", false),
            ("O12", "http://two.test?@one.test/", false), ("O13", "http://two.test#@one.test/", false),
            ("O14", "http://two.test/\u{338}@one.test/", false), ("O15", "http://u:p@one.test/x", true),
        ])
    func origins(id: String, location: String, keeps: Bool) throws {
        let next = try #require(following(302, location, request()))
        for name in ["Authorization", "Proxy-Authorization", "Cookie", "Host"] {
            #expect(next.headers.contains(named: name) == keeps, "\(id) \(name)")
        }
        #expect(next.headers["X-Mine"] == "1")
        #expect((next.options.authentication != nil) == keeps, "\(id)")
        #expect((next.options.tls.clientCertificate != nil) == keeps, "\(id)")
        #expect((next.options.unixSocketPath != nil) == keeps, "\(id)")
        #expect((next.options.connectTarget != nil) == keeps, "\(id)")
        #expect(next.options.tls.authorityFile == "ca" && !next.options.verifiesTLS)
    }

    @Test("what is dropped stays dropped when a later hop comes back")
    func back() throws {
        var machine = RedirectMachine(policy: RedirectPolicy())
        let away = try #require(next(&machine, 302, ["http://two.test/"], request()))
        let back = try #require(next(&machine, 302, ["http://one.test/a/b?q=1"], away))
        #expect(back.url == "http://one.test/a/b?q=1")
        #expect(back.headers == [HeaderField("Content-Type", "text/plain"), HeaderField("X-Mine", "1")])
        #expect(back.options.authentication == nil && back.options.unixSocketPath == nil)
    }

    @Test(
        "a field that may go to an origin goes there, and nowhere else; the transport's own credentials do not",
        arguments: [
            ("http://two.test/", true), ("http://TWO.test:80/x", true), ("http://two.test:81/", false),
            ("https://two.test/", false), ("http://three.test/", false),
        ])
    func agreed(location: String, goesAlong: Bool) throws {
        var machine = RedirectMachine(policy: RedirectPolicy()) { $0 == "http://two.test" ? ["authorization"] : [] }
        let next = try #require(next(&machine, 302, [location], request()))
        #expect(next.headers.contains(named: "Authorization") == goesAlong)
        #expect(!next.headers.contains(named: "Cookie") && next.options.authentication == nil)
    }

    @Test("a policy that lets Authorization go on lets the transport's own credentials go on")
    func forwarded() throws {
        var policy = RedirectPolicy()
        policy.droppedAcrossOrigins = ["x-mine"]
        let next = try #require(following(302, "http://two.test/", request(), policy: policy))
        #expect(next.headers.contains(named: "Authorization") && next.options.authentication != nil)
        #expect(!next.headers.contains(named: "X-Mine"))
    }

    @Test(
        "finds the next URL from Location",
        arguments: [
            ("L01", "c", "http://one.test/a/c"), ("L02", "../c?d", "http://one.test/c?d"),
            ("L03", "?z", "http://one.test/a/b?z"), ("L04", "//two.test/y", "http://two.test/y"),
            ("L05", "https://t/|", "https://t/|"), ("L06", "/ä b", "http://one.test/%C3%A4%20b"),
            ("L07", "  /x\t", "http://one.test/x"), ("L08", "/x#f", "http://one.test/x#f"),
            ("L09", "http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
            ("L10", "http://B%C3%9Ccher.example/", "http://xn--bcher-kva.example/"),
            ("L11", "//食狮.公司.cn:81/x", "http://xn--85x722f.xn--55qx5d.cn:81/x"),
            ("L12", "http://u:p@two.test/", "http://two.test/"), ("L13", "http://[::1]:8080", "http://[::1]:8080"),
            ("L14", "/a/./b/../c", "http://one.test/a/c"), ("L15", "x:y/../z", nil),
            ("L16", "./x:y", "http://one.test/a/x:y"),
            ("L17", "/\\two.test/", "http://one.test/\\two.test/"), ("L18", "http://two.test", "http://two.test"),
        ] as [(String, String, String?)])
    func locations(id: String, location: String, url: String?) {
        #expect(following(302, location, request())?.url == url, "\(id)")
    }

    @Test("the fragment is inherited unless Location brings its own")
    func fragments() {
        let request = request(url: "http://one.test/a#top")
        #expect(following(302, "/b", request)?.url == "http://one.test/b#top")
        #expect(following(302, "/b#own", request)?.url == "http://one.test/b#own")
        #expect(following(302, "/b#", request)?.url == "http://one.test/b#")
    }

    @Test(
        "user information in the URL stays with its origin, and comes from no Location",
        arguments: [
            ("U01", "/x", "http://me:pw@one.test/x"), ("U02", "http://one.test/x", "http://me:pw@one.test/x"),
            ("U03", "http://you@one.test/x", "http://me:pw@one.test/x"),
            ("U04", "http://two.test/", "http://two.test/"),
            ("U05", "http://you:pw2@two.test/", "http://two.test/"), ("U06", "https://one.test/", "https://one.test/"),
        ])
    func userInformation(id: String, location: String, url: String) {
        #expect(following(302, location, request(url: "http://me:pw@one.test/a"))?.url == url, "\(id)")
    }

    @Test(
        "what cannot be followed is the response",
        arguments: [
            ("D01", 302, nil), ("D02", 302, "ftp://h/x"), ("D03", 302, "file:///etc/passwd"), ("D04", 302, "http://"),
            ("D05", 302, "/a\u{0}b"), ("D06", 300, "/x"), ("D07", 304, "/x"), ("D08", 305, "/x"), ("D09", 200, "/x"),
            ("D10", 201, "/x"), ("D11", 404, "/x"), ("D12", 302, ""), ("D13", 302, "  "), ("D14", 302, "mailto:a@b"),
            ("D15", 302, "javascript:alert(1)"), ("D16", 302, "http:///x"), ("D17", 302, "http://a b/"),
            ("D18", 302, "http://-ü.de/"), ("D19", 302, "http://h:99999/"), ("D20", 302, "http://h:x/"),
            ("D21", 302, "http://two.test\\@one.test/"), ("D22", 302, "http://a@b@one.test/"),
            ("D23", 302, "http://[::1/"), ("D24", 302, "http://u@/"), ("D25", 302, "http:x"), ("D26", 302, "data:,x"),
        ] as [(String, Int, String?)])
    func delivered(id: String, status: Int, location: String?) {
        #expect(following(status, location, request()) == nil, "\(id)")
    }

    @Test("two Location fields that agree are one, two that do not are none")
    func doubleLocation() {
        var machine = RedirectMachine(policy: RedirectPolicy())
        #expect(next(&machine, 302, ["/x", " /x"], request())?.url == "http://one.test/x")
        #expect(next(&machine, 302, ["/x", "http://two.test/x"], request()) == nil)
        #expect(next(&machine, 302, ["/\u{E9}", "/e\u{301}"], request()) == nil)
    }

    @Test("https does not lead to http unless the policy says so")
    func downgrade() {
        let request = request(url: "https://one.test/a")
        #expect(following(302, "http://one.test/a", request) == nil)
        #expect(following(302, "//one.test/b", request)?.url == "https://one.test/b")
        var policy = RedirectPolicy()
        policy.allowsDowngrade = true
        let next = following(302, "http://one.test/a", request, policy: policy)
        #expect(next?.url == "http://one.test/a" && next?.headers.contains(named: "Authorization") == false)
    }

    @Test("a body that cannot be sent again stops 307, and not 303")
    func streams() {
        let stream = BodySource.stream(BodySource.Stream { { nil } })
        #expect(following(307, "/x", request(.post, body: stream)) == nil)
        #expect(following(302, "/x", request(.put, body: stream)) == nil)
        #expect(following(303, "/x", request(.post, body: stream))?.method == .get)
    }

    @Test("a body with credentials stays with its origin, if the policy says so")
    func bodyOfOneOrigin() {
        var policy = RedirectPolicy()
        policy.keepsBodyFromOtherOrigins = true
        let request = request(.post, body: .bytes(Data("secret".utf8)))
        #expect(following(307, "http://two.test/x", request, policy: policy) == nil)
        #expect(following(307, "http://two.test/x", request) != nil)
        #expect(following(307, "/x", request, policy: policy)?.body.length == 6)
        #expect(following(303, "http://two.test/x", request, policy: policy)?.method == .get)
        #expect(following(307, "http://two.test/x", self.request(.post), policy: policy)?.url == "http://two.test/x")
    }

    @Test("stops at the maximum, 5 by default, 0 for none")
    func maximum() {
        for (policy, expected) in [(RedirectPolicy(), 5), (.follow(maximum: 2), 2), (.none, 0)] {
            var machine = RedirectMachine(policy: policy)
            var followed = 0
            while next(&machine, 302, ["/x"], request()) != nil { followed += 1 }
            #expect(followed == expected)
        }
    }
}

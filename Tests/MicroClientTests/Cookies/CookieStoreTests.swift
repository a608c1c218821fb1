import Foundation
import Testing

@testable import MicroClient

private let start = Date(timeIntervalSince1970: 1_700_000_000)

/// One step of a store's life.
private enum Step {
    case set(String, from: String, CookieStore.Refusal? = nil)
    case send(String, String?)
    case wait(Double)
}

extension CookieStore {
    /// Returns the value of the field of a request to this place; nil if there is no field.
    fileprivate mutating func field(to place: CookiePlace, at now: Date) -> String? {
        let cookies = send(to: place, at: now).map { "\($0.name)=\($0.value)" }
        return cookies.isEmpty ? nil : cookies.joined(separator: "; ")
    }
}

@Suite struct CookieStoreTests {
    private func play(_ steps: [Step], limits: CookieJar.Limits = CookieJar.Limits()) throws {
        var store = CookieStore(limits: limits, isPublicSuffix: PublicSuffixes.contains)
        var now = start
        for (number, step) in steps.enumerated() {
            switch step {
            case .set(let field, let url, let refusal):
                let place = try #require(CookiePlace(url))
                #expect(store.receive(field, from: place, at: now) == refusal, "step \(number)")
            case .send(let url, let expected):
                let place = try #require(CookiePlace(url))
                #expect(store.field(to: place, at: now) == expected, "step \(number): \(url)")
            case .wait(let seconds): now += seconds
            }
        }
    }

    @Test(
        "a cookie goes to the hosts that it was set for",
        arguments: [
            ("a=1", "http://h.example.com", "http://h.example.com", true),
            ("a=1", "http://h.example.com", "http://H.Example.COM:8080", true),
            ("a=1", "http://h.example.com", "http://x.h.example.com", false),
            ("a=1", "http://h.example.com", "http://example.com", false),
            ("a=1; Domain=example.com", "http://h.example.com", "http://example.com", true),
            ("a=1; Domain=.Example.com", "http://h.example.com", "http://a.b.example.com", true),
            ("a=1; Domain=example.com", "http://h.example.com", "http://badexample.com", false),
            ("a=1; Domain=example.com", "http://h.example.com", "http://example.com.evil.test", false),
            ("a=1; Domain=example.com", "http://h.example.com", "http://example.com./", false),
            ("a=1; Domain=", "http://h.example.com", "http://x.h.example.com", false),
            ("a=1; Domain=.", "http://h.example.com", "http://x.h.example.com", false),
            ("a=1; Domain=bücher.example", "http://bücher.example", "http://x.xn--bcher-kva.example", true),
            ("a=1; Domain=127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:99/", true),
            ("a=1", "http://[::1]:8080/", "http://[::1]/", true), ("a=1", "http://[::1]/", "http://[::2]/", false),
            ("a=1; Domain=localhost", "http://localhost", "http://localhost", true),
            ("a=1; Domain=localhost", "http://localhost", "http://x.localhost", false),
            ("a=1", "http://com", "http://com", true),
        ])
    func hosts(field: String, from: String, to: String, isSent: Bool) throws {
        try play([.set(field, from: from), .send(to, isSent ? "a=1" : nil)])
    }

    @Test(
        "no cookie is taken for a domain that is not the host's, or that is public",
        arguments: [
            ("example.org", "http://example.com", CookieStore.Refusal.foreignDomain),
            ("h.example.com", "http://example.com", .foreignDomain),
            ("ample.com", "http://example.com", .foreignDomain), ("0.0.1", "http://127.0.0.1", .foreignDomain),
            ("1", "http://127.0.0.1", .foreignDomain), (":1]", "http://[::1]", .foreignDomain),
            ("com", "http://example.com", .publicSuffix), ("com.", "http://example.com.", .publicSuffix),
            ("co.uk", "http://www.example.co.uk", .publicSuffix), ("github.io", "http://me.github.io", .publicSuffix),
            ("test.ck", "http://b.test.ck", .publicSuffix), ("cn", "http://食狮.公司.cn", .publicSuffix),
            ("公司.cn", "http://食狮.公司.cn", .publicSuffix), ("..example.com", "http://example.com", .foreignDomain),
        ])
    func refusedDomains(domain: String, from: String, refusal: CookieStore.Refusal) throws {
        try play([.set("a=1; Domain=\(domain)", from: from, refusal), .send(from, nil)])
    }

    @Test("the jar asks about a public suffix only where a Domain attribute names a part of the host")
    func asked() throws {
        let asked = Locked<[String]>([])
        var store = CookieStore { domain in
            asked.withLock { $0.append(domain) }
            return false
        }
        let place = try #require(CookiePlace("http://h.Example.com."))
        store.receive("a=1", from: place, at: start)
        store.receive("a=1; Domain=other.test", from: place, at: start)
        #expect(asked.withLock { $0 } == [])
        store.receive("a=1; Domain=.example.COM.", from: place, at: start)
        #expect(asked.withLock { $0 } == ["example.com"])
    }

    @Test(
        "a cookie goes to its path and what is below",
        arguments: [
            ("/docs", "/docs", true), ("/docs", "/docs/", true), ("/docs", "/docs/x", true), ("/docs", "/docsx", false),
            ("/docs", "/", false), ("/docs/", "/docs/x", true), ("/docs/", "/docs", false), ("/", "/any", true),
            ("/", "", true), ("/a%2Fb", "/a%2Fb", true), ("/a", "/A", false), ("/docs", "/docs?x=/", true),
        ])
    func paths(path: String, request: String, isSent: Bool) throws {
        try play([
            .set("a=1; Path=\(path)", from: "http://h.test/elsewhere"),
            .send("http://h.test" + request, isSent ? "a=1" : nil),
        ])
    }

    @Test(
        "without Path, the directory of the request counts",
        arguments: [
            ("http://h", "/"), ("http://h/", "/"), ("http://h/a", "/"), ("http://h/a/", "/a"), ("http://h/a/b", "/a"),
            ("http://h/a/b/?c=/d", "/a/b"), ("http://h?x=/y/z", "/"),
        ])
    func defaultPaths(url: String, path: String) { #expect(CookiePlace(url)?.defaultPath == path) }

    @Test("longer paths are sent first, then the older cookie; one that is replaced keeps its age")
    func order() throws {
        let url = "http://h.test/a/b/c"
        try play([
            .set("root=1; Path=/", from: url), .wait(1), .set("deep=1; Path=/a/b", from: url), .wait(1),
            .set("other=1; Path=/", from: url), .set("twin=1; Path=/", from: url), .set("mid=1; Path=/a", from: url),
            .send(url, "deep=1; mid=1; root=1; other=1; twin=1"), .wait(1), .set("root=2; Path=/", from: url),
            .send(url, "deep=1; mid=1; root=2; other=1; twin=1"), .send("http://h.test/", "root=2; other=1; twin=1"),
        ])
    }

    @Test("name, domain and path make a cookie: what differs in one of them stands beside it")
    func identity() throws {
        try play([
            .set("a=1; Path=/", from: "http://h.example.com/x"), .set("A=2; Path=/", from: "http://h.example.com/x"),
            .set("a=3; Path=/x", from: "http://h.example.com/x"),
            .set("a=4; Path=/; Domain=example.com", from: "http://h.example.com/x"),
            .send("http://h.example.com/x", "a=3; a=1; A=2; a=4"),
            .set("a=5; Path=/; Domain=h.example.com", from: "http://h.example.com/x"),
            .send("http://h.example.com/x", "a=3; a=5; A=2; a=4"), .send("http://y.h.example.com/", "a=5; a=4"),
        ])
    }

    @Test("a cookie is over at its second, and one set in the past removes the one that is there")
    func expiry() throws {
        let url = "http://h.test/"
        try play([
            .set("a=1; Max-Age=10", from: url), .set("b=1; Expires=Tue, 14 Nov 2023 22:13:40 GMT", from: url),
            .set("c=1", from: url), .send(url, "a=1; b=1; c=1"), .wait(9), .send(url, "a=1; b=1; c=1"), .wait(1),
            .send(url, "b=1; c=1"), .wait(10), .send(url, "c=1"), .set("c=x; Max-Age=0", from: url), .send(url, nil),
            .set("d=1; Max-Age=-5", from: url), .send(url, nil),
            .set("e=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", from: url), .send(url, nil),
        ])
    }

    @Test("a secure cookie is set and sent over https, or on this machine")
    func secure() throws {
        try play([
            .set("a=1; Secure", from: "http://h.test", .secureOverPlainHTTP),
            .set("a=1; Secure", from: "https://h.test"),
            .send("http://h.test", nil), .send("https://h.test", "a=1"), .send("HTTPS://h.test:8443", "a=1"),
        ])
        for host in ["localhost", "127.0.0.1:8080", "127.8.9.1", "[::1]", "x.localhost"] {
            try play([.set("a=1; Secure", from: "http://\(host)"), .send("http://\(host)/", "a=1")])
        }
        for host in ["127.0.0.1.evil.test", "localhost.test", "127.1", "xlocalhost"] {
            try play([.set("a=1; Secure", from: "http://\(host)", .secureOverPlainHTTP)])
        }
    }

    @Test("a secure cookie that is over stands in nobody's way")
    func secureAndOver() throws {
        try play([
            .set("id=1; Secure; Max-Age=5", from: "https://h.test"),
            .set("id=2", from: "http://h.test", .secureOverPlainHTTP),
            .wait(5), .set("id=3", from: "http://h.test"), .send("http://h.test", "id=3"),
        ])
    }

    @Test("plain http neither replaces a secure cookie nor sets one that would be sent before it")
    func secureAlone() throws {
        let secure = "https://h.example.com/a"
        let plain = "http://h.example.com/a"
        try play([
            .set("id=1; Secure; Path=/a", from: secure), .set("id=2; Path=/a", from: plain, .secureOverPlainHTTP),
            .set("id=3; Path=/a/b", from: plain, .secureOverPlainHTTP),
            .set("id=4; Path=/a; Domain=example.com", from: plain, .secureOverPlainHTTP),
            .set("id=5; Path=/a", from: "http://x.h.example.com", .secureOverPlainHTTP),
            .set("id=6; Path=/", from: plain),
            .set("other=1; Path=/a", from: plain), .send(secure, "id=1; other=1; id=6"),
            .set("id=7; Path=/a", from: secure), .send(plain, "id=7; other=1; id=6"),
        ])
    }

    @Test(
        "a prefix of the name binds",
        arguments: [
            ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__secure-a=1", false),
            ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Secure", true),
            ("__Host-a=1; Secure; Path=/x", false), ("__Host-a=1; Path=/", false),
            ("__HOST-a=1; Secure; Path=/; Domain=h.test", false),
        ])
    func prefixes(field: String, isTaken: Bool) throws {
        try play([.set(field, from: "https://h.test/", isTaken ? nil : .wrongForItsPrefix)])
    }

    @Test("what is no cookie, or too long, is not taken")
    func malformed() throws {
        let url = "http://h.test"
        try play([
            .set("no pair", from: url, .malformed), .set("a=\u{1}", from: url, .malformed),
            .set("a=" + String(repeating: "x", count: 4095), from: url),
            .send(url, "a=" + String(repeating: "x", count: 4095)),
            .set("a=" + String(repeating: "x", count: 4096), from: url, .tooLong),
        ])
    }

    @Test("a domain with too many loses what is over, then what rested longest")
    func domainLimit() throws {
        var limits = CookieJar.Limits()
        limits.cookiesPerDomain = 3
        let url = "http://h.test/"
        try play(
            [
                .set("a=1; Path=/a", from: url), .set("b=1; Max-Age=1", from: url), .set("c=1", from: url),
                .set("keep=1", from: "http://other.test"), .wait(2), .set("d=1", from: url), .wait(1),
                .send("http://h.test/a", "a=1; c=1; d=1"), .wait(1), .send("http://h.test/a", "a=1; c=1; d=1"),
                .wait(1), .send(url, "c=1; d=1"), .set("e=1", from: url), .send("http://h.test/a", "c=1; d=1; e=1"),
                .send("http://other.test", "keep=1"),
            ], limits: limits)
    }

    @Test("a jar that is full loses what rested longest, whosever it is")
    func totalLimit() throws {
        var limits = CookieJar.Limits()
        limits.cookies = 3
        try play(
            [
                .set("a=1", from: "http://a.test"), .wait(1), .set("b=1", from: "http://b.test"), .wait(1),
                .set("c=1", from: "http://c.test"), .wait(1), .send("http://a.test", "a=1"), .wait(1),
                .set("d=1", from: "http://d.test"), .send("http://b.test", nil), .send("http://a.test", "a=1"),
                .send("http://c.test", "c=1"), .send("http://d.test", "d=1"),
            ], limits: limits)
    }

    @Test("the least that RFC 6265 asks for fits in: 3000 cookies, 50 of a domain, 4096 bytes each")
    func capacity() throws {
        var store = CookieStore(isPublicSuffix: { _ in false })
        for number in 0..<3000 {
            let place = try #require(CookiePlace("http://h\(number / 50).test/"))
            store.receive("n\(number)=1", from: place, at: start)
        }
        #expect(store.cookies(at: start).count == 3000)
    }
}

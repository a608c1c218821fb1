import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite struct CookieJarTests {
    private let clock = TestClock()
    private var jar: CookieJar { CookieJar(clock: clock.clock) }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("can be read, for all of it and for one URL")
    func reading() throws {
        let jar = jar
        jar.receive(["a=1; Path=/; HttpOnly; SameSite=Strict", "b=2; Max-Age=60"], from: try url("https://h.test/x/y"))
        jar.receive(["c=3"], from: try url("https://other.test/"))
        #expect(jar.cookies.map(\.name) == ["a", "b", "c"])
        #expect(jar.cookies(for: try url("https://h.test/x/")).map(\.name) == ["b", "a"])
        #expect(jar.cookies(for: try url("https://h.test/")).map(\.name) == ["a"])
        #expect(jar.cookies(for: try url("file:///x")).isEmpty)
        let first = try #require(jar.cookies.first)
        #expect(first.isHTTPOnly && first.isHostOnly && !first.isSecure && first.sameSite == .strict)
        #expect(first.domain == "h.test" && first.path == "/" && first.expiresAt == nil)
        #expect(jar.cookies[1].expiresAt == Date(timeIntervalSince1970: 1_700_000_060))
        clock.advance(by: .seconds(60))
        #expect(jar.cookies.map(\.name) == ["a", "c"])
    }

    @Test("can be edited: set, replaced, removed, emptied, ended")
    func editing() throws {
        let jar = jar
        let now = clock.clock.now()
        var cookie = Cookie("a", "1", domain: "h.test", createdAt: now)
        #expect(jar.set(cookie))
        cookie.value = "2"
        #expect(jar.set(cookie))
        #expect(jar.cookies(for: try url("http://h.test/")).map(\.value) == ["2"])
        let kept = Cookie("b", "1", domain: "h.test", isHostOnly: false, expiresAt: now + 60, createdAt: now)
        jar.set(kept)
        #expect(jar.cookies(for: try url("http://x.h.test/")) == [kept])
        jar.removeSessionCookies()
        #expect(jar.cookies == [kept])
        jar.remove(kept)
        #expect(jar.cookies.isEmpty)
        jar.set(cookie)
        jar.removeAll()
        #expect(jar.cookies.isEmpty)
    }

    @Test("refuses what would break out of its field")
    func unsendable() {
        let now = clock.clock.now()
        for (name, value) in [
            ("a", "1\r\nX: y"), ("a;b", "1"), ("a", "1; b=2"), ("a=b", "1"), ("", "1"), ("a", "\u{0}"),
        ] {
            #expect(!jar.set(Cookie(name, value, domain: "h.test", createdAt: now)), "\(name)=\(value)")
        }
        #expect(!jar.set(Cookie("a", "1", domain: "h.test", path: "x", createdAt: now)))
    }

    @Test("is saved and read again as JSON of a known form")
    func json() throws {
        let created = Date(timeIntervalSince1970: 1_700_000_000)
        let cookies = [
            Cookie("a", "1", domain: "h.test", createdAt: created),
            Cookie(
                "b", "\"2\"", domain: "h.test", isHostOnly: false, path: "/x", isSecure: true, isHTTPOnly: true,
                sameSite: .lax, expiresAt: created + 3600.5, createdAt: created, lastUsedAt: created + 1),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let text = String(decoding: try encoder.encode(cookies), as: UTF8.self)
        #expect(
            text == """
                [{"created":1700000000,"domain":"h.test","name":"a","path":"/","value":"1"},\
                {"created":1700000000,"domain":"h.test","expires":1700003600.5,"hostOnly":false,"httpOnly":true,\
                "lastUsed":1700000001,"name":"b","path":"/x","sameSite":"lax","secure":true,"value":"\\"2\\""}]
                """)
        let read = try JSONDecoder().decode([Cookie].self, from: Data(text.utf8))
        #expect(read == cookies)
        #expect(CookieJar(read, clock: clock.clock).cookies == cookies)
        let least = try JSONDecoder().decode(Cookie.self, from: Data(#"{"name":"n","value":"","domain":"d"}"#.utf8))
        #expect(least == Cookie("n", "", domain: "d", createdAt: Date(timeIntervalSince1970: 0)))
    }

    @Test("can be used from many tasks at once")
    func concurrent() async throws {
        let jar = jar
        let url = try url("http://h.test/")
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        jar.receive(["c\(task)=\(round)"], from: url)
                        _ = jar.adding(to: WireRequest(url: "http://h.test/"))
                        _ = jar.cookies
                    }
                }
            }
        }
        #expect(jar.cookies.map(\.value) == Array(repeating: "49", count: 8))
    }
}

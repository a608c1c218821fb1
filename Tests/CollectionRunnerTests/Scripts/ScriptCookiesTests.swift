import Foundation
import MicroClient
import ScriptWorker
import Testing

@testable import CollectionRunner

@Suite struct ScriptCookiesTests {
    private func call(_ action: String, name: String? = nil, _ cookie: ScriptCookie? = nil) -> ScriptCookieCall {
        ScriptCookieCall(action: action, url: "", name: name, cookie: cookie)
    }

    @Test("cookies of agreed origins are set, read and deleted by the rules of the jar; their values are secrets then")
    func jar() throws {
        let jar = CookieJar()
        let cookies = ScriptCookies(.jar(jar), origins: ["https://a.test", "http://b.test"])
        var cookie = ScriptCookie(name: "id", value: "v-1")
        try _ = cookies.answer(call("set", cookie), url: "https://a.test/x/y")
        cookie = ScriptCookie(name: "wide", value: "v-2")
        cookie.domain = "com"
        try _ = cookies.answer(call("set", cookie), url: "https://a.test/")
        #expect(cookies.secrets.isEmpty)
        let found = try cookies.answer(call("all"), url: "https://a.test/")
        #expect(found.map(\.name) == ["id"] && found[0].path == "/" && found[0].isHostOnly == true)
        #expect(cookies.secrets.map(\.value) == ["v-1"])
        try _ = cookies.answer(call("delete", name: "other"), url: "https://a.test/")
        #expect(jar.cookies.count == 1)
        try _ = cookies.answer(call("delete", name: "id"), url: "https://a.test/")
        #expect(jar.cookies.isEmpty)
    }

    @Test("clearing the jar takes the cookies of agreed hosts, and no others")
    func clear() throws {
        let now = Date()
        let own = ["a.test", "b.test", "c.test"].map { Cookie("n", "v", domain: $0, createdAt: now) }
        let shared = Cookie("shared", "v", domain: "b.test", isHostOnly: false, createdAt: now)
        let jar = CookieJar(own + [shared])
        _ = try ScriptCookies(.jar(jar), origins: ["https://a.test", "http://x.b.test"]).answer(call("clear"), url: "")
        #expect(jar.cookies.map { "\($0.name) of \($0.domain)" } == ["n of b.test", "n of c.test"])
    }

    @Test("another origin, a jar that is off, and a cookie that would be two are refused with a reason")
    func refused() {
        let cookies = ScriptCookies(.jar(CookieJar()), origins: ["https://a.test"])
        func message(_ cookies: ScriptCookies, _ call: ScriptCookieCall, _ url: String) -> String? {
            do { _ = try cookies.answer(call, url: url) } catch { return (error as? ScriptProblem)?.message }
            return nil
        }
        #expect(message(cookies, call("all"), "http://a.test/") == "not allowed: cookies of http://a.test")
        #expect(message(cookies, call("all"), "") == "not allowed: cookies of ")
        #expect(message(ScriptCookies(.off, origins: []), call("all"), "https://a.test") == "cookies are disabled")
        let both = ScriptCookie(name: "a", value: "1; Domain=test")
        #expect(message(cookies, call("set", both), "https://a.test")?.contains("no semicolon") == true)
        #expect(message(cookies, call("eat"), "https://a.test") == "cookies.eat is not available")
    }
}

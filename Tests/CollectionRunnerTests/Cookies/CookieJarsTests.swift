import DemoAPI
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

/// A private file, as two instances of the program see it.
private final class SharedFiles: Sendable {
    private let contents = Locked<[String?: Data]>([:])

    subscript(environment: String?) -> Data? {
        get { contents.withLock { $0[environment] } }
        set { contents.withLock { $0[environment] = newValue } }
    }

    var keeping: CookieJars.Keeping {
        CookieJars.Keeping(
            read: { self[$0] },
            change: { environment, edit in if let new = try edit(self[environment]) { self[environment] = new } })
    }
}

@Suite("The jars of a collection")
struct CookieJarsTests {
    private let files = SharedFiles()
    private let day = 86_400.0

    private func jars() -> CookieJars { CookieJars(collection: "/c", keeping: files.keeping) }

    private func cookie(_ name: String, _ value: String = "1", lasts: Bool = true) -> Cookie {
        Cookie(
            name, value, domain: "h.test", expiresAt: lasts ? Date().addingTimeInterval(day) : nil, createdAt: Date())
    }

    private func names(_ jars: CookieJars, _ environment: String?) -> [String] {
        jars.contents(of: environment).cookies.map(\.name).sorted()
    }

    @Test("each environment has its own, and so has none")
    func environments() {
        let jars = jars()
        jars.apply(.set(cookie("a")), to: "dev")
        jars.apply(.set(cookie("b")), to: nil)
        #expect(names(jars, "dev") == ["a"])
        #expect(names(jars, nil) == ["b"])
        #expect(names(jars, "prod") == [])
    }

    @Test("cookies of one response are sent in its order, in the next run too")
    func order() throws {
        let now = Date()
        let names = (0..<20).map { "c\($0 * 7 % 20)" }
        let first = jars()
        for name in names {
            let end = now.addingTimeInterval(day)
            first.apply(.set(Cookie(name, "1", domain: "h.test", expiresAt: end, createdAt: now)), to: "dev")
        }
        for _ in 0..<3 {
            guard case .jar(let jar) = jars().use(in: "dev") else {
                Issue.record("there is no jar")
                return
            }
            let url = try #require(URL(string: "http://h.test/"))
            #expect(jar.cookies(for: url).map(\.name) == names)
        }
    }

    @Test(
        "what says an end of its own is there again in the next run; a cookie of the session, or one that is over, is not"
    )
    func nextRun() {
        let first = jars()
        first.apply(.set(cookie("a")), to: "dev")
        first.apply(.set(cookie("session", lasts: false)), to: "dev")
        first.apply(.turn(on: false), to: "dev")
        #expect(names(first, "dev") == ["a", "session"])
        #expect(names(jars(), "dev") == ["a"])
        #expect(!jars().contents(of: "dev").isOn)
        let later = Date().addingTimeInterval(2 * day)
        var clock = ClientClock.live
        clock.now = { later }
        #expect(CookieJars(collection: "/c", keeping: files.keeping, clock: clock).contents(of: "dev").cookies == [])
    }

    @Test("two instances keep what each of them got, changed and deleted")
    func instances() {
        let (one, other) = (jars(), jars())
        one.apply(.set(cookie("a")), to: "dev")
        one.apply(.set(cookie("b")), to: "dev")
        #expect(names(other, "dev") == ["a", "b"])
        other.apply(.remove(cookie("a")), to: "dev")
        one.apply(.set(cookie("b", "2")), to: "dev")
        other.apply(.set(cookie("c")), to: "dev")
        for jars in [one, other, jars()] {
            #expect(names(jars, "dev") == ["b", "c"])
            #expect(jars.contents(of: "dev").cookies.first { $0.name == "b" }?.value == "2")
        }
    }

    @Test("a file that cannot be read is left as it is, and said; cookies live in memory meanwhile")
    func damaged() {
        files["dev"] = Data("damaged".utf8)
        let jars = jars()
        jars.apply(.set(cookie("a")), to: "dev")
        #expect(names(jars, "dev") == ["a"])
        #expect(jars.contents(of: "dev").problem == "Cookies are not kept: their file is not what Microscope writes.")
        #expect(files["dev"] == Data("damaged".utf8))
    }

    @Test("a file is not written because a cookie was sent")
    func sent() throws {
        let jars = jars()
        jars.apply(.set(cookie("a")), to: "dev")
        let before = try #require(files["dev"])
        guard case .jar(let jar) = jars.use(in: "dev") else {
            Issue.record("the jar is off")
            return
        }
        var used = try #require(jar.cookies.first)
        used.lastUsedAt += 60
        jar.set(used)
        files["dev"] = before + [UInt8(ascii: "\n")]
        jars.keep("dev")
        #expect(files["dev"] == before + [UInt8(ascii: "\n")])
    }

    @Test("what a server sets goes along with the next send in the same environment, unless cookies are off")
    func sends() async throws {
        let runner = CollectionRunner.impatient()
        var demo = try DemoCollection("GET", "/cookies/set?flavour=oat")
        let jars = jars()
        _ = await runner.run(
            demo.rendered(), origin: RecordedExchange.Origin(),
            dependencies: SendDependencies(cookies: jars.use(in: "dev")))
        demo.definition.url = demo.server.baseURL + "/cookies"
        demo.definition.headers = [Field("Cookie", "flavour=own; other=1")]
        func sent(in environment: String?) async -> String {
            let record = await runner.run(
                demo.rendered(), origin: RecordedExchange.Origin(),
                dependencies: SendDependencies(cookies: jars.use(in: environment))
            )
            return record.exchange.attempts.last?.hops.last?.request.headers["Cookie"] ?? ""
        }
        #expect(await sent(in: "dev") == "other=1; flavour=oat")
        #expect(await sent(in: "prod") == "flavour=own; other=1")
        jars.apply(.turn(on: false), to: "dev")
        #expect(await sent(in: "dev") == "flavour=own; other=1")
    }
}

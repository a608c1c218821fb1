import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The list of cookies")
struct CookiesPaneTests {
    private static let host = "127.0.0.1"

    private static func cookie(_ name: String, _ value: String, path: String = "/", lasting: Double? = nil) -> Cookie {
        Cookie(
            name, value, domain: host, path: path, isHTTPOnly: lasting != nil,
            expiresAt: lasting.map { Explorers.start.addingTimeInterval($0) }, createdAt: Explorers.start)
    }

    private static let kept = EnvironmentCookies([
        cookie("admin", "adm1n", path: "/admin"), cookie("id", "s3same", lasting: 3600),
        cookie("theme", "dark", lasting: 1e7),
    ])

    /// Returns a state with these cookies in the environment.
    private func state(_ cookies: EnvironmentCookies = kept, columns: Int = 120) -> ExplorerState {
        var state = Explorers.state(columns: columns)
        show(&state, cookies)
        return state
    }

    private func show(_ state: inout ExplorerState, _ cookies: EnvironmentCookies, of environment: String? = "local") {
        state.handleOutcome(of: .cookies(environment: environment)) {
            $0.take(cookies, of: environment)
            return []
        }
    }

    private func order(_ effects: [Effect]) -> CookieChange? {
        for case .cookies(let change?, "local", _) in effects.map(\.order) { return change }
        return nil
    }

    @Test("the cookies of an environment are asked for once, as soon as it is chosen")
    func asked() {
        var state = Explorers.state()
        #expect(state.current.credentials.orderedCookies == ["local"])
        state.press("e")
        let effects = state.press(.up, .enter)
        let asked = effects.filter { if case .cookies(nil, nil, _) = $0.order { true } else { false } }
        #expect(asked.count == 1 && state.environmentName == nil)
        #expect(state.press(.down).isEmpty)
    }

    @Test("shows name, place, end and flags; values are dots until asked for; those that the request sends come first")
    func list() throws {
        var state = state()
        state.press("b")
        #expect(state.context == .cookies && state.screen.contains("Cookies: local"))
        let rows = state.screen.split(separator: "\n").filter { $0.contains(Self.host + "/") && $0.contains("••••") }
        try #require(rows.count == 3)
        #expect(rows[0].contains("id") && rows[0].contains("sent, until 23:13:20 UTC, http only"))
        #expect(rows[1].contains("theme") && rows[1].contains("sent, until 2024-03-09"))
        #expect(rows[2].contains("127.0.0.1/admin") && rows[2].contains("session") && !rows[2].contains("sent"))
        #expect(!state.screen.contains("s3same"))
        state.press(.control("o"))
        #expect(state.screen.contains("s3same") && state.screen.contains("adm1n"))
    }

    private func rows(_ state: ExplorerState) -> [CookieRow] {
        (state.overlays.last as? CookiesState)?.rows(in: state) ?? []
    }

    @Test("typing narrows it, by name and by place")
    func narrowed() {
        var state = state()
        state.press("b")
        state.type("ADM")
        #expect(rows(state).map(\.cookie.name) == ["admin"])
        state.press(.control("u"))
        state.type(Self.host)
        #expect(rows(state).count == 3)
        state.type("x")
        #expect(state.screen.contains("No matches: Backspace") && state.press(KeyStroke(.delete)).isEmpty)
    }

    @Test("the preview has the header that the jar makes, with names alone, and where it comes from")
    func preview() {
        var state = state()
        state.press("2", "]")
        let line = state.screen.split(separator: "\n").first { $0.contains("id, theme") }
        #expect(line?.contains("Cookie") == true && line?.contains("cookie jar") == true)
        #expect(!state.screen.contains("s3same"))
        show(&state, EnvironmentCookies(Self.kept.cookies, isOn: false))
        #expect(!state.screen.contains("id, theme"))
    }

    @Test("Enter edits a value, typed as dots unless values are shown; what cannot be sent is refused")
    func edited() throws {
        var state = state()
        state.press("b", .enter)
        #expect(state.screen.contains("Value of id") && !state.screen.contains("s3same"))
        state.press(.control("u"))
        state.type("a;b")
        #expect(state.press(.enter).isEmpty)
        #expect(state.screen.contains("Invalid cookie value"))
        state.press(.control("u"))
        state.type("new")
        guard case .set(let cookie)? = order(state.press(.enter)) else {
            Issue.record("nothing is ordered")
            return
        }
        #expect(cookie.name == "id" && cookie.value == "new" && cookie.isHTTPOnly)
        #expect(state.context == .cookies)
    }

    @Test("one is deleted at once, all after a question")
    func deleted() {
        var state = state()
        state.press("b", .down)
        #expect(order(state.press(KeyStroke(.delete))) == .remove(Self.kept.cookies[2]))
        state.press(.control("x"))
        #expect(state.screen.contains("Delete 3 cookies"))
        #expect(order(state.press(.enter)) == nil)
        state.press(.control("x"))
        #expect(order(state.press(.down, .enter)) == .removeAll)
        show(&state, EnvironmentCookies())
        #expect(state.screen.contains("No cookies yet"))
        #expect(state.press(.control("x")).isEmpty && state.screen.contains("There are no cookies here."))
    }

    @Test("they are switched off and on again")
    func switched() {
        var state = state()
        state.press("b")
        #expect(order(state.press(.control("t"))) == .turn(on: false))
        show(&state, EnvironmentCookies(Self.kept.cookies, isOn: false))
        #expect(state.screen.contains("local, disabled") && !state.screen.contains("sent,"))
        #expect(order(state.press(.control("t"))) == .turn(on: true))
    }

    @Test("what the last answer set is marked; that cookies are not kept is said once")
    func new() {
        var exchange = Exchange(
            request: Exchange.SentRequest(WireRequest(url: "http://\(Self.host):8642/users/7")),
            startedAt: Explorers.start)
        exchange.attempts = []
        #expect(exchange.cookiesSet.isEmpty)
        var state = state()
        show(&state, EnvironmentCookies(problem: "Cookies are not kept: full."))
        #expect(state.screen.contains("Cookies are not kept: full."))
        state.press("b")
        #expect(!state.screen.contains("not kept"))
    }
}

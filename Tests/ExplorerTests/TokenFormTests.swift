import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid
import YAMLTree

@testable import Explorer

@Suite("Tokens on screen")
struct TokenFormTests {
    private static let members: YAMLMapping = [
        "flow": "client_credentials", "accessTokenUrl": "{{baseUrl}}/oauth/token", "scope": "read",
        "credentials": ["clientId": "me", "clientSecret": "{{token}}"], "tokenConfig": ["id": "main"],
    ]

    private static func collection(_ members: YAMLMapping = members) -> OpenCollection.Collection {
        var collection = Explorers.collection
        collection.root.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
        var page = RequestDefinition()
        page.name = "Page"
        page.url = "{{baseUrl}}/page?t={{$oauth2.main.access_token}}"
        page.auth = .inherit
        collection.items.append(Explorers.item("page.yml", page))
        return collection
    }

    /// The Auth tab of the request, or of another form.
    private func state(
        _ collection: OpenCollection.Collection = collection(), at path: ItemPath = "page.yml", columns: Int = 120
    ) -> ExplorerState {
        var state = Explorers.state(collection, columns: columns, rows: 40)
        state.show(path)
        state.press("2")
        state.focus = .request
        state.session?.tab = .auth
        return state
    }

    private func token(_ value: String = "s3cret-token", lifetime: Double? = 3600, refresh: Bool = false) -> OAuth2Token
    {
        var fields: [(name: String, value: TypedValue)] = [
            ("access_token", .string(value)), ("scope", .string("read")),
        ]
        if let lifetime { fields.append(("expires_in", .number(lifetime))) }
        if refresh { fields.append(("refresh_token", .string("r3fresh"))) }
        return OAuth2Token(fields, receivedAt: Explorers.start)
    }

    private func key(_ state: ExplorerState) throws -> TokenKey { try #require(state.surroundings.token?.key) }

    private func show(_ state: inout ExplorerState, _ token: OAuth2Token?) throws {
        let kept = try token.map { [StoredToken(key: try key(state), token: $0)] } ?? []
        state.handleOutcome(of: .tokens(environment: "local")) {
            $0.take(EnvironmentTokens(kept), of: "local")
            return []
        }
    }

    private func later(_ state: inout ExplorerState, _ seconds: Double) {
        _ = update(&state, .tick(Explorers.start + seconds))
    }

    @Test("the tokens of an environment are asked for once, as soon as it is chosen")
    func asked() {
        var state = Explorers.state()
        #expect(state.current.credentials.orderedTokens == ["local"])
        state.press("e")
        let asked = state.press(.up, .enter).filter { if case .tokens(nil, nil, _) = $0.order { true } else { false } }
        #expect(asked.count == 1)
        #expect(state.press(.down).isEmpty)
        let again = state.press(.function(5)).filter { if case .tokens(nil, nil, _) = $0.order { true } else { false } }
        #expect(again.count == 1, "F5 reloads them")
    }

    @Test(
        "an inherited token's state is shown: none, good with its end and scope, expired; its value is dots until asked for"
    )
    func status() throws {
        var state = state()
        #expect(state.screen.contains("is being looked up"))
        try show(&state, nil)
        #expect(state.screen.contains("none yet; a send fetches one"))
        try show(&state, token())
        #expect(state.screen.contains("✓ valid until 23:13:20 UTC (in 1 h 0 min)"))
        #expect(state.screen.contains("scope read, received 22:13:20 UTC"))
        #expect(!state.screen.contains("s3cret-token"))
        state.press(.control("o"))
        #expect(state.screen.contains("s3cret-token"))
        later(&state, 3_700)
        #expect(state.screen.contains("! expired 23:13:20 UTC (1 min ago); a send fetches another"))
        try show(&state, token(lifetime: nil))
        #expect(state.screen.contains("valid, expiry unknown"))
    }

    @Test("times are local, with the offset, and with their day when it is another one")
    func times() throws {
        var state = state()
        state.preferences.localSecondsFromGMT = 7200
        try show(&state, token(lifetime: 90_000))
        #expect(state.screen.contains("valid until 2023-11-16 01:13:20 +02:00 (in 25 h 0 min)"))
        #expect(state.screen.contains("received 00:13:20 +02:00"))
    }

    @Test("one that refreshes itself says so; where autoFetchToken is off, no send gets one")
    func settings() throws {
        var members = Self.members
        members["settings"] = ["autoRefreshToken": true]
        var state = state(Self.collection(members))
        try show(&state, token(refresh: true))
        #expect(state.screen.contains("; it is refreshed then"))
        later(&state, 4_000)
        #expect(state.screen.contains("; a send refreshes it"))
        members["settings"] = ["autoFetchToken": false]
        state = self.state(Self.collection(members))
        try show(&state, nil)
        #expect(state.screen.contains("autoFetchToken is off: no send fetches one"))
    }

    @Test("the collection's form shows the same token, and fits into 80 columns")
    func collectionForm() throws {
        var state = Explorers.state(Self.collection())
        state.press("g")
        state.press("i")
        state.session?.tab = .auth
        #expect(state.surroundings.token != nil)
        try show(&state, token())
        #expect(state.screen.contains("Token") && state.screen.contains("valid until 23:13:20"))
    }

    @Test("t orders one, with what is on screen; meanwhile it is being got, and Esc cancels")
    func fetched() throws {
        var state = state()
        try show(&state, nil)
        let effects = state.press("t")
        guard case .fetchToken(let order, _)? = effects.first?.order else {
            Issue.record("no token is ordered: \(effects)")
            return
        }
        let key = try self.key(state)
        #expect(
            order.path == "page.yml" && order.environmentName == "local" && effects.first?.key == .token(token: key))
        #expect(state.screen.contains("being fetched"))
        #expect(state.press("t").isEmpty && state.status?.text == "The token is being fetched; Esc cancels.")
        let cancelled = state.press(.escape)
        #expect(cancelled.first?.key == .token(token: key))
        if case .cancel? = cancelled.first?.order {} else { Issue.record("not cancelled") }
        let got = EnvironmentTokens([StoredToken(key: key, token: token())])
        _ = update(&state, try #require(effects.first).reply(TokenProgress.got(got, environment: "local")))
        #expect(state.current.credentials.fetches.isEmpty && state.screen.contains("valid until"))
    }

    @Test("what has to be agreed to first is asked, and with the answer it is ordered again")
    func agreed() throws {
        var state = state()
        let effect = try #require(state.press("t").first)
        let use = OutsideUse(.run(["pass"]), for: "secret token")
        _ = update(&state, effect.reply(TokenProgress.refused(.unagreed([use]))))
        #expect(state.context == .trust && state.screen.contains("Enter allows and fetches the token"))
        guard case .fetchToken(let order, _)? = state.press(.enter).first?.order else {
            Issue.record("not ordered again")
            return
        }
        #expect(order.agreed == [use])
        #expect(state.overlays.isEmpty)
    }

    @Test("^X orders to forget it, Y copies it; each says why when there is none, or no OAuth 2")
    func forgotten() throws {
        var state = state()
        try show(&state, nil)
        for stroke in [KeyStroke.control("x"), "Y", .control("o")] {
            #expect(state.press(stroke).isEmpty && state.status?.text == "There is no token yet: t fetches one.")
        }
        try show(&state, token())
        let key = try self.key(state)
        let forgetting = state.press(.control("x")).map(\.order)
        #expect(
            forgetting.contains { if case .tokens(.forget(key), environment: "local", _) = $0 { true } else { false } })
        let copying = state.press("Y")
        #expect(copying.contains { $0.copiedText == "s3cret-token" })
        #expect(!state.screen.contains("s3cret-token"))
        state.show("users/get.yml")
        #expect(state.press("t").isEmpty && state.status?.text == "The credentials here are not OAuth 2.")
    }

    @Test("what the credentials lack is said before anything is ordered")
    func missing() throws {
        var members = Self.members
        members["scope"] = "{{nobody}}"
        var state = state(Self.collection(members))
        #expect(state.press("t").isEmpty)
        #expect(state.status?.text.hasPrefix("nobody has no value") == true, "\(state.status?.text ?? "")")
    }

    // MARK: - Its fields as variables

    @Test(
        "fields of a kept token stand for their names in the preview, masked and with their origin; they are not asked for"
    )
    func variables() throws {
        var state = state()
        try show(&state, nil)
        #expect(state.surroundings.rendered?.missing.map(\.name) == ["$oauth2.main.access_token"])
        try show(&state, token())
        let rendered = try #require(state.surroundings.rendered)
        #expect(rendered.missing.isEmpty && rendered.url.hasSuffix("/page?t=s3cret-token"))
        #expect(!state.screen.contains("s3cret-token") && state.screen.contains("/page?t=••••"))
        guard case .send(let order, _)? = state.press("s").last?.order else {
            Issue.record("it is not sent")
            return
        }
        #expect(order.tokens.count == 1)
        state.press("v")
        let row = try #require(state.screen.split(separator: "\n").first { $0.contains("$oauth2.main.access_token") })
        #expect(row.contains("••••") && row.contains("OAuth 2 token"))
        let scope = try #require(state.screen.split(separator: "\n").first { $0.contains("$oauth2.main.scope") })
        #expect(scope.contains("read"))
    }

    @Test("under the cursor the value's origin is told")
    func origin() throws {
        var state = state()
        try show(&state, token())
        state.session?.cursor = FormCursor(row: -1, column: 1)
        state.size = Size(columns: 200, rows: 40)
        let footer = String(state.screen.split(separator: "\n").last ?? "")
        #expect(footer.contains("baseUrl ="), "the first hole of the URL is another one")
        state.session?.draft.change { $0.request.definition.url = "{{$oauth2.main.access_token}}" }
        #expect(state.screen.contains("$oauth2.main.access_token = •••• (OAuth 2 token)"))
    }

    // MARK: - A browser

    private func waiting(_ page: ConsentPage) throws -> (state: ExplorerState, effect: Effect) {
        var state = state()
        let effect = try #require(state.press("t").first)
        _ = update(
            &state, effect.reply(TokenProgress.consent(.waiting(page))))
        return (state, effect)
    }

    private static let page = "https://login.example/authorize?client_id=me&state=" + String(repeating: "a", count: 120)

    @Test("a page that nobody opened is shown whole, copied by a key, and takes the address at which the browser ended")
    func handedOver() throws {
        var (state, effect) = try waiting(ConsentPage(url: Self.page, isOpen: false, isHeard: false))
        #expect(state.context == .consent && state.screen.contains("Grant access there, then paste the redirect"))
        let shown = state.screen.filter { !$0.isWhitespace && !"│─".contains($0) }
        #expect(shown.contains(Self.page))
        let copied = state.press(.control("y"))
        #expect(copied.contains { $0.copiedText == Self.page })
        #expect(state.press(.enter).isEmpty && state.screen.contains("Paste the redirect URL from the browser."))
        _ = update(&state, .input(.paste("https://h/cb?code=s3cret&state=a")))
        #expect(!state.screen.contains("s3cret") && state.screen.contains("https://h/cb?****"))
        let handed = state.press(.enter)
        #expect(handed.first?.key == effect.key && handed.first?.generation == effect.generation)
        if case .handOver("https://h/cb?code=s3cret&state=a")? = handed.first?.order {
        } else {
            Issue.record("\(handed)")
        }
        _ = update(
            &state, effect.reply(TokenProgress.consent(.refused("It is another one.")))
        )
        #expect(state.context == .consent && state.screen.contains("It is another one."))
        _ = update(&state, effect.reply(TokenProgress.consent(.over)))
        #expect(state.overlays.isEmpty && state.current.credentials.consents.isEmpty)
    }

    @Test("a browser that was opened and comes back is left to it; A shows its page, Esc hides it, Esc again cancels")
    func opened() throws {
        var (state, effect) = try waiting(ConsentPage(url: Self.page, isOpen: true, isHeard: true))
        #expect(state.overlays.isEmpty)
        #expect(state.status?.text == "Waiting for the browser: A shows its page, Esc cancels.")
        #expect(state.screen.contains("waiting for the browser: A shows its page"))
        state.press("A")
        #expect(state.context == .consent && state.screen.contains("The result is picked up automatically"))
        #expect(state.press(.escape).isEmpty && state.overlays.isEmpty)
        let cancelled = state.press(.escape)
        #expect(cancelled.first?.generation == effect.generation)
        _ = update(&state, effect.reply(TokenProgress.refused(.cancelled)))
        #expect(state.press("A").isEmpty && state.status?.text == "No OAuth login is waiting for the browser.")
    }

    @Test("the box keeps its field and complaint at 80x24, and follows a resize")
    func small() throws {
        var (state, effect) = try waiting(ConsentPage(url: Self.page, isOpen: false, isHeard: true))
        _ = update(
            &state, effect.reply(TokenProgress.consent(.refused("It is another one.")))
        )
        for size in [Size(columns: 80, rows: 24), Size(columns: 60, rows: 16), Size(columns: 200, rows: 50)] {
            _ = update(&state, .input(.resize(size)))
            #expect(state.screen.contains("It is another one.") && state.screen.contains("> "), "\(size)")
        }
    }

    // MARK: - Outside

    @Test("O lists what the collection could do outside of itself with what was agreed to; ^X forgets that")
    func outside() throws {
        var state = state()
        let effect = try #require(state.press("O").first)
        let uses = [
            ListedUse(OutsideUse(.run(["pass", "show", "x"]), for: "secret X"), .asks),
            ListedUse(OutsideUse(.read("../far.txt"), for: "body"), .agreed),
        ]
        _ = update(&state, effect.reply(uses))
        #expect(state.screen.contains("! run pass show x (secret X): asks first"))
        #expect(state.screen.contains("✓ read ../far.txt (body): allowed"))
        #expect(state.screen.contains("Ctrl-X revoke"))
        let forgetting = try #require(state.press(.control("x")).first)
        if case .listOutside(forgetting: true, _) = forgetting.order {} else { Issue.record("\(forgetting)") }
        _ = update(&state, forgetting.reply(Array(uses.prefix(1))))
        #expect(!state.screen.contains("far.txt") && state.overlays.count == 1)
        state.press(.escape)
        #expect(state.overlays.isEmpty)
        state.press("?")
        #expect(state.press(.control("x")).isEmpty && state.context == .help)
    }
}

import Exchanges
import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What is asked before a send to several environments")
struct AskingBeforeSendingToTests {
    private static func request(_ change: (inout RequestDefinition) -> Void) -> OpenCollection.Collection {
        var request = RequestDefinition()
        request.name = "Open"
        request.url = "{{baseUrl}}/open"
        change(&request)
        var collection = SeveralEnvironments.collection
        collection.items = [Explorers.item("open.yml", request)]
        return collection
    }

    private static let asking = request { $0.headers = [Field("X-Why", "{{?Reason}}", origin: 0)] }
    private static let posting = request { $0.method = "POST" }

    /// A collection in which `tenant` is known to `local` alone.
    private static var lacking: OpenCollection.Collection {
        var collection = request { $0.url = "{{baseUrl}}/{{tenant}}" }
        collection.environments[0].variables.append(Variable("tenant", "mine"))
        return collection
    }

    // MARK: Values

    @Test("questions of the request are asked once for all, and the answer goes to each")
    func prompts() {
        var state = SeveralEnvironments.state(Self.asking)
        #expect(state.sendToAll().orders.isEmpty)
        #expect(state.screen.contains("Prompts of this request, for all environments"))
        state.type("why")
        let orders = state.press(.enter).orders
        #expect(orders.count == 3 && orders.allSatisfy { $0.sessionValues["?Reason"] == "why" })
        #expect(state.current.values.typed.isEmpty && state.overlays.isEmpty)
    }

    @Test("Esc on a question of all sends nothing, and an earlier answer stays")
    func noResponse() {
        var state = SeveralEnvironments.state(Self.asking)
        _ = state.sendToAll()
        #expect(state.press(.escape).isEmpty && state.overlays.isEmpty && state.session?.comparison == nil)
    }

    @Test("a name that an environment lacks is asked for with its name, and the answer is for it alone")
    func missing() {
        var state = SeveralEnvironments.state(Self.lacking)
        #expect(state.sendToAll().orders.isEmpty)
        #expect(state.screen.contains("Missing variable: {{tenant}} in staging"))
        #expect(state.screen.contains("Used for this send to staging only. Esc skips staging."))
        state.type("one")
        #expect(state.press(.enter).orders.isEmpty && state.screen.contains("Missing variable: {{tenant}} in prod"))
        state.type("two")
        let orders = state.press(.enter).orders
        #expect(orders.map { $0.sessionValues["tenant"] } == [nil, "one", "two"])
        #expect(state.current.values.typed.isEmpty)
    }

    @Test("answers for an environment are offered again for it")
    func offered() {
        var state = SeveralEnvironments.state(Self.lacking)
        _ = state.sendToAll()
        state.type("one")
        state.press(.enter)
        state.type("two")
        for send in state.press(.enter).sends.values { state.cancelled(send) }
        _ = state.sendToAll()
        #expect(state.screen.contains("in staging") && state.screen.contains("> one"))
        state.press(.enter)
        #expect(state.screen.contains("in prod") && state.screen.contains("> two"))
    }

    @Test("Esc leaves an environment out; the others are sent to, and its place says why it is empty")
    func leftOut() {
        var state = SeveralEnvironments.state(Self.lacking)
        _ = state.sendToAll()
        #expect(state.press(.escape).orders.isEmpty)
        state.type("two")
        #expect(state.press(.enter).orders.map(\.environmentName) == ["local", "prod"])
        #expect(state.side("staging")?.refusal == "Not sent: no value was given.")
        #expect(state.screen.contains("✗ Not sent: no value was given."))
    }

    @Test("\"send as it is\" is for the environment that was asked about")
    func asItIs() {
        var state = SeveralEnvironments.state(Self.lacking)
        _ = state.sendToAll()
        state.press(.down, .enter)
        state.type("two")
        #expect(state.press(.enter).orders.map(\.sendsMissingNames) == [false, true, false])
    }

    @Test("Ctrl-C on a question sends to none")
    func interrupted() {
        var state = SeveralEnvironments.state(Self.lacking)
        _ = state.sendToAll()
        #expect(state.press(.control("c")).isEmpty && state.overlays.isEmpty && state.session?.comparison == nil)
        var other = SeveralEnvironments.state(Self.posting)
        _ = other.sendToAll()
        #expect(other.press(.control("c")).isEmpty && other.overlays.isEmpty && other.session?.isSending == false)
    }

    @Test("a request that cannot be built for any of them is told, and nothing is replaced")
    func unbuildable() {
        var state = SeveralEnvironments.state(Self.request { $0.url = "" })
        #expect(state.sendToAll().isEmpty && state.session?.comparison == nil)
        #expect(state.screen.contains("Nothing was sent. local: "))
    }

    // MARK: Protected environments

    @Test("a protected one is asked about with method and URL, once; the others go with it")
    func protected() {
        var state = SeveralEnvironments.state(Self.posting)
        #expect(state.sendToAll().orders.isEmpty)
        #expect(state.screen.contains("⚠ prod is protected: POST http://127.0.0.1:8644/open"))
        let effects = state.press(.down, .enter)
        #expect(effects.orders.map(\.environmentName) == ["local", "staging", "prod"])
        for send in effects.sends.values { state.cancelled(send) }
        #expect(state.sendToAll().orders.count == 3)
    }

    @Test("left out by Enter or Esc, nothing goes there", arguments: [KeyStroke(.enter), KeyStroke(.escape)])
    func protectedLeftOut(key: KeyStroke) {
        var state = SeveralEnvironments.state(Self.posting)
        _ = state.sendToAll()
        #expect(state.screen.contains("Leave prod out"))
        #expect(state.press(key).orders.map(\.environmentName) == ["local", "staging"])
        #expect(state.screen.contains("Not sent: it is protected, and was left out."))
        #expect(state.current.sends.approvedSends.isEmpty)
    }

    @Test("the only one left out: nothing is sent")
    func onlyProtected() {
        var state = SeveralEnvironments.state(Self.posting)
        state.press("&", "G")
        _ = state.press(.enter)
        #expect(state.press(.enter).isEmpty && state.session?.comparison == nil)
        #expect(state.screen.contains("Nothing was sent."))
    }

    @Test("what is asked about one collection is never answered in another")
    func otherCollection() {
        var state = SeveralEnvironments.state(Self.posting)
        _ = state.sendToAll()
        _ = update(
            &state, .collectionOpened(CollectionState(Explorers.collection, path: "/other"), showing: nil))
        #expect(state.overlays.isEmpty)
        #expect(state.press(.enter).orders.isEmpty)
    }

    // MARK: Trust

    private let run = OutsideUse(.run(["pass", "token"]), for: "secret token")
    private let read = OutsideUse(.read("../file"), for: "body")

    @Test(
        "what a send would do outside is asked about with the environment's name; agreeing is for all that ask the same"
    )
    func trust() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.report(sends["local"], .refused(.unagreed([run])))
        #expect(state.context == .trust && state.screen.contains("External access, sending to local: this"))
        state.report(sends["staging"], .refused(.unagreed([run])))
        #expect(state.overlays.count == 1)
        let again = state.press(.enter)
        #expect(again.orders.map(\.environmentName) == ["local", "staging"])
        #expect(again.orders.allSatisfy { $0.agreed == [run] } && state.overlays.isEmpty)
        // What comes after the agreement and asks for no more is not asked about again.
        let last = state.report(sends["prod"], .refused(.unagreed([run])))
        #expect(last.orders.map(\.environmentName) == ["prod"] && state.overlays.isEmpty)
        // But not for ever, when it is of no use.
        #expect(state.report(last.first, .refused(.unagreed([run]))).orders.isEmpty && state.context == .trust)
    }

    @Test("another demand is asked about after the first; Esc leaves the question in its place, and the others go on")
    func declined() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.report(sends["local"], .refused(.unagreed([run])))
        state.report(sends["staging"], .refused(.unagreed([read])))
        state.report(sends["prod"], .refused(.unagreed([run])))
        #expect(state.press(.escape).isEmpty && state.screen.contains("read ../file"))
        #expect(state.press(.enter).orders.map(\.environmentName) == ["staging"])
        #expect(state.overlays.isEmpty && state.screen.contains("It has an unanswered question"))
        #expect(state.side("local")?.question != nil && state.side("prod")?.question != nil)
        // Enter on one of them asks it again, and agreeing is for both.
        state.press("3", .enter)
        #expect(state.context == .trust && state.screen.contains("sending to local"))
        #expect(state.press(.enter).orders.map(\.environmentName) == ["local", "prod"])
    }

    @Test("a question never comes over something else, nor for what is no longer shown")
    func overAnother() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.press("?")
        state.report(sends["local"], .refused(.unagreed([run])))
        #expect(state.context == .help)
        state.press(.escape, "j")
        state.report(sends["staging"], .refused(.unagreed([run])))
        #expect(state.overlays.isEmpty && state.screen.contains("to staging: it has a question."))
        state.press("k")
        #expect(state.overlays.isEmpty && state.screen.contains("It has an unanswered question"))
    }

    @Test("names that are still missing when it goes out are asked for then")
    func missingLater() {
        var collection = Self.request { $0.auth = .bearer(token: "{{secret}}") }
        for index in collection.environments.indices {
            collection.environments[index].variables.append(Variable("secret", "", isSecret: true))
        }
        let source = SecretSource.command(["pass"])
        collection.companion.secretSources["secret"] = source
        var state = SeveralEnvironments.state(collection)
        let effects = state.sendToAll()
        #expect(effects.orders.count == 3)
        var values = effects.orders[0].outside
        values.fetched[source] = ""
        state.report(effects.first, .supplied(OutsideSupply(values)))
        state.report(effects.first, .refused(.missing))
        #expect(state.screen.contains("Missing variable: {{secret}} in local"))
        state.type("t0p")
        let again = state.press(.enter).orders
        #expect(again.map(\.environmentName) == ["local"] && again[0].sessionValues["secret"] == "t0p")
        #expect(again[0].sessionSecrets.contains("secret") && !state.screen.contains("t0p"))
    }

    @Test("a configured login is tried first; what it did not capture is asked for then, for that environment")
    func loginFirst() {
        var collection = Self.lacking
        collection.companion.collection.login = .request("login.yml")
        var state = SeveralEnvironments.state(collection)
        let effects = state.sendToAll()
        #expect(effects.orders.count == 3 && effects.orders.allSatisfy { $0.login?.path == "login.yml" })
        state.report(effects.sends["staging"], .refused(.missing))
        #expect(state.screen.contains("Missing variable: {{tenant}} in staging"))
        state.type("theirs")
        let again = state.press(.enter).orders
        #expect(again.map(\.environmentName) == ["staging"] && again[0].sessionValues["tenant"] == "theirs")
    }
}

import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Sending to several environments")
struct SendingToTests {
    // MARK: Choosing

    @Test("& lists the environments with signs; Space marks, and each marked one gets a send of its own")
    func marks() throws {
        var state = SeveralEnvironments.state()
        #expect(state.press("&").isEmpty && state.context == .sendTo)
        for text in ["Send Get user to", "[ ] local", "chosen, 2 variables", "[ ] ⚠ prod", "Enter sends to local."] {
            #expect(state.screen.contains(text), "\(text)")
        }
        state.press("j", " ", " ")
        #expect(state.screen.contains("[✓] staging") && state.screen.contains("Enter sends to 2 environments."))
        let effects = state.press(.enter)
        #expect(effects.orders.map(\.environmentName) == ["staging", "prod"])
        #expect(Set(effects.map(\.key)).count == 2 && Set(effects.map(\.generation)).count == 2)
        #expect(state.overlays.isEmpty && state.session?.isSending == true)
    }

    @Test("a name that has no room ends in a sign; what is said of the environment stays")
    func cutName() {
        var collection = SeveralEnvironments.collection
        let name = String(repeating: "long-", count: 20)
        collection.environments.append(EnvironmentDefinition(name: name, variables: [Variable("host", "h")]))
        var state = SeveralEnvironments.state(collection)
        state.press("&")
        let line = state.screen.split(separator: "\n").first { $0.contains("[ ] long-long-") }
        #expect(line?.contains("\(state.glyphs.ellipsis) 1 variable") == true, "\(state.screen)")
    }

    @Test("without a mark the one under the cursor is meant; Esc leaves; marks are kept by collection")
    func cursor() {
        var state = SeveralEnvironments.state()
        state.press("&", "j")
        let effects = state.press(.enter)
        #expect(effects.orders.map(\.environmentName) == ["staging"])
        state.cancelled(effects.first)
        state.press("&", " ")
        #expect(state.press(.escape).isEmpty && state.overlays.isEmpty)
        state.press("j", "&")
        #expect(state.screen.contains("[✓] local"))
        state.press("a", "a")
        #expect(state.current.environments.marked.isEmpty)
    }

    @Test("a mark on an environment that is gone sends nowhere")
    func gone() {
        var state = SeveralEnvironments.state()
        state.press("&", "a")
        state.collection.environments.removeLast()
        #expect(state.press(.enter).orders.map(\.environmentName) == ["local", "staging"])
        var other = SeveralEnvironments.state()
        other.press("&", "j")
        other.collection.environments.removeSubrange(1...)
        #expect(other.press(.enter).isEmpty && other.screen.contains("staging no longer exists"))
    }

    @Test(
        "it is offered where something can be sent: not without environments, not for a folder, not while a send runs")
    func disabled() {
        var collection = Explorers.collection
        collection.environments = []
        var state = Explorers.state(collection, columns: 120)
        #expect(state.press("&").isEmpty && state.overlays.isEmpty)
        #expect(state.screen.contains("No environments to send to: n in the tree creates one."))
        var busy = SeveralEnvironments.state()
        busy.press("s", "&")
        #expect(busy.overlays.isEmpty && busy.screen.contains("Running; Esc cancels."))
        var both = SeveralEnvironments.state()
        _ = both.sendToAll()
        #expect(both.press("s").isEmpty && both.screen.contains("Running; Esc cancels."))
    }

    @Test("what is sent is what is on screen, with the variables of each environment")
    func order() throws {
        var state = SeveralEnvironments.state()
        state.press(.enter, "i")
        state.type("&x=1")
        state.press(.escape)
        let orders = state.sendToAll().orders
        #expect(
            orders.count == 3 && orders.allSatisfy { $0.content.definition.url.hasSuffix("&x=1") && $0.isDraft })
        let urls = ["local", "staging", "prod"].map {
            state.rendered(orders[0].content, at: "users/get.yml", SendAnswers(), in: $0).url
        }
        #expect(
            urls.map { $0.prefix(21) } == ["http://127.0.0.1:8642", "http://127.0.0.1:8643", "http://127.0.0.1:8644"])
    }

    // MARK: Responses

    @Test("each answer stands in its place, in whatever order they come; one that fails stops no other")
    func responses() throws {
        var state = SeveralEnvironments.state(columns: 200, rows: 50)
        let sends = state.sendToAll().sends
        state.receive(sends["prod"], #"{"from":"prod"}"#)
        state.end(
            sends["staging"], failure: RecordedFailure(stage: .init(.connect), message: "Could not connect to staging.")
        )
        #expect(state.session?.isSending == true && state.screen.contains("1 of 3 responses · … Esc cancels"))
        state.receive(sends["local"], #"{"from":"local"}"#, status: 500, reason: "Oops")
        #expect(state.session?.isSending == false && state.screen.contains("2 of 3 responses"))
        #expect(state.side("prod")?.send.response?.head?.status == 200)
        #expect(state.side("staging")?.send.response?.failure?.stage == .init(.connect))
        #expect(state.side("local")?.send.response?.head?.status == 500)
        for text in ["\"from\": \"prod\"", "\"from\": \"local\"", "Could not connect to staging."] {
            #expect(state.screen.contains(text), "\(text)")
        }
    }

    @Test("an answer is the same as the first by status and bytes of the body")
    func verdicts() throws {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.receive(sends["staging"], "{}")
        #expect(state.session?.comparison?.verdict(of: 1) == nil)
        state.receive(sends["local"], "{}")
        state.receive(sends["prod"], "{ }", status: 201)
        let comparison = try #require(state.session?.comparison)
        #expect(comparison.verdict(of: 0) == .first && comparison.verdict(of: 1) == .same)
        #expect(comparison.verdict(of: 2) == .differs(inStatus: true, inBody: true))
        #expect(state.screen.contains("same") && state.screen.contains("≠ status and body differ"))
    }

    @Test("= holds the one that is looked at against the first; at the first, the next that has an answer")
    func compares() throws {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        for (name, body) in [("local", "[0]"), ("staging", "[1]"), ("prod", "[2]")] { state.receive(sends[name], body) }
        let ids = try #require(state.session?.comparison?.sides.map(\.send.response?.recordID))
        state.press("3")
        for (keys, other) in [([], 1), (["l"], 1), (["l"], 2)] as [([KeyStroke], Int)] {
            for key in keys { state.press(key) }
            let (old, new) = try pairCompared(by: &state)
            #expect(old == ids[0] && new == ids[other])
            state.press(.escape)
        }
    }

    /// Returns the pair that `=` compares.
    private func pairCompared(by state: inout ExplorerState) throws -> (old: HistoryRow.ID, new: HistoryRow.ID) {
        let subjects = state.press("=").compactMap { effect -> DifferenceOrder.Subject? in
            if case .difference(let order, _) = effect.order { order.subject } else { nil }
        }
        guard case .pair(let old, let new) = try #require(subjects.first, "\(state.screen)") else {
            throw NoPair(subject: subjects[0])
        }
        return (old, new)
    }

    private struct NoPair: Error { let subject: DifferenceOrder.Subject }

    @Test("where the first has no answer, the next one is compared with, by = as well")
    func verdictWithoutFirst() throws {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.receive(sends["staging"], "[1]")
        state.receive(sends["prod"], "[2]")
        #expect(state.session?.comparison?.verdict(of: 2) == nil)
        state.end(sends["local"], failure: RecordedFailure(stage: .init(.connect), message: "No."))
        let comparison = try #require(state.session?.comparison)
        #expect(comparison.verdict(of: 0) == nil && comparison.verdict(of: 1) == .first)
        #expect(comparison.verdict(of: 2) == .differs(inStatus: false, inBody: true))
        let ids = comparison.sides.map(\.send.response?.recordID)
        state.press("3", "l")
        for _ in 1...2 {
            let (old, new) = try pairCompared(by: &state)
            #expect(old == ids[1] && new == ids[2])
            state.press(.escape, "l")
        }
    }

    @Test("captures count for the environment that is chosen alone: staging's token must not go to production")
    func captures() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        func captured(_ value: String) -> [RecordedCapture] {
            [RecordedCapture(variable: "kept", expression: "res.body", outcome: .value(json: value))]
        }
        state.receive(sends["local"], "{}", captures: captured("\"mine\""))
        state.receive(sends["staging"], "{}", captures: captured("\"theirs\""))
        #expect(state.current.captured.values["kept"] == .string("mine"))
        #expect(state.side("staging")?.send.response?.captures.count == 1)
        // Each environment has its own, also when it is selected later.
        state.environmentName = "staging"
        #expect(state.current.captured.values["kept"] == .string("theirs"))
        state.environmentName = "prod"
        #expect(state.current.captured.isEmpty)
    }

    @Test("a capture belongs to the environment of its send, though another was selected before the response came")
    func selectedMeanwhile() throws {
        var state = SeveralEnvironments.state()
        let effect = try #require(state.press("s").first)
        state.environmentName = "prod"
        let capture = RecordedCapture(variable: "kept", expression: "res.body", outcome: .value(json: "\"local's\""))
        state.receive(effect, "{}", captures: [capture])
        #expect(state.current.captured.isEmpty)
        state.environmentName = "local"
        #expect(state.current.captured.values["kept"] == .string("local's"))
    }

    // MARK: Cancelling

    @Test("Esc cancels all that is under way, and what was answered stays")
    func cancel() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.receive(sends["local"], "{}")
        let cancels = state.press(.escape)
        #expect(Set(cancels.map(\.key)) == Set(["staging", "prod"].compactMap { sends[$0]?.key }))
        #expect(cancels.allSatisfy { if case .cancel = $0.order { true } else { false } })
        #expect(state.screen.contains("cancelling"))
        state.cancelled(sends["staging"])
        #expect(state.session?.isSending == true)
        state.report(sends["prod"], .refused(.cancelled))
        #expect(state.session?.isSending == false && state.session?.comparison?.responseCount == 1)
        #expect(state.screen.components(separatedBy: "✗ cancelled").count == 3)
    }

    @Test("one that was cancelled has its time and its attempts, as a single send has")
    func cancelledSide() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        state.receive(sends["local"], "{}")
        state.press(.escape)
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1", headers: [])
        let attempt = Exchange.Attempt(number: 1, startedAfter: .zero, request: request, outcome: .cancelled)
        let exchange = Exchange(
            request: request, startedAt: Explorers.start, attempts: [attempt], duration: .milliseconds(1440))
        let cancelled = RecordedFailure(stage: .cancelled, message: "Cancelled.")
        state.report(
            sends["staging"],
            .finished(
                RecordedExchange(
                    id: UUID(), exchange: exchange, origin: .init(), sentAt: Explorers.start, failure: cancelled)))
        #expect(state.screen.contains("✗ cancelled") && state.screen.contains("1.44 s"))
        state.press("3", "l", .enter)
        #expect(state.session?.response?.exchange?.attempts.count == 1)
        #expect(state.screen.contains("✗ cancelled") && !state.screen.contains("not sent"))
        #expect(state.side("local")?.isWhole == true)
    }

    @Test("when all was cancelled before anything came, the answer from before is back")
    func cancelAll() {
        var state = SeveralEnvironments.state()
        state.receive(state.press("s").first, #"{"before":1}"#)
        let sends = state.sendToAll().sends
        #expect(!state.screen.contains("\"before\""))
        state.press(.escape)
        for send in sends.values { state.cancelled(send) }
        #expect(state.session?.comparison == nil && state.screen.contains("\"before\": 1"))
    }

    @Test(
        "when all of several was cancelled before anything came, the several from before are back", arguments: [3, 1])
    func cancelSeveral(count: Int) {
        var state = SeveralEnvironments.state()
        for send in state.sendToAll().sends.values { state.receive(send, #"{"before":1}"#) }
        state.press("&")
        if count == 1 {
            state.press("a")
            state.press("g")
        }
        let sends = state.press(.enter).sends
        #expect(sends.count == count)
        state.press(.escape)
        for send in sends.values { state.cancelled(send) }
        #expect(state.session?.comparison?.responseCount == 3 && state.screen.contains("\"before\": 1"))
    }

    @Test("what was captured in the chosen environment does not go to the others")
    func capturedElsewhere() {
        var state = SeveralEnvironments.state()
        let kept = RecordedCapture(variable: "token", expression: "res.body", outcome: .value(json: "\"mine\""))
        state.receive(state.press("s").first, "{}", captures: [kept])
        let orders = state.sendToAll().orders
        let captured = Dictionary(uniqueKeysWithValues: orders.map { ($0.environmentName ?? "", $0.captured["token"]) })
        #expect(captured == ["local": .string("mine"), "staging": nil, "prod": nil])
    }

    @Test("while the request's own send runs, a question that waits in a place sends nothing, and its answer stays")
    func questionBesideASend() throws {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        let use = OutsideUse(.read("../x"), for: "body")
        for name in ["local", "prod"] { state.receive(sends[name], "{}") }
        state.report(sends["staging"], .refused(.unagreed([use])))
        state.press(.escape)
        let own = state.press("s").first
        state.session?.comparison?.selected = 1
        state.press("3", .enter)
        let ordered = state.press(.enter)
        #expect(ordered.orders.isEmpty && own != nil)
        state.press(.escape)
        state.receive(own, #"{"own":1}"#)
        #expect(state.session?.comparison == nil && state.screen.contains("\"own\": 1"))
    }

    @Test("the next send takes their place with its answer; cancelled before that, they stay")
    func nextSend() {
        var state = SeveralEnvironments.state()
        for send in state.sendToAll().sends.values { state.receive(send, "{}") }
        let cancelled = state.press("s").first
        #expect(state.session?.comparison != nil && state.session?.isSending == true)
        state.press(.escape)
        state.cancelled(cancelled)
        #expect(state.session?.comparison?.responseCount == 3 && state.session?.isSending == false)
        state.receive(state.press("s").first, #"{"new":1}"#)
        #expect(state.session?.comparison == nil && state.screen.contains("\"new\": 1"))
    }

    @Test("each request keeps its own answers")
    func switching() {
        var state = SeveralEnvironments.state()
        for send in state.sendToAll().sends.values { state.receive(send, #"{"a":1}"#) }
        state.press("j", "j")
        #expect(state.session?.comparison == nil && state.screen.contains("Not sent yet"))
        state.press("k", "k")
        #expect(state.session?.comparison?.responseCount == 3)
    }

    @Test(
        "sent again, an environment's earlier answer stays until the new one's head, and is gone when that is refused")
    func again() {
        var state = SeveralEnvironments.state()
        for send in state.sendToAll().sends.values { state.receive(send, #"{"old":1}"#) }
        let sends = state.sendToAll().sends
        #expect(state.screen.contains("\"old\": 1") && state.session?.comparison?.responseCount == 0)
        state.report(sends["local"], .refused(.failed("the file is gone")))
        #expect(state.side("local")?.send.response == nil && state.screen.contains("Not sent: the file is gone"))
        state.receive(sends["staging"], #"{"new":1}"#)
        #expect(state.side("staging")?.send.response?.document?.lineCount == 3)
    }

    @Test("late words of a send that was replaced change nothing")
    func stale() {
        var state = SeveralEnvironments.state()
        let old = state.sendToAll().sends
        for send in old.values { state.cancelled(send) }
        _ = state.sendToAll()
        state.receive(old["local"], #"{"old":1}"#)
        #expect(state.side("local")?.send.response?.head == nil && !state.screen.contains("old"))
    }

    // MARK: Which one

    @Test("h and l, comma and full stop choose; Enter shows one alone with its tabs, Esc and | all again")
    func alone() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        for name in ["local", "staging", "prod"] { state.receive(sends[name], "{\"from\":\"\(name)\"}") }
        state.press("3")
        #expect(state.context == .sides && state.screen.contains("Responses"))
        state.press("l", .enter)
        #expect(state.context == .response && state.screen.contains("Response: staging"))
        #expect(state.screen.contains("[Body] Headers 1") && state.screen.contains("\"from\": \"staging\""))
        state.press(".")
        #expect(state.screen.contains("Response: ⚠ prod") && state.screen.contains("\"from\": \"prod\""))
        state.press(".", "]")
        #expect(state.screen.contains("Response: local") && state.screen.contains("[Headers 1]"))
        state.press(.escape)
        #expect(state.context == .sides && state.focus == .response && state.screen.contains("Responses: Headers"))
        state.press("h", "|")
        #expect(state.screen.contains("Response: ⚠ prod"))
        state.press("|")
        #expect(state.context == .sides)
    }

    @Test("what is copied is the answer of the one with the keys")
    func copying() {
        var state = SeveralEnvironments.state()
        let sends = state.sendToAll().sends
        for name in ["local", "staging", "prod"] { state.receive(sends[name], "{\"from\":\"\(name)\"}") }
        state.press("3", "l")
        guard let text = state.press("Y").first?.copiedText else {
            Issue.record("nothing is copied")
            return
        }
        #expect(text == #"{"from":"staging"}"#)
    }

    @Test("a single one has the pane for itself, with its name")
    func single() {
        var state = SeveralEnvironments.state()
        state.press("&", "j")
        state.receive(state.press(.enter).first, "{}")
        state.press("3")
        #expect(state.context == .response && state.screen.contains("Response: staging"))
        #expect(state.press("|").isEmpty && state.screen.contains("There is only one response"))
    }

    @Test("answers are scrolled together, as far as the longest has lines")
    func scrolling() {
        var state = SeveralEnvironments.state(columns: 200, rows: 30)
        let sends = state.sendToAll().sends
        let long = "[" + (1...300).map(String.init).joined(separator: ",") + "]"
        state.receive(sends["local"], "[]")
        state.receive(sends["staging"], long)
        state.receive(sends["prod"], long)
        state.press("3", "G")
        let page = state.responseRows
        #expect(state.session?.look.scroll[.body] == 302 - page)
        #expect(state.screen.contains("302 ]"))
        state.press("g")
        #expect(state.session?.look.scroll[.body] == 0)
        state.press(">")
        #expect(state.session?.look.columnOffset == 8)
    }
}

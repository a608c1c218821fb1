import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import Explorer

@Suite struct ScriptQuestionTests {
    /// A request whose URL needs a value that a script sets.
    private func state(_ code: String) -> ExplorerState {
        var state = Explorers.state(columns: 120, rows: 30)
        state.session?.draft.change {
            $0.request.definition.url = "{{baseUrl}}/{{made}}"
            $0.request.definition.scripts = [Script("before-request", code)]
        }
        return state
    }

    private func order(_ effects: [Effect]) -> SendOrder? {
        effects.lazy.compactMap { if case .send(let order, _) = $0.order { order } else { nil } }.first
    }

    @Test("a name that a script before the request may set is not asked for; one that it does not mention is")
    func names() {
        var scripted = state("bru.setVar('made', 1)")
        #expect(scripted.screen.contains("A script may set it."), "\(scripted.screen)")
        #expect(order(scripted.press("s")) != nil)
        var other = state("bru.setVar('another', 1)")
        #expect(order(other.press("s")) == nil)
        #expect(other.screen.contains("Missing variable"), "\(other.screen)")
    }

    @Test("where no script can run it is asked whether to send without them; the first answer sends nothing")
    func withoutEngine() throws {
        var state = state("bru.setVar('made', 1)")
        let effects = state.press("s")
        let sending = try #require(effects.first { if case .send = $0.order { true } else { false } })
        let reason = "scripts need JavaScriptCore: apt install libjavascriptcoregtk-4.1-0"
        let refused = SendProgress.refused(.scriptsCannotRun(reason))
        _ = update(&state, sending.reply(refused))
        #expect(state.screen.contains("Send without its scripts?") && state.screen.contains("apt install"))
        var left = state
        #expect(order(left.press(.enter)) == nil)
        #expect(!left.screen.contains("Send without its scripts?"))
        state.press(.down)
        _ = state.press(.enter)
        // Nothing else sets the name: a person is asked for its value.
        #expect(state.screen.contains("Missing variable"), "\(state.screen)")
    }

    @Test(
        "an error of a script before the request has its line and a caret in the log; the question opens the file there"
    )
    func failed() throws {
        var state = state("bru.setVar('made', x.y)")
        let sending = try #require(state.press("s").first { if case .send = $0.order { true } else { false } })
        let code = CodeLine("bru.setVar('made', x.y)", column: 19)
        let fault = ScriptFault("users/get.yml:14:20", code)
        let refusal = SendRefusal.scriptFailed("a script failed: users/get.yml:14:20: ReferenceError", fault)
        _ = update(&state, sending.reply(SendProgress.refused(refusal)))
        let log = state.log.entries.map(\.message)
        #expect(log.suffix(2) == ["    bru.setVar('made', x.y)", "    " + String(repeating: " ", count: 19) + "^"])
        #expect(state.screen.contains("Open it in $EDITOR   a script failed: users/get.yml:14:20"), "\(state.screen)")
        var left = state
        #expect(left.press(.escape).isEmpty && !left.screen.contains("Open it in"))
        let opening = state.press(.enter)
        guard case .editFile("users/get.yml", line: 14, _)? = opening.first?.order else {
            Issue.record("\(opening)")
            return
        }
    }

    @Test("what scripts set counts for the next send with its scope, until a script takes it away")
    func captured() throws {
        var state = Explorers.state(columns: 120, rows: 30)
        func send(_ capture: RecordedCapture?) throws -> SendOrder {
            let effects = state.press("s")
            let sending = try #require(effects.first { if case .send = $0.order { true } else { false } })
            let sent = try #require(order(effects))
            let request = Exchange.SentRequest(method: .get, url: "http://h", headers: [])
            var record = RecordedExchange(
                id: UUID(), exchange: Exchange(request: request, startedAt: Explorers.start), origin: .init(),
                sentAt: Explorers.start)
            record.captures = [capture].compactMap(\.self)
            _ = update(&state, sending.reply(SendProgress.finished(record)))
            return sent
        }
        var capture = RecordedCapture(variable: "id", expression: "bru.setEnvVar", outcome: .value(json: "7"))
        _ = try send(capture)
        #expect(try send(nil).captured.scope(of: "id") == .environment)
        capture.outcome = .removed
        _ = try send(capture)
        #expect(try send(nil).captured["id"] == nil)
    }

    @Test("what a script writes to the console is in the log with its own level")
    func console() throws {
        var state = Explorers.state(columns: 120, rows: 30)
        let sending = try #require(state.press("s").first { if case .send = $0.order { true } else { false } })
        let request = Exchange.SentRequest(method: .get, url: "http://h", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Explorers.start), origin: .init(),
            sentAt: Explorers.start)
        record.console = ["debug", "info", "warning", "error"].map { ConsoleLine(level: $0, text: "of \($0)") }
        _ = update(&state, sending.reply(SendProgress.finished(record)))
        let entries = state.log.entries.filter { $0.message.contains("console: ") }
        #expect(entries.map(\.level) == [.debug, .info, .warning, .error])
        #expect(entries.first?.message == "console: of debug")
    }
}

import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Captures and assertions on screen")
struct ChecksTests {
    private static let assertions = [
        RecordedAssertion(expression: "res.status", operator: "eq", value: "200", outcome: .passed),
        RecordedAssertion(
            expression: "res.body.id", operator: "eq", value: "8", outcome: .failed(found: "7", expected: "8")),
        RecordedAssertion(expression: "f()", operator: "isTruthy", outcome: .notEvaluated("it needs JavaScript")),
    ]
    private static let captures = [
        RecordedCapture(variable: "id", expression: "res.body.id", outcome: .value(json: "7")),
        RecordedCapture(
            variable: "token", expression: "res.body.token", outcome: .value(json: "\"hush-hush\""), isSecret: true),
        RecordedCapture(variable: "none", expression: "res.body.x", outcome: .undefined),
    ]

    /// Returns a state in which the shown request got such a response.
    private func responded(
        _ assertions: [RecordedAssertion] = assertions, _ captures: [RecordedCapture] = captures,
        columns: Int = 140, rows: Int = 40, scripts: [Script] = []
    ) throws -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: rows)
        state.session?.draft.change { $0.request.definition.scripts = scripts }
        let effects = state.press("s")
        let effect = try #require(effects.first { if case .send = $0.order { true } else { false } })
        let request = Exchange.SentRequest(method: .get, url: "http://h", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Explorers.start), origin: .init(),
            sentAt: Explorers.start)
        (record.assertions, record.captures) = (assertions, captures)
        record.skippedScripts = scripts.count { $0.type != "hooks" }
        let steps: [SendProgress] = [.receiving(ResponseHead(status: 200), BodyStore([])), .finished(record)]
        for step in steps { _ = update(&state, effect.reply(step)) }
        return state
    }

    @Test(
        "a failed assertion looks failed: title, tree, tab, log and the list of what ran",
        arguments: [(80, 24), (200, 50)])
    func failed(columns: Int, rows: Int) throws {
        let state = try responded(columns: columns, rows: rows)
        let lines = state.screen.split(separator: "\n")
        #expect(
            lines.contains { $0.contains("3 Response") && $0.contains("✓ 200 ✗ 2 assertions failed") },
            "\(state.screen)"
        )
        #expect(lines.contains { $0.contains("Get user") && $0.contains("✗│") }, "\(state.screen)")
        #expect(state.screen.contains("Checks 2✗"))
        let log = state.log.entries.filter { $0.level == .warning }.map(\.message)
        #expect(
            log == [
                "assertion failed: res.body.id eq 8: found 7, expected 8",
                "assertion not evaluated: f() isTruthy: it needs JavaScript",
            ])
    }

    @Test("Enter opens the script of the test that failed at its line; of several, a person chooses")
    func opened() throws {
        func test(_ name: String, _ place: String) -> RecordedAssertion {
            var test = RecordedAssertion(
                expression: name, operator: "", outcome: .failed(found: "expected 1 to equal 2", expected: ""))
            (test.isTest, test.place) = (true, place)
            return test
        }
        func line(_ effects: [Effect]) -> (ItemPath, Int?)? {
            if case .editFile(let path, line: let line, _)? = effects.first?.order { (path, line) } else { nil }
        }
        var state = try responded([test("a", "users/get.yml:22:7")])
        state.press("3", "[", "[")
        #expect(
            state.session?.shownResponseTab == .checks && state.screen.contains("users/get.yml:22:7  Enter opens it"))
        let one = try #require(line(state.press(.enter)))
        #expect(one == ("users/get.yml", 22))
        state = try responded([test("a", "users/get.yml:22:7"), test("b", "lib/x.js:3:1"), Self.assertions[1]])
        state.press("3", "[", "[")
        #expect(state.press(.enter).isEmpty)
        #expect(state.screen.contains("lib/x.js:3:1 in $EDITOR"), "\(state.screen)")
        let second = try #require(line(state.press(.down, .enter)))
        #expect(second == ("lib/x.js", 3))
        state = try responded([Self.assertions[1]])
        state.press("3", "[", "[")
        #expect(state.press(.enter).isEmpty && state.overlays.isEmpty)
    }

    @Test("an assertion that was not evaluated looks failed, and is called what it is")
    func notEvaluated() throws {
        let state = try responded([Self.assertions[0], Self.assertions[2]])
        #expect(state.screen.contains("✓ 200 ✗ 1 assertion not evaluated"), "\(state.screen)")
        #expect(state.screen.contains("Checks 1✗") && state.screen.contains(/Get user +✗│/), "\(state.screen)")
    }

    @Test(
        "numbers of assertions are grammatical",
        arguments: [
            (0, 1, "0 of 1 assertion passed"), (1, 1, "1 of 2 assertions passed"), (1, 0, "1 of 1 assertion passed"),
            (2, 1, "2 of 3 assertions passed"),
        ])
    func grammar(passed: Int, failed: Int, words: String) {
        let (good, bad) = (Self.assertions[0], Self.assertions[1])
        let all = Array(repeating: good, count: passed) + Array(repeating: bad, count: failed)
        #expect(AssertionCount(all).text == words)
    }

    @Test("scripts that did not run are told in the title and in the log", arguments: [(80, 24), (200, 50)])
    func scripts(columns: Int, rows: Int) throws {
        let scripts = [Script("before-request", "a()"), Script("tests", "b()"), Script("hooks", "c()")]
        let state = try responded([], [], columns: columns, rows: rows, scripts: scripts)
        #expect(state.screen.contains("✓ 200 · 2 scripts not run"), "\(state.screen)")
        let warnings = state.log.entries.filter { $0.level == .warning }.map(\.message)
        #expect(warnings == ["2 scripts not run (this request): what they would set, change or test is missing."])
    }

    @Test("the title counts the assertions, and a tab lists them with signs, secrets masked")
    func list() throws {
        var state = try responded()
        #expect(state.screen.contains("✗ 2 assertions failed"))
        state.press("3", "[", "[")
        for line in [
            "✓ res.status eq 200", "✗ res.body.id eq 8", "found 7, expected 8", "? f() isTruthy",
            "not evaluated: it needs JavaScript", "✓ id ← res.body.id  7", "✓ token ← res.body.token  ••••",
            "? none ← res.body.x  is undefined: not set",
        ] { #expect(state.screen.contains(line), "\(line)") }
        #expect(!state.screen.contains("hush-hush"))
    }

    @Test("an answer without checks has no such tab, also where another answer had")
    func none() throws {
        var state = try responded([], [])
        #expect(!state.screen.contains("Checks"))
        state = try responded()
        state.press("3", "[", "[")
        state.session?.response?.record?.assertions = []
        state.session?.response?.record?.captures = []
        #expect(state.session?.shownResponseTab == .body)
    }

    @Test("captured values are session values, taken as they are, until they are cleared")
    func values() throws {
        var state = try responded(
            [], [RecordedCapture(variable: "id", expression: "x", outcome: .value(json: "\"{{a}}\""))])
        #expect(state.current.captured["id"] == "{{a}}")
        let shown = try #require(state.shown)
        let content = try #require(state.session?.draft.content)
        #expect(state.scopes(for: content, at: shown).resolve("{{id}}").text == "{{a}}")
        state.current.captured.remove("id")
        #expect(state.current.captured["id"] == nil)
        #expect(state.scopes(for: content, at: shown).resolve("{{id}}").text != "{{a}}")
    }

    @Test("what is set before the request counts on screen too")
    func before() throws {
        let state = Explorers.state(columns: 120, rows: 40)
        let shown = try #require(state.shown)
        var content = try #require(state.session?.draft.content)
        content.definition.variables = [Variable("a", "7")]
        content.definition.actions = [VariableAction("b", from: "a", phase: "before-request")]
        content.definition.headers = [Field("X-B", "{{b}}")]
        #expect(state.rendered(content, at: shown).headers.contains { $0.name == "X-B" && $0.value == "7" })
    }
}

import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing
import TextGrid

@testable import Explorer

/// Whole screens as text. A mismatch prints both side by side.
@Suite("Answers side by side on screen")
struct SidesPaneTests {
    private func expect(
        _ screen: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if let difference = ScreenComparison.difference(expected: expected, actual: screen) {
            Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
        }
    }

    /// Returns a state with a response, one that differs, and an environment that was not sent to; the response has the keys.
    private func responded(columns: Int, rows: Int) -> ExplorerState {
        var state = SeveralEnvironments.state(columns: columns, rows: rows)
        let sends = state.sendToAll().sends
        state.press("3")
        state.receive(sends["local"], #"{"id":7,"roles":["admin","editor"]}"#)
        state.receive(sends["staging"], #"{"id":7,"roles":["admin"]}"#)
        state.report(sends["prod"], .refused(.failed("pass was not found: is it installed?")))
        return state
    }

    @Test("at 80x24 there is a line for each and the chosen one's body; the chosen one says how it stands to the first")
    func small() {
        var state = responded(columns: 80, rows: 24)
        state.press("l")
        expect(state.screen, Self.smallScreen)
    }

    @Test("at 200 columns three stand beside each other, each with a line of its own above")
    func large() {
        let state = responded(columns: 200, rows: 50)
        let lines = state.screen.split(separator: "\n").map { $0.dropFirst(40) }
        expect(lines[16..<30].joined(separator: "\n"), Self.largePane)
    }

    @Test("filtered, the title says by what; a side that it cannot be done for says why in its body's place")
    func filtered() throws {
        var state = SeveralEnvironments.state(columns: 200, rows: 50)
        let path = try #require(state.shown)
        state.current.filters.kept.filters[path] = ".roles[1]"
        let sends = state.sendToAll().sends
        state.press("3")
        let bodies = [#"{"id":7,"roles":["admin","editor"]}"#, #"{"id":7,"roles":["admin"]}"#]
        for (environment, body) in zip(["local", "staging"], bodies) {
            for effect in state.receive(sends[environment], body) {
                guard case .filter(let order, _) = effect.order else { continue }
                let outcome = BodyScene.outcome(of: order)
                _ = update(
                    &state,
                    effect.reply(outcome))
            }
        }
        let screen = state.screen
        #expect(screen.contains("Responses filtered by .roles[1]"))
        #expect(screen.contains("1 \"editor\"") && !screen.contains("\"admin\""))
        #expect(screen.contains("`.roles[1]`: the array has 1 item"))
    }

    @Test("a wider pane has more columns: four in the whole screen")
    func zoomed() {
        var state = responded(columns: 200, rows: 50)
        for index in 0..<3 {
            state.collection.environments.append(
                EnvironmentDefinition(name: "more\(index)", variables: [Variable("baseUrl", "http://127.0.0.1:1")]))
        }
        _ = state.sendToAll()
        #expect(state.sidesLayout?.shown == 0..<3)
        state.press("z")
        #expect(state.sidesLayout?.shown == 0..<4 && state.sidesLayout?.list.rows == 6)
        state.press("h")
        #expect(state.sidesLayout?.shown == 2..<6 && state.session?.comparison?.selected == 5)
    }

    @Test("alone, the title has the environment's name and the answer all its tabs")
    func alone() {
        var state = responded(columns: 80, rows: 24)
        state.press("l", .enter)
        let lines = state.screen.split(separator: "\n").map { $0.dropFirst(23) }
        #expect(lines[7] == "─ 3 Response: staging ───────── ✓ 200 OK · 84 ms · 26 B ─")
        #expect(lines[8].hasPrefix(" [Body] Headers 1  Timing  Attempts"))
        state.press(".")
        #expect(state.screen.contains("Response: ⚠ prod") && state.screen.contains("✗ not sent ─"))
        #expect(state.screen.contains("Not sent: pass was not found: is it installed?"))
    }

    @Test("while they run each says for how long and how much has come; an earlier answer is dimmed meanwhile")
    func running() throws {
        var state = responded(columns: 120, rows: 30)
        let sends = state.sendToAll().sends
        _ = update(&state, .tick(Explorers.start.addingTimeInterval(3)))
        state.report(sends["staging"], .exchange(.downloadProgress(bytes: 2048, of: nil)))
        #expect(state.screen.contains("… running  3.00 s"))
        #expect(state.screen.contains("2.0 KB") && state.screen.contains("0 of 3 responses · … Esc cancels"))
        let grid = view(state)
        let row = try #require(state.screen.split(separator: "\n").firstIndex { $0.contains("\"id\": 7") })
        let column = try #require(
            (0..<120).first { grid[column: $0, row: row].grapheme == "\"" })
        #expect(grid[column: column, row: row].style == .dimmed)
    }

    @Test(
        "nothing is drawn outside of the pane, at any size, with many environments",
        arguments: [
            Size(columns: 60, rows: 16), Size(columns: 80, rows: 24), Size(columns: 97, rows: 31),
            Size(columns: 300, rows: 90),
        ])
    func bounds(size: Size) {
        var collection = SeveralEnvironments.collection
        for index in 0..<40 {
            collection.environments.append(
                EnvironmentDefinition(
                    name: "a rather long name of an environment \(index)",
                    variables: [Variable("baseUrl", "http://127.0.0.1:\(index)")]))
        }
        var state = SeveralEnvironments.state(collection, columns: size.columns, rows: size.rows)
        let sends = state.sendToAll().sends
        state.receive(sends["local"], "[" + String(repeating: "\"long\",", count: 400) + "1]")
        state.press("3")
        let alone = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
        for _ in 0..<43 {
            state.press("l")
            let lines = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == alone.count)
            let layout = state.layout
            #expect(lines.prefix(layout.response.row) == alone.prefix(layout.response.row))
            let selected = state.session?.comparison?.selected ?? -1
            #expect(state.sidesLayout?.shown.contains(selected) == true)
        }
        var list = SeveralEnvironments.state(collection, columns: size.columns, rows: size.rows)
        list.press("&", "G")
        #expect(list.screen.contains("environment 39"))
    }

    @Test("a secret that is known is dots in what is said of any of them", arguments: [80, 200])
    func secrets(columns: Int) {
        var collection = SeveralEnvironments.collection
        collection.environments[1].variables[1] = Variable("token", "", isSecret: true)
        var state = SeveralEnvironments.state(collection, columns: columns, rows: 50)
        state.outside.secrets["staging"] = ["token": "s3cret-of-staging"]
        state.press("j", "j")
        let sends = state.sendToAll().sends
        state.report(sends["staging"], .refused(.failed("pass said s3cret-of-staging")))
        state.end(
            sends["prod"], failure: RecordedFailure(stage: .init(.connect), message: "no host s3cret-of-staging"))
        state.press("3")
        for _ in 0..<3 {
            #expect(!state.screen.contains("s3cret-of-staging") && state.screen.contains("pass said ••••"))
            state.press("l")
        }
        state.press(.enter)
        #expect(!state.screen.contains("s3cret-of-staging"))
    }

    @Test("where the terminal has nothing else, all signs are ASCII")
    func ascii() {
        var state = responded(columns: 80, rows: 24)
        state.display.glyphs = .ascii
        #expect(state.screen.unicodeScalars.allSatisfy { $0.isASCII } && state.screen.contains("!! prod"))
    }

    private static let smallScreen = """
        ─ 1 Sample ───────────│─ 2 Sample › Users › Get user ─────────────────── local ─
        ▾ Sample              │ GET {{baseUrl}}/users/:id?verbose=1
         ▾ Users              │ → http://127.0.0.1:8642/users/7?verbose=1
          GET  Get user      ✓│ [Params 2] Headers 1  Body  Auth  Options  Vars …
          POST Create user    │     Path      Value  Description
         GET  Secret          │ [✓] id        7
         ✗ broken             │     Query     Value  Description
         ▸ Environments       │─ 3 Responses ──────────────────────── 2 of 3 responses ─
                              │ local    ✓ 200 OK  84 ms  35 B  first
                              │ staging  ✓ 200 OK  84 ms  26 B  ≠ body differs
                              │ ⚠ prod   ✗ Not sent: pass was not found: is it installe…
                              │ 1 {
                              │ 2   "id": 7,
                              │ 3   "roles": [
                              │ 4     "admin"
                              │ 5   ]
                              │ 6 }
                              │
                              │
                              │
                              │
                              │
        22:13:20 UTC warn  users/get.yml was not sent to prod: pass was not …  1 line !1
         Right next  Enter alone  Down down  ] next tab  z zoom  & send to  ? help
        """
    private static let largePane = """
        │─ 3 Responses ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────── 2 of 3 responses ─
        │ local    ✓ 200 OK  84 ms  35 B  first
        │ staging  ✓ 200 OK  84 ms  26 B  ≠ body differs
        │ ⚠ prod   ✗ Not sent: pass was not found: is it installed?
        │─ local ✓ 200 OK ───────────────────────────────────│─ staging ✓ 200 OK ─────────────────────────────────│─ ⚠ prod ✗ not sent ─────────────────────────────────
        │ 1 {                                                │ 1 {                                                │ Not sent: pass was not found: is it installed?
        │ 2   "id": 7,                                       │ 2   "id": 7,                                       │
        │ 3   "roles": [                                     │ 3   "roles": [                                     │
        │ 4     "admin",                                     │ 4     "admin"                                      │
        │ 5     "editor"                                     │ 5   ]                                              │
        │ 6   ]                                              │ 6 }                                                │
        │ 7 }                                                │                                                    │
        │                                                    │                                                    │
        │                                                    │                                                    │
        """
}

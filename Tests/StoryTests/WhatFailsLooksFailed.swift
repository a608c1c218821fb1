import TestSupport
import Testing
import TextGrid

@Suite("Story: what fails looks failed, what is missing is said, and what is undone is asked about", .serialized)
struct WhatFailsLooksFailed {
    private static let checked = """
        runtime:
          assertions:
            - {expression: res.status, operator: eq, value: "201"}

        """

    @Test("a failed assertion stands behind the status, in the tree, the log and the history, also after a restart")
    func failedAssertion() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "total.yml": Fixture.request("Total", url: "{{baseUrl}}/echo", more: Self.checked),
        ])
        let first = try place.start()
        try first.send("total.yml", named: "Total", until: "✓ 200 OK ✗ 1 assertion failed")
        #expect(first.screen.row(with: "GET  Total ").contains("✗"), "\(first.screen.text)")
        #expect(first.screen.contains("Checks 1✗"))
        #expect(first.screen.look(of: "✗ 1 assertion failed")?.foreground == .indexed(160))
        try first.type("4z")
        try first.waitFor("the warnings of the log") {
            $0.row(with: "assertion failed: res.status eq 201: found 200").contains(" warn ")
        }
        #expect(try first.quit() == 0)
        let second = try place.start()
        try second.showRequest("total.yml", named: "Total")
        try second.waitForResponse("✓ 200 ✗ 1 assertion failed · ⏲")
        #expect(second.screen.row(with: "GET  Total ").contains("✗"), "\(second.screen.text)")
        try second.type("H")
        try second.waitFor("the exchange in the list") {
            $0.contains("✗ 200") && $0.contains("0 of 1 assertion passed")
        }
        try second.press(.escape)
        try second.waitFor("the panes again") { !$0.contains("1 exchange") }
        #expect(try second.quit() == 0)
    }

    @Test("without an environment, a send says which ones have the value, and goes to the one that is chosen")
    func noEnvironment() throws {
        let place = try StoryPlace(["opencollection.yml": Fixture.root])
        for name in ["production", "staging"] {
            try place.write(
                "name: \(name)\nvariables:\n  - {name: address, value: \"\(place.server.baseURL)\"}\n",
                to: "environments/\(name).yml")
        }
        try place.write(Fixture.request("Echo", url: "{{address}}/echo"), to: "echo.yml")
        let session = try place.start(environmentName: nil)
        try session.showRequest("echo.yml", named: "Echo")
        try session.waitFor("No environment is selected. e selects one: production")
        try session.type("s")
        try session.waitFor("No environment is selected: address needs one. Send to")
        try session.press(.down)
        try session.press(.down)
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        #expect(session.screen.row(with: " 2 ").contains("staging"), "\(session.screen.text)")
        #expect(try session.quit() == 0)
        let refused = try ProgramRun(["send", "echo"], at: place)
        #expect(refused.status == 4 && refused.errors.contains("--env"), "\(refused.errors)")
    }

    @Test(
        "one Esc too many: undoing the creation of a file that was saved since asks, and an empty path parameter is refused"
    )
    func undo() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "a.yml": Fixture.request(
                "Item", url: "{{baseUrl}}/users/:id", more: "  params: [{name: id, value: '', type: path}]\n"),
        ])
        let session = try place.start()
        try session.showRequest("a.yml", named: "Item")
        try session.type("s")
        try session.waitFor("Not sent: id has no value")
        try session.type("n")
        try session.waitFor("New in Fixture")
        try session.press(.enter)
        try session.waitFor("New request")
        try session.type("Report")
        try session.press(.enter)
        try session.waitFor("the new request, its URL being typed") { $0.contains("› Report ") }
        try session.type("{{baseUrl}}/echo")
        try session.press(.escape)
        try session.waitFor("the field left") { $0.rows.last?.contains("Enter edit") == true }
        try session.type("w")
        try session.waitFor("Saved Report.yml")
        try session.type("1u")
        try session.waitFor("Undo 'create Report', just now? The file, saved since, goes to the")
        try session.press(.enter)
        try session.waitFor("no question") { !$0.contains("Undo 'create") }
        #expect(try place.files().keys.contains("Report.yml"))
        try session.type("u")
        try session.waitFor("Undo 'create Report'")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("Undone: create Report.")
        #expect(try !place.files().keys.contains("Report.yml"))
        #expect(try session.quit() == 0)
        let refused = try ProgramRun(["send", "a", "--env", "local"], at: place)
        #expect(refused.status == 4 && refused.errors.contains("id has no value"), "\(refused.errors)")
        let checked = try ProgramRun(["check"], at: place)
        #expect((checked.output + checked.errors).contains("warning: id has no value"), "\(checked.output)")
    }
}

import TestSupport
import Testing
import TextGrid

@Suite("Story: one request to several environments", .serialized)
struct SendToSeveral {
    /// Creates a place where `local` is its API, `dead` one where nobody listens, and `safe` another living one, which is protected.
    private func place(_ other: StoryPlace) throws -> StoryPlace {
        let gone = try StoryPlace()
        gone.server.stop()
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "microscope.yaml": "version: 1\nenvironments:\n  safe:\n    protected: true\n",
            "greet.yml": Fixture.request("Greet", method: "POST", url: "{{host}}/echo/{{where}}"),
            "wait.yml": Fixture.request("Wait", url: "{{host}}/{{slow}}"),
            "jar.yml": Fixture.request("Jar", url: "{{host}}/cookies"),
        ])
        let addresses = [
            ("local", place.server.baseURL, "echo"), ("dead", gone.server.baseURL, "echo"),
            ("safe", other.server.baseURL, "slow?seconds=600"),
        ]
        for (name, address, slow) in addresses {
            try place.write(environment(name, address, slow), to: "environments/\(name).yml")
        }
        return place
    }

    private func environment(_ name: String, _ address: String, _ slow: String) -> String {
        let values = [("host", address), ("where", name), ("slow", slow)]
        return "name: \(name)\nvariables:\n"
            + values.map { "  - name: \($0.0)\n    value: \"\($0.1)\"\n" }.joined()
    }

    @Test(
        "the protected one asks, the dead one says why, answers stand side by side and alone, and a send replaces them")
    func sideBySide() throws {
        let other = try StoryPlace()
        let place = try place(other)
        let session = try place.start(size: .large)
        try session.showRequest("greet", named: "Greet")
        try session.type("&")
        try session.waitFor("the environments") { $0.contains("Send Greet to") && $0.contains("[ ] ⚠ safe") }
        // A key that means nothing here.
        try session.type("s")
        try session.waitFor("s does nothing here")
        try session.type("a")
        try session.waitFor("Enter sends to 3 environments.")
        try session.press(.enter)
        try session.waitFor("⚠ safe is protected: POST \(other.server.baseURL)/echo/safe")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("2 of 3 responses")
        try session.waitFor("all of them at once") {
            $0.contains("\"path\": \"/echo/local\"") && $0.contains("\"path\": \"/echo/safe\"")
                && $0.contains("Is the server running, and is") && $0.row(with: " safe ").contains("body differs")
        }
        #expect(session.screen.row(with: " dead ").contains("✗ failed"))
        try session.type("3l")
        try session.resize(.small)
        try session.waitFor("the one with the keys, and a line for each") {
            $0.contains("─ 3 Responses ─") && $0.contains("\"path\": \"/echo/local\"") && $0.contains("✗ failed")
                && !$0.contains("\"path\": \"/echo/safe\"")
        }
        try session.type("l")
        try session.waitFor("\"path\": \"/echo/safe\"")
        try session.press(.enter)
        try session.waitFor("3 Response: ⚠ safe")
        try session.showResponseTab("Headers")
        try session.waitFor("application/json")
        try session.press(.escape)
        try session.waitFor("─ 3 Responses: Headers ─")
        try session.type("[s")
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("\"path\": \"/echo/local\"")
        #expect(session.screen.responseTitle.contains("─ 3 Response ─"))
        #expect(try session.quit() == 0)
    }

    @Test("a slow one is cancelled, what was answered stays; marks are remembered")
    func cancelled() throws {
        let other = try StoryPlace()
        let place = try place(other)
        let session = try place.start()
        try session.showRequest("wait", named: "Wait")
        try session.type("&")
        try session.waitFor("[ ] local")
        try session.type("a")
        try session.waitFor("Enter sends to 3 environments.")
        try session.press(.enter)
        try session.waitFor("the quick ones") {
            $0.contains("✗ failed") && $0.contains("✓ 200 OK") && $0.contains("… running")
        }
        try session.type("s")
        try session.waitFor("Running; Esc cancels.")
        try session.press(.escape)
        try session.waitFor("✗ cancelled")
        try session.waitFor("the answers that came") { $0.contains("✗ failed") && $0.contains("✓ 200 OK") }
        try session.showRequest("greet", named: "Greet")
        try session.waitFor("Not sent yet")
        try session.type("&")
        try session.waitFor("the marks") { $0.contains("[✓] dead") && $0.contains("[✓] local") }
        try session.press(.escape)
        try session.waitFor("the list gone") { !$0.contains("Send Greet to") }
        try session.showRequest("wait", named: "Wait")
        try session.waitFor("✗ cancelled")
    }

    @Test("each environment has its own cookies, though all are on one host")
    func cookies() throws {
        let other = try StoryPlace()
        let place = try place(other)
        try place.write(Fixture.request("Set", url: "{{host}}/cookies/set?flavour=oat"), to: "set.yml")
        let session = try place.start(size: .large)
        try session.send("set", named: "Set", until: "✓ 200 OK")
        try session.showRequest("jar", named: "Jar")
        try session.type("&")
        try session.waitFor("⚠ safe")
        try session.type("G k ")
        try session.waitFor("Enter sends to 2 environments.")
        try session.press(.enter)
        try session.waitFor("2 of 2 responses")
        try session.waitFor("a cookie of the one, none of the other") {
            $0.contains("\"value\": \"oat\"") && $0.contains("\"cookies\": []")
        }
    }
}

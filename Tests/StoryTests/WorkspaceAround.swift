import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a workspace around a collection", .serialized)
struct WorkspaceAround {
    private func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "../workspace.yml": "info: {name: W, type: workspace}\n",
            "../environments/prod.yml": "variables: [{name: where, value: everywhere}]\n",
            "../environments/test.yml": "variables: [{name: where, value: in the test}]\n",
            "../.env": "OUTSIDE=w0rkspace\n",
            "greet.yml": Fixture.request("Greet", url: "{{baseUrl}}/echo/{{where}}"),
            "outside.yml": Fixture.request("Outside", url: "{{baseUrl}}/echo?o={{process.env.OUTSIDE}}"),
        ])
    }

    private func run(_ words: String..., at place: StoryPlace) throws -> ProgramRun {
        let run = try ProgramRun(words + ["--var", "baseUrl=\(place.server.baseURL)"], at: place)
        // Waits for the end.
        _ = run.status
        return run
    }

    @Test("its environment counts when it is named, and one that is not there is told with those that are")
    func commandLine() throws {
        let place = try place()
        #expect(try run("send", "greet", at: place).status == 4)
        let sent = try run("send", "greet", "--global-env", "prod", at: place)
        #expect(sent.status == 0 && sent.output.contains("/echo/everywhere"), "\(sent.errors)")
        let wrong = try run("send", "greet", "--global-env", "prd", at: place)
        #expect(wrong.status == 2 && wrong.errors.contains("there are: prod, test"))
        let url = try run("export", "greet", "--as", "url", "--global-env", "prod", at: place)
        #expect(url.output.hasSuffix("/echo/everywhere\n"))
        let lone = try StoryPlace(["opencollection.yml": Fixture.root, "a.yml": Fixture.request("A", url: "http://h/")])
        #expect(try run("send", "a", "--global-env", "prod", at: lone).errors.contains("no workspace.yml"))
    }

    @Test("its .env is asked for by the first request that needs it, and not by others")
    func pairs() throws {
        let place = try place()
        #expect(try run("send", "greet", "--global-env", "prod", at: place).status == 0)
        let refused = try run("send", "outside", at: place)
        #expect(refused.status == 4 && refused.errors.contains("/.env (process variables of the workspace)"))
        let trusted = try run("send", "outside", "--trust", at: place)
        #expect(trusted.status == 0 && trusted.output.contains("w0rkspace"))
        #expect(try run("send", "outside", at: place).status == 4)
    }

    @Test("on screen it is chosen in the list of environments, and its .env agreed to once")
    func screen() throws {
        let place = try place()
        let session = try place.start(size: .large, environmentName: nil)
        try session.waitFor("{{where}}✗")
        try session.type("e")
        try session.waitFor("the list") { $0.contains("No global environment") && $0.contains("Global: test") }
        try session.type("prod")
        try session.press(.enter)
        try session.waitFor("its value") {
            $0.text(row: 0).contains(" no environment + global prod ")
                && $0.row(with: "→ ").contains("/echo/everywhere")
        }
        try session.send("greet.yml", named: "Greet", until: "✓ 200 OK")
        try session.showRequest("outside", named: "Outside")
        try session.type("s")
        try session.waitFor("External access: this collection would")
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("w0rkspace")
        #expect(try session.quit() == 0)
        #expect(try run("send", "outside", at: place).output.contains("w0rkspace"))
    }
}

import TestSupport
import Testing
import TextGrid

@Suite("Story: environments and credentials", .serialized)
struct Environments {
    @Test("another environment gives other values")
    func choose() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment + Self.variable("here"),
            "environments/other.yml": "name: other\nvariables:\n" + Self.variable("elsewhere"),
            "greet.yml": Fixture.request("Greet", url: "{{baseUrl}}/echo/{{where}}"),
        ])
        let session = try place.start(size: .large)
        try session.waitFor("→ \(place.server.baseURL)/echo/here")
        try session.type("e")
        try session.waitFor("the list") { $0.contains("No environment") && $0.contains("other") }
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("the other one's value") {
            $0.text(row: 0).contains(" other ") && $0.row(with: "→ ").contains("/echo/elsewhere")
        }
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("\"path\": \"/echo/elsewhere\"")
        try session.type("e")
        try session.waitFor("No environment")
        try session.type("no env")
        try session.press(.enter)
        try session.waitFor("none, and what is missing then") {
            $0.text(row: 0).contains(" no environment ") && $0.contains("{{where}}✗")
        }
    }

    private static func variable(_ value: String) -> String { "  - name: where\n    value: \(value)\n" }

    @Test("nothing is chosen unasked where there are several")
    func unchosen() throws {
        let session = try StoryPlace().start(environmentName: nil)
        try session.waitFor("no environment")
    }

    @Test("a form login, a bearer token from the folder, basic, and keys in header and query")
    func credentials() throws {
        let session = try StoryPlace().start(size: .large)
        try session.send("auth/login.yml", named: "Log in", until: "✓ 200 OK")
        try session.waitFor("\"token\": \"demo-token\"")
        try session.send("auth/private.yml", named: "Private page", until: "✓ 200 OK")
        try session.waitFor("\"scheme\": \"bearer\"")
        try session.send("auth/private-without", named: "Private page, no token", until: "! 401 Unauthorized")
        #expect(session.screen.look(of: "! 401")?.foreground == .indexed(172))
        try session.send("auth/basic.yml", named: "Basic page", until: "✓ 200 OK")
        try session.waitFor("\"scheme\": \"basic\"")
        try session.send("auth/key-in-header.yml", named: "Key in a header", until: "✓ 200 OK")
        try session.waitFor("\"sentIn\": \"header\"")
        try session.send("auth/key-in-query.yml", named: "Key in the query", until: "✓ 200 OK")
        try session.waitFor("\"sentIn\": \"query\"")
    }

    @Test("a form row switched on goes along")
    func form() throws {
        let session = try StoryPlace().start(size: .large)
        try session.showRequest("echo/form.yml", named: "Form")
        try session.type("2")
        try session.showRequestTab("Body")
        try session.waitFor("the form") { $0.contains("[ ] ") }
        let off = try #require(session.screen.rows.first { $0.contains("[ ] ") }?.components(separatedBy: "[ ] ").last)
        let name = try #require(off.split(separator: " ").first.map(String.init))
        try session.type("jG ")
        try session.waitFor("the row on") { $0.contains("[✓] \(name)") }
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("the field in the echo") { $0.row(with: "\"body\":").contains("\(name)=") }
    }
}

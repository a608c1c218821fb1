import TestSupport
import Testing
import TextGrid

@Suite("Story: a missing value", .serialized)
struct MissingValue {
    private let files = [
        "opencollection.yml": Fixture.root,
        "environments/local.yml": Fixture.environment + "  - secret: true\n    name: pass\n",
        "greet.yml": Fixture.request("Greet", url: "{{baseUrl}}/users/{{who}}"),
        "private.yml": Fixture.request(
            "Private", url: "{{baseUrl}}/private",
            more: "  headers:\n    - name: X-Pass\n      value: \"{{pass}}\"\n"
                + "  auth:\n    type: bearer\n    token: \"{{pass}}\"\n"),
    ]

    @Test("it is asked for, and used until quitting")
    func asks() throws {
        let place = try StoryPlace(files)
        let session = try place.start(size: .large)
        try session.showRequest("greet.yml", named: "Greet")
        let screen = session.screen
        #expect(screen.row(with: "→ ").contains("who"), "\(screen.text)")
        let hole = try #require(screen.place(of: "{{who}}✗"))
        #expect(session.cell(at: hole).look == Appearance(.indexed(160), on: .standard, [.bold, .underline]))
        try session.type("s")
        try session.waitFor("Missing variable: {{who}}")
        try session.type("5")
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("\"id\": 5")
        #expect(session.screen.row(with: "→ ").contains("/users/5"))
        try session.type("s")
        try session.waitFor("the second answer without a question") {
            $0.rows.filter { $0.contains("200 OK in") }.count >= 1
        }
        #expect(try session.quit() == 0)
        // It lived until quitting, and no file has it.
        for (path, text) in files { #expect(try place.text(of: path) == text) }
        let again = try place.start(size: .large)
        try again.showRequest("greet.yml", named: "Greet")
        try again.type("s")
        try again.waitFor("Missing variable: {{who}}")
        try again.press(.escape)
        try again.waitFor("the question gone") { !$0.contains("Missing variable") }
        // Nothing was sent: the response is that of the run before.
        try again.waitFor("the answer of the run before") { $0.contains("⏲") && $0.contains("\"id\": 5") }
    }

    @Test("a secret is never shown: not while typed, not in any pane, not in the log")
    func secret() throws {
        let session = try StoryPlace(files).start(size: .large)
        let witness = Witness("demo-token", "demo-tok")
        session.onChange = witness.look
        try session.showRequest("private.yml", named: "Private")
        try session.type("s")
        try session.waitFor("Missing variable: {{pass}}")
        try session.type("demo-token")
        try session.waitFor("dots for what is typed") { $0.contains("> **********") || $0.contains("> ••••") }
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("\"scheme\": \"bearer\"")
        for key in ["3]", "]", "]", "2]", "]", "]", "]", "]", "4z"] {
            let before = session.screen.text
            try session.type(key)
            try session.waitFor("another screen") { $0.text != before }
        }
        try session.waitFor("the log with the header it masked") { $0.contains("> Authorization: ") }
        try session.press(.pageUp)
        #expect(witness.frames > 10)
        #expect(!witness.hasSeen, "\(witness.screen)")
        #expect(!String(decoding: session.output, as: UTF8.self).contains("demo-token"))
    }

    @Test("all names without a value are asked for in one form")
    func twice() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "two.yml": Fixture.request("Two", url: "{{baseUrl}}/echo?a={{first}}&b={{second}}"),
        ])
        let session = try place.start()
        try session.showRequest("two.yml", named: "Two")
        try session.type("s")
        try session.waitFor("Missing variables: 2")
        #expect(session.screen.contains("{{first}}  >") && session.screen.contains("{{second}} >"))
        try session.type("one")
        try session.press(.enter)
        try session.type("two")
        try session.waitFor("both values") { $0.contains("> one") && $0.contains("> two") }
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("→ \(place.server.baseURL)/echo?a=one&b=two")
    }
}

/// Looks at every screen for what must not be there.
private final class Witness {
    private let words: [String]
    private(set) var frames = 0
    private(set) var screen = ""
    var hasSeen: Bool { !screen.isEmpty }

    init(_ words: String...) { self.words = words }

    func look(_ screen: VirtualScreen) {
        frames += 1
        let text = screen.text
        if self.screen.isEmpty, words.contains(where: text.contains) { self.screen = text }
    }
}

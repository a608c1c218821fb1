import Foundation
import TestSupport
import Testing

/// Tokens that a person agrees to in a browser, which a script plays with curl.
@Suite("Story: consent in a browser", .serialized)
struct ConsentInABrowser {
    private func place(_ flow: String = "authorization_code", callback: String = "http://127.0.0.1/back") throws
        -> StoryPlace
    {
        let place = try StoryPlace([
            "opencollection.yml": "info: {name: M}\n", "environments/local.yml": "variables: []\n",
            "page.yml": """
            info: {name: Page, type: http}
            http:
              method: GET
              url: "{{baseUrl}}/oauth/protected"
              auth:
                type: oauth2
                flow: \(flow)
                authorizationUrl: "{{baseUrl}}/oauth/authorize"
                accessTokenUrl: "{{baseUrl}}/oauth/token"
                callbackUrl: "\(callback)"
                credentials: {clientId: demo-client, clientSecret: demo-client-secret}
                pkce: {method: S256}
                tokenConfig: {id: main, placement: {header: Bearer}}

            """,
            "use.yml": """
            info: {name: Use, type: http}
            http:
              method: GET
              url: "{{baseUrl}}/oauth/protected?access_token={{$oauth2.main.access_token}}"

            """,
        ])
        try Self.browser.write(to: script(place), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script(place).path)
        return place
    }

    /// Goes to the page, and where that sends it; a fragment it sends on as the page's script would.
    private static let browser = """
        #!/bin/sh
        PATH="$PATH:/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin"
        echo visit >> "$0.visits"
        back=$(curl -s -o /dev/null -w '%{redirect_url}' "$1")
        curl -s "${back%%#*}"
        case "$back" in *#*) curl -s "${back%%#*}?${back#*#}" ;; esac

        """

    /// Returns the browser's command, by its interpreter: a file that was just written may still be open in a process that another test starts.
    private func browser(_ place: StoryPlace) -> String { "/bin/sh \(script(place).path)" }

    private func script(_ place: StoryPlace) -> URL { place.home.appendingPathComponent("browser.sh") }

    private func visits(_ place: StoryPlace) -> Int {
        let text = try? String(contentsOf: place.home.appendingPathComponent("browser.sh.visits"), encoding: .utf8)
        return text?.split(separator: "\n").count ?? 0
    }

    private func send(_ name: String, at place: StoryPlace, environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(
            ["send", name, "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], at: place,
            environment: environment)
    }

    @Test(
        "the browser is opened once, its token is kept for later runs, and shown nowhere",
        arguments: [
            "authorization_code", "implicit",
        ])
    func commandLine(flow: String) throws {
        let place = try place(flow)
        let browser = ["BROWSER": browser(place)]
        let first = try send("Page", at: place, environment: browser)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("\"user\":\"demo\""))
        #expect(first.errors.contains("expires in 3600 s"))
        #expect(!first.errors.contains("demo-oauth-token") && !first.errors.contains("demo-client-secret"))
        let second = try send("Page", at: place)
        #expect(second.status == 0, "\(second.errors)")
        #expect(visits(place) == 1)
        let file = place.home.appendingPathComponent("data/tokens.json").path
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let variable = try send("Use", at: place)
        #expect(variable.status == 0 && variable.output.contains("\"user\":\"demo\""), "\(variable.errors)")
        #expect(!variable.errors.contains("demo-oauth-token"))
    }

    @Test("an address elsewhere cannot be heard, nor pasted where no terminal is: status 4, and what to do")
    func elsewhere() throws {
        let place = try place(callback: "https://oauth.usebruno.com/callback")
        let run = try send("Page", at: place, environment: ["BROWSER": browser(place)])
        #expect(run.status == 4)
        #expect(run.errors.contains("set callbackUrl to http://127.0.0.1/callback"), "\(run.errors)")
        #expect(visits(place) == 0)
    }

    @Test("without a browser and a terminal nobody is waited for: status 4 at once, with the address and what to do")
    func nobody() throws {
        let run = try send("Page", at: place())
        #expect(run.status == 4)
        #expect(run.errors.contains("/oauth/authorize?response_type=code&client_id=demo-client"), "\(run.errors)")
        #expect(run.errors.contains("microscope token REQUEST --fetch in a terminal"))
    }

    @Test("on screen the browser is opened, and the answer comes")
    func screen() throws {
        let place = try place()
        let session = try place.start(size: .large, environment: ["BROWSER": browser(place)])
        try session.send("page.yml", named: "Page", until: "✓ 200 OK")
        try session.waitFor("\"user\"")
        #expect(visits(place) == 1)
        #expect(try session.quit() == 0)
    }

    @Test("on screen, without a browser, the address is shown, and Esc ends the waiting")
    func cancelled() throws {
        let place = try place()
        let session = try place.start(size: .large)
        try session.showRequest("page.yml", named: "Page")
        try session.type("s")
        try session.waitFor("Open this page in a browser.")
        try session.press(.escape)
        try session.waitFor("the page hidden") { !$0.contains("Open this page") }
        try session.press(.escape)
        try session.waitForResponse("✗ cancelled")
        #expect(try session.quit() == 0)
    }

    /// The address at which a browser ends that goes to the page.
    private func callback(of page: String) throws -> String {
        let curl = Process()
        let output = Pipe()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = ["curl", "-s", "-o", "/dev/null", "-w", "%{redirect_url}", page]
        curl.standardOutput = output
        try curl.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        curl.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text that the box shows between its title and the field.
    private func page(_ session: TerminalSession) -> String {
        let rows = session.screen.rows.drop { !$0.contains("Log in with your browser") }.prefix { !$0.contains("│ > ") }
        // The tree's pane, what is left of the box, its inside.
        let inside = rows.map { row in row.split(separator: "│").dropFirst(2).first.map(String.init) ?? "" }
        let text = inside.joined().filter { $0 != " " }
        return text.range(of: "http://").map { String(text[$0.lowerBound...]) } ?? ""
    }

    @Test(
        "where the browser cannot come back, the page is shown, a wrong address is refused with its reason, the right one finishes",
        arguments: ["http://127.0.0.1/back?kept=1", "http://127.0.0.1/back"])
    func pasted(callback address: String) throws {
        let place = try place(callback: address)
        let session = try place.start(size: .large)
        try session.showRequest("page.yml", named: "Page")
        try session.type("s")
        try session.waitFor("Log in with your browser")
        let shown = page(session)
        let end = try callback(of: shown)
        #expect(end.hasPrefix(address == "http://127.0.0.1/back" ? "http://127.0.0.1:" : address), "\(shown) \(end)")
        try session.type("http://127.0.0.1/back?code=guessed&state=another")
        try session.press(.enter)
        try session.waitFor("another state than this page was opened with")
        try session.resize(.small)
        try session.waitFor("another state than this page")
        try session.resize(.large)
        try session.type(end)
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        #expect(!session.screen.contains("Log in with your browser"))
        #expect(try session.quit() == 0)
    }

    @Test("a refusal in the address that is handed over is explained, and nothing is sent")
    func refused() throws {
        let place = try place(callback: "https://oauth.usebruno.com/callback")
        let session = try place.start(size: .large)
        try session.showRequest("page.yml", named: "Page")
        try session.type("s")
        try session.waitFor("Log in with your browser")
        let shown = page(session)
        let state = try #require(shown.range(of: "state=")).upperBound
        try session.type("https://oauth.usebruno.com/callback?error=access_denied&state=\(shown[state...])")
        try session.press(.enter)
        try session.waitFor("The authorization was denied: access_denied")
        #expect(try session.quit() == 0)
    }

    @Test(
        "at a terminal without a browser an address is taken too, by the same rules, also where the browser would be heard"
    )
    func pastedAtTerminal() throws {
        let place = try place()
        let session = try TerminalSession(
            try StoryPlace.program(), ["send", "page", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"],
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path], size: .large,
            directory: place.collection.path)
        session.companions = [place]
        try session.waitFor("If the redirect fails, paste the URL that the browser ends at")
        let text = session.screen.text
        let start = try #require(text.range(of: "http://127.0.0.1:")).lowerBound
        let end = try #require(text.range(of: "If the redirect fails")).lowerBound
        let address = text[start..<end].filter { !$0.isWhitespace }
        try session.type("http://127.0.0.1/back?code=guessed&state=another\n")
        try session.waitFor("another state than this page was opened with")
        try session.type(try callback(of: address) + "\n")
        try session.waitFor("200 OK")
        #expect(try session.waitForExit() == 0)
    }
}

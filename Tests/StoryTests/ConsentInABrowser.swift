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
        let browser = ["BROWSER": script(place).path]
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
        let run = try send("Page", at: place, environment: ["BROWSER": script(place).path])
        #expect(run.status == 4)
        #expect(run.errors.contains("set callbackUrl to http://127.0.0.1/callback"), "\(run.errors)")
        #expect(visits(place) == 0)
    }

    @Test("on screen the browser is opened, and the answer comes")
    func screen() throws {
        let place = try place()
        let session = try place.start(size: .large, environment: ["BROWSER": script(place).path])
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
        try session.waitFor("Waiting for the browser: Esc cancels.")
        try session.press(.escape)
        try session.waitForResponse("✗ cancelled")
        #expect(try session.quit() == 0)
    }
}

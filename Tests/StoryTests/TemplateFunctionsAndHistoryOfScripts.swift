import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: functions in templates, and what scripts leave behind", .serialized)
struct TemplateFunctionsAndHistoryOfScripts {
    private static let scripts = """

        runtime:
          scripts:
            - type: tests
              code: |-
                console.log('hello', bru.getEnvVar('TOKEN'));
                test('holds', () => {});
                test('lost', () => expect(res.body.lost).to.equal(1));
        """

    private func place(_ files: [String: String]) throws -> StoryPlace {
        let place = try StoryPlace(["opencollection.yml": Fixture.root].merging(files) { $1 })
        let environment = Fixture.environment.replacingOccurrences(of: "http://127.0.0.1:9", with: place.server.baseURL)
        let more = "  - {name: user, value: demo}\n  - {name: TOKEN, secret: true}\n"
        try place.write(environment + more, to: "environments/local.yml")
        return place
    }

    @Test("a function is computed in URL, header and body; what it makes of a secret is masked, and kept as itself")
    func functions() throws {
        let request = Fixture.request(
            "Signed", method: "POST", url: "{{baseUrl}}/echo?day={{$time('YYYY', '+1y')}}",
            more: """
                  headers:
                    - {name: Authorization, value: "Basic {{$base64(user + ':' + TOKEN)}}"}
                    - {name: X-Sum, value: "{{$sha256('abc')}}"}
                  body: {type: json, data: '{"hash": "{{$hmac(TOKEN, user)}}"}'}

                """)
        let place = try place(["signed.yml": request])
        let token = "tok-1234567890"
        let base = ["--env", "local", "--yes", "--trust"]
        let sent = try ProgramRun(["send", "signed"] + base, at: place, environment: ["TOKEN": token])
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(sent.output.contains(Data("demo:\(token)".utf8).base64EncodedString()), "the server echoes it")
        #expect(sent.output.contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        let shown = try ProgramRun(["history", "show", "@"], at: place)
        #expect(shown.output.contains("Basic {{$base64(user + ':' + TOKEN)}}"), "\(shown.output) \(shown.errors)")
        #expect(shown.output.contains(#""hash": "{{$hmac(TOKEN, user)}}""#), "\(shown.output)")
        let again = try ProgramRun(
            ["history", "replay", "@", "--yes", "--trust"], at: place, environment: ["TOKEN": token])
        #expect(again.status == 0, "\(again.errors)")
        let check = try ProgramRun(["check"], at: place)
        #expect(check.output.contains("{{$base64(user + ':' + TOKEN)}} is sent as text by Bruno"), "\(check.output)")
    }

    @Test("the history keeps console lines, the line of a failure and how many scripts were left out")
    func history() throws {
        let place = try place(["get.yml": Fixture.request("Get", url: "{{baseUrl}}/echo") + Self.scripts])
        let environment = ["TOKEN": "tok-1234567890"]
        #expect(
            try ProgramRun(["send", "get", "--env", "local", "--trust"], at: place, environment: environment).status
                == 1)
        let shown = try ProgramRun(["history", "show", "@"], at: place).output
        #expect(shown.contains("* console: hello ••••") && !shown.contains("tok-1234567890"), "\(shown)")
        #expect(shown.contains("*     test('lost', () => expect(res.body.lost).to.equal(1));"), "\(shown)")
        let json = try ProgramRun(["history", "show", "@", "--json"], at: place).output
        #expect(json.contains(#""scriptsNotRun": 0"#) && json.contains(#""text": "hello ••••""#), "\(json)")
        let without = try ProgramRun(
            ["send", "get", "--env", "local", "--no-scripts"], at: place, environment: environment)
        #expect(without.status == 0, "\(without.errors)")
        let skipped = try ProgramRun(["history", "show", "@"], at: place).output
        #expect(skipped.contains("* 1 script not run: what they would set, change or test is missing."), "\(skipped)")
    }

    @Test("Enter on a test that failed opens the editor at its line")
    func editor() throws {
        let place = try place(["get.yml": Fixture.request("Get", url: "{{baseUrl}}/echo") + Self.scripts])
        let editor = place.home.appendingPathComponent("vi")
        try Data("#!/bin/sh\necho \"$@\" > '\(place.home.path)/words'\n".utf8).write(to: editor)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
        let session = try place.start(
            size: .large, environment: ["EDITOR": editor.path, "TOKEN": "tok-1234567890"])
        try session.showRequest("get", named: "Get")
        try session.type("s")
        try session.waitFor("run scripts that")
        try session.press(.enter)
        try session.waitForResponse("1 assertion failed")
        try session.type("3")
        try session.showResponseTab("Checks")
        try session.waitFor("Enter opens it")
        try session.press(.enter)
        let file = place.home.appendingPathComponent("words")
        try session.waitFor("the editor") { _ in FileManager.default.fileExists(atPath: file.path) }
        let lines = try place.text(of: "get.yml").split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("test('lost'") }) + 1
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("+\(line) "))
        #expect(try session.quit() == 0)
    }

    @Test("the demo shows scripts: the header reaches its API, and the tests hold; without them it is sent as well")
    func demo() throws {
        let place = try StoryPlace()
        let base = ["send", "echo/scripts", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        let sent = try ProgramRun(base + ["--trust"], at: place)
        #expect(sent.status == 0 && sent.errors.contains("2 of 2 assertions passed"), "\(sent.errors)")
        #expect(sent.output.contains("X-Body-Digest"))
        let without = try ProgramRun(base + ["--no-scripts"], at: place)
        #expect(without.status == 0 && !without.output.contains("X-Body-Digest"), "\(without.errors)")
    }
}

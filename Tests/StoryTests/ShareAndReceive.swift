import DemoAPI
import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: share a request, receive one, review before sharing", .serialized)
struct ShareAndReceive {
    @Test("what y copies as curl runs in a shell and gets the same answer")
    func copyAndRun() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.send("users/get", named: "Get user", until: "200 OK")
        try session.type("y")
        try session.waitFor("the menu") { $0.contains("as it is sent") }
        try session.type("curl")
        try session.press(.enter)
        try session.waitFor("Copied curl")
        let copied = try #require(session.screen.clipboard.flatMap { Data(base64Encoded: $0) })
        let shell = try ChildProgram.run(["sh", "-c", String(decoding: copied, as: UTF8.self)])
        #expect(shell.status == 0 && shell.outputText.contains("\"email\""), "\(shell.errorText)")
        let printed = try ProgramRun(
            ["export", "users/get", "--as", "curl", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"],
            at: place)
        #expect(printed.status == 0 && printed.output == String(decoding: copied, as: UTF8.self), "\(printed.errors)")
        #expect(try session.quit() == 0)
    }

    @Test("a curl command pasted into the tree is a draft; w writes it beside the others, and it can be sent")
    func paste() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        let before = try place.files()
        try session.paste("curl '\(place.server.baseURL)/echo?x=1' -H 'X-Pasted: yes' --frobnicate")
        try session.waitFor("curl pasted as")
        #expect(try place.files() == before)
        try session.type("s")
        try session.waitFor("200 OK")
        try session.type("w")
        try session.waitFor("Saved ")
        let new = try place.files().filter { before[$0.key] == nil }
        #expect(new.count == 1 && new.first?.key.hasSuffix("echo.yml") == true, "\(new.keys)")
        #expect(new.first?.value.contains("X-Pasted") == true)
        try session.paste("nothing of that kind")
        try session.waitFor("Not a request")
        #expect(try session.quit() == 0)
    }

    @Test("a pasted draft survives quitting without a file")
    func survives() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.paste("http://127.0.0.1:1/later?when=soon")
        try session.waitFor("URL pasted as")
        try session.type("q")
        try session.waitFor("Unsaved:")
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        let again = try place.start(size: .large)
        try again.waitFor("Back from last time: 1 unsaved draft")
        try again.waitFor("GET  later")
        try again.type("q")
        try again.waitFor("Unsaved:")
        try again.press(.enter)
        #expect(try again.waitForExit() == 0)
    }

    @Test("import writes a new file from a command, and never over another")
    func importing() throws {
        let place = try StoryPlace()
        try place.write(
            "curl -d '{\"a\":1}' -H 'Content-Type: application/json' -o x https://h/things", to: "../request.curl")
        var paths: [String] = []
        for _ in 0..<2 {
            let run = try ProgramRun(["import", "--into", "users", "../request.curl"], at: place)
            #expect(run.status == 0 && run.errors.contains("-o"), "\(run.errors)")
            paths.append(run.output.trimmingCharacters(in: .newlines))
        }
        #expect(paths == ["users/things.yml", "users/things 2.yml"])
        #expect(try place.text(of: paths[0]).contains("type: json"))
        let refused = try ProgramRun(["import", "--into", "nowhere", "../request.curl"], at: place)
        #expect(refused.status == 2 && refused.errors.contains("there is no folder nowhere"))
        try place.write("hello\n", to: "../hello.txt")
        let hello = try ProgramRun(["import", "../hello.txt"], at: place)
        #expect(
            hello.status == 4 && hello.errors.contains("this is neither a request nor a collection of a known format"))
    }

    @Test(
        "import says that a secret is written into a file, whatever form the request has",
        arguments: [
            "https://a.test/?token=\(secret)", "curl -u 'me:\(secret)' https://a.test",
            "info: {name: A, type: http}\nhttp:\n  # \(secret)\n  url: https://a.test\n",
        ])
    func importingSecret(text: String) throws {
        let place = try StoryPlace()
        try place.write(text, to: "../request.txt")
        let run = try ProgramRun(["import", "../request.txt"], at: place)
        #expect(run.status == 0 && run.errors.contains("holds a secret as it is"), "\(run.errors)")
        #expect(!run.errors.contains(Self.secret))
    }

    private static let secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"

    @Test("an import of several requests makes a folder; what it cannot keep is an error, and the status says so")
    func importingSeveral() throws {
        let place = try StoryPlace()
        try place.write(
            "# of the docs\nfor i in 1; do sudo curl 'https://api.example.com/users/[1-2]' -x proxy:3128 -H @fields -T body; done\n",
            to: "../request.sh")
        try place.write("X-Read: yes\n", to: "fields")
        let run = try ProgramRun(["import", "../request.sh"], at: place)
        #expect(
            run.status == 1 && run.output == "api.example.com/users 1.yml\napi.example.com/users 2.yml\n",
            "\(run.errors)")
        #expect(run.errors.contains("error: -x proxy:3128 is left out") && run.errors.contains("error: The loop"))
        let text = try place.text(of: "api.example.com/users 2.yml")
        #expect(text.contains("X-Read") && text.contains("filePath: body"), "\(text)")
        let again = try ProgramRun(["import", "../request.sh"], at: place)
        #expect(again.output.hasPrefix("api.example.com 2/users 1.yml"))
    }

    @Test("review lists what git would send, and finds the literal; the screen shows the same")
    func review() throws {
        let place = try StoryPlace()
        let root = place.collection.path
        let outside = try ProgramRun(["review"], at: place)
        #expect(outside.status == 4 && outside.errors.contains("git init"), "\(outside.errors)")
        for arguments in [
            ["init", "-q"], ["add", "."],
            ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-qm", "all"],
        ] {
            let git = try ChildProgram.run(["git", "-C", root] + arguments)
            #expect(git.status == 0, "\(git.errorText)")
        }
        let clean = try ProgramRun(["review"], at: place)
        #expect(clean.status == 0 && clean.output == "git would send nothing of this collection.\n", "\(clean.errors)")
        try place.write(
            "info: {name: New, type: http}\nhttp: {url: https://h.example/x, auth: {type: bearer, token: abc123}}\n",
            to: "new.yml")
        let found = try ProgramRun(["review"], at: place)
        #expect(found.status == 1 && found.output.contains("new.yml: untracked, request \"New\""), "\(found.output)")
        #expect(found.output.contains("! new.yml:2:") && !found.output.contains("abc123"))
        let json = try ProgramRun(["review", "--json"], at: place)
        #expect(json.status == 1 && json.output.contains("\"hosts\": [") && json.output.contains("h.example"))
        let session = try place.start(size: .large)
        try session.type("S")
        try session.waitFor("Review before sharing")
        try session.waitFor("new.yml: untracked")
        try session.press(.escape)
        try session.waitFor("the review closed") { !$0.contains("Review before sharing") }
        #expect(try session.quit() == 0)
    }

    @Test("without git, review says so")
    func noGit() throws {
        let place = try StoryPlace()
        let run = try ProgramRun(["review"], at: place, environment: ["PATH": "/nonexistent"])
        #expect(run.status == 4 && run.errors.contains("git is not installed"), "\(run.errors)")
    }

    @Test("YAML is exported without the literal, and the URL with its values")
    func exports() throws {
        let place = try StoryPlace([
            "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: T\n",
            "a.yml":
                "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: \"{{base}}/x?token=abc\" # here\n",
        ])
        let yaml = try ProgramRun(["export", "a", "--as", "yaml"], at: place)
        #expect(yaml.status == 0 && yaml.output.contains("token={{token}}\" # here") && yaml.errors.contains("token"))
        let url = try ProgramRun(["export", "a", "--as", "url", "--var", "base=http://h"], at: place)
        #expect(url.status == 0 && url.output == "http://h/x?token={{TOKEN}}\n", "\(url.output)")
    }
}

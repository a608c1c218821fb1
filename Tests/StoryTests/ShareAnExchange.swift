import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a failing exchange goes to a colleague, who looks at it and sends it again", .serialized)
struct ShareAnExchange {
    /// Refuses whoever does not know the token.
    private static func server() throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let isKnown = head.contains("Authorization: Bearer s3cret-token")
            let body = #"{"stock":0,"refresh_token":"fresh-t0ken-77"}"#
            connection.write(
                "HTTP/1.1 \(isKnown ? "409 Conflict" : "401 Unauthorized")\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: token\n    secret: true\n",
            "items.yml": Fixture.request(
                "Items", url: "{{baseUrl}}/items", more: "  auth: {type: bearer, token: '{{token}}'}\n"),
        ])
    }

    @Test(
        "H, X: what is masked is seen, then saved; elsewhere the file is opened, looked at, and sent again with a token typed"
    )
    func onScreen() throws {
        let server = try Self.server()
        let place = try Self.place()
        let session = try place.start(variables: ["baseUrl": server.baseURL], environment: ["token": "s3cret-token"])
        try session.send("items.yml", named: "Items", until: "409 Conflict")
        try session.type("H")
        try session.waitFor("the exchange in the list") { $0.contains("1 exchange") && $0.contains("409") }
        try session.type("X")
        try session.waitFor("what is masked") {
            $0.contains("token  request header Authorization") && $0.contains("refresh_token  response body")
        }
        try session.press(.enter)
        try session.waitFor("the question for a name") { $0.contains("Save HAR") }
        let file = place.home.appendingPathComponent("failing.har")
        try session.press(.control("u"))
        try session.type(file.path)
        try session.press(.enter)
        try session.waitFor("that it is saved") { $0.contains("Saved") }
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("History of") }
        #expect(try session.quit() == 0)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("s3cret-token") && !text.contains("fresh-t0ken-77"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let colleague = try StoryPlace([:])
        let other = try colleague.run([file.path])
        try other.waitFor("the exchanges of the file") {
            $0.contains("set:failing") && $0.contains("1 exchange") && $0.contains("409")
        }
        try other.press(.enter)
        try other.waitFor("the answer in the panes") { $0.contains("409 Conflict") && $0.contains("\"stock\": 0") }
        try other.type("R")
        try other.waitFor("the question") { $0.contains("Value of token") }
        try other.type("s3cret-token")
        try other.press(.enter)
        try other.waitFor("the verdict") { $0.contains("differs") || $0.contains("same") }
        #expect(!other.screen.contains("s3cret-token"))
        try other.press(.escape)
        try other.waitFor("the new answer") { $0.contains("409 Conflict") && !$0.contains("⏲") }
        // What is only looked at is no draft that somebody would be asked about.
        #expect(try other.quit() == 0)
    }

    @Test(
        "without the screen: every form, the list of what is masked, no file written over, and the same file twice is there once"
    )
    func withoutTheScreen() throws {
        let server = try Self.server()
        let place = try Self.place()
        let send = try ProgramRun(
            ["send", "items", "--env", "local", "--var", "baseUrl=\(server.baseURL)"], at: place,
            environment: ["token": "s3cret-token"])
        #expect(send.status == 0, "\(send.errors)")
        func history(_ words: String..., at place: StoryPlace) throws -> ProgramRun {
            try ProgramRun(["history"] + words, at: place, environment: ["TZ": "UTC"])
        }
        for (form, beginning) in [
            ("har", "{\n  \"log\""), ("curl", "# answered"), ("markdown", "# GET /items: 409 Conflict"),
        ] {
            let run = try history("export", "@", "--as", form, at: place)
            #expect(
                run.status == 0 && run.errors.isEmpty && run.output.hasPrefix(beginning), "\(run.errors)\(run.output)")
            #expect(!run.output.contains("s3cret-token") && !run.output.contains("fresh-t0ken-77"))
        }
        let preview = try history("export", "status:409", "--preview", at: place)
        #expect(preview.output.isEmpty && preview.errors.contains("token: request header Authorization\n"))
        #expect(preview.errors.contains("refresh_token: response body (it looks like a secret)"))
        let file = place.home.appendingPathComponent("a.har").path
        #expect(try history("export", "@", "-o", file, at: place).status == 0)
        let again = try history("export", "@", "-o", file, at: place)
        #expect(again.status == 2 && again.errors.contains("already exists; --force replaces it"))
        #expect(try history("export", "@", "-o", file, "--force", at: place).status == 0)

        let colleague = try StoryPlace([:])
        try FileManager.default.createDirectory(at: colleague.collection, withIntermediateDirectories: true)
        let first = try history("import", file, at: colleague)
        #expect(first.status == 0 && first.output == "a\n", "\(first.errors)")
        #expect(first.errors == "1 exchange of a.har is the set a.\n")
        let second = try history("import", file, "--json", at: colleague)
        #expect(second.output.contains("\"new\": 0") && second.errors.contains("none of them new"))
        let list = try history("list", "set:a", "--all", at: colleague)
        #expect(list.output.split(separator: "\n").count == 1 && list.output.contains("409"))
        let shown = try history("show", "@", "--all", "--request", at: colleague)
        #expect(shown.output.contains("Authorization: Bearer {{token}}"))
        let missing = try ProgramRun(["history", "import", "none.har"], at: place)
        #expect(missing.status == 2 && missing.errors.contains("none.har cannot be read: No such file or directory;"))
        let broken = try ProgramRun(["history", "import", "opencollection.yml"], at: place)
        #expect(
            broken.status == 2 && broken.errors.contains("opencollection.yml:1:1: expected an object"),
            "\(broken.errors)")
    }

    @Test("of an archive that breaks off, what stands before is kept, and the fault is told with its place")
    func cut() throws {
        let place = try StoryPlace([:])
        try FileManager.default.createDirectory(at: place.collection, withIntermediateDirectories: true)
        let entries = (1...2).map { #"{"request": {"url": "http://a.test/\#($0)"}, "response": {"status": 200}}"# }
        try place.write("{\"log\": {\"entries\": [\n\(entries.joined(separator: ",\n")),\n{\"requ", to: "cut.har")
        let run = try ProgramRun(["history", "import", "cut.har", "cut.har"], at: place)
        #expect(run.status == 2 && run.output == "cut\n")
        #expect(
            run.errors
                == "2 exchanges of cut.har are the set cut.\nmicroscope: cut.har:4:2: log.entries[2]: the string that begins here has no end; 2 exchanges before it are kept\n"
        )
        let list = try ProgramRun(["history", "list", "set:cut", "--all"], at: place)
        #expect(list.output.split(separator: "\n").count == 2, "\(list.errors)")
        let body = try ProgramRun(["history", "show", "@", "--all", "--body"], at: place)
        #expect(body.status == 3 && body.errors.contains("no body was recorded; the archive"), "\(body.errors)")
        let session = try place.run([place.collection.appendingPathComponent("cut.har").path], size: .large)
        try session.waitFor("the exchanges, and what is wrong") {
            $0.contains("set:cut") && $0.contains("The rest cannot be read: 4:2: log.entries[2]")
        }
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("History of") }
        #expect(try session.quit() == 0)
    }

    @Test("a long archive is read while the screen is there, and its exchanges are listed as they come")
    func long() throws {
        let place = try StoryPlace([:])
        try FileManager.default.createDirectory(at: place.collection, withIntermediateDirectories: true)
        let entries = (1...250).map { number in
            #"{"request": {"url": "http://a.test/\#(number)?token=s3cretValue\#(number)"}, "response": {"status": 200, "content": {"size": 2000, "text": "\#(String(repeating: "text ", count: 400))"}}}"#
        }
        try place.write("{\"log\": {\"entries\": [\(entries.joined(separator: ",\n"))]}}", to: "long.har")
        let session = try place.run([place.collection.appendingPathComponent("long.har").path], size: .large)
        try session.waitFor("all of them") {
            $0.contains("set:long") && $0.contains("250 exchanges of long.har are the set long.")
        }
        // It may be there for less time than it takes to look.
        #expect(String(decoding: session.output, as: UTF8.self).contains("Reading long.har"))
        #expect(!session.screen.contains("s3cretValue"))
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("set:long") || $0.contains("1 Scratch") }
        #expect(try session.quit() == 0)
        let list = try ProgramRun(["history", "list", "set:long", "--all", "--limit", "0"], at: place)
        #expect(list.output.split(separator: "\n").count == 250 && !list.output.contains("s3cretValue"))
    }

    @Test("a long file that is no archive is told on the screen")
    func longFault() throws {
        let place = try StoryPlace([:])
        try FileManager.default.createDirectory(at: place.collection, withIntermediateDirectories: true)
        try place.write("{\"log\": {\"entries\": [\(String(repeating: "{}, ", count: 100_000))", to: "no.har")
        let session = try place.run([place.collection.appendingPathComponent("no.har").path], size: .large)
        try session.waitFor("the fault") { $0.contains("no.har:1:22: log.entries[0].request: expected an object") }
        #expect(try session.quit() == 0)
    }

    @Test("what is said of a replay holds no value of the answer before it, which nobody masked")
    func replayed() throws {
        let server = try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            let body = #"{"access_token":"tok\#(number)-0123456789abcdefghijklmnop"}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "login.yml": Fixture.request("Login", url: "{{baseUrl}}/login"),
        ])
        let sent = try ProgramRun(
            ["send", "login", "--env", "local", "--var", "baseUrl=\(server.baseURL)"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        let replay = try ProgramRun(["history", "replay", "@"], at: place)
        #expect(replay.status == 1 && replay.output.contains("$.access_token"), "\(replay.output)\(replay.errors)")
        for form in ["har", "markdown"] {
            let run = try ProgramRun(["history", "export", "@", "--as", form], at: place)
            #expect(
                run.status == 0 && run.output.contains("access\(form == "har" ? "_" : "\\_")token: changed"),
                "\(run.output)")
            #expect(!run.output.contains("tok1-") && !run.output.contains("tok2-"), "\(run.output)")
        }
    }

    @Test("a directory is no file to be replaced")
    func ontoADirectory() throws {
        let place = try Self.place()
        let server = try Self.server()
        let sent = try ProgramRun(
            ["send", "items", "--env", "local", "--var", "baseUrl=\(server.baseURL)"], at: place,
            environment: ["token": "s3cret-token"])
        #expect(sent.status == 0, "\(sent.errors)")
        for more in [[], ["--force"]] {
            let run = try ProgramRun(["history", "export", "@", "-o", place.home.path] + more, at: place)
            #expect(
                run.status == 2 && run.errors.contains("is a directory; give the name of a file in it"), "\(run.errors)"
            )
        }
    }
}

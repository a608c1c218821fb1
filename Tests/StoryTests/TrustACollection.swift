import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a collection that reaches outside of itself", .serialized)
struct TrustACollection {
    /// Returns a collection whose program counts how often it ran.
    private func files(secret: String = "t0p-secret-1") -> [String: String] {
        [
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: TOKEN\n    secret: true\n",
            "private.yml": Fixture.request(
                "Private", url: "{{baseUrl}}/echo", more: "  auth:\n    type: bearer\n    token: \"{{TOKEN}}\"\n"),
            "microscope.yaml": """
            version: 1
            secrets:
              TOKEN:
                command: [./fetch]

            """,
            "fetch": "#!/bin/sh\necho ran >> count\necho \(secret)\n",
        ]
    }

    private func place(_ files: [String: String]) throws -> StoryPlace {
        let place = try StoryPlace(files)
        try makeRunnable(place)
        return place
    }

    private func makeRunnable(_ place: StoryPlace) throws {
        let file = place.collection.appendingPathComponent("fetch").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    private func runs(_ place: StoryPlace) -> Int {
        ((try? place.text(of: "count")) ?? "").split(separator: "\n").count
    }

    @Test("opening runs nothing; the first send asks, agreeing is remembered, another program is asked about again")
    func screen() throws {
        let place = try place(files())
        let session = try place.start(size: .large)
        try session.showRequest("private", named: "Private")
        #expect(runs(place) == 0)
        try session.type("s")
        try session.waitFor("run ./fetch (secret TOKEN)")
        try session.press(.escape)
        try session.waitFor("no question") { !$0.contains("run ./fetch") }
        #expect(runs(place) == 0)
        try session.type("s")
        try session.waitFor("run ./fetch (secret TOKEN)")
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        #expect(runs(place) == 1)
        // What was fetched lives until quitting.
        try session.type("4zs")
        try session.waitFor("a second answer in the log") { $0.rows.filter { $0.contains("200 OK in") }.count >= 2 }
        #expect(runs(place) == 1)
        #expect(try session.quit() == 0)

        let again = try place.start(size: .large)
        // The last response is there already: this one is known by what it was fetched for.
        try again.showRequest("private", named: "Private")
        try again.type("s")
        try again.waitFor("an answer with what was fetched again") { [self] in
            $0.contains("200 OK in") && $0.row(with: "GET  Private").contains("✓") && runs(place) == 2
        }
        #expect(try again.quit() == 0)

        try place.write(files(secret: "an0ther-secret")["fetch"] ?? "", to: "fetch")
        try makeRunnable(place)
        let changed = try place.start(size: .large)
        try changed.showRequest("private", named: "Private")
        try changed.type("s")
        try changed.waitFor("run ./fetch (secret TOKEN)")
        #expect(runs(place) == 2)
    }

    private func send(
        _ arguments: String..., at place: StoryPlace, environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try ProgramRun(
            ["send"] + arguments + ["--var", "baseUrl=\(place.server.baseURL)"], at: place, environment: environment)
    }

    @Test(
        "a command whose script a pull has changed is asked about again, with the script's name, also where only a shell's words name it"
    )
    func changedScript() throws {
        var files = files()
        files["microscope.yaml"] = files["microscope.yaml"]?.replacing("[./fetch]", with: "[sh, -c, ./fetch prod]")
        let place = try place(files)
        #expect(try ProgramRun(["trust", "--agree"], at: place).status == 0)
        #expect(try send("private", at: place).status == 0 && runs(place) == 1)
        #expect(try send("private", at: place).status == 0 && runs(place) == 2)
        try place.write("#!/bin/sh\necho ran >> count\necho stolen\n", to: "fetch")
        try makeRunnable(place)
        let refused = try send("private", at: place)
        #expect(refused.status == 4 && runs(place) == 2)
        #expect(
            refused.errors.contains("run sh -c './fetch prod' (secret TOKEN); fetch has changed"), "\(refused.errors)")
    }

    @Test(
        "nobody agrees on screen to what was not shown: long words are broken, and Enter shows more until the end was there"
    )
    func readFirst() throws {
        var files = files()
        let long = String(repeating: "x", count: 300)
        let rest = (0..<200).map { "step\($0)" }.joined(separator: " ")
        files["microscope.yaml"] = files["microscope.yaml"]?.replacing(
            "[./fetch]", with: "[sh, -c, \"./fetch; : \(long);touch PWNED; : \(rest)\"]")
        let place = try place(files)
        let session = try place.start(size: Size(columns: 80, rows: 24))
        try session.showRequest("private", named: "Private")
        try session.type("s")
        try session.waitFor("Enter shows more")
        #expect(runs(place) == 0)
        #expect(session.screen.rows.map { $0.filter { $0 != " " } }.joined().contains(";touch"))
        func hidden(_ screen: VirtualScreen) -> String? { screen.rows.first { $0.contains("more line") } }
        while session.screen.contains("Enter shows more") {
            let before = hidden(session.screen)
            try session.press(.enter)
            try session.waitFor("more of the question, or its end") {
                $0.contains("Enter allows") || hidden($0) != nil && hidden($0) != before
            }
        }
        try session.waitFor("program: sh")
        #expect(runs(place) == 0)
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        #expect(runs(place) == 1)
        #expect(try session.quit() == 0)
    }

    private func placeWithLink() throws -> StoryPlace {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "../elsewhere.yml": Fixture.request("Far", url: "{{baseUrl}}/echo"),
        ])
        try FileManager.default.createSymbolicLink(
            atPath: place.collection.appendingPathComponent("link.yml").path, withDestinationPath: "../elsewhere.yml")
        return place
    }

    @Test("a request that is a link to a file elsewhere is not exported before somebody agrees, and a check names it")
    func exportedLink() throws {
        let place = try placeWithLink()
        for format in ["yaml", "curl", "swift"] {
            let refused = try ProgramRun(["export", "link", "--as", format], at: place)
            #expect(refused.status == 4 && refused.output.isEmpty)
            #expect(
                refused.errors.contains("nothing was exported") && refused.errors.contains("read link.yml, which is /"))
        }
        #expect(try ProgramRun(["export", "link", "--as", "yaml", "--trust"], at: place).output.contains("Far"))
        let checked = try ProgramRun(["check"], at: place)
        #expect(
            checked.status == 1 && checked.output.contains("link.yml:1:1: error: it is a link out of the collection"))
        #expect(try ProgramRun(["trust", "--agree"], at: place).status == 0)
        #expect(try ProgramRun(["export", "link", "--as", "yaml"], at: place).status == 0)
        #expect(try ProgramRun(["check"], at: place).status == 0)
    }

    @Test("a request that is a link to a file elsewhere is shown when somebody has agreed, who is asked once")
    func shownLink() throws {
        let place = try placeWithLink()
        let session = try place.start(size: .large)
        try session.waitFor("it is a link out of the collection")
        #expect(!session.screen.contains("Far") && !session.screen.contains("/echo"))
        try session.press(.enter)
        try session.waitFor("Enter allows and shows the file")
        try session.press(.enter)
        try session.waitFor("/echo")
        #expect(try session.quit() == 0)
        let again = try place.start(size: .large)
        try again.waitFor("/echo")
        #expect(try again.quit() == 0)
    }

    @Test("a request that is a link to a file elsewhere is listed, and asked about before it is sent")
    func linkOutside() throws {
        let place = try placeWithLink()
        let listed = try ProgramRun(["trust"], at: place)
        #expect(listed.status == 4 && listed.output.contains("asks: read link.yml, which is /"), "\(listed.output)")
        let refused = try send("link", at: place)
        #expect(refused.status == 4 && refused.errors.contains("read link.yml, which is /"), "\(refused.errors)")
        #expect(try ProgramRun(["trust", "--agree"], at: place).status == 0)
        #expect(try send("link", at: place).status == 0)
    }

    @Test("without the screen it ends with 4 and the list; --trust agrees for one run, and what was fetched is masked")
    func commandLine() throws {
        let place = try place(files())
        let refused = try send("private", at: place, environment: ["TOKEN": "from-environment"])
        #expect(refused.status == 4 && refused.output.isEmpty && runs(place) == 0)
        #expect(refused.errors.contains("--trust allows it for this run"))
        #expect(refused.errors.contains("\n  run ./fetch (secret TOKEN)\n"))
        // A source that is named goes before the environment.
        let trusted = try send("private", "--trust", at: place, environment: ["TOKEN": "from-environment"])
        #expect(trusted.status == 0 && trusted.output.contains("Bearer t0p-secret-1"))
        let json = try send("private", "--trust", "--json", at: place)
        #expect(json.status == 0 && json.output.contains("[\"Authorization\", \"••••\"]"))
        #expect(try send("private", at: place).status == 4)
        #expect(runs(place) == 2)
    }

    @Test("a program that fails is told with its words, and nothing is sent")
    func failing() throws {
        var files = files()
        files["fetch"] = "#!/bin/sh\necho no such entry >&2\nexit 3\n"
        let place = try place(files)
        let run = try send("private", "--trust", at: place)
        #expect(run.status == 4 && run.output.isEmpty)
        #expect(run.errors.contains("TOKEN could not be fetched: ./fetch ended with status 3: no such entry;"))
    }

    @Test("a body from a file outside is asked about; inside it is not")
    func fileOutside() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "near.txt": "near", "../far.txt": "far away",
            "near.yml": upload("near.txt"), "far.yml": upload("../far.txt"),
        ])
        #expect(try send("near", at: place).status == 0)
        let refused = try send("far", at: place)
        #expect(refused.status == 4 && refused.errors.contains("\n  read ../far.txt (body)\n"))
        let trusted = try send("far", "--trust", at: place)
        #expect(trusted.status == 0 && trusted.output.contains("far away"))
    }

    private func upload(_ file: String) -> String {
        Fixture.request(
            "Upload", method: "POST", url: "{{baseUrl}}/echo",
            more: """
                  body:
                    type: file
                    data:
                      - filePath: \(file)
                        contentType: text/plain
                        selected: true

                """)
    }

    @Test("credentials that would go to another origin than before are asked about")
    func anotherOrigin() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "private.yml": Fixture.request(
                "Private", url: "{{host}}/", more: "  auth:\n    type: bearer\n    token: s3cret-token\n"),
        ])
        // Names that never resolve: RFC 6761, section 6.4.
        #expect(try send("private", "--var", "host=http://one.invalid", at: place).status == 3)
        let refused = try send("private", "--var", "host=http://two.invalid", at: place)
        #expect(refused.status == 4)
        #expect(
            refused.errors.contains("send token to http://two.invalid, where it has not been before"))
        #expect(try send("private", "--var", "host=http://two.invalid", "--trust", at: place).status == 3)
        #expect(try send("private", "--var", "host=\(place.server.baseURL)", at: place).status != 4)
        #expect(try send("private", "--var", "host=http://one.invalid", at: place).status == 3)
    }

    @Test("credentials that a redirect left behind go along once that is agreed to, on screen and after it without one")
    func redirected() throws {
        func request(_ name: String, _ settings: String) -> String {
            Fixture.request(
                name, url: "{{baseUrl}}/redirect/other?path=/private",
                more: "  auth:\n    type: bearer\n    token: demo-token\nsettings: {\(settings)}\n")
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "ask.yml": request("Ask", "encodeUrl: false"),
            "never.yml": request("Never", "encodeUrl: false, forwardAuthorizationHeader: false"),
            "wanted.yml": request("Wanted", "encodeUrl: false, forwardAuthorizationHeader: true"),
        ])
        let dropped = try send("ask", at: place)
        #expect(dropped.status == 0 && dropped.errors.contains("Authorization not sent to another origin"))
        #expect(dropped.errors.contains("401"))
        // --trust agrees where the file wants it, for that run.
        for (words, status) in [
            (["wanted"], "401"), (["ask", "--trust"], "401"), (["wanted", "--trust"], "200"), (["wanted"], "401"),
        ] {
            let sent = try ProgramRun(["send"] + words + ["--var", "baseUrl=\(place.server.baseURL)"], at: place)
            #expect(sent.status == 0 && sent.errors.contains(status), "\(words): \(sent.errors)")
            #expect(sent.errors.contains("--trust sends it there") == (words == ["wanted"]), "\(words): \(sent.errors)")
        }

        let session = try place.start(size: .large)
        try session.send("never", named: "Never", until: "401")
        try session.showRequest("ask", named: "Ask")
        try session.type("s")
        try session.waitFor("send Authorization to \(place.server.otherBaseURL), where it has not been before")
        #expect(!session.screen.contains("(credentials of never.yml"))
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)

        let again = try send("ask", at: place)
        #expect(again.status == 0 && again.output.contains("\"bearer\"") && !again.errors.contains("not sent to"))
        let never = try send("never", at: place)
        #expect(never.status == 0 && never.errors.contains("401"))
    }

    @Test("trust lists what there is with how it stands, runs nothing, agrees and forgets; so does the screen")
    func listed() throws {
        var files = files()
        files["../far.txt"] = "far away"
        files["far.yml"] = upload("../far.txt")
        let place = try place(files)
        func trust(_ options: String...) throws -> ProgramRun { try ProgramRun(["trust"] + options, at: place) }
        let fresh = try trust()
        #expect(fresh.status == 4 && runs(place) == 0, "\(fresh.errors)")
        #expect(fresh.output == "asks: run ./fetch (secret TOKEN)\nasks: read ../far.txt (body)\n")
        #expect(fresh.errors.contains("2 to be asked"))
        #expect(try send("far", at: place).status == 4)
        let agreed = try trust("--agree")
        #expect(agreed.status == 0 && agreed.output.contains("agreed: read ../far.txt (body)"))
        #expect(try send("far", at: place).status == 0)
        let json = try trust("--json")
        #expect(json.status == 0 && json.output.contains("\"status\": \"agreed\""))

        let session = try place.start(size: .large)
        try session.showRequest("private", named: "Private")
        try session.type("O")
        try session.waitFor("✓ read ../far.txt (body): allowed")
        try session.press(.control("x"))
        try session.waitFor("! read ../far.txt (body): asks first")
        try session.press(.escape)
        try session.waitFor("the list gone") { !$0.contains("asks first") }
        #expect(try session.quit() == 0)
        #expect(try trust().status == 4 && runs(place) == 0)

        try place.write(files["fetch"].map { $0 + "# changed\n" } ?? "", to: "fetch")
        #expect(try trust("--agree").status == 0)
        let forgotten = try trust("--forget")
        #expect(forgotten.status == 0 && forgotten.output.contains("asks: run ./fetch"))
    }

    // MARK: Protected environments

    private let guarded = [
        "opencollection.yml": Fixture.root,
        "environments/dev.yml": "name: dev\nvariables: []\n",
        "environments/prod.yml": "name: prod\nvariables: []\n",
        "write.yml": Fixture.request("Write", method: "POST", url: "{{baseUrl}}/echo?to={{who}}"),
        "read.yml": Fixture.request("Read", url: "{{baseUrl}}/echo"),
        "microscope.yaml": "version: 1\nenvironments:\n  prod:\n    protected: true\n",
    ]

    @Test("a protected environment is written to only with --yes; several environments get one send each")
    func protected() throws {
        let place = try StoryPlace(guarded)
        let refused = try send("write", "--env", "prod", "--var", "who=x", at: place)
        #expect(refused.status == 4 && refused.output.isEmpty)
        #expect(refused.errors.contains("prod is protected, and POST \(place.server.baseURL)/echo?to=x"))
        #expect(try send("write", "--env", "prod", "--var", "who=x", "--yes", at: place).status == 0)
        #expect(try send("read", "--env", "prod", at: place).status == 0)

        let both = try send("write", "--env", "prod", "--env", "dev", "--var", "who=x", "--yes", at: place)
        #expect(both.status == 0 && both.output.filter { $0 == "\n" }.count == 2)
        let lines = both.errors.split(separator: "\n")
        #expect(lines.count == 4 && lines[0] == "prod:" && lines[2] == "dev:" && lines[3].hasPrefix("200 OK"))
        let missing = try send("write", "--env", "prod", "--env", "dev", "--yes", at: place)
        #expect(missing.status == 4 && missing.output.isEmpty && missing.errors.contains("who has no value"))
        let json = try send("read", "--env", "dev", "--env", "prod", "--json", at: place)
        #expect(json.status == 0)
        let reports = try #require(try JSONSerialization.jsonObject(with: json.outputBytes) as? [[String: Any]])
        #expect(reports.map { $0["environment"] as? String } == ["dev", "prod"])
    }

    @Test("on screen it asks once, with method and URL")
    func protectedOnScreen() throws {
        let place = try StoryPlace(guarded)
        let session = try place.start(size: .large, environmentName: "prod", variables: ["who": "x"])
        try session.showRequest("write", named: "Write")
        #expect(session.screen.row(with: "› Write ").contains("⚠ prod"))
        try session.type("s")
        try session.waitFor("⚠ prod is protected: POST \(place.server.baseURL)/echo?to=x")
        try session.press(.enter)
        try session.waitFor("no question") { !$0.contains("is protected") }
        #expect(session.screen.contains("Not sent yet"))
        try session.type("s")
        try session.waitFor("is protected")
        try session.press(.down)
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
    }

    @Test("P on an environment's form writes its protection, and nothing else")
    func protects() throws {
        let place = try StoryPlace(guarded)
        let session = try place.start(size: .large, environmentName: "prod", variables: ["who": "x"])
        try session.type("1G")
        try session.waitFor("the line of the environments") { $0.contains("▸ Environments") }
        try session.type("lj")
        try session.waitFor("not protected (P)")
        try session.type("P")
        try session.waitFor("⚠ protected (P)")
        let text = guarded["microscope.yaml"] ?? ""
        #expect(try place.text(of: "microscope.yaml") == text + "  dev:\n    protected: true\n")
        try session.type("P")
        try session.waitFor("not protected (P)")
        #expect(try place.text(of: "microscope.yaml") == text)
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: send, without the screen")
struct SendWithoutTheScreen {
    private func send(
        _ arguments: String..., at place: StoryPlace, in directory: URL? = nil, environment: [String: String] = [:]
    ) throws -> ProgramRun {
        let base = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        return try ProgramRun(["send"] + arguments + base, at: place, in: directory, environment: environment)
    }

    private func object(_ run: ProgramRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any], "\(run.errors)")
    }

    // MARK: A response

    @Test("the body goes to stdout, one status line to stderr")
    func response() throws {
        let place = try StoryPlace()
        let run = try send("users/get", at: place)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("{\"id\":4,") && run.output.hasSuffix("}\n"))
        #expect(run.errors.hasPrefix("200 OK · ") && run.errors.hasSuffix(" B\n"))
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("a GraphQL request sends its query and variables as JSON, also out of a collection in one file")
    func query() throws {
        let request = "{url: '{{baseUrl}}/echo', body: {query: '{ user(id: {{id}}) }', variables: '{\"n\": 1}'}}"
        let item = "info: {name: Ask, type: graphql}\ngraphql: \(request)\n"
        let bundle = """
            opencollection: 1.0.0
            info: {name: Shop}
            config: {environments: [{name: local, variables: [{name: id, value: "7"}]}]}
            items:
              - info: {name: Ask, type: graphql}
                graphql: \(request)
            bundled: true

            """
        let place = try StoryPlace([
            "opencollection.yml": "info: {name: M}\n", "ask.yml": item, "shop.yaml": bundle,
            "environments/local.yml": "variables: [{name: id, value: 7}]\n",
        ])
        for arguments in [["Ask"], ["Ask", "-c", "shop.yaml"]] {
            let base = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
            let run = try ProgramRun(["send"] + arguments + base, at: place)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("POST"))
            #expect(run.output.contains("user(id: 7)"), "\(run.output)")
        }
    }

    @Test("values without effect as written are told: of the request, its folder, its collection and the environment")
    func ignoredValues() throws {
        let place = try StoryPlace([
            "opencollection.yml": "info: {name: M}\nrequest:\n  variables: [{name: zip, value: 0123}]\n",
            "a/folder.yml": "info: {name: A}\nrequest:\n  headers: [{name: X-V, value: 1.10}]\n",
            "a/get.yml": """
            info: {name: Get, type: http}
            http: {method: GET, url: "{{baseUrl}}/echo?z={{zip}}"}
            settings: {timeout: "500"}

            """,
            "environments/local.yml": "variables: [{name: id, value: 9007199254740993}]\n",
        ])
        let run = try send("a/get", at: place)
        #expect(run.status == 0 && run.output.contains("z=123"), "\(run.errors)")
        for words in [
            "a/get.yml:3:", "remove the quotes", "a/folder.yml:3:", "opencollection.yml:3:",
            "environments/local.yml:1:", "another spelling; put it in quotes",
        ] {
            #expect(run.errors.contains(words), "\(words): \(run.errors)")
        }
        #expect(!run.errors.contains("9007199254740"))
    }

    @Test("a request is found by its name, and from wherever the collection is near")
    func places() throws {
        let place = try StoryPlace()
        let inside = place.collection.appendingPathComponent("users")
        #expect(try send("Get user", at: place, in: inside).status == 0)
        #expect(try send("users/get", at: place, in: place.collection.deletingLastPathComponent()).status == 0)
        let elsewhere = try send("users/get", "-c", place.collection.path, at: place, in: place.home)
        #expect(elsewhere.status == 0, "\(elsewhere.errors)")
    }

    @Test("bytes that are no text arrive as they are, and so does a body of ten megabytes")
    func bytes() throws {
        let place = try StoryPlace()
        let picture = try send("formats/png", at: place)
        #expect(picture.status == 0)
        #expect(picture.outputBytes.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        let large = try send("formats/big-json", at: place)
        #expect(large.status == 0)
        #expect(large.outputBytes.count == 10_000_000)
    }

    @Test("the body is printed while it comes")
    func streams() throws {
        let place = try StoryPlace()
        let run = try send("behaviour/drip", at: place)
        try run.wait { run.outputSoFar.contains("chunk 1") }
        #expect(!run.outputSoFar.contains("chunk 20"))
        run.send(signal: SIGINT)
        #expect(run.status == 130)
        #expect(run.errors.hasSuffix("microscope: cancelled\n"))
    }

    @Test("in a C locale the status line is ASCII")
    func ascii() throws {
        let run = try send("users/get", at: StoryPlace(), environment: ["LANG": "C"])
        #expect(run.status == 0 && run.errors.hasPrefix("200 OK - "))
    }

    @Test("a reader that has seen enough ends it, and that is no failure")
    func closedPipe() throws {
        let place = try StoryPlace()
        let pipe = Pipe()
        let base = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        let run = try ProgramRun(["send", "formats/big-json"] + base, at: place, output: pipe)
        _ = pipe.fileHandleForReading.readData(ofLength: 20)
        try pipe.fileHandleForReading.close()
        #expect(run.status == 0)
        #expect(run.errors.hasPrefix("200 OK") && !run.errors.contains("microscope:"))
    }

    // MARK: --json

    @Test("--json has request, attempts, response and error, in this order and shape")
    func json() throws {
        let run = try send("behaviour/flaky", "--json", at: StoryPlace())
        #expect(run.status == 0)
        let positions = ["request", "attempts", "response", "error"].map {
            run.output.range(of: "\n  \"\($0)\": ")?.lowerBound
        }
        let found = positions.compactMap { $0 }
        #expect(found.count == 4 && found == found.sorted())
        let object = try object(run)
        #expect(Set(try #require(object["request"] as? [String: Any]).keys) == ["method", "url", "headers", "body"])
        #expect(object["error"] is NSNull)
        let attempts = try #require(object["attempts"] as? [[String: Any]])
        #expect(attempts.map { $0["status"] as? Int } == [503, 503, 200])
        #expect(
            attempts.map { $0["reason"] as? String } == ["503 Service Unavailable", "503 Service Unavailable", nil])
        #expect(attempts.map { $0["waitedSeconds"] as? Double } == [0.2, 0.4, nil])
        let keys: Set = ["outcome", "status", "reason", "waitedSeconds", "timings", "hops"]
        #expect(attempts.allSatisfy { Set($0.keys) == keys && $0["outcome"] as? String == "response" })
        let timings = try #require(attempts[0]["timings"] as? [String: Any])
        #expect(Set(timings.keys) == ["nameLookup", "connect", "tls", "send", "wait", "download", "total"])
        #expect(timings["tls"] is NSNull && (timings["total"] as? Double ?? 0) > 0)
        let response = try #require(object["response"] as? [String: Any])
        #expect(response["status"] as? Int == 200 && (response["body"] as? String)?.isEmpty == false)
        #expect((response["headers"] as? [[String]])?.contains(["Content-Type", "application/json"]) == true)
    }

    @Test("--json masks credentials, until one asks for them")
    func secrets() throws {
        let place = try StoryPlace()
        let masked = try send("auth/private", "--json", at: place)
        #expect(masked.status == 0)
        #expect(masked.output.contains("[\"Authorization\", \"••••\"]"))
        let shown = try send("auth/private", "--json", "--show-secrets", at: place)
        #expect(shown.status == 0)
        #expect(shown.output.contains("[\"Authorization\", \"Bearer demo-token\"]"))
    }

    @Test("--json has bytes in Base64, and an error where there is no answer")
    func jsonOfOthers() throws {
        let place = try StoryPlace()
        let picture = try object(send("formats/png", "--json", at: place).finished())
        let text = (picture["response"] as? [String: Any])?["bodyBase64"] as? String
        #expect(text.flatMap { Data(base64Encoded: $0) }?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        place.server.stop()
        let run = try send("users/get", "--json", at: place)
        #expect(run.status == 3)
        let failed = try object(run)
        #expect(failed["response"] is NSNull)
        #expect((failed["error"] as? [String: String])?["stage"] == "connect")
        #expect((failed["attempts"] as? [[String: Any]])?.first?["outcome"] as? String == "error")
    }

    // MARK: How it ends

    @Test("1: --fail and a status of 400 or more; the body is printed all the same")
    func fail() throws {
        let place = try StoryPlace()
        let run = try send("behaviour/status", "--fail", at: place)
        #expect(run.status == 1)
        #expect(run.output.contains("404"))
        #expect(try send("behaviour/status", at: place).status == 0)
        #expect(try send("users/get", "--fail", at: place).status == 0)
    }

    @Test("2: what is not there, or is there more than once, is told with the candidates")
    func usage() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "a/get.yml": Fixture.request("Same", url: "http://127.0.0.1:9"),
            "b/get.yml": Fixture.request("Same", url: "http://127.0.0.1:9"),
            "environments/local.yml": Fixture.environment,
        ])
        let rows = [
            (["send", "Same"], "microscope: 2 requests are named \"Same\"; name one by its path: a/get, b/get\n"),
            (["send", "a/gte"], "microscope: there is no request \"a/gte\"; candidates: a/get\n"),
            (["send", "a/get", "--env", "x"], "microscope: there is no environment \"x\"; there are: local\n"),
            (["send", "a/get", "--jsno"], "microscope: unknown option --jsno; did you mean --json?\n"),
        ]
        for (arguments, message) in rows {
            let run = try ProgramRun(arguments, at: place)
            #expect(run.status == 2)
            #expect(run.errors == message && run.output.isEmpty)
        }
    }

    @Test("3: where nobody listens, one line says what to do")
    func noResponse() throws {
        let place = try StoryPlace()
        place.server.stop()
        let run = try send("users/get", at: place)
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("microscope: Connection refused: 127.0.0.1:"))
        #expect(run.errors.hasSuffix("; is the server running, and is the port right?\n"))
        #expect(run.output.isEmpty && run.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("4: a missing value is told with where it is asked for and how to give it; nothing is sent")
    func missing() throws {
        let place = try StoryPlace()
        let run = try ProgramRun(["send", "users/get"], at: place)
        #expect(run.status == 4)
        #expect(
            run.errors == """
                microscope: baseUrl has no value (URL), used in users/get.yml; choose an environment with --env NAME, \
                or give --var baseUrl=VALUE

                """)
        let secret = try ProgramRun(["send", "auth/private", "--env", "other"], at: place)
        #expect(secret.status == 4)
        #expect(secret.errors.contains("set demoToken in .env or the process's environment"))
        let given = try ProgramRun(
            ["send", "auth/private", "--env", "other", "--var", "baseUrl=\(place.server.baseURL)"], at: place,
            environment: ["demoToken": "demo-token"])
        #expect(given.status == 0, "\(given.errors)")
    }

    @Test("4: a file that cannot be read is told with its place")
    func broken() throws {
        let place = try StoryPlace(["opencollection.yml": Fixture.root, "bad.yml": "info:\n  name: [\n"])
        let run = try ProgramRun(["send", "bad"], at: place)
        #expect(run.status == 4)
        #expect(run.errors.hasPrefix("microscope: bad.yml cannot be sent; bad.yml:"))
    }

    @Test("130: Ctrl-C while it waits")
    func cancelled() throws {
        let place = try StoryPlace()
        let asked = Latch()
        let silent = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            asked.open()
            // Until the client leaves.
            _ = connection.read(1)
        }
        let run = try ProgramRun(["send", "users/get", "--var", "baseUrl=\(silent.baseURL)"], at: place)
        #expect(asked.wait())
        run.send(signal: SIGINT)
        #expect(run.status == 130)
        #expect(run.errors == "microscope: cancelled\n")
    }

    @Test("credentials do not follow a redirect to another origin, and a line says so")
    func otherOrigin() throws {
        let run = try send("behaviour/redirect-to-other-origin", at: StoryPlace())
        #expect(run.status == 0)
        #expect(!run.output.contains("demo-token"))
        #expect(run.errors.contains("Authorization not sent to another origin"))
    }
}

extension ProgramRun {
    /// Returns the run after its end.
    fileprivate func finished() -> ProgramRun {
        _ = status
        return self
    }
}

import DemoAPI
import Foundation
import TestSupport
import Testing

/// A proxy of this machine carries whatever leaves it: names of servers need not be looked up, and every head is seen on its way.
@Suite("Story: a pull changes where secrets go", .serialized)
struct SecretsFollowAPull {
    /// The source of the value of TOKEN.
    enum Supply: String, CaseIterable { case stored, process }

    /// A collection that was sent from once, with what its secrets went to agreed.
    private final class Scene {
        let place: StoryPlace
        let proxy: HTTPProxy
        private let supply: Supply
        var api: String { place.server.baseURL.replacing("127.0.0.1", with: "api.test") }
        var other: String { place.server.otherBaseURL.replacing("127.0.0.1", with: "other.test") }
        var environment: [String: String] {
            let own = ["http_proxy": proxy.url]
            return supply == .process ? own.merging(["TOKEN": secret]) { $1 } : own
        }
        let secret = "t0p-secret-of-mine"

        init(_ supply: Supply) throws {
            self.supply = supply
            proxy = try HTTPProxy()
            place = try StoryPlace([
                "opencollection.yml": Fixture.root,
                "private.yml": Fixture.request("Private", url: "{{baseUrl}}/echo", more: Scene.auth),
                "plain.yml": Fixture.request("Plain", url: "{{baseUrl}}/echo"),
            ])
            try place.write(Scene.environment("local", api), to: "environments/local.yml")
            if supply == .stored { try store() }
            try agree()
        }

        static let auth = "  auth:\n    type: bearer\n    token: \"{{TOKEN}}\"\n"

        static func environment(_ name: String, _ url: String, more: String = "") -> String {
            """
            name: \(name)
            \(more)variables:
              - name: baseUrl
                value: \(url)
              - name: TOKEN
                secret: true

            """
        }

        private func store() throws {
            let data = place.home.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let root = place.collection.resolvingSymlinksInPath().path
            let values = [root: ["local": ["TOKEN": secret]]]
            try JSONEncoder().encode(values).write(to: data.appendingPathComponent("secrets.json"))
        }

        /// Agrees: what was stored here goes out without a question; what comes from elsewhere is agreed to first.
        private func agree() throws {
            if supply == .process {
                let asked = try send("private")
                #expect(asked.status == 4)
                #expect(
                    asked.errors.contains("\n  send TOKEN to \(api) (process environment)\n"), "\(asked.errors)")
                #expect(proxy.heads.isEmpty)
                #expect(try run(["trust", "--agree"]).status == 0)
            }
            let sent = try send("private")
            #expect(sent.status == 0 && sent.output.contains(secret), "\(sent.errors)")
        }

        func run(_ arguments: [String]) throws -> ProgramRun {
            try ProgramRun(arguments, at: place, environment: environment)
        }

        func send(_ request: String, _ options: String...) throws -> ProgramRun {
            let chosen = options.contains("--env") ? options : options + ["--env", "local"]
            return try run(["send", request] + chosen)
        }

        /// Whether anything of the secret went to the other server, or through another proxy.
        func hasLeaked(_ others: [HTTPProxy] = []) -> Bool {
            proxy.heads.contains { $0.contains("other.test") } || others.contains { !$0.heads.isEmpty }
        }
    }

    /// The changes of a pull, each of which would bring the secret to another server.
    enum Way: String, CaseIterable {
        case path, query, body, header, credentials, movedCredentials, movedRequest, newRequest, newEnvironment
        case changedEnvironment, variableBetween, actionBefore, tokenEndpoint, refreshEndpoint, login
    }

    /// - Returns: the request that brings it there, and its environment.
    private func pull(_ way: Way, _ scene: Scene) throws -> (request: String, environment: String) {
        let other = scene.other
        func request(
            _ url: String, _ more: String = "", to file: String = "private", method: String = "GET"
        ) throws {
            try scene.place.write(
                Fixture.request("Private", method: method, url: url, more: more), to: "\(file).yml")
        }
        switch way {
        case .path: try request("\(other)/{{TOKEN}}")
        case .query: try request("\(other)/echo?a={{TOKEN}}")
        case .body:
            try request(
                "\(other)/echo", "  body:\n    type: text\n    data: \"x{{TOKEN}}x\"\n", method: "POST")
        case .header:
            try request("\(other)/echo", "  headers:\n    - name: X-Trace\n      value: \"{{TOKEN}}\"\n")
        case .credentials: try request("\(other)/echo", Scene.auth)
        case .movedCredentials:
            try request("\(other)/echo", Scene.auth, to: "plain")
            return ("plain", "local")
        case .movedRequest:
            try FileManager.default.removeItem(at: scene.place.collection.appendingPathComponent("private.yml"))
            try request("\(other)/echo", Scene.auth, to: "folder/moved")
            return ("folder/moved", "local")
        case .newRequest:
            try request("\(other)/echo", Scene.auth, to: "new")
            return ("new", "local")
        case .newEnvironment:
            try scene.place.write(
                Scene.environment("fresh", other, more: "extends: local\n"), to: "environments/fresh.yml")
            return ("private", "fresh")
        case .changedEnvironment:
            try scene.place.write(Scene.environment("local", other), to: "environments/local.yml")
        case .variableBetween:
            let variable = "  - name: harmless\n    value: \"{{TOKEN}}\"\n"
            try scene.place.write(Scene.environment("local", scene.api) + variable, to: "environments/local.yml")
            try request("\(other)/echo?a={{harmless}}")
        case .actionBefore:
            let action = """
                runtime:
                  actions:
                    - type: set-variable
                      phase: before-request
                      selector:
                        expression: TOKEN
                        method: jsonq
                      variable:
                        name: harmless
                        scope: runtime

                """
            try request("\(other)/echo?a={{harmless}}", action)
        case .tokenEndpoint: try request("{{baseUrl}}/echo", Self.oauth2(accessTokenURL: "\(other)/oauth/token"))
        case .refreshEndpoint:
            let refresh = "    refreshTokenUrl: \(other)/oauth/token\n    settings: {autoRefreshToken: true}\n"
            try request("{{baseUrl}}/echo", Self.oauth2(accessTokenURL: "{{baseUrl}}/oauth/token") + refresh)
        case .login:
            try request("{{baseUrl}}/private")
            try request("\(other)/echo?a={{TOKEN}}", to: "login")
            try scene.place.write(
                "version: 1\nrequests:\n  private.yml:\n    login: login.yml\n", to: "microscope.yaml")
        }
        return ("private", "local")
    }

    private static func oauth2(accessTokenURL: String) -> String {
        """
          auth:
            type: oauth2
            flow: client_credentials
            accessTokenUrl: "\(accessTokenURL)"
            credentials:
              clientId: demo
              clientSecret: "{{TOKEN}}"

        """
    }

    private func request(_ url: String, _ more: String = "") -> String {
        Fixture.request("Private", url: url, more: more)
    }

    @Test(
        "a secret is asked about before it goes to another server, in whatever part of whatever request",
        arguments: Supply.allCases, Way.allCases)
    func anotherServer(supply: Supply, way: Way) throws {
        let scene = try Scene(supply)
        let (request, environment) = try pull(way, scene)
        let refused = try scene.send(request, "--env", environment)
        #expect(refused.status == 4 && refused.output.isEmpty, "\(refused.errors)")
        #expect(
            refused.errors.contains("send TOKEN to \(scene.other), where it has not been before"), "\(refused.errors)")
        #expect(refused.errors.contains("--trust allows it for this run"))
        #expect(!scene.hasLeaked())
        let trust = try scene.run(["trust"])
        #expect(trust.status == 4 && trust.output.contains("asks: send TOKEN to \(scene.other)"), "\(trust.output)")
    }

    /// Ways of sending besides a single send.
    enum Sending: String, CaseIterable {
        case repeated, run, severalEnvironments

        var words: [String] {
            switch self {
            case .repeated: ["send", "private", "--env", "local", "--repeat", "2"]
            case .run: ["run", "--env", "local"]
            case .severalEnvironments: ["send", "private", "--env", "local", "--env", "fresh"]
            }
        }
    }

    @Test(
        "repeats, runs of folders and sends to several environments ask as a single send does",
        arguments: Supply.allCases, Sending.allCases)
    func otherWaysOfSending(supply: Supply, sending: Sending) throws {
        let scene = try Scene(supply)
        if sending == .severalEnvironments {
            try scene.place.write(
                Scene.environment("fresh", scene.other, more: "extends: local\n"), to: "environments/fresh.yml")
        } else {
            try scene.place.write(request("\(scene.other)/echo?a={{TOKEN}}"), to: "private.yml")
        }
        let sent = try scene.run(sending.words)
        #expect(sent.status != 0)
        let said = sent.output + sent.errors
        #expect(said.contains("send TOKEN to \(scene.other), where it has not been before"), "\(said)")
        #expect(!scene.hasLeaked())
    }

    private static func route(_ proxy: String) -> String {
        Fixture.root + "config:\n  proxy:\n    inherit: false\n    config:\n      protocol: http\n"
            + "      hostname: 127.0.0.1\n      port: \"\(proxy)\"\n"
    }

    @Test("a proxy that a collection brings along is asked about, and named", arguments: Supply.allCases)
    func proxy(supply: Supply) throws {
        let scene = try Scene(supply)
        let evil = try HTTPProxy()
        try scene.place.write(Self.route("\(evil.port)"), to: "opencollection.yml")
        let refused = try scene.send("private")
        #expect(refused.status == 4)
        #expect(
            refused.errors.contains("send TOKEN to \(scene.api) through the collection's proxy \(evil.url)"),
            "\(refused.errors)")
        #expect(!scene.hasLeaked([evil]))
        // Where no secrets pass, it is named.
        let plain = try scene.send("plain")
        #expect(plain.status == 0 && plain.errors.contains("the collection's proxy \(evil.url)"), "\(plain.errors)")
        #expect(try scene.run(["trust"]).output.contains("through the collection's proxy \(evil.url)"))
        #expect(try scene.run(["check"]).output.contains("proxy"))
        #expect(try scene.send("private", "--trust").status == 0)
        #expect(evil.heads.contains { $0.contains(scene.secret) })
        #expect(try scene.send("private").status == 4)
    }

    @Test("a collection that no longer checks certificates is asked about where secrets pass, and named")
    func unverified() throws {
        let scene = try Scene(.stored)
        let secure = scene.api.replacing("http://", with: "https://")
        try scene.place.write(Scene.environment("local", secure), to: "environments/local.yml")
        try scene.place.write("version: 1\ncollection:\n  tls:\n    verify: false\n", to: "microscope.yaml")
        let refused = try scene.send("private")
        #expect(refused.status == 4)
        #expect(
            refused.errors.contains("send TOKEN to \(secure), without checking its certificate"), "\(refused.errors)")
        #expect(try scene.send("plain").errors.contains("certificates are not checked"))
        #expect(try scene.run(["check"]).output.contains("certificates are not checked"))
    }

    @Test("another path, query, field, name or place at the same server asks nothing", arguments: Supply.allCases)
    func sameServer(supply: Supply) throws {
        let scene = try Scene(supply)
        let header = "  headers:\n    - name: X-Trace\n      value: \"{{TOKEN}}\"\n"
        try scene.place.write(request("{{baseUrl}}/echo?a={{TOKEN}}", header), to: "folder/moved.yml")
        try scene.place.write(Scene.environment("local", scene.api.uppercased()), to: "environments/local.yml")
        let sent = try scene.send("folder/moved")
        #expect(sent.status == 0, "\(sent.errors)")
    }

    @Test("what was agreed to is kept as hashes that only its owner may read, and is revoked")
    func kept() throws {
        let scene = try Scene(.process)
        let file = scene.place.home.appendingPathComponent("state/trust.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("TOKEN") && !text.contains("api.test") && !text.contains(scene.secret))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try scene.run(["trust"]).output.contains("agreed: send TOKEN to \(scene.api)"))
        #expect(try scene.run(["trust", "--forget"]).status == 0)
        #expect(try scene.send("private").status == 4)
    }

    @Test("a name of the process environment that says nothing of secrets goes anywhere")
    func plainVariable() throws {
        let scene = try Scene(.stored)
        try scene.place.write(request("{{baseUrl}}/echo?u={{process.env.USER}}"), to: "plain.yml")
        let run = try ProgramRun(
            ["send", "plain", "--env", "local"], at: scene.place,
            environment: scene.environment.merging(["USER": "root"]) { $1 })
        #expect(run.status == 0, "\(run.errors)")
        try scene.place.write(request("{{baseUrl}}/echo?u={{process.env.GITHUB_TOKEN}}"), to: "plain.yml")
        let secret = try ProgramRun(
            ["send", "plain", "--env", "local"], at: scene.place,
            environment: scene.environment.merging(["GITHUB_TOKEN": "ghx-1"]) { $1 })
        #expect(secret.status == 4 && secret.errors.contains("send GITHUB_TOKEN to \(scene.api)"))
    }

    @Test("on screen it is a question; leaving it sends nothing, agreeing sends and is remembered")
    func screen() throws {
        let scene = try Scene(.stored)
        try scene.place.write(request("\(scene.other)/echo?a={{TOKEN}}"), to: "private.yml")
        let session = try scene.place.start(
            size: .large, variables: ["baseUrl": scene.api], environment: scene.environment)
        try session.showRequest("private", named: "Private")
        try session.type("s")
        try session.waitFor("send TOKEN to \(scene.other), where it has not been before")
        try session.press(.escape)
        try session.waitFor("no question") { !$0.contains("send TOKEN to") }
        #expect(!scene.hasLeaked())
        try session.type("s")
        try session.waitFor("send TOKEN to \(scene.other)")
        try session.press(.enter)
        try session.waitFor("the request at the other server") { _ in scene.hasLeaked() }
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)
        #expect(try scene.send("private").status == 0)
    }
}

import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import Interchange

@Suite("A folder as a load test") struct LoadTestTests {
    private static let hasPython = (try? ChildProgram.run(["python3", "--version"]))?.status == 0

    private static func test(
        _ change: (inout RequestDefinition) -> Void, variables: [Variable] = [], secrets: [String: String] = [:],
        rows: String? = nil, policies: RequestPolicies? = nil, proxy: ProxySettings? = nil
    ) -> LoadTest {
        var definition = RequestDefinition()
        definition.url = "{{base}}/x"
        change(&definition)
        var companion = CompanionFile()
        companion.requests["it.yml"] = policies
        let item = CollectionItem(
            path: "it.yml", name: "It", kind: .request(RequestFile(text: "", definition: definition)))
        var collection = OpenCollection.Collection(name: "Shop", items: [item], companion: companion)
        collection.info.proxy = proxy
        let environment = EnvironmentDefinition(
            name: "tests",
            variables: [Variable("base", "http://127.0.0.1:1")] + variables
                + secrets.keys.map { Variable($0, "", isSecret: true) })
        let scopes = VariableScopes(
            collection: collection, environment: environment, itemPath: "it.yml", request: definition,
            secrets: { secrets[$0] })
        return LoadTest(
            "Shop", [LoadTest.Source("it.yml", definition, scopes)], in: collection, environmentName: "tests",
            rows: rows)
    }

    @Test("a form or XML that is typed as text keeps no secret, the first item of the form included")
    func typedBodies() {
        for body in ["password=secretword&page=2", "<a><password>secretword</password><b>page=2</b></a>"] {
            let test = Self.test({
                (($0.method, $0.url), $0.body.kind) = (("POST", "{{base}}/"), .text)
                $0.body.text = body
            })
            let text = test.text(.locust)
            #expect(!text.contains("secretword") && text.contains("page=2"), "\(text)")
        }
    }

    @Test("variables are at the top, secrets come from the environment, and their values are not in the file")
    func variables() {
        let test = Self.test(
            {
                $0.url = "{{base}}/users/{{id}}?key={{apiKey}}"
                $0.headers = [
                    Field("X-Token", "Bearer {{token}}"), Field("X-Api-Key", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"),
                ]
            }, variables: [Variable("id", "7")], secrets: ["token": "t0p-secret", "apiKey": "k3y-secret"])
        let text = test.text(.locust)
        #expect(text.contains(#""base": "http://127.0.0.1:1","#) && text.contains(#""id": "7","#))
        #expect(text.contains(#""token": os.environ["token"],"#) && text.contains(#""apiKey": os.environ["apiKey"],"#))
        #expect(text.contains(#"v["base"] + "/users/" + v["id"] + "?key=" + v["apiKey"]"#))
        #expect(text.contains(#""X-Token": ("Bearer " + v["token"]).encode()"#))
        for value in ["t0p-secret", "k3y-secret", "sk_live"] { #expect(!text.contains(value), "\(value)") }
        #expect(test.limits.isEmpty)
    }

    @Test("captures and assertions become calls that read the response; those of other languages are listed")
    func responses() {
        let test = Self.test { definition in
            definition.actions = [
                VariableAction("id", from: "res.body.items[0].id"), VariableAction("name", from: "res('..name')"),
            ]
            definition.assertions = [
                Assertion("res.status", "eq", "200"), Assertion("res.headers['x-a']", "contains", "{{base}}"),
                Assertion("res.body.length", "gt", "2", isEnabled: false), Assertion("res.getStatus()", "eq", "200"),
            ]
        }
        let text = test.text(.locust)
        #expect(text.contains(#"keep(v, "id", at(body(r), "items", "0", "id"))"#))
        #expect(text.contains(#"keep(v, "name", at(find(body(r), ("..", "name"))))"#))
        #expect(text.contains(#"("res.status eq 200", at(r.status_code), "eq", "200"),"#))
        #expect(text.contains(#"at(r.headers.get("x-a", MISSING)), "contains", v["base"]),"#))
        #expect(!text.contains(#""gt", "2""#))
        #expect(test.limits == ["it: the assertion res.getStatus() eq"])
        #expect(text.contains("# - it: the assertion res.getStatus() eq"))
    }

    @Test(
        "credentials are written, or listed as what cannot be said",
        arguments: [
            (
                "{type: basic, username: u, password: '{{token}}'}", #"auth=(("u").encode(), (v["token"]).encode())"#,
                false
            ),
            ("{type: bearer, token: '{{token}}'}", #""Authorization": ("Bearer " + v["token"]).encode()"#, false),
            (
                "{type: apikey, key: X-Key, value: '{{token}}', placement: header}",
                #""X-Key": (v["token"]).encode()"#, false
            ),
            (
                "{type: oauth2, flow: client_credentials, accessTokenUrl: 'http://h.test/t'}",
                #""ACCESS_TOKEN": os.environ["ACCESS_TOKEN"]"#, false
            ),
            ("{type: digest, username: u, password: p}", "# - it: credentials of type digest", true),
            ("{type: awsv4, accessKeyId: a, secretAccessKey: b}", "# - it: signatures of AWS", true),
        ])
    func credentials(_ auth: String, _ words: String, _ isLimit: Bool) throws {
        let file = "info: {name: It, type: http}\nhttp: {method: GET, url: '{{base}}', auth: \(auth)}\n"
        let credentials = try RequestFile.read(text: file, path: "it.yml").definition.auth
        let test = Self.test({ $0.auth = credentials }, secrets: ["token": "t0p-secret"])
        #expect(test.text(.locust).contains(words), "\(test.text(.locust).prefix(3_000)) \(test.limits)")
        #expect(test.limits.isEmpty != isLimit)
    }

    @Test(
        "the collection's proxy is written, its password is not; a host that bypasses it has none",
        arguments: [
            (
                "http", "proxy.test", "",
                #"proxies=through("http://" + quote(v["user"], safe="") + ":" + quote(v["token"], safe="") + "@" + "proxy.test" + ":3128")"#
            ),
            ("https", "{{proxyHost}}", "other.test", #""@" + v["proxyHost"] + ":3128")"#),
            ("http", "proxy.test", "127.0.0.1", #"proxies=through("")"#),
        ])
    func proxies(_ scheme: String, _ host: String, _ bypass: String, _ words: String) throws {
        let config =
            "{protocol: \(scheme), hostname: '\(host)', port: '{{port}}', auth: {username: '{{user}}', password: '{{token}}'}, bypassProxy: '\(bypass)'}"
        let test = Self.test(
            { _ in }, variables: [Variable("port", "3128"), Variable("user", "u"), Variable("proxyHost", "h.test")],
            secrets: ["token": "t0p-secret"], proxy: try Self.proxy(config))
        #expect(test.text(.locust).contains(words), "\(test.text(.locust)) \(test.limits)")
        #expect(test.limits.isEmpty && !test.text(.locust).contains("t0p-secret"))
    }

    private static func proxy(_ config: String) throws -> ProxySettings? {
        let text = "info: {name: A}\nconfig: {proxy: {inherit: false, config: \(config)}}\n"
        return try CollectionRootFile.read(text: text, path: "opencollection.yml").info.proxy
    }

    @Test("a SOCKS proxy leaves the request out; a login on 401, retries and polling are listed")
    func limits() throws {
        let socks = Self.test({ _ in }, proxy: try Self.proxy("{protocol: socks5, hostname: h.test, port: 1080}"))
        #expect(socks.limits == ["it: a SOCKS proxy"] && !socks.text(.locust).contains("def send_it"))
        var policies = RequestPolicies()
        policies.login = LoginRule("auth/login.yml")
        policies.retry = RetrySettings(count: 2)
        policies.poll = PollSettings()
        let test = Self.test({ _ in }, policies: policies)
        #expect(test.limits == ["it: retries", "it: login on 401 with auth/login.yml", "it: polling"])
        #expect(test.text(.locust).contains("def send_it"))
    }

    @Test("with rows, what has no value is taken from them; without, from the environment")
    func rows() {
        let text = Self.test({ $0.url = "{{base}}/{{user}}" }, rows: "users.csv").text(.locust)
        #expect(text.contains("next_row()") && text.contains(#""users.csv""#) && !text.contains(#"os.environ["user"]"#))
        let plain = Self.test({ $0.url = "{{base}}/{{user}}" }).text(.locust)
        #expect(!plain.contains("next_row") && plain.contains(#""user": os.environ["user"]"#))
    }

    @Test("Python reads every hostile text back as it is, from ASCII", .enabled(if: hasPython, "no python3"))
    func literals() throws {
        let texts =
            HostileWord.all + HostileWord.canonicalPairs.flatMap { [$0.0, $0.1] } + ["", "\u{0}\u{1}", "\u{10FFFF}"]
        let literals = texts.flatMap { [PythonLiteral.text($0), "(\(PythonLiteral.lines($0, indent: "  ")))"] }
        #expect(literals.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A } })
        let program =
            "import ast, sys\nfor l in sys.stdin.read().split(chr(0)): print(ast.literal_eval(l).encode().hex())"
        let run = try ChildProgram.run(["python3", "-c", program], input: Data(literals.joined(separator: "\0").utf8))
        let read = run.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let wanted = texts.flatMap { text -> [String] in
            let hex = text.utf8.map {
                String($0 + 0, radix: 16).count == 1 ? "0\(String($0, radix: 16))" : String($0, radix: 16)
            }
            return [hex.joined(), hex.joined()]
        }
        #expect(read == wanted, "\(run.errorText)")
    }

    @Test("a file with hostile texts at every place is Python", .enabled(if: hasPython, "no python3"))
    func hostileFiles() throws {
        for word in HostileWord.all {
            let test = Self.test(
                { definition in
                    definition.name = word
                    definition.headers = [Field("X-A", word)]
                    definition.body.kind = .text
                    definition.body.text = word + "\n{{a}}"
                    definition.assertions = [Assertion("res.body", "eq", word), Assertion(word, "eq", "1")]
                    definition.actions = [VariableAction(word, from: "res.body['\(word)']")]
                }, variables: [Variable("a", word), Variable(word, "1")], rows: word)
            let text = test.text(.locust)
            #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }, "\(word)")
            let run = try ChildProgram.run(
                ["python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())"], input: Data(text.utf8))
            #expect(run.status == 0, "\(word)\n\(run.errorText)")
        }
    }
}

import Testing
import YAMLTree

@testable import OpenCollection

@Suite struct ScriptPlanTests {
    /// A request in two folders of a collection, each with a script of every stage that is called after it.
    private static func plan(flow: String? = nil) -> ScriptPlan? {
        func scripts(_ name: String) -> [Script] {
            ScriptPlan.Stage.allCases.map { Script($0.rawValue, name) } + [Script("hooks", "h"), Script("tests", "")]
        }
        var (outer, inner, request) = (FolderDefinition(), FolderDefinition(), RequestDefinition())
        (outer.scripts, inner.scripts, request.scripts) = (scripts("outer"), scripts("inner"), scripts("request"))
        let folder = CollectionItem(path: "a/b", name: "b", kind: .folder(inner, []))
        var collection = Collection(
            name: "c", items: [CollectionItem(path: "a", name: "a", kind: .folder(outer, [folder]))])
        collection.root.scripts = scripts("collection")
        if let flow { collection.info.extensions = ["bruno": ["scripts": ["flow": .string(flow)]]] }
        return ScriptPlan(request, at: "a/b/r.yml", of: collection)
    }

    @Test("scripts run from the outside to the inside, and the other way round after the response")
    func order() throws {
        let plan = try #require(Self.plan())
        let outward = ["request", "inner", "outer", "collection"]
        #expect(plan[.beforeRequest].map(\.script.code) == outward.reversed())
        #expect(plan[.afterResponse].map(\.script.code) == outward)
        #expect(plan[.tests].map(\.script.code) == outward)
        #expect(
            plan[.tests].map(\.file.text) == ["a/b/r.yml", "a/b/folder.yml", "a/folder.yml", "opencollection.yml"])
        #expect(plan.count == 12)
        #expect(plan.note.hasPrefix("12 scripts not run (this request, folder a/b, folder a, collection)"))
    }

    @Test("a collection may say that they run in the same order after the response")
    func sequential() throws {
        let plan = try #require(Self.plan(flow: "sequential"))
        #expect(plan[.tests].map(\.script.code) == ["collection", "outer", "inner", "request"])
        #expect(try #require(Self.plan(flow: "sandwich"))[.tests].first?.script.code == "request")
    }

    @Test("hooks and empty scripts are none")
    func none() {
        var request = RequestDefinition()
        request.scripts = [Script("hooks", "x"), Script("tests", "")]
        #expect(ScriptPlan(request, at: "r.yml", of: Collection(name: "c")) == nil)
    }

    @Test(
        "the place of the code is that of its text in the file",
        arguments: [
            ("runtime:\n  scripts:\n    - type: tests\n      code: |-\n        a()\n", 7, 8),
            ("runtime:\n  scripts:\n    - code: |\n        a()\n      type: tests\n", 6, 8),
            ("runtime:\n  scripts:\n    - {type: tests, code: 'a()'}\n", 5, 26),
        ])
    func place(text: String, line: Int, indent: Int) throws {
        let file = try RequestFile.read(text: "http:\n  url: h\n" + text, path: "r.yml")
        let script = try #require(file.definition.scripts.first)
        #expect(script.place.line == line && script.place.indent == indent)
        #expect(file.notes.isEmpty, "\(file.notes)")
        var other = script
        other.place.line = 99
        #expect(other == script, "where it stands is no part of what it says")
    }
}

@Suite struct ScriptDemandTests {
    private static func demand(
        _ code: String, modules: [String] = [], limits: ScriptSettings = ScriptSettings()
    ) throws -> ScriptDemand {
        var collection = Collection(name: "c")
        collection.root.variables = [Variable("base", "https://base.test/v1")]
        let environment = EnvironmentDefinition(
            name: "dev", variables: [Variable("token", "", isSecret: true), Variable("key", "", isSecret: true)])
        var request = RequestDefinition()
        (request.url, request.scripts) = ("https://own.test/x", [Script("tests", code)])
        let scopes = VariableScopes(
            collection: collection, environment: environment, request: request, secrets: { _ in "s3cret" },
            processEnvironment: ["HOME": "/h", "KEY": "k"])
        let plan = try #require(ScriptPlan(request, at: "r.yml", of: collection))
        return ScriptDemand(plan, modules: modules, scopes: scopes, url: request.url, limits: limits)
    }

    @Test(
        "scripts that set variables, look at the response and test only compute",
        arguments: [
            "test('x', () => expect(res.body.token).to.exist)", "bru.setEnvVar('token', res.body.token)",
            "pm.environment.set(\n  \"token\", pm.response.json().token)", "pm.environment.unset('token')",
            "console.log(res.getHeader('x'))", "const tokens = 1",
        ])
    func computes(code: String) throws {
        let demand = try Self.demand(code)
        #expect(demand.onlyComputes, "\(demand)")
        #expect(demand.words == ["scripts"])
        #expect(demand.text == "run scripts that only compute")
    }

    @Test(
        "the question names what else they do, and the agreement holds for that alone",
        arguments: [
            ("bru.getEnvVar('token')", "read the secret token"),
            ("pm.environment.get( \"token\" )", "read the secret token"),
            ("bru.interpolate('{{token}} {{key}}')", "read the secrets key, token"),
            ("environment.token", "read the secret token"), ("globals['key']", "read the secret key"),
            ("process.env.HOME + bru.getProcessEnv('KEY')", "read process.env.HOME, process.env.KEY"),
            (
                "bru.sendRequest({url: 'https://a.test:8443/x'})",
                "send requests to https://a.test:8443 and https://own.test"
            ),
            ("pm.sendRequest('{{base}}/y')", "send requests to https://base.test and https://own.test"),
            ("axios.get(where)", "send requests to https://own.test"),
            ("bru.cookies.jar().getCookies('{{base}}')", "use cookies of https://base.test and https://own.test"),
            (
                "pm.sendRequest(u); pm.cookies.get('a'); bru.getEnvVar('key')",
                "send requests to and use cookies of https://own.test, and read the secret key"
            ),
        ])
    func asks(code: String, text: String) throws {
        let demand = try Self.demand(code)
        #expect(demand.text == "run scripts that \(text)")
        #expect(!demand.onlyComputes && demand.words.contains(code))
        #expect(try demand.words != Self.demand(code + " // changed").words)
    }

    @Test("what a required file does counts as what the script does")
    func modules() throws {
        let demand = try Self.demand("require('./lib.js')()", modules: ["module.exports = () => bru.getEnvVar('key')"])
        #expect(demand.secrets == ["key"] && demand.code.count == 2)
        #expect(try Self.demand("require('./lib.js')()", modules: ["module.exports = () => 1"]).onlyComputes)
    }

    @Test("requests that scripts run are listed by the paths that the text has; a path that is made is none")
    func runs() throws {
        let demand = try Self.demand(
            "await bru.runRequest('auth/login'); bru.runRequest(\n\"./a.bru\"); bru.runRequest(`${x}/b`); bru.runRequest(path);"
        )
        #expect(demand.requests == ["a", "auth/login"] && !demand.onlyComputes && !demand.sends)
        #expect(demand.text == "run scripts that run the requests a, auth/login")
        let other = try Self.demand("await bru.runRequest('auth/logout')")
        #expect(other.text == "run scripts that run the request auth/logout" && other.words != demand.words)
    }

    @Test("limits that the collection asks for are a part of what is agreed to")
    func limits() throws {
        var limits = ScriptSettings()
        let plain = try Self.demand("bru.setVar('a', 1)")
        #expect(try Self.demand("bru.setVar('a', 1)", limits: limits).words == plain.words)
        (limits.timeout, limits.memory) = (30, 512)
        let more = try Self.demand("bru.setVar('a', 1)", limits: limits)
        #expect(more.text == "run scripts that only compute, for up to 30 s each, with up to 512 MiB")
        #expect(more.onlyComputes && more.words != plain.words)
    }

    @Test("scripts see the secrets that they name, and no others")
    func values() throws {
        let environment = EnvironmentDefinition(
            name: "dev",
            variables: [
                Variable("token", "", isSecret: true), Variable("key", "", isSecret: true), Variable("host", "h"),
            ])
        let scopes = VariableScopes(
            collection: Collection(name: "c"), environment: environment, session: ["typed": .number(3)],
            secrets: { "value of \($0)" }, processEnvironment: ["HOME": "/h"])
        var captured = CapturedValues()
        captured.take(
            "made", json: #"{"a": 1}"#, from: "bru.setEnvVar", isOfResponse: true, isSecret: false, isLatin1: false,
            by: nil, at: nil)
        let values = scopes.adding(captured).scriptValues(secrets: ["token"])
        #expect(values["environment"]?["token"] == #""value of token""#)
        #expect(values["environment"]?["key"] == nil && values["environment"]?["host"] == #""h""#)
        #expect(values["runtime"] == ["typed": "3"])
        #expect(values["environment"]?["made"] == #"{"a":1}"#, "it was set for the environment")
        captured.set("session", json: #""s""#, isSecret: true)
        let withSession = scopes.adding(captured)
        #expect(
            withSession.scriptValues(secrets: [])["runtime"]?["session"] == #""s""#, "a request captured it")
        #expect(withSession.secretsForScripts == ["token", "key"])
        let limited = scopes.limited(toSecrets: ["token"], process: [])
        #expect(
            limited.resolve("{{token}} {{key}} {{host}} {{process.env.HOME}}").text
                == "value of token {{key}} h {{process.env.HOME}}")
    }
}

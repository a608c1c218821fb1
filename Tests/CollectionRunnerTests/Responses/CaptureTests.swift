import Exchanges
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

/// Semantics, section 8.
@Suite struct CaptureTests {
    private func definition(_ actions: VariableAction..., assertions: [Assertion] = []) -> RequestDefinition {
        var definition = RequestDefinition()
        definition.actions = actions
        definition.assertions = assertions
        return definition
    }

    @Test("a deeper action takes the place of an outer one for the same variable")
    func inheritance() {
        var sample = ResponseSample("{\"a\": 1, \"b\": 2, \"c\": 3}")
        sample.rootActions = [VariableAction("one", from: "res.body.a"), VariableAction("two", from: "res.body.a")]
        sample.folderActions = [VariableAction("one", from: "res.body.b"), VariableAction("three", from: "res.body.b")]
        let off = VariableAction("two", from: "res.body.c", isEnabled: false)
        let captures = sample.results(definition(VariableAction("one", from: "res.body.c"), off)).captures
        #expect(
            captures.map { "\($0.variable) \($0.expression) \($0.words)" } == [
                "one res.body.c 3", "two res.body.a 1", "three res.body.b 2",
            ])
    }

    @Test("values keep their type, and long numbers their digits, wherever they land")
    func types() {
        let sample = ResponseSample(
            "{\"n\": 12345678901234567890, \"o\": {\"n\": [98765432109876543210, 1.50]}, \"t\": \"x\"}")
        let captures = sample.results(
            definition(
                VariableAction("n", from: "res.body.n"), VariableAction("o", from: "res.body.o"),
                VariableAction("t", from: "res.body.t"))
        ).captures
        let captured = CapturedValues(captures)
        #expect(captured["n"] == .longNumber("12345678901234567890"))
        #expect(captured["o"]?.text == "{\"n\":[98765432109876543210,1.5]}")
        let scopes = VariableScopes(collection: Collection(name: "c")).adding(captured)
        #expect(scopes.resolve("{{n}} {{o.n[0]}} {{t}}").text == "12345678901234567890 98765432109876543210 x")
    }

    @Test("assertions see what was captured, by bare name and in their value")
    func assertionsSeeCaptures() {
        let sample = ResponseSample("{\"id\": 7}")
        let assertions = [
            Assertion("id", "eq", "7"), Assertion("res.body.id", "eq", "{{id}}"), Assertion("id", "eq", "8"),
        ]
        let results = sample.results(definition(VariableAction("id", from: "res.body.id"), assertions: assertions))
        #expect(results.assertions.map(\.words) == ["passed", "passed", "failed: found 7, expected 8"])
        #expect(AssertionCount(results.assertions).text == "2 of 3 assertions passed")
    }

    @Test("what is not found leaves the variable as it was, and errors are told")
    func notFound() {
        var sample = ResponseSample("{\"a\": 1}")
        sample.session = ["x": "old"]
        #expect(sample.captured("res.body.b") == "undefined")
        #expect(sample.captured("res.body.b.c") == "failed: res.body.b is undefined: it has no c")
        #expect(sample.captured("res.body.a + 1") == "not evaluated: it needs JavaScript")
        #expect(
            sample.captured("res.body.a", as: "no name")
                == "failed: a variable's name has letters, digits, _, . and - only")
        let results = sample.results(
            definition(VariableAction("x", from: "res.body.b"), assertions: [Assertion("x", "eq", "old")]))
        #expect(results.assertions.map(\.words) == ["passed"])
    }

    @Test("an action sees names of environment and session only")
    func bareNames() {
        var sample = ResponseSample()
        sample.environment = [Variable("stage", "test")]
        sample.variables = [Variable("mine", "1")]
        sample.session = ["now": "later"]
        #expect(sample.captured("stage") == "\"test\"")
        #expect(sample.captured("now") == "\"later\"")
        #expect(sample.captured("mine") == "failed: mine has no value")
    }

    @Test("only actions after the answer with a known type and phase are done")
    func phases() {
        let sample = ResponseSample("{\"a\": 1}")
        let captures = sample.results(
            definition(
                VariableAction("a", from: "res.body.a", phase: nil),
                VariableAction("b", from: "res.body.a", type: "log"),
                VariableAction("c", from: "res.body.a"))
        ).captures
        #expect(captures.map(\.variable) == ["c"])
    }

    @Test("braces in an answer are text: a server cannot ask for a secret by its name")
    func literal() {
        var sample = ResponseSample("{\"text\": \"{{password}} {{process.env.HOME}}\"}")
        sample.environment = [Variable("password", "", isSecret: true)]
        sample.secrets = ["password": "hush-hush"]
        sample.processEnvironment = ["HOME": "/root"]
        let definition = definition(
            VariableAction("text", from: "res.body.text"),
            assertions: [Assertion("text", "startsWith", "'{{'"), Assertion("res.body.text", "eq", "{{text}}")])
        let results = sample.results(definition)
        #expect(results.assertions.map(\.words) == ["passed", "passed"])
        let scopes = sample.checks(definition).scopes.adding(CapturedValues(results.captures))
        #expect(scopes.resolve("{{text}}").text == "{{password}} {{process.env.HOME}}")
    }

    // MARK: Secrets

    @Test(
        "what holds a secret is one: a member that is named like one, a token by its look, a value that is known",
        arguments: [
            ("{\"access_token\": \"abc\"}", true), ("{\"deep\": [{\"password\": \"p\"}]}", true),
            ("{\"echo\": \"you said hush-hush\"}", true), ("{\"password\": {}, \"n\": 1}", false),
            ("{\"list\": [\"hush\", null, true]}", false),
        ])
    func holdsSecret(body: String, isSecret: Bool) {
        var sample = ResponseSample(body)
        sample.environment = [Variable("known", "", isSecret: true)]
        sample.secrets = ["known": "hush-hush"]
        #expect(sample.results(definition(VariableAction("all", from: "res.body"))).captures[0].isSecret == isSecret)
    }

    @Test("a variable of the process that is named like a credential is one, by its bare name too")
    func processSecret() {
        var sample = ResponseSample("{}")
        sample.processEnvironment = ["AWS_SECRET_ACCESS_KEY": "abcdefgh", "EDITOR": "vim"]
        let definition = definition(
            assertions: [Assertion("AWS_SECRET_ACCESS_KEY", "eq", "x"), Assertion("EDITOR", "eq", "x")])
        let words = sample.results(definition).assertions.map(\.words)
        #expect(!words[0].contains("abcdefgh") && words[1] == "failed: found \"vim\", expected \"x\"")
    }

    @Test("what goes into a secret's name, or one that names a credential, or comes from one, is secret from then on")
    func secrets() {
        var sample = ResponseSample("{\"value\": \"v-123456\", \"token\": \"t-123456\"}")
        sample.environment = [Variable("hidden", "", isSecret: true)]
        let definition = definition(
            VariableAction("hidden", from: "res.body.value"), VariableAction("access_token", from: "res.body.value"),
            VariableAction("plain", from: "res.body.value"), VariableAction("other", from: "res.body.token"))
        let captures = sample.results(definition).captures
        #expect(captures.map(\.isSecret) == [true, true, false, true])
        let scopes = sample.checks(definition).scopes.adding(CapturedValues(captures))
        #expect(scopes.secretValues.map(\.name) == ["access_token", "hidden", "other"])
        #expect(scopes.value(of: "other")?.isSecret == true && scopes.value(of: "plain")?.isSecret == false)
    }

    @Test("failed assertions tell no secret")
    func masked() {
        var sample = ResponseSample(
            "{\"token\": \"t-123456\", \"echo\": \"is hush-hush\", \"o\": {\"password\": \"p\", \"n\": 1}, \"n\": \"t-123456\"}"
        )
        sample.environment = [Variable("key", "", isSecret: true)]
        sample.secrets = ["key": "hush-hush"]
        #expect(sample.judge("res.body.token", "eq", "x") == "failed: found ••••, expected ••••")
        #expect(sample.judge("res.body.token", "isNumber") == "failed: found ••••, expected a number")
        #expect(sample.judge("res.body.echo", "eq", "{{key}}") == "failed: found \"is ••••\", expected ••••")
        #expect(
            sample.judge("res.body.o", "eq", "x") == "failed: found {\"password\":\"••••\",\"n\":1}, expected \"x\"")
        #expect(sample.judge("key", "eq", "x") == "failed: found ••••, expected ••••")
        #expect(
            sample.judge("res.body.echo", "matches", "^{{key}}$")
                == "failed: found \"is ••••\", expected a match of /••••/")
        let definition = definition(
            VariableAction("session", from: "res.body.n"), assertions: [Assertion("res.body.n", "eq", "y")])
        #expect(sample.results(definition).assertions[0].words == "failed: found \"••••\", expected \"y\"")
    }

    // MARK: Before the request

    @Test("an action before the request sets a variable that the request is rendered with")
    func before() {
        var sample = ResponseSample("{}")
        sample.variables = [Variable("base", "{\"id\": 7}", type: .object)]
        let definition = definition(
            VariableAction("id", from: "base.id", phase: "before-request"),
            VariableAction("again", from: "id", phase: "before-request"),
            VariableAction("early", from: "res.status", phase: "before-request"),
            VariableAction("lost", from: "nobody", phase: "before-request"),
            VariableAction("none", from: "base.nothing", phase: "before-request"),
            assertions: [Assertion("again", "eq", "7")])
        let checks = sample.checks(definition)
        #expect(checks.scopes.resolve("/users/{{id}}/{{again}}").text == "/users/7/7")
        #expect(
            checks.capturesBefore.map { "\($0.variable) \($0.words)" } == [
                "id 7", "again 7", "early failed: there is no response before the request",
                "lost failed: nobody has no value",
                "none undefined",
            ])
        #expect(!checks.capturesBefore.contains { !$0.isBeforeRequest })
        #expect(sample.results(definition).assertions.map(\.words) == ["passed"])
    }
}

import Foundation
import Secrets
import Testing

@testable import OpenCollection

/// A collection whose every scope says something, and the scopes of `users/admin/get.yml` in it.
private func scopes(
    collection: [Variable] = [], environment: [Variable] = [], outer: [Variable] = [], inner: [Variable] = [],
    request: [Variable] = [], session: [String: TypedValue] = [:], secrets: [String: String] = [:],
    process: [String: String] = [:], dynamic: DynamicValues? = nil
) -> VariableScopes {
    var root = FolderDefinition()
    root.variables = collection
    var users = FolderDefinition()
    users.variables = outer
    var admin = FolderDefinition()
    admin.variables = inner
    var definition = RequestDefinition()
    definition.variables = request
    let item = CollectionItem(
        path: "users/admin/get.yml", name: "get", kind: .request(RequestFile(text: "", definition: definition)))
    let innerItem = CollectionItem(path: "users/admin", name: "admin", kind: .folder(admin, [item]))
    let outerItem = CollectionItem(path: "users", name: "users", kind: .folder(users, [innerItem]))
    return VariableScopes(
        collection: Collection(name: "c", root: root, items: [outerItem]),
        environment: EnvironmentDefinition(name: "dev", variables: environment), itemPath: "users/admin/get.yml",
        session: session, secrets: { secrets[$0] }, processEnvironment: process, dynamic: dynamic)
}

private func steady(_ numbers: [UInt64] = [7]) -> DynamicValues {
    DynamicValues(random: { numbers[0] }, now: { Date(timeIntervalSince1970: 1_787_306_400.25) })
}

@Suite struct VariableScopesTests {
    @Test("later scopes of table 2.1 win, and what they hide is listed nearest first")
    func precedence() throws {
        let all = scopes(
            collection: [Variable("a", "c")], environment: [Variable("a", "e")], outer: [Variable("a", "o")],
            inner: [Variable("a", "i")], request: [Variable("a", "r")], session: ["a": "s"])
        let value = try #require(all.value(of: "a"))
        #expect(value.value == "s")
        #expect(value.scope == .session)
        #expect(value.shadowed.map(\.value) == ["r", "i", "o", "e", "c"])
        #expect(
            value.shadowed.map(\.scope.title) == [
                "this request", "folder users/admin", "folder users", "environment dev", "collection",
            ])
    }

    @Test("the place of a value is its file")
    func places() {
        let all = scopes(
            collection: [Variable("c", "1")], environment: [Variable("e", "1")], outer: [Variable("o", "1")],
            request: [Variable("r", "1")], process: ["HOME": "/root"])
        let names = ["c", "e", "o", "r", "process.env.HOME"]
        #expect(
            names.map { all.value(of: $0)?.place } == [
                "opencollection.yml", "environments/dev.yml", "users/folder.yml", "users/admin/get.yml",
                "process environment",
            ])
    }

    @Test(
        "a variable of the process is secret where its name or its look says so, or an environment calls it a secret",
        arguments: [
            ("GITHUB_TOKEN", "x", true), ("DB_PASSWORD", "root", true), ("API_KEY", "8f3a9c1d2e4b5f60", true),
            ("ANY", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", true), ("ANY", "8f3a9c1d2e4b5f608f3a9c1d", true),
            ("DATABASE_URL", "postgres://me:hunter22@db/x", true), ("DECLARED", "word", true),
            ("BASE_URL", "https://api.example.test/v2", false), ("USER", "root", false), ("HOME", "/home/me", false),
            ("HOSTNAME", "ip-10-0-0-17", false), ("TOKEN_URL", "https://id.example.test/token", false),
            ("SORT_KEY", "name", false), ("PUBLIC_TOKEN", "demo", false),
        ])
    func processSecrets(name: String, value: String, isSecret: Bool) {
        var collection = Collection(name: "c", root: FolderDefinition(), items: [])
        collection.companion.publicNames = ["PUBLIC_TOKEN"]
        var declared = Variable("DECLARED", "")
        declared.isSecret = true
        let all = VariableScopes(
            collection: collection, environment: EnvironmentDefinition(name: "dev", variables: [declared]),
            processEnvironment: [name: value])
        let text = all.resolve("http://h/{{process.env.\(name)}}")
        #expect(text.text == "http://h/\(value)")
        #expect(text.secrets.map(\.value) == (isSecret ? [value] : []))
    }

    @Test(
        "interpolates by the rules of section 2.2",
        arguments: [
            ("no trimming", "{{ a }}", "{{ a }}"), ("plain", "x{{a}}y", "x1y"), ("three braces", "{{{a}}}", "{{{a}}}"),
            ("no nesting", "{{x{{a}}}}", "{{x{{a}}}}"), ("no escape", "\\{{a}}", "\\1"),
            ("empty", "{{}}{{a}}", "{{}}1"),
            ("dotted name first", "{{o.k}}", "whole"), ("path", "{{o.n}}", "2"), ("index", "{{l[1]}}", "y"),
            ("index by dot", "{{l.0}}", "x"), ("quoted step", "{{o[\"k\"]}}", "in"), ("deep", "{{o.d.e[0]}}", "z"),
            ("string has no members", "{{s.k}}", "{{s.k}}"), ("object", "{{o}}", #"{"k":"in","n":2,"d":{"e":["z"]}}"#),
            ("number re-printed", "{{n}}", "7"), ("bad number raw", "{{bad}}", "7x"), ("indirect", "{{b}}", "-1-"),
            ("lone brace", "{{a} {{a}}", "{{a} 1"), ("unclosed", "{{a", "{{a"),
            ("active environment", "{{__name__}}", "dev"),
            ("disabled shows the outer", "{{hidden}}", "outer"), ("last of equal names", "{{twice}}", "second"),
            ("unicode around", "ä{{a}}ö", "ä1ö"), ("process", "{{process.env.X}}", "px"),
            ("prompt name", "{{?Your name}}", "Ada"),
        ])
    func interpolation(id: String, template: String, expected: String) {
        let all = scopes(
            collection: [
                Variable("a", "1"), Variable("b", "-{{a}}-"),
                Variable("o", #"{"k":"in","n":2,"d":{"e":["z"]}}"#, type: .object),
                Variable("o.k", "whole"), Variable("l", #"["x","y"]"#, type: .object), Variable("s", #"{"k":1}"#),
                Variable("n", "007", type: .number), Variable("bad", "7x", type: .number), Variable("hidden", "outer"),
                Variable("twice", "first"), Variable("twice", "second"),
            ], environment: [Variable("hidden", "inner", isEnabled: false)], session: ["?Your name": "Ada"],
            process: ["X": "px"])
        #expect(all.resolve(template).text == expected)
    }

    @Test("a missing name stays in the text and is reported with the variables that led to it")
    func missing() {
        let all = scopes(collection: [Variable("url", "{{host}}/x")])
        let resolved = all.resolve("{{url}} {{none}}")
        #expect(resolved.text == "{{host}}/x {{none}}")
        #expect(!resolved.isComplete)
        #expect(
            resolved.missing == [
                .init(name: "host", through: ["url"], reason: .unknown, place: "opencollection.yml"),
                .init(name: "none", through: [], reason: .unknown),
            ])
        #expect(resolved.holes[1].state == .missing(.unknown))
        #expect(resolved.holes[1].range == 8..<16)
        #expect(resolved.holes[0].resolvedRange == 0..<10)
    }

    @Test("a cycle is reported with its way round")
    func cycles() {
        let all = scopes(collection: [Variable("a", "{{b}}"), Variable("b", "{{a}}"), Variable("self", "x{{self}}")])
        #expect(all.resolve("{{a}}").cycles == [["a", "b", "a"]])
        #expect(all.resolve("{{self}}").cycles == [["self", "self"]])
        #expect(all.resolve("{{a}}").text == "{{a}}")
        #expect(all.value(of: "a") == nil)
    }

    @Test("a secret comes from the lookup, is masked wherever it flows, and empty counts as missing")
    func secrets() throws {
        let all = scopes(
            collection: [Variable("header", "Token {{key}}"), Variable("empty", "plain")],
            environment: [Variable("key", "", isSecret: true), Variable("empty", "", isSecret: true)],
            secrets: ["key": "s3cret", "empty": ""])
        let value = try #require(all.value(of: "header"))
        #expect(value.value == "Token s3cret")
        #expect(value.isSecret)
        let second = all.resolve("{{key}} {{header}}").holes.map(\.state.isSecret)
        #expect(second == [true, true])
        #expect(all.resolve("{{header}}").secrets == [NamedSecret(name: "key", value: "s3cret")])
        #expect(all.resolve("{{empty}}").missing.map(\.reason) == [.secretWithoutValue])
        #expect(all.secretValues == [NamedSecret(name: "key", value: "s3cret")])
    }

    @Test("a session value under a secret's name is secret too")
    func sessionSecret() {
        let all = scopes(environment: [Variable("key", "", isSecret: true)], session: ["key": "typed"])
        #expect(all.value(of: "key")?.isSecret == true)
        #expect(all.value(of: "key")?.value == "typed")
    }

    @Test(
        "makes dynamic values in the format's shapes",
        arguments: [
            ("$timestamp", "1787306400"), ("$isoTimestamp", "2026-08-21T10:00:00.250Z"), ("$randomInt", "0"),
            ("$guid", "00000000-0000-4007-8000-000000000007"), ("$randomBoolean", "false"),
            ("$randomAlphaNumeric", "0"),
            ("$randomNanoId", "000000000000000000000"), ("$randomUUID", "00000000-0000-4007-8000-000000000007"),
        ])
    func dynamic(name: String, expected: String) {
        #expect(scopes(dynamic: steady()).resolve("{{\(name)}}").text == expected)
    }

    @Test("a dynamic name goes before a value of its name, an unknown one falls through to the variables")
    func dynamicPrecedence() {
        let names = scopes(session: ["$guid": "mine", "$own": "teal"], dynamic: steady())
        #expect(names.resolve("{{$guid}}").text == "00000000-0000-4007-8000-000000000007")
        #expect(names.resolve("{{$own}}").text == "teal")
        #expect(names.resolve("{{$nonsense}}").missing.map(\.reason) == [.unknown])
    }

    @Test("a dynamic name is made once per send in an environment, once per field elsewhere, anew in the text")
    func dynamicFreshness() {
        let counter = SeededBits(1)
        let dynamic = DynamicValues(random: { counter.next() }, now: { Date() })
        let all = scopes(
            collection: [Variable("c", "{{$guid}}")], environment: [Variable("e", "{{$guid}}")], dynamic: dynamic)
        let texts = { (template: String) in all.resolve(template).text.split(separator: " ").map(String.init) }
        let inEnvironment = texts("{{e}} {{e}}") + texts("{{e}}")
        #expect(Set(inEnvironment).count == 1)
        let inCollection = texts("{{c}} {{c}}")
        #expect(Set(inCollection).count == 1)
        #expect(texts("{{c}}") != [inCollection[0]])
        #expect(Set(texts("{{$guid}} {{$guid}}")).count == 2)
    }
}

import Testing

@testable import OpenCollection

@Suite("Captured values in a private file") struct CapturedValuesKeepingTests {
    @Test("values of every type come back as they were, with what is asked before they go elsewhere")
    func kept() {
        var captured = CapturedValues()
        captured.set(
            "text", .string("{{a}}"), isSecret: true, sources: [.captured("text", by: "l.yml", from: "https://h")])
        captured.set("number", json: "9007199254740993", isSecret: false)
        captured.set("list", json: "[1,{\"a\":null}]", isSecret: false)
        let again = CapturedValues(captured.kept)
        #expect(again.values == captured.values && again.secretNames == ["text"])
        #expect(again.sources(of: "text") == captured.sources(of: "text"))
    }

    @Test("an action that is off, of another phase or of another type captures nothing")
    func names() {
        var definition = RequestDefinition()
        definition.actions = [
            VariableAction("a", from: "res.body.a"), VariableAction("b", from: "res.body.b", isEnabled: false),
            VariableAction("c", from: "1", phase: "before-request"), VariableAction("d", from: "x", type: "later"),
        ]
        #expect(DraftContent(definition: definition).capturedNames == ["a"])
    }
}

@Suite("A request that captures what its inherited credentials need") struct LoginCredentialsTests {
    private func rendered(session: [String: String], isLogin: Bool) -> RenderedRequest {
        var root = FolderDefinition()
        root.auth = .bearer(token: "{{token}}")
        var collection = Collection(name: "T", root: root)
        if isLogin { collection.companion.collection.login = .request("login.yml") }
        var definition = RequestDefinition()
        (definition.method, definition.url, definition.auth) = ("GET", "http://h/login?old={{token}}", .inherit)
        definition.actions = [VariableAction("token", from: "res.body.token")]
        let scopes = VariableScopes(
            collection: collection, itemPath: "login.yml", request: definition,
            session: session.mapValues { .string($0) })
        return RequestRenderer.render(
            definition, at: "login.yml", in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: "t"))
    }

    private func authorization(_ request: RenderedRequest) -> String? {
        request.headers.first { $0.name == "Authorization" }?.value
    }

    @Test("has none as long as the value is missing")
    func missing() { #expect(authorization(rendered(session: [:], isLogin: false)) == nil) }

    @Test("has them once there is a value, as one has that renews a token")
    func renewing() { #expect(authorization(rendered(session: ["token": "t"], isLogin: false)) == "Bearer t") }

    @Test("never has them when others log in with it, but all else keeps the old value")
    func login() {
        let request = rendered(session: ["token": "t"], isLogin: true)
        #expect(authorization(request) == nil && request.url == "http://h/login?old=t")
        #expect(request.notes.contains { $0.hasPrefix("Inherited credentials are not sent: they need token") })
    }
}

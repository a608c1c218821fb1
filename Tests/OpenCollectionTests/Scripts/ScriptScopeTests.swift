import Testing

@testable import OpenCollection

@Suite("Values that scripts set for a scope") struct ScriptScopeTests {
    private static func captured(_ values: (setter: String, json: String)...) -> CapturedValues {
        var captured = CapturedValues()
        for (setter, json) in values { set("a", json, setter, in: &captured) }
        return captured
    }

    private static func set(_ name: String, _ json: String, _ setter: String, in captured: inout CapturedValues) {
        captured.take(
            name, json: json, from: setter, isOfResponse: true, isSecret: false, isLatin1: false, by: nil, at: nil)
    }

    /// The variables of a request in a folder, with `a` in those places that are named.
    private static func scopes(_ places: Set<String>, session: [String: TypedValue] = [:]) -> VariableScopes {
        func variables(_ place: String) -> [Variable] { places.contains(place) ? [Variable("a", "\(place) file")] : [] }
        var folder = FolderDefinition()
        folder.variables = variables("folder")
        var collection = Collection(name: "c")
        collection.root.variables = variables("collection")
        collection.items = [CollectionItem(path: "f", name: "f", kind: .folder(folder, []))]
        var request = RequestDefinition()
        request.variables = variables("request")
        return VariableScopes(
            collection: collection,
            environment: EnvironmentDefinition(name: "dev", variables: variables("environment")),
            global: EnvironmentDefinition(name: "all", variables: variables("global")), itemPath: "f/r.yml",
            request: request, session: session)
    }

    @Test("each scope keeps its own value of a name, and a script finds it there")
    func apart() {
        let captured = Self.captured(
            ("bru.setEnvVar", "1"), ("bru.setVar", "2"), ("bru.setCollectionVar", "3"), ("bru.setGlobalEnvVar", "4"))
        #expect(
            ScriptScope.allCases.map { captured[$0].values["a"] } == [.number(2), .number(1), .number(3), .number(4)])
        let values = Self.scopes([]).adding(captured).scriptValues(secrets: [])
        #expect(values.mapValues { $0["a"] } == ["runtime": "2", "environment": "1", "collection": "3", "global": "4"])
        #expect(CapturedValues(captured.kept) == captured.only("a"), "a private file knows the scopes, too")
    }

    @Test(
        "a template finds the nearest: runtime, request, folder, environment, collection, global; in one scope a script's goes before the file's",
        arguments: [
            ("bru.setVar", ["request", "environment"], "set"), ("bru.setEnvVar", ["request"], "request file"),
            ("bru.setEnvVar", ["folder", "environment"], "folder file"), ("bru.setEnvVar", ["environment"], "set"),
            ("bru.setEnvVar", ["collection", "global"], "set"),
            ("bru.setCollectionVar", ["environment", "collection"], "environment file"),
            ("bru.setCollectionVar", ["collection", "global"], "set"),
            ("bru.setGlobalEnvVar", ["collection", "global"], "collection file"),
            ("bru.setGlobalEnvVar", ["global"], "set"),
        ] as [(String, Set<String>, String)])
    func precedence(setter: String, places: Set<String>, found: String) {
        let scopes = Self.scopes(places).adding(Self.captured((setter, "\"set\"")))
        #expect(scopes.resolve("{{a}}").text == found)
        let new = scopes.adding(Self.captured((setter, "\"newer\"")))
        #expect(new.resolve("{{a}}").text == (found == "set" ? "newer" : found), "what was set last counts")
    }

    @Test("a value is taken away in the scope of the script that does so, and a person's is in all")
    func taken() {
        var captured = Self.captured(("bru.setEnvVar", "1"), ("bru.setVar", "2"))
        var news = CapturedValues()
        news.takeAway("a", from: "bru.setVar")
        captured.add(news)
        #expect(captured["a"] == .number(1) && captured.scope(of: "a") == .environment)
        Self.set("a", "3", "res.body.a", in: &captured)
        #expect(captured["a"] == .number(3) && captured.scope(of: "a") == nil, "an action set it")
        captured.remove("a")
        #expect(captured.isEmpty && captured.names.isEmpty)
    }

    @Test("what a script sets for the environment counts more than what was typed for the session before")
    func typed() {
        let scopes = Self.scopes(["environment"], session: ["a": "typed", "b": "typed"])
        let set = scopes.adding(Self.captured(("bru.setEnvVar", "\"set\"")))
        #expect(scopes.resolve("{{a}}").text == "typed" && set.resolve("{{a}} {{b}}").text == "set typed")
    }
}

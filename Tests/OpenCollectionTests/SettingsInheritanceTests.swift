import Testing

@testable import OpenCollection

@Suite("Settings of folders and of the collection")
struct SettingsInheritanceTests {
    private func collection() -> Collection {
        var outer = FolderDefinition()
        outer.settings.timeoutInMilliseconds = 100
        outer.settings.followsRedirects = false
        var inner = FolderDefinition()
        inner.settings.timeoutInMilliseconds = 50
        inner.graphQLSettings.timeoutInMilliseconds = 7
        let folder = CollectionItem(path: "a/b", name: "b", kind: .folder(inner, []))
        var collection = Collection(
            name: "C", items: [CollectionItem(path: "a", name: "a", kind: .folder(outer, [folder]))])
        collection.root.settings.maximumRedirects = 2
        collection.root.settings.encodesURL = true
        return collection
    }

    private func rendered(_ settings: RequestSettings, url: String = "http://h/?q=a%20b") -> RenderedRequest {
        var definition = RequestDefinition()
        definition.url = url
        definition.settings = settings
        let collection = collection()
        let scopes = VariableScopes(collection: collection, itemPath: "a/b/r.yml", request: definition)
        return RequestRenderer.render(
            definition, at: "a/b/r.yml", in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: "t"))
    }

    @Test("the innermost that says something holds, key by key")
    func innermost() {
        let settings = collection().inheritedSettings(at: "a/b/r.yml")
        #expect(settings.timeoutInMilliseconds == 50 && settings.followsRedirects == false)
        #expect(settings.maximumRedirects == 2 && settings.forwardsAuthorization == nil)
        #expect(collection().inheritedSettings(at: "a/b/r.yml", kind: .graphQL).timeoutInMilliseconds == 7)
        #expect(collection().inheritedSettings(at: "r.yml").timeoutInMilliseconds == nil)
    }

    @Test("a request is sent with what it inherits, and its own word wins")
    func sent() {
        let inherited = rendered(RequestSettings())
        #expect(
            inherited.timeout == .milliseconds(50) && !inherited.followsRedirects && inherited.maximumRedirects == 2)
        var own = RequestSettings()
        own.isPresent = true
        own.timeoutInMilliseconds = 0
        own.followsRedirects = true
        own.inherited = [.maxRedirects]
        let said = rendered(own)
        #expect(said.timeout == nil && said.followsRedirects && said.maximumRedirects == 2)
    }

    @Test("an inherited encodeUrl encodes, and is refused by a request that says no")
    func encoding() {
        #expect(rendered(RequestSettings()).url == "http://h/?q=a%2520b")
        var off = RequestSettings()
        off.isPresent = true
        off.encodesURL = false
        #expect(rendered(off).url == "http://h/?q=a%20b")
    }
}

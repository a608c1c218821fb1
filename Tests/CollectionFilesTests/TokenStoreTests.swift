import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("The private store of tokens") struct TokenStoreTests {
    private func store(in directory: TemporaryDirectory) -> (TokenStore, URL) {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path])
        return (TokenStore(directories: directories), directories.data.appendingPathComponent("tokens.json"))
    }

    private func key(_ collection: String, _ environment: String? = nil, scope: String = "") -> TokenKey {
        var settings = OAuth2Settings("oauth2")
        settings.flow = .clientCredentials
        settings.accessTokenURL = "http://h/token"
        settings.scope = scope
        return TokenKey(settings, collection: collection, environment: environment)
    }

    private func token(_ name: String) -> OAuth2Token {
        OAuth2Token(
            [("access_token", .string(name)), ("expires_in", .number(60))], receivedAt: Date(timeIntervalSince1970: 9.5)
        )
    }

    @Test("a token comes back as it was, for its key alone, from a file that only its owner reads")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let (store, file) = store(in: directory)
        try store.set(token("a"), for: key("/c", "dev"))
        try store.set(token("b"), for: key("/c"))
        #expect(try store.token(for: key("/c", "dev")) == token("a"))
        #expect(try store.token(for: key("/c")) == token("b"))
        #expect(try store.token(for: key("/c", "dev", scope: "x")) == nil)
        #expect(try store.tokens(collection: "/c", environment: "dev").map(\.token) == [token("a")])
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try store.set(token("c"), for: key("/c", "dev"))
        #expect(try store.token(for: key("/c", "dev")) == token("c"))
    }

    @Test("a token is written under the keys that stored tokens have")
    func keys() throws {
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(token("a"))) as? [String: Any]
        #expect(written?.keys.sorted() == ["answer", "receivedAt"])
    }

    @Test("tokens are forgotten one by one, or all of a collection")
    func forgotten() throws {
        let directory = try TemporaryDirectory()
        let (store, _) = store(in: directory)
        for key in [key("/c"), key("/c", "dev"), key("/d")] { try store.set(token("a"), for: key) }
        try store.set(nil, for: key("/c", "dev"))
        #expect(try store.token(for: key("/c", "dev")) == nil)
        #expect(try store.token(for: key("/c")) != nil)
        try store.forget(collection: "/c")
        #expect(try store.token(for: key("/c")) == nil)
        #expect(try store.token(for: key("/d")) != nil)
    }

    @Test(
        "a token of an earlier version, which does not say how it was got, is not used, and forgotten with the next change"
    )
    func withoutAFlow() throws {
        let directory = try TemporaryDirectory()
        let (store, file) = store(in: directory)
        try store.set(token("a"), for: key("/c"))
        let text = try String(contentsOf: file, encoding: .utf8)
        let earlier = text.replacing(#/ *"flow" : "client_credentials",\n/#, with: "")
        #expect(earlier != text)
        try Data(earlier.utf8).write(to: file)
        #expect(try store.token(for: key("/c")) == nil)
        #expect(try store.tokens(collection: "/c").isEmpty)
        try store.set(token("b"), for: key("/d"))
        #expect(try store.token(for: key("/d")) == token("b"))
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("/c"))
    }

    @Test("a store that cannot be read is not written over")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        let (store, file) = store(in: directory)
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try Data("damaged".utf8).write(to: file)
        #expect(throws: UnreadableFile.self) { try store.set(token("a"), for: key("/c")) }
        #expect(try Data(contentsOf: file) == Data("damaged".utf8))
    }
}

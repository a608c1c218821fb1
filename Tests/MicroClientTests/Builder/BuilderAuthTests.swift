import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("Credentials of the builder")
struct BuilderAuthTests {
    @Test(
        "C02 C42 C43 C44: each kind sets its field, and none when it is switched off, wherever that stands",
        arguments: [
            ("Authorization", "Bearer t0ken", .bearer("t0ken")),
            ("Authorization", "Basic dXNlcm5hbWU6cGFzc3dvcmQ=", .basic(username: "username", password: "password")),
            ("X-API-Key", "k", .apiKey("k")), ("X-API-Key", "k", .apiKey(key: "k")),
            ("X-Mine", "k", .apiKey(key: "k", field: "X-Mine")), ("Authorization", "Own x", .header("Own x")),
            ("X-Own", "true", AuthModifier { $0.setValue("\($1.isAuthEnabled)", forHTTPHeaderField: "X-Own") }),
            ("X-Own", "1", AuthModifier { $0.setValue("1", forHTTPHeaderField: "X-Own") }),
        ] as [(String, String, AuthModifier)])
    func kindsC02C42C43C44(field: String, value: String, modifier: AuthModifier) throws {
        let client = try builder()
        #expect(try client.auth(modifier).builtHeader(field) == value)
        #expect(try client.auth(modifier)("x").builtHeader(field) == value)
        #expect(try client.auth(modifier).auth(enabled: false).builtHeader(field) == nil)
        #expect(try client.auth(enabled: false).auth(modifier).builtHeader(field) == nil)
        #expect(try client.auth(modifier).auth(enabled: false).auth(enabled: true).builtHeader(field) == value)
        #expect(try client.auth(modifier).auth(nil).builtHeader(field) == nil)
    }

    @Test("C09: credentials are left out of one request only")
    func onceC09() async throws {
        let (client, transport) = try builder(.response(200), .response(200))
        let known = client.auth(.bearer("t0ken"))
        try await known.auth(enabled: false).get()
        try await known.get()
        #expect(transport.requests.map { $0.headers["Authorization"] } == [nil, "Bearer t0ken"])
    }

    @Test("C42: a user's name with a colon is refused")
    func colonC42() throws {
        let client = try builder().auth(.basic(username: "a:b", password: "c"))
        #expect(throws: NetworkClientError.self) { try client.request() }
    }

    @Test("What is printed of a client, its configs and its credentials never holds them")
    func printed() throws {
        let client = try builder().auth(.bearer("s3cret-token")).configs(\.configuration.defaultEncoder, JSONEncoder())
        var text = ""
        dump(client, to: &text)
        dump(client.withConfigs { $0 }, to: &text)
        dump(AuthModifier.bearer("s3cret-token"), to: &text)
        #expect(!text.contains("s3cret"))
        #expect(!"\(client) \(client.withConfigs { $0 })".contains("s3cret"))
    }
}

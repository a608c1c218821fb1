import Testing
import YAMLTree

@testable import OpenCollection

@Suite("What the kinds of auth can say")
struct AuthKeyTests {
    @Test("each kind has the keys of the schema, in its order")
    func keys() {
        #expect(AuthDetails.types.prefix(3) == ["awsv4", "wsse", "digest"])
        #expect(AuthDetails(type: "ntlm").keys.map(\.path) == [["username"], ["password"], ["domain"]])
        let oauth1 = AuthDetails(type: "oauth1").keys
        #expect(oauth1.contains { $0.path == ["privateKey", "type"] && $0.kind == .words(["file", "text"]) })
        #expect(oauth1.contains { $0.path == ["includeBodyHash"] && $0.kind == .flag })
        #expect(AuthDetails(type: "akamai-edgegrid").keys.isEmpty)
    }

    @Test("OAuth 2 has the keys of its flow; another flow loses what it does not have")
    func flows() throws {
        var details = AuthDetails.fresh("oauth2")
        #expect(details.text(at: ["flow"]) == "client_credentials")
        let url = try #require(details.keys.first { $0.path == ["accessTokenUrl"] })
        details.setText("http://t", of: url)
        details.setText("implicit", of: details.keys[0])
        #expect(details.members == ["flow": "implicit"])
        #expect(details.keys.contains { $0.path == ["authorizationUrl"] })
        #expect(!details.keys.contains { $0.path == ["accessTokenUrl"] })
    }

    @Test("a nested key is set and taken out with the mapping that it leaves empty")
    func nested() throws {
        var details = AuthDetails.fresh("oauth2")
        let id = try #require(details.keys.first { $0.path == ["credentials", "clientId"] })
        details.setText("me", of: id)
        #expect(details.members["credentials"] == ["clientId": "me"])
        details.setText("", of: id)
        #expect(details.members["credentials"] == nil)
    }

    @Test("a private key gets its type with its text, and goes with its type")
    func privateKey() throws {
        var details = AuthDetails.fresh("oauth1")
        let value = try #require(details.keys.first { $0.path == ["privateKey", "value"] })
        let type = try #require(details.keys.first { $0.path == ["privateKey", "type"] })
        details.setText("k3y", of: value)
        #expect(details.members["privateKey"] == ["value": "k3y", "type": "text"])
        #expect(details.keys.first { $0.path == value.path }?.isSecret == true)
        details.setText("file", of: type)
        #expect(details.text(at: type.path) == "file" && details.text(at: value.path) == "k3y")
        #expect(details.keys.first { $0.path == value.path }?.isSecret == false)
        details.setText("", of: type)
        #expect(details.members["privateKey"] == nil)
        details.setText("file", of: type)
        #expect(details.members["privateKey"] == ["type": "file", "value": ""])
    }

    @Test("a place of the token is chosen, and may be the bare token")
    func alternative() throws {
        var details = AuthDetails.fresh("oauth2")
        let place = try #require(details.keys.first { $0.path == ["tokenConfig", "placement"] })
        #expect(place.kind == .alternative(["header", "query"]))
        details.setText("header", of: place)
        #expect(details.members["tokenConfig"] == ["placement": ["header": ""]])
        let prefix = try #require(details.keys.first { $0.path == ["tokenConfig", "placement", "header"] })
        details.setText("", of: prefix)
        #expect(details.text(at: place.path) == "header", "an empty prefix is said")
    }

    @Test(
        "secrets are known by their keys",
        arguments: [
            ("clientSecret", true), ("accessTokenUrl", false), ("clientId", false), ("accessKeyId", false),
            ("secretAccessKey", true), ("username", false),
        ])
    func secrets(key: String, isSecret: Bool) {
        #expect(AuthKey(path: [key], kind: .text).isSecret == isSecret)
    }
}

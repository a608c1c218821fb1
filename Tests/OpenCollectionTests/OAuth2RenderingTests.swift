import Foundation
import Secrets
import Testing
import YAMLTree

@testable import OpenCollection

@Suite("OAuth 2, rendered") struct OAuth2RenderingTests {
    private func sample(_ members: YAMLMapping) -> Sample {
        var sample = Sample()
        sample.environment = [Variable("host", "http://h"), Variable("pw", "", isSecret: true)]
        sample.secrets = ["pw": "open sesame"]
        var all: YAMLMapping = ["flow": "client_credentials", "accessTokenUrl": "{{host}}/token"]
        for entry in members.entries { all[entry.key] = entry.value }
        sample.definition.auth = .unsupported(AuthDetails(type: "oauth2", members: all))
        return sample
    }

    private let token = OAuth2Token(
        [("access_token", "t o"), ("refresh_token", "r"), ("id_token", "i")], receivedAt: Date(timeIntervalSince1970: 0)
    )

    @Test("what a token is asked for with is resolved, and its secrets are noted")
    func resolved() {
        let result = sample([
            "credentials": ["clientId": "me", "clientSecret": "{{pw}}"], "scope": "a",
            "tokenConfig": ["placement": ["header": "Bearer"]],
            "additionalParameters": [
                "accessTokenRequest": .sequence([
                    ["name": "api_key", "value": "key!"], ["name": "audience", "value": "{{host}}"],
                ])
            ],
        ]).rendered()
        guard case .oauth2(let oauth)? = result.credential else {
            Issue.record("\(String(describing: result.credential))")
            return
        }
        #expect(oauth.accessTokenURL == "http://h/token" && oauth.clientSecret == "open sesame")
        #expect(oauth.accessTokenParameters.map(\.value) == ["key!", "http://h"])
        #expect(result.secrets.named.contains(NamedSecret(name: "client secret", value: "open sesame")))
        #expect(result.secrets.named.contains(NamedSecret(name: "api_key", value: "key!")))
        #expect(result.isSendable && result.notes.isEmpty)
        #expect(result.ownHeaders == ["Authorization: Bearer token, fetched when it is sent | auth from this request"])
        #expect(!result.headersToSend.contains { $0.name == "Authorization" })
    }

    @Test(
        "a token goes where the credentials say, and is a secret from then on",
        arguments: [
            (["placement": ["header": "Bearer"]], "Authorization: Bearer t o | auth from this request"),
            (["placement": ["header": ""]], "Authorization: t o | auth from this request"),
            (["placement": ["header": "JWT"], "source": "id_token"], "Authorization: JWT i | auth from this request"),
            ([:], "Authorization: Bearer t o | auth from this request"),
        ] as [(YAMLMapping, String)])
    func header(config: YAMLMapping, line: String) {
        let result = sample(["tokenConfig": .mapping(config)]).rendered().carrying(token)
        #expect(result.ownHeaders == [line])
        #expect(result.headersToSend.contains { $0.name == "Authorization" })
        #expect(result.secrets.named.contains(NamedSecret(name: "refresh_token", value: "r")))
    }

    @Test("in the URL it takes the place of a parameter of its name")
    func query() {
        var sample = sample(["tokenConfig": ["placement": ["query": "t"]]])
        sample.definition.url = "http://h/a?t=1&b=%20"
        #expect(sample.rendered().carrying(token).url == "http://h/a?t=t%20o&b=%20")
        #expect(sample.rendered().ownHeaders.isEmpty)
    }

    @Test("a place that is not said is Bearer, with a note")
    func unsaid() {
        let notes = sample([:]).rendered().notes
        #expect(
            notes == [
                "The OAuth 2 credentials (this request) do not say where the token goes: it is sent as Bearer in Authorization."
            ])
    }

    @Test("a flow that does not exist, and addresses that are missing, are problems")
    func problems() {
        #expect(
            sample(["flow": "device"]).rendered().problems == [
                "\"device\" is not a flow of OAuth 2 (this request): client_credentials, resource_owner_password_credentials, "
                    + "authorization_code, implicit are known."
            ])
        #expect(
            sample(["flow": "authorization_code", "accessTokenUrl": " "]).rendered().problems == [
                "The OAuth 2 credentials (this request) have no authorizationUrl, which the flow authorization_code needs.",
                "The OAuth 2 credentials (this request) have no accessTokenUrl, which the flow authorization_code needs.",
            ])
    }

    @Test("fields of tokens that have an id are variables, taken as they are, the newest of equal ids")
    func variables() {
        var settings = OAuth2Settings("oauth2")
        settings.credentialsID = "main"
        let key = TokenKey(settings, collection: nil, environment: nil)
        let other = TokenKey(settings, collection: nil, environment: "dev")
        let old = OAuth2Token([("access_token", "old")], receivedAt: Date(timeIntervalSince1970: 1))
        let new = OAuth2Token(
            [("access_token", "{{pw}}"), ("scope", "a b")], receivedAt: Date(timeIntervalSince1970: 2))
        let scopes = VariableScopes(collection: Collection(name: "c")).adding(tokens: [
            StoredToken(key: other, token: new), StoredToken(key: key, token: old),
        ])
        #expect(scopes.value(of: "$oauth2.main.access_token")?.value == "{{pw}}")
        #expect(scopes.value(of: "$oauth2.main.access_token")?.isSecret == true)
        #expect(scopes.value(of: "$oauth2.main.scope")?.isSecret == false)
        #expect(scopes.resolve("<{{$oauth2.main.scope}}>").text == "<a b>")
        #expect(scopes.value(of: "$oauth2.other.scope") == nil)
    }

    @Test(
        "a token is kept for what it was asked for, and for nothing else",
        arguments: [
            (["flow": "authorization_code"], true),
            (["authorizationUrl": "http://h/page?audience=b"], false),
            (["scope": "other"], true),
            (["credentials": ["clientId": "other"]], true),
            (["credentials": ["clientSecret": "other"]], false),
            (["resourceOwner": ["username": "ann"]], false),
            (["additionalParameters": Self.parameter("audience")], true),
            (["additionalParameters": Self.parameter("resource")], true),
            (["additionalParameters": Self.parameter("nonce")], false),
            (["tokenConfig": ["placement": ["query": "t"]]], false),
        ] as [(YAMLMapping, Bool)])
    func keys(change: YAMLMapping, isAnother: Bool) throws {
        #expect(try (key(change) != key([:])) == isAnother)
    }

    @Test("a code is for the page where somebody agreed, a password for who has it")
    func keysOfAFlow() throws {
        for (flow, change) in [
            ("authorization_code", ["authorizationUrl": "http://h/page?audience=b"]),
            ("resource_owner_password_credentials", ["resourceOwner": ["username": "ann"]]),
        ] as [(YAMLValue, YAMLMapping)] {
            var changed = change
            changed["flow"] = flow
            #expect(try key(changed) != key(["flow": flow]))
        }
    }

    private func key(_ members: YAMLMapping) throws -> TokenKey {
        var all: YAMLMapping = ["flow": "client_credentials", "accessTokenUrl": "http://h/token"]
        for entry in members.entries { all[entry.key] = entry.value }
        return TokenKey(OAuth2Settings(AuthDetails(type: "oauth2", members: all)), collection: "c", environment: "dev")
    }

    private static func parameter(_ name: String) -> YAMLValue {
        ["accessTokenRequest": .sequence([["name": .string(name), "value": "b", "placement": "body"]])]
    }
}

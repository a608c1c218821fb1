import Secrets
import Testing
import YAMLTree

@testable import OpenCollection

@Suite("Credentials with keys of their own, rendered") struct RenderedCredentialTests {
    private func sample(_ type: String, _ members: YAMLMapping) -> Sample {
        var sample = Sample()
        sample.environment = [
            Variable("user", "ann"), Variable("pw", "", isSecret: true), Variable("key", "", isSecret: true),
        ]
        sample.secrets = ["pw": "open sesame", "key": "ABCDEFGHIJ"]
        sample.definition.auth = .unsupported(AuthDetails(type: type, members: members))
        return sample
    }

    @Test(
        "each kind says in the preview what is made, and hands nothing made up to the connection",
        arguments: [
            ("digest", "Authorization: Digest, made from the server's challenge"),
            ("ntlm", "Authorization: NTLM, made from the server's challenge"),
            ("wsse", "X-WSSE: UsernameToken, made for each attempt"),
            ("awsv4", "Authorization: AWS4-HMAC-SHA256, signed for each attempt"),
            ("oauth1", "Authorization: OAuth, signed with HMAC-SHA1 for each attempt"),
        ])
    func preview(type: String, line: String) {
        let result = sample(
            type, ["username": "{{user}}", "password": "{{pw}}", "accessKeyId": "id", "secretAccessKey": "{{key}}"]
        ).rendered()
        #expect(result.ownHeaders == ["\(line) | auth from this request"])
        #expect(result.headers.filter(\.isMadeWhenSent).map(\.isSecret) == [true])
        #expect(!result.headersToSend.contains { ["Authorization", "X-WSSE"].contains($0.name) })
        #expect(result.isSendable && result.notes.isEmpty)
    }

    @Test(
        "a quote in the name of a WSSE user is refused, also with a mark behind it",
        arguments: ["\"", "\"\u{301}", "\u{D4E}\""])
    func quotedUser(_ quote: String) {
        let result = sample("wsse", ["username": .string("ann\(quote), x=1"), "password": "p"]).rendered()
        #expect(result.problems.contains { $0.contains("holds a quote or a line break") })
    }

    @Test("placeholders are replaced and secrets noted, for digest, NTLM and WSSE alike")
    func users() {
        let members: YAMLMapping = ["username": "{{user}}", "password": "{{pw}}!", "domain": "{{user}}-land"]
        guard case .digest(let digest)? = sample("digest", members).rendered().credential,
            case .ntlm(let ntlm)? = sample("ntlm", members).rendered().credential,
            case .wsse(let wsse)? = sample("wsse", members).rendered().credential
        else {
            Issue.record("not rendered")
            return
        }
        #expect([digest.username, ntlm.username, wsse.username] == ["ann", "ann", "ann"])
        #expect(Set([digest.password, ntlm.password, wsse.password]) == ["open sesame!"])
        #expect(ntlm.domain == "ann-land")
        for type in ["digest", "ntlm", "wsse"] {
            let secrets = sample(type, members).rendered().secrets.named
            #expect(secrets.contains(NamedSecret(name: "password", value: "open sesame!")))
        }
    }

    @Test("a missing name is refused with its place, in the folder that says it")
    func missing() {
        var sample = sample("awsv4", ["accessKeyId": "a", "secretAccessKey": "{{nobody}}"])
        sample.folder.auth = sample.definition.auth
        sample.definition.auth = .inherit
        let result = sample.rendered()
        #expect(result.missing.map(\.text) == ["nobody has no value (auth secret access key)"])
        #expect(result.missing.map(\.place) == ["users/folder.yml"])
        #expect(!result.isSendable)
    }

    @Test("digest needs both names, and leaves a header alone that is written")
    func digest() {
        let half = sample("digest", ["username": "ann"]).rendered()
        #expect(half.credential == nil && half.isSendable && half.ownHeaders.isEmpty)
        #expect(
            half.notes == ["Digest credentials (this request) need a user name and a password: none are sent."])
        var written = sample("digest", ["username": "ann", "password": "x"])
        written.definition.headers = [Field("Authorization", "mine")]
        let result = written.rendered()
        #expect(result.credential == nil && result.ownHeaders == ["Authorization: mine | this request"])
        #expect(result.notes.count == 1)
    }

    /// Returns the replacements of rows, by their index.
    private func replacements(_ rows: [Field], in sample: Sample) -> [Int: HeaderReplacement] {
        var sample = sample
        sample.definition.headers = rows
        let dev = EnvironmentDefinition(name: "dev", variables: sample.environment)
        let scopes = VariableScopes(
            collection: sample.collection, environment: dev, itemPath: Sample.path, request: sample.definition)
        return sample.rendered().replacements(ofRows: rows, scopes: scopes)
    }

    @Test("rows that credentials replace are known, by a variable's name too, and with all that signing sets")
    func replacedRows() {
        let auth = HeaderReplacement.header(.auth(.request))
        var named = Sample()
        named.environment = [Variable("user", "ann")]
        named.definition.auth = .apiKey(name: "Ann", value: "x", placement: .header)
        #expect(replacements([Field("X-A", "1"), Field("{{user}}", "2")], in: named) == [1: auth])
        let aws = sample("awsv4", ["accessKeyId": "id", "secretAccessKey": "s", "sessionToken": "t"])
        let names = ["authorization", "x-amz-date", "X-Amz-Security-Token", "X-Amz-Content-Sha256"]
        #expect(replacements(names.map { Field($0, "mine") }, in: aws) == [0: auth, 1: auth, 2: auth])
        let unsigned = sample("awsv4", ["accessKeyId": "id"])
        #expect(replacements(names.map { Field($0, "mine") }, in: unsigned).isEmpty)
        let oauth = sample("oauth1", ["consumerKey": "k", "placement": "body"])
        let form = Field("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        let rows = [Field("Content-Type", "text/plain"), Field("Authorization", "a")]
        #expect(replacements(rows, in: oauth) == [0: auth])
        #expect(replacements([form], in: oauth).isEmpty)
    }

    @Test("an empty row of a header that is added otherwise leaves it out, and is known; others are sent empty")
    func leftOut() {
        var sample = Sample()
        sample.definition.headers = [Field("accept", ""), Field("User-Agent", "{{none}}"), Field("X-A", "")]
        sample.environment = [Variable("none", "")]
        let sent = sample.rendered().headersToSend.map(\.name)
        #expect(sent.contains("X-A") && !sent.contains { ["accept", "user-agent"].contains($0.lowercased()) })
        #expect(replacements(sample.definition.headers, in: sample) == [0: .nothing, 1: .nothing])
    }

    @Test("a user in the URL wins over rows and over what credentials put there before")
    func replacedByURL() {
        var wsse = sample("wsse", ["username": "ann", "password": "x"])
        let rows = [Field("X-WSSE", "a"), Field("Authorization", "b"), Field("X-A", "c")]
        #expect(replacements(rows, in: wsse) == [0: .header(.auth(.request))])
        wsse.definition.url = "http://ann:x@h/"
        #expect(replacements(rows, in: wsse) == [0: .header(.url), 1: .header(.url)])
    }

    @Test("without its keys an AWS request goes out unsigned, and says so; a profile is enough")
    func aws() {
        let unsigned = sample("awsv4", ["accessKeyId": "id"]).rendered()
        #expect(unsigned.credential == nil && unsigned.isSendable)
        #expect(
            unsigned.notes == ["The AWS credentials (this request) lack a key: the request is sent unsigned."])
        #expect(sample("awsv4", ["profileName": "work"]).rendered().credential != nil)
    }

    @Test("OAuth 1 has the defaults of the reference")
    func oauthDefaults() {
        let oauth = OAuth1Credentials(AuthDetails(type: "oauth1"))
        #expect(oauth.method == .hmacSHA1 && oauth.version == "1.0" && oauth.placement == .header)
        #expect(!oauth.includesBodyHash && oauth.privateKey == nil && oauth.unknownMethod == nil)
    }

    @Test("OAuth 1 resolves its key and the key's path, but not its placement")
    func oauth() {
        var members: YAMLMapping = [
            "consumerKey": "{{user}}", "signatureMethod": "RSA-SHA256", "placement": "query",
            "privateKey": ["type": "file", "value": "keys/{{user}}.pem"], "includeBodyHash": true,
        ]
        guard case .oauth1(let file)? = sample("oauth1", members).rendered().credential else {
            Issue.record("not rendered")
            return
        }
        #expect(file.consumerKey == "ann" && file.privateKey == .file("keys/ann.pem"))
        #expect(file.placement == .query && file.method == .rsaSHA256 && file.includesBodyHash)
        members["privateKey"] = ["type": "text", "value": "{{key}}"]
        let result = sample("oauth1", members).rendered()
        #expect(result.secrets.named.contains(NamedSecret(name: "private key", value: "ABCDEFGHIJ")))
        #expect(result.ownHeaders.isEmpty)
    }

    @Test("a method that does not exist, and an RSA method without a key, are problems")
    func oauthProblems() {
        let unknown = sample("oauth1", ["signatureMethod": "HMAC-MD5"]).rendered().problems
        #expect(unknown.first?.hasPrefix("\"HMAC-MD5\" is not a signature method of OAuth 1 (this request)") == true)
        let keyless = sample("oauth1", ["signatureMethod": "RSA-SHA1"]).rendered().problems
        #expect(keyless == ["RSA-SHA1 signs with a private key (this request), and there is none."])
    }

    @Test("parameters of OAuth 1 in the body replace one that is no form, and say so")
    func oauthBody() {
        var sample = sample("oauth1", ["placement": "body"])
        sample.definition.body.kind = .json
        sample.definition.body.text = "{}"
        #expect(sample.rendered().notes == ["The parameters of OAuth 1 (this request) replace the body."])
        sample.definition.body.kind = .formURLEncoded
        #expect(sample.rendered().notes.isEmpty)
    }

    @Test("user and password in the URL win over all of them")
    func userInfo() {
        var sample = sample("wsse", ["username": "ann", "password": "x"])
        sample.definition.url = "http://bob:pw@h/"
        let result = sample.rendered()
        #expect(result.credential == .basic(username: "bob", password: "pw"))
        #expect(result.headers.allSatisfy { !$0.isMadeWhenSent })
    }

    @Test("credentials without a type say that they lack one")
    func untyped() {
        #expect(
            sample("", [:]).rendered().problems == [
                "The credentials (this request) have no type: add one, such as type: bearer."
            ])
    }

    @Test("what is not known cannot be sent, in words", arguments: ["akamai-edgegrid", "kerberos"])
    func unsendable(type: String) {
        let result = sample(type, [:]).rendered()
        #expect(result.problems == ["Credentials of type \(type) (this request) cannot be sent yet."])
        #expect(!AuthDetails(type: type).isSendable)
    }
}

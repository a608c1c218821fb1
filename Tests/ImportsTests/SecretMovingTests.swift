import Imports
import OpenCollection
import Testing

@Suite("Secrets of imports")
struct SecretMovingTests {
    @Test(
        "literals in credentials, headers, queries and bodies become secret variables of every environment; files hold none"
    )
    func literals() throws {
        let secret = "s3cr3tValue12345"
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2.1"}, "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "\(secret)"}]},
             "item": [{"name": "R", "request": {"method": "POST", "url": {"raw": "https://a.test/?api_key=\(secret)9", "query": [{"key": "api_key", "value": "\(secret)9"}]},
               "header": [{"key": "Authorization", "value": "Bearer \(secret)"}, {"key": "X-Plain", "value": "plain"}],
               "body": {"mode": "raw", "raw": "{\\"password\\": \\"\(secret)7\\"}", "options": {"raw": {"language": "json"}}}}}]}
            """,
            #"{"name": "dev", "values": [{"key": "base", "value": "x"}]}"#, #"{"name": "prod", "values": []}"#)
        let request = try imported.request
        #expect(imported.collection.root.auth == .bearer(token: "{{token}}"))
        #expect(request.headers.map(\.value) == ["Bearer {{token}}", "plain"])
        #expect(request.url == "https://a.test/?api_key={{api_key}}")
        #expect(request.queryRows.map(\.standing) == [.both])
        #expect(request.body.text == #"{"password": "{{password}}"}"#)
        #expect(imported.files.secrets["dev"] == ["token": secret, "api_key": secret + "9", "password": secret + "7"])
        #expect(imported.files.secrets["prod"] == imported.files.secrets["dev"])
        for file in imported.files.newCollection { #expect(!file.text.contains(secret), "\(file.path)") }
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test(
        "variables that are secret, or look so, are secret in environments; an environment is made when there is none")
    func variables() throws {
        let imported = try Imported(
            postman(
                request: #""https://a.test/{{apiToken}}/{{declared}}""#,
                root:
                    #", "variable": [{"key": "apiToken", "value": "abc123def456ghi"}, {"key": "declared", "value": "v", "type": "secret"}, {"key": "host", "value": "h"}]"#
            ))
        #expect(imported.collection.root.variables.map(\.name) == ["host"])
        #expect(imported.collection.environments.map(\.name) == ["API"])
        #expect(imported.collection.environments[0].variables.map(\.isSecret) == [true, true])
        #expect(imported.files.secrets["API"] == ["apiToken": "abc123def456ghi", "declared": "v"])
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("placeholders and examples of what to write are no secrets")
    func noSecrets() throws {
        let imported = try Imported(
            postman(
                request:
                    #"{"url": "https://a.test", "header": [{"key": "Authorization", "value": "Bearer {{t}}"}, {"key": "X-Api-Key", "value": "<your key>"}]}"#
            ))
        #expect(imported.collection.environments.isEmpty)
        #expect(try imported.request.headers.map(\.value) == ["Bearer {{t}}", "<your key>"])
    }

    @Test("a name that is taken gets a number, and the same value the same name")
    func numbering() throws {
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2.1"}, "item": [
             {"name": "A", "request": {"url": "https://a.test/{{password}}", "auth": {"type": "basic", "basic": {"username": "u", "password": "oneSecret111"}}}},
             {"name": "B", "request": {"url": "https://a.test", "auth": {"type": "basic", "basic": {"username": "u", "password": "twoSecret222"}}}},
             {"name": "C", "request": {"url": "https://a.test", "auth": {"type": "basic", "basic": {"username": "u", "password": "oneSecret111"}}}}]}
            """)
        let passwords = imported.requests.map(\.definition.auth)
        #expect(
            passwords == [
                .basic(username: "u", password: "{{password2}}"), .basic(username: "u", password: "{{password3}}"),
                .basic(username: "u", password: "{{password2}}"),
            ])
        try imported.expectWhole()
    }

    @Test("examples and docs show no secret, and a script that holds one is named")
    func unsent() throws {
        let token = "ghp_" + String(repeating: "a1", count: 20)
        let imported = try Imported(
            postman(
                request: #"{"url": "https://a.test", "description": "Use \#(token)"}"#,
                item:
                    #", "event": [{"listen": "test", "script": {"exec": "let t = '\#(token)'"}}], "response": [{"name": "ok", "code": 200, "body": "{\"access_token\": \"\#(token)\"}", "header": []}]"#
            ))
        let request = try imported.request
        #expect(request.docs == "Use ***")
        #expect(request.examples.first?.response?.body?.data == #"{"access_token": "***"}"#)
        #expect(request.scripts.first?.code.contains(token) == true)
        #expect(imported.remarks.contains { $0.hasPrefix("warning: a script holds what looks like a secret") })
    }
}

import Foundation
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
        #expect(request.queryRows.map(\.status) == [.both])
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

extension SecretMovingTests {
    @Test(
        "a secret variable of a folder or a request keeps its name, and has a secret variable of the environments as its value"
    )
    func innerVariables() throws {
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2.1"}, "item": [{"name": "F",
             "variable": [{"key": "key", "value": "folderValue", "type": "secret"}, {"key": "later", "value": "", "type": "secret"}],
             "item": [{"name": "R", "request": "https://a.test/{{key}}", "variable": [{"key": "key", "value": "requestValue", "type": "secret"}]},
                      {"name": "S", "request": "https://a.test/{{key}}/{{later}}"}]}]}
            """)
        #expect(imported.files.secrets["API"] == ["key2": "folderValue", "key3": "requestValue"])
        let folder = try #require(imported.collections[0].folders.first)
        #expect(folder.variables.map(\.value) == ["{{key2}}", "{{later2}}"])
        #expect(folder.variables.map(\.isSecret) == [false, false])
        #expect(try imported.request.variables == [Variable("key", "{{key3}}", origin: 0)])
        #expect(imported.collection.environments.first?.variables.map(\.name) == ["key2", "later2", "key3"])
        for file in imported.files.newCollection { #expect(!file.text.contains("Value"), "\(file.path)") }
        try imported.expectWhole()
    }

    @Test(
        "collections of one import share their environments: equal names of secrets are kept apart, other names found")
    func severalCollections() throws {
        func collection(_ name: String, _ token: String) -> String {
            """
            {"info": {"name": "\(name)", "schema": "collection/v2.1"}, "variable": [{"key": "own", "value": "own\(token)", "type": "secret"}],
             "item": [{"name": "r", "request": {"url": "{{base}}/{{own}}", "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "\(token)"}]}}}]}
            """
        }
        let imported = try Imported(
            collection("A", "TokA1234567890"), collection("B", "TokB1234567890"),
            #"{"name": "dev", "values": [{"key": "base", "value": "https://a.test"}]}"#)
        #expect(
            imported.requests.map(\.definition.auth) == [.bearer(token: "{{token}}"), .bearer(token: "{{token2}}")])
        #expect(
            imported.files.secrets == [
                "dev": [
                    "token": "TokA1234567890", "token2": "TokB1234567890", "own2": "ownTokA1234567890",
                    "own3": "ownTokB1234567890",
                ]
            ])
        #expect(imported.collection.environments.map(\.name) == ["dev"])
        #expect(imported.collections.map(\.defaults.variables).map { $0.map(\.value) } == [["{{own2}}"], ["{{own3}}"]])
        #expect(imported.report.undefinedNames == [])
        try imported.expectWhole()
    }

    @Test("of a name that a collection or an environment has twice, the store gets the value that is switched on")
    func twice() throws {
        let rows =
            #"{"key": "dup", "value": "OnSecret", "type": "secret"}, {"key": "dup", "value": "OffSecret", "type": "secret", "disabled": true}"#
        let inCollection = try Imported(
            postman(
                request:
                    #"{"url": "https://a.test/{{dup}}", "header": [{"key": "X-Password", "value": "OffSecret"}, {"key": "X-Secret", "value": "OnSecret"}]}"#,
                root: #", "variable": [\#(rows)]"#))
        #expect(inCollection.files.secrets == ["API": ["dup": "OnSecret", "X-Password": "OffSecret"]])
        #expect(try inCollection.request.headers.map(\.value) == ["{{X-Password}}", "{{dup}}"])
        #expect(inCollection.remarks.contains { $0.hasPrefix("warning: a disabled secret is left out") })
        try inCollection.expectWhole()
        let imported = try Imported(
            postman(request: #""https://a.test/{{dup}}""#),
            #"{"name": "dev", "values": [{"key": "dup", "value": "OnSecret", "type": "secret"}, {"key": "dup", "value": "OffSecret", "type": "secret", "enabled": false}]}"#
        )
        #expect(imported.files.secrets["dev"] == ["dup": "OnSecret"])
        #expect(
            imported.remarks.contains(
                "warning: a disabled secret is left out, since another one has its name"))
    }

    @Test("bodies that are not sent, descriptions of rows and variables, and names of examples show no secret")
    func hidden() throws {
        let token = "ghp_" + String(repeating: "a1", count: 20)
        let imported = try Imported(
            postman(
                request:
                    #"{"method": "GET", "url": {"raw": "https://a.test?q=1", "query": [{"key": "q", "value": "1", "description": "\#(token)"}]}, "header": [{"key": "X", "value": "x", "description": "\#(token)"}], "body": {"mode": "urlencoded", "urlencoded": [{"key": "client_secret", "value": "9f8e7d6c5b4a"}, {"key": "a", "value": "b"}]}}"#,
                item:
                    #", "variable": [{"key": "v", "value": "1", "description": "\#(token)"}], "response": [{"name": "Use \#(token)", "code": 200, "header": []}]"#,
                root: #", "variable": [{"key": "root", "value": "1", "description": "\#(token)"}]"#),
            #"{"name": "dev", "values": [{"key": "e", "value": "1", "description": "\#(token)"}]}"#)
        let request = try imported.request
        #expect(request.docs == "Body that is not sent:\n\n```\nclient_secret=***\na=b\n```")
        #expect(request.examples.map(\.name) == ["Use ***"])
        for file in imported.files.newCollection {
            #expect(!file.text.contains(token) && !file.text.contains("9f8e7d6c5b4a"), "\(file.path)")
        }
    }

    @Test("thousands of secrets of one name are numbered in their order")
    func thousands() throws {
        let rows = (1...3000).map { #"{"key": "password", "value": "oneSecret\#($0)"}"# }.joined(separator: ",")
        let imported = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "urlencoded", "urlencoded": [\#(rows)]}}"#
            ))
        #expect(try imported.request.body.form.last?.value == "{{password3000}}")
        #expect(imported.files.secrets["API"]?["password3000"] == "oneSecret3000")
    }

    @Test("a parameter of OAuth 2 is judged by its own name")
    func oauthParameters() throws {
        let imported = try Imported(
            postman(
                request:
                    #"{"url": "https://a.test", "auth": {"type": "oauth2", "oauth2": [{"key": "accessTokenUrl", "value": "https://a.test/token"}, {"key": "grant_type", "value": "client_credentials"}, {"key": "audience", "value": "https://api.example.test/v1"}]}}"#
            ))
        #expect(try imported.text("One.yml").contains("https://api.example.test/v1"))
        #expect(imported.files.secrets == [:])
    }

    @Test("whatever text of a source holds a token, no file holds it, but for scripts")
    func everywhere() throws {
        let token = "ghp_" + String(repeating: "a1", count: 20)
        let texts = """
            {"info": {"name": "N $", "description": "$", "version": "$", "schema": "collection/v2.1"},
             "auth": {"type": "oauth2", "oauth2": [{"key": "accessTokenUrl", "value": "https://a.test/$"}, {"key": "clientId", "value": "$"}, {"key": "scope", "value": "$"}, {"key": "audience", "value": "$"},
               {"key": "tokenName", "value": "$"}, {"key": "headerPrefix", "value": "$"}, {"key": "tokenRequestParams", "value": [{"key": "$", "value": "$"}]}]},
             "variable": [{"key": "v", "value": "$", "description": "$"}, {"key": "w", "value": "$", "type": "secret", "description": "$"}],
             "item": [{"name": "F $", "description": "$", "variable": [{"key": "f", "value": "a $", "description": "$"}],
               "auth": {"type": "hawk", "hawk": [{"key": "authKey", "value": "short"}, {"key": "authId", "value": "$"}]}, "item": [
              {"name": "R $", "variable": [{"key": "r", "value": "$", "type": "secret"}],
               "request": {"method": "POST", "description": "$", "auth": {"type": "basic", "basic": [{"key": "username", "value": "$"}, {"key": "password", "value": "$"}]},
                "url": {"raw": "https://$.test/$/:id?q=$", "query": [{"key": "q", "value": "$", "description": "$"}, {"key": "o", "value": "$", "disabled": true}], "variable": [{"key": "id", "value": "$", "description": "$"}]},
                "header": [{"key": "A", "value": "$", "description": "$"}],
                "body": {"mode": "formdata", "formdata": [{"key": "$", "value": "$", "description": "$", "contentType": "text/plain"}, {"key": "file", "type": "file", "src": ["/$"]}]}},
               "response": [{"name": "E $", "code": 200, "status": "$", "header": [{"key": "B", "value": "$"}], "body": "$",
                 "originalRequest": {"method": "POST", "url": {"raw": "https://a.test?$=$", "query": [{"key": "$", "value": "$", "description": "$"}]}, "header": [{"key": "C", "value": "$", "description": "$"}],
                   "body": {"mode": "urlencoded", "urlencoded": [{"key": "d", "value": "$", "description": "$"}]}}}]},
              {"name": "G $", "request": {"method": "POST", "url": "https://a.test", "body": {"mode": "graphql", "graphql": {"query": "{ a(b: \\"$\\") }", "variables": "{\\"c\\": \\"$\\"}"}}}, "response": [{"name": "$", "body": "$"}]},
              {"name": "B", "request": {"method": "POST", "url": "https://a.test", "body": {"mode": "file", "file": {"src": "/$"}}}},
              {"name": "T", "request": {"method": "GET", "url": "https://a.test", "body": {"mode": "raw", "raw": "$"}}}]}]}
            """
        let imported = try Imported(
            texts.replacingOccurrences(of: "$", with: token),
            #"{"name": "dev \#(token)", "values": [{"key": "e", "value": "\#(token)", "description": "\#(token)"}]}"#)
        for file in imported.files.newCollection {
            #expect(!file.text.contains(token) && !file.path.text.contains(token), "\(file.path): \(file.text)")
            #expect(!file.text.contains("short"), "\(file.path)")
        }
        #expect(imported.files.newCollection.count == 7)
        try imported.expectWhole()
    }
}

@Suite("Variables of imports that become folders")
struct FolderVariablesTests {
    private func collection(_ name: String, _ variables: String) -> String {
        """
        {"info": {"name": "\(name)", "schema": "collection/v2.1"}, "variable": [\(variables)],
         "item": [{"name": "r", "request": {"url": "{{base}}/{{token}}", "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "TokA1234567890"}]}}}]}
        """
    }

    private func read(_ texts: String...) throws -> [ImportedCollection] {
        try ImportReading.collections(
            in: texts.map { try RecognizedSource(ImportSource(name: "x", bytes: Array($0.utf8))) })
    }

    private func target(_ variable: Variable) -> ImportedFiles.Place {
        let environment = EnvironmentDefinition(name: "prod", variables: [variable])
        return .folder("a/b", of: Collection(name: "T", environments: [environment]), otherNames: [])
    }

    @Test(
        "a variable of the collection that an environment overrides goes into the environments, where it is overridden still"
    )
    func overridden() throws {
        let base = #"{"key": "base", "value": "https://prod.test"}, {"key": "other", "value": "1"}"#
        let environments = [
            #"{"name": "dev", "values": [{"key": "base", "value": "https://dev.test"}]}"#,
            #"{"name": "live", "values": [{"key": "base", "value": "off", "enabled": false}]}"#,
        ]
        let fitted = try read(collection("A", base), environments[0], environments[1])
            .fitted(to: target(Variable("x", "")))[0]
        #expect(fitted.defaults.variables.map(\.name) == ["other"])
        #expect(
            fitted.environments.map { $0.definition.variables.filter { $0.isEnabled && !$0.isSecret }.map(\.value) }
                == [
                    ["https://dev.test"], ["https://prod.test"],
                ])
        let two = try Imported(collection("A", base), collection("B", ""), environments[0], environments[1])
        #expect(two.collections[0].defaults.variables.map(\.value) == ["{{base2}}", "1"])
        #expect(
            two.collections[0].environments.map { $0.definition.variables.first { $0.name == "base2" }?.value } == [
                "https://dev.test", "https://prod.test",
            ])
        try two.expectWhole()
        let root = try Imported(collection("A", base), environments[0])
        #expect(root.collection.root.variables.map(\.name) == ["base", "other"])
    }

    @Test("no name of a secret is one that the collection around knows: its environments have values for that")
    func targetNames() throws {
        let source = collection("A", #"{"key": "own", "value": "ownValue", "type": "secret"}"#)
        for (name, token, own) in [("x", "token2", "own"), ("token2", "token3", "own"), ("own", "token2", "own2")] {
            let fitted = try read(source).fitted(to: target(Variable(name, "")))[0]
            #expect(fitted.requests[0].auth == .bearer(token: "{{\(token)}}"))
            #expect(fitted.environments[0].secrets == [token: "TokA1234567890", own: "ownValue"])
            #expect(fitted.defaults.variables.map(\.value) == (own == "own" ? [] : ["{{own2}}"]))
        }
    }

    @Test("a name that is made for a missing token is not one that another collection knows")
    func neededNames() throws {
        let source = postman(request: #"{"url": "https://a.test", "auth": {"type": "oauth2", "oauth2": []}}"#)
        #expect(try Imported(source).request.auth == .bearer(token: "{{accessToken}}"))
        let two = try Imported(source, source)
        #expect(
            two.requests.map(\.definition.auth) == [
                .bearer(token: "{{accessToken2}}"), .bearer(token: "{{accessToken3}}"),
            ])
        #expect(two.collection.environments.map { $0.variables.map(\.name) } == [["accessToken2", "accessToken3"]])
        try two.expectWhole()
        let fitted = try read(source).fitted(to: target(Variable("accessToken", "", isSecret: true)))
        #expect(fitted[0].requests[0].auth == .bearer(token: "{{accessToken2}}"))
    }

    @Test("in a deep folder, folders that would not be read any more are left out, and their items kept")
    func depth() throws {
        let depth = 17
        let open = (0..<depth).map { #"{"name": "F\#($0)", "item": ["# }.joined()
        let text =
            #"{"info": {"name": "API", "schema": "collection/v2"}, "item": [\#(open){"name": "Deep", "request": "https://a.test"}\#(String(repeating: "]}", count: depth))]}"#
        for (folder, left) in [("a", 17), ("a/b", 16), ("a/b/c/d/e", 13)] {
            let place = ImportedFiles.Place.folder(ItemPath(folder), of: Collection(name: "T"), otherNames: [])
            let fitted = try read(text).fitted(to: place)
            #expect(fitted[0].folders.count == left && fitted[0].requests.count == 1)
            #expect(ImportReport(fitted).isComplete == (left == depth))
            let files = try ImportedFiles(fitted, in: place)
            let paths = files.trees.flatMap { tree in tree.files.map { tree.folder.appending($0.path.text) } }
            #expect(paths.allSatisfy { $0.depth <= ItemPath.maximumDepth })
        }
    }
}

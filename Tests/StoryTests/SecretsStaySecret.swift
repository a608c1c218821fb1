import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: one secret through every field", .serialized)
struct SecretsStaySecret {
    /// The secret, with characters that URLs, JSON and header fields spell differently.
    private static let secret = "Zq7/+x\"y\"&é-tail"

    /// The secret in every spelling in which it may be found, made without the code that masks.
    private static let spellings: [String] = {
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        let inQuery = unreserved.union(CharacterSet(charactersIn: "/+&"))
        let percent = [unreserved, inQuery].compactMap { secret.addingPercentEncoding(withAllowedCharacters: $0) }
        let base64 = ["", "x", "xy"].map { prefix in
            // What comes before and after it changes the characters at both ends.
            String(Data("\(prefix)\(secret)".utf8).base64EncodedString().dropFirst(4).prefix(12))
        }
        let json = secret.replacingOccurrences(of: "\"", with: "\\\"")
        return [secret, json, json.replacingOccurrences(of: "/", with: "\\/")] + percent
            + percent.map { $0.lowercased() }
            + base64
    }()

    /// Returns the spellings that were found in a text.
    private func spellings(in text: String) -> [String] { Self.spellings.filter { text.contains($0) } }

    // MARK: Fields

    private static func auth(_ text: String) -> String { "  auth: {\(text)}\n" }
    private static func body(_ text: String) -> String { "  body: {\(text)}\n" }
    private static let encoded = "settings: {encodeUrl: true}\n"

    /// The fields by name: the path below the API, or a URL, and the rest of the request's file.
    private static let fields: [(name: String, url: String, more: String)] = bare.enumerated().map { index, field in
        // No name is part of another.
        ("\(index + 10)-\(field.name)", field.url, field.more)
    }

    private static let bare: [(name: String, url: String, more: String)] = [
        ("path", "/echo/{{TOKEN}}", encoded),
        ("parameter", "/echo/:id", "  params: [{name: id, value: \"{{TOKEN}}\", type: path}]\n"),
        ("query", "/echo?page={{TOKEN}}", encoded),
        ("raw-query", "/echo?page={{TOKEN}}", ""),
        ("indirect", "/echo?page={{ALIAS}}", encoded),
        ("header", "/echo", "  headers: [{name: X-Trace, value: \"a {{TOKEN}} b\"}]\n"),
        ("cookie", "/echo", "  headers: [{name: Cookie, value: \"a=1; b={{TOKEN}}\"}]\n"),
        ("json", "/echo", body(#"type: json, data: '{"page": "{{TOKEN}}"}'"#)),
        ("text", "/echo", body("type: text, data: 'x {{TOKEN}} y'")),
        ("xml", "/echo", body("type: xml, data: '<a>{{TOKEN}}</a>'")),
        ("sparql", "/echo", body("type: sparql, data: 'ASK {{TOKEN}}'")),
        ("form", "/echo", body("type: form-urlencoded, data: [{name: page, value: \"{{TOKEN}}\"}]")),
        ("file", "/echo", body("type: file, data: [{filePath: secret.txt, selected: true}]")),
        ("gzip", "/gzip?x={{TOKEN}}", encoded),
        ("multipart", "/upload", body("type: multipart-form, data: [{name: page, type: text, value: \"{{TOKEN}}\"}]")),
        ("file-name", "/echo", body("type: multipart-form, data: [{name: f, type: file, value: [\"{{TOKEN}}\"]}]")),
        ("basic", "/echo", auth("type: basic, username: me, password: \"{{TOKEN}}\"")),
        ("bearer", "/echo", auth("type: bearer, token: \"{{TOKEN}}\"")),
        ("key-header", "/echo", auth("type: apikey, key: X-Thing, value: \"{{TOKEN}}\", placement: header")),
        ("key-query", "/echo", auth("type: apikey, key: thing, value: \"{{TOKEN}}\", placement: query")),
        ("digest", "/auth/digest", auth("type: digest, username: demo, password: \"{{TOKEN}}\"")),
        ("ntlm", "/auth/ntlm", auth("type: ntlm, username: demo, password: \"{{TOKEN}}\"")),
        ("wsse", "/auth/wsse", auth("type: wsse, username: demo, password: \"{{TOKEN}}\"")),
        (
            "aws", "/auth/aws",
            auth(
                "type: awsv4, accessKeyId: demo, secretAccessKey: \"{{TOKEN}}\", sessionToken: \"{{TOKEN}}\", service: s3, region: eu"
            )
        ),
        (
            "oauth1", "/auth/oauth1",
            auth("type: oauth1, consumerKey: demo, consumerSecret: \"{{TOKEN}}\", accessToken: \"{{TOKEN}}\"")
        ),
        (
            "oauth2", "/oauth/protected",
            auth(
                """
                type: oauth2, flow: client_credentials, accessTokenUrl: "{{baseUrl}}/oauth/token?hint={{TOKEN}}", \
                credentials: {clientId: demo-client, clientSecret: "{{TOKEN}}"}
                """)
        ),
        (
            "checks", "/echo?page={{TOKEN}}",
            """
            runtime:
              assertions:
                - {expression: res.body.url, operator: eq, value: "not {{TOKEN}}"}
                - {expression: res.body.url, operator: contains, value: "{{TOKEN}}"}
              actions:
                - {type: set-variable, phase: after-response, selector: {expression: res.body, method: jsonq}, variable: {name: kept, scope: runtime}}

            """
        ),
        ("redirect", "/redirect-to?url=/echo/{{TOKEN}}", encoded),
        ("refused", "http://127.0.0.1:1/{{TOKEN}}", encoded),
        ("no-host", "http://{{TOKEN}}.invalid/", ""),
        ("no-scheme", "{{TOKEN}}", ""),
    ]

    private static func file(_ field: (name: String, url: String, more: String)) -> String {
        let url = field.url.hasPrefix("/") ? "{{baseUrl}}" + field.url : field.url
        return Fixture.request(field.name, method: "POST", url: url, more: field.more)
    }

    private func place() throws -> StoryPlace {
        let variables = "  - name: TOKEN\n    secret: true\n  - name: ALIAS\n    value: \"<{{TOKEN}}>\"\n"
        var files = ["opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment + variables]
        for field in Self.fields { files["\(field.name).yml"] = Self.file(field) }
        files["secret.txt"] = "before \(Self.secret) behind"
        return try StoryPlace(files)
    }

    // MARK: Where it must not be

    /// Expects that no file that the program wrote has the secret; its outputs are beside them.
    private func expectNoFileHasIt(_ place: StoryPlace, location: SourceLocation = #_sourceLocation) throws {
        // What was sent is kept, and searched here.
        let history = place.home.appendingPathComponent("state/history/history.sqlite").path
        #expect(FileManager.default.fileExists(atPath: history), sourceLocation: location)
        for root in [place.home, place.collection] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
                let file = root.appendingPathComponent(path)
                let isOutput = ["out-", "err-"].contains { file.lastPathComponent.hasPrefix($0) }
                guard !isOutput, file.lastPathComponent != "secret.txt",
                    let bytes = FileManager.default.contents(atPath: file.path)
                else { continue }
                #expect(
                    spellings(in: String(decoding: bytes, as: UTF8.self)) == [], "\(path)", sourceLocation: location)
            }
        }
    }

    /// Returns the report of `--json` without the bodies of responses, which are as the server gave them.
    private func withoutResponses(_ json: String) throws -> String {
        func cut(_ value: Any) -> Any {
            guard var object = value as? [String: Any] else { return (value as? [Any])?.map(cut) ?? value }
            if var response = object["response"] as? [String: Any] {
                response["body"] = nil
                response["bodyBase64"] = nil
                object["response"] = response
            }
            return object
        }
        let tree = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        let data = try JSONSerialization.data(withJSONObject: cut(tree), options: .withoutEscapingSlashes)
        return String(decoding: data, as: UTF8.self)
    }

    @Test("send, run and export print it nowhere but in answers' bodies, and no file has it")
    func commandLine() throws {
        let place = try place()
        func run(_ words: String...) throws -> (output: String, errors: String) {
            let run = try ProgramRun(
                words + ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], at: place,
                environment: ["TOKEN": Self.secret])
            #expect(run.status != 2, "\(run.errors)")
            return (run.output, run.errors)
        }
        for field in Self.fields {
            let sent = try run("send", field.name, "--json")
            // It does go out: the echo has it.
            if ["header", "text", "form", "bearer"].contains(where: field.name.hasSuffix) {
                let body = try run("send", field.name).output
                #expect(!spellings(in: body).isEmpty, "\(field.name): \(body)")
            }
            if !sent.output.isEmpty {
                #expect(spellings(in: try withoutResponses(sent.output)) == [], "\(field.name): \(sent.output)")
            }
            #expect(spellings(in: sent.errors) == [], "\(field.name): \(sent.errors)")
            for format in ["curl", "url", "yaml", "swift", "swift-builder", "swift-macros"] {
                let exported = try run("export", field.name, "--as", format)
                let text = exported.output + exported.errors
                #expect(spellings(in: text) == [], "\(field.name) as \(format): \(text)")
            }
        }
        let whole = try run("run", "--json")
        #expect(whole.output.contains("multipart"), "\(whole.output)\(whole.errors)")
        #expect(spellings(in: whole.output + whole.errors) == [], "\(whole.output)\(whole.errors)")
        let lines = try run("run")
        #expect(lines.output.contains("multipart"), "\(lines.output)\(lines.errors)")
        #expect(spellings(in: lines.output + lines.errors) == [], "\(lines.output)\(lines.errors)")
        try expectNoFileHasIt(place)
    }

    @Test(
        "on screen it is in no tab but an answer's body, not in the log, in nothing that is copied, and no file has it")
    func screen() throws {
        let place = try place()
        // A secret in the host leaves this machine: no question comes in between.
        let trust = try ProgramRun(["trust", "--agree"], at: place, environment: ["TOKEN": Self.secret])
        #expect(trust.status == 0, "\(trust.errors)")
        let session = try place.start(size: .large, environment: ["TOKEN": Self.secret])
        for field in Self.fields {
            try session.showRequest("\(field.name).yml", named: field.name)
            try session.type("s")
            try session.waitFor("the end of \(field.name)") { screen in
                ["✓", "!", "↪", "✗", "Not sent"].contains {
                    screen.responseTitle.contains($0) || screen.row(with: "Not sent").contains($0)
                }
            }
            try expectHidden(session, field.name)
        }
        try session.type("4z")
        try session.waitFor("the log alone") { $0.rows.filter { $0.contains("debug") }.count > 10 }
        for _ in 0..<8 {
            #expect(spellings(in: session.screen.text) == [])
            try session.press(.pageUp)
        }
        try session.type("z")
        #expect(try session.quit() == 0)
        try expectNoFileHasIt(place)
    }

    /// Goes through the tabs of the response, and copies everything but the body.
    private func expectHidden(_ session: TerminalSession, _ name: String) throws {
        try session.type("3")
        for tab in ["Headers", "Timing", "Attempts"] + (name.hasSuffix("checks") ? ["Checks"] : []) {
            try session.showResponseTab(tab)
            #expect(spellings(in: session.screen.text) == [], "\(name), \(tab): \(session.screen.text)")
        }
        for choice in ["URL", "curl", "YAML"] {
            try session.type("y")
            try session.waitFor("the menu") { $0.contains("as it is sent") }
            try session.type(choice)
            try session.press(.enter)
            try session.waitFor("what was copied of \(name) as \(choice)") { !$0.contains("as it is sent") }
            let copied = session.screen.clipboard.flatMap { Data(base64Encoded: $0) } ?? Data()
            #expect(spellings(in: String(decoding: copied, as: UTF8.self)) == [], "\(name) as \(choice)")
            #expect(spellings(in: session.screen.text) == [], "\(name), \(choice): \(session.screen.text)")
        }
        try session.showResponseTab("Body")
        try session.type("1")
    }
}

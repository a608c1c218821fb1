import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a server gives every secret back in every spelling, and no file has one", .serialized)
struct SecretsInEverySpelling {
    // MARK: - Secrets

    /// The secrets by their source; the letter asks the server to give one back.
    private enum Secret: Character, CaseIterable {
        /// A variable that is secret, which the process's environment holds.
        case variable = "t"
        /// One that may be in front of an `@`.
        case simple = "s"
        /// A token that the server issues.
        case issued = "i"
        /// A value that an action captures from a response.
        case captured = "c"
        /// A value of `--var`.
        case given = "v"
        /// The password that the login sends.
        case login = "l"
        /// The value that a person types when asked for it.
        case asked = "a"

        var value: String {
            switch self {
            case .variable: "Zq7/+x\"y\"&é-tail"
            case .simple: "sim-ple_Secret.42"
            case .issued: "iss/ued+Token-77=="
            case .captured: "cap/tured+Va\"lue9"
            case .given: "giv/en+by\"Var31&"
            case .login: "log/in+Pass\"word5"
            case .asked: "ask/ed+for\"it77"
            }
        }
    }

    /// A value in the ways in which servers write one, made without the code that masks.
    private static func spellings(of value: String) -> [String] {
        let bytes = Array(value.utf8)
        func hex(_ number: some BinaryInteger, _ digits: Int, _ isUpper: Bool) -> String {
            let text = String(number, radix: 16, uppercase: isUpper)
            return String(repeating: "0", count: digits - text.count) + text
        }
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        let percent = value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        let lower = bytes.map { byte in
            unreserved.contains(Unicode.Scalar(byte)) && byte < 0x80
                ? String(Unicode.Scalar(byte)) : "%" + hex(byte, 2, false)
        }.joined()
        let everyByte = [true, false].map { isUpper in bytes.map { "%" + hex($0, 2, isUpper) }.joined() }
        let json = value.replacing("\"", with: "\\\"")
        let everyUnit = [true, false].map { isUpper in value.utf16.map { "\\u" + hex($0, 4, isUpper) }.joined() }
        let ascii = json.utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : "\\u" + hex($0, 4, false) }.joined()
        let html = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        return [value, percent, lower, json, json.replacing("/", with: "\\/"), ascii, html] + everyByte + everyUnit
    }

    /// Returns a text in base64, whole, with what may be before it.
    private static func base64(of value: String) -> [String] {
        ["", "x", "xy"].flatMap { prefix in
            let text = Data((prefix + value).utf8).base64EncodedString()
            return [text, text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")]
        }
    }

    /// The bytes that no file may hold: for base64, the characters that depend on the value alone.
    private static let forbidden: [(secret: Secret, bytes: [UInt8])] = Secret.allCases.flatMap { secret in
        let cores = base64(of: secret.value).map { String($0.dropFirst(4).prefix(12)) }
        return (spellings(of: secret.value) + cores).map { (secret, Array($0.utf8)) }
    }

    private static func found(in data: Data) -> [String] {
        forbidden.filter { data.range(of: Data($0.bytes)) != nil }
            .map { "\($0.secret): \(String(decoding: $0.bytes, as: UTF8.self))" }
    }

    // MARK: - The server

    private static let modes = ["plain", "chunked", "gzip", "fields", "redirect", "broken"]

    /// "/MODE/LETTERS…" gives the secrets of these letters back in that mode.
    private static func server() throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead(), let line = head.split(separator: "\r\n").first else { return }
            let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
            _ = connection.read(length ?? 0)
            let parts = line.split(separator: " ")[1].split(whereSeparator: { "/?#".contains($0) }).map(String.init)
            let isAnswered = !head.contains("X-Digest") || head.contains("Authorization: Digest")
            connection.write(response(parts, isLoggedIn: head.contains("seat=42"), isAnswered: isAnswered))
        }
    }

    private static func response(_ path: [String], isLoggedIn: Bool, isAnswered: Bool) -> [UInt8] {
        switch path.first {
        // Who waits to be asked is asked.
        case _ where !isAnswered:
            return bytes("401 Unauthorized", ["WWW-Authenticate: Digest realm=\"a\", nonce=\"n\", qop=\"auth\""], [])
        case "token":
            return json(#"{"access_token":"\#(Secret.issued.value)","token_type":"Bearer","expires_in":3600}"#)
        case "capture":
            let value = Secret.captured.value.replacing("\"", with: "\\\"")
            let others = spellings(of: Secret.captured.value).dropFirst().map { $0.replacing("\"", with: "'") }
            return json("{\"ticket\":\"\(value)\",\"again\":\"\(others.last ?? "")\",\"more\":\"\(others[0])\"}")
        case "login": return bytes("200 OK", ["Set-Cookie: seat=42; Path=/"], Array("welcome".utf8))
        case "guarded" where !isLoggedIn: return bytes("401 Unauthorized", [], Array(document("l").utf8))
        case "guarded": return bytes("200 OK", [], Array(document("l").utf8))
        default: return path.count > 1 ? response(path[0], path[1]) : bytes("404 Not Found", [], [])
        }
    }

    private static func document(_ letters: String) -> String {
        letters.compactMap { Secret(rawValue: $0)?.value }.flatMap { spellings(of: $0) + base64(of: $0) }
            .map { "<\($0)>\n" }.joined()
    }

    private static func response(_ mode: String, _ letters: String) -> [UInt8] {
        let body = Array(document(letters).utf8)
        switch mode {
        case "chunked":
            // Every border falls into something.
            let chunks = stride(from: 0, to: body.count, by: 5).map { Array(body[$0..<min($0 + 5, body.count)]) }
            let written = chunks.flatMap { Array("\(String($0.count, radix: 16))\r\n".utf8) + $0 + Array("\r\n".utf8) }
            return Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".utf8) + written
                + Array("0\r\n\r\n".utf8)
        case "gzip": return bytes("200 OK", ["Content-Encoding: gzip"], gzip(body))
        case "fields":
            let values = document(letters).split(separator: "\n").enumerated().map { "X-Echo-\($0): \($1)" }
            return bytes("203 \(Secret(rawValue: letters.first ?? "t")?.value ?? "")", values, body)
        case "redirect":
            let value = Secret(rawValue: letters.first ?? "t")?.value ?? ""
            let written = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return bytes("302 Found", ["Location: /fields/\(letters)?back=\(written)"], body)
        case "broken":
            return Array("HTTP/1.1 500 Oh\r\nContent-Length: \(body.count + 9)\r\nConnection: close\r\n\r\n".utf8)
                + body
        default: return bytes("200 OK", [], body)
        }
    }

    private static func json(_ text: String) -> [UInt8] {
        bytes("200 OK", ["Content-Type: application/json"], Array(text.utf8))
    }

    private static func bytes(_ status: String, _ fields: [String], _ body: [UInt8]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.count)", "Connection: close", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }

    /// Returns the bytes as they are, in the frame of gzip.
    ///
    /// - Source: RFC 1952, section 2.2; RFC 1951, section 3.2.4.
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        func little(_ number: UInt32, _ count: UInt32) -> [UInt8] {
            (0..<count).map { place in UInt8(truncatingIfNeeded: number >> (8 * place)) }
        }
        var check = UInt32.max
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        let length = UInt32(bytes.count)
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
        return head + little(length, 2) + little(~length, 2) + bytes + little(~check, 4) + little(length, 4)
    }

    // MARK: - The collection

    private static let encoded = "settings: {encodeUrl: true}\n"
    private static func auth(_ text: String) -> String { "  auth: {\(text)}\n" }
    private static func body(_ text: String) -> String { "  body: {\(text)}\n" }

    /// The fields by name: the path below the server, or a URL, and the rest of the request's file; sent in this order.
    private static let fields: [(name: String, url: String, more: String)] = [
        ("path", "/{{mode}}/t/{{TOKEN}}", encoded),
        ("query", "/{{mode}}/t?page={{TOKEN}}", encoded),
        ("raw", "/{{mode}}/t?page={{TOKEN}}", ""),
        ("fragment", "/{{mode}}/t#{{TOKEN}}", encoded),
        ("userinfo", "http://me:{{SIMPLE}}@{{place}}/{{mode}}/s", ""),
        ("header", "/{{mode}}/t", "  headers: [{name: X-Trace, value: \"a {{TOKEN}} b\"}]\n"),
        ("cookie", "/{{mode}}/t", "  headers: [{name: Cookie, value: \"a=1; b={{TOKEN}}\"}]\n"),
        ("json", "/{{mode}}/t", body(#"type: json, data: '{"page": "{{TOKEN}}"}'"#)),
        ("note", "/{{mode}}/t", body("type: text, data: '{{NOTE}}'")),
        ("form", "/{{mode}}/t", body("type: form-urlencoded, data: [{name: page, value: \"{{TOKEN}}\"}]")),
        (
            "multipart", "/{{mode}}/t",
            body("type: multipart-form, data: [{name: page, type: text, value: \"{{TOKEN}}\"}]")
        ),
        ("basic", "/{{mode}}/t", auth("type: basic, username: me, password: \"{{TOKEN}}\"")),
        ("bearer", "/{{mode}}/t", auth("type: bearer, token: \"{{TOKEN}}\"")),
        ("key", "/{{mode}}/t", auth("type: apikey, key: thing, value: \"{{TOKEN}}\", placement: query")),
        (
            "digest", "/{{mode}}/t",
            "  headers: [{name: X-Digest, value: yes}]\n" + auth("type: digest, username: me, password: \"{{TOKEN}}\"")
        ),
        ("wsse", "/{{mode}}/t", auth("type: wsse, username: me, password: \"{{TOKEN}}\"")),
        (
            "aws", "/{{mode}}/t",
            auth("type: awsv4, accessKeyId: me, secretAccessKey: \"{{TOKEN}}\", service: s3, region: eu")
        ),
        ("oauth1", "/{{mode}}/t", auth("type: oauth1, consumerKey: me, consumerSecret: \"{{TOKEN}}\"")),
        (
            "oauth2", "/{{mode}}/ti",
            auth(
                "type: oauth2, flow: client_credentials, accessTokenUrl: \"{{echo}}/token\", credentials: {clientId: me, clientSecret: \"{{TOKEN}}\"}"
            )
        ),
        (
            "capture", "/capture",
            """
            runtime:
              actions:
                - {type: set-variable, phase: after-response, selector: {expression: res.body.ticket, method: jsonq}, variable: {name: CAPTURED, scope: runtime}}

            """
        ),
        ("captured", "/{{mode}}/c?page={{CAPTURED}}", encoded),
        ("given", "/{{mode}}/v", "  headers: [{name: X-Trace, value: \"{{GIVEN}}\"}]\n"),
        ("guarded", "/guarded/{{mode}}", ""),
        ("login", "/login", body(#"type: json, data: '{"password": "{{LOGIN}}"}'"#)),
    ]

    private static let graphQL = """
        info: {name: graphql, type: graphql, seq: 90}
        graphql: {url: "{{echo}}/{{mode}}/t", body: {query: '{ user(id: "{{TOKEN}}") }', variables: '{"n": "{{SIMPLE}}"}'}}

        """

    private static let asked = Fixture.request(
        "asked", method: "POST", url: "{{echo}}/{{mode}}/a", more: body("type: text, data: '{{ASKED}}'"))

    private static func file(_ index: Int) -> String {
        let field = fields[index]
        let url = field.url.hasPrefix("/") ? "{{echo}}" + field.url : field.url
        return Fixture.request(field.name, method: "POST", url: url, more: field.more)
            .edited("  type: http\n", "  type: http\n  seq: \(index + 1)\n")
    }

    private static func place() throws -> StoryPlace {
        let secret = ["TOKEN", "SIMPLE", "CAPTURED", "GIVEN", "LOGIN", "ASKED"]
            .map { "  - name: \($0)\n    secret: true\n" }.joined()
        var files = [
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + secret + "  - name: NOTE\n    value: \"x {{TOKEN}} y\"\n",
            "microscope.yaml": "version: 1\nrequests: {all/guarded.yml: {login: all/login.yml}}\n",
            "all/graphql.yml": graphQL, "asked.yml": asked,
        ]
        for index in fields.indices { files["all/\(fields[index].name).yml"] = file(index) }
        return try StoryPlace(files)
    }

    private static let environment = [
        "TOKEN": Secret.variable.value, "SIMPLE": Secret.simple.value, "LOGIN": Secret.login.value,
    ]

    private static func variables(_ server: RawServer, _ mode: String) -> [String: String] {
        ["echo": server.baseURL, "place": "127.0.0.1:\(server.port)", "mode": mode, "GIVEN": Secret.given.value]
    }

    // MARK: - Where none must be

    /// Expects that no file that the program wrote has a secret, but those that are there for secrets.
    private func expectNoFileHasOne(_ place: StoryPlace, _ location: SourceLocation = #_sourceLocation) throws {
        let history = place.home.appendingPathComponent("state/history/history.sqlite").path
        #expect(FileManager.default.fileExists(atPath: history), sourceLocation: location)
        for root in [place.home, place.collection] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
                let name = (path as NSString).lastPathComponent
                // What it printed is looked at by itself.
                guard !["out-", "err-"].contains(where: name.hasPrefix),
                    !["data/tokens.json", "data/secrets.json"].contains(path),
                    let bytes = FileManager.default.contents(atPath: root.appendingPathComponent(path).path),
                    !bytes.isEmpty
                else { continue }
                #expect(Self.found(in: bytes) == [], "\(path)", sourceLocation: location)
            }
        }
    }

    @Test("the server really writes them all, so that this test can fail")
    func canFail() {
        let document = Data(Self.document(String(Secret.allCases.map(\.rawValue))).utf8)
        #expect(Set(Self.found(in: document)).count == Set(Self.forbidden.map { "\($0.secret)\($0.bytes)" }).count)
    }

    @Test("from the command line: run, send with all that is said on the wire, list and show", arguments: modes)
    func commandLine(mode: String) throws {
        let (server, place) = (try Self.server(), try Self.place())
        let values = ["--env", "local"] + Self.variables(server, mode).flatMap { ["--var", "\($0.key)=\($0.value)"] }
        func run(_ words: [String]) throws -> ProgramRun {
            try ProgramRun(words, at: place, environment: Self.environment)
        }
        let all = try run(["run", "all", "--json"] + values)
        #expect(all.output.contains("graphql") && all.output.contains("all/captured"), "\(all.output)\(all.errors)")
        #expect(Self.found(in: all.outputBytes + Data(all.errors.utf8)) == [])
        for name in ["query", "userinfo", "basic", "oauth2", "given", "guarded", "graphql"] {
            let sent = try run(["send", "all/\(name)", "--verbose"] + values)
            #expect(sent.errors.contains("HTTP/1.1"), "\(sent.errors)")
            // They were given back.
            if !["redirect", "broken"].contains(mode) {
                #expect(!Self.found(in: sent.outputBytes).isEmpty, "\(name): \(sent.output)")
            }
            #expect(Self.found(in: Data(sent.errors.utf8)) == [], "\(name)")
        }
        let list = try run(["history", "list", "-n", "0", "--json"])
        #expect(list.output.contains("all/guarded"))
        for address in ["@", "all/oauth2@", "all/captured@", "all/guarded@"] {
            let shown = try run(["history", "show", address])
            #expect(shown.status == 0 && Self.found(in: shown.outputBytes) == [], "\(address)")
        }
        #expect(Self.found(in: list.outputBytes) == [])
        try expectNoFileHasOne(place)
    }

    @Test("from the screen, with one that is typed when it is asked for")
    func screen() throws {
        let (server, place) = (try Self.server(), try Self.place())
        let session = try place.start(
            size: .large, variables: Self.variables(server, "chunked"), environment: Self.environment)
        for name in Self.fields.map(\.name) + ["graphql"] {
            try session.showRequest("all/\(name).yml", named: name)
            try session.type("s")
            try session.waitFor("the end of \(name)") { $0.responseTitle.contains("✓ 200") }
        }
        try session.showRequest("asked.yml", named: "asked")
        try session.type("s")
        try session.waitFor("the question") { $0.contains("ASKED") && $0.cursor != nil }
        try session.type(Secret.asked.value)
        try session.press(.enter)
        try session.waitFor("the end of asked") { $0.responseTitle.contains("✓ 200") }
        try session.type("4z")
        try session.waitFor("the log alone") { $0.rows.filter { $0.contains("debug") }.count > 10 }
        for _ in 0..<8 {
            #expect(Self.found(in: Data(session.screen.text.utf8)) == [])
            try session.press(.pageUp)
        }
        try session.type("z")
        #expect(try session.quit() == 0)
        try expectNoFileHasOne(place)
    }
}

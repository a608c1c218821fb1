import Foundation
import TestSupport
import Testing

/// Every place of a request that a secret can be in, times every surface on which text comes out.
///
/// A new place is a row of `places`, a new surface a row of `surfaces`. Known by design and no surfaces here: the body of a response on standard
/// output, which is what the server said, and everything under `--show-secrets`.
@Suite("Story: wherever a secret stands in a request, no surface shows it", .serialized)
struct SecretsFromEveryPlace {
    /// A place of a request: the text after its name in the path below the server, or a URL, and the rest of the file. `SECRET` is a template that
    /// has the secret.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        var url = ""
        var more = ""
        /// The source of the secret.
        var source = Source.process
        /// Further files of the collection; `VALUE` is the secret itself.
        var files: [String: String] = [:]
        /// Whether the secret is without the letters and signs that the place cannot have.
        var isPlain = false
        var testDescription: String { name }

        enum Source { case process, processVariable, dotEnv, session, global, server }

        /// The number that makes its names and values its own, so that no place hides another.
        var number: Int { (Place.all.firstIndex { $0.name == name } ?? 0) + 11 }

        var secret: String {
            isPlain ? "Sec\(number)ret-Of\(number)Plain" : "Se\(number)c/+re t\"é\(number)&tail\(number)x"
        }

        /// The variable that has it.
        var variable: String {
            switch source {
            case .processVariable: "SERVICE_TOKEN_\(number)"
            case .dotEnv: "FILE_PASSWORD_\(number)"
            default: "SECRET\(number)"
            }
        }

        var template: String {
            [.processVariable, .dotEnv].contains(source) ? "{{process.env.\(variable)}}" : "{{\(variable)}}"
        }

        /// The variables of the program's environment.
        var environment: [String: String] {
            [.process, .processVariable, .global].contains(source) ? [variable: secret] : [:]
        }
    }
}

// MARK: - Places

extension SecretsFromEveryPlace.Place {
    private typealias Place = SecretsFromEveryPlace.Place
    private static let encoded = "settings: {encodeUrl: true}\n"
    private static func auth(_ text: String) -> String { "  auth: {\(text)}\n" }
    private static func body(_ text: String) -> String { "  body: {\(text)}\n" }
    private static func field(_ name: String, _ value: String) -> String {
        "  headers: [{name: '\(name)', value: '\(value)'}]\n"
    }

    private static let token = "accessTokenUrl: '{{echo}}/NAME/token'"
    private static func capture(_ expression: String, _ variable: String) -> String {
        """
        runtime:
          actions:
            - {type: set-variable, phase: after-response, selector: {expression: "\(expression)", method: jsonq}, variable: {name: \(variable), scope: runtime}}

        """
    }

    static let all: [SecretsFromEveryPlace.Place] = [
        Place(name: "path", url: "/SECRET/x", more: encoded),
        Place(name: "queryValue", url: "?page=SECRET", more: encoded),
        Place(name: "queryName", url: "?SECRET=page", more: encoded),
        Place(name: "queryNameAsItIs", url: "?SECRET=page", isPlain: true),
        Place(name: "userInformation", url: "http://me:SECRET@{{place}}/NAME", isPlain: true),
        Place(name: "fieldValue", more: field("X-Trace", "a SECRET b")),
        Place(name: "fieldName", more: field("SECRET", "a"), isPlain: true),
        Place(name: "hostField", more: field("Host", "SECRET.test"), isPlain: true),
        Place(name: "cookie", more: field("Cookie", "a=1; b=SECRET"), isPlain: true),
        Place(name: "jsonBody", more: body(#"type: json, data: '{"page": "SECRET"}'"#)),
        Place(name: "textBody", more: body("type: text, data: 'x SECRET y'")),
        Place(name: "formBody", more: body("type: form-urlencoded, data: [{name: page, value: 'SECRET'}]")),
        Place(name: "parts", more: body("type: multipart-form, data: [{name: page, type: text, value: 'SECRET'}]")),
        Place(
            name: "fileName", more: body("type: multipart-form, data: [{name: page, type: file, value: ['SECRET']}]"),
            files: ["VALUE": "content"], isPlain: true),
        Place(name: "basic", more: auth("type: basic, username: me, password: 'SECRET'")),
        Place(name: "bearer", more: auth("type: bearer, token: 'SECRET'"), isPlain: true),
        Place(name: "keyInField", more: auth("type: apikey, key: thing, value: 'SECRET', placement: header")),
        Place(name: "keyInQuery", more: auth("type: apikey, key: thing, value: 'SECRET', placement: query")),
        Place(name: "digest", more: auth("type: digest, username: me, password: 'SECRET'")),
        Place(name: "wsse", more: auth("type: wsse, username: me, password: 'SECRET'")),
        Place(
            name: "aws", more: auth("type: awsv4, accessKeyId: me, secretAccessKey: 'SECRET', service: s3, region: eu")),
        Place(name: "oauth1", more: auth("type: oauth1, consumerKey: me, consumerSecret: 'SECRET'")),
        Place(
            name: "oauth1PlainInQuery",
            more: auth(
                "type: oauth1, consumerKey: me, consumerSecret: 'SECRET', signatureMethod: PLAINTEXT, placement: query")
        ),
        Place(
            name: "oauth2ClientSecret",
            more: auth(
                "type: oauth2, flow: client_credentials, \(token), credentials: {clientId: me, clientSecret: 'SECRET'}")
        ),
        Place(
            name: "oauth2Password",
            more: auth(
                "type: oauth2, flow: resource_owner_password_credentials, \(token), credentials: {clientId: me}, resourceOwner: {username: me, password: 'SECRET'}"
            )),
        Place(
            name: "oauth2Token",
            more: auth(
                "type: oauth2, flow: client_credentials, \(token), credentials: {clientId: me, clientSecret: me}"),
            source: .server, isPlain: true),
        Place(
            name: "captured", more: capture("res.headers['x-ticket']", "accessToken"), source: .server, isPlain: true),
        Place(
            name: "process", more: field("X-Process", "SECRET"), source: .processVariable, isPlain: true),
        Place(name: "processInURL", url: "?page=SECRET", source: .processVariable, isPlain: true),
        Place(name: "dotEnv", more: field("X-File", "SECRET"), source: .dotEnv, isPlain: true),
        Place(name: "session", more: field("X-Session", "SECRET"), source: .session),
        Place(name: "global", url: "?page=SECRET", more: encoded, source: .global),
        Place(
            name: "requestVariable", url: "?page={{outer}}",
            more: "runtime:\n  variables: [{name: outer, value: 'x-SECRET'}]\n"),
        Place(
            name: "folderVariable", url: "?page={{folderOuter}}",
            files: [
                "all/folder.yml":
                    "info: {name: all, type: folder}\nrequest:\n  variables: [{name: folderOuter, value: 'x-SECRET'}]\n"
            ]),
        Place(
            name: "collectionVariable", url: "?page={{rootOuter}}",
            files: [
                "opencollection.yml":
                    Fixture.root + "request:\n  variables: [{name: rootOuter, value: 'x-SECRET'}]\n"
            ]),
        Place(name: "proxy", url: "http://api.test/NAME", files: ["opencollection.yml": proxy]),
        Place(
            name: "certificate", url: "https://{{place}}/NAME",
            files: ["opencollection.yml": certificate, "a.p12": "?"]),
    ]

    private static let proxy =
        Fixture.root + """
            config:
              proxy:
                inherit: false
                config:
                  protocol: http
                  hostname: 127.0.0.1
                  port: "{{port}}"
                  auth: {username: me, password: 'SECRET'}

            """
    private static let certificate =
        Fixture.root + """
            config:
              clientCertificates:
                - {type: pkcs12, domain: 127.0.0.1, pkcs12FilePath: a.p12, passphrase: 'SECRET'}

            """

    // MARK: - Files

    /// The request's file.
    private var file: String {
        let url = url.contains("://") ? url : "{{echo}}/NAME" + url
        return Fixture.request(name, method: "POST", url: filled(url), more: filled(more))
    }

    private func filled(_ text: String) -> String {
        text.replacing("SECRET", with: template).replacing("NAME", with: name).replacing("VALUE", with: secret)
    }

    /// A collection that has the requests of some places.
    static func story(_ places: [SecretsFromEveryPlace.Place]) throws -> StoryPlace {
        let declared = places.filter { ![.processVariable, .dotEnv, .global].contains($0.source) }
            .map { "  - name: \($0.variable)\n    secret: true\n" }.joined()
        let global = places.filter { $0.source == .global }.map { "{name: \($0.variable), secret: true}" }
        var files = [
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment + declared,
            "microscope.yaml": "version: 1\nenvironments: {local: {protected: true}}\n",
            "../workspace.yml": "info: {name: W, type: workspace}\n",
            "../environments/everywhere.yml": "variables: [\(global.joined(separator: ", "))]\n",
            ".env": places.filter { $0.source == .dotEnv }.map { "\($0.variable)=\($0.secret)\n" }.joined(),
        ]
        for place in places {
            files["all/\(place.name).yml"] = place.file
            for (path, text) in place.files { files[place.filled(path)] = place.filled(text) }
        }
        return try StoryPlace(files)
    }

    /// Options of all commands that send or export.
    static func options(_ places: [SecretsFromEveryPlace.Place], _ server: RawServer) -> [String] {
        let values =
            places.filter { $0.source == .session }.map { "\($0.variable)=\($0.secret)" } + [
                "echo=\(server.baseURL)", "place=127.0.0.1:\(server.port)", "port=\(server.port)",
            ]
        return ["--env", "local", "--global-env", "everywhere"] + values.flatMap { ["--var", $0] }
    }

    // MARK: - Spellings

    /// The ways in which the secret may come out, made without the code that masks.
    var spellings: [[UInt8]] {
        let bytes = Array(secret.utf8)
        let percent = Self.percent(secret)
        let json = secret.replacing("\"", with: "\\\"")
        let ascii = json.utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : "\\u00" + String($0, radix: 16) }
            .joined()
        let latin1 = String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
        let cut = String(secret.prefix { $0 != "&" })
        let texts = [
            secret, percent, percent.replacing("%20", with: "+"), Self.percent(percent), json, ascii,
            json.replacing("/", with: "\\/"), secret.lowercased(), latin1, cut, Self.percent(cut),
        ]
        return texts.map { Array($0.utf8) }
    }

    /// The secret in Base64, at each of its three places in a group.
    private var base64: [String] { ["", "x", "xy"].map { Data(($0 + secret).utf8).base64EncodedString() } }

    /// The spellings that a server sends back.
    var echoes: [[UInt8]] { spellings + base64.map { Array($0.utf8) } }

    /// The bytes that must not come out: for Base64, whose ends depend on what is beside it, a part from within.
    private var traces: [[UInt8]] { spellings + base64.map { Array($0.dropFirst(4).prefix(12).utf8) } }

    private static func percent(_ text: String) -> String {
        let kept = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
    }

    func found(in data: Data) -> [String] {
        traces.filter { data.range(of: Data($0)) != nil }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension SecretsFromEveryPlace {
    // MARK: - Surfaces

    /// The surfaces by name: the words of a command line, in which `REQUEST` is the request. Its standard output and standard error are looked at.
    private static let surfaces: [(name: String, words: [String])] = [
        ("what a collection could reach", ["trust", "--agree"]),
        ("what is wrong with a collection", ["check"]),
        ("what git would send", ["review"]),
        ("what was said on the wire", ["send", "REQUEST", "--verbose", "--yes"]),
        ("a report", ["send", "REQUEST", "--json", "--yes"]),
        ("a failure", ["send", "REQUEST", "--json", "--yes", "--var", "echo=http://127.0.0.1:1"]),
        ("the summary of a run", ["run", "all", "--json", "--yes"]),
        ("tokens", ["token"]),
        ("the history's list", ["history", "list", "--json"]),
        ("an exchange of the history", ["history", "show", "REQUEST@"]),
        ("an archive", ["history", "export", "REQUEST@", "--as", "har"]),
        ("what is masked in an archive", ["history", "export", "REQUEST@", "--preview"]),
        ("a past request for a shell", ["history", "export", "REQUEST@", "--as", "curl"]),
        ("a past exchange for people", ["history", "export", "REQUEST@", "--as", "markdown"]),
        ("a request for a shell", ["export", "REQUEST", "--as", "curl"]),
        ("a URL", ["export", "REQUEST", "--as", "url"]),
        ("a request in Swift", ["export", "REQUEST", "--as", "swift"]),
        ("a request for the builder", ["export", "REQUEST", "--as", "swift-builder"]),
        ("a request for the macros", ["export", "REQUEST", "--as", "swift-macros"]),
    ]

    /// Gives the secret of the place that the path names back in fields, in each spelling that a field can have.
    static func server() throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
            _ = connection.read(length ?? 0)
            let path = head.split(separator: " ").dropFirst().first?.replacing("http://api.test", with: "") ?? ""
            let name = path.dropFirst().prefix { !"/?".contains($0) }
            guard let place = Place.all.first(where: { $0.name == name }) else { return }
            connection.write(Array(response(to: head, place).utf8))
        }
    }

    private static func response(to head: String, _ place: Place) -> String {
        if head.hasPrefix("POST /\(place.name)/token") {
            let token = place.source == .server ? place.secret : "t0ken-of-\(place.number)"
            let body = #"{"access_token":"\#(token)","token_type":"Bearer","expires_in":3600}"#
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Connection: close\r\n\r\n\(body)"
        }
        // Who waits to be asked is asked.
        if place.name == "digest", !head.contains("Authorization: Digest") {
            let challenge = "WWW-Authenticate: Digest realm=\"a\", nonce=\"n\", qop=\"auth\""
            return "HTTP/1.1 401 Unauthorized\r\n\(challenge)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
        let ticket = place.source == .server ? "X-Ticket: \(place.secret)\r\n" : ""
        let written = place.echoes.map { "X-Echo: <" + String(decoding: $0, as: UTF8.self) + ">\r\n" }.joined()
        return "HTTP/1.1 200 OK\r\n\(ticket)\(written)Content-Length: 2\r\nConnection: close\r\n\r\nok"
    }

    @Test("on the command line and in every file that is written", arguments: Place.all)
    func everySurface(place: Place) throws {
        let server = try Self.server()
        let story = try Place.story([place])
        let values = Place.options([place], server)
        for surface in Self.surfaces {
            let words = surface.words.map { $0.replacing("REQUEST", with: "all/\(place.name)") }
            let own = ["send", "run", "export"].contains(words[0]) ? values : []
            let run = try ProgramRun(
                Array(words.prefix(2)) + own + Array(words.dropFirst(2)), at: story, environment: place.environment)
            let shown = run.outputBytes + Data(run.errors.utf8)
            #expect(place.found(in: shown) == [], "\(surface.name): \(String(decoding: shown, as: UTF8.self))")
        }
        try expectNoFileHasOne([place], story)
    }

    func expectNoFileHasOne(_ places: [Place], _ story: StoryPlace) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: story.home.path) {
            let isOutput = ["out-", "err-"].contains { (path as NSString).lastPathComponent.hasPrefix($0) }
            guard !isOutput, !["data/tokens.json", "data/secrets.json"].contains(path),
                let bytes = FileManager.default.contents(atPath: story.home.appendingPathComponent(path).path)
            else { continue }
            for place in places { #expect(place.found(in: bytes) == [], "\(place.name): \(path)") }
        }
    }
}

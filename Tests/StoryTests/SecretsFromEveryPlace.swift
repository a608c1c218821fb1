import Foundation
import TestSupport
import Testing

/// Every place of a request in which a secret can stand, times every surface on which text comes out.
///
/// A new place is a row of `places`, a new surface a row of `surfaces`. Known by design and no surfaces here: the body of a response on standard
/// output, which is what the server said, and everything under `--show-secrets`.
@Suite("Story: wherever a secret stands in a request, no surface shows it", .serialized)
struct SecretsFromEveryPlace {
    /// A place of a request: the path below the server or a URL, and the rest of the file. `SECRET` is a template that has the secret.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        var url = "/p"
        var more = ""
        /// What takes the place of `SECRET`, when it is no secret of the environment.
        var template: String?
        /// Without the letters and signs that the place cannot have.
        var isPlain = false
        var testDescription: String { name }

        /// Of its own, so that one place cannot hide another.
        var secret: String {
            let number = (Place.all.firstIndex { $0.name == name } ?? 0) + 11
            return isPlain ? "Sec\(number)ret-Of\(number)Plain" : "Se\(number)c/+re t\"é\(number)&tail\(number)x"
        }

        var usedTemplate: String { template ?? "{{SECRET}}" }
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

    static let all: [SecretsFromEveryPlace.Place] = [
        Place(name: "path", url: "/p/SECRET/x", more: encoded),
        Place(name: "queryValue", url: "/p?page=SECRET", more: encoded),
        Place(name: "queryName", url: "/p?SECRET=page", more: encoded),
        Place(name: "queryNameAsItIs", url: "/p?SECRET=page", isPlain: true),
        Place(name: "userInformation", url: "http://me:SECRET@HOST/p", isPlain: true),
        Place(name: "fieldValue", more: field("X-Trace", "a SECRET b")),
        Place(name: "fieldName", more: field("SECRET", "a"), isPlain: true),
        Place(name: "hostField", more: field("Host", "SECRET.test"), isPlain: true),
        Place(name: "cookie", more: field("Cookie", "a=1; b=SECRET"), isPlain: true),
        Place(name: "jsonBody", more: body(#"type: json, data: '{"page": "SECRET"}'"#)),
        Place(name: "textBody", more: body("type: text, data: 'x SECRET y'")),
        Place(name: "formBody", more: body("type: form-urlencoded, data: [{name: page, value: 'SECRET'}]")),
        Place(name: "parts", more: body("type: multipart-form, data: [{name: page, type: text, value: 'SECRET'}]")),
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
            name: "process", more: field("X-Trace", "SECRET"), template: "{{process.env.SERVICE_TOKEN}}", isPlain: true),
        Place(name: "processInURL", url: "/p?page=SECRET", template: "{{process.env.SERVICE_TOKEN}}", isPlain: true),
        Place(
            name: "dotEnv", more: field("X-Trace", "SECRET"), template: "{{process.env.FILE_PASSWORD}}", isPlain: true),
        Place(
            name: "requestVariable", url: "/p?page={{outer}}",
            more: "runtime:\n  variables: [{name: outer, value: 'x-SECRET'}]\n"),
    ]

    /// The request's file.
    var file: String {
        let url = (url.hasPrefix("/") ? "{{echo}}" + url : url.replacing("HOST", with: "{{place}}"))
        return Fixture.request(
            name, method: "POST", url: url.replacing("SECRET", with: usedTemplate),
            more: more.replacing("SECRET", with: usedTemplate))
    }

    // MARK: - Spellings

    /// In the ways in which it may come out, made without the code that masks.
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

    /// At each of its three places in a group.
    private var base64: [String] { ["", "x", "xy"].map { Data(($0 + secret).utf8).base64EncodedString() } }

    /// What a server says back.
    var echoes: [[UInt8]] { spellings + base64.map { Array($0.utf8) } }

    /// What must not come out: of Base64, whose ends depend on what stands beside it, a part from within.
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

    /// By name: the words of a command line, in which `REQUEST` is the request. What comes out on standard output and standard error is looked at.
    private static let surfaces: [(name: String, words: [String])] = [
        ("what was said on the wire", ["send", "REQUEST", "--verbose"]),
        ("a report", ["send", "REQUEST", "--json"]),
        ("a failure", ["send", "REQUEST", "--json", "--var", "echo=http://127.0.0.1:1"]),
        ("the summary of a run", ["run", "all", "--json"]),
        ("the history's list", ["history", "list", "--json"]),
        ("an exchange of the history", ["history", "show", "REQUEST@"]),
        ("an archive", ["history", "export", "REQUEST@", "--as", "har"]),
        ("a past request for a shell", ["history", "export", "REQUEST@", "--as", "curl"]),
        ("a past exchange for people", ["history", "export", "REQUEST@", "--as", "markdown"]),
        ("a request for a shell", ["export", "REQUEST", "--as", "curl"]),
        ("a URL", ["export", "REQUEST", "--as", "url"]),
        ("a request in Swift", ["export", "REQUEST", "--as", "swift"]),
        ("a request for the builder", ["export", "REQUEST", "--as", "swift-builder"]),
        ("a request for the macros", ["export", "REQUEST", "--as", "swift-macros"]),
    ]

    /// Tells each secret back in fields, in each spelling that a field can have.
    private static func server(_ place: Place) throws -> RawServer {
        let written = place.echoes.map { "X-Echo: <" + String(decoding: $0, as: UTF8.self) + ">\r\n" }.joined()
        let answer = "HTTP/1.1 200 OK\r\n\(written)Content-Length: 2\r\nConnection: close\r\n\r\nok"
        return try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
            _ = connection.read(length ?? 0)
            connection.write(Array(answer.utf8))
        }
    }

    @Test("on the command line and in every file that is written", arguments: Place.all)
    func everySurface(place: Place) throws {
        let server = try Self.server(place)
        let story = try StoryPlace([
            "opencollection.yml": Fixture.root, "all/\(place.name).yml": place.file,
            "environments/local.yml": Fixture.environment + "  - name: SECRET\n    secret: true\n",
            ".env": "FILE_PASSWORD=\(place.name == "dotEnv" ? place.secret : "none")\n",
        ])
        let environment = place.template == nil ? ["SECRET": place.secret] : ["SERVICE_TOKEN": place.secret]
        let values = ["--env", "local", "--var", "echo=\(server.baseURL)", "--var", "place=127.0.0.1:\(server.port)"]
        for surface in Self.surfaces {
            let words = surface.words.map { $0.replacing("REQUEST", with: "all/\(place.name)") }
            let own = words[0] == "history" ? [] : values
            let run = try ProgramRun(
                Array(words.prefix(2)) + own + Array(words.dropFirst(2)), at: story, environment: environment)
            let shown = run.outputBytes + Data(run.errors.utf8)
            #expect(place.found(in: shown) == [], "\(surface.name): \(String(decoding: shown, as: UTF8.self))")
        }
        try expectNoFileHasOne(place, story)
    }

    private func expectNoFileHasOne(_ place: Place, _ story: StoryPlace) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: story.home.path) {
            let isOutput = ["out-", "err-"].contains { (path as NSString).lastPathComponent.hasPrefix($0) }
            guard !isOutput, !["data/tokens.json", "data/secrets.json"].contains(path),
                let bytes = FileManager.default.contents(atPath: story.home.appendingPathComponent(path).path)
            else { continue }
            #expect(place.found(in: bytes) == [], "\(path)")
        }
    }
}

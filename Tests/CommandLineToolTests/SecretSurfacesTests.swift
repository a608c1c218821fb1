import BodyStore
import Exchanges
import Foundation
import HTTPArchive
import OpenCollection
import Secrets
import Testing

@testable import CollectionRunner
@testable import CommandLineTool
@testable import Imports
@testable import Interchange
@testable import MicroClient

/// Everyone who shows, checks or gives away values asks one table: none may call a secret what another one prints.
@Suite("Every surface calls the same values secrets")
struct SecretSurfacesTests {
    @Test("a value is hidden by all or shown by all", arguments: shapes.indices)
    func verdicts(shape: Int) throws {
        let names = Self.names
        let values = names.indices.map { Self.shapes[shape].value($0) }
        try #require(Set(values).count == names.count, "they are told apart by their values")
        let rows = Array(zip(names, values))
        try Self.compare(rows, Self.surfaces(rows), Self.shapes[shape])
        // Whole reports take long: each value asks for a part of the names, other ones for the next.
        let some = rows.indices.filter { $0 % 4 == shape % 4 }.map { rows[$0] }
        try Self.compare(some, Self.writtenSurfaces(some), Self.shapes[shape])
    }

    private static func compare(_ rows: [Row], _ surfaces: [(String, [Bool])], _ shape: Shape) {
        for (index, row) in rows.enumerated() {
            let isNamed = SecretVocabulary.isSecret(row.value, under: row.name)
            let tokens = SecretScan().spans(in: row.value, of: [.tokens])
            for (surface, isHidden) in surfaces {
                let isSecret =
                    switch surface {
                    // Pairs in a text have names of their own.
                    case _ where surface.hasPrefix("history") && row.value.contains(";Password="): true
                    // A replay sends the tokens within a text; what shows the history hides them.
                    case _ where surface.hasPrefix("history"): isNamed
                    // The history looks for these values in other texts too, and hides them there.
                    case _ where surface.hasPrefix("header of a request for a token"):
                        isNamed || tokens.contains { $0.kind == .token }
                    default: isNamed || !tokens.isEmpty
                    }
                #expect(isHidden[index] == isSecret, "\(surface): \(row.name), \(shape.title): \(row.value)")
            }
        }
    }

    @Test(
        "a password is hidden to its last sign in any text",
        arguments: [
            "hunter22#b=rest99", "hunter22#rest99", "hunter22=rest99", "hunter22:a=rest99", "hunter22/a#b=rest99",
            "hunter22#?b=rest99", "hunter22%23b=rest99", "hunter22==rest99", "hunter22##b=c#d=rest99",
        ])
    func passwords(password: String) throws {
        for (surface, shown) in try Self.shown("failed with password=\(password) again") {
            let isHidden = !shown.contains("hunter22") && !shown.contains("rest99")
            #expect(isHidden && shown.contains("again"), "\(surface): \(shown)")
        }
    }

    @Test(
        "a URL within a URL keeps no secret, and what is none stays",
        arguments: [
            ("https://h.test/?next=", "https://b.test/?token=s3cr3t-1nside&page=2"),
            ("https://h.test/?next=", "https://ann:s3cr3t-1nside@b.test/?page=2"),
            ("https://h.test/?next=", "https://b.test/?page=2#access_token=s3cr3t-1nside"),
            ("https://h.test/?next=", "/b?page=2&api_key=s3cr3t-1nside"),
            ("https://h.test/go/", "https://b.test/?page=2&password=s3cr3t-1nside"),
            ("https://h.test/#/route?next=", "https://b.test/?token=s3cr3t-1nside&page=2"),
        ])
    func nestedURLs(start: String, inner: String) throws {
        for inner in [inner, FormText.encoded(inner), "https://c.test/?to=" + FormText.encoded(inner)] {
            let url = start + FormText.encoded(inner)
            for (surface, shown) in try Self.shown("see \(url) again") + Self.shown(url: url) {
                #expect(!shown.contains("1nside"), "\(surface): \(shown)")
                // An archive has no fragments of requests.
                if surface == "share, URL", start.contains("#") { continue }
                #expect(shown.contains(/page(=|%(25)*3D)2/), "\(surface): \(shown)")
            }
        }
    }

    /// Returns how each surface shows a text.
    private static func shown(_ text: String) throws -> [(String, String)] {
        let (mask, json) = (SecretMask(), "{\"note\": \"\(text)\"}")
        let rows = [(name: "X-Note", value: text)]
        let entries = [
            ("archive", try redactedArchive(rows, url: "https://h.test/", body: json)),
            ("share", try sharedArchive(rows, url: "https://h.test/", json: json)),
        ]
        return [
            ("header in a log", Redaction.value(text, of: "X-Note")),
            ("body in a log", BodyText.redacted(Data(text.utf8)) ?? ""),
            ("header of send --json", mask.value(of: HeaderField("X-Note", text))),
            ("body of send --json", mask.body(json, type: "application/json")),
            ("check", masking(LiteralSecret.all(in: text), in: text)),
        ]
            + entries.flatMap { name, entry in
                let header = entry.request.headers.first { $0.name == "X-Note" }?.value
                return [("\(name), header", header ?? ""), ("\(name), body", entry.request.postData?.text ?? "")]
            }
    }

    /// Returns how each surface shows a URL.
    private static func shown(url: String) throws -> [(String, String)] {
        let rows = [(name: "Referer", value: url)]
        let formType = "application/x-www-form-urlencoded"
        let (_, kept, body) = try kept(rows, url: url, body: "next=\(FormText.encoded(url))", type: formType)
        let entries = [
            ("archive", try redactedArchive(rows, url: url, body: "{}")),
            ("share", try sharedArchive(rows, url: url, json: "{}")),
        ]
        return [
            ("log", Redaction.url(url)), ("header in a log", Redaction.value(url, of: "Referer")),
            ("send --json", SecretMask().url(url)), ("history", kept.exchange.request.url), ("history, form", body),
            ("history, header", kept.exchange.request.headers["Referer"] ?? ""),
        ]
            + entries.flatMap { name, entry in
                let header = entry.request.headers.first { $0.name == "Referer" }?.value
                return [("\(name), header", header ?? ""), ("\(name), URL", entry.request.url)]
            }
    }

    /// Returns, for each surface, which of the values it hides.
    private static func surfaces(_ rows: [(name: String, value: String)]) throws -> [(String, [Bool])] {
        let mask = SecretMask()
        let form = FormText.text(rows)
        let (formType, partsType) = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=\"b0undary\"")
        let parts = multipart(rows)
        let json = "{" + rows.map { "\"\($0.name)\": \"\($0.value)\"" }.joined(separator: ", ") + "}"
        let url = "https://api.example.test/path?" + form
        func hidden(in text: String, asForm: Bool = false, _ some: [(name: String, value: String)]? = nil) -> [Bool] {
            (some ?? rows).map { !text.contains(asForm ? FormText.encoded($0.value) : "\"\($0.value)\"") }
        }
        func hidden(inParts text: String) -> [Bool] { rows.map { !text.contains("\r\n\r\n\($0.value)\r\n") } }
        let shown = ShownValue(secrets: SecretSet())
        var placeholders = ShellPlaceholders(besides: "", scopes: VariableScopes(collection: Collection(name: "c")))
        var example = ExampleMasking()
        let screen = SecretMask()
        let archive = try redactedArchive(rows, url: url, body: json)
        let formArchive = try redactedArchive(rows, url: url, body: form, type: formType)
        let partsArchive = try redactedArchive(rows, url: url, body: parts, type: partsType)
        let shared = try sharedArchive(rows, url: url, json: json)
        func surfaces(of entry: HAR.Entry, _ name: String) -> [(String, [Bool])] {
            [
                ("\(name), header", rows.map { row in !entry.request.headers.contains { $0.value == row.value } }),
                ("\(name), URL", hidden(in: entry.request.url, asForm: true)),
                ("\(name), body", hidden(in: entry.request.postData?.text ?? json)),
            ]
        }
        return try [
            ("check and review", rows.map { !LiteralSecret.all(in: $0.value, named: $0.name).isEmpty }),
            ("check of a JSON body", hidden(in: masking(LiteralSecret.all(in: json), in: json))),
            ("header of send --json", rows.map { mask.value(of: HeaderField($0.name, $0.value)) != $0.value }),
            ("URL of send --json", hidden(in: mask.url(url), asForm: true)),
            ("URL in a header of send --json", hidden(in: mask.value(of: HeaderField("Location", url)), asForm: true)),
            ("form in an archive of the library", hidden(in: formArchive.request.postData?.text ?? form, asForm: true)),
            ("parts in an archive of the library", hidden(inParts: partsArchive.request.postData?.text ?? parts)),
            ("form of send --json", hidden(in: mask.body(form, type: formType), asForm: true)),
            ("form of send --json without a type", hidden(in: mask.body(form, type: ""), asForm: true)),
            ("parts of send --json", hidden(inParts: mask.body(parts, type: partsType))),
            ("JSON of send --json", hidden(in: mask.body(json, type: ""))),
            ("form of send -v", hidden(in: Redaction.body(form, type: formType), asForm: true)),
            ("parts of send -v", hidden(inParts: Redaction.body(parts, type: partsType))),
            ("JSON of send -v", hidden(in: Redaction.body(json, type: ""))),
            ("header in a log of the library", rows.map { Redaction.value($0.value, of: $0.name) != $0.value }),
            ("URL in a log of the library", hidden(in: Redaction.url(url), asForm: true)),
            ("form in a log of a chain", hidden(in: BodyText.redacted(Data(form.utf8)) ?? "", asForm: true)),
            ("JSON in a log of a chain", hidden(in: BodyText.redacted(Data(json.utf8)) ?? "")),
            ("screen", rows.map { screen.value(of: HeaderField($0.name, $0.value), by: "•") != $0.value }),
            ("import", rows.map { $0.value.hidingSecrets(named: $0.name) != $0.value }),
            ("export to curl", rows.map { placeholders.shellText($0.value, named: $0.name).hasVariables }),
            ("export to Swift", rows.map { SampleValues.credential($0.name, $0.value) != nil }),
            ("header of an example", rows.map { example.header($0.name, $0.value) != $0.value }),
            ("JSON of an example", hidden(in: example.body(json, type: nil, part: .body))),
            (
                "failed assertion",
                rows.flatMap { hidden(in: shown.text(of: .object([.init($0.name, .string($0.value))])), [$0]) }
            ),
        ] + surfaces(of: archive, "archive of the library") + surfaces(of: shared, "shared archive")
            + keptSurfaces(rows, url: url, form: form)
            + [("history, parts", hidden(inParts: try kept(rows, url: url, body: parts, type: partsType).body))]
    }

    /// Returns what the history keeps of one exchange, of the request for its token, and of a form.
    private static func keptSurfaces(
        _ rows: [(name: String, value: String)], url: String, form: String
    ) throws -> [(String, [Bool])] {
        let (record, kept, body) = try kept(rows, url: url, body: form, type: "application/x-www-form-urlencoded")
        let token = try #require(record.auxiliaryExchanges[0].exchange?.request)
        func isHidden(in fields: HeaderFields) -> [Bool] {
            rows.map { row in !fields.contains { $0.value == row.value } }
        }
        func isHidden(in request: Exchange.SentRequest) -> [Bool] { isHidden(in: request.headers) }
        func isHidden(in text: String) -> [Bool] { rows.map { !text.contains(FormText.encoded($0.value)) } }
        return [
            ("history, header", isHidden(in: kept.exchange.request)),
            ("history, header of the response", isHidden(in: kept.head?.headers ?? [])),
            ("history, URL", isHidden(in: kept.exchange.request.url)),
            ("history, form", isHidden(in: body)),
            ("header of a request for a token", isHidden(in: token)),
            ("URL of a request for a token", isHidden(in: token.url)),
        ]
    }

    /// Returns an exchange with the request for its token, and what the history keeps of it.
    static func kept(
        _ rows: [(name: String, value: String)], url: String, body: String, type: String
    ) throws -> (record: RecordedExchange, exchange: StoredExchange, body: String) {
        let sent = exchange(rows, url: url, body: body, type: type)
        var record = RecordedExchange(id: UUID(), exchange: sent, origin: .init(), sentAt: .distantPast)
        record.head = ResponseHead(status: 200, headers: HeaderFields(rows.map { HeaderField($0.name, $0.value) }))
        record.auxiliaryExchanges = [
            AuxiliaryExchange(.token(grant: "password"), summary: "", isDone: true, exchange: sent)
        ]
        let (kept, bodies) = try HistoryMasking().kept(record, source: .screen)
        let store = try #require(bodies.first)
        return (record, kept, store.withBytes(in: 0..<store.count) { String(decoding: $0, as: UTF8.self) })
    }

    private static func multipart(_ rows: [(name: String, value: String)]) -> String {
        rows.map {
            "--b0undary\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n"
        }.joined() + "--b0undary--\r\n"
    }

    static func exchange(
        _ rows: [(name: String, value: String)], url: String, body: String, type: String
    ) -> Exchange {
        let body = Data(body.utf8)
        let request = Exchange.SentRequest(
            method: .post, url: url,
            headers: HeaderFields(
                [HeaderField("Content-Type", type)] + rows.map { HeaderField($0.name, $0.value) }),
            bodyLength: Int64(body.count), body: body)
        let hop = Exchange.Hop(startedAfter: .zero, request: request, response: ResponseHead(status: 204))
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 204))
        return Exchange(request: request, startedAt: .distantPast, attempts: [attempt])
    }

    /// Returns what `share` writes of one exchange from the history.
    private static func sharedArchive(
        _ rows: [(name: String, value: String)], url: String, json: String
    ) throws -> HAR.Entry {
        let exchange = exchange(rows, url: url, body: json, type: "application/json")
        let kept = StoredExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: .distantPast, exchange: exchange)
        let past = PastExchange(kept, requestBody: BodyStore(Array(json.utf8)))
        let package = try SharePackage(
            [SharedExchange(past)], spillDirectory: FileManager.default.temporaryDirectory)
        var bytes: [UInt8] = []
        try package.write(as: .har, creator: ("test", "1"), secondsFromGMT: 0) { bytes += $0 }
        return try #require(HAR(data: Data(bytes)).log.entries.first)
    }

    static func masking(_ literals: [LiteralSecret], in text: String) -> String {
        SecretMatcher.hiding(literals.map(\.range), in: text)
    }

    private static func redactedArchive(
        _ rows: [(name: String, value: String)], url: String, body: String, type: String = "application/json"
    ) throws -> HAR.Entry {
        func members(_ rows: [(name: String, value: String)]) -> [[String: String]] {
            rows.map { ["name": $0.name, "value": $0.value] }
        }
        let request: [String: Any] = [
            "method": "POST", "url": url, "httpVersion": "HTTP/1.1", "cookies": [], "headers": members(rows),
            "queryString": [], "headersSize": -1, "bodySize": -1,
            "postData": ["mimeType": type, "text": body],
        ]
        let response: [String: Any] = [
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
            "content": ["size": 0, "mimeType": ""], "redirectURL": "", "headersSize": -1, "bodySize": -1,
        ]
        let entry: [String: Any] = [
            "startedDateTime": "2026-01-02T03:04:05Z", "time": 1, "request": request, "response": response,
            "cache": [:], "timings": ["send": 0, "wait": 1, "receive": 0],
        ]
        let log: [String: Any] = [
            "version": "1.2", "creator": ["name": "test", "version": "1"], "entries": [entry],
        ]
        let data = try JSONSerialization.data(withJSONObject: ["log": log])
        return try #require(HAR(data: data).redacted().log.entries.first)
    }
}

enum FormText {
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-._".utf8.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).suffix(2).uppercased()
        }.joined()
    }

    static func text(_ rows: [(name: String, value: String)]) -> String {
        rows.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }
}

// MARK: - What is asked about

extension SecretSurfacesTests {
    /// Names as headers, queries, forms, JSON and settings have them: of secrets, of what describes one, of what only sounds like one.
    fileprivate static let names = """
        Authorization Cookie X-Api-Key api_key apiKey apikey key keys sortKey primaryKey publicKey privateKey private_key
        X-Auth-Token X-CSRF-Token csrf csrfToken xsrf X-XSRF token Token accessToken access_token refresh_token id_token idToken
        id_token_hint token_type tokenType tokenUrl token_url tokenId nextPageToken page_token next_token continuationToken
        pageToken cursor password passwd pass pwd passphrase user_password passwordLength passwordPolicy passwordHint secret
        client_secret clientSecret secretName secret_id secretKey secret_key sessionId session_id X-Session-Id session sid
        sessid PHPSESSID JSESSIONID connect.sid session_count sig signature X-Signature X-Amz-Credential X-Amz-Signature X-Amz-
        Security-Token credential credentials auth Auth-Key authKey auth_code authorization_code code state nonce jwt JWT bearer
        X-WSSE wsse Proxy-Authorization Authentication-Info otp pin cvv card cardNumber iban ssn user username email login
        account client_id clientId consumer_key consumer_secret oauth_token oauth_verifier access_key accessKey AccessKeyId
        aws_access_key_id aws_secret_access_key keyword keyboard monkey donkey hockey turkey keystone compass passage passenger
        bypass encompass tokenize tokens max_tokens maxTokens stoken mytoken usertoken secretary secretariat author authority
        authenticate authenticated design signal assign cookies cookiePolicy cookie_id id name title description page limit
        offset expires_in expiresAt expires Content-Disposition X-Request-Id trace_id correlation-id etag If-Match webhook
        webhookUrl webhook_secret signing_key signingSecret encryption_key encryptionKey masterKey master_key license licenseKey
        license_key activation_code recovery_code backupCode seed mnemonic salt hash digest checksum fingerprint certificate
        cert private pem dsn connectionString connection_string database_url DATABASE_URL STRIPE_KEY GITHUB_TOKEN SLACK_TOKEN
        NPM_TOKEN api_token apiToken bot_token device_token pushToken fcmToken registrationToken verify_token verificationToken
        resetToken reset_password_token confirmationToken unlock_token magicLink invite inviteCode grant grant_type scope
        audience assertion client_assertion client_assertion_type samlResponse SAMLResponse ticket
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    fileprivate struct Shape: Sendable {
        var title: String
        var pattern: String

        /// The pattern with other letters and digits for each number: `a` a letter, `A` a capital, `0` a digit, `x` one of them all; text in brackets
        /// stays.
        func value(_ number: Int) -> String {
            var state = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
            var isFixed = false
            return String(
                pattern.compactMap { sign -> Character? in
                    if sign == "[" || sign == "]" {
                        isFixed = sign == "["
                        return nil
                    }
                    guard !isFixed, let choices = Self.choices[sign] else { return sign }
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return choices[Int(state >> 33) % choices.count]
                })
        }

        private static let choices: [Character: [Character]] = [
            "a": Array("abcdefghijklmnopqrstuvwxyz"), "A": Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            "0": Array("0123456789"),
            "x": Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
        ]
    }

    fileprivate static let shapes = [
        Shape(title: "a word", pattern: "aaaaaaa"), Shape(title: "a long word", pattern: "aaaaaaaaaaaaaaaaaaaa"),
        Shape(title: "capitals", pattern: "AAAAAAAAA"),
        Shape(title: "a word with a capital", pattern: "aaaaaaA[ase]aa"),
        Shape(title: "words with a hyphen", pattern: "aaaaaa-aaaaa"),
        Shape(title: "words with a line below", pattern: "aaaaaa_aaaaaa"),
        Shape(title: "a mail address", pattern: "aaaaaaaa@[example.test]"),
        Shape(title: "words with a colon", pattern: "aaaaaa:aaaaaa"), Shape(title: "six digits", pattern: "000000"),
        Shape(title: "twelve digits", pattern: "000000000000"), Shape(title: "a decimal number", pattern: "0.000000"),
        Shape(title: "a time", pattern: "[2026-01-02T]00:00:00.000Z"),
        Shape(title: "a version", pattern: "[v]0.00.000"),
        Shape(title: "a media type", pattern: "[application/x-]aaaaaaa"),
        Shape(title: "a path", pattern: "/aaa/aaaaaaaa[.css]"),
        Shape(title: "a URL", pattern: "[https://h.test/]aaaaaaaaa"),
        Shape(title: "a sentence", pattern: "aaaa [and] aaaaaaa 0"),
        Shape(title: "eight of hexadecimal", pattern: "[8f]00000[a]"),
        Shape(title: "32 of hexadecimal", pattern: "[8f3a]0000[bc]0000[de]0000000000[ef]0000"),
        Shape(title: "a UUID", pattern: "[8f]000000-0000-[4]000-[a]000-000000[abcdef]"),
        Shape(title: "ten mixed", pattern: "[aB]xxxxxx[9z]"),
        Shape(title: "forty mixed", pattern: "[aB3]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "Base64", pattern: "[Qm]xxxxxxxxxxxxxxxxxx[A9==]"),
        Shape(title: "Base64 with signs", pattern: "[Qm9]xxxx/xxxx+xxxx[A==]"),
        Shape(title: "URL-safe Base64", pattern: "[Qm9]xxxx-xxxx_xxxx"),
        Shape(title: "a word with digits", pattern: "aaaaa000"), Shape(title: "a colour", pattern: "[#]000000"),
        Shape(title: "a bearer token", pattern: "[Bearer a1]xxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "Basic", pattern: "[Basic dXNlcjpw]xxxxxxxx[9A==]"),
        Shape(
            title: "a web token", pattern: "[eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx]xxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "a token of GitHub", pattern: "[ghp_]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "a key of Stripe", pattern: "[sk_live_]xxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "a key of AWS", pattern: "[AKIA]AAAA0000AAAA0000"),
        Shape(title: "a token of Slack", pattern: "[xoxb-]000000000000-xxxxxxxxxxxxxxxx"),
        Shape(title: "a key of Google", pattern: "[AIza]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "letters and digits, short", pattern: "aa0a0"),
        Shape(title: "a key of SendGrid", pattern: "[SG.]xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "a token of GitLab", pattern: "[glpat-]xxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "a token of npm", pattern: "[npm_]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        Shape(title: "a token in a sentence", pattern: "[use ghp_]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx [now]"),
        Shape(title: "a bearer token in a sentence", pattern: "[sent as Bearer a1b2]xxxxxxxxxxxx [now]"),
        Shape(title: "Basic in a sentence", pattern: "[the header basic YW5uOnMzY3JldA==, ]aaaaaaa"),
        Shape(title: "words about Basic", pattern: "[HTTP Basic ]aaaaaaaa"),
        Shape(title: "a password in a sentence", pattern: "[the password=hunter2]aaaa00 [works]"),
        Shape(title: "a password of a database", pattern: "[Server=db;User=sa;Password=s3cret]aaaa0[;]"),
        Shape(title: "words about a password", pattern: "[set password=]aaaaaaaaa [there]"),
        Shape(title: "words with marks", pattern: "[p\u{E4}]aaaaaa00"),
    ]
}

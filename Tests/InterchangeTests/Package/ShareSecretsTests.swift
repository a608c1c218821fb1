import BodyStore
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing

@testable import Interchange

/// Secrets that the history does not know, in every place that a name or a look gives away.
@Suite("What is shared holds no secret")
struct ShareSecretsTests {
    /// Values, each for one place, made again from a seed.
    private struct Secrets {
        private var random: SeededGenerator
        private(set) var values: [String] = []

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        /// - Parameter alphabet: The characters that it is made of; it always has a letter and a digit.
        mutating func next(_ alphabet: String = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789") -> String {
            let letters = Array(alphabet)
            let length = Int.random(in: 10...30, using: &random)
            let text =
                "q7" + String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
            values.append(text)
            return text
        }

        /// Returns a secret with what URLs, JSON and shells escape.
        mutating func odd() -> String { next("abcXYZ019-_.~!*'()/+=é€\"\\ $`&#%{}<>") }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func json(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// Returns the spellings in which somebody would look for it, made without any help of the program.
    private static func spellings(of secret: String) throws -> [String] {
        let bytes = Array(secret.utf8)
        let core = (0..<3).map { offset -> String in
            let text = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
            let start = (offset * 8 + 5) / 6
            let end = (offset + bytes.count) * 8 / 6
            return String(Array(text)[start..<end])
        }
        return [
            secret, encoded(secret), encoded(secret).replacing("%20", with: "+"),
            String(try json(secret).dropFirst().dropLast()),
        ]
            + core
    }

    /// The number of the secret in a field that the history keeps as it is, as a replay sends it: only a share hides it.
    private static let unknownToHistory = 13

    private static func records(_ secrets: inout Secrets) throws -> [RecordedExchange] {
        let url =
            "https://bob:\(encoded(secrets.odd()))@api.test/a/b?page=1&api_key=\(encoded(secrets.odd()))"
            + "&next=\(encoded("https://x.test/?token=\(secrets.next())"))#id_token=\(secrets.next())"
        let jwt = "eyJhbGciOiJIUzI1NiJ9.\(secrets.next()).\(secrets.next())"
        let shared = secrets.next()
        let headers: HeaderFields = [
            HeaderField("Authorization", "Bearer \(secrets.next())"),
            HeaderField("Cookie", "theme=dark; sid=\(secrets.next())"), HeaderField("X-Api-Key", secrets.next()),
            HeaderField("X-Client-Secret", secrets.next()),
            HeaderField("Referer", "https://x.test/?session=\(secrets.next())"),
            HeaderField("X-Back", "see https://u:\(secrets.next())@x.test/p?a=1&token=\(secrets.next())"),
            HeaderField("X-Plain", jwt), HeaderField("X-Echo", "again \(shared)"),
            HeaderField("Content-Type", "application/json"),
        ]
        let inner = "{\"client_secret\": \(try json(secrets.odd()))}"
        let body = """
            {"user": {"password": \(try json(secrets.odd())), "pin": 1}, "list": [{"refresh_token": "\(shared)"}],
             "credentials": {"a": ["\(secrets.next())", {"b": "\(secrets.next())"}]}, "token": 8112345678,
             "inner": \(try json(inner)), "link": "https://x.test/?access_token=\(secrets.next())\\u0026a=1", "plain": "\(jwt)"}
            """
        let sent = Exchange.SentRequest(
            method: .post, url: url, headers: headers, bodyLength: Int64(body.utf8.count), body: Data(body.utf8))
        let responded: HeaderFields = [
            HeaderField("Set-Cookie", "id=\(secrets.next()); Path=/; HttpOnly"),
            HeaderField("Location", "https://app.test/cb#access_token=\(secrets.next())&state=1"),
            HeaderField("Link", "<https://api.test/?token=\(secrets.next())>; rel=\"next\""),
            HeaderField("X-Auth-Token", secrets.next()), HeaderField("Content-Type", "application/json"),
        ]
        let response =
            #"{"data": {"accessToken": "\#(secrets.next())", "items": [{"apiKey":"\#(secrets.next())"}]}, "echo": "\#(shared)"}"#
        var first = PackageSamples.record(
            sent, hops: [PackageSamples.hop(sent, status: 302, headers: responded)], response: response)
        first.captures = [
            RecordedCapture(
                variable: "session_token", expression: "res.body.x", outcome: .value(json: try json(secrets.odd())))
        ]
        first.assertions = [
            RecordedAssertion(
                expression: "res.body.data.accessToken", operator: "eq", value: secrets.next(),
                outcome: .failed(found: secrets.next(), expected: secrets.next()))
        ]
        first.failure = RecordedFailure(
            stage: .init(rawValue: "receive"), message: "cut at https://x.test/?key=\(secrets.next()) \(jwt)")

        let login = Exchange.SentRequest(
            method: .post, url: "https://auth.test/?hint=1#access_token=\(secrets.next())",
            headers: [HeaderField("X-Back", "https://x.test/?token=\(secrets.next())")])
        var loggedIn = PackageSamples.record(
            login,
            hops: [
                PackageSamples.hop(
                    login,
                    headers: [
                        HeaderField("Location", "/cb?code=1&id_token=\(secrets.next())"), HeaderField("X-Jwt", jwt),
                    ])
            ])
        loggedIn.exchange.attempts[0].hops[0].failure = Exchange.Failure(
            stage: .receive, code: .other, message: "cut at https://x.test/?key=\(secrets.next())")
        var auxiliary = AuxiliaryExchange(
            .login(path: "login.yml"), summary: "login", isDone: true, exchange: loggedIn.exchange)
        auxiliary.captures = [
            RecordedCapture(
                variable: "access_token", expression: "res.body.x", outcome: .value(json: try json(secrets.odd())))
        ]
        first.auxiliaryExchanges = [auxiliary]

        let form = "user=ann&password=\(encoded(secrets.odd()))&g-recaptcha-token=\(secrets.next())"
        let page = """
            <html><input type="hidden" name="csrf_token" value="\(secrets.next())"><a href="/x?token=\(secrets.next())&amp;a=1">
            <wsse:Password Type="x">\(secrets.next())</wsse:Password><p>again \(shared)</p>
            <Secret><![CDATA[\(secrets.next())]]></Secret><token><access kind="\(secrets.next())">\(secrets.next())</access></token>
            <input type=hidden name=api_key value=\(secrets.next())></html>
            """
        let posted = Exchange.SentRequest(
            method: .post, url: "https://api.test/login",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            bodyLength: Int64(form.utf8.count), body: Data(form.utf8))
        let second = PackageSamples.record(
            posted, number: 2, hops: [PackageSamples.hop(posted, headers: [HeaderField("Content-Type", "text/html")])],
            response: page)

        let parts =
            "--B\r\nContent-Disposition: form-data; name=\"secret\"\r\n\r\n\(secrets.next())\r\n--B\r\n"
            + "Content-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
        let upload = Exchange.SentRequest(
            method: .put, url: "https://api.test/up",
            headers: [HeaderField("Content-Type", "multipart/form-data; boundary=B")],
            bodyLength: Int64(parts.utf8.count), body: Data(parts.utf8))
        // No text: it goes into the archive as base64.
        var third = PackageSamples.record(
            upload, number: 3,
            hops: [PackageSamples.hop(upload, headers: [HeaderField("Content-Type", "application/octet-stream")])])
        third.responseBody = BodyStore([0xFF, 0x00, 0xFE] + Array(shared.utf8) + [0x80])
        return [first, second, third]
    }

    @Test("in none of the forms, in no spelling", arguments: 1...12)
    func nothingLeaks(seed: Int) throws {
        var secrets = Secrets(seed: UInt64(seed) &* 7919 &+ LongRun.seed)
        let pasts = try Self.records(&secrets).map(PackageSamples.past)
        let note = "fails with \(secrets.values[Self.unknownToHistory]) since https://x.test/?token=\(secrets.next())"
        let package = try SharePackage(
            pasts.map { SharedExchange($0, note: note, verdict: "differs: \(secrets.values[Self.unknownToHistory])") },
            name: "outage",
            note: note, spillDirectory: PackageSamples.directory)
        let archive = PackageSamples.text(package, .har)
        let bodies = try Self.decodedBodies(archive)
        let texts = ShareFormat.allCases.map { ("\($0)", PackageSamples.text(package, $0)) } + [("base64", bodies)]
        for secret in secrets.values {
            for spelling in try Self.spellings(of: secret) {
                for (name, text) in texts {
                    #expect(!text.contains(spelling), "\(name) of seed \(seed) holds \(secret) as \(spelling)")
                }
            }
        }
        for (name, text) in texts.dropLast() { #expect(!text.contains("/srv/ann"), "\(name) names a directory") }
    }

    /// Returns the bodies that an archive has in base64, as Latin-1.
    private static func decodedBodies(_ archive: String) throws -> String {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(archive.utf8)) as? [String: Any])
        let entries = try #require((object["log"] as? [String: Any])?["entries"] as? [[String: Any]])
        return entries.compactMap { entry in
            let content = (entry["response"] as? [String: Any])?["content"] as? [String: Any]
            guard content?["encoding"] as? String == "base64", let text = content?["text"] as? String else {
                return nil
            }
            return Data(base64Encoded: text).map { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) }
        }.joined(separator: "\n")
    }

    @Test("the list says what was masked and where, and what the history did not know of")
    func preview() throws {
        let package = try PackageSamples.package(PackageSamples.rich())
        let lines = Set(package.masked.map { "\($0.isSuspected) \($0.text)" })
        #expect(lines.contains("false token: request header Authorization"))
        #expect(lines.contains("false token: URL") && lines.contains("false token: request body"))
        #expect(lines.contains("false sid: response header Set-Cookie"))
        let body = #"{"refresh_token": "r3fresh-t0ken"}"#
        let sent = Exchange.SentRequest(
            method: .post, url: "http://a.test/", headers: [], bodyLength: Int64(body.utf8.count), body: Data(body.utf8)
        )
        let other = try PackageSamples.package(
            PackageSamples.past(PackageSamples.record(sent, hops: [PackageSamples.hop(sent)])))
        #expect(other.masked.map(\.text) == ["refresh_token: request body"] && other.masked[0].isSuspected)
    }

    @Test("what is only about a token, and plain words, stay as they are")
    func harmless() throws {
        let response =
            #"{"token_type": "Bearer", "expires_in": 3600, "total_tokens": 17, "name": "key", "a": [true, null]}"#
        let sent = Exchange.SentRequest(
            method: .get, url: "http://a.test/monkey?page=2#top", headers: [HeaderField("Accept", "a/b")])
        let package = try PackageSamples.package(
            PackageSamples.past(PackageSamples.record(sent, hops: [PackageSamples.hop(sent)], response: response)))
        #expect(package.masked.isEmpty)
        let body = try #require(package.exchanges[0].past.responseBody)
        #expect(String(decoding: body.copy(0..<body.count), as: UTF8.self) == response)
        #expect(package.exchanges[0].past.kept.exchange.request.url == "http://a.test/monkey?page=2#top")
    }

    @Test("a number under a secret name becomes a text, so that JSON stays JSON")
    func numbers() throws {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        let response = #"{"token": 8123456, "secret": [1234, "short"], "n": 1}"#
        let package = try PackageSamples.package(
            PackageSamples.past(PackageSamples.record(sent, hops: [PackageSamples.hop(sent)], response: response)))
        let body = try #require(package.exchanges[0].past.responseBody)
        let text = String(decoding: body.copy(0..<body.count), as: UTF8.self)
        #expect(text == #"{"token": "{{token}}", "secret": ["{{secret}}", "{{secret-2}}"], "n": 1}"#)
    }

    @Test("the list names what is masked in what was sent for a request, too")
    func auxiliaryExchanges() throws {
        let login = Exchange.SentRequest(method: .post, url: "https://auth.test/", headers: [])
        let head: HeaderFields = [HeaderField("X-Next", "/cb#id_token=id-t0ken-of-it")]
        let inner = PackageSamples.record(login, hops: [PackageSamples.hop(login, headers: head)])
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        var record = PackageSamples.record(sent, hops: [PackageSamples.hop(sent)])
        record.auxiliaryExchanges = [
            AuxiliaryExchange(.login(path: "login.yml"), summary: "login", isDone: true, exchange: inner.exchange)
        ]
        let package = try PackageSamples.package(PackageSamples.past(record))
        #expect(package.masked.map(\.text) == ["id_token: related request: response header X-Next"])
    }
}

import Foundation
import HTTPArchive
import MicroClient
import Secrets
import Testing

@Suite("Secrets in archives")
struct RedactionTests {
    private let mask = Redaction.mask

    private func redacted(
        url: String = "http://a/", headers: HeaderFields = [], body: String = "", type: String = "",
        response: String = "",
        responseHeaders: HeaderFields = [], responseType: String = "application/json",
        _ redaction: HARRedaction = .standard
    ) throws -> HAR.Entry {
        var fields = headers
        if !type.isEmpty { fields.append("Content-Type", type) }
        var responded = responseHeaders
        responded.append("Content-Type", responseType)
        let request = Exchange.SentRequest(method: .post, url: url, headers: fields, body: Data(body.utf8))
        let hop = Exchange.Hop(
            startedAfter: .zero, request: request, response: ResponseHead(status: 200, headers: responded))
        let entry = HAR.Entry(
            hop, startedAt: Date(timeIntervalSince1970: 0), bodies: HAR.Bodies(response: HAR.Body(Data(response.utf8))))
        return try #require(HAR(entries: [entry]).redacted(redaction).log.entries.first)
    }

    @Test(
        "a mark or a joiner behind a delimiter hides no secret", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func marks(mark: String) throws {
        for url in [
            "http://h/?\(mark)x=1&token=s3cr3t-abc", "http://h/?x\u{D4E}=1\u{D4E}&token=\(mark)s3cr3t-abc",
            "http://u:\(mark)s3cr3t-abc@h/", "http://u:s3cr3t-abc@\(mark)h/", "http://u:s3cr3t-abc\u{D4E}@h/",
        ] {
            let entry = try redacted(url: url, headers: [HeaderField("Referer", url)])
            #expect(!"\(entry)".utf8.contains("s3cr3t-abc".utf8), "\(url.debugDescription)")
        }
        let form = try redacted(body: "a=1\u{D4E}&token=\(mark)s3cr3t-abc", type: "application/x-www-form-urlencoded")
        #expect(!"\(form)".utf8.contains("s3cr3t-abc".utf8))
        let part = "--\(mark)b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\ns3cr3t-abc\r\n--\(mark)b--"
        let parts = try redacted(body: part, type: "multipart/form-data; boundary=\(mark)b")
        #expect(!"\(parts)".utf8.contains("s3cr3t-abc".utf8))
        let basic = Data("u:\(mark)s3cr3t-abc".utf8).base64EncodedString()
        let fields = try redacted(
            headers: [HeaderField("Authorization", "Basic \(basic)")], response: "\(mark)s3cr3t-abc",
            responseType: "text/plain")
        #expect(!"\(fields)".utf8.contains("s3cr3t-abc".utf8))
    }

    @Test("values that Unicode calls equivalent are both taken out")
    func equivalentValues() throws {
        let entry = try redacted(
            response: "caf\u{E9}-1234 cafe\u{301}-1234", responseType: "text/plain",
            HARRedaction(values: ["caf\u{E9}-1234", "cafe\u{301}-1234"]))
        #expect(entry.response.content.text == "\(mask) \(mask)")
    }

    @Test("credentials in header fields and cookies are masked by their names")
    func headers() throws {
        let entry = try redacted(
            headers: [
                HeaderField("Authorization", "Bearer abc"), HeaderField("Cookie", "sid=1; theme=dark"),
                HeaderField("X-Api-Key", "k"), HeaderField("Accept", "text/plain"),
            ], responseHeaders: [HeaderField("Set-Cookie", "sid=2; Path=/")])
        #expect(entry.request.headers.map(\.value) == [mask, mask, mask, "text/plain"])
        #expect(entry.request.cookies.map(\.value) == [mask, mask])
        #expect(entry.request.cookies.map(\.name) == ["sid", "theme"])
        #expect(entry.response.headers.first?.value == mask)
        #expect(entry.response.cookies.first?.value == mask)
    }

    @Test(
        "URLs lose user information and secret items, wherever they stand",
        arguments: [
            ("http://me:pw@a/p?token=1&b=2", "http://••••@a/p?token=••••&b=2"),
            (
                "http://a/?api_key=1&API-KEY=2#access_token=3&x=4",
                "http://a/?api_key=••••&API-KEY=••••#access_token=••••&x=4"
            ),
            ("http://a/?to%6Ben=1&empty_token=&x", "http://a/?to%6Ben=••••&empty_token=&x"),
            ("/next?sig=s1g-77", "/next?sig=••••"), ("/next?sig=1", "/next?sig=1"),
            ("http://a/?mail=me@example.com", "http://a/?mail=me@example.com"),
            ("http://me:p/w@a/p", "http://••••@a/p"), ("//me:pw@a/", "//••••@a/"),
            ("http://a:80/@me", "http://a:80/@me"),
        ])
    func urls(url: String, expected: String) throws {
        let entry = try redacted(
            headers: [HeaderField("Referer", url)], responseHeaders: [HeaderField("Location", url)])
        #expect(entry.request.headers.first?.value == expected)
        #expect(entry.response.redirectURL == expected)
        let full = try redacted(url: url)
        #expect(full.request.url == String(expected.prefix { $0 != "#" }))
        #expect(
            full.request.queryString.allSatisfy {
                $0.value == mask || !SecretVocabulary.isSecret($0.value, under: $0.name)
            })
    }

    @Test(
        "bodies are masked by what they are, and every other byte stays",
        arguments: [
            ("application/x-www-form-urlencoded", "user=a&password=b%2F&c", "user=a&password=••••&c"),
            (
                "application/json", #"{ "token":"a\"b", "n": 1.50, "pin": null, "password": 12 , "ok":[true,"token"]}"#,
                #"{ "token":"••••", "n": 1.50, "pin": null, "password": 0 , "ok":[true,"token"]}"#
            ),
            (
                "application/json", #"{"credentials": {"user": "u", "list": ["a", {"b": "c"}]}, "user": "u"}"#,
                #"{"credentials": {"user": "••••", "list": ["••••", {"b": "••••"}]}, "user": "u"}"#
            ),
            ("text/plain", #"[{"secret": "cut o"#, #"[{"secret": "••••""#),
            ("application/json", #"{"a": "b", "pass\u0077ord": "x"}"#, #"{"a": "b", "pass\u0077ord": "••••"}"#),
            (
                "multipart/form-data; boundary=\"B\"",
                "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhush\r\n"
                    + "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n",
                "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n••••\r\n"
                    + "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n"
            ),
            ("text/plain", "token=1", "token=1"),
        ])
    func bodies(type: String, body: String, expected: String) throws {
        let entry = try redacted(body: body, type: type, response: body, responseType: type)
        #expect(entry.request.postData?.text == expected)
        #expect(entry.response.content.text == expected)
    }

    @Test("a secret that was found in one place is masked in every other, in every form")
    func everyForm() throws {
        let secret = "tök/en+\"42\""
        let data = Data(secret.utf8)
        let shifted = [data, Data("x".utf8) + data, Data("xy".utf8) + data].map { $0.base64EncodedString() }
        let urlSafe = shifted.map {
            $0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        }
        let forms = [
            secret, "t%C3%B6k%2Fen%2B%2242%22", "t%c3%b6k%2fen%2b%2242%22", "tök/en+\\\"42\\\"", "tök\\/en+\\\"42\\\"",
            "t\\u00f6k/en+\\\"42\\\"", "t\\u00F6k/en+\\\"42\\\"", "tök/en+&quot;42&quot;",
        ]
        for form in forms {
            let entry = try redacted(
                headers: [HeaderField("Authorization", "Bearer \(secret)"), HeaderField("X-Trace", "<\(form)>")],
                response: "before <\(form)> after", responseType: "text/plain")
            #expect(entry.response.content.text == "before <••••> after", "\(form)")
            #expect(entry.request.headers.dropFirst().first?.value == "<••••>", "\(form)")
        }
        for encoded in shifted + urlSafe {
            let entry = try redacted(
                headers: [HeaderField("Authorization", "Bearer \(secret)")], response: "<\(encoded)>",
                responseType: "text/plain")
            #expect(entry.response.content.text?.contains(mask) == true, "\(encoded)")
        }
    }

    @Test("the caller's names and values count too, and exceptions do not")
    func own() throws {
        let redaction = HARRedaction(names: ["X-Tenant"], exceptions: ["KEY"], values: ["sesame"])
        let entry = try redacted(
            headers: [HeaderField("x-tenant", "t-1000"), HeaderField("Via", "open sesame")],
            response: #"{"key": "a-name", "value": "t-1000"}"#, redaction)
        #expect(entry.request.headers.map(\.value) == [mask, "open \(mask)"])
        #expect(entry.response.content.text == #"{"key": "a-name", "value": "••••"}"#)
    }

    @Test(
        "short values are masked in their place only, as are plain words in cookies; elsewhere names that say little hide no word"
    )
    func short() throws {
        let entry = try redacted(
            headers: [HeaderField("Authorization", "Bearer abc"), HeaderField("Cookie", "theme=standard")],
            response: #"{"a": "abc standard", "key": "Content-Type", "b": "Content-Type"}"#)
        #expect(entry.response.content.text == #"{"a": "abc standard", "key": "Content-Type", "b": "Content-Type"}"#)
    }

    @Test(
        "of a string with a million escapes the end is looked for once, not at each of them, which would take minutes")
    func escapes() throws {
        let text = String(repeating: #"\n"#, count: 1_000_000)
        let entry = try redacted(response: #"{"page": "\#(text)", "password": "0pen-sesame"}"#)
        let isMasked = entry.response.content.text?.utf8.elementsEqual(
            #"{"page": "\#(text)", "password": "••••"}"#.utf8)
        #expect(isMasked == true)
    }

    @Test("bodies in base64 are looked into")
    func base64() throws {
        var responded = HAR.Entry(
            startedDateTime: Date(timeIntervalSince1970: 0), request: HAR.Request(method: "GET", url: "http://a/"),
            response: HAR.Response(status: 200))
        responded.request.headers = [HAR.Field("X-Auth-Token", "long-enough")]
        let body = Data([0, 0xFF]) + Data("long-enough".utf8) + Data([0xFE])
        responded.response.content = HAR.Content(size: 14, text: body.base64EncodedString(), encoding: "base64")
        let entry = try #require(HAR(entries: [responded]).redacted().log.entries.first)
        #expect(entry.response.content.body == Data([0, 0xFF]) + Data(mask.utf8) + Data([0xFE]))
    }

    @Test("members of other programs are looked into, and a secret that is a name of the format breaks nothing")
    func members() throws {
        let text = """
            {"log": {"creator": {"name": "request"}, "pages": [{"title": "http://a/?token=startedDateTime"}], "entries": [
            {"startedDateTime": "2026-11-20T09:15:30.518Z", "_initiator": {"url": "http://a/?token=abcdef12", "authToken": ["request"]},
             "request": {"url": "http://a/2026-11-20", "headers": [{"name": "X-Secret", "value": "2026-11-20"}]}}]}}
            """
        let har = try HAR(data: Data(text.utf8)).redacted()
        let entry = try #require(har.log.entries.first)
        #expect(entry.request.url == "http://a/\(mask)")
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 1_795_166_130.518))
        #expect(har.log.creator.name == mask)
        let written = String(decoding: har.encoded(), as: UTF8.self)
        #expect(!written.contains("abcdef12"))
        #expect(try HAR(data: Data(written.utf8)).log.entries.count == 1)
    }
}

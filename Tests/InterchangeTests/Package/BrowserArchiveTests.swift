import BodyStore
import Exchanges
import Foundation
import MicroClient
import Testing

@testable import Interchange

@Suite("Archives of other programs become exchanges")
struct BrowserArchiveTests {
    private static func imported(_ entries: String, log: String = "") throws -> ArchiveImport {
        let text =
            #"{"log": {"version": "1.2", \#(log) "creator": {"name": "x", "version": "1"}, "entries": [\#(entries)]}}"#
        return try ArchiveImport(Data(text.utf8), from: "shop.har", spillDirectory: PackageSamples.directory)
    }

    private static func text(_ body: BodyStore?) -> String? {
        body.map { String(decoding: $0.copy(0..<$0.count), as: UTF8.self) }
    }

    /// Chrome: HTTP/2 with names of a colon, phases of its own, who began it.
    private static let chrome = #"""
        {"_initiator": {"type": "script"}, "_priority": "High", "_resourceType": "fetch", "cache": {}, "connection": "443",
         "pageref": "page_1",
         "request": {"method": "POST", "url": "https://shop.example/api/login?next=%2F&session_token=chr0me-session-1", "httpVersion": "http/2.0",
           "headers": [{"name": ":authority", "value": "shop.example"}, {"name": ":method", "value": "POST"},
             {"name": "authorization", "value": "Bearer chr0me-bearer-22"}, {"name": "content-type", "value": "application/json"},
             {"name": "cookie", "value": "sid=chr0me-cookie-3"}],
           "queryString": [], "cookies": [{"name": "sid", "value": "chr0me-cookie-3"}], "headersSize": -1, "bodySize": 44,
           "postData": {"mimeType": "application/json", "text": "{\"user\":\"ann\",\"password\":\"chr0me-pass-44\"}"}},
         "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0",
           "headers": [{"name": "content-type", "value": "application/json"}, {"name": "set-cookie", "value": "sid=chr0me-cookie-3; secure"}],
           "cookies": [], "content": {"size": 60, "mimeType": "application/json",
             "text": "eyJpZCI6MSwiYWNjZXNzX3Rva2VuIjoiY2hyMG1lLWlzc3VlZC01In0=", "encoding": "base64"},
           "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 312, "_error": null},
         "serverIPAddress": "203.0.113.7", "startedDateTime": "2026-11-20T09:15:30.412Z", "time": 91.3,
         "timings": {"blocked": 1.1, "dns": -1, "ssl": -1, "connect": -1, "send": 0.2, "wait": 85, "receive": 5, "_blocked_queueing": 0.4}}
        """#

    @Test(
        "Chrome's: fields in their order, times, address, the body from base64, credentials masked wherever they stand")
    func chromeEntry() throws {
        let read = try Self.imported(Self.chrome)
        let past = try #require(read.exchanges.first).past
        let kept = past.kept
        #expect(kept.source == .imported(from: "shop.har") && kept.origin == .init())
        let request = kept.exchange.request
        #expect(request.method == .post)
        #expect(request.url == "https://shop.example/api/login?next=%2F&session_token={{session_token}}")
        #expect(request.headers.map(\.name) == ["authorization", "content-type", "cookie"])
        #expect(request.headers["authorization"] == "{{authorization}}")
        #expect(Self.text(past.requestBody) == #"{"user":"ann","password":"{{password}}"}"#)
        #expect(Self.text(past.responseBody) == #"{"id":1,"access_token":"{{access_token}}"}"#)
        #expect(kept.head?.status == 200 && kept.head?.httpVersion == "2")
        let hop = try #require(kept.exchange.attempts.first?.hops.first)
        #expect(hop.connection?.remoteAddress == "203.0.113.7" && hop.connection?.remotePort == 443)
        #expect(hop.timings.wait == .milliseconds(85) && hop.timings.connect == nil)
        #expect(kept.exchange.duration == .microseconds(91_300))
        #expect(abs(kept.sentAt.timeIntervalSince1970 - 1_795_166_130.412) < 0.001)
        // What R asks for.
        #expect(Set(kept.markers.map(\.name)) == ["session_token", "authorization", "cookie", "password"])
        let responses = [
            "session_token": "chr0me-session-1", "authorization": "Bearer chr0me-bearer-22",
            "cookie": "sid=chr0me-cookie-3", "password": "chr0me-pass-44",
        ]
        let filled = try RestoredRequest(kept, body: past.requestBody) { responses[$0.name] }
        #expect(filled.missing.isEmpty && filled.url.hasSuffix("session_token=chr0me-session-1"))
        #expect(Self.text(filled.body) == #"{"user":"ann","password":"chr0me-pass-44"}"#)
    }

    @Test("Firefox's: a zone, params instead of a text, and an answer without a body")
    func firefox() throws {
        let entry = #"""
            {"startedDateTime": "2026-11-20T10:15:30.412+01:00", "time": 12,
             "request": {"bodySize": 17, "method": "POST", "url": "http://a.test/f", "httpVersion": "HTTP/1.1",
               "headers": [{"name": "Host", "value": "a.test"}, {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
               "cookies": [], "queryString": [], "headersSize": 100,
               "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "1 2"}, {"name": "password", "value": "f1refox-pass"}]}},
             "response": {"status": 304, "statusText": "Not Modified", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
               "content": {"mimeType": "text/plain", "size": 0}, "redirectURL": "", "headersSize": 80, "bodySize": 80},
             "cache": {}, "timings": {"blocked": 0, "dns": 0, "connect": 1, "ssl": 0, "send": 0, "wait": 11, "receive": 0},
             "serverIPAddress": "127.0.0.1", "connection": "80", "pageref": "page_1", "_securityState": "insecure"}
            """#
        let past = try #require(try Self.imported(entry).exchanges.first).past
        #expect(Self.text(past.requestBody) == "a=1+2&password={{password}}")
        #expect(past.responseBody == nil && past.kept.head?.reason == "Not Modified" && past.kept.failure == nil)
        #expect(abs(past.kept.sentAt.timeIntervalSince1970 - 1_795_166_130.412) < 0.001)
    }

    @Test("Safari's: names of its own, times that do not apply, numbers where texts should be")
    func safari() throws {
        let entry = #"""
            {"pageref": "page_0", "startedDateTime": "2026-11-20T09:15:30.412Z", "time": 45.00000018626451, "_fetchType": "Network Load", "_priority": "high",
             "request": {"method": "GET", "url": "https://a.test/x", "httpVersion": "HTTP/2", "cookies": [], "headers": [{"name": "Accept", "value": "*/*"}],
               "queryString": [], "headersSize": 300, "bodySize": 0},
             "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "cookies": [], "headers": [{"name": "Content-Type", "value": "text/html; charset=iso-8859-1"}],
               "content": {"size": 4, "compression": 0, "mimeType": "text/html; charset=iso-8859-1", "text": "für"}, "redirectURL": "", "headersSize": 200, "bodySize": 4, "_transferSize": 204},
             "cache": {}, "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 1, "wait": 40, "receive": 4}, "serverIPAddress": "", "connection": 7}
            """#
        let past = try #require(try Self.imported(entry).exchanges.first).past
        #expect(past.responseBody?.copy(0..<9) == [0x66, 0xFC, 0x72])
        #expect(past.kept.exchange.attempts.first?.hops.first?.connection == nil)
        #expect(past.kept.head?.httpVersion == "2")
    }

    @Test("a request that got no answer says why, and what is no request of HTTP is left out and counted")
    func others() throws {
        let request = { (url: String) in #""request": {"method": "GET", "url": "\#(url)"}"# }
        let read = try Self.imported(
            """
            {\(request("https://a.test/")), "response": {"status": 0, "_error": "net::ERR_CONNECTION_REFUSED"}},
            {\(request("data:image/png;base64,AAAA"))}, {\(request("wss://a.test/socket"))}, {\(request("HTTP://a.test/late"))}
            """)
        #expect(read.leftOut == 2 && read.exchanges.count == 2)
        #expect(read.exchanges[0].past.kept.failure?.message == "net::ERR_CONNECTION_REFUSED")
        #expect(read.exchanges[1].past.kept.failure?.message == "the archive has no response")
        #expect(read.exchanges.allSatisfy { $0.past.kept.head == nil })
    }

    @Test(
        "what is no archive is refused with its place, and without what stands there",
        arguments: [
            ("{", "1:2: the text ends too early"), ("[]", "1:1: expected an object"),
            (#"{"a": 1}"#, "1:1: expected an object with a member \"log\""),
            (
                #"{"log": {"entries": [{"request": {"url": ["http://s3cret.test/"]}}]}}"#,
                "log.entries[0].request.url: expected a string, found an array"
            ),
            (#"{"log": {"entries": [{}]}}"#, "log.entries[0].request: expected an object, found nothing"),
        ])
    func problems(text: String, words: String) throws {
        let error = try #require(throws: ArchiveProblem.self) {
            try ArchiveImport(Data(text.utf8), from: "x.har", spillDirectory: PackageSamples.directory)
        }
        #expect(error.description.contains(words), "\(error.description)")
        #expect(!error.description.contains("s3cret"))
    }

    @Test(
        "members that are not what they are called cost no entry, and are counted",
        arguments: [
            (#""request": {"url": "http://a.test/", "cookies": {}}"#, 1), (#""cache": []"#, 1),
            (#""request": {"url": "http://a.test/", "headers": 7, "queryString": "a=b", "postData": false}"#, 3),
            (#""response": {"status": 200, "content": [], "cookies": "x"}"#, 2), (#""timings": 5, "pageref": {}"#, 2),
            (#""request": {"url": "http://a.test/", "headers": [{"name": "a", "value": "1"}, 5]}"#, 1),
        ])
    func quirks(members: String, count: Int) throws {
        let request = members.contains("\"request\"") ? "" : #""request": {"url": "http://a.test/"}, "#
        let read = try Self.imported("{\(request)\(members)}")
        #expect(read.exchanges.map(\.past.kept.exchange.request.url) == ["http://a.test/"])
        #expect(read.passedOver == count && read.fault == nil)
    }

    @Test(
        "a form of parts without a text is the body that its parts make",
        arguments: ["multipart/form-data; boundary=XX", "multipart/form-data"])
    func multipart(mimeType: String) throws {
        let entry = #"""
            {"request": {"method": "POST", "url": "http://a.test/", "bodySize": -1,
              "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=XX"}],
              "postData": {"mimeType": "TYPE", "params": [{"name": "a\"b", "value": "1"},
                {"name": "f", "fileName": "x.txt", "contentType": "text/plain", "value": "hello"}]}}, "response": {"status": 200}}
            """#
        let past = try #require(
            try Self.imported(entry.replacingOccurrences(of: "TYPE", with: mimeType)).exchanges.first
        ).past
        let body =
            "--XX\r\nContent-Disposition: form-data; name=\"a%22b\"\r\n\r\n1\r\n"
            + "--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--XX--\r\n"
        #expect(Self.text(past.requestBody) == body)
        #expect(past.kept.requestBody?.isCut == false)
        let without = entry.replacingOccurrences(of: "TYPE", with: mimeType).replacingOccurrences(
            of: #", "value": "hello""#, with: "")
        let cut = try #require(try Self.imported(without).exchanges.first).past
        #expect(cut.kept.requestBody?.isCut == true)
    }

    @Test("a body whose size is said to be 0 is kept, and goes into an archive again")
    func sizeZero() throws {
        let entry = #"""
            {"request": {"method": "POST", "url": "http://a.test/", "bodySize": 0, "headers": [],
              "postData": {"mimeType": "text/plain", "text": "hello"}}, "response": {"status": 200}}
            """#
        let read = try Self.imported(entry)
        #expect(read.exchanges.first?.past.kept.exchange.request.bodyLength == 5)
        let package = try SharePackage(read.exchanges, spillDirectory: PackageSamples.directory)
        var text = ""
        try package.write(as: .har, creator: ("x", "1"), secondsFromGMT: 0) {
            text += String(decoding: $0, as: UTF8.self)
        }
        #expect(text.contains("\"text\": \"hello\""), "\(text)")
    }

    @Test(
        "an id of a connection is no port",
        arguments: [("296612", nil), ("4711", nil), ("443", 443)] as [(String, Int?)])
    func connection(id: String, port: Int?) throws {
        let entry =
            #"{"request": {"url": "https://a.test/"}, "response": {"status": 200}, "serverIPAddress": "192.0.2.1", "connection": "\#(id)"}"#
        let hop = try Self.imported(entry).exchanges.first?.past.kept.exchange.attempts.first?.hops.first
        #expect(hop?.connection?.remoteAddress == "192.0.2.1" && hop?.connection?.remotePort == port)
    }

    @Test("each exchange is looked through once, and that is told")
    func progress() throws {
        let entry = #"{"request": {"url": "https://a.test/"}, "response": {"status": 200}}"#
        let text = #"{"log": {"entries": [\#(Array(repeating: entry, count: 3).joined(separator: ","))]}}"#
        var reported: [String] = []
        _ = try ArchiveImport(Data(text.utf8), from: "x.har", spillDirectory: PackageSamples.directory) {
            reported.append("\($0) of \($1)")
        }
        #expect(reported == ["0 of 3", "1 of 3", "2 of 3"])
        #expect(throws: CancellationError.self) {
            try ArchiveImport(Data(text.utf8), from: "x.har", spillDirectory: PackageSamples.directory) { _, _ in
                throw CancellationError()
            }
        }
    }

    @Test("a secret of one entry is masked in all others, also in texts that come again and again")
    func everywhere() throws {
        let entry = { (url: String, header: String) in
            #"{"request": {"url": "\#(url)", "headers": [{"name": "X-Note", "value": "\#(header)"}, {"name": "Accept", "value": "*/*"}]}, "response": {"status": 200}}"#
        }
        let read = try Self.imported(
            [
                entry("https://a.test/s3cretValue77", "see s3cretValue77"),
                entry("https://a.test/", "see s3cretValue77"),
                entry("https://a.test/?access_token=s3cretValue77", "none"),
                entry("https://a.test/s3cretValue77", "none"),
            ].joined(separator: ","))
        let requests = read.exchanges.map(\.past.kept.exchange.request)
        #expect(
            requests.map(\.url) == [
                "https://a.test/{{access_token}}", "https://a.test/", "https://a.test/?access_token={{access_token}}",
                "https://a.test/{{access_token}}",
            ])
        #expect(
            requests.map { $0.headers["X-Note"] } == ["see {{access_token}}", "see {{access_token}}", "none", "none"])
    }

    @Test(
        "of a file that breaks off, the exchanges before are taken, masked as ever, and the place of the fault is told")
    func cut() throws {
        let entry = { (number: Int) in
            #"{"request": {"method": "GET", "url": "https://a.test/\#(number)?session_token=s3cret-\#(number)"}, "response": {"status": 200}}"#
        }
        let text = #"{"log": {"entries": ["# + (1...4).map(entry).joined(separator: ",\n")
        let whole = try Self.imported((1...4).map(entry).joined(separator: ","))
        let cut = try ArchiveImport(
            Data(text.utf8.dropLast(20)), from: "x.har", spillDirectory: PackageSamples.directory)
        #expect(whole.fault == nil && whole.exchanges.count == 4)
        #expect(cut.exchanges.map(\.past.kept.id) == whole.exchanges.prefix(3).map(\.past.kept.id))
        #expect(cut.exchanges[2].past.kept.exchange.request.url == "https://a.test/3?session_token={{session_token-3}}")
        #expect(cut.fault?.description.contains("log.entries[3]") == true && cut.fault?.description.first == "4")
    }

    @Test("an archive that pretends to be ours and is not is read like any other")
    func pretended() throws {
        let entry =
            #"{"request": {"method": "GET", "url": "http://a.test/"}, "response": {"status": 200}, "_exchange": {"version": 1, "id": 7}, "_attempt": 1}"#
        let read = try Self.imported(entry + "," + entry)
        #expect(read.exchanges.count == 2)
        #expect(read.exchanges.allSatisfy { $0.past.kept.exchange.attempts.count == 1 })
    }

    @Test("one bad date and one time that is none do not refuse the rest; they are counted")
    func badValues() throws {
        let read = try Self.imported(
            """
            {"startedDateTime": "gestern", "timings": {"wait": "long", "send": 1, "receive": 1},
             "request": {"method": "GET", "url": "https://a.test/"}, "response": {"status": 200}},
            {"startedDateTime": "2026-11-20T09:15:30Z", "request": {"method": "GET", "url": "https://a.test/2"},
             "response": {"status": 200}}
            """)
        #expect(read.exchanges.count == 2 && read.passedOver == 2)
        #expect(read.exchanges[0].past.kept.head?.status == 200)
    }

    @Test("cookies that stand in one field, a line each, are fields of their own, and each is masked")
    func joinedCookies() throws {
        let read = try Self.imported(
            #"{"request": {"method": "GET", "url": "https://a.test/"}, "response": {"status": 200, "headers": [{"name": "set-cookie", "value": "a=f1rst-value-1; Path=/\nb=s3cond-value-2; Path=/"}]}}"#
        )
        let head = try #require(read.exchanges.first?.past.kept.head)
        #expect(head.headers.map(\.value) == ["a={{a}}; Path=/", "b={{b}}; Path=/"])
    }
}

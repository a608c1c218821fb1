import Foundation
import HTTPArchive
import Testing

@Suite("Reading archives")
struct ReadingTests {
    private func har(_ text: String) throws -> HAR { try HAR(data: Data(text.utf8)) }

    private func error(_ text: String) -> String? {
        do {
            _ = try har(text)
            return nil
        } catch { return "\(error)" }
    }

    @Test("an export of Chrome is read")
    func chrome() throws {
        let log = try har(Exports.chrome).log
        let entry = try #require(log.entries.first)
        #expect(log.creator.name == "WebInspector")
        #expect(log.pages?.first?.pageTimings.onLoad == 1033.0540000140667)
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 1_795_166_130.518))
        #expect(entry.response.cookies.first?.httpOnly == true)
        #expect(entry.response.cookies.first?.other["sameSite"] == "Lax")
        #expect(entry.other["_priority"] == "High")
        #expect(entry.timings.other["_blocked_queueing"] == .number("1.4"))
        #expect(entry.response.content.body == Data("{\"items\":[{\"name\":\"Café ☕\",\"price\":3.50}]}".utf8))
        #expect(log.entries.last?.response.failure?.message == "net::ERR_BLOCKED_BY_CLIENT")
    }

    @Test("a pipe, or a file of three gigabytes, in the place of an archive is refused at once")
    func noArchive() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har")
        defer { unlink(file.path) }
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(throws: POSIXError.self) { try HAR(contentsOf: file) }
        unlink(file.path)
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil) && truncate(file.path, 3 << 30) == 0)
        #expect(throws: POSIXError.self) { try HAR(contentsOf: file) }
    }

    @Test("an export of Firefox is read: zones, base64, null")
    func firefox() throws {
        let log = try har(Exports.firefox).log
        let entry = try #require(log.entries.first)
        #expect(log.browser?.version == "132.0.2")
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 1_795_166_130.412))
        #expect(entry.response.content.body == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(entry.cache.beforeRequest == nil)
    }

    @Test("an export of Charles is read: parameters, no pages")
    func charles() throws {
        let log = try har(Exports.charles).log
        let entry = try #require(log.entries.first)
        #expect(log.pages == nil)
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 1_795_166_130.412))
        #expect(entry.request.postData?.params.map(\.name) == ["file", "note"])
        #expect(entry.request.postData?.body == nil)
        #expect(entry.cache.afterRequest?.hitCount == 2)
        #expect(entry.timings.blocked == nil)
    }

    @Test("what may be missing is missing, and numbers may stand in quotes")
    func lenient() throws {
        let text = """
            \u{FEFF}{"log": {"entries": [{"request": {"url": "http://a/", "bodySize": "12"}, "time": "7.5",
             "response": {"status": "204", "headersSize": 12.0}}]}}
            """
        let entry = try #require(try har(text).log.entries.first)
        #expect(entry.request.method == "GET")
        #expect(entry.request.bodySize == 12)
        #expect(entry.response.status == 204)
        #expect(entry.response.headersSize == 12)
        #expect(entry.time == 7.5)
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 0))
    }

    @Test("UTF-16 with a byte order mark is read")
    func utf16() throws {
        let data = try #require(Exports.charles.data(using: .utf16))
        #expect(try HAR(data: data) == har(Exports.charles))
    }

    @Test(
        "dates of every spelling",
        arguments: [
            ("2026-11-20T09:15:30Z", 1_795_166_130.0), ("2026-11-20T09:15:30.5Z", 1_795_166_130.5),
            ("2026-11-20T09:15:30.123456789Z", 1_795_166_130.123456789), ("2026-11-20T09:15Z", 1_795_166_100),
            ("2026-11-20T11:15:30+02:00", 1_795_166_130), ("2026-11-20T04:45:30-0430", 1_795_166_130),
            ("2026-11-20 09:15:30", 1_795_166_130), ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("1969-12-31T23:59:59.000Z", -1), ("2026-11-20", 1_795_132_800), ("2000-03-01T00:00:00Z", 951_868_800),
        ])
    func dates(text: String, seconds: Double) throws {
        let archive = #"{"log": {"entries": [{"startedDateTime": "\#(text)", "request": {"url": "http://a/"}}]}}"#
        let date = try #require(try har(archive).log.entries.first?.startedDateTime)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(
        "errors say the place",
        arguments: [
            ("", "1:1: the text ends too early"),
            ("[]", "1:1: expected an object"),
            ("{}", #"1:1: expected an object with a member "log": this is not an HTTP archive"#),
            ("\n {\"a\": 1}", #"2:2: expected an object with a member "log": this is not an HTTP archive"#),
            (#"{"log": []}"#, "1:9: log: expected an object"),
            (#"{"log": {}} x"#, "1:13: expected the end of the text"),
            (
                "{\"log\": {\n  \"entries\": [\n    {\"request\": 5}]}}",
                "3:5: log.entries[0].request: expected an object, found a number"
            ),
            (
                "{\"log\": {\"entries\": [{\"request\": {\"url\": \"http://a/\"}},\n{\"request\": {\"method\": \"GET\"}}]}}",
                "2:1: log.entries[1].request.url: expected a string, found nothing"
            ),
            (
                #"{"log": {"entries": [{"startedDateTime": "yesterday", "request": {"url": "http://a/"}}]}}"#,
                "1:22: log.entries[0].startedDateTime: expected a date of ISO 8601"
            ),
            (
                #"{"log": {"entries": [{"request": {"url": "http://a/", "headers": [{"name": "a"}, 7]}}]}}"#,
                "1:22: log.entries[0].request.headers[1]: expected an object, found a number"
            ),
            (
                #"{"log": {"entries": [{"time": "soon", "request": {"url": "http://a/"}}]}}"#,
                "1:22: log.entries[0].time: expected a number, found other text"
            ),
            (
                #"{"log": {"entries": [{"request": {"url": "http://a/" "x"}}]}}"#,
                "1:54: log.entries[0]: expected ',' or '}'"
            ),
            (
                #"{"log": {"comment": "a\qb"}}"#,
                "1:23: log: an escape that JSON does not know"
            ),
            (#"{"log": {"comment": "a"#, "1:21: log: the string that begins here has no end"),
            (#"{"log": {"comment": 01}}"#, "1:21: log: expected a number"),
            (#"{"log": {"version": {}}}"#, "1:9: log.version: expected a string, found an object"),
        ])
    func errors(text: String, message: String) {
        #expect(error(text) == message)
    }

    @Test("nesting without end is an error, not a crash")
    func deep() {
        let text = #"{"log": {"entries": [], "_x": "# + String(repeating: "[", count: 100_000)
        #expect(error(text)?.contains("nested deeper than 256") == true)
    }

    @Test("an entry after the other: a large archive needs little more memory than it holds")
    func large() throws {
        let body = String(repeating: #"{\"n\": 1},"#, count: 400)
        let entry = #"{"request": {"url": "http://a/"}, "response": {"status": 200, "content": {"text": "\#(body)"}}}"#
        let text = #"{"log": {"entries": ["# + Array(repeating: entry, count: 300).joined(separator: ",\n") + "]}}"
        let log = try har(text).log
        #expect(log.entries.count == 300)
        #expect(log.entries.last?.response.content.text?.utf8.count == 400 * 9)
    }

    @Test("escapes become what they stand for; halves of pairs and bytes that are no UTF-8 are replaced")
    func escapes() throws {
        let text = #"{"log": {"comment": "\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\ud83d!\u0000"}}"#
        #expect(try har(text).log.comment == "\"\\/\u{8}\u{c}\n\r\té😀\u{FFFD}!\0")
        let bytes = Data(#"{"log": {"comment": "a"#.utf8) + [0xFF] + Data("\"}}".utf8)
        #expect(try HAR(data: bytes).log.comment == "a\u{FFFD}")
    }

    @Test("what is not what it is called is passed over only by who asks for it, and counted")
    func passedOver() throws {
        let text = """
            {"log": {"pages": [{"id": "p", "startedDateTime": "yesterday"}], "entries": [
              {"startedDateTime": "20.11.2026", "time": 1, "timings": {"wait": "slow", "send": 2},
               "request": {"url": "http://h/", "headers": [{"name": "A", "value": "b"}]}, "response": {"status": 204}},
              {"request": {"url": "http://h/2"}, "response": {"content": {"size": {}}}}]}}
            """
        #expect(error(text)?.contains("expected a") == true)
        var passedOver = 0
        var fault: HARError?
        var texts: [Data] = []
        let log = try HAR(data: Data(text.utf8), passedOver: &passedOver, fault: &fault, texts: &texts).log
        #expect(passedOver == 4 && fault == nil && log.entries.count == 2 && log.pages?.first?.id == "p")
        let entry = try #require(log.entries.first)
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 0) && entry.timings.wait == 0)
        #expect(
            entry.timings.send == 2 && entry.request.headers == [HAR.Field("A", "b")] && entry.response.status == 204)
        for broken in [
            #"{"log": {"entries": [{}]}}"#, #"{"log": {"entries": [{"request": {"url": ["h"]}}]}}"#,
        ] {
            #expect(throws: HARError.self) {
                try HAR(data: Data(broken.utf8), passedOver: &passedOver, fault: &fault, texts: &texts)
            }
        }
    }

    @Test(
        "what stands before a fault is read by who asks for it, and the fault is told; of none it is the error",
        arguments: [
            (#"{"request": {"url": "http://h/2"#, "1:78: log.entries[1]: the string that begins here has no end"),
            (#"{"request": 5}]}}"#, "1:58: log.entries[1].request: expected an object, found a number"),
            (#"{"request": {"url": "http://h/2"}} x"#, "expected"),
            (#"{"request": {"url": "http://h/2"}}]}} x"#, "expected the end of the text"),
        ])
    func beginning(end: String, words: String) throws {
        let text = #"{"log": {"entries": [{"request": {"url": "http://h/1"}}, "# + end
        var passedOver = 0
        var fault: HARError?
        var texts: [Data] = []
        let log = try HAR(data: Data(text.utf8), passedOver: &passedOver, fault: &fault, texts: &texts).log
        #expect(log.entries.first?.request.url == "http://h/1")
        let reported = try #require(fault)
        #expect(reported.description.contains(words) && reported.line == 1 && reported.column != nil, "\(reported)")
        #expect(throws: HARError.self) { try HAR(data: Data(text.utf8)) }
    }
}

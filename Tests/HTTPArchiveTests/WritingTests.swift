import Foundation
import HTTPArchive
import Testing

@Suite("Writing archives")
struct WritingTests {
    /// The archive as JSON without what may be written differently: dates, which tests of their own have.
    private func canonical(_ data: Data) throws -> HAR.JSON { Self.canonical(try HAR.JSON(data: data)) }

    private static func canonical(_ value: HAR.JSON) -> HAR.JSON {
        switch value {
        case .number: return .number(value.double ?? 0)
        case .array(let values): return .array(values.map(canonical))
        case .object(let members):
            let kept = members.filter { $0.name != "startedDateTime" }
            return .object(HAR.Members(kept.map { HAR.Members.Member($0.name, canonical($0.value)) }))
        default: return value
        }
    }

    @Test("a pipe in its place is refused and stays")
    func pipe() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("a.har")
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(throws: CocoaError.self) { try HAR(log: HAR.Log(entries: [])).write(to: file) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.har"])
        var status = stat()
        #expect(lstat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test("what was read is written again, with every member that the format does not name", arguments: Exports.all)
    func roundTrip(text: String) throws {
        let har = try HAR(data: Data(text.utf8))
        let written = har.encoded()
        #expect(try canonical(written) == canonical(Data(text.utf8)))
        #expect(try HAR(data: written) == har)
        #expect(try HAR(data: har.encoded(isIndented: false)) == har)
    }

    @Test("a member's own text survives: numbers keep their digits, objects their order")
    func digits() throws {
        let text = #"{"log": {"_a": {"z": 1.50, "a": 12345678901234567890, "m": [1e400, null]}}, "_own": true}"#
        let written = String(decoding: try HAR(data: Data(text.utf8)).encoded(isIndented: false), as: UTF8.self)
        #expect(written.contains(#""_a":{"z":1.50,"a":12345678901234567890,"m":[1e400,null]}"#))
        #expect(written.hasSuffix(#","_own":true}"#))
    }

    @Test("the little that is given is written as all that the format demands, in its order")
    func strict() throws {
        var har = HAR(entries: [
            HAR.Entry(
                startedDateTime: Date(timeIntervalSince1970: 1_795_166_130.5),
                request: HAR.Request(method: "GET", url: "http://a/"), response: HAR.Response(status: 204))
        ])
        har.log.creator = HAR.Tool(name: "test", version: "1")
        let text = String(decoding: har.encoded(isIndented: false), as: UTF8.self)
        let request =
            #"{"method":"GET","url":"http://a/","httpVersion":"","cookies":[],"headers":[],"queryString":[],"headersSize":-1,"bodySize":-1}"#
        let response =
            #"{"status":204,"statusText":"","httpVersion":"","cookies":[],"headers":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":-1}"#
        let entry =
            #"{"startedDateTime":"2026-11-20T09:15:30.500Z","time":0,"request":\#(request),"response":\#(response),"cache":{},"timings":{"send":0,"wait":0,"receive":0}}"#
        #expect(
            text == #"{"log":{"version":"1.2","creator":{"name":"test","version":"1"},"entries":[\#(entry)]}}"#)
    }

    @Test("every member and element has a line of its own")
    func indented() throws {
        var har = HAR()
        har.log.creator = HAR.Tool(name: "a\"\\\n\u{1}", version: "1")
        #expect(
            String(decoding: har.encoded(), as: UTF8.self) == """
                {
                  "log": {
                    "version": "1.2",
                    "creator": {
                      "name": "a\\"\\\\\\n\\u0001",
                      "version": "1"
                    },
                    "entries": []
                  }
                }

                """)
    }

    @Test("a file is replaced in one step and readable by its owner only")
    func file() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = directory.appendingPathComponent("a.har")
        try Data("old".utf8).write(to: url)
        let har = try HAR(data: Data(Exports.chrome.utf8))
        try har.write(to: url)
        #expect(try HAR(contentsOf: url) == har)
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.har"])
        #expect(throws: CocoaError.self) { try har.write(to: directory.appendingPathComponent("none/a.har")) }
    }

    @Test("an archive is Codable like any value", arguments: Exports.all)
    func codable(text: String) throws {
        let har = try JSONDecoder().decode(HAR.self, from: Data(text.utf8))
        let again = try JSONDecoder().decode(HAR.self, from: JSONEncoder().encode(har))
        #expect(har.log.entries == again.log.entries)
        #expect(har.log.entries.map(\.request) == (try HAR(data: Data(text.utf8))).log.entries.map(\.request))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(HAR.self, from: Data(#"{"log": 1}"#.utf8)) }
    }
}

import Imports
import Testing

@testable import CommandLineTool

@Suite("The report of an import")
struct ImportReportTextTests {
    private func report(_ text: String) throws -> ImportReportText {
        let source = ImportSource(name: "api.json", bytes: Array(text.utf8))
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        return ImportReportText(ImportReport(collections), files: ["api/One.yml"], isDryRun: false)
    }

    private static let whole = """
        {"info": {"name": "A", "schema": "collection/v2"}, "item": [{"name": "One", "request": {"url": "{{base}}/a", "header": [{"key": "A", "value": "b"}]}}]}
        """
    private static let broken = """
        {"info": {"name": "A", "schema": "collection/v2"}, "item": [1, 2, 3, 4, 5, {"name": "One", "request": {"url": "http://a.test", "body": {"mode": "raw", "raw": "x"}}}]}
        """

    @Test("counts stand side by side, and names without a value are listed")
    func counts() throws {
        let text = try report(Self.whole)
        #expect(text.status == .success)
        #expect(text.remarks == ["note: {{base}} has no value in the source; 1 request uses it"])
        #expect(
            text.counts == [
                "          in the source  made", "requests              1     1", "headers               1     1",
            ])
    }

    @Test("errors come first, equal remarks in one line with their places; the status says that something is missing")
    func errors() throws {
        let text = try report(Self.broken)
        #expect(text.status == .found)
        #expect(
            text.remarks == [
                "api.json:/item/0, api.json:/item/1, api.json:/item/2: error: this is neither a folder nor a request; it is left out (there and at 2 other places)",
                "api.json:/item/5/request/body: note: a body that Postman does not send is in the docs",
                "api.json:/item/5: note: docs are added, for what the format has no place for",
            ])
    }

    @Test("JSON has the counts of all kinds, remarks with all their places, and the files")
    func json() throws {
        var bytes: [UInt8] = []
        try report(Self.broken).writeJSON { bytes += $0 }
        let json = String(decoding: bytes, as: UTF8.self)
        #expect(json.contains(#""complete": false"#))
        #expect(json.contains(#""api.json:/item/4""#))
        #expect(json.contains(#""api/One.yml""#))
        #expect(json.contains(#""bodies": {"#))
        #expect(!json.contains("trash"))
        var replaced = try report(Self.whole)
        replaced.trash = "/t/content"
        bytes = []
        try replaced.writeJSON { bytes += $0 }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""trash": "/t/content""#))
    }
}

import BodyStore
import Differences
import Exchanges
import Foundation
import Interchange
import Secrets
import TestSupport
import Testing

@testable import CommandLineTool
@testable import OpenCollection

@Suite("Reports of a run")
struct RunReportFilesTests {
    private static let mask = SecretMask(SecretSet([NamedSecret(name: "token", value: "demo-token")]))

    /// One request of each outcome: ok after a failure, failed, without a response, skipped; and the run was interrupted.
    private static func report(_ text: String = "a < b & \"c\"") -> RunReport {
        var report = RunReport(of: text)
        var good = Records.received()
        good.assertions = [Records.assertions[0]]
        var entry = RunReport.Entry("users/list.yml", .sent(good, failure: nil), row: "row 2: \(text)", mask: mask)
        var bad = Records.received()
        bad.assertions = Records.assertions
        entry.earlier = [bad]
        report.add(entry, at: 1)
        bad.assertions[1].expression = text
        entry = RunReport.Entry("users/get.yml", .sent(bad, failure: nil), mask: mask)
        entry.problem = text
        report.add(entry, at: 0)
        let refused = Records.failed(
            RecordedFailure(stage: RecordedFailure.Stage(.connect), message: text), outcome: .cancelled)
        report.add(.init(ItemPath("\(text).yml"), .sent(refused, failure: text), mask: mask), at: 2)
        report.add(.init("users/ws.yml", .skipped(reason: text)), at: 3)
        report.interruption = RecordedFailure(stage: .cancelled, message: text)
        return report
    }

    private static func text(_ write: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws
        -> String
    {
        let written = Bytes()
        try write { written.bytes += Array($0) }
        return String(decoding: written.bytes, as: UTF8.self)
    }

    private final class Bytes { var bytes: [UInt8] = [] }

    @Test(
        "JUnit is valid by the schema, whatever the texts hold", .enabled(if: JUnitSchema.isThere),
        arguments: [
            "plain", "a < b & \"c\" ]]> --> '", HostileText.allCases.map(\.text).joined(), "\u{0}\u{FFFE}\u{1F600}",
        ])
    func valid(text: String) throws {
        let schema = try JUnitSchema()
        #expect(try schema.accepts(Array(Self.text(Self.report(text).writeJUnit).utf8)))
        #expect(try schema.accepts(Array(Self.text(RunReport().writeJUnit).utf8)), "an empty run")
        #expect(try !schema.accepts(Array("<testsuites><suite/></testsuites>".utf8)), "the schema refuses something")
    }

    @Test("a difference from an example is a place in JSON; JUnit does not repeat what its sentence says")
    func comparison() throws {
        var expected = RequestExample.Response()
        expected.body = .init(type: "json", data: #"{"id":7}"#)
        let example = RequestExample(name: "one", response: expected)
        let response = ExchangeSide.Response(status: 200, body: BodyStore(Array(#"{"id":1}"#.utf8)))
        let difference = try #require(ExampleComparison(example, response: response).run())
        var entry = RunReport.Entry("a.yml", .sent(Records.received(), failure: nil))
        entry.comparison = RunReport.Comparison(ExampleResult(example, difference), mask: .none)
        #expect(entry.comparison?.summary == "differs at $.id: 7 → 1")
        #expect(entry.comparison?.places.first == "$.id: 7 → 1")
        var report = RunReport()
        report.add(entry)
        let junit = try Self.text(report.writeJUnit)
        #expect(junit.contains("message=\"differs at $.id: 7 → 1\">differs at $.id: 7 → 1\n"), "\(junit)")
        #expect(junit.components(separatedBy: "$.id: 7 → 1").count == 3, "in the message and in the text: \(junit)")
    }

    @Test("JUnit has the file, the request line, the status, what was expected and what came, and why the run ended")
    func junit() throws {
        let text = try Self.text(Self.report().writeJUnit)
        #expect(text.contains("<testsuites name=\"microscope run\" tests=\"9\" failures=\"2\" errors=\"3\" time="))
        #expect(text.contains("name=\"users/get\" file=\"users/get.yml\" tests=\"4\" failures=\"2\" errors=\"1\""))
        #expect(text.contains("<property name=\"request\" value=\"POST http://a.test/users?api_key=••••\"/>"))
        #expect(text.contains("<property name=\"status\" value=\"200\"/>"))
        #expect(text.contains("<property name=\"row\" value=\"row 2: a &lt; b &amp; &quot;c&quot;\"/>"))
        #expect(text.contains("\nexpected: 201\nactual: 200</failure>"))
        #expect(text.contains("<flakyFailure type=\"send\" message=\"OK; assertion failed: res.status eq 201") == false)
        #expect(text.contains("<flakyFailure type=\"send\" message=\"200 OK; assertion failed: res.status eq 201: "))
        #expect(text.contains("attempt 1: 503, sent again after 200 ms: 503 Service Unavailable\n"))
        #expect(text.contains("<skipped message=\"a &lt; b"))
        #expect(text.contains("<testcase name=\"ended early\" classname=\"run\"><error message=\"a &lt; b"))
        let places = ["users/get.yml", "users/list.yml", "users/ws.yml"].map {
            text.range(of: "file=\"\($0)")?.lowerBound
        }
        #expect(
            places.compactMap { $0 } == places.compactMap { $0 }.sorted() && !places.contains(nil),
            "the order of the run")
    }

    @Test("HTML loads nothing, shows each attempt on the time axis, and text from outside stays text")
    func html() throws {
        let text = try Self.text(Self.report("<script>x</script>\u{202E}").writeHTML)
        #expect(!text.contains("<script") && !text.contains("\u{202E}") && text.contains("&lt;script&gt;"))
        #expect(!text.contains("src=") && !text.contains("href=") && !text.contains("url("))
        #expect(text.contains("1 POST http://a.test/users?api_key=•••• → 503"))
        #expect(text.contains("<i class=\"pause\" style=\"left:5.085%;width:84.746%\" title=\"pause 200 ms\"></i>"))
        #expect(text.contains("<b class=\"failed\">failed</b>") && text.contains("<b class=\"error\">error</b>"))
        #expect(text.contains("<details open><summary><b class=\"failed\">"))
    }

    @Test("no report has a secret", arguments: ["junit", "html", "json"])
    func secrets(format: String) throws {
        let report = Self.report()
        let text =
            switch format {
            case "junit": try Self.text(report.writeJUnit)
            case "html": try Self.text(report.writeHTML)
            default: try Self.text(report.writeJSON)
            }
        #expect(!text.contains("demo-token") && !text.contains("hunter2") && text.contains("••••"))
    }

    @Test("JSON has every send with its attempts, the row, and why the run ended")
    func json() throws {
        let data = Data(try Self.text(Self.report("why").writeJSON).utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(object["interrupted"] as? String == "why" && object["failed"] as? Int == 2)
        #expect(requests.map { ($0["sends"] as? [Any])?.count } == [1, 2, 1, 0])
        let sends = try #require(requests[1]["sends"] as? [[String: Any]])
        #expect((sends[0]["attempts"] as? [[String: Any]])?.map { $0["status"] as? Int } == [503, 200])
        #expect(requests[1]["row"] as? String == "row 2: why" && requests[0]["problem"] as? String == "why")
    }

    @Test("a problem beside the assertions fails a request, and has a line")
    func problem() {
        var report = RunReport()
        var entry = RunReport.Entry("a.yml", .sent(Records.received(), failure: nil), row: "row 1")
        entry.problem = "status 404"
        entry.earlier = [Records.received()]
        let lines = report.add(entry)
        #expect(lines[0].hasPrefix("FAIL  a (row 1): 200 OK") && lines[0].hasSuffix(" · 2 sends"))
        #expect(lines[1...] == ["      status 404"] && report.status == .found)
        #expect(report.liveLine(of: 7, at: "users/b.yml") == "1 of 7 · 1 failed · users/b")
    }
}

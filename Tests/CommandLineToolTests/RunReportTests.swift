import Exchanges
import Foundation
import Testing

@testable import CommandLineTool
@testable import OpenCollection

@Suite struct RunReportTests {
    private static func report(failing: Bool = true) -> RunReport {
        var report = RunReport()
        var good = Records.received()
        good.assertions = [Records.assertions[0]]
        report.add(.init("users/list.yml", .sent(good, failure: nil)))
        report.add(.init("users/ws.yml", .skipped(reason: "it is a socket")))
        guard failing else { return report }
        var bad = Records.received()
        bad.assertions = Records.assertions
        report.add(.init("users/get.yml", .sent(bad, failure: nil)))
        return report
    }

    private static let refused = Records.failed(
        RecordedFailure(stage: RecordedFailure.Stage(.connect), message: "refused"), outcome: .cancelled)

    @Test("a request has a line, and a line for each check that does not hold")
    func lines() {
        var report = RunReport()
        var record = Records.received()
        record.assertions = Records.assertions
        #expect(
            report.add(.init("users/get.yml", .sent(record, failure: nil))) == [
                "FAIL  users/get: 200 OK · 236 ms · 13 B · 1 redirect · 2 attempts · 1 of 3 assertions passed, 1 not evaluated",
                "      assertion failed: res.status eq 201: found 200, expected 201",
                "      assertion not evaluated: f() gt 1: it needs JavaScript",
            ])
        #expect(report.add(.init("a.yml", .skipped(reason: "it is a socket"))) == ["skip  a: it is a socket"])
        #expect(report.add(.init("b.yml", .sent(Self.refused, failure: "refused; try"))) == ["FAIL  b: refused; try"])
        #expect(report.add(.init("c.yml", .sent(Records.received(), failure: nil)))[0].hasPrefix("ok    c: 200 OK"))
    }

    @Test("the summary counts requests and assertions")
    func summary() {
        #expect(RunReport().summary == "0 requests")
        #expect(
            Self.report().summary == "3 requests: 1 ok, 1 failed, 1 skipped; 2 of 4 assertions passed, 1 not evaluated"
        )
        #expect(Self.report(failing: false).summary == "2 requests: 1 ok, 1 skipped; 1 of 1 assertion passed")
    }

    @Test("errors of a GraphQL response fail the request, each with a line, and are counted as no assertions")
    func graphQLErrors() {
        var record = Records.received()
        record.graphQLErrorCount = 1
        var error = RecordedAssertion(
            expression: "Name is required", operator: "", outcome: .failed(found: "hero.name, line 2:3", expected: ""))
        error.graphQL = .noData
        record.assertions = [error]
        var report = Self.report(failing: false)
        let lines = report.add(.init("q.yml", .sent(record, failure: nil)))
        #expect(lines[0].hasPrefix("FAIL  q: 200 OK · 1 GraphQL error"))
        #expect(lines.dropFirst() == ["      GraphQL error: Name is required (hero.name, line 2:3)"])
        #expect(report.summary == "3 requests: 1 ok, 1 failed, 1 skipped; 1 of 1 assertion passed")
        #expect(report.status == .found)
        #expect(ExitStatus(record, failsOnStatus: false) == .found, "send")
    }

    @Test("an assertion that could not be evaluated fails the request")
    func notEvaluated() {
        var record = Records.received()
        record.assertions = [Records.assertions[2]]
        var report = RunReport()
        #expect(report.add(.init("q.yml", .sent(record, failure: nil)))[0].hasPrefix("FAIL  q: 200 OK"))
        #expect(report.status == .found)
    }

    @Test("a test that the script skips fails nothing, and has a line")
    func skippedTest() {
        var record = Records.received()
        record.assertions = [RecordedAssertion(expression: "later", operator: "", outcome: .skipped)]
        var report = RunReport()
        let lines = report.add(.init("q.yml", .sent(record, failure: nil)))
        #expect(lines[0].hasPrefix("ok    q: 200 OK") && lines[0].hasSuffix("1 skipped"), "\(lines)")
        #expect(lines[1...] == ["      test skipped: later"])
        #expect(report.status == .success && report.summary == "1 request: 1 ok; 1 skipped")
    }

    @Test("the exit status is the gravest")
    func status() {
        #expect(RunReport().status == .success && Self.report(failing: false).status == .success)
        var report = Self.report()
        #expect(report.status == .found)
        report.add(
            .init(
                "x.yml",
                .sent(Records.failed(RecordedFailure(stage: .build, message: ""), outcome: .cancelled), failure: "")))
        #expect(report.status == .notBuilt)
        report.add(.init("y.yml", .sent(Self.refused, failure: "")))
        #expect(report.status == .noResponse)
        report.add(
            .init(
                "z.yml",
                .sent(Records.failed(RecordedFailure(stage: .cancelled, message: ""), outcome: .cancelled), failure: "")
            ))
        #expect(report.status == .cancelled)
    }

    @Test("as JSON each request has outcome, status, captures and assertions")
    func json() throws {
        let written = Bytes()
        try Self.report().writeJSON { written.bytes += Array($0) }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(written.bytes)) as? [String: Any])
        #expect(object["ok"] as? Int == 1 && object["failed"] as? Int == 1 && object["skipped"] as? Int == 1)
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(requests.map { $0["outcome"] as? String } == ["ok", "skipped", "failed"])
        #expect(requests.map { $0["request"] as? String } == ["users/list.yml", "users/ws.yml", "users/get.yml"])
        #expect(requests[1]["reason"] as? String == "it is a socket" && requests[1]["status"] is NSNull)
        #expect((requests[2]["assertions"] as? [[String: Any]])?.count == 3)
    }

    /// The bytes that the sink got.
    private final class Bytes {
        var bytes: [UInt8] = []
    }

    @Test("a folder is meant by its path or its name, a request by its own")
    func folders() throws {
        let get = CollectionItem(
            path: "users/get.yml", name: "Get", kind: .unopened(RequestHead(method: "GET", url: "")))
        let users = CollectionItem(path: "users", name: "All users", kind: .folder(FolderDefinition(), [get]))
        let collection = Collection(name: "c", items: [users])
        for text in ["users", "users/", "./users", "All users"] {
            #expect(try collection.requireFolder(text) == "users")
        }
        #expect(try collection.requireFolder(".") == .root && collection.requireFolder("users/get") == "users/get.yml")
        let error = #expect(throws: UsageError.self) { try collection.requireFolder("user") }
        #expect(error?.description == "there is no folder \"user\"; did you mean users?")
    }
}

import BodyStore
import Differences
import Exchanges
import Foundation
import Interchange
import Secrets
import Testing

@testable import CommandLineTool
@testable import OpenCollection

@Suite struct VerifyReportTests {
    private static func compared(_ body: String, with shown: String) throws -> VerifyReport.Outcome {
        var expected = RequestExample.Response()
        expected.body = .init(type: "json", data: shown)
        let example = RequestExample(name: "200 OK", response: expected)
        let response = ExchangeSide.Response(status: 200, body: BodyStore(Array(body.utf8)))
        let difference = try #require(ExampleComparison(example, response: response).run())
        return .compared(Records.received(body: Array(body.utf8)), [ExampleResult(example, difference)])
    }

    private static func mask(_ secret: String) -> SecretMask {
        var rendered = Records.rendered()
        rendered.secrets = SecretSet([NamedSecret(name: "token", value: secret)])
        return SecretMask(rendered.placedSecrets)
    }

    @Test("a known secret is masked before its value is made shorter: not even its beginning is told")
    func masked() throws {
        let secret = "0123456789abcdefghijklmnopqrstuvwxyzABCD"
        let outcome = try Self.compared(#"{"token":"\#(secret)","list":["\#(secret)"]}"#, with: #"{"token":"old"}"#)
        var report = VerifyReport(isVerbose: true, keepsDifferences: true)
        var lines = report.add("a.yml", outcome, mask: Self.mask(secret))
        let one = try Self.compared(#"{"token":"\#(secret)"}"#, with: #"{"token":"old"}"#)
        lines += report.add("b.yml", one, mask: Self.mask(secret))
        #expect(lines.contains(#"≠  b: differs at $.token: "old" → "••••" (200 OK)"#), "\(lines)")
        var json: [UInt8] = []
        try report.writeJSON { json += $0 }
        for text in lines + [String(decoding: json, as: UTF8.self)] { #expect(!text.contains("0123"), "\(text)") }
    }

    @Test("a file that cannot be read is told, fails the run, and ends one that stops at the first")
    func unreadable() throws {
        var report = VerifyReport()
        report.add("a.yml", try Self.compared("{}", with: "{}"))
        #expect(report.status == .success && !report.endsBadly)
        #expect(report.add("ws.yml", .skipped(reason: "it is a socket")) == ["-  ws: skipped: it is a socket"])
        #expect(report.status == .success && !report.endsBadly)
        #expect(report.add("b.yml", .unreadable(reason: "it cannot be read")) == ["!  b: skipped: it cannot be read"])
        #expect(report.status == .notBuilt && report.endsBadly)
        #expect(report.summary == "1 request verified: 1 matching their examples, 2 skipped")
    }
}

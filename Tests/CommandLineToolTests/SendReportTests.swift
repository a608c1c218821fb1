import BodyStore
import Exchanges
import Foundation
import Interchange
import MicroClient
import Secrets
import Testing

@testable import CommandLineTool
@testable import OpenCollection

@Suite struct SendReportTests {
    private func report(_ record: RecordedExchange, _ mask: SecretMask = .none) throws -> String {
        let written = Written()
        try SendReport(record, mask: mask).write { written.bytes += Array($0) }
        return String(decoding: written.bytes, as: UTF8.self)
    }

    private func object(_ record: RecordedExchange, _ mask: SecretMask = .none) throws -> [String: Any] {
        let text = try report(record, mask)
        return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// The bytes that the sink got.
    private final class Written {
        var bytes: [UInt8] = []
        var largestPiece = 0
    }

    @Test("an answer after a retry and a redirect, whole and masked")
    func golden() throws {
        #expect(try report(Records.received(), SecretMask(Records.rendered().placedSecrets)) == Self.goldenText)
    }

    private static let goldenTimings = """
        "timings": {
                "nameLookup": null,
                "connect": 0.00025,
                "tls": null,
                "send": null,
                "wait": 0.01,
                "download": null,
                "total": 0.012
              }
        """

    private static func goldenHop(_ status: Int) -> String {
        let timings = goldenTimings.replacingOccurrences(of: "\n", with: "\n    ")
        return """
            {
                      "method": "POST",
                      "url": "http://a.test/users?api_key=••••",
                      "status": \(status),
                      \(timings)
                    }
            """
    }

    private static let goldenText = """
        {
          "request": {
            "method": "POST",
            "url": "http://a.test/users?api_key=••••",
            "headers": [
              ["Host", "a.test"],
              ["Authorization", "••••"],
              ["X-Trace", "for ••••"]
            ],
            "body": "{\\"name\\": \\"Zoë\\", \\"t\\": \\"••••\\"}"
          },
          "seconds": 0.236,
          "clientSeconds": 0.00525,
          "attempts": [
            {
              "outcome": "response",
              "status": 503,
              "reason": "503 Service Unavailable",
              "waitedSeconds": 0.2,
              \(goldenTimings),
              "hops": [
                \(goldenHop(503))
              ]
            },
            {
              "outcome": "response",
              "status": 200,
              "reason": null,
              "waitedSeconds": null,
              "timings": {
                "nameLookup": null,
                "connect": 0.0005,
                "tls": null,
                "send": null,
                "wait": 0.02,
                "download": null,
                "total": 0.024
              },
              "hops": [
                \(goldenHop(302)),
                \(goldenHop(200))
              ]
            }
          ],
          "auxiliaryExchanges": [],
          "response": {
            "status": 200,
            "headers": [
              ["Set-Cookie", "••••"]
            ],
            "body": "{\\"ok\\": true}\\n"
          },
          "graphQLErrors": 0,
          "captures": [],
          "assertions": [],
          "error": null,
          "scriptsNotRun": 0,
          "console": []
        }

        """

    @Test("captures have their value as JSON, secrets masked, assertions their outcome")
    func checks() throws {
        var record = Records.received()
        (record.captures, record.assertions) = (Records.captures, Records.assertions)
        record.graphQLErrorCount = 2
        let object = try object(record, SecretMask(Records.rendered().placedSecrets))
        #expect(object["graphQLErrors"] as? Int == 2)
        let captures = try #require(object["captures"] as? [[String: Any]])
        #expect((captures[0]["value"] as? [String: Int]) == ["n": 7])
        #expect(captures[1]["value"] as? String == "••••" && captures[2]["value"] as? String == "••••")
        #expect(captures[3]["value"] is NSNull && captures[3]["phase"] as? String == "before-request")
        #expect(captures[4]["problem"] as? String == "••••.x is undefined")
        let assertions = try #require(object["assertions"] as? [[String: Any]])
        #expect(assertions.map { $0["outcome"] as? String } == ["passed", "failed", "not evaluated"])
        #expect(
            assertions[1]["found"] as? String == "200" && assertions[2]["reason"] as? String == "it needs JavaScript")
        let shown = try self.object(record)["captures"] as? [[String: Any]]
        #expect(shown?[1]["value"] as? String == "abc")
    }

    @Test("without a mask, everything is shown")
    func unmasked() throws {
        let request = try object(Records.received())["request"] as? [String: Any]
        #expect(request?["url"] as? String == "http://a.test/users?api_key=hunter2")
        let headers = request?["headers"] as? [[String]]
        #expect(headers?[1] == ["Authorization", "Bearer demo-token"])
    }

    @Test("headers that the request marks as secret are masked whole, short ones too")
    func secretHeaders() throws {
        let rendered = Records.rendered(headers: [RenderedHeader("x-trace", "abc", origin: .request, isSecret: true)])
        let request = try object(Records.received(), SecretMask(rendered.placedSecrets))["request"] as? [String: Any]
        #expect((request?["headers"] as? [[String]])?[2] == ["X-Trace", "••••"])
    }

    @Test("a known secret is masked as it stands within JSON too")
    func withinJSON() {
        var rendered = Records.rendered()
        rendered.secrets = SecretSet([NamedSecret(name: "key", value: "line\n\"two\"")])
        #expect(SecretMask(rendered.placedSecrets).text(#"{"k":"a line\n\"two\""}"#) == #"{"k":"a ••••"}"#)
    }

    private static let formType = "application/x-www-form-urlencoded"

    @Test("the fields of a form that are named like secrets are masked")
    func form() {
        let mask = SecretMask(Records.rendered().placedSecrets)
        #expect(
            mask.body("user=demo&password=demo&x=demo-token", type: Self.formType) == "user=demo&password=••••&x=••••")
        #expect(SecretMask.none.body("password=demo", type: Self.formType) == "password=demo")
    }

    @Test(
        "members of JSON that are named like secrets are masked, whatever is in them: numbers, lists, JSON within a text"
    )
    func members() {
        let mask = SecretMask(Records.rendered().placedSecrets)
        let body =
            #"{"sessionId": 12345, "token": ["a", {"of": "b"}], "page": 7, "log": "{\"password\": \"c\"}", "key": "name"}"#
        #expect(
            mask.body(body, type: "")
                == #"{"sessionId": ••••, "token": ["••••", {"of": "••••"}], "page": 7, "log": "{\"password\": \"••••\"}", "key": "name"}"#
        )
    }

    @Test("a failure has no response, and says stage and message")
    func failure() throws {
        let failure = RecordedFailure(stage: RecordedFailure.Stage(.connect), message: "refused: demo-token")
        let outcome = Exchange.Attempt.Outcome.failure(
            Exchange.Failure(stage: .connect, code: .couldNotConnect, message: "Connection refused"))
        let object = try object(Records.failed(failure, outcome: outcome), SecretMask(Records.rendered().placedSecrets))
        #expect(object["response"] is NSNull)
        #expect(object["error"] as? [String: String] == ["stage": "connect", "message": "refused: ••••"])
        let attempt = (object["attempts"] as? [[String: Any]])?.first
        #expect(attempt?["outcome"] as? String == "error")
        #expect(attempt?["status"] is NSNull)
        #expect(attempt?["reason"] as? String == "Connection refused")
    }

    @Test("a cancelled attempt says so")
    func cancelled() throws {
        let record = Records.failed(RecordedFailure(stage: .cancelled, message: "Cancelled."), outcome: .cancelled)
        let attempts = try object(record)["attempts"] as? [[String: Any]]
        #expect(attempts?.first?["outcome"] as? String == "cancelled")
        #expect(attempts?.first?["reason"] is NSNull)
    }

    @Test("a request that was never built has no attempts")
    func notBuilt() throws {
        var record = Records.failed(
            RecordedFailure(stage: .build, message: "x has no value (URL)"), outcome: .cancelled)
        record.exchange.attempts = []
        let text = try report(record)
        #expect(text.contains("\"attempts\": [],"))
        #expect(text.contains("\"stage\": \"build\""))
    }

    @Test("a body that is no UTF-8 is in Base64")
    func binary() throws {
        let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let response = try object(Records.received(body: bytes))["response"] as? [String: Any]
        #expect(response?["bodyBase64"] as? String == Data(bytes).base64EncodedString())
        #expect(response?["body"] == nil)
    }

    @Test("bodies longer than a piece come through as they are", arguments: [false, true])
    func large(_ isBinary: Bool) throws {
        var bytes = Array(String(repeating: "Grüße \"\\\u{7}\u{7F}\n世界 🚀 ", count: 20_000).utf8)
        if isBinary { bytes.append(0xFF) }
        let written = Written()
        try SendReport(Records.received(body: bytes), mask: .none).write {
            written.bytes += Array($0)
            written.largestPiece = max(written.largestPiece, $0.count)
        }
        let object = try JSONSerialization.jsonObject(with: Data(written.bytes)) as? [String: Any]
        let response = object?["response"] as? [String: Any]
        if isBinary {
            #expect((response?["bodyBase64"] as? String).flatMap { Data(base64Encoded: $0) } == Data(bytes))
        } else {
            #expect(response?["body"] as? String == String(decoding: bytes, as: UTF8.self))
        }
        #expect(written.largestPiece <= 2 * JSONWriter.pieceSize)
    }

    @Test("the sink's error ends the writing")
    func sinkFails() {
        struct Closed: Error {}
        #expect(throws: Closed.self) { try SendReport(Records.received(), mask: .none).write { _ in throw Closed() } }
    }

    @Test(
        "times are seconds to the microsecond",
        arguments: [
            (Duration.zero, "0"), (.milliseconds(200), "0.2"), (.microseconds(84_123), "0.084123"),
            (.seconds(61), "61"),
            (.nanoseconds(1_500), "0.000001"),
        ])
    func seconds(_ duration: Duration, _ text: String) throws {
        let written = Written()
        let json = JSONWriter { written.bytes += Array($0) }
        try json.seconds(duration)
        try json.finish()
        #expect(String(decoding: written.bytes, as: UTF8.self) == text + "\n")
    }

    @Test(
        "knows what is UTF-8",
        arguments: [
            ([0x41], true), ([0xC3, 0xBC], true), ([0xC3], false), ([0xC0, 0x80], false), ([0xE0, 0x80, 0x80], false),
            ([0xED, 0xA0, 0x80], false), ([0xF0, 0x9F, 0x9A, 0x80], true), ([0xF4, 0x90, 0x80, 0x80], false),
            ([0x80], false), ([0xE2, 0x82], false), ([0xFF], false), ([], true),
        ] as [([UInt8], Bool)])
    func utf8(_ bytes: [UInt8], _ isValid: Bool) {
        #expect(BodyPieces(bytes).isUTF8 == isValid)
        #expect((String(validating: bytes, as: UTF8.self) != nil) == isValid)
    }
}

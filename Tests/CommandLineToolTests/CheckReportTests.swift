import Interchange
import MicroClient
import OpenCollection
import Secrets
import Testing

@testable import CommandLineTool

@Suite struct CheckReportTests {
    private static let warning = CheckProblem(
        .warning, .unknownKey, path: "users/get.yml", line: 7, column: 3, message: "mehtod is not known in http",
        fix: "did you mean method?",
        edit: CheckProblem.Edit(line: 7, column: 3, endLine: 7, endColumn: 9, text: "method"))
    private static let error = CheckProblem(
        .error, .layout, path: "a.bru", message: "the older\u{1B} format", fix: "delete it")

    private static func report(_ problems: [CheckProblem], isStrict: Bool = false) -> CheckReport {
        CheckReport(problems, prefix: "api/", isStrict: isStrict)
    }

    @Test("a line per problem, with the way to the file, and nothing that steers a terminal")
    func text() {
        #expect(
            Self.report([Self.error, Self.warning]).text(showsNonASCII: true) == """
                api/a.bru:1:1: error: the older␛ format; delete it
                api/users/get.yml:7:3: warning: mehtod is not known in http; did you mean method?

                """)
        #expect(Self.report([]).text(showsNonASCII: true).isEmpty)
    }

    @Test("the summary counts")
    func summary() {
        #expect(Self.report([]).summary == "no problems found")
        #expect(Self.report([Self.warning]).summary == "1 warning in 1 file")
        #expect(Self.report([Self.error, Self.error, Self.warning]).summary == "2 errors and 1 warning in 2 files")
    }

    @Test(
        "errors count as found, warnings when asked",
        arguments: [
            ([], false, CommandLineTool.ExitStatus.success), ([warning], false, .success), ([warning], true, .found),
            ([error], false, .found), ([], true, .success),
        ])
    func status(_ problems: [CheckProblem], _ isStrict: Bool, _ status: CommandLineTool.ExitStatus) {
        #expect(Self.report(problems, isStrict: isStrict).status == status)
    }

    @Test("as JSON")
    func json() throws {
        var bytes: [UInt8] = []
        try Self.report([Self.warning]).writeJSON { bytes += $0 }
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {
                  "errors": 0,
                  "warnings": 1,
                  "problems": [
                    {
                      "severity": "warning",
                      "rule": "unknownKey",
                      "file": "users/get.yml",
                      "line": 7,
                      "column": 3,
                      "message": "mehtod is not known in http",
                      "fix": "did you mean method?",
                      "edit": {
                        "line": 7,
                        "column": 3,
                        "endLine": 7,
                        "endColumn": 9,
                        "text": "method"
                      }
                    }
                  ]
                }

                """)
    }

    @Test(
        "checks, logs, the wire and reports take values under the same names for secrets, and under the same names for none",
        arguments: [
            "Authorization", "X-Api-Key", "apiKey", "sortKey", "keyword", "monkey", "Cookie", "Set-Cookie", "token",
            "accessTokenUrl", "passphrase", "pass", "pwd", "compass", "X-Signature", "sig", "design", "sessionId",
            "SESSID", "sid", "side", "jwt", "X-CSRF-Token", "csrf", "name", "page", "auth", "author", "clientSecret",
            "Authentication-Info", "bearer", "credentials", "userPassword", "", "id", "Content-Type", "ÄPIKEY", "K",
            "X-WSSE", "X-Session-Id", "session_id", "session", "sessionCount", "tokenUrl", "token_type", "expires_in",
            "nextPageToken", "next-auth.session-token", "PHPSESSID", "key", "keys", "api_key_id", "signature",
            "X-Amz-Credential", "X-CSRF", "secret_id", "secretName", "client_id", "tokens", "cookiePolicy",
            "id_token_hint", "tokenId",
        ])
    func credentialNames(_ name: String) throws {
        let value = name.lowercased().contains("cookie") ? "sid=8f3a9c1d2e4b5f60" : "8f3a9c1d2e4b5f608f3a9c1d"
        let isSecret = Redaction.isSecret(name: name)
        #expect(!LiteralSecret.all(in: value, named: name).isEmpty == isSecret, "check: \(name)")
        let json = "{\"\(name)\": \"\(value)\"}"
        #expect(!LiteralSecret.all(in: json).isEmpty == isSecret, "check, in JSON: \(name)")
        #expect(Redaction.value(value, of: name).contains("8f3a") != isSecret, "log: \(name)")
        #expect(Redaction.url("http://h.test/?\(name)=\(value)").contains("8f3a") != isSecret, "URL: \(name)")
        let field = HeaderField(name, value)
        #expect(SecretMask().value(of: field).contains("8f3a") != isSecret, "report: \(name)")
        #expect(SecretMask().body(json, type: "").contains("8f3a") != isSecret, "report, in JSON: \(name)")
    }

    @Test(
        "where a name leaves doubt, checks, logs, the wire, reports and captures decide alike, by the value",
        arguments: [
            ("8f3a9c1d", true), ("k3y-77", true), ("Bearer-8f3a9c1d2e4b", true), ("AbCdEfGhIjKlMnOp", true),
            ("name", false), ("12345678", false), ("k1", false), ("http://h.test/a1b2c3d4", false),
        ], ["key", "session", "X-CSRF", "sid"])
    func doubtfulValues(_ value: (text: String, isSecret: Bool), _ name: String) {
        let text = value.text
        #expect(!LiteralSecret.all(in: text, named: name).isEmpty == value.isSecret, "check")
        #expect((Redaction.value(text, of: name) == Redaction.mask) == value.isSecret, "log")
        #expect(Redaction.url("http://h.test/?\(name)=\(text)").contains(text) != value.isSecret, "URL")
        #expect((SecretMask().value(of: HeaderField(name, text)) == Redaction.mask) == value.isSecret, "report")
        #expect(SecretMask().body("\(name)=\(text)", type: "").contains(text) != value.isSecret, "form")
        let nested = "{\"\(name)\": [{\"x\": \"\(text)\"}]}"
        #expect(SecretMask().body(nested, type: "").contains(text) != value.isSecret, "JSON")
        let scopes = VariableScopes(collection: Collection(name: "c"))
        #expect(scopes.isSecret(captured: name, .string(text)) == value.isSecret, "capture")
        #expect(
            SecretVocabulary.isSecret(text, under: name) == value.isSecret
                && SecretVocabulary.isSecret(nil, under: name))
    }
}

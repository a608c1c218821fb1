import BodyStore
import Exchanges
import Foundation
import MicroClient
import Secrets
import TestSupport
import Testing

@testable import Interchange

@Suite("Exchanges as commands of curl and as a bug report")
struct CurlScriptTests {
    @Test("the request as it was sent, secrets as variables of the shell, each way of writing one by itself")
    func command() throws {
        let body = Data(#"{"a": "it's s\"cret/1", "b": "{{x}}"}"#.utf8)
        let sent = Exchange.SentRequest(
            method: .post, url: "http://a.test/x?b=s%22cret%2F1",
            headers: [
                HeaderField("Host", "a.test"), HeaderField("Content-Length", "36"),
                HeaderField("Authorization", "Bearer s\"cret/1"), HeaderField("Content-Type", "application/json"),
                HeaderField("X-Empty", ""), HeaderField("Accept-Encoding", "gzip"),
            ], bodyLength: Int64(body.count), body: body)
        var record = PackageSamples.record(
            sent, hops: [PackageSamples.hop(sent, status: 500, reason: "Oh no")], response: "x")
        record.secrets = SecretSet([NamedSecret(name: "token", value: "s\"cret/1")])
        let text = PackageSamples.text(try PackageSamples.package(PackageSamples.past(record), note: "the one"), .curl)
        #expect(
            text == #"""
                # the one: answered 2026-11-20T09:15:30Z: 500 Oh no
                # Secrets to set as variables of the shell first: token_json - escaped as in JSON, token_encoded - percent-encoded, token
                curl --globoff "http://a.test/x?b=$token_encoded" \
                  -H "Authorization: Bearer $token" \
                  -H 'Content-Type: application/json' \
                  -H 'X-Empty;' \
                  --data-raw '{"a": "it'\''s '"$token_json"'", "b": "{{x}}"}' \
                  --compressed

                """#)
    }

    @Test("a shell makes of it what was sent")
    func inShell() throws {
        let body = Data("a=$HOME `x` \\ 'y' \"z\" €".utf8)
        let sent = Exchange.SentRequest(
            method: .put, url: "http://a.test/[1]?q=%20&token=v4lue-1234",
            headers: [HeaderField("X-A", "b; c=\"d\" $e")],
            bodyLength: Int64(body.count), body: body)
        let text = PackageSamples.text(
            try PackageSamples.package(
                PackageSamples.past(PackageSamples.record(sent, hops: [PackageSamples.hop(sent)]))),
            .curl)
        let script = "curl() { for word; do printf '%s\\n' \"$word\"; done; }\ntoken=filled\n" + text
        let run = try ChildProgram.run(["sh", "-c", script])
        let words = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(
            words == [
                "-X", "PUT", "--globoff", "http://a.test/[1]?q=%20&token=filled", "-H", "X-A: b; c=\"d\" $e", "-H",
                "Content-Type:", "--data-raw", "a=$HOME `x` \\ 'y' \"z\" €",
            ])
    }

    @Test("a body that no shell can hand to a program is named")
    func binary() throws {
        let sent = Exchange.SentRequest(
            method: .post, url: "http://a.test/", headers: [], bodyLength: 3, body: Data([0, 1, 0xFF]))
        let text = PackageSamples.text(
            try PackageSamples.package(
                PackageSamples.past(PackageSamples.record(sent, hops: [PackageSamples.hop(sent)]))),
            .curl)
        #expect(text.contains("# The body, 3 B, is not written here: give it with --data-binary @FILE."))
        #expect(text.contains("-X POST") && !text.contains("--data-raw"))
    }

    @Test("text from outside stays text in a report, scalar by scalar")
    func markdown() {
        for word in HostileWord.all {
            let inline = Array(ReportText.inline(word).unicodeScalars)
            for (index, scalar) in inline.enumerated() where "`*_[]<>#|~&!".unicodeScalars.contains(scalar) {
                #expect(index > 0 && inline[index - 1] == "\\", "\(word.debugDescription.prefix(60))")
            }
            #expect(!inline.contains("\n") && !inline.contains("\r"))
            let code = ReportText.code(word)
            let ticks = code.utf8.prefix { $0 == UInt8(ascii: "`") }
            let inside = code.utf8.dropFirst(ticks.count).dropLast(ticks.count)
            #expect(!inside.split { $0 != UInt8(ascii: "`") }.contains { $0.count == ticks.count })
            #expect(
                !ReportText.cell(word).utf8.split(separator: Array("\\|".utf8)).contains {
                    $0.contains(UInt8(ascii: "|"))
                })
            let fence = ReportText.fence(word, language: "").utf8.prefix { $0 == UInt8(ascii: "`") }
            #expect(
                !ReportText.fence(word, language: "").utf8.dropFirst(fence.count).dropLast(fence.count).contains(fence))
        }
    }

    @Test("a header that curl would take for a file of headers is left out, and lines that a header could add")
    func headersOfFiles() throws {
        let sent = Exchange.SentRequest(
            method: .delete, url: "http://a.test/",
            headers: [
                HeaderField("@PRIVATE", "x"), HeaderField("X-A", "b\r\nX-Evil: c"), HeaderField("X-\u{301}", "d"),
                HeaderField("X-Good", "e"),
            ])
        let hops = [PackageSamples.hop(sent, status: 302), PackageSamples.hop(sent)]
        let text = PackageSamples.text(
            try PackageSamples.package(PackageSamples.past(PackageSamples.record(sent, hops: hops))), .curl)
        #expect(
            text.contains("-H 'X-Good: e'") && !text.contains("-H '@") && !text.contains("X-Evil")
                && !text.contains("  -L"))
        #expect(text.contains("# Redirects are not followed: with -L, curl would repeat DELETE at their target."))
    }

    @Test("a report says what was sent, answered, tried again and asserted")
    func report() throws {
        let text = PackageSamples.text(
            try PackageSamples.package(PackageSamples.rich(), note: "_seen_ twice"), .markdown)
        #expect(
            text == #"""
                # POST /users: 200 OK

                \_seen\_ twice

                - Sent 2026-11-20T09:15:30Z, took 1.29 s in 2 attempts
                - Environment: prod
                - Request file: `users/add.yml`, changed before it was sent
                - Connection: 192.0.2.7 port 443, HTTP/1.1, TLSv1.3, TLS\_AES\_256\_GCM\_SHA384

                ## Request

                ```http
                POST https://api.test/users?page=1&access={{token}}
                Host: api.test
                Authorization: Bearer {{token}}
                Content-Type: application/json
                X-Two: a
                x-two: b
                ```

                Body, 39 B:

                ```json
                {"name": "Ann", "pass": "{{token}}"}
                ```

                ## Response

                ```http
                HTTP/1.1 200 OK
                Content-Type: application/json
                Set-Cookie: sid={{sid}}; Path=/
                Set-Cookie: theme={{theme}}; Path=/
                ```

                Body, 34 B:

                ```json
                {"id": 7, "note": "ü \"quoted\""}
                ```

                ## Attempts

                | Attempt | Began after | Took | Request | Outcome |
                |---|---|---|---|---|
                | 1 | 0.00 ms | 84 ms | `POST https://api.test/users?page=1&access={{token}}` | `503 Busy` |
                | 2 | 1.08 s | 84 ms | `POST https://api.test/users?page=1&access={{token}}` | `303 See Other` |
                | 2 | 1.20 s | 84 ms | `GET https://api.test/users/7` | `200 OK` |

                - after attempt 1: status 503, waited 1.00 s as the server asked

                ## Captured and asserted

                - `id` = `7`
                - `session` was not found
                - `res.status eq 200`: passed
                - `res.body.id eq 8`: failed: found `7`, expected `8`

                Secrets are masked: they are replaced by `{{sid}}`, `{{theme}}`, `{{token}}`.

                """#)
    }

    @Test("what stands in a body or a field stays text: no Markdown, no control of a terminal")
    func hostile() throws {
        let sent = Exchange.SentRequest(
            method: .get, url: "http://a.test/<b>|`x`", headers: [HeaderField("X-A", "\u{1B}[31m\u{202E}")])
        var record = PackageSamples.record(
            sent, hops: [PackageSamples.hop(sent)], response: "```\n# heading\n````\n\u{9B}2J")
        record.failure = RecordedFailure(stage: .init(rawValue: "receive"), message: "[a](http://b) *c*")
        let text = PackageSamples.text(try PackageSamples.package(PackageSamples.past(record)), .markdown)
        #expect(text.contains("# GET /\\<b\\>\\|\\`x\\`: receive: \\[a\\](http://b) \\*c\\*"))
        #expect(text.contains("`````\n```\n# heading\n````\n<U+9B>2J\n`````"))
        #expect(text.contains("X-A: \u{241B}[31m<U+202E>"))
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    }

    @Test("comments steer no terminal and turn no text, and say that it was sent where nothing was answered")
    func comments() throws {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        var record = PackageSamples.record(sent, hops: [PackageSamples.hop(sent, status: nil)])
        record.head = nil
        record.responseBody = nil
        record.failure = RecordedFailure(
            stage: RecordedFailure.Stage(.connect), message: "refused \u{1B}]0;x\u{7} by \u{202E}\nrm -rf ~")
        let note = "look\r\u{9B}31m here"
        let text = PackageSamples.text(try PackageSamples.package(PackageSamples.past(record), note: note), .curl)
        let comment = try #require(text.split(separator: "\n").first)
        #expect(
            comment.hasPrefix(
                "# 'look <U+9B>31m here: sent 2026-11-20T09:15:30Z: connect: refused ␛]0;x␇ by <U+202E> rm"))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
}

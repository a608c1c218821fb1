import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import Interchange

@Suite struct ReceivedRequestTests {
    @Test("curl's signs count as curl reads them, also where a mark stands behind them")
    func marks() throws {
        let request = try read(
            "curl http://h/ -H $'X-A: \\u0301b' -H $'X-B:\\u0301c' -F $'p=\\u0301v' -F $'q=a;\\u0301x;type=text/csv' --form-string $'r=;\\u0301'"
        )
        #expect(request.headers.map(\.name) == ["X-A", "X-B"])
        #expect(request.headers.map { Array($0.value.utf8) } == [Array("\u{301}b".utf8), Array("\u{301}c".utf8)])
        #expect(request.body.parts.map(\.name) == ["p", "q", "r"])
        #expect(
            request.body.parts.map { Array($0.values[0].utf8) } == ["\u{301}v", "a", ";\u{301}"].map { Array($0.utf8) })
        #expect(request.body.parts[1].contentType == "text/csv")
    }

    private func read(_ text: String) throws -> RequestDefinition { try ReceivedRequest.read(text).file.definition }

    @Test("what a browser copies for bash becomes a request")
    func browser() throws {
        let received = try ReceivedRequest.read(
            #"""
            curl 'https://api.example.com/v1/users?page=2&q=a%20b' \
              -X 'POST' \
              -H 'accept: application/json' \
              -H 'content-type: application/json' \
              -H 'authorization: Bearer abc.def' \
              -b 'sid=1; theme=dark' \
              -H $'x-note: it\'s \u00e9\u0021 \ud83d\ude00' \
              --data-raw $'{"name":"Ada\'s","n":1}' \
              --compressed --insecure
            """#)
        let definition = received.file.definition
        #expect(received.form == .curl && received.notes.isEmpty)
        #expect(definition.method == "POST" && definition.url == "https://api.example.com/v1/users?page=2&q=a%20b")
        #expect(definition.queryRows.map(\.field.value) == ["2", "a b"])
        #expect(definition.auth == .bearer(token: "abc.def"))
        #expect(
            definition.headers.map { "\($0.name): \($0.value)" } == [
                "accept: application/json", "Cookie: sid=1; theme=dark", "x-note: it's é! 😀",
            ])
        #expect(definition.body.kind == .json && definition.body.text == #"{"name":"Ada's","n":1}"#)
        #expect(definition.settings.followsRedirects == false && definition.settings.effectiveEncodesURL == false)
        #expect(received.policies.verifiesTLS == false)
        #expect(definition.name == "v1 users")
        #expect(try RequestFile.read(text: received.file.text, path: "x.yml").definition.url == definition.url)
    }

    @Test("a request of the history says what is no marker in it and would be taken for a variable, in the body too")
    func literals() throws {
        let body = #"{"a": "{{token}}", "b": "{{name}}", "c": "{{name}} {{x y}}"}"#
        let request = SentRequest(
            method: .post, url: "http://h/{{id}}", headers: [HeaderField("X-A", "{{token}}")], body: Data(body.utf8))
        var kept = KeptExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: .distantPast,
            exchange: Exchange(request: request, startedAt: .distantPast))
        kept.requestBody = KeptBody(hash: "", length: Int64(body.utf8.count), keptLength: Int64(body.utf8.count))
        kept.markers = [
            SecretMarker(name: "token", place: .header(0), offset: 0, spelling: .plain),
            SecretMarker(name: "token", place: .body, offset: 7, spelling: .plain),
        ]
        let received = ReceivedRequest(kept, body: Array(body.utf8))
        let rest = "stood there as it is, and is taken for a variable now: R sends it as it was."
        #expect(received.notes == ["{{id}}, {{name}}, {{x y}} \(rest)"])
        kept.exchange.request.url = "http://h/"
        let plain = #"{"a": "{{token}}"}"#
        #expect(ReceivedRequest(kept, body: Array(plain.utf8)).notes.isEmpty)
    }

    @Test(
        "options, short and long, apart and together",
        arguments: [
            ("curl -sSL h/x", "GET", "http://h/x", ""), ("curl -XDELETE h", "DELETE", "http://h", ""),
            ("curl -I h", "HEAD", "http://h", ""), ("curl h -d a=1 -d b=2", "POST", "http://h", "a=1&b=2"),
            ("curl -G h -d a=1 --data-urlencode 'b=x y'", "GET", "http://h?a=1&b=x+y", ""),
            ("curl --request=PUT --url h --data 'no form'", "PUT", "http://h", "no form"),
            ("$ curl \"h\" -H 'Content-Type: text/plain' -d x", "POST", "http://h", "x"),
            ("# a comment\nTOKEN=1 curl h --json '{}'", "POST", "http://h", "{}"),
            ("curl 'h' \\\r\n  -X PATCH", "PATCH", "http://h", ""),
            ("curl.exe -kX OPTIONS https://h", "OPTIONS", "https://h", ""),
        ])
    func options(command: String, method: String, url: String, body: String) throws {
        let definition = try read(command)
        #expect(definition.method == method && definition.url == url)
        let form = definition.body.form.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        #expect((definition.body.kind == .formURLEncoded ? form : definition.body.text) == body)
    }

    @Test("credentials, times, redirects, agent and referrer")
    func rest() throws {
        let received = try ReceivedRequest.read(
            "curl -u ann:p:w -m 1.5 -L --max-redirs 3 --retry 2 -A me -e http://r -H 'X-Empty;' h")
        let definition = received.file.definition
        #expect(definition.auth == .basic(username: "ann", password: "p:w"))
        #expect(definition.settings.timeoutInMilliseconds == 1500 && definition.settings.maximumRedirects == 3)
        #expect(definition.headers.map(\.name) == ["User-Agent", "Referer", "X-Empty"])
        #expect(received.policies.retry?.count == 2 && received.notes.isEmpty)
    }

    @Test("digest and NTLM are taken with their users, NTLM with its domain")
    func challenges() throws {
        let digest = try ReceivedRequest.read("curl --digest -u ann:p:w h").file.definition.auth
        #expect(digest == .unsupported(.digest(username: "ann", password: "p:w")))
        let ntlm = try ReceivedRequest.read("curl --ntlm -u 'LAND\\ann:pw' h").file.definition.auth
        #expect(ntlm == .unsupported(.ntlm(username: "ann", password: "pw", domain: "LAND")))
    }

    @Test(
        "what is left out is told",
        arguments: [
            ("curl --frobnicate h", "--frobnicate"), ("curl h/a h/b", "first of 2 URLs"),
            ("curl -x proxy h", "-x proxy"),
            ("curl -o out -v h", "-o -v"), ("curl -d @body.json h", "body.json"),
            ("curl --negotiate -u a:b h", "negotiate"),
            ("curl \"h/$ID\"", "ID"), ("curl h -H \"X: $(id)\"", "not run"), ("curl h | jq .", "what follows"),
            ("curl -b jar.txt h", "jar.txt"), ("curl -H Accept: h", "would not send"),
            ("curl h -F", "-F is left out: its argument is missing"),
            ("curl h --data", "--data is left out: its argument is missing"),
        ])
    func notes(command: String, words: String) throws {
        let received = try ReceivedRequest.read(command)
        #expect(received.notes.count >= 1 && received.notes.contains { $0.contains(words) }, "\(received.notes)")
    }

    private static let isLeftOut = "is the file val.txt: it is left out, put its text in."

    @Test(
        "with -G, a file leaves its parameter empty, or nothing at all, and is told",
        arguments: [
            ("curl -G h --data-urlencode n@val.txt", "http://h?n=", "The value of the query parameter n"),
            ("curl -G h --data-urlencode @val.txt", "http://h", "A part of the query"),
            ("curl -G h -d @val.txt", "http://h", "A part of the query"),
            ("curl -G 'h?a=1' -d b=2 -d @val.txt -d c=3", "http://h?a=1&b=2&c=3", "A part of the query"),
            ("curl -G h --data-urlencode 'a%20b@val.txt'", "http://h?a%20b=", "The value of the query parameter a b"),
            ("curl h --url-query n@val.txt", "http://h?n=", "The value of the query parameter n"),
            ("curl h --url-query @val.txt", "http://h", "A part of the query"),
        ])
    func filesOfQuery(command: String, url: String, what: String) throws {
        let received = try ReceivedRequest.read(command)
        let definition = received.file.definition
        #expect(definition.method == "GET" && definition.url == url && definition.body.kind == .none)
        #expect(received.notes == ["\(what) \(Self.isLeftOut)"])
    }

    @Test("a parameter whose value is a file is a row with its name and no value")
    func rowOfFile() throws {
        let rows = try read("curl -G h -d a=1 --data-urlencode note@val.txt").queryRows
        #expect(rows.map { "\($0.field.name)=\($0.field.value)" } == ["a=1", "note="])
    }

    @Test(
        "a file among the data of a form is told, and the other fields stay, in order",
        arguments: [
            ("-d a=1 -d @val.txt -d b=2", "a=1&b=2", "A part of the body"),
            ("-d @val.txt --data-urlencode 'b=x y'", "b=x y", "A part of the body"),
            ("-d a=1 --data-urlencode @val.txt", "a=1", "A part of the body"),
            ("-d a=1 --data-urlencode n@val.txt -d b=2", "a=1&n=&b=2", "The value of the field n"),
            ("--data-urlencode n@val.txt", "n=", "The value of the field n"),
            ("--data-binary @val.txt --data-raw a=@x", "a=@x", "A part of the body"),
        ])
    func filesOfForm(data: String, form: String, what: String) throws {
        let received = try ReceivedRequest.read("curl h \(data)")
        let definition = received.file.definition
        #expect(definition.method == "POST" && definition.body.kind == .formURLEncoded && definition.headers.isEmpty)
        #expect(definition.body.form.map { "\($0.name)=\($0.value)" }.joined(separator: "&") == form)
        #expect(received.notes == ["\(what) \(Self.isLeftOut)"])
    }

    @Test("a file among data that is no form is told, and the other texts stay, in order, with their type")
    func filesOfText() throws {
        let plain = try ReceivedRequest.read("curl h -d one -d @val.txt --data-urlencode n@val.txt --data-raw @x")
        #expect(plain.file.definition.body.kind == .text && plain.file.definition.body.text == "one&n=&@x")
        #expect(
            plain.file.definition.headers == [Field("Content-Type", "application/x-www-form-urlencoded")])
        #expect(
            plain.notes == ["A part of the body \(Self.isLeftOut)", "The value of the field n \(Self.isLeftOut)"])
        let json = try ReceivedRequest.read("curl h --json '{\"a\":' --json @val.txt --json '}'")
        #expect(json.file.definition.body.kind == .json && json.file.definition.body.text == #"{"a":}"#)
        #expect(json.notes == ["A part of the body \(Self.isLeftOut)"])
    }

    @Test("every file that is left out is told")
    func severalFiles() throws {
        let received = try ReceivedRequest.read("curl h -d @a.txt --data-urlencode n@b.txt -d @c.txt")
        let rest = "it is left out, put its text in."
        #expect(
            received.notes == [
                "A part of the body is the file a.txt: \(rest)", "The value of the field n is the file b.txt: \(rest)",
                "A part of the body is the file c.txt: \(rest)",
            ])
        let bare = try ReceivedRequest.read("curl h -d @a.txt -d @c.txt")
        #expect(bare.file.definition.method == "POST" && bare.file.definition.body.kind == .none)
        #expect(bare.notes.map { $0.contains("A part of the body is the file") } == [true, true])
    }

    @Test(
        "a file that is the whole body is told as that",
        arguments: [
            ("-d @val.txt", "POST"), ("--data-binary @val.txt", "POST"), ("--data-urlencode @val.txt", "POST"),
            ("--json @val.txt", "POST"), ("-T val.txt", "PUT"), ("-G -T val.txt", "PUT"),
        ])
    func fileOfBody(data: String, method: String) throws {
        let received = try ReceivedRequest.read("curl h \(data)")
        let definition = received.file.definition
        #expect(definition.method == method && definition.url == "http://h" && definition.body.kind == .none)
        #expect(received.notes == ["The body \(Self.isLeftOut)"])
    }

    @Test(
        "what only looks like a file is text: behind --data-raw, and where a = follows the @",
        arguments: [
            ("--data-raw @x", "@x"), ("--data-raw @x=1", "@x=1"), ("--data-urlencode a@b=c", "a@b=c"),
            ("--data-urlencode @b=c", "@b=c"), ("--data-urlencode a=@b", "a=@b"), ("--data-urlencode '=@b'", "%40b"),
        ])
    func looksLikeFile(data: String, body: String) throws {
        let received = try ReceivedRequest.read("curl h \(data)")
        let form = received.file.definition.body.form.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        #expect((form.isEmpty ? received.file.definition.body.text : form) == body)
        #expect(received.notes.isEmpty)
    }

    @Test("an option without its argument is not called unknown")
    func lackingArgument() throws {
        let notes = try ReceivedRequest.read("curl h -s -F").notes
        #expect(!notes.contains { $0.contains("Not known") }, "\(notes)")
    }

    @Test("shell variables become variables, and nothing is run")
    func variables() throws {
        let definition = try read("curl \"https://h/${ID}x/$(rm -rf x)\" -H \"X: a $TOKEN\" -H 'Y: $NO'")
        #expect(definition.url == "https://h/{{ID}}x/$(rm -rf x)")
        #expect(definition.headers.map(\.value) == ["a {{TOKEN}}", "$NO"])
    }

    @Test(
        "what is none of the forms is refused in words",
        arguments: [
            ("hello", "That is no request"), ("a: b", "That is no request"), ("", "That is no request"),
            ("curl ^\"https://h^\" ^\r\n -H ^\"a: b^\"", "Windows"), ("curl 'open", "ends within"),
            ("curl -s", "names no URL"),
            ("info:\n  type: grpc\n", "grpc"), ("info:\n  type: http\nhttp: [\n", "This YAML is no request"),
            ("https://a https://b", "That is no request"),
        ])
    func refused(text: String, words: String) {
        do {
            let received = try ReceivedRequest.read(text)
            Issue.record("\(received)")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test("a URL makes a GET with its query as rows")
    func url() throws {
        let received = try ReceivedRequest.read("  https://h.example/users/7?a=1&b=x%26y\n")
        #expect(received.form == .url && received.file.definition.method == "GET")
        #expect(received.file.definition.queryRows.map { "\($0.field.name)=\($0.field.value)" } == ["a=1", "b=x&y"])
        #expect(received.file.definition.name == "users 7")
        #expect(try read("POST {{base}}/x").method == "POST")
    }

    @Test("YAML keeps its comments, with or without a fence around it")
    func yaml() throws {
        let text = "# mine\ninfo:\n  name: A\n  type: http\nhttp:\n  method: POST\n  url: http://h # why\n"
        let received = try ReceivedRequest.read("```yaml\n\(text)```\n")
        #expect(received.form == .yaml && received.file.text == text && received.file.definition.name == "A")
        #expect(try ReceivedRequest.read(text).file.text == text)
    }

    @Test("a request, written for curl and read again, says the same", arguments: CurlSamples.all)
    func roundTrip(sample: CurlSamples.Sample) throws {
        let definition = sample.definition
        let environment = EnvironmentDefinition(
            name: "tests", variables: CurlSamples.secrets.keys.map { Variable($0, "", isSecret: true) })
        let collection = OpenCollection.Collection(name: "T")
        let scopes = VariableScopes(
            collection: collection, environment: environment, itemPath: "it.yml", request: definition)
        let text = try CurlExport(definition, at: "it.yml", in: collection, scopes: scopes).text()
        let back = try read(text)
        func rendered(_ definition: RequestDefinition) -> RenderedRequest {
            let others = [
                "nobody knows": "y\"o'u", "process.env.WHO": "it's me", "process.env.WHO_TOKEN": "it's a t0ken",
            ]
            let names = CurlSamples.literals.merging(others) { $1 }
            return RequestRenderer.render(
                definition, at: "it.yml", in: collection,
                scopes: VariableScopes(
                    collection: collection, environment: environment, itemPath: "it.yml", request: definition,
                    session: names.mapValues { .string($0) }, secrets: { CurlSamples.secrets[$0] }),
                defaults: ClientDefaults(userAgent: "m"))
        }
        let (before, after) = (rendered(definition), rendered(back))
        #expect(after.missing.isEmpty, "\(after.missing) \(text)")
        #expect(before.method == after.method && before.url == after.url, "\(text)")
        let headers = [before, after].map { $0.headersToSend.map { "\($0.name.lowercased()): \($0.value)" }.sorted() }
        #expect(headers[0] == headers[1], "\(text)")
        #expect(before.body == after.body, "\(text)")
        // Where curl would repeat the method at their target, redirects are not written.
        let follows = CurlCommand.noteOnRedirects(of: before.method) == nil && before.followsRedirects
        #expect(before.timeout == after.timeout && after.followsRedirects == follows)
        #expect(try RequestFile.read(text: RequestFile.newText(for: back), path: "x.yml").definition.url == back.url)
    }

    @Test("whatever is pasted, it is read or refused")
    func fuzz() {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "curl", " ", "'", "\"", "\\", "\n", "-", "--data", "-H", "$", "{", "}", "{{a}}", "http://h", ":", "=", "@",
            "x",
            "-F", ";", ",", "^", "$'", "\\u12", "\\x", "é", "&", "?", "%", "%4", "#", "info:", "http:", "  ", "- ",
            "\r\n",
        ]
        for _ in 0..<600 {
            let count = Int.random(in: 0...14, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            if let received = try? ReceivedRequest.read("curl " + text) {
                #expect((try? RequestFile.read(text: received.file.text, path: "x.yml")) != nil, "\(text)")
            }
            _ = try? ReceivedRequest.read(text)
        }
    }
}

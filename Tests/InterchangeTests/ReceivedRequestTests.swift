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

    @Test(
        "the rows of a form, cookies and queries are cut at each delimiter",
        arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func delimiters(mark: String) throws {
        let form = try read("curl http://h/ -d '\(mark)a=\(mark)1&\(mark)b\u{D4E}=2'")
        #expect(form.body.kind != .formURLEncoded || form.body.form.count == 2)
        let encoded = mark.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        let rows = try read("curl http://h/ -d 'a=\(encoded)1&\(encoded)b=2'").body.form
        #expect(rows.map { Array($0.name.utf8) } == ["a", "\(mark)b"].map { Array($0.utf8) })
        #expect(rows.map { Array($0.value.utf8) } == ["\(mark)1", "2"].map { Array($0.utf8) })
        let cookie = try read("curl http://h/ -b 'a=\(mark)1'")
        #expect(cookie.headers.map(\.name) == ["Cookie"])
        let query = try read("curl -G -d x=1 'http://h/?\(mark)a=1#\(mark)f'")
        #expect(query.url.utf8.contains("&x=1".utf8))
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
        #expect(received.form == .curl && received.losses.isEmpty)
        #expect(definition.method == "POST" && definition.url == "https://api.example.com/v1/users?page=2&q=a%20b")
        #expect(definition.queryRows.map(\.field.value) == ["2", "a b"])
        #expect(definition.auth == .bearer(token: "abc.def"))
        #expect(
            definition.headers.map { "\($0.name): \($0.value)" } == [
                "accept: application/json", "x-note: it's é! 😀", "Cookie: sid=1; theme=dark",
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
        let request = Exchange.SentRequest(
            method: .post, url: "http://h/{{id}}", headers: [HeaderField("X-A", "{{token}}")], body: Data(body.utf8))
        var kept = StoredExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: .distantPast,
            exchange: Exchange(request: request, startedAt: .distantPast))
        kept.requestBody = StoredBody(hash: "", length: Int64(body.utf8.count), keptLength: Int64(body.utf8.count))
        kept.markers = [
            SecretPlaceholder(name: "token", place: .header(0), offset: 0, spelling: .plain),
            SecretPlaceholder(name: "token", place: .body, offset: 7, spelling: .plain),
        ]
        let received = ReceivedRequest(kept, body: Array(body.utf8))
        let rest = "was sent as text, and is read as a variable now: R sends it as it was."
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
        #expect(received.policies.retry?.count == 2 && received.losses.isEmpty)
    }

    @Test("digest and NTLM are taken with their users, NTLM with its domain")
    func challenges() throws {
        let digest = try ReceivedRequest.read("curl --digest -u ann:p:w h").file.definition.auth
        #expect(digest == .unsupported(.digest(username: "ann", password: "p:w")))
        let ntlm = try ReceivedRequest.read("curl --ntlm -u 'LAND\\ann:pw' h").file.definition.auth
        #expect(ntlm == .unsupported(.ntlm(username: "ann", password: "pw", domain: "LAND")))
    }

    @Test(
        "what is read otherwise than one might think is a note, and nothing is lost",
        arguments: [
            ("curl -o out -v h", "-o -v"), ("curl -d @body.json h", "body.json"), ("curl \"h/$ID\"", "$ID"),
            ("curl h | jq .", "before or after it"), ("curl -T f h", "no Content-Type"),
            ("curl h -d '{}'", "looks like JSON"), ("curl h -F f=@a,b", "each is a part of that name"),
            ("curl h -H 'X-Token: ghp_0123456789abcdefghijklmnopqrstuvwxyz'", "secret"),
        ])
    func notes(command: String, words: String) throws {
        let received = try ReceivedRequest.read(command)
        #expect(received.losses.isEmpty && received.notes.contains { $0.contains(words) }, "\(received)")
    }

    @Test(
        "what a request cannot keep is a loss, with the option",
        arguments: [
            ("curl --frobnicate h", "--frobnicate"), ("curl h/a h/b", "first of 2 requests"),
            ("curl -x proxy h", "-x proxy is left out: the collection keeps one"), ("curl -K f h", "-K f is left out"),
            ("curl --negotiate -u a:b h", "negotiate"), ("curl --unix-socket s h", "--unix-socket s is left out"),
            ("curl h -H \"X: $(id)\"", "$(id) is not run"), ("curl h -H \"X: ${A:-b c}\"", "${A:-b c} is not run"),
            ("curl h -H \"X: `date +%s`\"", "`date +%s` is not run"), ("curl h -d [[\"$(date +%s)\"]] ", "$(date +%s)"),
            ("curl -b jar.txt h", "jar.txt"), ("curl -H Host: h", "would not send"),
            ("curl -H 'Accept;' h", "would send an empty Accept"),
            ("curl h -F", "-F is left out: its argument is missing"),
            ("curl h --data", "--data is left out: its argument is missing"), ("curl h -H @f", "in the file f"),
            ("curl -u ann h", "no password"), ("curl --aws-sigv4 osc:x:r:s -u a:b h", "--aws-sigv4 osc"),
            ("curl --aws-sigv4 aws:amz h", "no keys"), ("curl --connect-timeout x h", "--connect-timeout x"),
            ("curl --path-as-is h/a/../b", "--path-as-is"), ("curl h -H 'A: 1' -H 'a: 2'", "twice"),
            ("curl h -F 'f=@a;filename=b'", "filename=b"), ("curl h -F 't=<f'", "the file f"),
            ("gzip -c f | curl h --data-binary @-", "what gzip -c f prints"), ("curl h -d @-", "standard input"),
            ("curl h -d @\"$F\"", "A variable has no effect"), ("curl h --data-binary $'\\xe9'", "not UTF-8"),
            ("for i in 1 2; do curl h/$i; done", "The loop for i in 1 2"),
            ("curl --capath /c h", "--capath /c"), ("curl -n h", "-n is left out"),
        ])
    func losses(command: String, words: String) throws {
        let received = try ReceivedRequest.read(command)
        #expect(received.losses.contains { $0.contains(words) }, "\(received.losses)")
    }

    @Test("braces in a body of curl stay text, unless the collection has a variable of the name")
    func bracesStayText() throws {
        let received = try ReceivedRequest.read("curl http://h/ -d '{{ $labels.x }} {{token}}'")
        #expect(received.policies.literals == ["$labels.x", "token"] && received.losses.isEmpty, "\(received)")
        #expect(received.notes.contains { $0.contains("{{ $labels.x }}, {{token}}: sent as text, as curl does") })
        var collection = Collection(name: "C", root: FolderDefinition())
        collection.environments = [EnvironmentDefinition(name: "local", variables: [Variable("token", "t")])]
        #expect(received.policies(in: collection).literals == ["$labels.x"])
        #expect(try NewRequest(received, in: .root, of: collection).policies.literals == ["$labels.x"])
    }

    @Test("how curl connects is kept beside the request")
    func connection() throws {
        let options =
            "--cacert ca.pem --http2-prior-knowledge --connect-timeout 2.5 --resolve a.test:80:10.0.0.1 --resolve b.test:81:[::1]"
        let received = try ReceivedRequest.read("curl \(options) --connect-to ::c.test:82 http://a.test/")
        let connection = try #require(received.policies.connection)
        #expect(connection.ca == "ca.pem" && connection.http == .cleartext && connection.connectTimeout == 2.5)
        #expect(connection.resolve?.map(\.description) == ["a.test:80:10.0.0.1", "b.test:81:[::1]"])
        #expect(connection.connectTo?.description == "c.test:82" && received.losses.isEmpty, "\(received.losses)")
        let socket = try ReceivedRequest.read("curl --unix-socket /run/docker.sock --http1.1 http://localhost/info")
        #expect(
            socket.policies.connection?.unixSocket == "/run/docker.sock" && socket.policies.connection?.http == .one)
    }

    @Test("where files can be read, what a request can only keep as text is put in")
    func readFiles() throws {
        let files = CurlFiles { ["h": "X-A: 1\n# no\nX-B: 2\n", "t": "one\ntwo\n"][$0] }
        func request(_ options: String) throws -> RequestDefinition {
            let requests = try ReceivedRequest.all(in: "curl h \(options)", files: files)
            #expect(requests.map(\.losses) == [[]])
            return requests[0].file.definition
        }
        #expect(try request("-H @h").headers == [Field("X-A", "1"), Field("X-B", "2")])
        #expect(try request("-F 'a=<t'").body.parts.map(\.values) == [["one\ntwo\n"]])
        #expect(try request("-d @t -d b").body.text == "onetwo&b")
        #expect(try request("--data-binary @t --data-binary b").body.text == "one\ntwo\n&b")
        #expect(try request("--data-urlencode n@t").body.form == [Field("n", "one\ntwo\n")])
        #expect(try request("--data-urlencode @t").body.text == "one%0Atwo%0A")
        #expect(try request("-G -d @t").url == "http://h?onetwo")
        #expect(try request("--data-binary @t").body.kind == .file)
    }

    @Test("a client certificate is a loss with the lines that the collection needs, and without its passphrase")
    func certificate() throws {
        let received = try ReceivedRequest.read("curl --cert c.pem:geheim --key k.pem https://h.example:8443/x")
        #expect(
            received.losses == [
                "--cert c.pem --key k.pem is left out: opencollection.yml keeps it, under config: clientCertificates: [{domain: h.example:8443, type: pem, certificateFilePath: c.pem, privateKeyFilePath: k.pem, passphrase: \"{{passphrase}}\"}]."
            ])
    }

    @Test("keys for AWS are never a password")
    func signature() throws {
        for option in ["aws:amz:eu-west-1:s3", "AWS", "osc:x", "goog"] {
            let auth = try read("curl --aws-sigv4 \(option) -u KEY:SECRET https://h").auth
            if case .basic = auth { Issue.record("\(option)") }
        }
        #expect(
            try read("curl --aws-sigv4 aws:amz:eu-west-1:s3 -u K:S https://h").auth
                == .unsupported(
                    .aws(accessKeyID: "K", secretAccessKey: "S", sessionToken: "", region: "eu-west-1", service: "s3")))
    }

    @Test(
        "curl is found wherever a script starts it",
        arguments: [
            "sudo -E curl h", "# curl h", "$ curl h", "TOKEN=abc\ncurl h", "export A=b; curl h",
            "cd /x && curl h | jq .",
            "X=$(curl h)", "echo \"$(curl h)\"", "if ! curl -f h; then exit 1; fi", "docker run --rm curlimages/curl h",
            "while true; do curl h; sleep 1; done", "(curl h)", "{ curl h; }", "curl h > out 2>&1 &",
            "timeout 5 curl h",
        ])
    func found(script: String) throws {
        #expect(try ReceivedRequest.all(in: script).map(\.file.definition.url) == ["http://h"])
    }

    @Test(
        "a text that only speaks of curl is none",
        arguments: ["apt install curl", "we use curl here", "echo curl", "curl: no"])
    func mentions(text: String) { #expect(throws: SharingRefusal.self) { try ReceivedRequest.read(text) } }

    @Test("a request file whose docs show curl is a request file")
    func docs() throws {
        let text =
            "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: http://h\ndocs: |-\n  Run\n  curl http://other\n"
        #expect(try ReceivedRequest.read(text).form == .yaml)
    }

    @Test("more URLs than anybody wants as files are refused")
    func manyURLs() {
        for command in ["curl h/[1-1000000000]", "curl 'h/[1-99]/[1-99]/[1-99]'", "curl h/[a-z]/[a-z]"] {
            #expect(throws: SharingRefusal.self) { try ReceivedRequest.all(in: command) }
        }
    }

    @Test("several requests of one text go into a new folder, named like their host; one goes where it was asked for")
    func folder() throws {
        let collection = OpenCollection.Collection(name: "T")
        let several = try ReceivedRequest.all(in: "curl 'https://api.example.com:8443/users/[1-3]'")
        let folder = try NewRequest.folder(for: several, in: .root, of: collection)
        #expect(folder == "api.example.com")
        var taken: Set<ItemPath> = []
        for received in several {
            let new = try NewRequest(received, in: folder, of: collection, besides: taken, isNewFolder: true)
            #expect(taken.insert(new.path).inserted && new.file.definition.sequence == Double(taken.count))
        }
        #expect(taken == ["api.example.com/users 1.yml", "api.example.com/users 2.yml", "api.example.com/users 3.yml"])
        #expect(try NewRequest.folder(for: [several[0]], in: .root, of: collection) == .root)
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
        #expect(received.losses == ["\(what) \(Self.isLeftOut)"])
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
        ])
    func filesOfForm(data: String, form: String, what: String) throws {
        let received = try ReceivedRequest.read("curl h \(data)")
        let definition = received.file.definition
        #expect(definition.method == "POST" && definition.body.kind == .formURLEncoded && definition.headers.isEmpty)
        #expect(definition.body.form.map { "\($0.name)=\($0.value)" }.joined(separator: "&") == form)
        #expect(received.losses == ["\(what) \(Self.isLeftOut)"])
    }

    @Test("a file among data that is no form is told, and the other texts stay, in order, with their type")
    func filesOfText() throws {
        let plain = try ReceivedRequest.read("curl h -d one -d @val.txt --data-urlencode n@val.txt --data-raw @x")
        #expect(plain.file.definition.body.kind == .text && plain.file.definition.body.text == "one&n=&@x")
        #expect(
            plain.file.definition.headers == [Field("Content-Type", "application/x-www-form-urlencoded")])
        #expect(
            plain.losses == ["A part of the body \(Self.isLeftOut)", "The value of the field n \(Self.isLeftOut)"])
        let json = try ReceivedRequest.read("curl h --json '{\"a\":' --json @val.txt --json '}'")
        #expect(json.file.definition.body.kind == .json && json.file.definition.body.text == #"{"a":}"#)
        #expect(json.losses == ["A part of the body \(Self.isLeftOut)"])
    }

    @Test("every file that is left out is told")
    func severalFiles() throws {
        let received = try ReceivedRequest.read("curl h -d @a.txt --data-urlencode n@b.txt -d @c.txt")
        let rest = "it is left out, put its text in."
        #expect(
            received.losses == [
                "A part of the body is the file a.txt: \(rest)", "The value of the field n is the file b.txt: \(rest)",
                "A part of the body is the file c.txt: \(rest)",
            ])
        let bare = try ReceivedRequest.read("curl h -d @a.txt -d @c.txt")
        #expect(bare.file.definition.method == "POST" && bare.file.definition.body.kind == .none)
        #expect(bare.losses.map { $0.contains("A part of the body is the file") } == [true, true])
    }

    @Test(
        "a file that is the whole body is the body, with its type",
        arguments: [
            ("-d @val.txt", "POST", "application/x-www-form-urlencoded"),
            ("--data-binary @val.txt", "POST", "application/x-www-form-urlencoded"),
            ("--json @val.txt", "POST", "application/json"),
            ("-T val.txt", "PUT", ""), ("-G -T val.txt", "PUT", ""), ("-H 'Content-Type: a/b' -d @val.txt", "POST", ""),
        ])
    func fileOfBody(data: String, method: String, type: String) throws {
        let received = try ReceivedRequest.read("curl h/x \(data)")
        let definition = received.file.definition
        #expect(definition.method == method && definition.url == "http://h/x" && definition.body.kind == .file)
        #expect(definition.body.files == [BodyFile("val.txt", contentType: type, isSelected: true)])
        #expect(received.losses.isEmpty)
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
        #expect(definition.url == "https://h/{{process.env.ID}}x/$(rm -rf x)")
        #expect(definition.headers.map(\.value) == ["a {{process.env.TOKEN}}", "$NO"])
    }

    @Test(
        "what is none of the forms is refused in words",
        arguments: [
            ("hello", "Not a request"), ("a: b", "Not a request"), ("", "Not a request"),
            ("curl ^\"https://h^\" ^\r\n -H ^\"a: b^\"", "Windows"), ("curl 'open", "ends within"),
            ("curl -s", "names no URL"),
            ("info:\n  type: grpc\n", "grpc"), ("info:\n  type: http\nhttp: [\n", "This YAML is not a request"),
            ("https://a https://b", "Not a request"),
            ("http:/h/x\n", "A URL does not begin with \"http:/\": probably \"http://\" was meant."),
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
            return RequestRenderer.render(
                definition, at: "it.yml", in: collection,
                scopes: VariableScopes(
                    collection: collection, environment: environment, itemPath: "it.yml", request: definition,
                    session: ["nobody knows": .string("y\"o'u")], secrets: { CurlSamples.secrets[$0] },
                    processEnvironment: CurlSamples.literals.merging(CurlSamples.secrets) { $1 }
                        .merging(["WHO": "it's me", "WHO_TOKEN": "it's a t0ken"]) { $1 }),
                defaults: ClientDefaults(userAgent: "m"))
        }
        let (before, after) = (rendered(definition), rendered(back))
        #expect(after.missing.isEmpty, "\(after.missing) \(text)")
        #expect(before.method == after.method && before.url == after.url, "\(text)")
        let headers = [before, after].map { $0.headersToSend.map { "\($0.name.lowercased()): \($0.value)" }.sorted() }
        #expect(headers[0] == headers[1], "\(text)")
        #expect(before.body == after.body, "\(text)")
        // Where curl would repeat the method at their target, redirects are not written.
        let follows =
            CurlCommand.noteOnRedirects(of: before.method, hasBody: before.body != .none) == nil
            && before.followsRedirects
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
            "$(", ")", "`", "|",
            "<<E", "<<<", "echo", ">", "(", "${", "-T", "--next", "[1-", "3]", "--aws-sigv4", "-u",
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

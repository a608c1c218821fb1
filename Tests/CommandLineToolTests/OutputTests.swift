import Exchanges
import Interchange
import MicroClient
import Testing

@testable import CommandLineTool
@testable import OpenCollection

@Suite struct OutputTests {
    @Test("the status line has status, time, size, redirects and attempts")
    func statusLine() {
        let record = Records.received()
        #expect(StatusLine.text(of: record, showsNonASCII: true) == "200 OK · 236 ms · 13 B · 1 redirect · 2 attempts")
        #expect(StatusLine.text(of: record, showsNonASCII: false) == "200 OK - 236 ms - 13 B - 1 redirect - 2 attempts")
    }

    @Test("one attempt without redirects is not worth a word")
    func plainStatusLine() {
        var record = Records.received()
        record.exchange.attempts = [record.exchange.attempts[0]]
        #expect(StatusLine.text(of: record, showsNonASCII: true) == "200 OK · 236 ms · 13 B")
    }

    @Test("an answer that is one redirect too many is told as that")
    func endOfRedirects() throws {
        var record = Records.received()
        let last = try #require(record.exchange.attempts.last)
        let end = try #require(last.hops.last)
        var head = try #require(end.response)
        (head.status, head.headers) = (302, [HeaderField("Location", "/again")])
        record.exchange.attempts[record.exchange.attempts.count - 1].hops[last.hops.count - 1].response = head
        let redirect = record.exchange.unfollowedRedirect
        #expect(redirect?.followed == 1 && redirect?.location == "/again")
        let line = StatusLine.text(of: record, showsNonASCII: true)
        #expect(line?.hasSuffix("1 redirect · one more not followed · 2 attempts") == true)
        // If none is followed at all, a redirect is the response that was wished for.
        record.exchange.attempts[record.exchange.attempts.count - 1].hops.removeFirst()
        #expect(record.exchange.unfollowedRedirect == nil)
    }

    @Test("errors of GraphQL stand behind the status")
    func errorsOfGraphQL() {
        var record = Records.received()
        record.graphQLErrorCount = 1
        let line = StatusLine.text(of: record, showsNonASCII: true)
        #expect(line == "200 OK · 1 GraphQL error · 236 ms · 13 B · 1 redirect · 2 attempts")
    }

    @Test("a challenge that was answered is no redirect")
    func challenge() {
        var record = Records.received()
        let hops = [Records.hop(401), Records.hop(302), Records.hop(200)]
        record.exchange.attempts[record.exchange.attempts.count - 1].hops = hops
        let line = StatusLine.text(of: record, showsNonASCII: true)
        #expect(line == "200 OK · 236 ms · 13 B · 1 redirect · challenge answered · 2 attempts")
    }

    @Test(
        "a redirect that leads away from HTTP is told as not followed",
        arguments: [
            ("ftp://a.test/", "ftp"), ("FILE:///etc/passwd", "file"), ("/a:b", nil), ("HTTPS://a.test", nil),
            ("1:2", nil),
        ]
            as [(String, String?)])
    func foreignScheme(location: String, scheme: String?) throws {
        var record = Records.received()
        var head = try #require(record.exchange.attempts.last?.hops.last?.response)
        (head.status, head.headers) = (302, [HeaderField("Location", location)])
        var hop = Records.hop(302)
        hop.response = head
        record.exchange.attempts[record.exchange.attempts.count - 1].hops = [hop]
        #expect(record.exchange.unfollowedRedirect?.foreignScheme == scheme)
        let line = try #require(StatusLine.text(of: record, showsNonASCII: true))
        #expect(line.contains("not followed: it goes to ") == (scheme != nil), "\(line)")
    }

    @Test("a redirect that names several places is told as not followed")
    func severalLocations() throws {
        var record = Records.received()
        let last = try #require(record.exchange.attempts.last)
        var head = try #require(last.hops.last?.response)
        (head.status, head.headers) = (302, [HeaderField("Location", "/a"), HeaderField("Location", "/b")])
        record.exchange.attempts[record.exchange.attempts.count - 1].hops[last.hops.count - 1].response = head
        let line = StatusLine.text(of: record, showsNonASCII: true)
        #expect(line?.contains("not followed: several Location fields") == true)
    }

    @Test("without an answer there is no status line")
    func noStatusLine() {
        let record = Records.failed(RecordedFailure(stage: .cancelled, message: ""), outcome: .cancelled)
        #expect(StatusLine.text(of: record, showsNonASCII: true) == nil)
    }

    @Test("nothing of a server's words steers the terminal")
    func hostileReason() {
        var record = Records.received()
        record.head?.reason = "\u{1B}]0;x\u{7}\u{202E}Kö"
        let line = StatusLine.text(of: record, showsNonASCII: true) ?? ""
        #expect(line.hasPrefix("200 ␛]0;x␇<U+202E>Kö ·"))
        let ascii = StatusLine.text(of: record, showsNonASCII: false) ?? ""
        #expect(ascii.allSatisfy(\.isASCII) && !ascii.contains("\u{1B}"))
    }

    @Test("of several lines the ends stay, and tabs")
    func lines() {
        #expect(TerminalText.lines("a\tb\r\nc\u{1B}\n", showsNonASCII: true) == "a\tb\nc␛\n")
    }

    @Test(
        "every end has its status",
        arguments: [
            (nil, 200, false, CommandLineTool.ExitStatus.success), (nil, 404, false, .success),
            (nil, 404, true, .found),
            (nil, 399, true, .success),
            ("build", nil, true, .notBuilt), ("cancelled", nil, false, .cancelled),
            ("connect", nil, false, .noResponse),
            ("receive", 200, false, .noResponse), ("store", 500, true, .noResponse),
        ] as [(String?, Int?, Bool, CommandLineTool.ExitStatus)])
    func exitStatus(_ stage: String?, _ status: Int?, _ fails: Bool, _ expected: CommandLineTool.ExitStatus) {
        var record = Records.received()
        record.failure = stage.map { RecordedFailure(stage: RecordedFailure.Stage(rawValue: $0), message: "") }
        record.head = status.map { ResponseHead(status: $0) }
        #expect(CommandLineTool.ExitStatus(record, failsOnStatus: fails) == expected)
    }

    @Test("an assertion that fails is found, and one that is not evaluated")
    func failedAssertion() {
        var record = Records.received()
        record.assertions = [Records.assertions[0]]
        #expect(CommandLineTool.ExitStatus(record, failsOnStatus: false) == .success)
        record.assertions = [Records.assertions[2]]
        #expect(CommandLineTool.ExitStatus(record, failsOnStatus: false) == .found)
        record.assertions = Records.assertions
        #expect(CommandLineTool.ExitStatus(record, failsOnStatus: false) == .found)
        var lacking = record
        let reason = MissingLibrary.reason("libxml2")
        lacking.assertions = [
            RecordedAssertion(expression: "xpath //a", operator: "isDefined", outcome: .notEvaluated(reason))
        ]
        #expect(CommandLineTool.ExitStatus(lacking, failsOnStatus: false) == .notBuilt, "a library is missing")
        let line = StatusLine.text(of: record, showsNonASCII: true) ?? ""
        #expect(line.hasSuffix(" · 1 of 3 assertions passed, 1 not evaluated"))
        record.failure = RecordedFailure(stage: .store, message: "")
        #expect(CommandLineTool.ExitStatus(record, failsOnStatus: false) == .noResponse)
    }

    @Test("each check that does not hold has a line, without secrets")
    func checkLines() {
        var record = Records.received()
        record.assertions = Records.assertions
        record.captures = Records.captures
        #expect(
            record.checkLines(SecretMask(Records.rendered().placedSecrets)) == [
                "none is not set from res.body.x: it is undefined",
                "wrong is not set from ••••.x: ••••.x is undefined",
                "assertion failed: res.status eq 201: found 200, expected 201",
                "assertion not evaluated: f() gt 1: it needs JavaScript",
            ])
    }

    @Test("exit statuses are those that the manual names")
    func numbers() { #expect(CommandLineTool.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 130]) }

    // MARK: What cannot be built

    private func missing(_ reason: ResolvedText.MissingName.Reason, _ names: String...) -> RenderedRequest {
        Records.rendered(
            missing: names.map { MissingVariable(name: $0, location: "URL", place: "users/get.yml", reason: reason) })
    }

    @Test("a missing variable says where it is asked for and how to give it")
    func missingVariable() {
        let local = EnvironmentDefinition(name: "local", variables: [])
        #expect(
            BuildFailure.text(of: missing(.unknown, "host"), environment: local)
                == "host has no value (URL), used in users/get.yml; give --var host=VALUE")
        #expect(
            BuildFailure.text(of: missing(.unknown, "host", "id"), environment: nil)
                == """
                host has no value (URL), used in users/get.yml; choose an environment with --env NAME, or give \
                --var host=VALUE (also missing: id)
                """)
        #expect(
            BuildFailure.text(of: missing(.secretWithoutValue, "token"), environment: local)
                == """
                token is a secret without a value (URL), used in users/get.yml; set token in .env or the process's \
                environment, or give --var token=VALUE
                """)
    }

    @Test("a question says how the command line answers it, quoted for the shell")
    func prompt() {
        let local = EnvironmentDefinition(name: "local", variables: [])
        #expect(
            BuildFailure.text(of: missing(.prompt, "?Ada's name", "?Age"), environment: local)
                == """
                "Ada's name" needs a value before sending (URL), used in users/get.yml; enter it with \
                --var '?Ada'\\''s name=VALUE' (also missing: ?Age)
                """)
    }

    @Test("of many missing names the first are told, and how many more")
    func manyMissing() {
        let names = (10..<30).map { "v\($0)" }
        let rendered = Records.rendered(
            missing: names.map { MissingVariable(name: $0, location: "URL", place: "a.yml", reason: .unknown) })
        let text = BuildFailure.text(of: rendered, environment: EnvironmentDefinition(name: "e", variables: []))
        #expect(text?.hasSuffix("(also missing: v11, v12, v13, v14, v15, v16, v17, v18 and 11 more)") == true)
    }

    @Test("circles and problems are told, and nothing when there are none")
    func otherFailures() {
        #expect(BuildFailure.text(of: Records.rendered(), environment: nil) == nil)
        let circle = BuildFailure.text(of: Records.rendered(cycles: ["a → b → a (URL)"]), environment: nil)
        #expect(circle == "circular variables: a → b → a (URL); give one of them a value")
        let problem = BuildFailure.text(of: Records.rendered(problems: ["\"\" is no request method"]), environment: nil)
        #expect(problem == "\"\" is no request method; change the request")
        let sentence = BuildFailure.text(of: Records.rendered(problems: ["The URL is empty."]), environment: nil)
        #expect(sentence == "The URL is empty. Change the request.")
    }

    @Test(
        "the next step follows a semicolon, or is a sentence behind a sentence",
        arguments: [
            ("refused", "try again.", "refused; try again."),
            ("It is refused.", "try again", "It is refused. Try again."),
            ("Is it there?", "look.", "Is it there? Look."), ("", "look", "; look"),
        ])
    func nextStep(what: String, step: String, line: String) {
        #expect(what.followed(by: step) == line)
    }
}

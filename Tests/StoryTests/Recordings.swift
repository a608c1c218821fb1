import BodyStore
import ExchangeStore
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing
import TextGrid

/// The stories to show a colleague. The README shows the recordings, and what they show is expected here, so that none of them can become false.
/// `Scripts/make-pictures` keeps them.
@Suite("Story: recordings", .serialized)
struct Recordings {
    /// Responds with JSON, whatever is asked.
    private static func server(_ body: String, status: String = "200 OK") throws -> RawServer {
        try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            let length = body.utf8.count
            connection.write(
                "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    private static func environment(_ name: String, _ baseURL: String) -> String {
        Fixture.environment.edited("name: local", "name: \(name)").edited("http://127.0.0.1:9", baseURL)
    }

    // MARK: - Yesterday

    private static func order(_ price: String) -> String {
        let items = [("Ink", "4.20"), ("Paper", "3.90"), ("Pen", "12.00"), ("Ribbon", price)]
        let texts = items.enumerated().map {
            #"{"id":\#($0.offset + 1),"name":"\#($0.element.0)","price":\#($0.element.1)}"#
        }
        return #"{"order":17,"items":[\#(texts.joined(separator: ","))]}"#
    }

    /// Keeps a response of yesterday in the history of the place: 503, and one item without its price.
    private static func keepYesterday(at place: StoryPlace, from server: RawServer) throws {
        let body = BodyStore(Array(order("null").utf8))
        let time = Date(timeIntervalSinceNow: -86_400)
        let sent = Exchange.SentRequest(
            method: .get, url: "\(server.baseURL)/orders/17",
            headers: HeaderFields([HeaderField("Accept", "application/json")]))
        let head = ResponseHead(
            status: 503, reason: "Service Unavailable", httpVersion: "1.1",
            headers: HeaderFields([
                HeaderField("Content-Type", "application/json"), HeaderField("Content-Length", "\(body.count)"),
                HeaderField("Connection", "close"),
            ]))
        let hop = Exchange.Hop(startedAfter: .zero, request: sent, response: head)
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: sent, hops: [hop], outcome: .response(status: 503))
        var kept = StoredExchange(
            id: UUID(),
            origin: .init(collection: place.collection.path, requestPath: "orders/get.yml", environment: "production"),
            source: .screen, sentAt: time,
            exchange: Exchange(request: sent, startedAt: time, attempts: [attempt], duration: .milliseconds(1_204)))
        let store = try HistoryStore(directory: place.home.appendingPathComponent("state/history"))
        kept.head = head
        kept.responseBody = try #require(try store.limits.kept(body)).facts
        try store.keep(kept, bodies: [body])
    }

    @Test("yesterday's 503, sent again as it was: the verdict names the place, after three keys")
    func yesterday() throws {
        let server = try Self.server(Self.order("7.50"))
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root.edited("Fixture", "Shop"),
            "environments/production.yml": Self.environment("production", server.baseURL),
            "orders/get.yml": Fixture.request("Get order", url: "{{baseUrl}}/orders/17"),
            "orders/list.yml": Fixture.request("List orders", url: "{{baseUrl}}/orders"),
        ])
        try Self.keepYesterday(at: place, from: server)
        let session = try place.run([place.collection.path, "--env", "production"])
        let recording = Recording(
            "replay",
            title: "Yesterday's answer 503 is sent again as it was; the verdict says in what the answers differ")
        try session.showRequest("orders/get", named: "Get order")
        try session.waitFor("the answer of yesterday") { $0.responseTitle.contains("503") }
        recording.shoot(session, "Yesterday this order answered 503. Why?", seconds: 3)
        try session.type("H")
        try session.waitFor("the exchange in the list") { $0.contains("1 exchange") && $0.contains("503") }
        recording.shoot(session, keys: "H", "Everything that was sent is kept, secrets as markers.", seconds: 3)
        try session.press(.enter)
        try session.waitFor("the exchange in the panes") { !$0.contains("1 exchange") && $0.contains("\"order\": 17") }
        recording.shoot(session, keys: "Enter", "The exchange as it was, in the same panes.", seconds: 2.5)
        try session.type("R")
        try session.waitFor("the verdict") { $0.contains("differs at $.items[3].price: null → 7.50, status 503 → 200") }
        recording.shoot(session, keys: "R", "Exactly that was sent again; this is what differs.", seconds: 6)
        try session.press(.escape)
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)
        try recording.keep()
    }

    // MARK: - Staging against production

    @Test("one send to staging and production, and one diff")
    func staging() throws {
        func shop(_ currency: String, _ extra: String) -> String {
            #"{"shop":"north","currency":"\#(currency)","limits":{"items":50,"days":14\#(extra)}}"#
        }
        let (production, staging) = (
            try Self.server(shop("EUR", "")), try Self.server(shop("USD", #","gifts":true"#))
        )
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root.edited("Fixture", "Shop"),
            "environments/production.yml": Self.environment("production", production.baseURL),
            "environments/staging.yml": Self.environment("staging", staging.baseURL),
            "shop.yml": Fixture.request("Shop settings", url: "{{baseUrl}}/shop"),
        ])
        let size = Size(columns: 110, rows: 30)
        let session = try place.run([place.collection.path, "--env", "production"], size: size)
        let recording = Recording(
            "environments", title: "One request goes to staging and to production; the answers stand side by side",
            size: size)
        try session.showRequest("shop", named: "Shop settings")
        recording.shoot(session, "Is staging as production is?")
        try session.type("&")
        try session.waitFor("the environments") { $0.contains("[ ] production") && $0.contains("[ ] staging") }
        try session.type("a")
        try session.waitFor("Enter sends to 2 environments.")
        recording.shoot(session, keys: "& a", "Each has its own variables, cookies and secrets.", seconds: 2.5)
        try session.press(.enter)
        try session.waitFor("both answers") {
            $0.contains("2 of 2 responses") && $0.contains("\"USD\"") && $0.contains("\"EUR\"")
        }
        try session.type("3l")
        try session.waitFor("the body of the other differs") { $0.row(with: " staging ").contains("body differs") }
        recording.shoot(session, keys: "Enter 3 l", "One send, side by side.", seconds: 3)
        try session.type("=")
        try session.waitFor("the verdict") { $0.contains("differs at $.currency") && $0.contains("$.limits.gifts") }
        recording.shoot(session, keys: "=", "JSON is compared by its values: two places.", seconds: 6)
        try session.press(.escape)
        try session.waitFor("the answers again") { $0.contains("2 of 2 responses") }
        #expect(try session.quit() == 0)
        try recording.keep()
    }

    // MARK: - One line in git

    private static let orderFile = """
        # How the checkout asks for an order.
        info:
          name: Get order
          type: http

        http:
          method: GET
          url: "{{baseUrl}}/orders/17"
          headers:
            - name: Accept
              value: application/json
            - name: X-Tenant
              value: acme   # ask Ada before you change it

        """

    /// A shell in the place's collection, under version control, that finds the program as `microscope`.
    private func shell(at place: StoryPlace) throws -> TerminalSession {
        func git(_ words: String...) throws {
            let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
            let run = try ChildProgram.run(["git", "-C", place.collection.path] + identity + words)
            try #require(run.status == 0, "\(words): \(run.errorText)")
        }
        try git("init", "--quiet")
        try git("add", ".")
        try git("commit", "--quiet", "-m", "all")
        let start = place.home.appendingPathComponent("start.sh")
        let function =
            "microscope() { \"$PROGRAM\" --trace-frames \(TerminalSession.traceDescriptor) --env local \"$@\"; }\n"
        try Data(function.utf8).write(to: start)
        let session = try TerminalSession(
            "/bin/sh", ["-i"],
            environment: [
                "MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "ENV": start.path, "PS1": "$ ",
                "PROGRAM": try StoryPlace.program(), "GIT_PAGER": "cat",
            ], directory: place.collection.path)
        session.companions = [place]
        return session
    }

    @Test("one header changed and saved is one line of git diff, and the file is plain YAML")
    func oneLine() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root.edited("Fixture", "Shop"),
            "environments/local.yml": Fixture.environment, "order.yml": Self.orderFile,
        ])
        let session = try shell(at: place)
        let recording = Recording(
            "one-line", title: "A header is changed and saved; git diff shows the one line, and the file is plain YAML")
        try session.waitFor("the prompt") { $0.rows.first == "$" }
        try session.type("microscope .\r")
        try session.waitFor("the request") { $0.contains("› Get order ") }
        recording.shoot(session, keys: "microscope .", "A collection is a directory in git.", seconds: 2.5)
        try session.type("2")
        try session.showRequestTab("Headers")
        try session.type("gjji")
        try session.waitFor("the value open") { $0.cursor != nil && $0.row(with: "X-Tenant").contains("acme") }
        try session.press(.control("u"))
        try session.type("globex")
        try session.waitFor("globex")
        recording.shoot(session, keys: "2 ] j j i", "One header gets another value …")
        try session.press(.escape)
        try session.waitFor("the field closed") { $0.cursor == nil }
        try session.type("w")
        try session.waitFor("Saved order.yml")
        recording.shoot(session, keys: "Esc w", "… and is saved.")
        try session.type("q")
        try session.waitFor("the shell") { !$0.isAlternate }
        try session.type("clear\rgit diff -U0\r")
        try session.waitFor("the one line") {
            $0.contains("-      value: acme   # ask Ada before you change it")
                && $0.contains("+      value: globex   # ask Ada before you change it")
        }
        #expect(session.screen.rows.count { $0.hasPrefix("+") && !$0.hasPrefix("+++") } == 1, "\(session.screenText)")
        #expect(session.screen.rows.count { $0.hasPrefix("-") && !$0.hasPrefix("---") } == 1, "\(session.screenText)")
        recording.shoot(session, keys: "git diff -U0", "That line and no other; the comment stays.", seconds: 5)
        try session.type("clear\rcat order.yml\r")
        try session.waitFor("the file") { $0.contains("# How the checkout") && $0.contains("value: globex") }
        recording.shoot(
            session, keys: "cat order.yml", "Plain OpenCollection: other tools open it as it is.", seconds: 5)
        #expect(try place.text(of: "order.yml") == Self.orderFile.edited("value: acme", "value: globex"))
        try session.type("exit\r")
        _ = try session.waitForExit()
        try recording.keep()
    }

    // MARK: - A hundred megabytes

    /// A hundred million bytes of records; a mebibyte of them over and over.
    private static func bigServer() throws -> RawServer {
        let record =
            #"{"id":4711,"name":"Ada Lovelace","tags":["a","b"],"address":{"street":"St. James's Square","no":12}},"#
            + "\n"
        let piece = Array(String(repeating: record, count: 10_000).utf8)
        let count = 100_000_000 / piece.count
        let rest = 100_000_000 - count * piece.count - 4
        return try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\nConnection: close\r\n\r\n["
            )
            for _ in 0..<count { connection.write(piece) }
            connection.write("\"\(String(repeating: ".", count: rest))\"]")
        }
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
        }.joined()
    }

    @Test("a hundred megabytes of JSON, folded, take a few kilobytes of the line to the terminal")
    func hundredMegabytes() throws {
        let server = try Self.bigServer()
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root.edited("Fixture", "Big"),
            "environments/local.yml": Self.environment("local", server.baseURL),
            "export.yml": Fixture.request("Export", url: "{{baseUrl}}/export"),
        ])
        let session = try place.run([place.collection.path, "--env", "local"])
        session.patience = 60
        let recording = Recording(
            "hundred-megabytes",
            title: "100 MB of JSON, shown while it comes in, and folded; few bytes go to the terminal")
        try session.showRequest("export", named: "Export")
        recording.shoot(session, "100 MB of JSON; the terminal has 80 columns and 24 rows.", seconds: 2.5)
        let before = session.bytesReceived
        try session.type("s")
        try session.waitFor("its first lines") { $0.bodyNumbers.first == 1 && $0.bodyNumbers.count > 5 }
        recording.shoot(session, keys: "s", "Its first lines are there at once.", seconds: 2)
        try session.waitForResponse("✓ 200 OK")
        try session.waitForResponse("100 MB")
        try session.type("3")
        try session.showTheEnd()
        #expect(session.screen.bodyNumbers.last == 11_760_003)
        recording.shoot(session, keys: "3 G", "The end: line 11,760,003.", seconds: 3)
        try session.type("_")
        try session.waitFor("one record a line") { $0.contains("Folded level 1") && $0.contains("{…}") }
        let bytes = session.bytesReceived - before
        #expect(bytes < 100_000, "\(bytes) bytes")
        recording.shoot(
            session, keys: "_", "All records folded. \(Self.grouped(bytes)) bytes went to the terminal since s.",
            seconds: 6)
        #expect(try session.quit() == 0)
        try recording.keep()
    }

    // MARK: - Three attempts

    @Test("three attempts, and the waits that Retry-After asked for, on one axis")
    func attempts() throws {
        let place = try StoryPlace()
        let session = try place.start(size: Size(columns: 100, rows: 30))
        let recording = Recording(
            "attempts",
            title: "A request is answered at its third attempt; attempts and waits stand on one axis of time",
            size: Size(columns: 100, rows: 30))
        try session.showRequest("behaviour/flaky-retry-after", named: "Flaky, with Retry-After")
        recording.shoot(session, "This request answers 503 twice, with Retry-After: 1.", seconds: 2.5)
        try session.type("s")
        try session.waitFor("the first wait") { $0.responseTitle.contains("running") || $0.contains("Retry") }
        recording.shoot(
            session, keys: "s", "The retry policy stands beside the collection, in microscope.yaml.", seconds: 2)
        try session.waitForResponse("✓ 200 OK")
        try session.type("3")
        try session.showResponseTab("Attempts")
        try session.waitFor("three attempts") { $0.contains("Attempts 3]") && $0.contains("3  ✓ 200 OK") }
        #expect(session.screen.row(with: "1  ✗ 503").contains("waited 1.00 s (Retry-After)"), "\(session.screenText)")
        recording.shoot(
            session, keys: "3 ] ] ]", "Each attempt with its reason, and how long was waited.", seconds: 3.5)
        try session.type("[")
        try session.type("z")
        try session.waitFor("all three on one axis") { screen in
            (1...3).allSatisfy { screen.contains("Attempt \($0) GET") } && screen.row(with: "  pause ").contains("··")
        }
        recording.shoot(session, keys: "[ z", "The same on one axis of time: the gaps are Retry-After.", seconds: 6)
        #expect(try session.quit() == 0)
        try recording.keep()
    }
}

extension TerminalSession {
    /// Goes to the end of a body, again when more of it is known.
    fileprivate func showTheEnd(line: UInt = #line) throws {
        for _ in 0..<200 {
            try step("G", line: line)
            waitForSilence(of: 0.3, atMost: 5)
            if screen.bodyEnds(with: "]") { return }
        }
        try waitFor("the end", line: line) { $0.bodyEnds(with: "]") }
    }
}

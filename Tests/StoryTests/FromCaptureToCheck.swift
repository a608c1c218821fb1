import Foundation
import TestSupport
import Testing

@Suite("Story: from a capture to a regression check", .serialized)
struct FromCaptureToCheck {
    /// Responds with a price that the test may change, a token and a cookie that are others each time.
    private static func server(_ price: @escaping @Sendable (Int) -> String) throws -> RawServer {
        try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            let body = #"{"id":7,"price":\#(price(number)),"session_token":"tok-\#(number)-abcdef"}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: now-\(number)\r\nSet-Cookie: sid=s\(number); Path=/\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    private static let file = """
        # The price list.
        info: {name: 'Item', type: http}

        http:
          method: GET
          url: "{{baseUrl}}/item"   # one

        """

    private static func place(_ more: String = "") throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment, "item.yml": file + more,
            "other.yml": Fixture.request("Other", url: "{{baseUrl}}/other"),
        ])
    }

    private func verify(_ place: StoryPlace, _ server: RawServer, _ words: String...) throws -> ProgramRun {
        try ProgramRun(["verify", "--env", "local", "--var", "baseUrl=\(server.baseURL)"] + words, at: place)
    }

    @Test(
        "a makes an example after a look at it, u takes it back, w saves it; verify finds the answer as it was, and then drifted"
    )
    func wholeWay() throws {
        let server = try Self.server { $0 < 3 ? "10" : "12" }
        let place = try Self.place()
        let session = try place.start(variables: ["baseUrl": server.baseURL])
        try session.send("item.yml", named: "Item", until: "✓ 200 OK")
        try session.type("3a")
        try session.waitFor("the preview") {
            $0.contains("Example of item.yml") && $0.contains("200 OK") && $0.contains("$.session_token")
                && $0.contains("+ examples:")
        }
        #expect(!session.screen.contains("tok-1"))
        try session.type(" today")
        try session.press(.enter)
        try session.waitFor("the draft") { $0.contains("Example \"200 OK today\" added to the draft") }
        try session.type("u")
        try session.waitFor("nothing to save") { !$0.contains("●") }
        try session.type("U")
        try session.waitFor("the draft again") { $0.contains("●") }
        try session.type("w")
        try session.waitFor("the save") { !$0.contains("●") }
        let text = try place.text(of: "item.yml")
        #expect(text.hasPrefix(Self.file.trimmingCharacters(in: .newlines)), "\(text)")
        #expect(
            text.contains("- name: 200 OK today") && text.contains(#""session_token": "{{session_token}}""#), "\(text)")
        #expect(!text.contains("tok-1") && !text.contains("s1;") && !text.contains("now-1"))
        // The second response is as the first.
        try session.type("s")
        try session.waitFor("the second answer") { $0.contains("Checks") }
        try session.showResponseTab("Checks")
        try session.waitFor("the check") { $0.contains("✓ example 200 OK today: same but for") }
        // The third is not.
        let drifted = try verify(place, server)
        #expect(drifted.status == 1, "\(drifted.output)\(drifted.errors)")
        #expect(drifted.output == "≠  item: differs at $.price: 10 → 12 (200 OK today)\n", "\(drifted.output)")
        #expect(drifted.errors.contains("1 request verified: 1 drifted"), "\(drifted.errors)")
        let shape = try verify(place, server, "--shape")
        #expect(shape.status == 0 && shape.output.hasPrefix("✓  item: same"), "\(shape.output)\(shape.errors)")
        let ignored = try verify(place, server, "item", "--ignore", "$.price", "--json")
        #expect(
            ignored.status == 0 && ignored.output.contains("\"outcome\": \"same but for ignored\""), "\(ignored.output)"
        )
        // On screen, Enter opens the difference.
        try session.type("s")
        try session.waitFor("the drift") { $0.contains("≠ example 200 OK today: differs at $.price: 10 → 12") }
        try session.press(.enter)
        try session.waitFor("the difference") {
            $0.contains("- example 200 OK today  of item.yml") && $0.contains("$.price")
        }
        try session.press(.escape)
        try session.waitFor("the checks again") { $0.contains("≠ example 200 OK today") }
        #expect(try session.quit() == 0)
    }

    @Test("verify without examples, without an answer, and with what differs told whole")
    func otherEnds() throws {
        let place = try Self.place()
        let server = try Self.server { _ in "\"10\"" }
        let none = try verify(place, server)
        #expect(none.status == 2 && none.errors.contains("nothing here has examples to compare with"), "\(none.errors)")
        try place.write(
            Self.file + """
                examples:
                  - name: gone
                    response:
                      status: 404
                  - name: shown
                    response:
                      status: 200
                      body:
                        type: json
                        data: '{"id": 7, "price": 10, "session_token": "{{t}}"}'

                """, to: "item.yml")
        let drifted = try verify(place, server, "--verbose")
        #expect(drifted.status == 1)
        let lines = drifted.output.split(separator: "\n")
        #expect(
            lines.first == "≠  item: differs at $.price: 10 → \"10\" (shown, the nearest of 2 examples)",
            "\(drifted.output)")
        #expect(
            lines.contains { $0.hasPrefix("      $.session_token: ") && $0.hasSuffix("ignored: masked") },
            "\(drifted.output)")
        let shape = try verify(place, server, "--shape", "item.yml")
        #expect(shape.status == 1 && shape.output.contains("differs at $.price: 10 → \"10\""), "\(shape.output)")
        let lost = try ProgramRun(
            ["verify", "--env", "local", "--var", "baseUrl=http://127.0.0.1:1", place.collection.path], at: place)
        #expect(lost.status == 3 && lost.output.hasPrefix("!  item: "), "\(lost.output)\(lost.errors)")
    }

    @Test("c judges a past answer by the assertions of today, and what is masked neither way; several at once")
    func checkThePast() throws {
        let server = try Self.server { "\(9 + $0)" }
        let place = try Self.place()
        let session = try place.start(size: .large, variables: ["baseUrl": server.baseURL])
        try session.send("item.yml", named: "Item", until: "✓ 200 OK")
        try session.type("s")
        try session.waitFor("the second answer") { $0.contains("\"price\": 11") }
        #expect(try session.quit() == 0)
        let runtime = """
            runtime:
              assertions:
                - {expression: res.body.price, operator: eq, value: "11"}
                - {expression: "res.headers['set-cookie']", operator: contains, value: x}
              actions:
                - {type: set-variable, phase: after-response, selector: {expression: res.body.id, method: jsonq}, variable: {name: id, scope: runtime}}

            """
        try place.write(Self.file + runtime, to: "item.yml")
        let again = try place.start(size: .large, variables: ["baseUrl": server.baseURL])
        try again.showRequest("item.yml", named: "Item")
        try again.waitFor("the answer of the run before") { $0.responseTitle.contains("⏲") }
        try again.type("H")
        try again.waitFor("the list") { $0.contains("2 exchanges") }
        try again.type("jc")
        try again.waitFor("the checks of the first one") {
            $0.contains("Checked now, not as sent") && $0.contains("✗ res.body.price eq 11")
                && $0.contains("found 10, expected 11")
                && $0.contains("not evaluated: the value is masked in the history")
                && $0.contains("✓ id ← res.body.id  7")
        }
        try again.type("c")
        try again.waitFor("as it was sent") { !$0.contains("Checked now, not as sent") }
        try again.type("H")
        try again.waitFor("the list again") { $0.contains("2 exchanges") }
        try again.type("g  c")
        try again.waitFor("both") {
            $0.contains("Today's assertions on 2 exchanges: 1 failed")
                && $0.contains("res.body.price eq 11: found 10, expected 11")
        }
        try again.press(.escape)
        try again.waitFor("the list below") { $0.contains("2 marked") && !$0.contains("Today's assertions") }
        try again.press(.escape)
        try again.waitFor("the panes") { !$0.contains("2 marked") }
        #expect(try again.quit() == 0)
        let old = try ProgramRun(["history", "check", "item@-1"], at: place)
        #expect(
            old.status == 1 && old.output.contains("assertion failed: res.body.price eq 11: found 10, expected 11"),
            "\(old.output)\(old.errors)")
        let new = try ProgramRun(["history", "check"], at: place)
        #expect(new.status == 0 && new.output.hasPrefix("ok    "), "\(new.output)\(new.errors)")
        let all = try ProgramRun(["history", "check", "status:200", "--json"], at: place)
        #expect(
            all.status == 1 && all.output.contains("\"failed\": 1") && all.output.contains("\"ok\": 1"), "\(all.output)"
        )
        #expect(
            all.errors.contains("2 exchanges: 1 ok, 1 failed; 1 of 4 assertions passed, 2 not evaluated"),
            "\(all.errors)")
    }

    @Test("verify tells a file that it cannot read, sends the others, and does not pass")
    func brokenFile() throws {
        let server = try Self.server { _ in "10" }
        let good = """
            examples:
              - name: shown
                response:
                  status: 200

            """
        let place = try Self.place(good)
        #expect(try verify(place, server).status == 0)
        try place.write("info: {name: Broken\n  type: http", to: "broken.yml")
        let run = try verify(place, server)
        #expect(run.status == 4, "\(run.output)\(run.errors)")
        #expect(
            run.output.contains("✓  item: same (shown)\n")
                && run.output.contains("!  broken: skipped: it cannot be read"))
        #expect(run.errors.contains("1 request verified: 1 matching their examples, 1 skipped"), "\(run.errors)")
        let json = try verify(place, server, "--json")
        #expect(json.status == 4 && json.output.contains("\"skipped\": 1"), "\(json.output)")
    }

    @Test("history check judges in no other environment than that of the exchange")
    func goneEnvironment() throws {
        let server = try Self.server { _ in "10" }
        let runtime = """
            runtime:
              assertions:
                - {expression: res.body.price, operator: eq, value: "{{price}}"}

            """
        let place = try Self.place(runtime)
        let sent = try ProgramRun(
            ["send", "item", "--env", "local", "--var", "baseUrl=\(server.baseURL)", "--var", "price=10"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        let judged = try ProgramRun(["history", "check", "@", "--var", "price=10"], at: place)
        #expect(judged.status == 0 && judged.output.hasPrefix("ok    "), "\(judged.output)\(judged.errors)")
        try FileManager.default.removeItem(at: place.collection.appendingPathComponent("environments/local.yml"))
        try place.write(
            Fixture.environment.replacingOccurrences(of: "name: local", with: "name: other"),
            to: "environments/other.yml")
        let gone = try ProgramRun(["history", "check", "@", "--var", "price=10"], at: place)
        #expect(
            gone.output.contains("not checked; the collection has no environment local any more"),
            "\(gone.output)\(gone.errors)")
    }
}

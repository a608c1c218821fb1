import TestSupport
import Testing
import TextGrid

/// The session: someone who knows what they look for, but not where it is.
@Suite("Story: find a request, and the way back", .serialized)
struct FindARequest {
    @Test(
        "a few letters find a request, Enter shows it with its place, and Backspace goes back",
        arguments: [
            Size.small, .large,
        ])
    func findAndBack(size: Size) throws {
        let session = try StoryPlace().start(size: size)
        try session.waitFor("› List users ")
        try session.type("'")
        try session.waitFor("all requests") { $0.contains("Requests: ") && $0.contains("POST    Create user") }
        try session.type("flpo")
        try session.waitFor("the one that is meant") {
            $0.contains("POST    Flaky POST") && !$0.contains("POST    Create user")
        }
        let place = try #require(session.screen.place(of: "POST    Flaky POST"))
        let letters = (8..<18).filter {
            session.screen[column: place.column + $0, row: place.row].look.attributes.contains(.underline)
        }
        #expect(letters == [8, 9, 14, 15], "F, l, P and O are marked")
        try session.press(.enter)
        try session.waitFor("the request, and its row in the tree") {
            $0.contains("› Flaky POST ") && $0.contains("POST Flaky POST") && !$0.contains("Requests: ")
        }
        try session.press(.backspace)
        try session.waitFor("where one came from") { $0.contains("› List users ") }
        try session.press(.control("f"))
        try session.waitFor("forward again") { $0.contains("› Flaky POST ") }
        try session.press(KeyStroke(.left, .alt))
        try session.waitFor("back again") { $0.contains("› List users ") }
        #expect(try session.quit() == 0)
    }

    @Test("a request is found and sent in one go, also while another is edited, and the next run lists it first")
    func sendFromAnywhere() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.waitFor("› List users ")
        try session.type("2i")
        try session.waitFor("the URL is edited") { $0.cursor != nil }
        try session.press(.control("t"))
        try session.waitFor("the list of requests") { $0.contains("Requests: ") }
        try session.type("get user")
        try session.waitFor("GET     Get user")
        try session.press(.control("r"))
        try session.waitForResponse("✓ 200 OK")
        #expect(session.screen.contains("› Get user "))
        #expect(try session.quit() == 0)

        let again = try place.start(size: .small)
        try again.waitFor("› Get user ")
        try again.type("'")
        try again.waitFor("the recent one above the others") {
            $0.contains("recent first")
                && $0.rows.first { $0.contains("GET     ") }?.contains("Get user") == true
        }
        try again.step("\u{1B}")
        #expect(try again.quit() == 0)
    }

    @Test(
        "a text of a header, a body, a variable or a script leads to the request that has it",
        arguments: [Size.small, .large])
    func findTexts(size: Size) throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "accounts.yml": Fixture.request(
                "Accounts", url: "http://api.test/accounts", more: "docs: Ask Grace for the ledger.\n"),
            "ledger/list.yml": Fixture.request("List", url: "http://api.test/list"),
        ])
        let session = try place.start(size: size)
        try session.waitFor("Accounts")
        try session.type("'")
        try session.waitFor("Requests: 2")
        try session.type("ledger")
        try session.waitFor("the folder's request, and the line of the docs") {
            $0.contains("GET     List") && $0.contains("docs    Accounts") && $0.contains("Ask Grace for the ledger.")
        }
        if size == .large {
            try session.waitFor("the request beside the list") { $0.contains("GET http://api.test/list") }
        }
        try session.press(.down)
        if size == .large {
            try session.waitFor("the other request, with its docs") { $0.contains("GET http://api.test/accounts") }
        }
        try session.press(.enter)
        try session.waitFor("the tab that has the text") {
            $0.contains("› Accounts") && $0.contains("[Docs]") && !$0.contains("Requests: ")
        }
        try session.type("'")
        try session.type("127.0.0.1")
        try session.waitFor("a variable of an environment") { $0.contains("var     local") }
        try session.press(.enter)
        try session.waitFor("[Vars 1]")
        #expect(try session.quit() == 0)
    }

    @Test("labels lead to what is on the screen", arguments: [Size.small, .large])
    func jump(size: Size) throws {
        let session = try StoryPlace().start(size: size)
        try session.waitFor("› List users ")
        let title = try #require(session.screen.place(of: " 2 Demo › "))
        try session.type("f")
        try session.waitFor("labels, and how to leave") { $0.text(row: size.rows - 1).contains("Esc stay") }
        try session.type(label(at: title, session.screen))
        try session.waitFor("the request has the keys") { $0.text(row: size.rows - 1).contains("Enter edit") }
        try session.type("f")
        try session.waitFor("Esc stay")
        try session.press(.escape)
        try session.waitFor("the keys of the request") { $0.text(row: size.rows - 1).contains("Enter edit") }
        #expect(try session.quit() == 0)
    }

    /// Returns the letters at the place where a pane begins, before its title.
    private func label(at title: Point, _ screen: VirtualScreen) -> String {
        (title.column - 1...title.column).map { screen[column: $0, row: title.row].text }
            .filter { $0.allSatisfy(\.isLetter) }.joined()
    }

    @Test("labels are seen where there are no colours, and no letters but ASCII")
    func plainJump() throws {
        let session = try StoryPlace().start(
            size: .small, environment: ["NO_COLOR": "1", "LANG": "C", "LC_ALL": "C"])
        try session.waitFor("> List users ")
        try session.type("f")
        try session.waitFor("Esc stay")
        let look = session.screen[column: 0, row: 0].look
        #expect(session.screen[column: 0, row: 0].text == "a" && look.attributes.contains(.reverse))
        try session.step("\u{1B}")
        #expect(try session.quit() == 0)
    }

    @Test("the palette does what belongs to another pane, and lists what was used last first, also in the next run")
    func palette() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .small)
        try session.waitFor("› List users ")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.type(":")
        try session.waitFor("Actions")
        try session.type("log less")
        try session.waitFor("Log: -")
        try session.press(.enter)
        try session.waitFor("the log has the keys") { $0.contains("info and above") }
        #expect(try session.quit() == 0)
        let again = try place.start(size: .large)
        try again.waitFor("› List users ")
        try again.type(":")
        try again.waitFor("what was used last, above the others") { screen in
            guard let last = screen.rows.firstIndex(where: { $0.contains("Show fewer levels") }),
                let other = screen.rows.firstIndex(where: { $0.contains("Send the request that is shown") })
            else { return false }
            return last < other
        }
        try again.step("\u{1B}")
        #expect(try again.quit() == 0)
    }
}

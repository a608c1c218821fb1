import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: edit a request with help", .serialized)
struct EditARequest {
    private static let request = """
        # ours
        info:
          name: Order
          type: http

        http:
          method: POST
          url: "{{baseUrl}}/echo"
          headers:
            - name: X-Trace
              value: "on"
          body:
            type: json
            data: |-
              {"a":1,"list":[true,null]}

        """

    private func start(_ size: Size, _ environment: [String: String] = [:]) throws -> (StoryPlace, TerminalSession) {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "order.yml": Self.request, "data/one.bin": "1", "data/.hidden": "2",
        ])
        let session = try place.start(size: size, environment: environment)
        try session.showRequest("order.yml", named: "Order")
        try session.type("2")
        return (place, session)
    }

    @Test(
        "names and values are completed, a fault is told, F lays out, = shows the lines, w writes them",
        arguments: [
            Size.small, .large,
        ])
    func edit(size: Size) throws {
        let (place, session) = try start(size)
        try session.showRequestTab("Headers")
        try session.type("acon")
        try session.waitFor("the list of names") { $0.contains("Content-Type") && $0.contains("Connection") }
        try session.type("tent-ty")
        try session.waitFor("one name left") { !$0.contains("Connection") }
        try session.press(.down)
        try session.press(.tab)
        try session.waitFor("the name taken") { $0.contains("Content-Type") && !$0.contains("media type of the body") }
        try session.press(.tab)
        try session.type("application/pro")
        try session.waitFor("the list of values") { $0.contains("application/problem+json") }
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("the value taken") { !$0.contains("errors, RFC 9457") }
        try session.press(.escape)
        try session.waitFor("the field left") { $0.cursor == nil }
        try session.openBody()
        // A variable, with its value beside it.
        try session.press(.end)
        try session.press(.left)
        try session.type(", \"at\": {{base")
        try session.waitFor("the variable with its value") {
            $0.contains(place.server.baseURL) && $0.contains("session")
        }
        try session.press(.tab)
        try session.waitFor("the braces closed") { $0.contains("{{baseUrl}}}") }
        try session.type(",")
        try session.waitFor("the fault in the footer") {
            $0.text(row: size.rows - 1).contains("expected a name in quotes") && $0.contains(",}")
        }
        let fault = try #require(session.screen.place(of: ",}"), "\(session.screen.text)")
        let mark = session.screen[column: fault.column + 1, row: fault.row].look
        #expect(mark.attributes.contains(.bold) && mark.attributes.contains(.underline))
        try session.press(.backspace)
        try session.waitFor("no fault") { !$0.text(row: size.rows - 1).contains("expected") }
        try session.press(KeyStroke(.character("F"), .alt))
        try session.waitFor("it laid out") { $0.contains("Formatted") && $0.contains("\"at\": {{baseUrl}}") }
        try session.press(.escape)
        try session.waitFor("the field left") { $0.cursor == nil }
        try session.type("=")
        try session.waitFor("the lines that change") { $0.contains("order.yml: saving writes +") }
        try session.waitFor("what is written") { $0.contains("+     - name: Content-Type") }
        try session.type("w")
        try session.waitFor("Saved order.yml") { $0.contains("Saved order.yml") }
        let written = try #require(try place.files()["order.yml"])
        #expect(written.hasPrefix("# ours\ninfo:\n  name: Order"))
        #expect(written.contains("- name: Content-Type\n      value: application/problem+json"))
        #expect(written.contains("        \"a\": 1,\n        \"list\": [\n          true,"))
        #expect(written.contains("\"at\": {{baseUrl}}\n"))
    }

    @Test(
        "without colours the fault is reversed in the text being edited",
        arguments: [("NO_COLOR", "1"), ("TERM", "vt100")])
    func faultWithoutColours(name: String, value: String) throws {
        let (_, session) = try start(.small, [name: value])
        try session.openBody()
        try session.press(.end)
        try session.press(.left)
        try session.type(",")
        try session.waitFor("the fault") { $0.contains("expected a name in quotes") && $0.contains(",}") }
        let fault = try #require(session.screen.place(of: ",}"))
        let looks = (0...1).map { session.screen[column: fault.column + $0, row: fault.row].look.attributes }
        #expect(!looks[0].contains(.reverse) && looks[1].contains(.reverse), "\(looks)")
    }

    @Test("Ctrl-Space, Shift with arrows and Ctrl-F work as the terminal sends them")
    func select() throws {
        let (_, session) = try start(.large)
        try session.openBody()
        try session.press(.control("f"))
        try session.type("list")
        try session.waitFor("the match") { $0.contains("1 of 1") }
        try session.press(.enter)
        try session.press(KeyStroke(.right, [.control, .shift]))
        try session.waitFor("it selected") { $0.text(row: 49).contains("cut") }
        try session.press(KeyStroke(.character("x"), .control))
        try session.waitFor("it cut") { $0.contains("{\"a\":1,\"\":[true,null]}") }
        try session.press(.control("@"))
        try session.press(.left)
        try session.waitFor("the mark's selection") { $0.text(row: 49).contains("cut") }
        try session.press(.escape)
        try session.waitFor("it let go") { !$0.text(row: 49).contains("cut") }
        try session.press(.control("v"))
        try session.waitFor("it pasted") { $0.contains("{\"a\":1,list\"\":[true,null]}") }
    }

    @Test("a file of the collection is found beside the field")
    func file() throws {
        let (place, session) = try start(.small)
        try session.showRequestTab("Body")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("the kinds") { $0.contains("Type") && $0.contains("multipart") }
        try session.type("file")
        try session.press(.enter)
        try session.waitFor("no file yet") { $0.contains("No file. a adds one.") }
        try session.type("ada")
        try session.waitFor("the directory") { $0.contains("│ data/") }
        try session.press(.tab)
        try session.waitFor("what lies in it") { $0.contains("│ one.bin") && !$0.contains(".hidden") }
        try session.press(.down)
        try session.press(.enter)
        try session.press(.escape)
        try session.waitFor("the path") { $0.contains("data/one.bin") && $0.cursor == nil }
        try session.type("w")
        try session.waitFor("Saved order.yml") { $0.contains("Saved order.yml") }
        #expect(try place.files()["order.yml"]?.contains("filePath: data/one.bin") == true)
    }
}

extension TerminalSession {
    /// Opens the body of the request for typing.
    fileprivate func openBody() throws {
        try showRequestTab("Body")
        try press(.down)
        try press(.down)
        try press(.enter)
        try waitFor("the body open") { $0.cursor != nil }
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: what is pasted is read for the place where one is", .serialized)
struct PasteByContext {
    private static let file = """
        info:
          name: Order
          type: http

        http:
          method: POST
          url: "{{baseUrl}}/echo"
          headers:
            - name: Accept # ours
              value: text/html

        """

    @Test("headers, a query, JSON, a form and a request as text, each with one undo", arguments: [Size.small, .large])
    func everywhere(size: Size) throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment, "order.yml": Self.file,
        ])
        let session = try place.start(size: size)
        try session.showRequest("order.yml", named: "Order")
        try session.type("2")
        try session.showRequestTab("Headers")
        try session.paste("POST /echo HTTP/1.1\nHost: h\naccept: application/json\nX-Own: 1\n")
        try session.waitFor("2 headers pasted (1 of them took a new value)")
        try session.paste("good morning")
        try session.waitFor("On Headers, paste lines of Name: value")
        try session.type("[j")
        try session.paste("page=2&q=a%20b")
        try session.waitFor("the rows and the URL") {
            $0.contains("2 parameters pasted") && $0.contains("?page=2&q=a%20b")
        }
        try session.type("]]")
        try session.waitFor("the tab Body") { $0.requestTab == "Body" }
        try session.paste("{\n    \"a\": [1]\n}")
        try session.waitFor("the body") { $0.contains("Pasted as the body: JSON") && $0.contains("\"a\": [1]") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.paste("x=1&y=2")
        try session.waitFor("the form in its place") { $0.contains("The former body (JSON)") && $0.contains("[✓] x") }
        try session.type("u")
        try session.waitFor("the JSON again") { $0.contains("\"a\": [1]") }
        try session.type("w")
        try session.waitFor("Saved order.yml")
        let text = try place.text(of: "order.yml")
        #expect(text.contains("- name: Accept # ours\n      value: application/json\n    - name: X-Own\n"), "\(text)")
        #expect(text.contains("    \"a\": [1]\n") && text.contains("type: json"), "\(text)")
        // A request as it goes over the wire, in the tree.
        try session.type("1")
        let host = place.server.baseURL.replacing("http://", with: "")
        try session.paste("PUT /echo/raw HTTP/1.1\nHost: \(host)\nContent-Type: application/json\n\n{\"b\": 2}")
        try session.waitFor("the draft") { $0.contains("HTTP request pasted as") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.type("3")
        try session.waitFor("what was sent") { $0.contains("/echo/raw") && $0.contains("PUT") }
    }
}

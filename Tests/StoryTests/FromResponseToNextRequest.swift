import Foundation
import TestSupport
import Testing

@Suite("Story: from an answer to the next request")
struct FromResponseToNextRequest {
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": "info: {name: M}\n",
            "environments/local.yml": "variables: []\n",
            "first.yml": """
            info: {name: first, type: http, seq: 1}
            http: {method: GET, url: "{{baseUrl}}/users/2"}

            """,
            "second.yml": """
            info: {name: second, type: http, seq: 2}
            http: {method: GET, url: "{{baseUrl}}/users/:id", params: [{name: id, value: "1", type: path}]}

            """,
        ])
    }

    @Test("a value fills a path parameter, and is asserted; the file gets the assertion and nothing else changes")
    func story() throws {
        let place = try Self.place()
        let session = try place.start(size: .large)
        try session.send("first", named: "first", until: "200 OK")
        // The log may say so before the body has been read.
        try session.waitFor("Grace Hopper")
        try session.type("3j")
        try session.press(.enter)
        try session.waitFor("Actions for .id")
        try session.type("assert")
        try session.press(.enter)
        try session.waitFor("Added assertion: res.body.id eq 2")
        try session.type("w")
        try session.waitFor("Saved")
        let file = try String(contentsOf: place.collection.appendingPathComponent("first.yml"), encoding: .utf8)
        #expect(
            file.contains("res.body.id")
                && file.hasPrefix("info: {name: first, type: http, seq: 1}\nhttp: {method: GET"))
        try session.press(.enter)
        try session.waitFor("Actions for .id")
        try session.type("path parameter")
        try session.press(.enter)
        try session.waitFor(":id of second.yml")
        try session.press(.enter)
        try session.waitFor(":id is filled; s sends it.")
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(session.screen.contains("/users/2"))
        try session.type("w")
        try session.waitFor("Saved second.yml")
        #expect(try session.quit() == 0)
    }
}

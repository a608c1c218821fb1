import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a body of JSON is typed", .serialized)
struct TypeJSON {
    @Test(
        "brackets and quotes come in pairs while JSON is typed, and what is typed whole is the text",
        arguments: [Size.small, .large])
    func json(size: Size) throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "order.yml": Fixture.request("Order", method: "POST", url: "{{baseUrl}}/echo"),
        ])
        let session = try place.start(size: size)
        try session.showRequest("order.yml", named: "Order")
        try session.type("p")
        try session.waitFor("the body") { $0.requestTab == "Body" && $0.cursor != nil }
        try session.type("{")
        try session.waitFor("the pair") { $0.contains("{}") }
        try session.press(.enter)
        try session.type("\"tags")
        try session.waitFor("a level deeper, in quotes") { $0.contains("  \"tags\"") }
        try session.type("\": [\"{{base")
        try session.waitFor("the list of variables") { $0.contains("environment local") || $0.contains("session") }
        try session.press(.tab)
        try session.waitFor("the variable") { $0.contains("  \"tags\": [\"{{baseUrl}}\"]") }
        try session.press(.escape)
        try session.waitFor("the text left") { $0.cursor == nil }
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.type("u")
        try session.waitFor("no body") { $0.contains("none (default)") }
    }
}

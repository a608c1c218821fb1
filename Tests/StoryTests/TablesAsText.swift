import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a table is edited as text", .serialized)
struct TablesAsText {
    private static let file = """
        info:
          name: Order
          type: http

        http:
          method: POST
          url: "{{baseUrl}}/echo"
          headers:
            - name: X-One # the first
              value: 'one'
              description: Says which.
            - {name: X-Two, value: two}
            - name: Authorization
              value: Bearer abc.def.ghi

        """

    private func start(_ size: Size) throws -> (StoryPlace, TerminalSession) {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment, "order.yml": Self.file,
        ])
        let session = try place.start(size: size)
        try session.showRequest("order.yml", named: "Order")
        return (place, session)
    }

    @Test(
        "T opens the rows as lines, what is not said of a row stays, and only what changed is another line of the file",
        arguments: [Size.small, .large])
    func headers(size: Size) throws {
        let (place, session) = try start(size)
        try session.type("2")
        try session.showRequestTab("Headers")
        try session.type("T")
        try session.waitFor("the lines") {
            $0.contains("X-One: one") && $0.contains("Authorization: (unchanged)") && !$0.contains("abc.def")
        }
        try session.press(KeyStroke(.end))
        try session.type("s")
        try session.press(.down)
        try session.press(.home)
        try session.type("X-New: 5")
        try session.press(.enter)
        try session.waitFor("four lines") { $0.contains("X-New: 5") && $0.contains("X-Two: two") }
        try session.press(.escape)
        try session.waitFor("four rows") { $0.contains("[✓] X-New") && $0.contains("Headers 4") }
        try session.type("w")
        try session.waitFor("Saved order.yml")
        let expected = Self.file.replacing("value: 'one'", with: "value: 'ones'")
            .replacing("    - {name: X-Two", with: "    - name: X-New\n      value: \"5\"\n    - {name: X-Two")
        #expect(try place.text(of: "order.yml") == expected)
        try session.type("u")
        try session.waitFor("all of it taken back by one key") { $0.contains("Headers 3") }
    }
}

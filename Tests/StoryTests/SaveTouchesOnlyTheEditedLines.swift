import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a save touches only the edited lines", .serialized)
struct SaveTouchesOnlyTheEditedLines {
    private static let request = """
        # Written by hand, read by colleagues.
        info:
          name: Order   # as the team calls it
          type: http
          seq: 1

        http:
          url: "{{baseUrl}}/echo?page=1&draft=yes"
          method: POST
          params:
            # the first page
            - name: page
              value: '1'
              type: query
            - {name: draft, value: "yes", type: query}
          headers:
            - name: X-Trace     # ours
              value: off
            - value: kept
              name: x-order
              unknown: stays
          body:
            type: json
            data: |-
              {
                "a": 1,
                "b": 2
              }

        x-other-tool: [1, 2,   3]
        """

    private static let companion = """
        # Beside the format.
        version: 1

        requests:
          # gone long ago
          old.yml:
            retry: {count: 1}
          order.yml:
            retry:
              count: 2   # enough
              base: 0.2

        """

    private func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "order.yml": Self.request, "microscope.yaml": Self.companion,
        ])
    }

    private func start(_ place: StoryPlace) throws -> TerminalSession {
        let session = try place.start(size: .large)
        try session.showRequest("order.yml", named: "Order")
        try session.type("2")
        return session
    }

    private func save(_ session: TerminalSession, file: String = "order.yml") throws {
        try session.press(.control("s"))
        try session.waitFor("Saved \(file)") { $0.contains("Saved \(file)") && !$0.contains("●") }
    }

    /// Expects every file as it was, except for the given changes.
    private func expect(
        _ place: StoryPlace, request: String = Self.request, companion: String = Self.companion,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let files = try place.files()
        #expect(files["opencollection.yml"] == Fixture.root, sourceLocation: location)
        #expect(files["environments/local.yml"] == Fixture.environment, sourceLocation: location)
        #expect(files["order.yml"] == request, sourceLocation: location)
        #expect(files["microscope.yaml"] == companion, sourceLocation: location)
        #expect(files.count == 4, "\(files.keys.sorted())", sourceLocation: location)
    }

    @Test("one header value: one line")
    func headerValue() throws {
        let place = try place()
        let session = try start(place)
        try session.showRequestTab("Headers")
        try session.type("ji")
        try session.waitFor("the field open") { $0.cursor != nil }
        try session.press(.control("u"))
        try session.type("changed")
        try session.waitFor("the new value, unsaved") { $0.contains("changed") && $0.contains("› Order ● ") }
        try save(session)
        try expect(place, request: Self.request.edited("value: off", "value: changed"))
        // Undo reaches past a save, and the next save restores the file.
        try session.type("u")
        try session.waitFor("the former value") { !$0.contains("changed") && $0.contains("●") }
        try save(session)
        try expect(place)
    }

    @Test("a query row switched off: its line in the table, and the URL")
    func toggle() throws {
        let place = try place()
        let session = try start(place)
        try session.type("j ")
        try session.waitFor("the row off") { $0.contains("[ ] page") && !$0.row(with: "→ ").contains("page=1") }
        try save(session)
        let expected = Self.request
            .edited("?page=1&draft=yes", "?draft=yes")
            .edited("type: query\n    - {name", "type: query\n      disabled: true\n    - {name")
        try expect(place, request: expected)
        try session.type(" ")
        try session.waitFor("the row on") { $0.contains("[✓] page") }
        try save(session)
        try expect(place)
    }

    @Test("a header more: two lines more")
    func addedHeader() throws {
        let place = try place()
        let session = try start(place)
        try session.showRequestTab("Headers")
        try session.type("a")
        try session.waitFor("the new row open") { $0.cursor != nil }
        try session.type("X-New")
        try session.press(.tab)
        try session.type("fresh")
        try session.waitFor("the new row") { $0.row(with: "X-New").contains("fresh") }
        try save(session)
        let expected = Self.request.edited(
            "      unknown: stays\n", "      unknown: stays\n    - name: X-New\n      value: fresh\n")
        try expect(place, request: expected)
        // Deleted again, the file is as it was.
        try session.type("jjd")
        try session.waitFor("the row gone") { !$0.contains("X-New") }
        try save(session)
        try expect(place)
    }

    @Test("a line of the body: that line")
    func body() throws {
        let place = try place()
        let session = try start(place)
        try session.showRequestTab("Body")
        try session.type("jji")
        try session.waitFor("the text open") { $0.cursor != nil }
        try session.press(.down)
        try session.press(.end)
        try session.press(.enter)
        try session.type("\"c\": [],")
        try session.waitFor("the new line, indented as its neighbour") { $0.contains("   \"c\": [],") }
        try save(session)
        try expect(
            place, request: Self.request.edited("        \"a\": 1,\n", "        \"a\": 1,\n        \"c\": [],\n"))
    }

    @Test("a retry count: one line of microscope.yaml, and none of the request")
    func retries() throws {
        let place = try place()
        let session = try start(place)
        try session.showRequestTab("Options")
        try session.waitFor("the policy") { $0.row(with: "Retries ").contains("2") }
        try session.type("jjjjjjji")
        try session.waitFor("the field open") { $0.cursor != nil }
        try session.press(.control("u"))
        try session.type("5")
        try session.waitFor("the new count") { $0.row(with: "Retries ").contains("5") }
        try save(session, file: "microscope.yaml")
        try expect(place, companion: Self.companion.edited("count: 2   # enough", "count: 5   # enough"))
    }

    @Test("save all and quit writes every draft")
    func saveAll() throws {
        let place = try StoryPlace()
        let session = try place.start()
        let list = try place.text(of: "users/get.yml")
        let status = try place.text(of: "behaviour/status.yml")
        try session.changeUser(to: "17")
        try session.showRequest("behaviour/status.yml", named: "Status")
        try session.type("2ji")
        try session.waitFor("the field open") { $0.cursor != nil }
        try session.press(.control("u"))
        try session.type("418")
        try session.press(.escape)
        try session.waitFor("the field closed") { $0.cursor == nil && $0.contains("/status/418") }
        try session.type("q")
        try session.waitFor("Save all and quit")
        try session.press(.down)
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        #expect(try place.text(of: "users/get.yml") == list.edited("value: \"4\"", "value: \"17\""))
        #expect(try place.text(of: "behaviour/status.yml") == status.edited("\"404\"", "\"418\""))
        let again = try place.start()
        try again.waitFor("nothing unsaved") { $0.contains("› Status ") && !$0.contains("●") }
    }
}

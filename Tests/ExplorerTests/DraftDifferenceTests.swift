import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("A draft beside its file")
struct DraftDifferenceTests {
    private static let text = """
        # by hand
        info:
          name: Order
          type: http
        http:
          method: POST
          url: "{{baseUrl}}/orders"
          headers:
            - name: X-Trace
              value: "on"
            - name: Authorization
              value: Bearer abcdefghijklmnop
          body:
            type: json
            data: |-
              {
                "a": 1
              }

        """

    private func state(columns: Int = 100, rows: Int = 30) throws -> ExplorerState {
        var collection = Explorers.collection
        let file = try RequestFile.read(text: Self.text, path: "order.yml")
        collection.items = [CollectionItem(file, at: "order.yml")]
        var state = Explorers.state(collection, columns: columns, rows: rows)
        state.press("2", "]")
        return state
    }

    @Test("= shows the lines that saving changes, and n goes through them", arguments: [80, 200])
    func lines(columns: Int) throws {
        var state = try state(columns: columns)
        state.press(.down, .enter, .control("u"))
        state.type("off")
        state.press(.escape)
        state.work(state.press("="))
        #expect(state.context == .draft)
        #expect(state.screen.contains("order.yml: saving writes +1 -1"))
        #expect(state.screen.contains("-       value: \"on\"") && state.screen.contains("+       value: \"off\""))
        #expect(state.screen.contains("… 6 lines unchanged"))
        state.press(.escape)
        #expect(state.overlays.isEmpty && state.session?.draft.isDirty == true)
    }

    @Test("literals that are secret are dots on both sides")
    func secrets() throws {
        var state = try state()
        state.press(.down, .down, .enter)
        state.type("qrstuvwxyz")
        state.press(.escape)
        state.work(state.press("="))
        #expect(state.screen.contains("••••"))
        #expect(!state.screen.contains("abcdefgh"))
    }

    @Test("policies are lines of microscope.yaml")
    func policies() throws {
        var state = try state()
        _ = state.changeDraft { $0.change { $0.policies.retry = RetrySettings(count: 2) } }
        state.work(state.press("="))
        #expect(state.screen.contains("microscope.yaml") && state.screen.contains("count: 2"))
    }

    @Test("w saves from there, X goes back to the file")
    func actions() throws {
        var state = try state()
        state.press(.down, " ")
        state.work(state.press("="))
        guard case .save? = state.press("w").first?.order else {
            Issue.record("nothing was saved")
            return
        }
        #expect(state.overlays.isEmpty)
        var other = try self.state()
        other.press(.down, " ")
        other.work(other.press("="))
        other.press("X")
        #expect(other.overlays.isEmpty && other.session?.draft.isDirty == false)
    }

    @Test("what changes while it is open is in it, also below the help")
    func followed() throws {
        var state = try state()
        state.press(.down, " ")
        state.work(state.press("="))
        let again = update(&state, .tick(Explorers.start))
        #expect(!again.contains { $0.key == .draftDifference }, "nothing is compared twice")
        _ = state.changeDraft { $0.change { $0.request.definition.url = "https://changed/" } }
        state.work(state.press(.function(1)))
        state.press(.function(1))
        #expect(state.context == .draft && state.screen.contains("https://changed/"))
    }

    @Test("a request without a file is new in all its lines")
    func new() throws {
        var state = try state()
        state.press("1")
        _ = update(&state, .input(.paste("https://h/x")))
        state.work(state.press("="))
        #expect(
            state.screen.contains("a new file")
                && state.screen.split(separator: "\n").contains { $0.contains("+ ") && $0.contains("https://h/x") })
    }

    @Test("where nothing is unsaved there is nothing to compare")
    func clean() throws {
        var state = try state()
        #expect(state.press("=").isEmpty && state.status?.text == "No unsaved changes here.")
    }

    // MARK: - One field, one row

    @Test("o puts one row back and leaves the others; a new row goes; a field goes back alone")
    func reverts() throws {
        var state = try state()
        state.press(.down, .enter)
        state.type("!")
        state.press(.escape, .down, " ", "a")
        state.type("X-New")
        state.press(.escape)
        #expect(state.session?.draft.content.definition.headers.count == 3)
        state.press("o")
        #expect(state.session?.draft.content.definition.headers.count == 2, "the new row is gone")
        state.press("g", .down, "o")
        let headers = state.session?.draft.content.definition.headers
        #expect(headers?[0].value == "on" && headers?[1].isEnabled == false)
        state.press("o")
        #expect(state.status?.text == "It is unchanged.")
        state.press("g", .right, .enter)
        state.type("/more")
        state.press(.escape, "o")
        #expect(state.session?.draft.content.definition.url == "{{baseUrl}}/orders")
        state.press("u")
        #expect(state.session?.draft.content.definition.url == "{{baseUrl}}/orders/more")
    }

    @Test("rows that were saved since are told by what they say and by their names, never by their places")
    func savedSince() throws {
        var state = try state()
        for name in ["X-New-1", "X-New-2"] {
            state.press("a")
            state.type(name)
            state.press(.escape)
        }
        let version = try #require(state.session?.draft.version)
        state.session?.draft.noteSaved(version, text: "")
        state.press("K", "o")
        func headers() -> [Field] { state.session?.draft.content.definition.headers ?? [] }
        #expect(headers().map(\.name) == ["X-Trace", "Authorization", "X-New-2", "X-New-1"])
        #expect(state.status?.text == "It is unchanged.")
        state.press(.enter)
        state.type("!")
        state.press(.escape, "o")
        #expect(headers()[2].name == "X-New-2!" && state.status?.text.contains("The file has no such row") == true)
        state.press("u", .right, .enter)
        state.type("qq")
        state.press(.escape, "o")
        #expect(headers()[2].name == "X-New-2" && headers()[2].value == "")
        state.press("a")
        state.type("X-New-3")
        state.press(.escape, "o")
        #expect(headers().map(\.name) == ["X-Trace", "Authorization", "X-New-2", "X-New-1"], "a new one goes")
    }

    @Test("what the file does not have cannot be put back alone")
    func withoutOriginal() throws {
        var state = try state()
        _ = state.changeDraft { $0.change { $0.auth = .bearer(token: "{{token}}") } }
        state.press("]", "]", .down, .down)
        #expect(state.fieldAtCursor == .value("auth.token"))
        state.press("o")
        #expect(state.status?.text.contains("The file has no such field") == true)
    }
}

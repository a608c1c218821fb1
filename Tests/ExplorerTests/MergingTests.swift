import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Merging a draft and a file by field")
struct MergingTests {
    /// Three fields that both changed, and one that only they did.
    private func conflict() -> Watched {
        var watched = Watched()
        watched.state.session?.draft.change {
            $0.request.definition.headers[0].value = "application/xml"
            $0.request.definition.method = "PUT"
            $0.request.definition.docs = "One\nTwo\nThree of mine"
        }
        watched.write(
            Watched.user.replacing("value: json", with: "value: text/html").replacing("GET", with: "POST").replacing(
                "\"on\"", with: "\"off\"") + "docs: |-\n  One\n  Two\n  Three of theirs\n")
        watched.press("c", .enter)
        return watched
    }

    @Test("each field is shown with mine and theirs, readable at 80 columns and 24 rows")
    func screen() {
        let screen = conflict().state.screen
        let lines = screen.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 } && lines.count <= 24)
        #expect(lines.contains { $0.contains("users/get.yml: mine and theirs") })
        #expect(lines.contains { $0.contains("? Method") && $0.contains("PUT") && $0.contains("POST") })
        #expect(
            lines.contains {
                $0.contains("? Header Accept") && $0.contains("application/xml") && $0.contains("text/html")
            })
        // Of a long text the line in which both differ.
        #expect(
            lines.contains {
                $0.contains("? Docs") && $0.contains("Three of mine") && $0.contains("Three of theirs")
            })
        #expect(lines.contains { $0.contains("Before: GET") })
    }

    @Test("chosen field by field, it becomes the draft over their text")
    func chosen() throws {
        var watched = conflict()
        watched.press("t")
        #expect(watched.state.screen.contains("✓ POST"))
        watched.press(.enter)
        #expect(watched.state.status?.text.hasPrefix("2 fields to decide") == true)
        watched.press("m", "t", .enter)
        #expect(watched.state.overlays.isEmpty)
        let content = try #require(watched.session?.draft.content.definition)
        #expect(content.method == "POST" && content.headers.map(\.value) == ["application/xml", "off"])
        #expect(content.docs == "One\nTwo\nThree of theirs")
        #expect(watched.session?.disk == .same && watched.isJournalled == true)
        watched.press("w")
        #expect(try watched.save.map { try $0.base.saving($0.content) }?.contains("# what we want") == true)
        watched.press("2", "u")
        #expect(watched.session?.draft.content.definition.method == "PUT")
    }

    private static let marked = Watched.user.replacing(
        "  method: GET\n",
        with: """
            <<<<<<< HEAD
              method: PUT
            =======
              method: POST
            >>>>>>> theirs

            """)

    @Test("a file with git's markers is named, wherever one looks, and c merges its two sides by field into the file")
    func marked() throws {
        var watched = Watched()
        watched.press("2")
        watched.write(Self.marked)
        #expect(watched.state.status?.text == "users/get.yml:5:1: unresolved merge conflict")
        watched.press(.down)
        #expect(watched.state.screen.contains("unresolved merge conflict"))
        #expect(watched.state.screen.contains("c shows both sides field by field"))
        watched.press("c")
        #expect(watched.state.screen.contains("? Method"), "\(watched.state.screen)")
        watched.press(.enter)
        #expect(watched.state.status?.text.hasPrefix("1 field to decide") == true)
        watched.press("m", .enter)
        let save = try #require(watched.save)
        #expect(save.expectedText == Self.marked)
        #expect(try save.base.saving(save.content) == Watched.user.replacing("GET", with: "PUT"))
    }

    @Test("a side that is no request is left to the editor")
    func markedWithoutForm() {
        var watched = Watched()
        watched.write(Self.marked.replacing("  method: PUT", with: "- no mapping"))
        watched.press("1", "c")
        #expect(watched.state.overlays.isEmpty)
        #expect(watched.state.status?.text.contains("E opens it in your editor") == true)
    }

    @Test("Esc decides nothing")
    func dismissed() {
        var watched = conflict()
        watched.press("t", .escape)
        #expect(watched.session?.draft.content.definition.method == "PUT" && watched.session?.disk != .same)
    }

    @Test("a file that changes once more while one decides is shown anew, and what was decided stays")
    func again() {
        var watched = conflict()
        watched.press("t", "t", "t")
        watched.write(Watched.user.replacing("value: json", with: "value: text/csv").replacing("GET", with: "POST"))
        watched.press(.enter)
        #expect(watched.state.status?.text.contains("changed again") == true)
        #expect(watched.state.screen.contains("text/csv"))
        watched.press(.enter)
        #expect(watched.session?.draft.content.definition.headers[0].value == "text/csv")
    }

    @Test("a password is not shown")
    func secret() {
        var watched = Watched()
        let text = Watched.user.replacing(
            "  params:", with: "  auth: {type: basic, username: u, password: first}\n  params:")
        watched.write(text)
        watched.state.session?.draft.change {
            $0.request.definition.auth = .basic(username: "u", password: "mine-secret")
        }
        watched.write(text.replacing("password: first", with: "password: theirs-secret"))
        watched.press("c", .enter)
        #expect(watched.state.screen.contains("Auth, password") && !watched.state.screen.contains("-secret"))
    }
}

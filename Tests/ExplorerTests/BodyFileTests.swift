import BodyStore
import BodyView
import Interchange
import MicroClient
import Testing

@testable import Explorer

@Suite("A body on its way out of the viewer")
struct BodyFileTests {
    @Test(
        "is called as the server says, else after the end of the URL, and never leaves a directory or hides",
        arguments: [
            (#"attachment; filename="report.csv""#, "http://h/x", "text/csv", "report.csv"),
            ("attachment; filename=plain.bin", "http://h/x", "text/csv", "plain.bin"),
            (
                "attachment; filename*=UTF-8''na%C3%AFve.txt; filename=\"other\"", "http://h/x", "text/plain",
                "naïve.txt"
            ),
            (#"attachment; filename="../../etc/passwd""#, "http://h/x", "text/plain", "passwd.txt"),
            (#"attachment; filename="..\..\.profile""#, "http://h/x", "text/plain", "profile.txt"),
            ("inline", "http://h/a/users%20all?x=1", "application/json; charset=utf-8", "users all.json"),
            ("", "http://h/picture.png?size=2", "image/png", "picture.png"),
            ("", "http://h/", "image/png", "body.png"),
            ("", "http://h", "application/x-unknown", "body.json"),
            ("attachment; filename=\"a\u{1b}]0;b\u{7}\u{202e}c.txt\"", "http://h/", "text/plain", "a_]0;b__c.txt"),
        ])
    func names(disposition: String, url: String, type: String, expected: String) {
        var headers: HeaderFields = [HeaderField("Content-Type", type)]
        if !disposition.isEmpty { headers.append("Content-Disposition", disposition) }
        let head = ResponseHead(status: 200, reason: "OK", httpVersion: "1.1", headers: headers)
        #expect(BodyFileName(head: head, url: url, kind: .json).text == expected)
    }

    @Test("D proposes a name, Enter orders the bytes as they were received, and nothing typed asks for a name")
    func saving() throws {
        var scene = BodyScene(#"{"a":1}"#)
        scene.type("D")
        #expect(scene.state.screen.contains("Save the body, 7 B, as") && scene.state.screen.contains("> body.json"))
        scene.press(.control("u"), .enter)
        #expect(scene.state.screen.contains("Enter a name."))
        scene.type("~/x.json")
        let order = scene.state.press(.enter).compactMap { effect -> BodyFileOrder? in
            if case .saveBody(let order, _) = effect.order { order } else { nil }
        }.first
        let saved = try #require(order)
        #expect(saved.path == "~/x.json" && !saved.replaces && saved.store === scene.state.session?.response?.body)
    }

    @Test("D proposes an ending by what the body is, however it is looked at")
    func viewedAsBytes() {
        var scene = BodyScene(#"{"a":1}"#)
        scene.press("V")
        scene.type("hex")
        scene.press(.enter)
        #expect(scene.document.kind == .hex)
        scene.type("D")
        #expect(scene.state.screen.contains("> body.json"))
    }

    @Test("a file that is there is replaced on a person's word only, and not by another answer")
    func replacing() throws {
        var scene = BodyScene(#"{"a":1}"#)
        scene.type("D")
        let sent = try #require(scene.state.press(.enter).first { $0.key == .bodyFile })
        func responseExists() { _ = update(&scene.state, sent.reply("/x/body.json")) }
        responseExists()
        #expect(scene.state.screen.contains("body.json already exists"))
        #expect(scene.state.press(.enter).allSatisfy { $0.key != .bodyFile } && scene.state.overlays.isEmpty)
        responseExists()
        let replaced = scene.state.press(.down, .enter).compactMap { effect -> BodyFileOrder? in
            if case .saveBody(let order, _) = effect.order { order } else { nil }
        }
        #expect(replaced.map(\.path) == ["/x/body.json"] && replaced.allSatisfy(\.replaces))
    }

    @Test("without a body the keys say what to do")
    func disabled() {
        var state = Explorers.state(columns: 80, rows: 24)
        state.press("3")
        for action in [Action.saveBody, .pageBody, .openBody] {
            #expect(state.disabledReason(of: action) == "No body yet: s sends the request.")
        }
    }

    @Test(
        "a file is offered with its whole path: where the program was started, but not among the files of the collection or of its work tree",
        arguments: [
            ("/people/me/tmp", nil, "~/tmp/body.json"), ("/sample", nil, "~/Downloads/body.json"),
            ("/sample/users", nil, "~/Downloads/body.json"), ("/samples", nil, "/samples/body.json"),
            ("/", "/", "~/Downloads/body.json"), ("/repo", "/repo", "/repo/body.json"),
        ] as [(String, String?, String)])
    func savePlace(start: String, workTree: String?, path: String) {
        var scene = BodyScene(#"{"a":1}"#)
        scene.state.preferences.savePlaces = SavePlaces(
            start: start, workTree: workTree, home: "/people/me", elsewhere: "/people/me/Downloads")
        scene.type("D")
        #expect(scene.state.screen.contains("> \(path)"), "\(scene.state.screen)")
    }

    @Test("the log and what is shared are offered there, too")
    func otherFiles() {
        var scene = BodyScene(#"{"a":1}"#)
        scene.state.preferences.savePlaces = SavePlaces(
            start: "/sample", workTree: nil, home: "/people/me", elsewhere: "/people/me")
        scene.state.askForLogFile()
        #expect(scene.state.screen.contains("> ~/microscope.log"))
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: few keys to the first requests", .serialized)
struct FewerKeys {
    private static let sizes = [Size.small, .large]
    private static let altP = KeyStroke(.character("p"), .alt)

    @Test("a JSON POST that is new, sent and saved takes six keys beside its texts", arguments: sizes)
    func jsonPost(size: Size) throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
        ])
        let session = try place.start(size: size)
        var keys = CountedKeys(session)
        // Counted: n, Enter for "HTTP request", Enter after the name, Alt-P from the URL to the body, Ctrl-R, Ctrl-S.
        try keys.command("n")
        try session.waitFor("HTTP request")
        try keys.press(.init(.enter))
        try session.waitFor("New request")
        try keys.text("Create")
        try keys.press(.init(.enter))
        try session.waitFor("the URL to type") { $0.contains("› Create") && $0.cursor != nil }
        try keys.text("POST {{baseUrl}}/echo")
        try keys.press(Self.altP)
        try session.waitFor("the method out of the URL, and the body") {
            $0.contains("POST {{baseUrl}}/echo") && $0.requestTab == "Body" && $0.cursor != nil
        }
        try keys.text(#"{"name": "Ada", "tags": ["a"], "id": {{$randomInt}}}"#)
        try session.waitFor("JSON by its first bracket") { $0.contains("Body JSON") }
        try keys.press(.control("r"))
        try session.waitForResponse("200 OK")
        try keys.press(.control("s"))
        try session.waitFor("Saved Create.yml")
        #expect(keys.controls == 6 && keys.controls <= 13)
        let text = try place.text(of: "Create.yml")
        #expect(text.contains("method: POST") && text.contains("url: \"{{baseUrl}}/echo\""), "\(text)")
        #expect(text.contains("type: json") && text.contains(#"{"name": "Ada", "tags": ["a"], "id": {{$randomInt}}}"#))
        #expect(try session.quit() == 0)
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a collection in one file", .serialized)
struct OneFileCollection {
    private static let shop = """
        # The shop, in one file.
        opencollection: 1.0.0
        info: {name: Shop}
        items:
          # People.
          - info: {name: users, type: folder}
            items:
              - info: {name: List, type: http} # all of them
                http:
                  method: GET
                  url: http://127.0.0.1:1/users
                  headers:
                    - {name: Accept, value: json}

        """

    /// Starts with the cursor on the request.
    private func start() throws -> (StoryPlace, TerminalSession) {
        let place = try StoryPlace(["shop.yml": Self.shop])
        let session = try place.run([place.collection.appendingPathComponent("shop.yml").path], size: .large)
        try session.waitFor("the request") { $0.contains("› List ") }
        return (place, session)
    }

    @Test("a pasted request is saved into it, and every line that was there stays")
    func paste() throws {
        let (place, session) = try start()
        try session.paste("curl -k 'http://127.0.0.1:1/things' -H 'X-A: b'")
        try session.waitFor("curl pasted as users/things.yml")
        try session.type("w")
        try session.waitFor("Saved users/things.yml")
        let text = try place.text(of: "shop.yml")
        #expect(text.hasPrefix(Self.shop) && text.contains("name: X-A"), "\(text)")
        #expect(try place.text(of: "microscope.yaml").contains("users/things.yml"))
        #expect(try session.quit() == 0)
    }

    @Test("what another program writes into it is shown at once, merged into a draft, or asked about")
    func changed() throws {
        let (place, session) = try start()
        let other = Self.shop.edited("name: List", "name: Everyone")
        // The file is watched from a moment on; what came before is read then.
        try place.write(other, to: "shop.yml")
        try session.waitFor("the new name") { $0.contains("Everyone") && !$0.contains("List") }
        try session.waitFor("the tree has it") { $0.row(with: "GET  Everyone") != "" }
        try session.type("G")
        try session.press(.enter)
        try session.waitFor("the request") { $0.contains("› Everyone ") }
        try session.type("2gi")
        try session.type("X")
        try session.press(.escape)
        try session.waitFor("a draft") { $0.contains("●") }
        try place.write(other.edited("value: json", "value: xml"), to: "shop.yml")
        try session.waitFor("merged into the draft")
        try session.type("w")
        try session.waitFor("Saved users/Everyone.yml")
        #expect(try place.text(of: "shop.yml").contains("value: xml"))
    }
}

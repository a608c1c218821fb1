import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: looking at bodies in other ways", .serialized)
struct ViewsOfABody {
    private func session(_ endpoint: String, environment: [String: String] = [:]) throws -> TerminalSession {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "body.yml": Fixture.request("Body", url: "{{baseUrl}}\(endpoint)"),
        ])
        let session = try place.start(size: .small, environment: environment)
        try session.send("body.yml", named: "Body", until: "✓ 200 OK")
        try session.type("3")
        return session
    }

    @Test("XML is laid out, folded and has paths; V shows it as hex and as it was sent, also after it is sent again")
    func xml() throws {
        let session = try session("/xml")
        try session.waitFor("<planets xmlns=")
        try session.type("Gk")
        try session.waitFor("/planets/planet[2]")
        try session.type(" ")
        try session.waitFor("<planet name=\"Mars\">… 3 children")
        try session.type("Vhex\r")
        try session.waitFor("00000000  3c 3f 78 6d")
        try session.waitFor("Response as hex")
        try session.type("L0x10\r")
        try session.waitFor("the row of the offset") { $0.contains("00000010") }
        try session.type("s")
        try session.waitFor("as hex again") { $0.contains("Response as hex") && $0.contains("00000000  3c 3f 78 6d") }
        try session.type("Vas sent\r")
        try session.waitFor("Response as text as sent")
        try session.waitFor("  <planet name=\"Earth\"><moon ")
        try session.type("VAutomatic\r")
        try session.waitFor("the layout again") { !$0.contains("Response as") && $0.contains("<moon radius") }
        #expect(try session.quit() == 0)
    }

    @Test("broken XML is shown up to the fault, with its place")
    func brokenXML() throws {
        let session = try session("/broken.xml")
        try session.waitFor("line 4, column 21: expected `</name>`")
        #expect(try session.quit() == 0)
    }

    @Test("a table has columns, and marks what is odd")
    func table() throws {
        let session = try session("/csv")
        try session.waitFor("name   radius in km  moons  remark")
        try session.waitFor("red, says↵everyone")
        try session.waitFor("2 of 4 cells")
        try session.type("\u{1B}[C")
        try session.waitFor("one column further") { $0.contains("radius in km") && !$0.contains("name   radius") }
        #expect(try session.quit() == 0)
    }

    @Test(
        "a picture is shown as one, V shows its bytes, and it fits into the pane after a resize",
        .enabled(if: ViewsOfABody.hasLibgd, "libgd is not installed"))
    func picture() throws {
        let session = try session("/image.png")
        try session.waitFor("PNG 64 x 64, 24-bit, ")
        try session.waitFor("the picture") { $0.text.contains("▀▀▀▀▀▀▀▀") }
        let row = try #require((0..<24).first { session.screen.text(row: $0).contains("▀▀▀") })
        let columns = (0..<80).filter { session.screen[column: $0, row: row].text == "▀" }
        // Red grows to the right.
        let (left, right) = (
            session.screen[column: columns[0], row: row], session.screen[column: columns.last ?? 0, row: row]
        )
        #expect(left.look.foreground != right.look.foreground && left.look.background != .standard)
        try session.resize(Size(columns: 120, rows: 50))
        try session.waitFor("a larger picture") { screen in
            (0..<50).contains { screen.text(row: $0).filter { $0 == "▀" }.count > columns.count }
        }
        try session.type("Vhex\r")
        try session.waitFor("00000000  89 50 4e 47 0d 0a 1a 0a")
        try session.type("VAutomatic\r")
        try session.waitFor("the picture again") { $0.text.contains("▀▀▀▀▀▀▀▀") }
        #expect(!session.output.contains(0x89), "not a byte of it reaches the terminal")
        #expect(try session.quit() == 0)
    }

    @Test(
        "a terminal whose type has direct colours gets those of the picture",
        .enabled(
            if: ViewsOfABody.hasLibgd
                && FileManager.default.fileExists(atPath: "/usr/share/terminfo/x/xterm-direct"),
            "libgd or the terminal type xterm-direct is not installed"))
    func directColours() throws {
        let session = try session("/image.png", environment: ["TERM": "xterm-direct"])
        try session.waitFor("the picture") { $0.text.contains("▀▀▀▀▀▀▀▀") }
        let output = String(decoding: session.output, as: UTF8.self)
        // The corner at the upper left: no red, no green, half of blue, as far as its neighbours leave it.
        #expect(output.contains(/38[;:]2[;:]:?\d[;:]\d[;:]12\d/))
        #expect(try session.quit() == 0)
    }

    /// Whether libgd is where Debian and Homebrew have it.
    private static var hasLibgd: Bool {
        ["libgd.so.3", "libgd.3.dylib", "/opt/homebrew/lib/libgd.3.dylib", "/usr/local/lib/libgd.3.dylib"]
            .contains { (name: String) in dlopen(name, RTLD_LAZY) != nil }
    }

    @Test("a charset that nobody names is guessed, and another one chosen")
    func charset() throws {
        let session = try session("/text?charset=shift_jis&named=no")
        try session.waitFor("shift_jis guessed")
        try session.type("Vkoi8\r")
        try session.waitFor("koi8-r chosen")
        #expect(try session.quit() == 0)
    }
}

import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Finding in the tabs of text")
struct FindingInTabsTests {
    /// Returns a scene with a response of forty headers, of which every eighth has a needle, and one that is broken over several rows.
    private func scene(columns: Int = 100, rows: Int = 30, keys: KeyStroke...) throws -> SentScene {
        var headers = (0..<40).map { HeaderField("X-Field-\($0)", $0 % 8 == 4 ? "a Needle \($0)" : "hay \($0)") }
        headers.append(HeaderField("X-Long", String(repeating: "straw ", count: 60) + "needle at the end"))
        headers.append(HeaderField("Content-Length", "0"))
        let head = ResponseHead(status: 200, reason: "OK", httpVersion: "1.1", headers: HeaderFields(headers))
        var scene = try SentScene(columns: columns, rows: rows)
        scene.report(.receiving(head, BodyStore([UInt8]())))
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1:8642/needle", headers: [])
        let text = "HTTP/1.1 200 OK\r\n" + headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        var hop = Exchange.Hop(startedAfter: .zero, request: request, response: head)
        hop.timings.total = .milliseconds(30)
        hop.wire = Exchange.WireLog([Exchange.WireLog.Part(.responseHead, .bytes(Data(text.utf8)))])
        scene.finish([
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 200))
        ])
        scene.press("3", "z")
        for key in keys { scene.press(key) }
        return scene
    }

    /// Texts on screen in a style, from left to right and from above.
    private func marked(_ style: Style, in scene: SentScene) -> [String] {
        let grid = view(scene.state)
        return (0..<grid.size.rows).flatMap { row in
            let cells = (0..<grid.size.columns).map { grid[column: $0, row: row] }
            return cells.split { $0.style != style }.map { $0.map(\.grapheme).joined() }
        }
    }

    @Test("headers: the cursor goes along as one types, all matches are counted and marked, n and N go round")
    func headers() throws {
        var scene = try scene(keys: "]")
        #expect(scene.state.screen.contains("[Headers 42]"))
        scene.type("/needle")
        #expect(scene.state.screen.contains("1 of 6") && scene.state.session?.look.headerCursor == 5)
        #expect(marked(.matchAtHand, in: scene) == ["Needle"] && marked(.match, in: scene) == ["Needle", "Needle"])
        scene.press(.enter)
        #expect(scene.state.overlays.isEmpty && scene.state.screen.contains("/needle  1 of 6"))
        scene.type("nn")
        #expect(scene.state.screen.contains("3 of 6") && scene.state.session?.look.headerCursor == 21)
        scene.type("nnn")
        #expect(scene.state.screen.contains("6 of 6") && marked(.matchAtHand, in: scene) == ["needle"])
        scene.type("n")
        #expect(scene.state.session?.look.headerCursor == 5)
        #expect(scene.state.screen.contains("The search wrapped around to the other end of the tab."))
        scene.type("N")
        #expect(scene.state.screen.contains("6 of 6"))
    }

    @Test("headers: n goes on from the cursor where one has moved away, and Enter uses the field that was found")
    func cursor() throws {
        var scene = try scene(keys: "]")
        scene.type("/needle")
        scene.press(.enter)
        scene.type("jjjjjjjjjjn")
        #expect(scene.state.session?.look.headerCursor == 21 && scene.state.screen.contains("3 of 6"))
        scene.press(.enter)
        #expect(scene.state.screen.contains("a Needle 20"))
        #expect(scene.state.context == .chooser)
    }

    @Test("the wire: a match is scrolled into view, in the row of its line in which it stands", arguments: [60, 100])
    func wire(columns: Int) throws {
        var scene = try scene(columns: columns, rows: 17, keys: "[")
        #expect(scene.state.screen.contains("[Wire]"))
        scene.type("/at the end")
        #expect(scene.state.screen.contains("1 of 1") && marked(.matchAtHand, in: scene).joined() == "at the end")
        scene.press(.enter)
        scene.type("g")
        #expect(marked(.matchAtHand, in: scene) == [])
        scene.type("n")
        #expect(marked(.matchAtHand, in: scene).joined() == "at the end")
    }

    @Test("the wire: Ctrl-T makes it a regular expression, a wrong one says where, Esc goes back and takes it away")
    func expressions() throws {
        var scene = try scene(keys: "[")
        scene.type("/")
        scene.press(.control("t"))
        scene.type("^X-Field-[0-9]: (hay|a)")
        #expect(scene.state.screen.contains("no match"))
        scene.press(.control("u"))
        scene.type("Field-[0-9]+: a")
        #expect(scene.state.screen.contains("1 of 5"))
        scene.type("(")
        #expect(scene.state.screen.contains("missing closing parenthesis"))
        scene.press(.enter)
        #expect(scene.state.context == .find)
        scene.press(.escape)
        #expect(scene.state.overlays.isEmpty && marked(.match, in: scene) == [] && !scene.state.screen.contains("1 of"))
    }

    @Test("each tab has its own; Esc takes the marks away, n brings them back")
    func perTab() throws {
        var scene = try scene(keys: "]")
        scene.type("/needle")
        scene.press(.enter)
        scene.press("]")
        #expect(scene.state.screen.contains("[Timing]") && !scene.state.screen.contains("/needle  "))
        scene.type("n")
        #expect(scene.state.screen.contains("No search here yet: / finds text."))
        scene.type("/ms")
        #expect(scene.state.screen.contains("1 of "))
        scene.press(.enter)
        scene.press("[")
        #expect(scene.state.screen.contains("/needle  1 of 6"))
        scene.press(.escape)
        #expect(marked(.match, in: scene) == [] && scene.state.focus == .response)
        scene.type("n")
        #expect(marked(.matchAtHand, in: scene) == ["Needle"])
    }

    @Test("what hides a secret is what is looked through")
    func secrets() throws {
        var scene = try scene(keys: "[")
        scene.state.secrets.insert(["a Needle 12"])
        scene.type("/needle 12")
        #expect(scene.state.screen.contains("no match"))
        scene.press(.enter, .control("o"))
        scene.type("n")
        #expect(scene.state.screen.contains("1 of 1"))
    }

    @Test("what nothing matches says so, and typing nothing looks for what was looked for before")
    func nothing() throws {
        var scene = try scene(keys: "]")
        scene.type("/zzz")
        #expect(scene.state.screen.contains("Nothing matches zzz."))
        scene.press(.enter)
        scene.type("n")
        #expect(scene.state.screen.contains("Nothing matches zzz: / finds something else."))
        scene.type("/needle")
        scene.press(.enter)
        scene.type("n/")
        scene.press(.enter)
        #expect(scene.state.screen.contains("/needle  2 of 6"))
    }
}

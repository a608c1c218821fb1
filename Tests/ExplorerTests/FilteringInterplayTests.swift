import BodyStore
import BodyView
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

/// A filtered body, and what else is done with bodies.
@Suite struct FilteringInterplayTests {
    private static let shop = #"{"items":[{"id":1,"price":1.50},{"id":2}],"total":2}"#

    private func filtered(by filter: String, _ body: String = shop, columns: Int = 120) -> BodyScene {
        var scene = BodyScene(body, columns: columns, rows: 40)
        scene.type("F" + filter)
        scene.press(.enter)
        return scene
    }

    private func marks(_ scene: BodyScene) -> Bool { scene.lines.contains { $0.contains("▌") || $0.contains("▔") } }

    // MARK: Differences from the response before

    @Test("what is compared is what the same filter found in the answer before")
    func changes() {
        var scene = filtered(by: ".items[0]")
        scene.receive(Self.shop.replacing("1.50", with: "9").replacing("\"total\":2", with: "\"total\":3"))
        #expect(scene.lines[3] == "3▌  \"price\": 9" && scene.state.screen.contains("1 line differs"))
        scene.press(")")
        #expect(scene.line == 3)
        scene.press(.escape)
        #expect(scene.state.screen.contains("2 lines differ"))
        #expect(scene.lines.filter { $0.contains("▌") }.count == 2)
    }

    @Test("with a filter that the answer before did not have nothing is marked, and the keys say why")
    func otherFilter() {
        var scene = filtered(by: ".items[0]")
        scene.receive(Self.shop.replacing("1.50", with: "9"))
        scene.type("F")
        scene.press(.control("u"))
        scene.type(".items[1]")
        scene.press(.enter)
        #expect(!marks(scene) && !scene.state.screen.contains("≠") && !scene.state.screen.contains("· same"))
        scene.press(")")
        #expect(scene.state.status?.text == "The previous response was not filtered like this: s sends it again.")
        scene.receive(Self.shop.replacing("2}]", with: "5}]"))
        #expect(scene.lines.filter { $0.contains("▌") } == ["2▌  \"id\": 5"])
    }

    @Test("an answer is never compared with itself, filtered and back")
    func backAndForth() {
        var scene = filtered(by: ".items[0]")
        scene.press(.escape)
        scene.type("F.items[0]")
        scene.press(.enter)
        #expect(!scene.state.screen.contains("same") && scene.state.session?.response?.changes == nil)
    }

    // MARK: Enter, and copying

    @Test("the path of a value within the one that a plain path found is its path in the answer")
    func composed() {
        var scene = filtered(by: ".items[0]")
        scene.type("j")
        scene.press(.enter)
        let screen = scene.state.screen
        #expect(screen.contains("Actions for .items[0].id") && screen.contains("res.body.items[0].id eq 1"))
        scene.type("jq path")
        scene.press(.enter)
        #expect(scene.copied == [".items[0].id"])
        scene.type("y")
        scene.type("pointer")
        scene.press(.enter)
        #expect(scene.copied.last == "/items/0/id")
    }

    @Test(
        "where a filter may have found it elsewhere, nothing is captured, asserted or copied by path, with the reason",
        arguments: [".items[].id", ".items[-1]", "/items/0", ".items[:1]"])
    func unknown(filter: String) {
        var scene = filtered(by: filter)
        scene.press(.enter)
        guard let chooser = scene.state.overlays.last as? Chooser else {
            Issue.record("no menu")
            return
        }
        let options = Dictionary(uniqueKeysWithValues: chooser.options.map { ($0.title, $0.disabledReason) })
        for title in ["Capture from each response", "Assert", "Copy the jq path", "Filter"] {
            #expect(options[title] != .some(nil), "\(title)")
        }
        #expect(options["Copy the value"] == .some(nil))
    }

    @Test("Enter, filter by it: the line opens with the value's path, and shows it at once; Esc gives back what was")
    func filterByIt() {
        var scene = BodyScene(Self.shop, columns: 120, rows: 40)
        scene.type("jjj")
        scene.press(.enter)
        scene.type("filter")
        scene.press(.enter)
        #expect(scene.state.context == .filter)
        #expect(scene.lines[0].hasPrefix("Filter .items[0].id") && scene.lines[1] == "1 1")
        scene.press(.escape)
        #expect(scene.lines[0] == "1 {")
        scene.press(.enter)
        scene.type("filter")
        scene.press(.enter, .enter)
        #expect(scene.lines[1] == "1 1" && scene.state.context == .response)
    }

    @Test("the whole value is no filter")
    func wholeValue() {
        var scene = BodyScene(Self.shop, columns: 120, rows: 40)
        scene.press(.enter)
        scene.type("filter")
        scene.press(.enter)
        #expect(scene.state.screen.contains("It is the whole body.") && scene.state.context != .filter)
    }

    @Test("Y copies what is shown, and says that it is filtered; the footer tells places as far as they are known")
    func copies() {
        var scene = filtered(by: ".items[0]")
        scene.type("j")
        #expect(scene.state.screen.contains(" .items[0].id"))
        scene.type("Y")
        #expect(scene.copied == ["{\"id\":1,\"price\":1.50}\n"])
        #expect(scene.state.screen.contains("the filtered body"))
        scene = filtered(by: ".items[-1]")
        scene.type("j")
        #expect(scene.state.screen.contains("… | .id"))
    }

    // MARK: Views, finding

    @Test("another view is that of the whole body, and says why it is not filtered; JSON is filtered again")
    func views() {
        var scene = filtered(by: ".total")
        scene.type("V")
        scene.type("text as sent")
        scene.press(.enter)
        #expect(scene.lines[1] == "Only JSON is filtered; this body is text.")
        #expect(scene.lines[2].hasPrefix("1 {\"items\""))
        scene.type("V")
        scene.type("automatic")
        scene.press(.enter)
        #expect(scene.lines.count == 2 && scene.lines[1] == "1 2")
    }

    @Test("what is found is found in what is shown")
    func finding() {
        var scene = filtered(by: ".items[]")
        scene.type("/id")
        scene.press(.enter)
        #expect(scene.state.screen.contains("1 of 2"))
        scene.press(.escape, .escape)
        #expect(scene.lines[0] == "1 {")
        scene.type("n")
        #expect(scene.state.screen.contains(" of 2"))
    }

    @Test("a place that was still looked for when the filter came is looked for anew in the whole body")
    func places() {
        var scene = BodyScene(Self.shop, columns: 120, rows: 40)
        scene.holdsSearches = true
        scene.type("jj")
        scene.holdsSearches = false
        scene.type("F.total")
        scene.press(.enter, .escape)
        #expect(scene.line == 3 && scene.state.session?.response?.reading.place?.path?.jq == ".items[0]")
    }
}

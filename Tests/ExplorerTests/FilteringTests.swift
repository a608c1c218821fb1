import BodyStore
import BodyView
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Filtering a body")
struct FilteringTests {
    private static let shop = #"{"items":[{"id":12345678901234567890,"price":1.50},{"id":2}],"total":2}"#

    private var rows: (BodyScene) -> [String] { { $0.lines } }

    @Test("F filters as one types: the values, how many, in the viewer")
    func typing() {
        var scene = BodyScene(Self.shop)
        scene.type("F.items[")
        #expect(scene.state.context == .filter)
        #expect(scene.lines[0] == "Filter .items[                        1 value of .items")
        scene.type("].id")
        #expect(
            scene.lines == [
                "Filter .items[].id                             2 values", "1 12345678901234567890", "2 2",
            ])
        scene.press(.enter)
        #expect(scene.state.context == .response)
        scene.type("j")
        #expect(scene.line == 2)
        scene.type("F")
        for _ in 0..<4 { scene.press(KeyStroke(.backspace)) }
        scene.type("0]")
        #expect(scene.lines[0].contains("1 value") && scene.lines[2].contains(#""id": 12345678901234567890"#))
    }

    @Test("a step that leads nowhere is told below the line, and what was shown stays")
    func misses() {
        var scene = BodyScene(Self.shop)
        scene.type("F.items[3]")
        #expect(scene.lines[1] == "`.items[3]`: the array has 2 items")
        scene.press(KeyStroke(.backspace), KeyStroke(.backspace))
        scene.type("].price")
        #expect(scene.lines[0].contains("1 value"))
        #expect(scene.lines[1] == "One value has no match: `.items[1].price`: the object")
        #expect(scene.lines[2] == "has no such member." && scene.lines[3] == "1 1.50")
        scene.type("/")
        #expect(scene.lines[0].contains("1 value of .items[].price"))
        #expect(scene.lines[1].contains("jq"))
    }

    @Test("Enter takes no path that is not finished: what was shown stays, and the line with it")
    func unfinished() {
        var scene = BodyScene(Self.shop)
        scene.type("F.total")
        scene.press(.enter)
        scene.type("F.items[")
        scene.press(.enter)
        #expect(scene.state.context == .filter)
        #expect(scene.state.screen.contains("The path is incomplete: type on"))
        scene.press(.escape)
        #expect(scene.lines == ["Filter .total                                   1 value", "1 2"])
    }

    @Test("Esc gives back what was; an empty filter, and Esc after it, show the whole body")
    func leaving() {
        var scene = BodyScene(Self.shop)
        scene.type("F.total")
        scene.press(.enter)
        scene.type("Fx")
        scene.press(.escape)
        #expect(scene.lines == ["Filter .total                                   1 value", "1 2"])
        scene.type("F")
        scene.press(.control("u"), .enter)
        #expect(scene.lines[0] == "1 {" && scene.rowCount == 12)
        scene.type("F")
        scene.press(.up)
        #expect(scene.lines.last == "1 2")
        scene.press(.down)
        #expect(scene.lines[1] == "1 {")
        scene.press(.up, .enter, .escape)
        #expect(scene.lines[0] == "1 {" && scene.state.focus == .response)
        #expect(scene.state.status?.text == "The whole body again; F and Up bring back .total.")
    }

    @Test("the filter, its cursor and its folds stay across a resend")
    func resending() {
        var scene = BodyScene(Self.shop)
        scene.type("F.items")
        scene.press(.enter)
        scene.type("jjj")
        #expect(scene.line == 4)
        scene.receive(Self.shop.replacing("1.50", with: "9"))
        #expect(scene.lines[0].contains("1 value") && scene.line == 4)
        #expect(scene.lines[4] == #"4▌    "price": 9"#)
    }

    @Test("filters of an earlier run hold, those of microscope.yaml where there is none, and an empty one against both")
    func memory() throws {
        var scene = BodyScene(Self.shop)
        let path = try #require(scene.state.shown)
        scene.state.collection.companion.filters[path] = ".items[0].id"
        scene.press(.down)
        #expect(scene.lines.last == "1 12345678901234567890")
        scene.remember(FilterMemory(filters: [path: ".total"], recent: [".total", ".x"]))
        #expect(scene.lines.last == "1 2")
        scene.press(.escape)
        #expect(scene.lines[0] == "1 {" && scene.written?.filters == [path: ""])
        scene.type("F")
        scene.press(.up, .up, .up)
        #expect(scene.lines[0].contains("Filter .x"))
        #expect(scene.state.status?.text == "No filter was used before this one.")
    }

    @Test("Ctrl-S in the line keeps the filter in the collection, once")
    func keeping() throws {
        var scene = BodyScene(Self.shop)
        #expect(scene.state.disabledReason(of: .keepFilter) == "The body is not filtered: F filters it.")
        scene.type("F.total")
        scene.press(.control("s"))
        let path = try #require(scene.state.shown)
        #expect(scene.kept?.0 == ".total" && scene.kept?.1 == path)
        #expect(scene.state.context == .response)
        #expect(scene.state.status?.text == "microscope.yaml keeps the filter .total of \(path).")
        #expect(scene.state.disabledReason(of: .keepFilter) == "microscope.yaml keeps this filter already.")
    }

    @Test("only JSON is filtered, and what jq would do is not done by anybody else")
    func others() {
        var scene = BodyScene("<p>", kind: .html)
        scene.type("F.a")
        #expect(scene.lines[1] == "Only JSON is filtered; this body is html.")
        scene = BodyScene(Self.shop)
        scene.type("Fkeys")
        #expect(scene.lines[1] == "jq is asked for keys")
    }
}

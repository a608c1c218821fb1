import BodyStore
import BodyView
import Testing
import TextGrid

@testable import Explorer

@Suite("Finding in a body")
struct FindingTests {
    private static let shop =
        #"{"items":[{"name":"pen","price":1.50},{"name":"ink","price":7}],"total":2,"Odd Name":{"a/b":null}}"#
    //  1 { 2 "items": [ 3 { 4 name 5 price 6 } 7 { 8 name 9 price 10 } 11 ] 12 total 13 "Odd Name": { 14 a/b 15 } 16 }

    /// Texts on screen in a style, from left to right and from above.
    private func marked(_ style: Style, in scene: BodyScene) -> [String] {
        let grid = view(scene.state)
        var texts: [String] = []
        for row in 0..<grid.size.rows {
            var text = ""
            for column in 0..<grid.size.columns {
                if grid[column: column, row: row].style == style {
                    text += grid[column: column, row: row].grapheme
                } else if !text.isEmpty {
                    texts.append(text)
                    text = ""
                }
            }
            if !text.isEmpty { texts.append(text) }
        }
        return texts
    }

    @Test("the cursor goes along as one types, all matches are counted and marked, and Enter stays")
    func typing() {
        var scene = BodyScene(Self.shop)
        scene.type("/n")
        #expect(scene.line == 4 && scene.state.screen.contains("1 of 6"))
        scene.type("ame")
        #expect(scene.line == 4 && scene.state.screen.contains("1 of 3"))
        #expect(scene.state.screen.contains("/name"))
        #expect(marked(.matchAtHand, in: scene) == ["name"])
        #expect(marked(.match, in: scene) == ["name"])
        scene.press(.enter)
        #expect(scene.state.overlays.isEmpty && scene.state.screen.contains("/name  1 of 3"))
        scene.type("n")
        #expect(scene.line == 8 && scene.state.screen.contains("2 of 3"))
        scene.type("nn")
        #expect(scene.line == 4 && scene.footer.contains("The search wrapped around to the other end of the body."))
        scene.type("N")
        #expect(scene.line == 13 && scene.state.screen.contains("3 of 3"))
    }

    @Test("n goes on from the cursor where one has moved away from the match")
    func moving() {
        var scene = BodyScene(Self.shop)
        scene.type("/price")
        scene.press(.enter)
        #expect(scene.line == 5)
        scene.type("Gn")
        #expect(scene.line == 5)
        scene.type("gN")
        #expect(scene.line == 9)
    }

    @Test("Esc while typing goes back to where one was; Esc in the body takes the marks away, n brings them back")
    func leaving() {
        var scene = BodyScene(Self.shop)
        scene.type("jj/tot")
        #expect(scene.line == 12)
        scene.press(.escape)
        #expect(scene.line == 3 && marked(.match, in: scene) == [])
        scene.type("/name")
        scene.press(.enter, .escape)
        #expect(marked(.match, in: scene) == [] && scene.state.focus == .response)
        scene.type("n")
        #expect(scene.line == 4 && marked(.match, in: scene) == ["name", "Name"])
        // A look at something else, and back to it.
        scene.type("/ink")
        scene.press(.escape)
        #expect(scene.state.screen.contains("/name") && marked(.match, in: scene) == ["name", "name", "Name"])
    }

    @Test("small letters find capitals too; a capital finds only itself")
    func smartCase() {
        var scene = BodyScene(Self.shop)
        scene.type("/Name")
        #expect(scene.line == 13 && scene.state.screen.contains("1 of 1"))
    }

    @Test("Ctrl-T takes what is typed as a regular expression; a wrong one says where, and Enter keeps it open")
    func expressions() {
        var scene = BodyScene(Self.shop)
        scene.type("/")
        scene.press(.control("t"))
        scene.type("[0-9.]+")
        #expect(scene.line == 5 && scene.state.screen.contains("1 of 3"))
        #expect(marked(.matchAtHand, in: scene) == ["1.50"] && marked(.match, in: scene) == ["7", "2"])
        scene.type("(")
        #expect(scene.state.screen.contains("character 9: missing closing parenthesis"))
        scene.press(.enter)
        #expect(scene.state.context == .find)
        scene.press(.control("t"))
        #expect(scene.state.screen.contains("no match"))
    }

    @Test("what a fold hides is unfolded when one goes to it")
    func folds() {
        var scene = BodyScene(Self.shop)
        scene.type("_")
        #expect(scene.rowCount == 5)
        scene.type("/ink")
        #expect(scene.line == 8 && scene.lines.contains(#"8       "name": "ink","#))
    }

    @Test("a match far to the right is scrolled into view, and back again")
    func sideways() {
        let long = String(repeating: "x", count: 5_000)
        var scene = BodyScene(#"["first","\#(long) needle \#(long)","last"]"#)
        scene.type("/needle")
        #expect(scene.line == 3 && marked(.matchAtHand, in: scene) == ["needle"])
        scene.press(.enter)
        scene.type("/last")
        #expect(scene.line == 4 && marked(.matchAtHand, in: scene) == ["last"])
        #expect(scene.state.session?.look.columnOffset == 0)
    }

    @Test("a body of one long line is shown at its match without being read from its start")
    func oneLongLine() {
        let long = String(repeating: "The quick brown fox. ", count: 60_000)
        var scene = BodyScene("\(long)needle\(long)", kind: .text)
        scene.type("/needle")
        #expect(marked(.matchAtHand, in: scene) == ["needle"])
        #expect(scene.state.session?.response?.reading.rulers[0] != nil)
    }

    @Test("what is looked for stays for the next answer, and is counted anew")
    func resend() {
        var scene = BodyScene(Self.shop)
        scene.type("/name")
        scene.press(.enter)
        scene.receive(#"{"name":"only one"}"#)
        #expect(scene.state.screen.contains("/name  1") && marked(.match, in: scene) == ["name"])
        scene.type("n")
        #expect(scene.line == 2 && scene.state.screen.contains("1 of 1"))
    }

    @Test("matches are counted on while they are looked at, and what came too late is dropped")
    func late() throws {
        var scene = BodyScene(Self.shop)
        scene.holdsSearches = true
        scene.type("/name")
        let held = scene.held
        #expect(scene.line == 1 && !scene.state.screen.contains("of 3"))
        scene.type("x")
        scene.holdsSearches = false
        for effect in held { scene.perform(effect) }
        #expect(scene.line == 1)
        for effect in scene.held.dropFirst(held.count) { scene.perform(effect) }
        #expect(scene.state.screen.contains("no match") && scene.line == 1)
    }

    @Test("steps that are typed ahead are all done, one after the other")
    func ahead() throws {
        var scene = BodyScene(Self.shop)
        scene.type("/name")
        scene.press(.enter)
        scene.holdsSearches = true
        scene.type("nn")
        scene.holdsSearches = false
        let steps = scene.held.filter { if case .findMatch = $0.order { true } else { false } }
        #expect(steps.count == 1)
        scene.perform(try #require(steps.first))
        #expect(scene.line == 13 && scene.state.screen.contains("3 of 3"))
    }

    @Test("rows of hexadecimal digits mark a match by its digits")
    func hex() {
        var scene = BodyScene("abcdefghijklmnopqrstuvwxyz", kind: .hex, columns: 120)
        scene.type("/no")
        #expect(marked(.matchAtHand, in: scene) == ["6e 6f"])
    }

    @Test("without a body, or with nothing looked for, the keys say what to do")
    func disabled() {
        var scene = BodyScene(Self.shop)
        scene.type("n")
        #expect(scene.footer.contains("No search yet: / finds text."))
        scene.type("/zzz")
        scene.press(.enter)
        scene.type("n")
        #expect(scene.footer.contains("Nothing matches zzz: / finds something else."))
        scene.press("]")
        scene.type("/")
        #expect(scene.state.overlays.count == 1)
    }
}

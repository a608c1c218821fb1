import BodyStore
import BodyView
import Testing
import TextGrid

@testable import Explorer

@Suite("The cursor in a body, folds and places")
struct BodyPlacesTests {
    private static let shop =
        #"{"items":[{"name":"pen","price":1.50},{"name":"ink","price":7}],"total":2,"odd name":{"a/b":null}}"#
    //  1 { 2 "items": [ 3 { 4 name 5 price 6 } 7 { 8 name 9 price 10 } 11 ] 12 total 13 "odd name": { 14 a/b 15 } 16 }

    @Test("Space folds what opens, closes or surrounds the line, and unfolds it; the line says what it hides")
    func folding() {
        var scene = BodyScene(Self.shop)
        scene.type("jjj")
        #expect(scene.line == 4 && scene.footer.contains(".items[0].name"))
        scene.type(" ")
        #expect(scene.line == 3)
        #expect(
            scene.lines.prefix(4) == [
                "1 {", #"2   "items": ["#, "3     {…} 2 members", "7     {",
            ])
        scene.type("h ")
        #expect(scene.lines.prefix(3) == ["1 {", #"2   "items": […] 2 items"#, #"12   "total": 2,"#])
        // What was folded in it stays so.
        scene.type(" jj")
        #expect(scene.line == 7 && scene.lines.contains("3     {…} 2 members"))
        scene.type("G ")
        #expect(scene.lines == ["1 {…} 3 members"])
        scene.type(" *")
        #expect(scene.rowCount == 16 && scene.state.disabledReason(of: .unfoldAll) == nil)
    }

    @Test("- folds the cursor's level everywhere and then those further out, + unfolds again, _ folds all")
    func levels() {
        var scene = BodyScene(Self.shop)
        scene.type("jj-")
        #expect(scene.lines.prefix(4) == ["1 {", #"2   "items": ["#, "3     {…} 2 members", "7     {…} 2 members"])
        #expect(scene.state.status?.text == "Folded level 2: 2.")
        scene.type("-")
        #expect(
            scene.lines == [
                "1 {", #"2   "items": […] 2 items"#, #"12   "total": 2,"#, #"13   "odd name": {…} 1 member"#, "16 }",
            ])
        scene.type("-")
        #expect(scene.state.status?.text == "That was the outermost level: + unfolds it.")
        scene.type("+")
        #expect(scene.lines.contains("7     {…} 2 members") && scene.lines.contains(#"14     "a/b": null"#))
        scene.type("+")
        #expect(scene.rowCount == 16 && scene.state.status?.text == "Everything is unfolded.")
        scene.type("_")
        #expect(scene.lines.count == 5)
    }

    @Test("% goes to the matching bracket, h around, l into, J and K along")
    func places() {
        var scene = BodyScene(Self.shop)
        scene.type("%")
        #expect(scene.line == 16)
        scene.type("%l")
        #expect(scene.line == 2)
        scene.type("J")
        #expect(scene.line == 12)
        scene.type("JJ")
        #expect(scene.line == 13 && scene.state.status?.text == "This is the last one.")
        #expect(scene.footer.contains("This is the last one."))
        scene.type("KKl")
        #expect(scene.line == 3)
        scene.type("JlJ")
        #expect(scene.line == 9 && scene.footer.contains(".items[1].price"))
        scene.type("h h")
        #expect(scene.line == 2)
        scene.type("l")
        #expect(scene.line == 3)
    }

    @Test("y copies the path for jq, the JSON pointer, and the value as it was sent")
    func copying() {
        var scene = BodyScene(Self.shop)
        for (moves, value, jq, pointer) in [
            ("jjjj", "1.50", ".items[0].price", "/items/0/price"),
            ("h", #"{"name":"pen","price":1.50}"#, ".items[0]", "/items/0"),
            ("Gk", #"{"a/b":null}"#, #".["odd name"]"#, "/odd name"),
            ("k", "null", #".["odd name"]["a/b"]"#, "/odd name/a~1b"),
        ] {
            scene.type(moves)
            for title in ["Value", "jq path", "JSON pointer"] {
                scene.type("y" + title)
                scene.press(.enter)
            }
            #expect(scene.copied.suffix(3) == [value, jq, pointer])
        }
    }

    @Test("a value larger than terminals take is copied by another way")
    func largeValue() {
        var scene = BodyScene("[\"" + String(repeating: "x", count: 2 << 20) + "\",1]")
        scene.type("jyValue")
        scene.press(.enter)
        #expect(scene.copied.isEmpty)
        #expect(scene.state.status?.text == "Copying the value, 2.1 MB.")
    }

    @Test("a search that takes long is told, and given up by moving on or by Esc")
    func givenUp() throws {
        var scene = BodyScene(Self.shop)
        scene.holdsSearches = true
        scene.type("J")
        #expect(scene.footer.contains("searching… moving on cancels"))
        let late = try #require(scene.held.last)
        scene.type("j")
        #expect(scene.held.last?.key == late.key && scene.held.last?.generation != late.generation)
        scene.perform(late)
        #expect(scene.line == 2)
        scene.type("J")
        scene.press(.escape)
        let given = try #require(scene.held.dropLast().last)
        scene.perform(given)
        #expect(scene.line == 2 && scene.state.focus == .response)
        scene.perform(try #require(scene.held.last))
        #expect(scene.footer.contains(".items"))
    }

    @Test("pages scroll, the cursor stays in view, and the other tabs leave it where it is", arguments: [24, 50])
    func pages(rows: Int) {
        let body = "[" + (0..<1000).map(String.init).joined(separator: ",") + "]"
        var scene = BodyScene(body, columns: rows == 24 ? 80 : 200, rows: rows)
        let page = scene.state.responseRows
        scene.press(.pageDown)
        #expect(scene.line == page + 1 && scene.lines.first?.hasPrefix("\(page + 1) ") == true)
        scene.type("k")
        #expect(scene.lines.first?.hasPrefix("\(page) ") == true)
        scene.type("][")
        #expect(scene.line == page)
        scene.type("G")
        #expect(scene.line == 1002 && scene.lines.last == "1002 ]")
        scene.type("_")
        #expect(scene.lines.count == page)
        scene.type("g ")
        #expect(scene.lines == ["1 […] 1000 items"])
        scene.press(.pageDown)
        #expect(scene.line == 1)
        _ = update(&scene.state, .input(.resize(Size(columns: 100, rows: 30))))
        #expect(scene.lines == ["1 […] 1000 items"])
    }

    @Test("what is not JSON has a cursor, and says why it does not fold")
    func text() {
        var scene = BodyScene("one\ntwo\nthree", kind: .text)
        scene.type("j")
        #expect(scene.line == 2)
        scene.type(" ")
        #expect(scene.state.status?.text == "Only JSON, XML and HTML fold and have places: V views it as another.")
        var broken = BodyScene(#"{"a":[1],"b":;} rest"#)
        broken.type("j ")
        #expect(broken.lines.prefix(2) == ["1 {", #"2   "a": […] 1 item"#])
        broken.type("G ")
        #expect(broken.state.status?.text == "Nothing folds or has a place from the fault on.")
        broken.type("g ")
        #expect(broken.state.status?.text == "It does not end yet, or is broken before its end.")
    }

    @Test("the next answer of the request has its cursor and folds by path, wherever they are now")
    func again() {
        var scene = BodyScene(Self.shop)
        scene.type("jjj hJ")
        #expect(scene.line == 12)
        scene.type("K#")
        scene.receive(#"{"new":1,"total":3,"items":[{"a":1},2,{"b":[]}],"odd name":{"x":1}}"#)
        #expect(scene.line == 4 && scene.footer.contains(".items"))
        #expect(scene.lines.contains("5     {…} 1 member") && scene.lines.contains(#"10       "b": []"#))
        scene.type("_")
        scene.receive(Self.shop)
        #expect(scene.line == 2 && scene.rowCount == 5)
        scene.type(" ")
        scene.receive(Self.shop)
        #expect(scene.lines.contains(#"13   "odd name": {…} 1 member"#) && scene.lines.contains("3     {"))
        scene.type("*")
        scene.receive("[1]")
        #expect(scene.line == 2 && scene.rowCount == 3)
    }

    @Test("whoever moved or folded in the next answer before it was folded keeps what is there")
    func meanwhile() throws {
        var scene = BodyScene(Self.shop)
        scene.type("jjj h ")
        scene.holdsSearches = true
        scene.receive(Self.shop)
        let late = try #require(scene.held.first { if case .refold = $0.order { true } else { false } })
        scene.holdsSearches = false
        scene.type("G")
        scene.perform(late)
        #expect(scene.line == 16 && scene.lines.contains(#"2   "items": […] 2 items"#))
    }
}

import BodyView
import Testing
import TextGrid

@testable import Explorer

@Suite("Looking at a body in other ways")
struct ViewingTests {
    private var title: (BodyScene) -> String {
        { scene in scene.state.screen.split(separator: "\n").first { $0.contains("Response") }.map(String.init) ?? "" }
    }

    /// Opens the list, types some of a title, and chooses it.
    private func choose(_ text: String, _ scene: inout BodyScene) {
        scene.type("V" + text)
        scene.press(.enter)
    }

    @Test("V looks at the same bytes in another way, the title says it, and it stays across sends")
    func views() {
        var scene = BodyScene("[1,{\"a\":2}]")
        #expect(scene.lines.count == 6)
        choose("as sent", &scene)
        #expect(scene.lines == ["1 [1,{\"a\":2}]"] && title(scene).contains("Response as text as sent"))
        choose("hex", &scene)
        #expect(scene.lines.first?.contains("00000000  5b 31 2c 7b 22 61 22 3a") == true)
        scene.receive("{\"b\":3}")
        #expect(scene.lines.first?.contains("7b 22 62 22") == true && title(scene).contains("as hex"))
        choose("Automatic", &scene)
        #expect(scene.lines == ["1 {", "2   \"b\": 3", "3 }"] && !title(scene).contains(" as "))
    }

    @Test("cursor and folds begin anew in another view, and stay in the same one")
    func cursor() {
        var scene = BodyScene("[1,{\"a\":2}]")
        scene.type("jj ")
        #expect(scene.line == 3 && scene.rowCount == 4)
        choose("hex", &scene)
        #expect(scene.line == 1 && scene.rowCount == 2)
        #expect(
            scene.state.disabledReason(of: .fold)
                == "Only JSON, XML and HTML fold and have places: V views it as another.")
    }

    @Test("without a body there is nothing to look at in another way")
    func nothing() {
        let state = Explorers.state()
        #expect(state.disabledReason(of: .viewAs) == "No body yet: s sends the request.")
        #expect(state.disabledReason(of: .goToLine) == "No body yet: s sends the request.")
    }

    @Test("hexadecimal digits are eight in a row where sixteen do not fit")
    func width() {
        var narrow = BodyScene(String(repeating: "x", count: 32), kind: .text)
        choose("hex", &narrow)
        #expect(narrow.rowCount == 4)
        var wide = BodyScene(String(repeating: "x", count: 32), kind: .text, columns: 220, rows: 40)
        choose("hex", &wide)
        #expect(wide.rowCount == 2)
    }

    @Test("L goes to a line, in hex to an offset, and says what it wants")
    func lines() {
        var scene = BodyScene((1...90).map { "line \($0)\n" }.joined(), kind: .text)
        scene.type("L77")
        scene.press(.enter)
        #expect(scene.line == 77 && scene.lines.contains("77 line 77"))
        scene.type("L1000")
        scene.press(.enter)
        #expect(scene.line == 90)
        scene.type("Lx")
        scene.press(.enter)
        #expect(scene.state.screen.contains("A number, or 0x and hexadecimal digits."))
        scene.press(.escape)
        choose("hex", &scene)
        scene.type("L0x21")
        scene.press(.enter)
        #expect(scene.lines.contains { $0.contains("00000020") } && scene.line == 5)
    }

    @Test("XML folds, has an XPath in the footer, and copies it")
    func xml() {
        var scene = BodyScene("<feed><entry><id>1</id></entry><entry><id>2</id></entry></feed>", kind: .xml)
        scene.type("jJ")
        #expect(scene.line == 5 && scene.footer.contains("/feed/entry[2]"))
        scene.type(" ")
        #expect(
            scene.lines == [
                "1 <feed>", "2   <entry>", "3     <id>1</id>", "4   </entry>", "5   <entry>… 1 child", "8 </feed>",
            ])
        scene.type("yxpath")
        scene.press(.enter)
        #expect(scene.copied == ["/feed/entry[2]"])
        scene.type("yjq")
        scene.press(.enter)
        #expect(scene.state.status?.text == "XML and HTML have an XPath.")
        scene.press(.escape)
        // The next response is folded as this one was.
        scene.receive("<feed><x/><entry/><entry><id>2</id></entry></feed>", kind: .xml)
        #expect(scene.lines.contains("4   <entry>… 1 child") && scene.line == 4)
    }

    @Test("the title names a charset other than UTF-8, and who said so")
    func charset() {
        var scene = BodyScene("x", kind: .text)
        #expect(!title(scene).contains("utf"))
        scene.encoding = BodyEncoding("WINDOWS-1252", .guessed)
        scene.receive("x", kind: .text)
        #expect(title(scene).contains("Response windows-1252 guessed"))
        choose("KOI8", &scene)
        #expect(title(scene).contains("Response koi8-r chosen"))
        choose("as named", &scene)
        #expect(title(scene).contains("windows-1252 guessed"))
    }

    private static let planets =
        "name,radius,remark\nEarth,6371,\"a,b\"\n世界,12,\"x\ny\"\nPluto,7\n"
        + (1...60).map { "P\($0),\($0),\n" }.joined()

    @Test("a table has columns: numbers on the right, odd rows marked, the names always in view")
    func table() {
        var scene = BodyScene(Self.planets, kind: .table)
        #expect(
            scene.lines.prefix(4) == [
                "1 name   radius  remark", "2 Earth    6371  a,b", "3 世界       12  x↵y",
                "4 Pluto       7  2 of 3 cells",
            ])
        scene.type("G")
        #expect(scene.lines.first == "1 name   radius  remark" && scene.lines.last == "64 P60        60")
        scene.type("g")
        #expect(scene.lines.prefix(2) == ["1 name   radius  remark", "2 Earth    6371  a,b"])
        // Up again, the cursor is never hidden by the names.
        scene.type("Gkkkkkkkkkkkkkkkkkkkkkkkkkkkkk")
        #expect(scene.lines.contains { $0.hasPrefix("\(scene.line) ") })
    }

    @Test("a table goes sideways by columns, no further than the last")
    func sideways() {
        var scene = BodyScene(Self.planets, kind: .table)
        scene.type(">")
        #expect(scene.lines.prefix(2) == ["1 radius  remark", "2   6371  a,b"])
        scene.type(">>>>")
        #expect(scene.lines.prefix(2) == ["1 remark", "2 a,b"])
        scene.type("<<")
        #expect(scene.lines.first == "1 name   radius  remark")
    }
}

extension ViewingTests {
    @Test("columns of a table are measured when something changes, and get wider for rows that come into view")
    func tableColumns() throws {
        let rows = (1...300).map { "\($0),\($0 == 250 ? "a long name" : "n"),x" }.joined(separator: "\n")
        var scene = BodyScene("id,name,more\n\(rows)\n", kind: .table)
        let first = try #require(scene.state.session?.response?.shownBody.tableColumns)
        #expect(first.columns.map(\.width).prefix(3) == [2, 4, 4])
        func measured(_ scene: BodyScene) -> TableColumns? {
            let rect = Rect(column: 0, row: 0, columns: scene.state.layout.response.columns, rows: 1)
            let top = scene.state.session?.look.scroll[.body] ?? 0
            return TableDrawing.measured(
                scene.document, offset: scene.state.session?.look.columnOffset ?? 0,
                columns: BodyDrawing.textColumns(of: scene.document, in: rect),
                rows: top..<top + scene.state.responseRows,
                known: scene.state.session?.response?.shownBody.tableColumns,
                scene.state.glyphs)
        }
        // Nothing is left to be measured for a frame.
        #expect(measured(scene) == nil)
        scene.press("G")
        #expect(measured(scene) == nil && scene.state.screen.contains("300  n"))
        for _ in 0..<30 where !scene.state.screen.contains("a long name") { scene.press(.pageUp) }
        #expect(scene.state.screen.contains("a long name"))
        scene.press(">")
        #expect(
            measured(scene) == nil && scene.state.session?.response?.shownBody.tableColumns?.columns.first?.width != 3)
    }
}

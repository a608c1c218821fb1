import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: point and click", .serialized)
struct PointAndClick {
    @Test("a request is found, sent and read with the mouse alone", arguments: [Size.small, .large])
    func all(size: Size) throws {
        let session = try StoryPlace().start(size: size)
        try session.waitFor("the mouse taken, without reports of mere movement") {
            $0.modes.isSuperset(of: [1002, 1006]) && !$0.modes.contains(1003) && $0.contains("› List users ")
        }
        try session.click("GET  Get user")
        try session.waitFor("› Get user ")
        try session.click("s send", from: Point(column: 0, row: size.rows - 1))
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("\"name\"")
        try session.click("\"name\"")
        try session.waitFor("the cursor in the body") { $0.rows.last?.contains(".name") == true }
        try session.clickTab("Headers", after: " 3 Response ")
        try session.waitFor("the other tab") { $0.responseTab == "Headers" }
        try session.clickTab("Body", after: " 3 Response ")
        try session.waitFor("the body again") { $0.responseTab == "Body" }
        let from = try #require(session.screen.place(of: "\"id\""))
        let to = try #require(session.screen.place(of: "\"name\""))
        try session.drag(from: from, to: to)
        try session.waitFor("what was copied") { $0.contains("Copied 2 lines") }
        let copied = try #require(session.screen.clipboard.flatMap { Data(base64Encoded: $0) })
        let text = String(decoding: copied, as: UTF8.self)
        #expect(text.contains("\"id\"") && text.contains("\"name\"") && text.split(separator: "\n").count == 2)
        #expect(try session.quit() == 0)
        #expect(session.screen.modes == [7, 25])
    }

    @Test("borders are dragged, the wheel scrolls what is under it", arguments: [Size.small, .large])
    func dragging(size: Size) throws {
        let session = try StoryPlace().start(size: size)
        try session.waitFor("› List users ")
        let title = try #require(session.screen.place(of: " 2 Demo › "))
        let border = Point(column: title.column - 2, row: 5)
        try session.drag(from: border, to: Point(column: border.column + 8, row: 5))
        try session.waitFor("a wider tree") { $0.place(of: " 2 Demo › ")?.column == title.column + 8 }
        if size == .small {
            try session.showRequest("behaviour/slow.yml", named: "Slow")
            for _ in 0..<9 { try session.wheel(at: Point(column: 4, row: 5), down: false) }
            try session.waitFor("the tree's begin, the request as it was") {
                $0.contains("▾ Demo") && $0.contains("› Slow ")
            }
            try session.wheel(at: Point(column: 4, row: 5), down: true)
            try session.waitFor("the tree scrolled, the request as it was") {
                !$0.contains("▾ Demo") && $0.contains("› Slow ")
            }
        }
        try session.type("?")
        try session.waitFor("Collection (current)")
        for _ in 0..<20 { try session.wheel(at: Point(column: size.columns / 2, row: 12), down: true) }
        try session.waitFor("the help scrolled") { !$0.contains("Collection (current)") }
        try session.press(.escape)
        try session.waitFor("the help closed") { !$0.contains(" Keys ") }
        #expect(try session.quit() == 0)
    }

    @Test("M gives the mouse back to the terminal, also at the next start, and takes it again")
    func givingBack() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.waitFor("the mouse") { $0.hasMouse && $0.contains("› List users ") }
        try session.type("M")
        try session.waitFor("the mouse given back") { !$0.hasMouse && $0.contains("M turns it on") }
        #expect(try session.quit() == 0)
        session = try place.start()
        try session.waitFor("the sign of it") { $0.rows.last?.contains("M mouse") == true }
        #expect(!session.screen.hasMouse)
        try session.type("M")
        try session.waitFor("the mouse taken") { $0.hasMouse }
        #expect(try session.quit() == 0)
        #expect(!session.screen.hasMouse)
    }

    @Test("the mouse is the shell's while the program is stopped, and after it was killed by a fault")
    func suspended() throws {
        let session = try StoryPlace().start()
        try session.waitFor("the mouse") { $0.hasMouse && $0.contains("› List users ") }
        try session.press(.control("z"))
        try session.waitUntilStopped()
        try session.waitFor("no mouse") { !$0.hasMouse && !$0.isAlternate }
        try session.bringToForeground()
        try session.waitFor("the mouse again") { $0.hasMouse && $0.contains("› List users ") }
        try session.send(signal: SIGSEGV)
        #expect(try session.waitForExit() == 128 + SIGSEGV)
        #expect(session.screen.modes == [7, 25])
    }

    @Test("no frame is drawn while nothing happens, mouse or not")
    func idle() throws {
        let place = try StoryPlace()
        let session = try place.start()
        try session.waitUntilWatching(place)
        try session.click(Point(column: 60, row: 3))
        try session.waitFor("the request has the keys") { $0.rows.last?.contains("Enter edit") == true }
        try session.step("1")
        try session.step("2")
        // A key more, a frame more: nothing was drawn between.
        let count = session.trace.count
        try session.step("1")
        #expect(session.trace.count == count + 1)
        #expect(try session.quit() == 0)
    }
}

extension TerminalSession {
    struct NotOnScreen: Error { let text: String }

    /// Clicks the first letter of a text, past a space that it begins with.
    fileprivate func click(_ text: String, from start: Point = Point(column: 0, row: 0)) throws {
        guard var place = screen.place(of: text, from: start) else { throw NotOnScreen(text: text) }
        if text.hasPrefix(" ") { place.column += 1 }
        try click(place)
    }

    fileprivate func clickTab(_ text: String, after title: String) throws {
        guard let start = screen.place(of: title), let place = screen.place(of: text, from: start) else {
            throw NotOnScreen(text: text)
        }
        try click(place)
    }

    fileprivate func drag(from: Point, to: Point) throws {
        try type("\u{1B}[<0;\(from.column + 1);\(from.row + 1)M")
        try type("\u{1B}[<32;\(to.column + 1);\(to.row + 1)M")
        try type("\u{1B}[<0;\(to.column + 1);\(to.row + 1)m")
    }

    fileprivate func wheel(at point: Point, down: Bool) throws {
        try type("\u{1B}[<\(down ? 65 : 64);\(point.column + 1);\(point.row + 1)M")
    }
}

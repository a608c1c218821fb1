import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("In what two answers differ, on screen")
struct DifferencePaneTests {
    @Test("= in the history compares the exchange with the one before it: verdict, sides, and a list of paths")
    func list() throws {
        var scene = DifferenceScene(columns: 80, rows: 24)
        scene.open()
        #expect(scene.state.context == .difference)
        guard case .before(let id)? = scene.orders.first?.subject else {
            Issue.record("nothing was ordered")
            return
        }
        #expect(id == HistoryScene.id(3))
        let lines = scene.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].contains("≠ differs at $.price and 2 more places"))
        #expect(lines[1].contains("- a2bcdef") && lines[2].contains("+ a3bcdef"))
        #expect(scene.lines(with: "~ $.price").first?.contains("10 → 12") == true)
        #expect(scene.lines(with: "+ $.more").first?.contains("true") == true)
        #expect(scene.screen.contains("Body · 3 differences"))
        #expect(scene.cursorLine.contains("$.price"))
        #expect(lines.last?.contains("n next") == true)
    }

    @Test("two that are marked are compared, the older one first; more than two are not")
    func marked() {
        var scene = DifferenceScene()
        scene.press("H", " ", .down, " ", "=")
        guard case .pair(let old, let new)? = scene.orders.first?.subject else {
            Issue.record("nothing was ordered")
            return
        }
        #expect(old == HistoryScene.id(1) && new == HistoryScene.id(3))
        scene.press(.escape, .up, " ", "=")
        #expect(scene.screen.contains("More than two entries are marked"))
        #expect(scene.orders.count == 1)
    }

    @Test("n and N go from one difference to the next, and say where there is none")
    func steps() {
        var scene = DifferenceScene()
        (scene.old.status, scene.new.status) = (200, 503)
        scene.new.headers.append(HeaderField("ETag", "b"))
        scene.open()
        #expect(scene.cursorLine.contains("Status  200 → 503"))
        scene.press("n")
        #expect(scene.cursorLine.contains("ETag"))
        scene.press("n", "n")
        #expect(scene.cursorLine.contains("$.seen"))
        scene.press("n", "n")
        #expect(scene.cursorLine.contains("$.more"))
        #expect(scene.screen.contains("This is the last difference."))
        scene.press("N", "N", "N")
        #expect(scene.cursorLine.contains("ETag"))
    }

    @Test("v turns JSON from the list to lines side by side and below each other; wide screens begin side by side")
    func views() {
        var scene = DifferenceScene()
        scene.open()
        scene.press("v")
        #expect(scene.lines(with: "\"price\": 10").first?.contains("\"price\": 12") == true)
        scene.press("v")
        #expect(scene.lines(with: "\"price\": 10").first?.contains("12") == false)
        #expect(scene.lines(with: "+   \"price\": 12").count == 1)
        scene.press("v")
        #expect(scene.screen.contains("~ $.price"))
        var wide = DifferenceScene(columns: 200, rows: 50)
        wide.open()
        #expect(wide.lines(with: "\"price\": 10").first?.contains("\"price\": 12") == true)
        #expect(wide.cursorLine.contains("\"price\": 10"))
        wide.press("n")
        #expect(wide.cursorLine.contains("\"seen\"") || wide.cursorLine.contains("\"more\""))
    }

    @Test("text is told line by line, with equal lines folded")
    func text() {
        var scene = DifferenceScene()
        let lines = (0..<40).map { "line \($0)" }
        scene.old.headers = [HeaderField("Content-Type", "text/plain")]
        scene.new.headers = scene.old.headers
        scene.old.body = lines.joined(separator: "\n") + "\n"
        scene.new.body = scene.old.body.replacingOccurrences(of: "line 20\n", with: "line twenty\n")
        scene.open()
        #expect(scene.cursorLine.contains("- line 20"))
        #expect(scene.lines(with: "+ line twenty").count == 1)
        #expect(scene.lines(with: "17 equal lines").count == 1)
    }

    @Test("what is ignored is hidden, and i shows it with its rule")
    func ignored() {
        var scene = DifferenceScene()
        scene.old.headers.append(HeaderField("Date", "one"))
        scene.new.headers.append(HeaderField("Date", "two"))
        scene.new.body = scene.old.body
        scene.open()
        #expect(scene.screen.contains("✓ same but for 1 ignored (Date)"))
        #expect(scene.screen.contains("Headers · no differences, 1 ignored (i shows it)"))
        #expect(scene.lines(with: "one → two").isEmpty)
        scene.press("i")
        #expect(scene.lines(with: "one → two").first?.contains("ignored: header: Date") == true)
    }

    @Test("I offers rules for what is under the cursor; the chosen one is kept, and both are compared anew")
    func ignore() {
        var scene = DifferenceScene()
        scene.open()
        scene.press("n")
        #expect(scene.cursorLine.contains("$.seen"))
        scene.press("I")
        #expect(scene.screen.contains("Ignore from now on"))
        #expect(scene.lines(with: "pattern: iso-date").count == 2)
        #expect(scene.lines(with: "$.seen").contains { $0.contains("in users/get.yml") })
        scene.press(.enter)
        #expect(scene.state.collection.companion.differences["users/get.yml"]?.ignore == ["$.seen"])
        #expect(scene.orders.last?.settings.ignore == ["$.seen"])
        #expect(scene.state.context == .difference)
        #expect(scene.screen.contains("Body · 2 differences, 1 ignored"))
    }

    @Test("where nothing can be ignored, the key says what to do")
    func nothingToIgnore() {
        var scene = DifferenceScene()
        scene.new.status = 503
        scene.open()
        scene.press("I")
        #expect(scene.screen.contains("Put the cursor on a header or a value that differs."))
    }

    @Test("while they are compared that is said; Esc leaves it, and what comes late is dropped")
    func cancelled() throws {
        var scene = DifferenceScene()
        scene.responds = false
        scene.open()
        #expect(scene.screen.contains("Comparing; Esc closes."))
        scene.press("n")
        #expect(scene.screen.contains("Still comparing."))
        let order = try #require(scene.effects.last { $0.key == .difference })
        scene.press(.escape)
        #expect(scene.state.context == .history)
        #expect(scene.effects.contains { if case .cancel = $0.order { $0.key == .difference } else { false } })
        let shown = scene.shown(DifferenceOrder(.before(HistoryScene.id(3))))
        scene.handle(order.reply(Result<ShownDifference, StatusMessage>.success(shown)))
        #expect(scene.state.context == .history)
    }

    @Test("why there is nothing to compare stands in the status line")
    func nothing() throws {
        var scene = DifferenceScene()
        scene.responds = false
        scene.open()
        let order = try #require(scene.effects.last { $0.key == .difference })
        let nothing = StatusMessage(.warning, "Nothing before this one.")
        scene.handle(order.reply(Result<ShownDifference, StatusMessage>.failure(nothing)))
        #expect(scene.state.context == .history && scene.screen.contains("Nothing before this one."))
    }

    @Test("a comparison of the answer shown that nobody waits for is shown above the panes, as at the end of a replay")
    func pushed() throws {
        var scene = DifferenceScene()
        let shown = scene.shown(DifferenceOrder(.before(HistoryScene.id(3))))
        let content = try #require(scene.state.session?.draft.content)
        scene.state.session?.own.response = ShownResponse(HistoryScene.past(HistoryScene.rows[0]), content: content)
        let judging = scene.state.judgeReplay(HistoryScene.id(3), of: HistoryScene.id(2), at: "users/get.yml")
        scene.handle(judging[0].reply(Result<ShownDifference, StatusMessage>.success(shown)))
        #expect(scene.state.context == .difference && scene.screen.contains("$.price"))
        scene.press("q")
        #expect(scene.state.context != .difference)
    }

    @Test("one of an answer that is not shown any more is told in the status line")
    func pushedElsewhere() {
        var scene = DifferenceScene()
        let shown = scene.shown(DifferenceOrder(.before(HistoryScene.id(3))))
        let judging = scene.state.judgeReplay(HistoryScene.id(3), of: HistoryScene.id(2), at: "users/get.yml")
        scene.handle(judging[0].reply(Result<ShownDifference, StatusMessage>.success(shown)))
        #expect(scene.state.context != .difference && scene.screen.contains("Compared: differs at $.price"))
    }

    @Test("y copies the verdict and the path under the cursor")
    func copied() throws {
        var scene = DifferenceScene()
        scene.open()
        scene.press("y")
        guard case .copy(let clip)? = scene.effects.last?.order else {
            Issue.record("nothing is copied")
            return
        }
        let text = try #require(clip.textForTerminal)
        #expect(text.hasPrefix("differs at $.price") && text.hasSuffix("\n$.price"))
    }

    @Test("Enter opens the new answer where it is not the one shown")
    func enter() {
        var scene = DifferenceScene()
        scene.open()
        scene.press(.enter)
        guard case .history(.open(let id, _))? = scene.effects.last?.order else {
            Issue.record("nothing is opened")
            return
        }
        #expect(id == HistoryScene.id(3) && scene.state.overlays.isEmpty)
    }

    @Test("without an answer = says what to do first")
    func withoutResponse() {
        var scene = DifferenceScene()
        scene.press("3", "=")
        #expect(scene.screen.contains("No response yet: s sends the request."))
    }

    @Test("bytes from outside cannot steer the terminal, and the smallest screen shows the verdict")
    func hostile() {
        var scene = DifferenceScene(columns: 60, rows: 16)
        scene.new.body = #"{"price": "\#u{1B}[31m\#u{202E}", "\#u{9B}x": 1}"#
        scene.open()
        #expect(scene.screen.contains("≠ differs"))
        #expect(
            !scene.screen.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
    }
}

extension DifferencePaneTests {
    @Test("a smaller screen with another arrangement leaves the cursor on a row that is there")
    func resized() throws {
        var scene = DifferenceScene(columns: 200, rows: 50)
        let items = (0..<40).map { "\"k\($0)\": \($0 % 7 == 0 ? 1 : 0)" }.joined(separator: ", ")
        scene.old = .init("{\(items)}")
        scene.new = .init("{\(items.replacing(": 1", with: ": 2"))}")
        scene.open()
        scene.press("G")
        let before = try #require(scene.cursor)
        scene.handle(.input(.resize(Size(columns: 80, rows: 24))))
        let after = try #require(scene.cursor)
        #expect(after < before && !scene.cursorLine.isEmpty, "\(scene.screen)")
        scene.press("k")
        #expect(scene.cursor == after - 1)
    }
}

extension DifferenceScene {
    /// The index of the row with the cursor.
    fileprivate var cursor: Int? {
        if let view = state.overlays.last as? DifferenceView { view.cursor } else { nil }
    }
}

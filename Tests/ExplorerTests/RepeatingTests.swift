import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Repeating a request")
struct RepeatingTests {
    /// Returns a state in which a repeat was asked for in the response pane, with what is typed into the three fields.
    private func begun(times: String = "", every: String = "", until: String = "") -> HistoryScene {
        var scene = HistoryScene(columns: 80, rows: 24)
        scene.press("3", "r")
        for (index, text) in [times, every, until].enumerated() {
            if index == 0 { scene.press(.control("u"), .end, KeyStroke(.backspace), KeyStroke(.backspace)) }
            scene.type(text)
            scene.press(index < 2 ? .tab : .enter)
        }
        return scene
    }

    @Test("r asks how often, how fast and until when, and names the mode")
    func form() {
        var scene = HistoryScene(columns: 80, rows: 24)
        scene.press("3", "r")
        #expect(scene.state.context == .repeatForm)
        let screen = scene.state.screen
        #expect(screen.contains("Repeat users/get.yml to local") && screen.contains("Mode    again"))
        #expect(screen.contains("Saved as a set in the history."))
        #expect(screen.contains("Times   > 10") && screen.contains("Every   >") && screen.contains("Until   >"))
        scene.press(.control("t"))
        #expect(scene.state.screen.contains("It has no recorded request in the history yet."))
        scene.press(.escape)
        #expect(scene.state.context == .response && scene.state.series == nil)
    }

    @Test("what is proposed is selected: typing takes its place, Backspace clears it, an arrow keeps it")
    func proposals() {
        func typed(_ keys: KeyStroke...) -> String? {
            var scene = HistoryScene(columns: 80, rows: 24)
            scene.press("3", "r")
            for key in keys { scene.press(key) }
            guard let form = scene.state.overlays.last as? RepeatForm else { return nil }
            return form.texts[0].text
        }
        #expect(typed() == "10" && typed("6") == "6" && typed("6", "0") == "60")
        #expect(typed(KeyStroke(.backspace)) == "" && typed(.right, "0") == "100")
        #expect(typed(.tab, .up, "7") == "7" && typed("6", .tab, .up, "1") == "61")
        var scene = HistoryScene(columns: 80, rows: 24)
        scene.press("3", "r")
        guard let form = scene.state.overlays.last as? RepeatForm else {
            Issue.record("no form")
            return
        }
        #expect(form.texts[0].selectedText == "10")
    }

    @Test("what is no number, time or condition says so at its field")
    func complaints() {
        #expect(begun(times: "x").state.screen.contains("Invalid number: x"))
        #expect(begun(every: "soon").state.screen.contains("Invalid interval: soon. Write 2s or 500ms."))
        let scene = begun(until: "maybe")
        #expect(scene.state.screen.contains("\"maybe\" is not a condition: write a status"))
        #expect(scene.seriesSends.isEmpty && scene.state.context == .repeatForm)
    }

    @Test("it is sent so often, one after the other; later answers are compared with the first; all is a set")
    func times() {
        var scene = begun(times: "3")
        let first = scene.respondToSeries(in: .milliseconds(80))
        #expect(scene.seriesSends.count == 2 && scene.judgements.isEmpty)
        let second = scene.respondToSeries(in: .milliseconds(120))
        #expect(scene.judgements == [.pair(old: first, new: second)])
        scene.judge(.same)
        let third = scene.respondToSeries(503, in: .milliseconds(40))
        scene.judge(.differs, "differs: status 200 → 503")
        let screen = scene.state.screen
        #expect(screen.contains("3 sent · 1 failed · min 40 ms, median 80 ms, p95 120 ms, max 120 ms"))
        #expect(screen.contains("▆█▃"))
        #expect(screen.contains("the first") && screen.contains("≠ differs: status 200 → 503"))
        #expect(screen.contains("3 sent, 1 same, 1 differs, 1 failed: all are sent."))
        #expect(scene.keptSeries.first?.ids == [first, second, third])
        #expect(scene.keptSeries.first?.name == "repeat of users/get" && scene.keptSeries.first?.isRepeat == true)
    }

    @Test("every so often, until a status; it says why it ended")
    func until() {
        var scene = begun(times: "5", every: "2", until: "200")
        scene.respondToSeries(503)
        #expect(scene.seriesSends.count == 1 && scene.state.needsTicks)
        #expect(scene.state.screen.contains("every 2s, until status:200, 5 times at most"))
        scene.wait(1.9)
        #expect(scene.seriesSends.count == 1)
        scene.wait(0.2)
        #expect(scene.seriesSends.count == 2)
        scene.respondToSeries(200)
        scene.judge(.differs)
        #expect(scene.state.screen.contains("2 sent, 1 differs, 1 failed: status:200 met."))
        #expect(!scene.state.needsTicks)
    }

    @Test("an answer that failed is not the first one: later ones are compared with the first whole one")
    func firstWhole() {
        var scene = begun(times: "3")
        scene.respondToSeries(nil, failure: RecordedFailure(stage: .init(.connect), message: "connection refused"))
        #expect(scene.state.screen.contains("not compared"))
        let first = scene.respondToSeries()
        #expect(scene.judgements.isEmpty)
        let second = scene.respondToSeries()
        #expect(scene.judgements == [.pair(old: first, new: second)])
    }

    @Test(
        "until the answer changes needs the history, and says so at its field", arguments: ["switched off", "not kept"])
    func untilChangesWithoutHistory(_ reason: String) {
        var scene = HistoryScene(columns: 100, rows: 24)
        if reason == "switched off" { scene.state.preferences.keepsHistory = false }
        if reason == "not kept" { scene.state.collection.companion.collection.keepsHistory = false }
        scene.press("3", "r", .tab, .tab)
        scene.type("changes")
        scene.press(.enter)
        #expect(scene.state.screen.contains("This needs the history: without it, responses cannot be compared."))
        #expect(scene.seriesSends.isEmpty && scene.state.context == .repeatForm)
        for _ in "changes" { scene.press(KeyStroke(.backspace)) }
        scene.type("200")
        scene.press(.enter)
        #expect(scene.seriesSends.count == 1)
    }

    @Test(
        "quitting keeps what was sent so far as a set, whatever is under way",
        arguments: ["sends", "is compared", "waits"])
    func quits(whileIt stage: String) {
        var scene = begun(times: "9", every: stage == "waits" ? "1m" : "")
        var ids = [scene.respondToSeries()]
        if stage == "is compared" { ids.append(scene.respondToSeries()) }
        scene.handle(.terminationRequested)
        #expect(scene.keptSeries.map(\.ids) == [ids] && scene.state.hasQuit)
        #expect(scene.keptSeries.first?.note == "again, stopped")
        let last = scene.effects.suffix(2).map(\.key)
        #expect(last == [.seriesSet, .program])
    }

    @Test("the cookies that the last send of it left are known, though they come after its end")
    func cookies() {
        var scene = begun(times: "1")
        scene.respondToSeries()
        #expect(scene.state.series?.isUnderWay == false)
        let cookie = Cookie(
            "id", "s3same", domain: "127.0.0.1", path: "/", isHTTPOnly: false, expiresAt: nil,
            createdAt: Explorers.start)
        scene.report(.cookies(EnvironmentCookies([cookie]), environment: "local"))
        #expect(scene.state.current.credentials.cookies["local"]?.cookies.map(\.name) == ["id"])
    }

    @Test("Esc stops it between two sends")
    func stopped() {
        var scene = begun(every: "2s")
        scene.respondToSeries()
        scene.press(.escape)
        #expect(scene.state.screen.contains("1 sent: stopped.") && scene.state.context == .series)
        scene.wait(9)
        #expect(scene.seriesSends.count == 1)
    }

    @Test("nothing typed means a hundred at most; 0 is no bound")
    func bounds() {
        #expect(begun().state.series?.series.plan.limit == 100)
        #expect(begun(times: "0").state.series?.series.plan.limit == nil)
    }

    @Test("a request that cannot be sent is not tried again")
    func refused() {
        var scene = begun(times: "9")
        scene.report(.refused(.failed("the file is gone.")))
        #expect(scene.seriesSends.count == 1)
        #expect(scene.state.screen.contains("0 sent, 1 not sent: it cannot be sent."))
    }

    @Test("in the list of the history, what was sent is repeated as it was, or made anew")
    func fromTheHistory() {
        var scene = HistoryScene()
        scene.press("H", .down, "r")
        #expect(scene.state.screen.contains("Mode    as sent"))
        scene.press(.tab, .tab)
        scene.type("passes")
        scene.press(.enter)
        #expect(scene.state.screen.contains("As sent, assertions do not run: Ctrl-T switches to again."))
        for _ in "passes" { scene.press(KeyStroke(.backspace)) }
        scene.press(.enter)
        scene.plan()
        scene.respondToSeries()
        scene.respondToSeries()
        #expect(scene.replayedIDs == [HistoryScene.id(2), HistoryScene.id(2)])
    }

    @Test("an answer from another collection, repeated as sent, is asked about: nobody knows its environment")
    func fromElsewhere() {
        var scene = HistoryScene()
        scene.press("H", .enter)
        scene.state.sessions["users/get.yml"]?.own.response?.record?.exchange.request.method = .delete
        scene.state.sessions["users/get.yml"]?.own.response?.past?.collection = "/elsewhere"
        scene.press("r", .control("t"), .enter)
        scene.plan()
        #expect(scene.state.screen.contains("is of no open collection"))
        #expect(scene.replayedIDs.isEmpty)
    }

    @Test("what was typed is there the next time")
    func remembered() {
        var scene = begun(times: "7", every: "2s")
        scene.press(.escape)
        scene.respondToSeries(nil, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
        scene.press(.escape, "r")
        #expect(scene.state.screen.contains("Times   > 7") && scene.state.screen.contains("Every   > 2s"))
    }

    @Test("without UTF-8 the bars are of ASCII")
    func ascii() {
        var scene = begun(times: "2")
        scene.state.display.glyphs = .ascii
        scene.respondToSeries(in: .milliseconds(40))
        scene.respondToSeries(in: .milliseconds(80))
        scene.judge(.same)
        #expect(scene.state.screen.contains("=@"))
        let others = scene.state.screen.unicodeScalars.filter { !$0.isASCII }
        #expect(others.isEmpty)
    }

    @Test("while it goes, another one is refused, and the panes are free")
    func hidden() {
        var scene = begun(times: "2")
        scene.press("q", "r")
        #expect(scene.state.screen.contains("A series is running"))
        scene.press("2")
        #expect(scene.state.focus == .request)
    }

    @Test("a configured login is tried first; what it did not capture is asked for once, and the same send goes on")
    func loginFirst() {
        func begun() -> HistoryScene {
            var scene = HistoryScene(columns: 80, rows: 24)
            scene.state.collection.companion.collection.login = .request("users/create.yml")
            scene.state.session?.draft.change { $0.request.definition.url = "{{baseUrl}}/{{part}}" }
            scene.press("3", "r", .enter)
            return scene
        }
        var scene = begun()
        #expect(scene.seriesOrders.count == 1 && scene.seriesOrders[0].login?.path == "users/create.yml")
        scene.report(.refused(.missing))
        #expect(scene.state.screen.contains("Missing variable: {{part}}"))
        scene.type("7")
        scene.press(.enter)
        #expect(scene.seriesOrders.count == 2 && scene.seriesOrders[1].sessionValues["part"] == "7")
        scene.respondToSeries()
        #expect(scene.seriesOrders.count == 3 && scene.state.series?.hasTriedLogin == true)

        scene = begun()
        scene.report(.refused(.missing))
        scene.press(.escape)
        #expect(scene.seriesOrders.count == 1 && scene.state.series?.isUnderWay == false)
    }
}

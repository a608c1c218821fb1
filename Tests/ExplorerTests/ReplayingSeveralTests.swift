import Exchanges
import Foundation
import OpenCollection
import TestSupport
import Testing
import TextGrid

@testable import Explorer

@Suite("Replaying several exchanges")
struct ReplayingSeveralTests {
    /// Returns the list with the first three marked, and R pressed.
    private func asked(columns: Int = 100, rows: Int = 30) -> HistoryScene {
        var scene = HistoryScene(columns: columns, rows: rows)
        scene.press("H", " ", " ", " ", "R")
        return scene
    }

    /// Returns a scene with a replay that began as sent, with nothing to ask for.
    private func begun(_ keys: KeyStroke...) -> HistoryScene {
        var scene = asked()
        for key in keys { scene.press(key) }
        scene.press(.enter)
        scene.plan()
        return scene
    }

    private static let three = [HistoryScene.id(1), HistoryScene.id(2), HistoryScene.id(3)]

    @Test("R with several marked asks how: mode, pace, gaps with their time, and when to stop")
    func form() {
        var scene = asked()
        #expect(scene.state.context == .replayForm && scene.seriesSends.isEmpty)
        let screen = scene.state.screen
        #expect(screen.contains("Replay 3 exchanges"))
        #expect(screen.contains("m  Mode  as sent") && screen.contains("p  Pace  continue"))
        #expect(screen.contains("g  Gaps  dropped         kept, they would take 47 h 59 min"))
        #expect(screen.contains("b  Stop  never"))
        scene.press("m", "p", "g", "b")
        let other = scene.state.screen
        #expect(other.contains("m  Mode  again") && other.contains("p  Pace  step by step"))
        #expect(other.contains("g  Gaps  kept            gaps: 47 h 59 min"))
        #expect(other.contains("b  Stop  at the first"))
        scene.press(.escape)
        #expect(scene.state.context == .history && scene.state.series == nil)
    }

    @Test("as sent: the oldest first, one after the other, each compared with its original; all of it becomes a set")
    func asSent() throws {
        var scene = begun()
        #expect(scene.state.context == .series && scene.replayedIDs == [HistoryScene.id(1)])
        var made: [UUID] = []
        for (number, verdict) in [SeriesVerdict.Kind.same, .differs, .unknown].enumerated() {
            made.append(scene.respondToSeries(number == 1 ? 503 : 200))
            #expect(scene.judgements.last == .pair(old: Self.three[number], new: made[number]))
            scene.judge(verdict, verdict == .differs ? "differs at $.price: 10 → 12" : nil)
        }
        #expect(scene.replayedIDs == Self.three)
        #expect(scene.state.screen.contains("≠ differs at $.price"))
        #expect(
            scene.state.screen.contains(
                "3 sent, 1 same, 1 differs, 1 compared in part, 1 failed: all are sent."))
        let set = try #require(scene.keptSeries.first)
        #expect(set.name == "replay of 3 exchanges" && set.ids == made && set.note == "as sent, all are sent")
        scene.keepSet(as: "replay of 3 exchanges 2")
        #expect(scene.state.screen.contains("In the history: set:\"replay of 3 exchanges 2\""))
        #expect(!scene.state.needsTicks)
    }

    @Test("a set that the list shows is replayed as a whole, also what is not listed yet; its name names the replay")
    func set() {
        var scene = HistoryScene()
        scene.press("H", "/")
        scene.type("set:outage")
        scene.press(.enter, "R")
        #expect(scene.state.screen.contains("Replay 4 exchanges of outage"))
        let asked = scene.orders.last.flatMap { order -> (HistoryFilter, Int)? in
            if case .list(let filter, let limit, _, _) = order { (filter, limit) } else { nil }
        }
        #expect(asked?.0 == HistoryFilter([.init(.set("outage"))]) && asked?.1 == .max)
        scene.press(.enter)
        scene.plan()
        for _ in 0..<4 {
            scene.respondToSeries()
            scene.judge(.same)
        }
        #expect(scene.keptSeries.first?.name == "replay of outage" && scene.keptSeries.first?.isRepeat == false)
    }

    @Test("with one of a set marked, R replays that one alone, and so it does without marks")
    func one() {
        var scene = HistoryScene()
        scene.press("H", .down, " ", .up, .up, "R")
        #expect(scene.replays.map(\.id) == [HistoryScene.id(2)] && scene.state.series == nil)
    }

    @Test("again: today's request as it stands when it begins, whatever is typed meanwhile")
    func again() throws {
        var scene = asked()
        scene.press("m", .enter)
        let before = try #require(scene.state.session?.draft.content)
        #expect(scene.seriesOrders.map(\.content) == [before] && scene.seriesOrders[0].environmentName == "local")
        let keys = scene.effects.map(\.key)
        #expect(scene.replayedIDs.isEmpty && !keys.contains(.seriesPlan))
        scene.press("q")
        scene.state.session?.draft.change { $0.request.definition.url = "http://other" }
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.seriesOrders.map(\.content) == [before, before])
    }

    @Test("what is in no open collection can be sent as it was alone")
    func gone() {
        var scene = HistoryScene()
        scene.press("H", "H", " ", .down, .down, " ", "R", "m")
        #expect(scene.state.screen.contains("1 request is not in an open collection: only as sent works."))
        scene.press(.enter)
        scene.plan()
        #expect(scene.replayedIDs == [HistoryScene.id(0)])
    }

    @Test("secrets that nothing stands for are asked for once, and what is given for one host goes to no other")
    func needs() {
        var scene = asked()
        scene.press(.enter)
        let (here, there) = (SeriesNeed("token", at: "https://here"), SeriesNeed("token", at: "https://there"))
        scene.plan([HistoryScene.id(1): [here], HistoryScene.id(2): [there], HistoryScene.id(3): [here]])
        #expect(scene.state.context == .values && scene.seriesSends.isEmpty)
        #expect(scene.state.screen.contains("https://here") && scene.state.screen.contains("https://there"))
        scene.type("s3cret-1")
        scene.press(.enter)
        scene.type("s3cret-2")
        #expect(!scene.state.screen.contains("s3cret"))
        scene.press(.enter)
        for _ in 0..<3 {
            scene.respondToSeries()
            scene.judge(.same)
        }
        let values: [[String: String]] = scene.seriesSends.map {
            if case .replay(let order, _) = $0.order { order.values } else { [:] }
        }
        #expect(values == [["token": "s3cret-1"], ["token": "s3cret-2"], ["token": "s3cret-1"]])
    }

    @Test("Esc at what is asked sends nothing and leaves the list as it was")
    func declined() {
        var scene = asked()
        scene.press(.enter)
        scene.plan([HistoryScene.id(1): [SeriesNeed("token", at: "https://here")]])
        scene.press(.escape)
        #expect(scene.state.context == .history && scene.state.series == nil && scene.seriesSends.isEmpty)
        #expect(scene.state.screen.contains("Nothing was sent."))
    }

    @Test("names without a value are asked for once in a series that is made anew")
    func missingNames() {
        var scene = HistoryScene()
        scene.state.session?.draft.change { $0.request.definition.url = "{{baseUrl}}/{{part}}" }
        scene.press("H", " ", " ", "R", "m", .enter)
        #expect(scene.state.screen.contains("Missing variable: {{part}}"))
        scene.type("users")
        scene.press(.enter)
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.seriesOrders.map { $0.sessionValues["part"] } == ["users", "users"])
    }

    @Test("what is typed goes to the name that it was asked for, though another one got a value meanwhile")
    func namesFoundMeanwhile() {
        var scene = HistoryScene()
        scene.state.session?.draft.change { $0.request.definition.url = "{{baseUrl}}/{{first}}/{{second}}" }
        scene.press("H", " ", " ", "R", "m", .enter)
        scene.state.current.values.typed["first"] = "found"
        scene.type("one")
        scene.press(.enter)
        scene.type("two")
        scene.press(.enter)
        scene.respondToSeries()
        #expect(scene.seriesOrders.allSatisfy { $0.sessionValues["second"] == "two" })
    }

    @Test("a protected environment is asked about once for all of it; Stay sends nothing")
    func protected() {
        var scene = HistoryScene()
        var policies = EnvironmentPolicies()
        policies.isProtected = true
        scene.state.collection.companion.environments["local"] = policies
        for index in scene.rows.indices { scene.rows[index].method = "POST" }
        scene.press("H", " ", " ", "R", .enter)
        scene.plan()
        #expect(scene.state.screen.contains("local is protected: 2 of 2 exchanges may change data there"))
        scene.press(.enter)
        #expect(scene.seriesSends.isEmpty && scene.state.context == .history)
        scene.press("R", .enter)
        scene.plan()
        scene.press(.down, .enter)
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.seriesSends.count == 2)
    }

    struct Unknown: Sendable, CustomStringConvertible {
        let description: String
        let keys: [KeyStroke]
        let says: String
        let change: @Sendable (inout HistoryScene) -> Void
    }

    private static let unknown = [
        Unknown(
            description: "its collection is not open", keys: [.down, " ", .down, " "],
            says: "local is of no open collection: 1 of 2 exchanges may change data there"
        ) { $0.rows[3].method = "DELETE" },
        Unknown(
            description: "its environment is gone", keys: [.down, " ", .down, " "],
            says: "prod is gone: 1 of 2 exchanges may change data there"
        ) { scene in
            scene.rows[3] = HistoryScene.row(0, "users/get.yml", status: 200, after: -86_400 * 3)
            scene.rows[3].method = "DELETE"
            scene.rows[3].origin.environment = "prod"
        },
        Unknown(
            description: "microscope.yaml is broken", keys: [" ", " "],
            says: "microscope.yaml cannot be read: 2 of 2 exchanges may change data there"
        ) { scene in
            for index in scene.rows.indices { scene.rows[index].method = "DELETE" }
            let problem = FileProblem(path: CompanionFile.path, message: "it is no mapping")
            scene.state.collection.companion.problem = problem
        },
    ]

    @Test(
        "what may change something is asked about too where nobody can tell whether it is protected", arguments: unknown
    )
    func unknownProtection(_ unknown: Unknown) {
        var scene = HistoryScene()
        unknown.change(&scene)
        scene.press("H", "H")
        for key in unknown.keys { scene.press(key) }
        scene.press("R", .enter)
        scene.plan()
        #expect(scene.state.screen.contains(unknown.says), "\(scene.state.screen)")
        scene.press(.enter)
        #expect(scene.seriesSends.isEmpty && scene.state.screen.contains("Nothing was sent."))
    }

    @Test("what is safe is not asked about, wherever it comes from")
    func safe() {
        var scene = HistoryScene()
        scene.rows[3].method = "HEAD"
        scene.press("H", "H", .down, .down, " ", " ", "R", .enter)
        scene.plan()
        #expect(scene.replayedIDs == [HistoryScene.id(0)])
    }

    @Test("in an environment that is gone nothing is made anew, and it is said which there are")
    func goneEnvironment() {
        var scene = HistoryScene()
        scene.rows[1].origin.environment = "prod"
        scene.press("H", " ", " ", "R", "m")
        #expect(scene.state.screen.contains("Cannot be rebuilt: the environment prod does not exist: there are local."))
        #expect(scene.state.screen.contains("m  Mode  as sent"))
        var other = HistoryScene()
        other.rows[0].origin.environment = "prod"
        other.press("H", "r", .control("t"))
        #expect(other.state.screen.contains("Cannot be rebuilt: the environment prod does not exist: there are local."))
        #expect(other.state.screen.contains("Mode    as sent"))
    }

    @Test("a request that nobody has opened yet is read first, and is not gone")
    func unread() throws {
        var scene = HistoryScene()
        let item = try #require(scene.state.collection.item(at: "users/get.yml"))
        scene.state.sessions["users/get.yml"] = nil
        scene.state.current.items.replace(with: item.unopened)
        scene.press("H", "H", " ", " ", "R", "m", .enter)
        #expect(scene.seriesSends.isEmpty && scene.state.screen.contains("Loading requests."))
        let opening = try #require(scene.effects.last { $0.key == .open("users/get.yml") })
        scene.handle(opening.reply(OpenedItem.item(item)))
        #expect(scene.seriesOrders.count == 1 && !scene.state.screen.contains("gone"))
    }

    @Test("what somebody has to agree to first is asked for in the middle, and the same one is sent then")
    func trust() {
        var scene = asked()
        scene.press("m", .enter)
        let use = OutsideUse(.run(["pass", "show", "token"]), for: "token")
        scene.report(.refused(.unagreed([use])))
        #expect(scene.state.context == .trust)
        scene.press(.enter)
        #expect(scene.seriesOrders.last?.agreed == [use] && scene.seriesOrders.count == 2)
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.state.series?.series.entries.count == 1)
        scene.report(.refused(.unagreed([use])))
        scene.press(.escape)
        #expect(scene.state.series?.series.end == .stopped)
        #expect(scene.state.screen.contains("Its external access was not allowed."))
    }

    @Test("step by step: Enter and n send the next one, x leaves one out, p goes on by itself")
    func stepping() {
        var scene = begun("p")
        #expect(scene.state.context == .seriesStep && scene.seriesSends.isEmpty)
        #expect(scene.state.screen.contains("next: Enter"))
        scene.press("x", .enter)
        #expect(scene.replayedIDs == [HistoryScene.id(2)])
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.state.context == .seriesStep && scene.seriesSends.count == 1)
        scene.press("n")
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.state.screen.contains("2 sent, 2 same, 1 skipped: none is left."))
        #expect(scene.state.screen.contains("· skipped"))
    }

    @Test("with their gaps kept, what comes next is counted down, and n does not wait for it")
    func gaps() {
        var scene = HistoryScene()
        scene.press("H", " ", " ", "R", "g", .enter)
        scene.plan()
        scene.respondToSeries()
        scene.judge(.same)
        #expect(scene.seriesSends.count == 1 && scene.state.needsTicks)
        scene.wait(20)
        #expect(scene.state.screen.contains("… in 40.0 s"))
        scene.wait(40)
        #expect(scene.seriesSends.count == 2)
    }

    @Test("what could not be sent says why, and the others go on")
    func refused() {
        var scene = begun()
        scene.report(.refused(.failed("its body is not kept whole.")))
        #expect(scene.replayedIDs == [HistoryScene.id(1), HistoryScene.id(2)])
        #expect(scene.state.screen.contains("✗ its body is not kept whole."))
    }

    @Test("stopping at the first that differs is a switch")
    func bail() {
        var scene = begun("b")
        scene.respondToSeries()
        scene.judge(.differs)
        #expect(scene.seriesSends.count == 1)
        #expect(scene.state.screen.contains("1 sent, 1 differs: ended at the first that differs or has no response."))
    }

    @Test("Esc stops at once, then closes; the list can be reached again from the history and the palette")
    func stopped() {
        var scene = begun()
        scene.press(.escape)
        let isCancelled = scene.effects.last.map { if case .cancel = $0.order { true } else { false } }
        #expect(isCancelled == true)
        scene.respondToSeries(nil, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
        #expect(scene.state.screen.contains("0 sent, 1 cancelled: stopped."))
        scene.press(.escape)
        #expect(scene.state.context == .history)
        scene.press("s")
        #expect(scene.state.context == .series && scene.state.screen.contains("Replay of 3 exchanges"))
        scene.press("q", .escape, ":")
        scene.type("last series")
        #expect(scene.state.screen.contains("Show the last replay or repeat again"))
    }

    @Test("hidden, it goes on, and says how it ended; a second one has to wait for it")
    func hidden() {
        var scene = begun()
        scene.press("q", "R")
        #expect(scene.state.screen.contains("A series is running"))
        for _ in 0..<3 {
            scene.respondToSeries()
            scene.judge(.same)
        }
        #expect(scene.state.screen.contains("Replay of 3 exchanges as sent: 3 sent, 3 same; all are sent."))
    }

    @Test("Enter on a row shows in what its answer differs from the original, and Esc comes back")
    func difference() {
        var scene = begun()
        let first = scene.respondToSeries()
        scene.judge(.differs)
        scene.press("g", .enter)
        #expect(scene.comparisons.last?.subject == .pair(old: HistoryScene.id(1), new: first))
        #expect(scene.state.context == .difference)
        scene.press(.escape)
        #expect(scene.state.context == .series)
        scene.press("G", .enter)
        #expect(scene.state.screen.contains("It has not finished yet."))
    }

    @Test("a send without an answer counts as one, with what the wire says")
    func failure() {
        var scene = begun()
        scene.respondToSeries(nil, failure: RecordedFailure(stage: .init(rawValue: "connect"), message: "refused"))
        scene.judge(.same)
        #expect(scene.lines(with: "✗ connect").count == 1)
    }

    @Test("what its answers keep flows on to the next, when it is made anew, and to none when it is as it was sent")
    func captures() {
        let capture = RecordedCapture(
            variable: "cursor", expression: "res.body.next", outcome: .value(json: "\"abc\""), isSecret: false)
        for (key, value) in [("m", "abc"), ("b", nil)] as [(KeyStroke, String?)] {
            var scene = asked()
            scene.press(key, .enter)
            scene.plan()
            scene.respondToSeries(captures: [capture])
            #expect(scene.state.current.captured["cursor"] == value.map { .string($0) })
        }
    }

    @Test("what comes from outside steers no terminal: a path, a set's name, a verdict, a reason")
    func hostile() {
        let text = HostileText.allCases.map(\.text).joined()
        var scene = HistoryScene(columns: 400, rows: 24)
        scene.rows = scene.rows.map { row in
            var row = row
            row.origin.requestPath = "users/get.yml\(text)"
            return row
        }
        scene.press("H", "H", " ", " ", "R")
        var grids = [view(scene.state)]
        scene.press(.enter)
        scene.plan()
        scene.respondToSeries()
        scene.judge(.differs, "at \(text)")
        scene.report(.refused(.failed(text)))
        scene.keepSet(as: text)
        grids.append(view(scene.state))
        for grid in grids {
            let found = grid.cells.flatMap { $0.grapheme.unicodeScalars.filter(HostileText.isForbidden) }
            #expect(found.isEmpty)
        }
        #expect(scene.state.screen.contains("In the history: set:"))
    }

    @Test("the list fits 80 by 24")
    func screen() {
        var scene = HistoryScene(columns: 80, rows: 24)
        scene.press("H", " ", " ", " ", "R", .enter)
        scene.plan()
        scene.respondToSeries()
        scene.judge(.same)
        scene.respondToSeries(503, in: .milliseconds(1200))
        scene.judge(.differs, "differs at $.stock: 3 → 0, status 200 → 503")
        scene.wait(0.3)
        let lines = scene.state.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("─ Replay of 3 exchanges · as sent · 2 of 3 ─"))
        #expect(lines[1].hasPrefix("  1 ✓ 200         84 ms  ✓ same                        GET users/get.yml  local"))
        #expect(lines[2].hasPrefix("  2 ✗ 503        1.20 s  ≠ differs at $.stock: 3 → 0,… GET users/get.yml  local"))
        #expect(lines[3].hasPrefix("  3 … 300 ms"))
        #expect(lines[21].hasPrefix(" Esc stops."))
        #expect(lines[23].contains("Esc stop") && lines[23].contains("Enter difference"))
    }
}

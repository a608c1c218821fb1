import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The list of what was sent before")
struct HistoryPaneTests {
    @Test("H lists the exchanges of the shown request, the newest first, with outcome, duration, size and note")
    func list() throws {
        var scene = HistoryScene()
        scene.press("H")
        #expect(scene.state.context == .history)
        #expect(scene.state.screen.contains("History of users/get.yml · 3 exchanges"))
        let rows = scene.lines(with: "84 ms")
        try #require(rows.count == 3)
        #expect(rows[0].contains("22:12:20") && rows[0].contains("✓ 200") && rows[0].contains("1.2 KB"))
        #expect(rows[1].contains("✗ connect"))
        #expect(rows[2].contains("11-12 22:13") && rows[2].contains("✗ 503 ⟳2") && rows[2].contains("the outage"))
    }

    @Test("the end of --max-time is a timeout, and not the name that programs read")
    func outOfTime() {
        let late = RecordedFailure(stage: .outOfTime, message: "--max-time is over")
        var scene = HistoryScene([HistoryScene.row(0, "users/get.yml", failure: late, after: -60)])
        scene.press("H")
        #expect(scene.state.screen.contains("✗ timeout") && !scene.state.screen.contains("maxTimeout"))
    }

    @Test("on a wide screen the response of the row with the cursor is shown beside the list, its secrets hidden")
    func preview() throws {
        var scene = HistoryScene(columns: 160, rows: 40)
        scene.press("H")
        #expect(scene.state.screen.contains("│ 200") && scene.state.screen.contains("Content-Type: application/json"))
        #expect(scene.state.screen.contains(#""price": 10"#), "a body of JSON is laid out")
        scene.press("j")
        #expect(scene.state.screen.contains("│ connect: connection refused"), "\(scene.state.screen)")
        #expect(!scene.state.screen.contains(#""price": 10"#))
        var narrow = HistoryScene(columns: 139, rows: 40)
        narrow.press("H")
        #expect(!narrow.state.screen.contains(#""price": 10"#))
    }

    @Test("a URL, a note and facts that have no room end in a sign", arguments: [Glyphs.unicode, .ascii])
    func cutLines(glyphs: Glyphs) throws {
        var rows = [
            HistoryScene.row(3, "users/get.yml", status: 200, after: -60),
            HistoryScene.row(2, "users/get.yml", status: 200, after: -120, note: "my note of all that I saw there"),
        ]
        rows[0].url = "http://127.0.0.1:8642/users?page=1&q=" + String(repeating: "word", count: 200)
        var scene = HistoryScene(rows, columns: 80, rows: 24)
        scene.state.display.glyphs = glyphs
        scene.press("H")
        let lines = scene.lines(with: "84 ms")
        try #require(lines.count == 2, "\(scene.state.screen)")
        #expect(lines[0].contains("GET /users?page=1") && lines[0].hasSuffix(glyphs.ellipsis), "\(lines[0])")
        #expect(lines[1].contains("GET /users/7  my ") && lines[1].hasSuffix(glyphs.ellipsis), "\(lines[1])")
        #expect(view(scene.state).text(row: 22).hasSuffix(glyphs.ellipsis), "\(scene.state.screen)")
    }

    @Test("the same key lists those of all requests, and then those of the one again")
    func scope() {
        var scene = HistoryScene()
        scene.press("H", "H")
        #expect(scene.state.screen.contains("History of all requests · 4 exchanges"))
        #expect(scene.state.screen.contains("GET gone.yml"))
        scene.press("H")
        #expect(scene.state.screen.contains("History of users/get.yml"))
    }

    @Test("an exchange of no open collection becomes one draft, however often it is looked at")
    func oneDraft() {
        var scene = HistoryScene()
        scene.press("H", "H", .down, .down, .down, .enter)
        let drafts = scene.state.sessions.filter { !$0.value.draft.hasFile }.keys
        #expect(drafts.count == 1 && scene.state.shown == drafts.first)
        scene.state.show("users/get.yml")
        scene.press("H", "H", .down, .down, .down, .enter)
        #expect(scene.state.sessions.filter { !$0.value.draft.hasFile }.count == 1)
        #expect(scene.state.shown == drafts.first && scene.state.session?.response?.past?.id == HistoryScene.id(0))
    }

    @Test("that an answer is of the past stands in its title, however long the words of its status are")
    func markOfThePast() {
        var scene = HistoryScene(columns: 80, rows: 24)
        scene.press("H", .enter)
        scene.state.sessions["users/get.yml"]?.own.response?.head?.status = 431
        scene.state.sessions["users/get.yml"]?.own.response?.head?.reason = "Request Header Fields Too Large"
        let title = scene.lines(with: "431").first ?? ""
        #expect(title.contains("⏲ 22:12:20"), "the id is what is cut: \(title)")
    }

    @Test("below the list stands more of the one with the cursor")
    func facts() {
        var scene = HistoryScene()
        scene.press("H", .down)
        #expect(scene.state.screen.contains("connect: connection refused"))
        scene.press(.down)
        #expect(scene.state.screen.contains("2023-11-12 22:13:20 UTC · env: local · users/get.yml · 3 attempts"))
        #expect(scene.state.screen.contains("Note: the outage"))
    }

    @Test("/ narrows it with each key; Enter keeps the filter, Esc takes it away")
    func filter() {
        var scene = HistoryScene()
        scene.press("H", "/")
        #expect(scene.state.context == .historyFilter)
        scene.type("status:503")
        #expect(scene.lines(with: "84 ms").count == 1)
        scene.press(.enter)
        #expect(scene.state.context == .history && scene.lines(with: "84 ms").count == 1)
        scene.press("/", .escape)
        #expect(scene.state.context == .history && scene.lines(with: "84 ms").count == 3)
    }

    @Test("what is no filter is said, and leaves the list as it is")
    func complaint() {
        var scene = HistoryScene()
        scene.press("H", "/")
        scene.type("status:5oo")
        #expect(scene.state.screen.contains("5oo") && scene.lines(with: "84 ms").count >= 1)
        #expect(scene.state.screen.contains("status"))
        guard let list = scene.state.overlays.last as? HistoryState else {
            Issue.record("no list")
            return
        }
        #expect(list.complaint != nil)
    }

    @Test("p pins, m writes a note, d deletes after a question; each shows at once")
    func changed() {
        var scene = HistoryScene()
        scene.press("H", "p")
        #expect(scene.lines(with: "★").count == 1)
        scene.press("m")
        scene.type("look here")
        scene.press(.enter)
        #expect(scene.state.screen.contains("Note: look here"))
        scene.press("d")
        #expect(scene.state.screen.contains("Permanently delete 1 exchange?"))
        scene.press(.enter)
        #expect(scene.rows.count == 4)
        scene.press("d", .down, .enter)
        #expect(scene.rows.count == 3 && scene.lines(with: "84 ms").count == 2)
    }

    @Test("Space marks, and what is done then means all that is marked")
    func marked() {
        var scene = HistoryScene()
        scene.press("H", " ", " ")
        #expect(scene.state.screen.contains("3 exchanges, 2 marked"))
        scene.press("i")
        scene.type("outage 42")
        scene.press(.enter)
        #expect(scene.state.screen.contains("Note on outage 42"))
        scene.type("no stock")
        scene.press(.enter)
        guard
            case .makeSet("outage 42", note: "no stock", let ids)? = scene.changes.last(where: {
                if case .makeSet = $0 { true } else { false }
            })
        else {
            Issue.record("no set is made")
            return
        }
        #expect(ids == [HistoryScene.id(3), HistoryScene.id(2)])
    }

    @Test("what is marked stays marked while the list is narrowed, and until it is gone")
    func marksStay() {
        var scene = HistoryScene()
        scene.press("H", " ", " ", "/")
        scene.type("status:503")
        scene.press(.enter)
        #expect(scene.state.screen.contains("1 exchange, 2 marked"))
        scene.press("p")
        #expect(scene.rows.filter(\.isPinned).map(\.id) == [HistoryScene.id(3), HistoryScene.id(2)])
        scene.rows.removeAll { $0.id == HistoryScene.id(3) }
        scene.handle(.historyGrew)
        #expect(scene.state.screen.contains("1 exchange, 1 marked"))
        scene.press("d", .down, .enter)
        #expect(scene.rows.map(\.id) == [HistoryScene.id(1), HistoryScene.id(0)])
        #expect(!scene.state.screen.contains(", 1 marked"))
    }

    @Test("what an exchange was opened for is not forgotten when another one has changed meanwhile")
    func changedMeanwhile() throws {
        var scene = HistoryScene()
        scene.press("H", "p")
        let change = try #require(scene.effects.last { $0.key == .historyChange })
        let row = scene.rows.removeFirst()
        scene.press("R")
        let opening = try #require(scene.effects.last { $0.key == .pastExchange })
        scene.handle(change.reply(StatusMessage(.info, "Pinned.")))
        scene.handle(opening.reply(Result<PastExchange, StatusMessage>.success(HistoryScene.past(row))))
        #expect(scene.replays.map(\.id) == [row.id])
    }

    @Test("an old exchange says what its scripts did, in its title and once in the log, as after the send")
    func scripts() throws {
        var scene = HistoryScene()
        for _ in 0..<2 {
            scene.press("H", .enter)
            let opening = try #require(scene.effects.last { $0.key == .pastExchange })
            var kept = HistoryScene.past(scene.rows[0]).kept
            kept.console = [ConsoleLine(level: "warning", text: "hello from then")]
            kept.skippedScripts = 2
            let past = PastExchange(kept, responseBody: BodyStore(Array("{}".utf8)))
            scene.handle(opening.reply(Result<PastExchange, StatusMessage>.success(past)))
        }
        #expect(scene.state.screen.contains("2 scripts not run"), "\(scene.state.screen)")
        let log = scene.state.log.entries.map(\.message)
        #expect(log.filter { $0 == "console: hello from then" }.count == 1)
        #expect(log.contains("2 scripts not run: what they would set, change or test is missing."))
    }

    @Test("a set without a name is asked for again")
    func namelessSet() {
        var scene = HistoryScene()
        scene.press("H", "i", .enter)
        #expect(scene.state.screen.contains("A group needs a name."))
    }

    @Test("what is sent meanwhile comes on top, and the cursor stays on its row")
    func grown() {
        var scene = HistoryScene()
        scene.press("H", .down)
        scene.rows.insert(HistoryScene.row(9, "users/get.yml", status: 204, after: 0), at: 0)
        scene.handle(.historyGrew)
        #expect(scene.lines(with: "84 ms").count == 4)
        #expect(scene.state.screen.contains("connect: connection refused"))
    }

    @Test("past the end of what was asked for, more is asked for")
    func paged() {
        let many = (0..<450).map { number in
            var row = HistoryScene.row(0, "users/get.yml", status: 200, after: Double(-number))
            row = HistoryRow(
                id: UUID(), origin: row.origin, source: .screen, sentAt: row.sentAt, method: "GET", url: row.url,
                status: 200)
            return row
        }
        var scene = HistoryScene(many)
        scene.press("H")
        #expect(scene.state.screen.contains("450 exchanges"))
        scene.press("G", "G", "G")
        guard let list = scene.state.overlays.last as? HistoryState else {
            Issue.record("no list")
            return
        }
        #expect(list.rows.count == 450 && list.index == 449)
    }

    @Test("an empty list says what to do")
    func empty() {
        var scene = HistoryScene([])
        scene.press("H")
        #expect(scene.state.screen.contains("This request was not sent yet: s sends it."))
        scene.press("p")
        #expect(scene.state.screen.contains("No history entries."))
    }
}

@Suite("An exchange of the history in the panes")
struct PastResponseTests {
    @Test("Enter shows it where its answer would be, marked with its id and its day")
    func opened() {
        var scene = HistoryScene(columns: 120)
        scene.press("H", .down, .down, .enter)
        #expect(scene.state.context == .response && scene.state.shown == "users/get.yml")
        let title = scene.lines(with: "Response").first
        #expect(title?.contains("503") == true && title?.contains("a1bcdef") == true)
        #expect(title?.contains("⏲ 2023-11-12 22:13") == true, "\(title ?? "")")
    }

    @Test("the day comes first, and the id is what is cut at 80 columns", arguments: [(80, 24), (200, 50)])
    func day(columns: Int, rows: Int) {
        var scene = HistoryScene(
            [HistoryScene.row(3, "users/get.yml", status: 200, after: -86_400)], columns: columns, rows: rows)
        scene.press("H", .enter)
        let title = scene.lines(with: "3 Response").first ?? ""
        #expect(title.contains("⏲ yesterday 22:13"), "\(title)")
        #expect(title.contains("a3bcdef") == (columns > 80), "\(title)")
    }

    @Test("a failed assertion and GraphQL errors of the past have their sign in the list, and their words below it")
    func problems() {
        var row = HistoryScene.row(3, "users/get.yml", status: 200, after: -60)
        row.assertions = AssertionCount(passed: 1, failed: 1)
        var scene = HistoryScene([row], columns: 80, rows: 24)
        scene.press("H")
        #expect(scene.state.screen.contains("✗ 200") && scene.state.screen.contains("1 of 2 assertions passed"))
        (row.assertions, row.graphQLErrorCount) = (AssertionCount(), 2)
        scene = HistoryScene([row], columns: 80, rows: 24)
        scene.press("H")
        #expect(scene.state.screen.contains("✗ 200") && scene.state.screen.contains("2 GraphQL errors"))
    }

    @Test("Esc brings back what stood there before it, however many past ones were opened")
    func left() throws {
        var scene = try SentScene()
        scene.report(.receiving(.init(status: 418, headers: []), .init("tea".utf8)))
        scene.finish([
            Exchange.Attempt(number: 1, startedAfter: .zero, request: .init(method: .get, url: "http://a", headers: []))
        ])
        var state = scene.state
        for row in HistoryScene.rows.prefix(2) {
            state.press("H")
            let effect = try #require(state.openExchange(row.id).first)
            _ = update(&state, effect.reply(Result<PastExchange, StatusMessage>.success(HistoryScene.past(row))))
            #expect(state.session?.response?.past?.id == row.id)
        }
        state.press(.escape)
        #expect(state.session?.response?.past == nil && state.session?.response?.head?.status == 418)
    }

    @Test("one whose request is in no open collection stands beside what was sent, and is no draft before an edit or e")
    func notDrafted() throws {
        var scene = HistoryScene()
        scene.press("H", "H", "G", .enter)
        let path = try #require(scene.state.shown)
        #expect(scene.state.session?.response?.past?.id == HistoryScene.id(0))
        #expect(scene.state.session?.draft.isDirty == false && scene.state.collections.allSatisfy(\.dirtyPaths.isEmpty))
        scene.press("w")
        #expect(scene.state.screen.contains("e in the history creates a draft from it"))
        // Seen twice, it is there once; e makes a draft, which the next one that is shown does not take away.
        scene.press("H", "H", "G", .enter)
        #expect(scene.state.shown == path && scene.state.session?.draft.isDirty == false)
        scene.press("H", "H", "G", "e")
        #expect(scene.state.shown == path && scene.state.session?.draft.isDirty == true)
        scene.press("H", "H", "G", .enter)
        #expect(scene.state.collections.flatMap(\.dirtyPaths) == [path])
    }

    @Test("a past exchange that is edited is a draft")
    func editedPast() throws {
        var scene = HistoryScene()
        scene.press("H", "H", "G", .enter, "2", .enter)
        scene.type("x")
        scene.press(.enter)
        #expect(scene.state.session?.draft.isDirty == true)
    }

    @Test("what was sent of one has variables for its secrets")
    func drafted() throws {
        var scene = HistoryScene()
        scene.press("H", "H", "G", .enter)
        let session = try #require(scene.state.session)
        #expect(session.draft.content.definition.url == "http://127.0.0.1:8642/users/7")
        let field = session.draft.content.definition.headers.first { $0.name == "Authorization" }
        #expect(field?.value == "Bearer {{token}}" && !session.draft.hasFile)
        #expect(session.response?.past?.id == HistoryScene.id(0) && session.response?.head?.status == 201)
    }

    @Test("replays and repeats are told from what was sent by itself, also at 80 columns")
    func kinds() throws {
        var rows = [
            HistoryScene.row(3, "users/get.yml", status: 200, after: -60),
            HistoryScene.row(2, "users/get.yml", status: 200, after: -120),
            HistoryScene.row(1, "users/get.yml", status: 200, after: -180),
        ]
        rows[0].source = .replay(of: rows[2].id)
        rows[1].isRepeat = true
        var scene = HistoryScene(rows, columns: 80, rows: 24)
        scene.press("H")
        let lines = scene.lines(with: "84 ms")
        try #require(lines.count == 3, "\(scene.state.screen)")
        #expect(lines[0].contains("replay GET /users/7"))
        #expect(lines[1].contains("repeat GET /users/7"))
        #expect(!lines[2].contains("replay") && !lines[2].contains("repeat"))
    }

    @Test(
        "after a start the tree has the signs of the last sends, of the environment that is selected, before a row is visited"
    )
    func ticksOfEarlierRuns() {
        var rows = [
            HistoryScene.row(3, "users/create.yml", status: 500, after: -60),
            HistoryScene.row(2, "secret.yml", status: 200, after: -120),
        ]
        rows[1].origin.environment = "prod"
        var scene = HistoryScene(rows)
        scene.state.preferences.recallsResponses = true
        scene.handle(.tick(Explorers.start))
        let tree = scene.state.screen.split(separator: "\n").map { $0.prefix { $0 != "│" } }
        #expect(tree.contains { $0.contains("Create user") && $0.contains("✗") }, "\(scene.state.screen)")
        #expect(tree.contains { $0.contains("Secret") && !$0.contains("✓") })
        #expect(scene.state.sessions["users/create.yml"] == nil, "it was not visited")
        scene.handle(.tick(Explorers.start))
        let asked = scene.orders.filter { if case .recallOutcomes = $0 { true } else { false } }
        #expect(asked.count == 1)
    }

    @Test("a request that is shown without an answer shows the last one that the history has, asked for once")
    func recalled() {
        var scene = HistoryScene()
        scene.state.preferences.recallsResponses = true
        scene.handle(.tick(Explorers.start))
        #expect(scene.state.session?.response?.past?.id == HistoryScene.id(3))
        scene.press(.escape, .down, .up)
        let asked = scene.orders.filter { if case .recall("users/get.yml", _, _) = $0 { true } else { false } }
        #expect(asked.count == 1)
    }

    @Test("what was not filed under a new path yet is asked for once more when it is; an answer is not")
    func recalledAfterFollowing() {
        var scene = HistoryScene()
        let rows = scene.rows
        scene.rows = []
        scene.state.preferences.recallsResponses = true
        scene.handle(.tick(Explorers.start))
        #expect(scene.state.session?.response == nil)
        scene.rows = rows
        scene.handle(.historyFollowed("/elsewhere", problem: nil))
        #expect(scene.state.session?.response == nil)
        scene.handle(.historyFollowed("/sample", problem: nil))
        #expect(scene.state.session?.response?.past?.id == HistoryScene.id(3))
        scene.handle(.historyFollowed("/sample", problem: nil))
        let asked = scene.orders.filter { if case .recall("users/get.yml", _, _) = $0 { true } else { false } }
        #expect(asked.count == 2)
    }

    @Test("once a new path is followed the list is made anew; what went wrong is told, whatever was ordered since")
    func followed() {
        var scene = HistoryScene()
        let rows = scene.rows
        scene.rows = []
        scene.press("H")
        #expect(scene.state.screen.contains("0 exchanges"))
        scene.rows = rows
        scene.handle(.historyFollowed("/sample", problem: nil))
        #expect(scene.state.screen.contains("3 exchanges") && scene.state.status == nil)
        scene.press("p")
        scene.handle(.historyFollowed("/sample", problem: StatusMessage(.warning, "It stays under the old path.")))
        #expect(scene.state.status?.text == "It stays under the old path.")
    }

    @Test("R sends the shown exchange again as it was, to the environment that it was sent to")
    func replayed() throws {
        var scene = HistoryScene()
        scene.press("H", .down, .down, .enter, "R")
        let order = try #require(scene.replays.last)
        #expect(order.id == HistoryScene.id(1) && order.send.environmentName == "local" && order.values.isEmpty)
        #expect(scene.state.session?.running?.replayOf == HistoryScene.id(1))
        scene.press("R")
        #expect(scene.replays.count == 1 && scene.state.screen.contains("Running; Esc cancels."))
    }

    @Test("at its end a replay is compared with its original, and the verdict stands on the screen")
    func judged() throws {
        var scene = HistoryScene()
        scene.press("H", .enter, "R")
        let new = UUID()
        scene.finishReplay(as: new)
        let order = try #require(scene.comparisons.last)
        #expect(order.subject == .pair(old: HistoryScene.id(3), new: new))
        #expect(scene.state.session?.response?.replayOf == HistoryScene.id(3))
    }

    @Test("a replay that was cancelled is compared with nothing")
    func notJudged() {
        var scene = HistoryScene()
        scene.press("H", .enter, "R")
        scene.finishReplay(as: UUID(), failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
        #expect(scene.comparisons.isEmpty && scene.state.session?.response?.past?.id == HistoryScene.id(3))
    }

    @Test("R in the list opens the exchange under the cursor and replays it")
    func replayedFromTheList() {
        var scene = HistoryScene()
        scene.press("H", "R")
        #expect(scene.replays.last?.id == HistoryScene.id(3) && scene.state.context == .response)
    }

    @Test("what nothing stands for any more is asked for, typed as dots, and goes along with the next try alone")
    func unfilled() {
        var scene = HistoryScene()
        scene.press("H", "R")
        scene.refuseReplay(.unfilled(["token"]))
        #expect(scene.state.screen.contains("Value of token"))
        scene.type("n3w")
        #expect(!scene.state.screen.contains("n3w"))
        scene.press(.enter)
        #expect(scene.replays.last?.values == ["token": "n3w"])
    }

    @Test("to a protected environment a replay that may change something is asked about, and only agreed to once")
    func protected() {
        var scene = HistoryScene()
        var policies = EnvironmentPolicies()
        policies.isProtected = true
        scene.state.collection.companion.environments["local"] = policies
        scene.press("H", .enter)
        scene.state.sessions["users/get.yml"]?.own.response?.record?.exchange.request.method = .post
        scene.press("R")
        #expect(scene.replays.isEmpty && scene.state.screen.contains("local is protected: POST"))
        scene.press(.enter, "R", .down, .enter)
        #expect(scene.replays.count == 1)
    }

    @Test("where nobody can tell whether it is protected, a replay that may change something is asked about")
    func unknownProtection() {
        var scene = HistoryScene()
        scene.rows[0].origin.environment = "prod"
        scene.press("H", .enter)
        scene.state.sessions["users/get.yml"]?.own.response?.record?.exchange.request.method = .delete
        scene.press("R")
        #expect(scene.replays.isEmpty && scene.state.screen.contains("prod is gone: DELETE, replayed as it was sent"))
        scene.press(.enter)
        scene.state.sessions["users/get.yml"]?.own.response?.past?.collection = "/elsewhere"
        scene.press("R")
        #expect(scene.replays.isEmpty && scene.state.screen.contains("prod is of no open collection: DELETE"))
        scene.press(.down, .enter)
        #expect(scene.replays.count == 1)
    }

    @Test("over a recalled answer, Esc brings back the recalled one")
    func leftForRecalled() {
        var scene = HistoryScene()
        scene.state.preferences.recallsResponses = true
        scene.handle(.tick(Explorers.start))
        scene.press("H", .down, .down, .enter)
        #expect(scene.state.session?.response?.past?.id == HistoryScene.id(1))
        scene.press(.escape)
        #expect(scene.state.session?.response?.past?.id == HistoryScene.id(3))
    }

    @Test("while the request is being sent, nothing past takes the place of what comes")
    func sending() {
        var scene = HistoryScene()
        scene.press("s", "H", .enter)
        #expect(scene.state.session?.response == nil && scene.state.session?.running != nil)
        #expect(scene.state.screen.contains("is being sent"))
        scene.press("H", "R")
        #expect(scene.replays.isEmpty)
    }

    @Test("a replay that was asked for and never came is not made by opening the same exchange later")
    func forgotten() {
        var scene = HistoryScene()
        scene.press("H")
        scene.state.press("R")
        scene.press(.enter)
        #expect(scene.state.session?.response?.past?.id == HistoryScene.id(3) && scene.replays.isEmpty)
    }

    @Test("e makes a draft of what was sent, beside its request, which stays as it is")
    func edited() throws {
        var scene = HistoryScene()
        scene.press("H", .down, .down, "e")
        let session = try #require(scene.state.session)
        #expect(scene.state.focus == .request && scene.state.shown != "users/get.yml" && !session.draft.hasFile)
        #expect(session.draft.content.definition.url == "http://127.0.0.1:8642/users/7")
        #expect(session.response?.past?.id == HistoryScene.id(1))
        #expect(scene.state.sessions["users/get.yml"]?.response == nil)
    }

    @Test("a send takes its place")
    func sent() {
        var scene = HistoryScene()
        scene.press("H", .enter)
        #expect(scene.state.session?.response?.past != nil)
        scene.press("s")
        #expect(scene.state.session?.running != nil)
    }
}

import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Reading the log")
struct LogReadingTests {
    private func state(lines: Int, columns: Int = 100, rows: Int = 30) -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: rows)
        for index in 0..<lines {
            let level = LogLevel.allCases[index % 4]
            let place = LogState.Place(
                collection: "/sample", request: index % 2 == 0 ? "users/get.yml" : "secret.yml", attempt: index % 3 + 1)
            _ = update(
                &state,
                .logged(LogState.Entry(at: Explorers.start, level: level, message: "line \(index)", place: place)))
        }
        state.press("4")
        return state
    }

    @Test("follows the newest line until one moves up, and again from the last line on")
    func follows() {
        var state = state(lines: 40)
        #expect(state.screen.contains("line 39") && state.screen.contains("follows"))
        state.press("k")
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "another")))
        #expect(state.screen.contains("paused: G follows") && !state.screen.contains("another"))
        state.press("G")
        #expect(state.screen.contains("another") && state.screen.contains("follows"))
        state.press("g")
        #expect(state.screen.contains("line 0\n") && !state.screen.contains("another"))
        state.press(.pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .pageDown)
        #expect(state.log.isFollowing)
    }

    @Test("levels: - leaves out, + brings back, the title says which")
    func levels() {
        var state = state(lines: 8)
        state.press("-")
        #expect(
            state.screen.contains("info and above") && !state.screen.contains("line 4")
                && state.screen.contains("line 5"))
        state.press("-", "-")
        #expect(state.screen.contains("errors alone") && state.screen.contains("2 of 8 lines"))
        state.press("-")
        #expect(state.status?.text == "Only errors are shown already.")
        state.press("+", "+", "+")
        #expect(state.screen.contains("line 4"))
        state.press("+")
        #expect(state.status?.text == "All levels are shown already.")
    }

    @Test("F filters while it is typed; Esc shows all again")
    func filter() {
        var state = state(lines: 20)
        state.press("F")
        state.type("LINE 1")
        #expect(state.log.shown.count == 11)
        state.press(.enter)
        #expect(state.screen.contains("with \"LINE 1\"") && state.screen.contains("11 of 20 lines"))
        state.press("F", .escape)
        #expect(state.log.shown.count == 20)
    }

    @Test("Esc takes a filter away that Enter kept, before it leaves the log; other panes leave it alone")
    func filterDropped() {
        var state = state(lines: 20)
        state.press("F")
        state.type("LINE 1")
        state.press(.enter, "z", "3", .escape)
        #expect(state.log.filter == "LINE 1")
        state.press("4", "z", .escape)
        #expect(state.log.shown.count == 20 && state.focus == .log && state.display.zoomed == .log)
        #expect(state.status?.text == "Lines without \"LINE 1\" are shown again.")
        state.press(.escape, .escape)
        #expect(state.display.zoomed == nil && state.focus == .tree)
    }

    @Test("/ finds, n and N go on, round the end; the status line counts")
    func find() {
        var state = state(lines: 20)
        state.press("/")
        state.type("line 1")
        state.press(.enter)
        #expect(state.log.cursorRow(in: state.log.shown) == 1)
        #expect(state.status?.text == "1 of 11 lines with \"line 1\"")
        state.press("n", "n")
        #expect(state.log.cursorRow(in: state.log.shown) == 11)
        state.press("N", "N", "N")
        #expect(state.log.cursorRow(in: state.log.shown) == 19)
        state.press("/")
        state.type("nothing")
        state.press(.enter)
        #expect(state.status?.text.contains("No line contains \"nothing\".") == true)
    }

    @Test("n before anything was looked for says what asks")
    func nothingSought() {
        var state = state(lines: 3)
        state.press("n")
        #expect(state.status?.text == "No search yet: / starts one.")
    }

    @Test("r shows the lines of the request that is shown, and all again")
    func scope() {
        var state = state(lines: 10)
        state.press("r")
        #expect(state.screen.contains("of users/get.yml") && state.log.shown.count == 5)
        state.press("r")
        #expect(state.log.shown.count == 10)
    }

    @Test("Enter goes to the attempt of the line: its request, the tab Wire, that attempt on top")
    func jump() throws {
        var scene = try SentScene(columns: 100, rows: 30)
        scene.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Length", "0")]), .init([])))
        let attempts = (1...3).map { number -> Exchange.Attempt in
            let request = Exchange.SentRequest(method: .get, url: "http://h/", headers: [])
            var hop = Exchange.Hop(startedAfter: .zero, request: request, response: ResponseHead(status: 200 + number))
            let fields = (0..<20).map { "X-\($0): \(number)\r\n" }.joined()
            hop.wire = Exchange.WireLog([
                Exchange.WireLog.Part(.responseHead, .bytes(Data("HTTP/1.1 20\(number) OK\r\n\(fields)\r\n".utf8)))
            ])
            return Exchange.Attempt(
                number: number, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 200))
        }
        scene.finish(attempts)
        let place = LogState.Place(collection: "/sample", request: scene.path, attempt: 2)
        _ = update(
            &scene.state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "two", place: place)))
        scene.press("j", "4", .enter)
        #expect(scene.state.focus == .response)
        #expect(scene.path == place.request)
        let lines = scene.state.screen.split(separator: "\n")
        let tabs = try #require(lines.firstIndex { $0.contains("[Wire]") })
        #expect(lines[tabs + 1].contains("Attempt 2"), "\(lines[tabs + 1])")
    }

    /// A send of what is shown that is over, by its generation and what the history knows it by.
    private func send(_ state: inout ExplorerState, status: Int) throws -> (generation: Int, record: UUID) {
        let effects = state.press("s")
        let effect = try #require(effects.first { if case .send = $0.order { true } else { false } })
        let request = Exchange.SentRequest(method: .get, url: "http://h/", headers: [])
        let head = ResponseHead(status: status, headers: [])
        let hop = Exchange.Hop(startedAfter: .zero, request: request, response: head)
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: status))
        let record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Explorers.start, attempts: [attempt]),
            origin: .init(), sentAt: Explorers.start, head: head)
        for step in [SendProgress.receiving(head, .init([])), .finished(record)] {
            _ = update(&state, effect.reply(step))
        }
        return (effect.generation, record.id)
    }

    @Test("a line of an earlier send leads to what came of that: the history has it")
    func jumpToEarlierSend() throws {
        var state = Explorers.state(columns: 100, rows: 30)
        let first = try send(&state, status: 500)
        let second = try send(&state, status: 200)
        let path = try #require(state.shown)
        for (send, text) in [(first.generation, "one"), (second.generation, "two")] {
            let place = LogState.Place(collection: "/sample", request: path, send: send, attempt: 1)
            _ = update(
                &state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: text, place: place)))
        }
        // The newest line is that of the response on screen.
        #expect(!state.press("4", .enter).contains { if case .history = $0.order { true } else { false } })
        #expect(state.screen.contains("[Wire]"))
        let effects = state.press("4", "k", .enter)
        let opening = try #require(effects.first { if case .history = $0.order { true } else { false } })
        guard case .history(.open(first.record, _)) = opening.order else {
            Issue.record("\(opening.order)")
            return
        }
        var past = HistoryScene.past(HistoryScene.row(1, path.text, status: 500, after: -60)).kept
        past = StoredExchange(
            id: first.record, origin: past.origin, source: past.source, sentAt: past.sentAt, exchange: past.exchange)
        past.head = ResponseHead(status: 500, headers: [])
        _ = update(
            &state, opening.reply(Result<PastExchange, StatusMessage>.success(PastExchange(past))))
        #expect(state.session?.response?.past?.id == first.record)
        #expect(state.screen.contains("[Wire]") && state.screen.contains("500"))
    }

    @Test("a line of a send of which nothing is known any more says so")
    func jumpToLostSend() throws {
        var state = Explorers.state(columns: 100, rows: 30)
        _ = try send(&state, status: 200)
        let place = LogState.Place(collection: "/sample", request: try #require(state.shown), send: -1, attempt: 1)
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "x", place: place)))
        state.press("4", .enter)
        #expect(state.status?.text == "That send was not finished, and what came of it is gone.")
    }

    @Test("times say how far they lie from Greenwich: in the title, and in the one line of a small screen")
    func zones() {
        var state = Explorers.state(columns: 80, rows: 24)
        state.preferences.localSecondsFromGMT = 7200
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "hello")))
        #expect(state.screen.contains("00:13:20 +02:00 info  hello"), "\(state.screen)")
        state.press("4")
        #expect(state.screen.contains("Log \(state.glyphs.bullet) +02:00"), "\(state.screen)")
        #expect(state.screen.contains("00:13:20 info  hello"))
    }

    @Test("a line about nothing, and one of a request that is gone, say so")
    func jumpNowhere() {
        var state = state(lines: 0)
        state.press(.enter)
        #expect(state.status?.text == "The log is empty.")
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "x")))
        state.press(.enter)
        #expect(state.status?.text == "This line is about no request.")
        let place = LogState.Place(collection: "/sample", request: "gone.yml", attempt: 1)
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "y", place: place)))
        state.press(.enter)
        #expect(state.status?.text == "gone.yml is not open any more.")
    }

    @Test("D saves what is shown, with moments as ISO 8601 and nothing that a terminal obeys")
    func save() throws {
        var state = state(lines: 3)
        _ = update(
            &state, .logged(LogState.Entry(at: Explorers.start, level: .error, message: "bad \u{1B}[31m line")))
        state.press("-", "-", "-", "D")
        #expect(state.screen.contains("microscope.log"))
        let effects = state.press(.enter)
        guard case .saveLog(let text, let path, _)? = effects.last?.order else { throw SentScene.NothingSent() }
        #expect(path == "microscope.log")
        #expect(text == "2023-11-14T22:13:20Z ERROR bad <U+001B>[31m line\n")
    }

    @Test("y copies the line with the cursor, or all that are shown")
    func copy() throws {
        var state = state(lines: 4)
        state.press("k")
        guard case .copy(let line)? = state.press("y", .enter).last?.order else { throw SentScene.NothingSent() }
        #expect(line.textForTerminal == "2023-11-14T22:13:20Z WARNING line 2")
        guard case .copy(let all)? = state.press("y", .down, .enter).last?.order else {
            throw SentScene.NothingSent()
        }
        #expect(all.textForTerminal?.split(separator: "\n").count == 4)
        #expect(all.name == "4 lines of the log")
    }

    private static let long = "retry " + (1...40).map { "word\($0)" }.joined(separator: " ") + " end"

    private func log(_ messages: [String], columns: Int = 80) -> ExplorerState {
        var state = Explorers.state(columns: columns)
        for message in messages {
            _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: message)))
        }
        state.press("4")
        return state
    }

    /// Returns the rows below the log's title.
    private func rows(_ state: ExplorerState) -> [String] {
        let log = state.layout.log
        return (log.row + 1..<log.endRow).map { view(state).text(row: $0) }
    }

    @Test("the line with the cursor is whole, those beside it end in a sign", arguments: [40, 80])
    func whole(columns: Int) {
        var state = log(["first", Self.long, "third \(Self.long)", "last"], columns: columns)
        #expect(rows(state).filter { $0.hasSuffix("…") }.count == 2)
        state.press("k", "k")
        let words = rows(state).flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(words.contains(Self.long) && words.contains("first"), "\(state.screen)")
        state.press("1")
        #expect(!rows(state).joined().contains("word40"), "nobody reads in it")
    }

    @Test("however long the line with the cursor is, it is in view, and fills the pane at most")
    func longest() {
        var state = log((0..<20).map { "line \($0)" } + [String(repeating: "a long word ", count: 10_000)])
        #expect(rows(state).last?.hasSuffix("…") == true && rows(state).first?.contains("a long word") == true)
        state.press("k")
        #expect(rows(state).joined().contains("line 19") && rows(state).first?.contains("line 14") == true)
        state.press("g")
        #expect(rows(state).first?.contains("line 0") == true)
    }

    @Test("a click on any row of the whole line stays on it; one below it goes to the line there")
    func clickOnWhole() {
        var state = log(["first", Self.long, "third", "last"])
        state.press("k", "k")
        let top = state.layout.log.row + 1
        state.click(Point(column: 30, row: top + 2))
        #expect(state.log.cursorRow(in: state.log.shown) == 1)
        let third = (0..<7).first { rows(state)[$0].contains("third") } ?? 0
        #expect(third > 2)
        state.click(Point(column: 30, row: top + third))
        #expect(state.log.cursorRow(in: state.log.shown) == 2)
        state.click(Point(column: 30, row: top + 7))
        #expect(state.log.cursorRow(in: state.log.shown) == 2, "nothing is there")
    }

    @Test("at most 2,000 lines are kept, and the cursor stays on its line while older ones go")
    func bounded() {
        var state = state(lines: LogState.capacity)
        state.press("k")
        let line = state.log.entries[state.log.cursorRow(in: state.log.shown)].message
        for _ in 0..<300 {
            _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .info, message: "more")))
        }
        #expect(state.log.entries.count <= LogState.capacity)
        #expect(state.log.entries[state.log.cursorRow(in: state.log.shown)].message == line)
    }
}

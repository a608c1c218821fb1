import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import TestSupport
import Testing
import TextGrid

@testable import Explorer

/// Whole screens, stored as files. A mismatch prints both side by side.
@Suite("The screen")
struct ScreenTests {
    private func expect(
        _ state: ExplorerState, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if let difference = try StoredScreen.difference(state.screen, name) {
            Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
        }
    }

    @Test("shows everything that it shows as it is stored, at 80 columns", arguments: OutsideSource.allCases)
    func stored(source: OutsideSource) throws {
        try expect(try Scenes("sample", Array("sample".utf8), columns: 80).state(source), "\(source)")
    }

    /// A send of three attempts that took 640 ms, with the body of the last.
    private func responded(_ state: inout ExplorerState) {
        let effect = state.press("s").first { if case .send = $0.order { true } else { false } }
        guard let effect else { return }
        func report(_ progress: SendProgress) -> [Effect] {
            update(&state, effect.reply(progress))
        }
        let store = BodyStore(Array(#"{"id":7,"name":"Ada"}"#.utf8))
        let head = ResponseHead(
            status: 200, reason: "OK", httpVersion: "1.1",
            headers: [HeaderField("Content-Type", "application/json"), HeaderField("Content-Length", "21")])
        let lines = report(.receiving(head, store)).first
        var document = BodyDocument(store: store, kind: .json)
        document.index.extend(over: store)
        if let lines { _ = update(&state, lines.reply(document)) }
        let record = RecordedExchange(
            id: UUID(), exchange: Self.exchange(head), origin: .init(), sentAt: Explorers.start, head: head,
            responseBody: store)
        _ = report(.finished(record))
    }

    private static func exchange(_ head: ResponseHead) -> Exchange {
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1:8642/users/7?verbose=1", headers: [])
        func attempt(_ number: Int, after start: Int, status: Int, reason: String, retry: Exchange.Attempt.Retry?)
            -> Exchange.Attempt
        {
            var hop = Exchange.Hop(startedAfter: .milliseconds(start), request: request)
            hop.response = ResponseHead(status: status, reason: reason)
            hop.connection = ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 8642, isReused: number > 1)
            if number == 1 {
                hop.timings.nameLookup = .milliseconds(2)
                hop.timings.connect = .milliseconds(4)
            }
            hop.timings.wait = .milliseconds(60)
            hop.timings.download = .milliseconds(4)
            hop.timings.total = .milliseconds(70)
            return Exchange.Attempt(
                number: number, startedAfter: .milliseconds(start), request: request, hops: [hop],
                outcome: .response(status: status), retry: retry)
        }
        let first = Exchange.Attempt.Retry(
            reason: "503 Service Unavailable", wait: .milliseconds(150), source: .backoff)
        let second = Exchange.Attempt.Retry(
            reason: "503 Service Unavailable", wait: .milliseconds(280), source: .retryAfter)
        return Exchange(
            request: request, startedAt: Explorers.start,
            attempts: [
                attempt(1, after: 0, status: 503, reason: "Service Unavailable", retry: first),
                attempt(2, after: 220, status: 503, reason: "Service Unavailable", retry: second),
                attempt(3, after: 570, status: 200, reason: "OK", retry: nil),
            ], duration: .milliseconds(640))
    }

    @Test("shows tree, request, response, log and keys at once")
    func first() throws {
        try expect(Explorers.state(), "first")
    }

    @Test("shows status, time, size and the body as sent; attempts and their waits are counted")
    func response() throws {
        var state = Explorers.state()
        responded(&state)
        state.press("3")
        try expect(state, "response")
    }

    @Test("draws the phases of every attempt on one axis, waits included")
    func timing() throws {
        var state = Explorers.state(rows: 30)
        responded(&state)
        state.press("3", "]", "]", "z")
        try expect(state, "timing")
    }

    @Test("in plain mode no bar is drawn, not of a wait either: each sign of it would be read out")
    func plainTiming() {
        var state = Explorers.state(rows: 30)
        responded(&state)
        state.display.asksForPlain = true
        _ = update(&state, .input(.resize(Size(columns: 80, rows: 30))))
        state.press("3", "]", "]")
        #expect(state.screen.contains("pause") && !state.screen.contains(",,"), "\(state.screen)")
    }

    @Test("lists attempts with outcome, reason and wait")
    func attempts() throws {
        var state = Explorers.state()
        responded(&state)
        state.press("3", "[", "[")
        try expect(state, "attempts")
    }

    @Test("asks before quitting with drafts, keeping them being the first choice")
    func quit() throws {
        var state = Explorers.state()
        state.press(.enter, "i")
        state.type("x")
        state.press(.escape, "q")
        try expect(state, "quit")
    }

    @Test("shows everything in ASCII where the terminal has nothing else")
    func ascii() {
        var state = Explorers.state()
        state.display.glyphs = .ascii
        responded(&state)
        #expect(state.screen.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(state.screen.contains("+ 200 OK - 640 ms - 21 B - @2"))
    }

    @Test(
        "the console of Linux has ASCII signs between lines as elsewhere",
        arguments: [
            ("xterm-256color", true, Glyphs.unicode), ("linux", true, .console), ("linux-16color", true, .console),
            ("linuxlike", true, .unicode), ("", true, .unicode), ("linux", false, .ascii), ("xterm", false, .ascii),
        ])
    func glyphsOfTerminals(type: String, showsNonASCII: Bool, glyphs: Glyphs) {
        #expect(Glyphs.shown(onTerminal: type, showsNonASCII: showsNonASCII) == glyphs)
    }

    @Test("on the console nothing but lines and what is named is beyond ASCII")
    func console() {
        var state = Explorers.state()
        state.display.glyphs = .console
        responded(&state)
        #expect(state.screen.unicodeScalars.allSatisfy { $0.isASCII || (0x2500..<0x2580).contains($0.value) })
        #expect(state.screen.contains("+ 200 OK - 640 ms") && state.screen.contains("─"))
    }

    @Test("says what it needs when there is too little room", arguments: [(39, 24), (80, 11), (1, 1)])
    func tooSmall(columns: Int, rows: Int) {
        let state = Explorers.state(columns: columns, rows: rows)
        #expect(state.screen.hasPrefix("T"))
    }

    @Test("leaves a focused response twelve lines of body at 80x24")
    func twelveLines() {
        let layout = Layout(size: Size(columns: 80, rows: 24), focus: .response, zoomed: nil)
        #expect(layout.responseRows >= 12)
    }
}

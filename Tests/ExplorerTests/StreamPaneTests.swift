import BodyStore
import BodyView
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What comes in pieces, on screen")
struct StreamPaneTests {
    private static let head = ResponseHead(
        status: 200, headers: [HeaderField("Content-Type", "text/event-stream; a=b")])

    /// A stream under way, its tab shown.
    private struct Stream {
        var scene: SentScene
        let store = BodyStore(memoryLimit: 1 << 20)
        var scanner = EventStreamScanner()
        var seconds = 0.0

        init(rows: Int = 30) throws {
            scene = try SentScene(columns: 110, rows: rows)
            scene.report(.receiving(StreamPaneTests.head, store))
            scene.press("3", "]", "z")
        }

        mutating func come(_ text: String, after pause: Double = 1) throws {
            seconds += pause
            try store.append(Data(text.utf8), at: Explorers.start + seconds)
            let blocks = Array(text.utf8).withUnsafeBytes { scanner.read($0) }
            scene.report(outcome: blocks) { if case .readEvents = $0 { true } else { false } }
        }
    }

    @Test(
        "the type of a stream of events is known in any case, with parameters and blanks; another that begins with it is none"
    )
    func types() {
        for type in [
            "text/event-stream", "Text/Event-STREAM", " text/event-stream ; charset=utf-8", "text/event-stream;",
        ] {
            #expect(type.isEventStream, "\(type)")
        }
        for type in [
            "", "text/event-streams", "text/event-strea", "text/plain; text/event-stream", "[ext/event-stream",
        ] {
            #expect(!type.isEventStream, "\(type)")
        }
    }

    @Test("events stand with their time, size, name, id and data; comments too")
    func rows() throws {
        var stream = try Stream()
        try stream.come("id: 7\nevent: price\ndata: {\"a\":1}\n\n")
        try stream.come(": still here\n\n", after: 0.25)
        try stream.come("data: two\ndata: lines\n\n")
        let screen = stream.scene.state.screen
        #expect(screen.contains("[Events 3]") && screen.contains("3 events · open · follows"))
        #expect(
            stream.scene.lines(with: "price #7").first?.contains("1     +1.000    34 B  price #7  {\"a\":1}") == true)
        #expect(stream.scene.lines(with: ": still here").first?.contains("+1.250") == true)
        #expect(stream.scene.lines(with: "message  two").first?.contains("+2.250") == true)
    }

    @Test("what is longer than its line ends in the sign for more")
    func long() throws {
        var stream = try Stream()
        try stream.come("data: \(String(repeating: "word ", count: 40))end\n\n")
        let line = try #require(stream.scene.lines(with: "message  word").first)
        #expect(line.hasSuffix("…") && !line.contains("end"), "\(line)")
    }

    @Test("the newest event is followed; moving up stands still, G follows again")
    func follows() throws {
        var stream = try Stream(rows: 16)
        for index in 1...40 { try stream.come("data: n\(index)\n\n") }
        #expect(stream.scene.state.screen.contains("n40") && !stream.scene.state.screen.contains("n1 "))
        stream.scene.press("k")
        try stream.come("data: new\n\n")
        #expect(
            stream.scene.state.screen.contains("paused: G follows")
                && !stream.scene.state.screen.contains("message  new"))
        stream.scene.press("G")
        #expect(stream.scene.state.screen.contains("message  new") && stream.scene.state.screen.contains("follows"))
        stream.scene.press("g")
        #expect(stream.scene.state.screen.contains("message  n1\n"))
    }

    @Test("Enter shows one whole, its JSON laid out")
    func whole() throws {
        var stream = try Stream()
        try stream.come("id: 7\nevent: price\ndata: {\"a\":1,\ndata: \"b\":[true]}\n\n")
        stream.scene.press(.enter)
        let screen = stream.scene.state.screen
        for text in ["Event 1, ", "event: price", "id: 7", "\"a\": 1", "true"] {
            #expect(screen.contains(text), "\(text)")
        }
        stream.scene.press(.escape)
        #expect(stream.scene.state.screen.contains("1 event"))
    }

    @Test("one that is shown whole keeps its blanks, and what is longer than a line goes on in the next")
    func verbatim() throws {
        var stream = try Stream()
        let long = String(repeating: "0123456789", count: 30)
        try stream.come("data: {\"a\":\"b    c\",\"d\":\"\(long)TAIL\"}\n\n")
        stream.scene.press(.enter)
        let screen = stream.scene.state.screen
        #expect(screen.contains("  \"a\": \"b    c\"") && screen.contains("TAIL"))
    }

    @Test("/ asks the effect to look, and the cursor goes where it found")
    func find() throws {
        var stream = try Stream()
        for index in 1...5 { try stream.come("data: n\(index)\n\n") }
        stream.scene.press("/")
        stream.scene.type("N2")
        stream.scene.press(.enter)
        guard case .searchStream(let search, let store, _)? = stream.scene.effects.last?.order else {
            throw SentScene.NothingSent()
        }
        #expect(stream.scene.state.screen.contains("looking for \"N2\""))
        let row = search.run(
            isCancelled: { false }, bytes: { range, holds in store.withBytes(in: range) { holds($0) } })
        #expect(row == 1)
        stream.scene.report(outcome: row.map { search.blocks[$0].lowerBound }) {
            if case .searchStream = $0 { true } else { false }
        }
        #expect(stream.scene.state.session?.response?.stream.cursor == "data: n1\n\n".utf8.count)
        #expect(stream.scene.state.screen.contains("paused: G follows"))
        stream.scene.report(outcome: nil as Int?) { if case .searchStream = $0 { true } else { false } }
        #expect(stream.scene.state.status?.text == "Nothing in the list contains \"N2\".")
    }

    @Test("a chunked answer that pauses has chunks; one that comes at once, or has a length, has none")
    func chunks() throws {
        var scene = try SentScene(columns: 110, rows: 30)
        let store = BodyStore()
        scene.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Type", "text/plain")]), store))
        try store.append(Data("one\n".utf8), at: Explorers.start + 0.1)
        try store.append(Data("two\n".utf8), at: Explorers.start + 0.11)
        #expect(!scene.state.screen.contains("Chunks"))
        try store.append(Data("three\n".utf8), at: Explorers.start + 0.6)
        scene.press("3", "]", "z")
        #expect(scene.state.screen.contains("[Chunks 3]"))
        #expect(scene.lines(with: "three").first?.contains("+0.600     6 B") == true)
        store.finish()
        #expect(scene.state.screen.contains("3 chunks · ended"))
        var other = try SentScene(columns: 110, rows: 30)
        other.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Length", "14")]), store))
        #expect(!other.state.screen.contains("Chunks"))
    }

    @Test("rows that become one keep the count, the numbers behind them and the place of the cursor")
    func merging() throws {
        var scene = try SentScene(columns: 110, rows: 30)
        let store = BodyStore(memoryLimit: 1 << 20)
        scene.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Type", "text/plain")]), store))
        var count = 0
        func come(_ more: Int) throws {
            for _ in 0..<more {
                count += 1
                try store.append(Data("c\(count) \n".utf8), at: Explorers.start + Double(count))
            }
        }
        try come(ArrivalMarks.most)
        scene.press("3", "]", "z", "k", "k")
        let number = ArrivalMarks.most - 2
        scene.press(.enter)
        #expect(scene.state.screen.contains("Chunk \(number), ") && scene.state.screen.contains("c\(number) "))
        scene.press(.escape)
        try come(100)
        #expect(scene.state.screen.contains("[Chunks \(count)]") && scene.state.screen.contains("\(count) chunks"))
        scene.press(.enter)
        #expect(scene.state.screen.contains("Chunk \(number), ") && scene.state.screen.contains("c\(number) "))
    }

    @Test("name and id that stand behind long data are in the line of the list")
    func behindData() throws {
        var stream = try Stream()
        try stream.come("data: \(String(repeating: "a", count: 5_000))\nid: 7\nevent: price\n\n")
        #expect(stream.scene.lines(with: "price #7  aaa").count == 1)
    }

    @Test("a name that the bound cuts is none")
    func cutName() throws {
        var stream = try Stream()
        let bound = 64 << 10
        let data = "data: \(String(repeating: "a", count: bound - 6 - 1 - 9))\n"
        try stream.come("\(data)event: price\n\n")
        #expect(stream.scene.lines(with: "message  aaa").count == 1)
    }

    @Test("keys of the list say why they can do nothing while there is none")
    func empty() throws {
        var stream = try Stream()
        #expect(stream.scene.state.screen.contains("0 events · open · follows"))
        for key: KeyStroke in [.enter, "/", "n"] {
            stream.scene.press(key)
            #expect(stream.scene.state.status?.text == "Nothing has arrived yet.")
        }
    }

    @Test(
        "times of hours are written as such",
        arguments: [(0.0, "0.000"), (59.9994, "59.999"), (61.5, "1:01.500"), (3_723.25, "1:02:03.250")])
    func times(seconds: Double, text: String) { #expect(StreamPane.seconds(seconds) == text) }
}

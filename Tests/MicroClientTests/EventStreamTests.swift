import TestSupport
import Testing

@testable import MicroClient

@Suite("Streams of server-sent events")
struct EventStreamTests {
    /// The blocks of a stream that arrives in pieces of a size.
    private func blocks(_ bytes: [UInt8], piece: Int = .max) -> [Range<Int>] {
        var scanner = EventStreamScanner()
        var blocks: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(piece, bytes.count - start)
            blocks += bytes[start..<end].withUnsafeBytes { scanner.read($0) }
            start = end
        }
        return blocks
    }

    private func events(_ text: String) -> [StreamedEvent] {
        let bytes = Array(text.utf8)
        return blocks(bytes).map { block in bytes[block].withUnsafeBytes { StreamedEvent(block: $0) } }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var id: String
        var text: String
        /// The events: "type|data", or "-" for a block that dispatches nothing.
        var events: [String]
        var testDescription: String { id }
    }

    static let rows = [
        // The examples of section 9.2.6.
        Row(id: "several data lines", text: "data: YHOO\ndata: +2\ndata: 10\n\n", events: ["message|YHOO\n+2\n10"]),
        Row(
            id: "comment, id, id without value, leading blank",
            text: ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            events: ["-", "message|first event", "message|second event", "message| third event"]),
        Row(
            id: "empty data twice, then unfinished", text: "data\n\ndata\ndata\n\ndata:",
            events: ["message|", "message|\n"]),
        Row(
            id: "with and without a blank", text: "data:test\n\ndata: test\n\n",
            events: ["message|test", "message|test"]),
        Row(
            id: "named events", text: "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
            events: ["add|73857293", "remove|2153"]),
        // Line ends.
        Row(id: "CR", text: "data: a\rdata: b\r\rdata: c\r\r", events: ["message|a\nb", "message|c"]),
        Row(id: "CRLF", text: "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", events: ["message|a\nb", "message|c"]),
        Row(
            id: "all three", text: "data: a\rdata: b\ndata: c\r\n\n\r\n\rdata: d\n\n",
            events: ["message|a\nb\nc", "message|d"]),
        Row(
            id: "empty lines before and between", text: "\n\n\r\ndata: a\n\n\n\ndata: b\n\n",
            events: ["message|a", "message|b"]),
        Row(id: "a mark of byte order", text: "\u{FEFF}data: a\n\n", events: ["message|a"]),
        Row(
            id: "only the first mark counts", text: "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n",
            events: ["-", "message|b"]),
        Row(id: "a mark and an empty line", text: "\u{FEFF}\ndata: a\n\n", events: ["message|a"]),
        // Fields.
        Row(id: "an event without data is none", text: "event: x\nid: 4\n\n", events: ["-"]),
        Row(id: "an empty name is message", text: "event:\ndata: a\n\n", events: ["message|a"]),
        Row(
            id: "unknown fields, and capitals, are nothing", text: "Data: a\nfoo: b\ndata: c\n\n", events: ["message|c"]
        ),
        Row(id: "a blank before the name makes another name", text: " data: a\ndata: b\n\n", events: ["message|b"]),
        Row(id: "a colon in the value", text: "data: a: b:c\n\n", events: ["message|a: b:c"]),
        Row(id: "no end", text: "data: a\n", events: []),
    ]

    @Test("are read as the standard says", arguments: rows)
    func standard(row: Row) {
        let said = events(row.text).map { event in event.data.map { "\(event.type)|\($0)" } ?? "-" }
        #expect(said == row.events)
    }

    @Test("split anywhere, they are the same blocks", arguments: rows)
    func split(row: Row) {
        let bytes = Array(row.text.utf8)
        let whole = blocks(bytes)
        for piece in 1...max(1, bytes.count) { #expect(blocks(bytes, piece: piece) == whole, "pieces of \(piece)") }
    }

    @Test("id without NUL, and retry in digits")
    func idAndRetry() throws {
        let event = try #require(
            events("id: 7\nid: a\0b\nretry: 1500\nretry: 2s\nretry:\n: one\n:two\ndata: x\n\n").first)
        #expect(event.id == "7")
        #expect(event.retry == 1500)
        #expect(event.comments == [" one", "two"])
        #expect(events("retry: 99999999999999999999\ndata: x\n\n").first?.retry == nil)
    }

    @Test("random bytes never crash, and any split gives the same", arguments: 0..<200)
    func random(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        let alphabet: [UInt8] = Array("data:id event\r\n\n\r: \0".utf8) + [0xEF, 0xBB, 0xBF, 0xFF, 0xC3]
        let bytes = (0..<Int(next() % 400)).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] }
        let whole = blocks(bytes)
        #expect(blocks(bytes, piece: 1 + Int(next() % 7)) == whole)
        for block in whole {
            let event = bytes[block].withUnsafeBytes { StreamedEvent(block: $0) }
            #expect(event.data.map { $0.utf8.count <= block.count * 3 } ?? true)
        }
        #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }

    @Test("of a hostile body the events are told", arguments: HostileBody.allCases)
    func hostile(body: HostileBody) async throws {
        try await SmallStack.run {
            let bytes = Array(body.bytes(100_000))
            #expect(blocks(bytes, piece: 1 << 16).isEmpty)
            _ = bytes.withUnsafeBytes { StreamedEvent(block: $0, longestLine: 4096) }
        }
    }
}

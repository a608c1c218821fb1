import Testing

@testable import BodyView

@Suite("Events that are listed")
struct EventListTests {
    @Test("the list keeps the newest, and counts those that it dropped")
    func bounded() {
        var list = EventList()
        for start in 0..<3 {
            list.append((0..<EventList.most).map { start * EventList.most + $0..<start * EventList.most + $0 + 1 })
        }
        #expect(list.blocks.count <= EventList.most)
        #expect(list.blocks.count + list.dropped == 3 * EventList.most)
        #expect(list.blocks.last == 3 * EventList.most - 1..<3 * EventList.most)
    }

    @Test("text is found forwards and backwards, round the end, in capitals or not")
    func search() {
        let texts = ["data: Alpha\n\n", "data: beta\n\n", "data: ALPHABET\n\n"]
        let bytes = Array(texts.joined().utf8)
        let ends = texts.indices.map { texts[...$0].joined().utf8.count }
        let blocks = zip([0] + ends, ends).map { $0..<$1 }
        let found = { (text: String, start: Int, isForward: Bool) in
            StreamSearch(text, in: blocks, from: start, isForward: isForward)
                .run(isCancelled: { false }, bytes: { range, holds in bytes[range].withUnsafeBytes { holds($0) } })
        }
        #expect(found("alpha", 0, true) == 2)
        #expect(found("alpha", 2, true) == 0)
        #expect(found("alpha", 2, false) == 0)
        #expect(found("alpha", 0, false) == 2)
        #expect(found("beta", 1, true) == 1)
        #expect(found("gamma", 0, true) == nil)
    }

    @Test("one event of many megabytes is searched in pieces, and what lies across two of them is found")
    func largeBlock() {
        let length = StreamSearch.partLength
        var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * length)
        bytes.replaceSubrange(length * 2 - 3..<length * 2 + 3, with: Array("needle".utf8))
        var longest = 0
        let search = StreamSearch("NEEDLE", in: [0..<bytes.count], from: 0, isForward: true)
        let found = search.run(
            isCancelled: { false },
            bytes: { range, holds in
                longest = max(longest, range.count)
                return bytes[range].withUnsafeBytes { holds($0) }
            })
        #expect(found == 0 && longest <= length + 5)
    }

    @Test("a search is cancelled within an event")
    func cancelled() {
        let length = StreamSearch.partLength
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4 * length)
        var parts = 0
        let search = StreamSearch("y", in: [0..<bytes.count], from: 0, isForward: true)
        let found = search.run(
            isCancelled: { parts == 2 },
            bytes: { range, holds in
                parts += 1
                return bytes[range].withUnsafeBytes { holds($0) }
            })
        #expect(found == nil && parts == 2)
    }
}

import BodyStore
import Foundation
import Testing

@Suite("Marks of arrival")
struct ArrivalMarksTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    @Test("tell when each byte came")
    func times() throws {
        let store = BodyStore(memoryLimit: 100)
        try store.append(Data("abc".utf8), at: start)
        try store.append(Data("de".utf8), at: start + 2)
        let marks = store.arrivals
        #expect(marks.time(of: 2) == start)
        #expect(marks.time(of: 3) == start + 2)
        #expect(marks.range(at: 0, count: store.count) == 0..<3)
        #expect(marks.range(at: 1, count: store.count) == 3..<5)
        #expect(marks.longestPause == 2)
        #expect(marks.time(of: -1) == nil)
    }

    @Test("pieces within a millisecond share one")
    func together() {
        var marks = ArrivalMarks()
        for index in 0..<3 { marks.note(offset: index * 10, at: start + Double(index) * 0.0002) }
        #expect(marks.marks.count == 1)
        #expect(marks.marks.first?.offset == 0 && marks.marks.first?.time == start && marks.marks.first?.pieces == 3)
    }

    @Test("stay few over hours, the newest exact, none of the pieces forgotten")
    func bounded() {
        var marks = ArrivalMarks()
        for index in 0..<100_000 { marks.note(offset: index * 7, at: start + Double(index)) }
        #expect(marks.marks.count <= ArrivalMarks.most)
        #expect(marks.marks.map(\.pieces).reduce(0, +) == 100_000)
        let newest = marks.marks.suffix(ArrivalMarks.exact)
        #expect(newest.allSatisfy { $0.pieces == 1 })
        #expect(newest.last?.offset == 99_999 * 7)
        #expect(marks.time(of: 99_999 * 7) == start + 99_999)
        #expect(zip(marks.marks, marks.marks.dropFirst()).allSatisfy { $0.offset < $1.offset })
    }

    @Test("a body that nobody timed has none")
    func untimed() throws {
        let store = BodyStore()
        try store.append(Data("abc".utf8))
        #expect(store.arrivals.marks.isEmpty)
        #expect(store.arrivals.time(of: 0) == nil)
    }
}

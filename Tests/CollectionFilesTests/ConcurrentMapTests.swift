import Testing

@testable import CollectionFiles

@Suite("Reading on all processors")
struct ConcurrentMapTests {
    @Test("results come in the order of the elements, whatever their number", arguments: [0, 1, 7, 8, 9, 1_000])
    func order(count: Int) {
        let results = Array(0..<count).concurrentMap(with: Int.init) { element, _ in String(element) }
        #expect(results == (0..<count).map { String($0) })
    }

    @Test("each thread has a tool of its own")
    func tools() {
        let uses = Array(0..<1_000).concurrentMap(with: Int.init) { (_: Int, uses: inout Int) -> Int in
            uses += 1
            return uses
        }
        let first = uses.count { $0 == 1 }
        #expect((1...1_000).contains(first) && uses.count { $0 == 2 } <= first)
    }
}
